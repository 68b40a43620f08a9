//! Definitions that call themselves as their last step, as loops.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::emitter::{At, Next};
use super::operand::Operand;
use super::operators::emit_condition;
use super::value::emit_node;
use crate::plan::tree::{Loop, Node, Tail};

/// A loop that is being emitted.
struct Turning {
    /// The Rust label, without its mark.
    label: Ident,
    /// The local of the next input.
    state: Ident,
    /// The locals of `$` parameters.
    variables: Vec<Ident>,
    /// True if the code of its only output leaves it.
    has_one: bool,
}

/// A definition that calls itself last as a loop: its input is the state.
pub(super) fn emit_loop(at: &At<'_>, looped: &Loop<'_>, next: &mut Next<'_>) -> TokenStream {
    let state = at.emitter.fresh("state");
    let (mut before, mut variables) = (TokenStream::new(), Vec::new());
    for (word, first, slot) in &looped.variables {
        let (name, first) = (at.emitter.fresh(word), at.emitter.variable(*first).value());
        before.extend(quote!(let mut #name = #first;));
        at.emitter.bind(*slot, &Operand::local(&name));
        variables.push(name);
    }
    let label = at.emitter.fresh("turn");
    let turning = Turning { label, state: state.clone(), variables, has_one: looped.has_one };
    let first = at.input.value();
    if looped.has_one {
        let result = at.emitter.fresh("value");
        let leave = &mut |value: Operand| {
            let (label, value) = (lifetime(&turning.label), value.value());
            quote!(break #label #value;)
        };
        let body = emit_turn(at, &looped.tail, &turning, &mut Next::new(leave));
        let rest = next.make(Operand::local(&result));
        return quote!(#before let mut #state = #first; let #result = #body; #rest);
    }
    at.emitter.shared(next, |next| {
        let body = emit_turn(at, &looped.tail, &turning, next);
        quote!(#before let mut #state = #first; #body)
    })
}

fn emit_turn(at: &At<'_>, tail: &Tail<'_>, turning: &Turning, next: &mut Next<'_>) -> TokenStream {
    let input = at.emitter.fresh("input");
    let (state, label) = (&turning.state, lifetime(&turning.label));
    let turn = at.on(Operand::local(&input));
    let (steps, body) = at.emitter.spent(|| emit_tail(&turn, tail, turning, next));
    quote!(#label: loop { #steps let #input = take(&mut #state); #body })
}

/// The part of a loop's turn that comes last; all ways through it end in `continue` or `break`.
fn emit_tail(at: &At<'_>, tail: &Tail<'_>, turning: &Turning, next: &mut Next<'_>) -> TokenStream {
    match tail {
        Tail::End(node) => {
            let last = emit_node(at, node, next);
            let end = end_of_turn(turning);
            quote!(#last #end)
        }
        Tail::Pipe(left, right) => {
            let (statements, value) = at.only(left);
            let (bound, value) = value.stable(at.emitter, "value");
            let rest = emit_tail(&at.on(value), right, turning, next);
            quote!(#statements #bound #rest)
        }
        Tail::PipeOfMaybe(left, right) => {
            let (left, value) = (at.maybe(left), at.emitter.fresh("value"));
            let rest = emit_tail(&at.on(Operand::local(&value)), right, turning, next);
            let label = lifetime(&turning.label);
            quote!(if let Some(#value) = #left { #rest } break #label;)
        }
        Tail::Comma(left, right) => {
            let left = emit_node(at, left, next);
            let right = emit_tail(at, right, turning, next);
            quote!(#left #right)
        }
        Tail::If(ways, otherwise) => {
            let mut code = TokenStream::new();
            for (condition, way) in ways {
                let condition = emit_condition(at, condition);
                let way = emit_tail(at, way, turning, next);
                code.extend(quote!(if #condition { #way } else));
            }
            let otherwise = emit_tail(at, otherwise, turning, next);
            quote!(#code { #otherwise })
        }
        Tail::Bind(source, slot, body) => {
            let (statements, value) = at.only(source);
            let (bound, value) = value.own(at.emitter, "value");
            at.emitter.bind(*slot, &value);
            let rest = emit_tail(at, body, turning, next);
            quote!(#statements #bound #rest)
        }
        Tail::Again(values) => emit_next_turn(at, values, turning),
    }
}

/// The statement that leaves the loop, unless the code of its only output does.
fn end_of_turn(turning: &Turning) -> TokenStream {
    if turning.has_one {
        return TokenStream::new();
    }
    let label = lifetime(&turning.label);
    quote!(break #label;)
}

/// The next turn of a loop.
fn emit_next_turn(at: &At<'_>, values: &[Node<'_>], turning: &Turning) -> TokenStream {
    let (mut computed, mut assigned) = (TokenStream::new(), TokenStream::new());
    for (value, variable) in values.iter().zip(&turning.variables) {
        let (name, value) = (at.emitter.fresh("value"), at.one(value));
        computed.extend(quote!(let #name = #value;));
        assigned.extend(quote!(#variable = #name;));
    }
    let (state, value, label) = (&turning.state, at.input.value(), lifetime(&turning.label));
    quote!(#computed #state = #value; #assigned continue #label;)
}

/// The label of a loop.
pub(super) fn lifetime(label: &Ident) -> TokenStream {
    let mark = proc_macro2::Punct::new('\'', proc_macro2::Spacing::Joint);
    quote!(#mark #label)
}
