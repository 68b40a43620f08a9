//! Patterns in path mode. As in jq, taking a value apart is a step of the path: what is bound last
//! is where the path leads to, and a second look into the same value fails.

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;

use super::step::{emit_made_step, emit_step};
use super::{Spot, emit_settled, origin};
use crate::emit::bind::{Entries, emit_bound_outputs, emit_bound_value, with_first};
use crate::emit::emitter::{At, Next};
use crate::emit::operand::Reference;
use crate::emit::value::emit_each;
use crate::syntax::{Filter, Kind, Literal, Pattern};

/// Code where the variables are bound. Its input is the value that was taken apart, at the path
/// behind it.
type Body<'k, 'p> = &'k mut dyn FnMut(&At<'p, Spot>) -> TokenStream;

/// Code that runs for each output of a source with its variables bound. Several patterns leave the
/// path as it is.
pub(super) fn emit_bound_paths<'p>(
    at: &At<'p, Spot>,
    source: &'p Filter,
    patterns: &'p [Pattern],
    body: Body<'_, 'p>,
) -> TokenStream {
    let input = at.on(at.input.operand());
    let [pattern @ (Pattern::Array(_) | Pattern::Object(_))] = patterns else {
        let body = &mut |inner: &At<'p>| body(&at.scoped(&inner.scope));
        return emit_bound_outputs(&input, source, patterns, body);
    };
    let origin = origin(source);
    emit_each(&input, source, &mut |value| {
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
pub(super) fn emit_bound_spot<'p>(
    at: &At<'p, Spot>,
    patterns: &'p [Pattern],
    spot: &Spot,
    body: Body<'_, 'p>,
) -> TokenStream {
    match patterns {
        [pattern] => emit_path_pattern(&at.on(spot.clone()), pattern, body),
        patterns => {
            let input = at.on(at.input.operand());
            emit_bound_value(&input, patterns, &spot.operand(), &mut |inner| {
                body(&inner.on(spot.clone()))
            })
        }
    }
}

fn emit_path_pattern<'p>(
    at: &At<'p, Spot>,
    pattern: &'p Pattern,
    body: Body<'_, 'p>,
) -> TokenStream {
    match pattern {
        Pattern::Variable(variable) => body(&with_first(at, *variable, &at.input.operand())),
        Pattern::Array(items) => emit_items(at, items, body),
        Pattern::Object(entries) => emit_entries(at, entries, body),
    }
}

/// Code whose input is a value from before, at the path where the pattern has led to. Null may be
/// the value there.
fn emit_back<'p>(at: &At<'p, Spot>, value: &Reference, body: Body<'_, 'p>) -> TokenStream {
    let take = &mut |spot: Spot| body(&at.on(spot));
    emit_settled(at, &quote!(#value), &quote!(Passed), &mut Next::new(take))
}

fn emit_items<'p>(at: &At<'p, Spot>, items: &'p [Pattern], body: Body<'_, 'p>) -> TokenStream {
    // jq takes the last item first.
    let Some((last, rest)) = items.split_last() else { return body(at) };
    let (whole, number) = (at.input.value.clone(), Token::usize_unsuffixed(rest.len()));
    let key = quote!(paths::Key::Place(#number));
    let take = &mut |spot: Spot| {
        emit_path_pattern(&at.on(spot), last, &mut |behind| {
            emit_back(behind, &whole, &mut |at| emit_items(at, rest, body))
        })
    };
    let found = quote!(item(#whole, #number)?);
    emit_step(at.emitter, &at.input, &key, &found, &mut Next::new(take))
}

fn emit_entries<'p>(at: &At<'p, Spot>, entries: Entries<'p>, body: Body<'_, 'p>) -> TokenStream {
    let Some(((key, variable, pattern), rest)) = entries.split_first() else { return body(at) };
    let whole = at.input.value.clone();
    let member = &mut |at: &At<'p, Spot>| {
        let at = match variable {
            Some(variable) => &with_first(at, *variable, &at.input.operand()),
            None => at,
        };
        let mut others = |behind: &At<'p, Spot>| {
            emit_back(behind, &whole, &mut |at| emit_entries(at, rest, body))
        };
        match pattern {
            Some(pattern) => emit_path_pattern(at, pattern, &mut others),
            None => others(at),
        }
    };
    if let Kind::Literal(Literal::String(name)) = &key.kind {
        let (key, found) = (quote!(paths::Key::Name(#name)), quote!(field(#whole, #name)?));
        let take = &mut |spot: Spot| member(&at.on(spot));
        return emit_step(at.emitter, &at.input, &key, &found, &mut Next::new(take));
    }
    emit_each(&at.on(at.input.operand()), key, &mut |key| {
        let (bound, key) = key.stable(at.emitter, "key");
        let (before, key) = key.place(at.emitter);
        let found = quote!(paths::index_of(cx, #whole, #key)?);
        let take = &mut |spot: Spot| member(&at.on(spot));
        let key = quote!(paths::Key::Value(#key));
        let rest = emit_made_step(at.emitter, &at.input, &key, &found, &mut Next::new(take));
        quote!(#bound #before #rest)
    })
}
