//! Patterns in path mode. As in jq, taking a value apart is a step of the path: what is bound last
//! is where the path leads to, and a second look into the same value fails.

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;

use super::step::{Step, emit_made_step, emit_step};
use super::{Spot, emit_settled, origin};
use crate::emit::bind::{Items, emit_bound_outputs, emit_bound_value};
use crate::emit::emitter::{At, Next};
use crate::emit::operand::Reference;
use crate::emit::value::emit_each;
use crate::plan::tree::{Bound, Member, MemberKey, Pattern, Patterns};

/// Code where the variables are bound. Its input is the value that was taken apart, at the path
/// behind it.
type Body<'k> = &'k mut dyn FnMut(&At<'_, Spot>) -> TokenStream;

/// Code that runs for each output of a source with its variables bound. Several patterns leave the
/// path as it is.
pub(super) fn emit_bound_paths(
    at: &At<'_, Spot>,
    (source, is_step, passes_input): (&Bound<'_>, bool, bool),
    body: Body<'_>,
) -> TokenStream {
    let input = at.on(at.input.operand());
    let pattern = match &source.patterns {
        Patterns::One(pattern) if is_step => pattern,
        _ => return emit_bound_outputs(&input, source, &mut || body(at)),
    };
    let origin = origin(passes_input);
    emit_each(&input, &source.source, &mut |value| {
        let (bound, value) = value.stable(at.emitter, "value");
        let (before, place) = value.place(at.emitter);
        let (trail, whole) = (&at.input.trail, at.emitter.fresh("value"));
        let spot = at.input.with(&whole);
        let rest = emit_path_pattern(&at.on(spot), pattern, &mut |behind| {
            emit_back(behind, &at.input.value, body)
        });
        quote! {
            #bound
            #before
            let #whole = #trail.settle(#place, paths::Origin::#origin);
            #rest
        }
    })
}

/// Code with the variables of the patterns bound to parts of the value at a spot.
pub(super) fn emit_bound_spot(
    at: &At<'_, Spot>,
    patterns: &Patterns<'_>,
    spot: &Spot,
    body: Body<'_>,
) -> TokenStream {
    match patterns {
        Patterns::One(pattern) => emit_path_pattern(&at.on(spot.clone()), pattern, body),
        patterns @ Patterns::Several { .. } => {
            let input = at.on(at.input.operand());
            emit_bound_value(&input, patterns, &spot.operand(), &mut || body(&at.on(spot.clone())))
        }
    }
}

fn emit_path_pattern(at: &At<'_, Spot>, pattern: &Pattern<'_>, body: Body<'_>) -> TokenStream {
    match pattern {
        Pattern::Variable(slot) => {
            if let Some(slot) = slot {
                at.emitter.bind(*slot, &at.input.operand());
            }
            body(at)
        }
        Pattern::Items(items) => emit_items(at, items, body),
        Pattern::Members(members) => emit_members(at, members, body),
    }
}

/// Code whose input is a value from before, at the path where the pattern has led to. Null may be
/// the value there.
fn emit_back(at: &At<'_, Spot>, value: &Reference, body: Body<'_>) -> TokenStream {
    let take = &mut |spot: Spot| body(&at.on(spot));
    emit_settled(at, &code!(#value), &quote!(Passed), &mut Next::new(take))
}

fn emit_items(at: &At<'_, Spot>, items: Items<'_, '_>, body: Body<'_>) -> TokenStream {
    let Some(((place, _, pattern), rest)) = items.split_first() else { return body(at) };
    let (whole, number) = (at.input.value.clone(), Token::usize_unsuffixed(*place));
    let key = quote!(paths::Key::Place(#number));
    let take = &mut |spot: Spot| {
        emit_path_pattern(&at.on(spot), pattern, &mut |behind| {
            emit_back(behind, &whole, &mut |at| emit_items(at, rest, body))
        })
    };
    let found = quote!(item(#whole, #number)?);
    emit_step(at.emitter, &at.input, &Step::new(key, found), &mut Next::new(take))
}

fn emit_members(at: &At<'_, Spot>, members: &[Member<'_>], body: Body<'_>) -> TokenStream {
    let Some((Member { key, variable, pattern, .. }, rest)) = members.split_first() else {
        return body(at);
    };
    let whole = at.input.value.clone();
    let member = &mut |at: &At<'_, Spot>| {
        if let Some(variable) = variable {
            at.emitter.bind(*variable, &at.input.operand());
        }
        let mut others = |behind: &At<'_, Spot>| {
            emit_back(behind, &whole, &mut |at| emit_members(at, rest, body))
        };
        match pattern {
            Some(pattern) => emit_path_pattern(at, pattern, &mut others),
            None => others(at),
        }
    };
    match key {
        MemberKey::Name(name) => {
            let (key, found) = (quote!(paths::Key::Name(#name)), quote!(field(#whole, #name)?));
            let take = &mut |spot: Spot| member(&at.on(spot));
            emit_step(at.emitter, &at.input, &Step::new(key, found), &mut Next::new(take))
        }
        MemberKey::Computed(key) => emit_each(&at.on(at.input.operand()), key, &mut |key| {
            let (bound, key) = key.stable(at.emitter, "key");
            let (before, key) = key.place(at.emitter);
            let found = quote!(paths::index_of(cx, #whole, #key)?);
            let take = &mut |spot: Spot| member(&at.on(spot));
            let step = Step::new(quote!(paths::Key::Value(#key)), found);
            let rest = emit_made_step(at.emitter, &at.input, step, &mut Next::new(take));
            quote!(#bound #before #rest)
        }),
    }
}
