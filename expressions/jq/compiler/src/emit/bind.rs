//! Variables: `source as $x | body`, patterns that take values apart, and their alternatives.

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;

use super::emitter::{At, Next};
use super::literal::Constant;
use super::loops::lifetime;
use super::operand::Operand;
use super::value::{emit_each, emit_node};
use crate::plan::tree::{Bind, Bound, Member, MemberKey, Pattern, Patterns, Slot};

/// Code where the variables are bound.
type Body<'k> = &'k mut dyn FnMut() -> TokenStream;

/// The items of a pattern of an array: their places, names and patterns.
pub(super) type Items<'i, 'p> = &'i [(usize, &'p str, Pattern<'p>)];

/// `source as $x | body`
pub(super) fn emit_bind(at: &At<'_>, bind: &Bind<'_>, next: &mut Next<'_>) -> TokenStream {
    let body = &mut || emit_node(at, &bind.body, next);
    if !bind.is_owned {
        return emit_bound_outputs(at, &bind.bound, body);
    }
    let (statements, value) = at.only(&bind.bound.source);
    let (bound, value) = value.own(at.emitter, bind.bound.word);
    let rest = emit_bound_value(at, &bind.bound.patterns, &value, body);
    quote!(#statements #bound #rest)
}

/// Code that runs for each output of a source with its variables bound. Each of several patterns is
/// tried if the one before fails, or the code after it.
pub(super) fn emit_bound_outputs(at: &At<'_>, of: &Bound<'_>, body: Body<'_>) -> TokenStream {
    emit_each(at, &of.source, &mut |value| {
        let (bound, value) = value.stable(at.emitter, of.word);
        let rest = emit_bound_value(at, &of.patterns, &value, body);
        quote!(#bound #rest)
    })
}

/// Code with the variables of the patterns bound to parts of a value.
pub(super) fn emit_bound_value(
    at: &At<'_>,
    patterns: &Patterns<'_>,
    value: &Operand,
    body: Body<'_>,
) -> TokenStream {
    match patterns {
        Patterns::One(pattern) => emit_pattern(at, pattern, value, body),
        Patterns::Several { variables, patterns } => {
            emit_pattern_alternatives(at, variables, patterns, &value.lent(), body)
        }
    }
}

/// The body is a closure, of all variables: each pattern ends in a call of it. They are tried
/// one after the other in a block that the first one to succeed leaves.
fn emit_pattern_alternatives(
    at: &At<'_>,
    variables: &[(&str, Slot)],
    patterns: &[(Pattern<'_>, Vec<(usize, Slot)>)],
    value: &Operand,
    body: Body<'_>,
) -> TokenStream {
    let mut parameters = Vec::new();
    for (word, slot) in variables {
        let name = at.emitter.fresh(word);
        at.emitter.bind(*slot, &Operand::reference(&name));
        parameters.push(quote!(#name));
    }
    let count = Token::usize_unsuffixed(variables.len());
    let (name, made) = (at.emitter.fresh("body"), body());
    let mut ways: Vec<TokenStream> = Vec::with_capacity(patterns.len());
    for (pattern, own) in patterns {
        ways.push(emit_pattern(at, pattern, value, &mut || {
            let values = bound_values(at, variables.len(), own);
            quote!(#name(#values)?;)
        }));
    }
    let (last, label) = (ways.pop().unwrap_or_default(), lifetime(&at.emitter.fresh("matched")));
    quote! {
        let mut #name = |[#(#parameters),*]: [&Value; #count]| -> Flow { #made Ok(()) };
        #label: {
            #(
                if caught((|| -> Flow { #ways Ok(()) })())?.is_ok() {
                    break #label;
                }
            )*
            #last
        }
    }
}

/// The values of the variables of all patterns where one of them matched: null, but for its
/// own.
fn bound_values(at: &At<'_>, count: usize, own: &[(usize, Slot)]) -> TokenStream {
    let value = |slot: &Slot| at.emitter.variable(Some(*slot)).borrow();
    if own.len() == count {
        let values = own.iter().map(|(_, slot)| value(slot));
        return quote!([#(#values),*]);
    }
    // Not one by one: as many patterns as there are variables would make code of their square.
    let count = Token::usize_unsuffixed(count);
    let null = at.emitter.statics.borrow_mut().hoisted(&Constant::null());
    let assigned = own.iter().map(|(place, slot)| {
        let (place, value) = (Token::usize_unsuffixed(*place), value(slot));
        quote!(values[#place] = #value;)
    });
    quote!({ let mut values = [&#null; #count]; #(#assigned)* values })
}

/// Code with the variables of a pattern bound to parts of a value.
fn emit_pattern(
    at: &At<'_>,
    pattern: &Pattern<'_>,
    value: &Operand,
    body: Body<'_>,
) -> TokenStream {
    at.emitter.note_filter();
    match pattern {
        Pattern::Variable(slot) => {
            if let Some(slot) = slot {
                at.emitter.bind(*slot, value);
            }
            body()
        }
        Pattern::Items(items) => emit_pattern_items(at, items, value, body),
        Pattern::Members(members) => emit_pattern_members(at, members, value, body),
    }
}

fn emit_pattern_items(
    at: &At<'_>,
    items: Items<'_, '_>,
    value: &Operand,
    body: Body<'_>,
) -> TokenStream {
    let Some(((place, word, pattern), rest)) = items.split_first() else { return body() };
    let ((before, whole), name) = (value.place(at.emitter), at.emitter.fresh(word));
    let number = Token::usize_unsuffixed(*place);
    let item = Operand::reference(&name);
    let matched =
        emit_pattern(at, pattern, &item, &mut || emit_pattern_items(at, rest, value, body));
    quote!(#before let #name = item(#whole, #number)?; #matched)
}

fn emit_pattern_members(
    at: &At<'_>,
    members: &[Member<'_>],
    value: &Operand,
    body: Body<'_>,
) -> TokenStream {
    let Some((Member { key, word, variable, pattern }, rest)) = members.split_first() else {
        return body();
    };
    let mut with_member = |member: Operand| {
        let (bound, member) = member.stable(at.emitter, word);
        if let Some(variable) = variable {
            at.emitter.bind(*variable, &member);
        }
        let matched = match pattern {
            Some(pattern) => emit_pattern(at, pattern, &member, &mut || {
                emit_pattern_members(at, rest, value, body)
            }),
            None => emit_pattern_members(at, rest, value, body),
        };
        quote!(#bound #matched)
    };
    match key {
        MemberKey::Name(name) => {
            let (before, whole) = value.place(at.emitter);
            let rest = with_member(Operand::BorrowedOnce(code!(field(#whole, #name)?)));
            quote!(#before #rest)
        }
        MemberKey::Computed(key) => emit_each(at, key, &mut |key| {
            let (key, whole) = (key.borrow(), value.borrow());
            with_member(Operand::Tried(code!(index(cx, #whole, #key))))
        }),
    }
}
