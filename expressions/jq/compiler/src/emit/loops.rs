//! Definitions that call themselves as their last step, as loops.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::bind::variable_name;
use super::emitter::{At, Next, spent};
use super::operand::Operand;
use super::operators::emit_condition;
use super::value::emit_filter;
use crate::plan::{Tail, Target};
use crate::syntax::{DefinitionId, Filter};

/// A definition that calls itself last as a loop: its input is the state.
pub(super) fn emit_looped<'p>(
    at: &At<'p>,
    definition: DefinitionId,
    tail: &Tail<'p>,
    next: &mut Next<'_>,
) -> TokenStream {
    let made = at.emitter.facts.definition(definition);
    let state = at.emitter.fresh("state");
    let (mut before, mut inner, mut variables) = (TokenStream::new(), at.scope.clone(), Vec::new());
    for variable in made.parameters.iter().filter_map(|parameter| parameter.variable) {
        let (name, first) =
            (at.emitter.fresh(variable_name(at.emitter, variable)), at.variable(variable).value());
        before.extend(quote!(let mut #name = #first;));
        inner = at.emitter.bound(&inner, variable, &Operand::local(&name));
        variables.push(name);
    }
    let target =
        Rc::new(Target { label: at.emitter.fresh("turn"), state: state.clone(), variables });
    let inner = at.scoped(&inner.with_loop(definition, &target));
    let first = at.input.value();
    if inner.has_one(&made.body) {
        let result = at.emitter.fresh("value");
        let leave = &mut |value: Operand| {
            let (label, value) = (lifetime(&target.label), value.value());
            quote!(break #label #value;)
        };
        let body = emit_turn(&inner, tail, definition, &mut Next::new(leave));
        let rest = next.make(Operand::local(&result));
        return quote!(#before let mut #state = #first; let #result = #body; #rest);
    }
    at.emitter.shared(next, |next| {
        let body = emit_turn(&inner, tail, definition, next);
        quote!(#before let mut #state = #first; #body)
    })
}

fn emit_turn<'p>(
    at: &At<'p>,
    tail: &Tail<'p>,
    definition: DefinitionId,
    next: &mut Next<'_>,
) -> TokenStream {
    let target = at.scope.target(definition);
    let (input, state, label) = (at.emitter.fresh("input"), &target.state, lifetime(&target.label));
    let body = emit_tail(&at.on(Operand::local(&input)), tail, definition, next);
    let steps = spent(&body);
    quote!(#label: loop { #steps let #input = take(&mut #state); #body })
}

/// The part of a loop's turn that comes last; all ways through it end in `continue` or `break`.
fn emit_tail<'p>(
    at: &At<'p>,
    tail: &Tail<'p>,
    definition: DefinitionId,
    next: &mut Next<'_>,
) -> TokenStream {
    match tail {
        Tail::End(filter) => {
            let last = emit_filter(at, filter, next);
            let end = end_of_turn(at, definition);
            quote!(#last #end)
        }
        Tail::EndOfInput => {
            let (last, end) = (next.make(at.input.clone()), end_of_turn(at, definition));
            quote!(#last #end)
        }
        Tail::Pipe(left, right) => {
            let (statements, value) = at.only(left);
            let (bound, value) = value.stable(at.emitter, "value");
            let rest = emit_tail(&at.on(value), right, definition, next);
            quote!(#statements #bound #rest)
        }
        Tail::PipeOfMaybe(left, right) => {
            let (left, value) = (at.maybe(left), at.emitter.fresh("value"));
            let rest = emit_tail(&at.on(Operand::local(&value)), right, definition, next);
            let label = lifetime(&at.scope.target(definition).label);
            quote!(if let Some(#value) = #left { #rest } break #label;)
        }
        Tail::Comma(left, right) => {
            let left = emit_filter(&at.lent(), left, next);
            let right = emit_tail(at, right, definition, next);
            quote!(#left #right)
        }
        Tail::If(ways, otherwise) => {
            let mut code = TokenStream::new();
            for (condition, way) in ways {
                let condition = emit_condition(at, condition);
                let way = emit_tail(at, way, definition, next);
                code.extend(quote!(if #condition { #way } else));
            }
            let otherwise = emit_tail(at, otherwise, definition, next);
            quote!(#code { #otherwise })
        }
        Tail::Bind(source, variable, body) => {
            let (statements, value) = at.lent().only(source);
            let (bound, value) = value.own(at.emitter, "value");
            let inner = at.emitter.bound(&at.scope, *variable, &value);
            let rest = emit_tail(&at.scoped(&inner), body, definition, next);
            quote!(#statements #bound #rest)
        }
        Tail::Again(arguments) => emit_next_turn(at, arguments, definition),
    }
}

/// The statement that leaves the loop, unless the code of its only output does.
fn end_of_turn(at: &At<'_>, definition: DefinitionId) -> TokenStream {
    if at.has_one(&at.emitter.facts.definition(definition).body) {
        return TokenStream::new();
    }
    let label = lifetime(&at.scope.target(definition).label);
    quote!(break #label;)
}

/// The next turn of a loop.
fn emit_next_turn<'p>(
    at: &At<'p>,
    arguments: &'p [Filter],
    definition: DefinitionId,
) -> TokenStream {
    let target = at.scope.target(definition);
    let by_value = at.emitter.facts.definition(definition).parameters.iter().zip(arguments);
    let by_value = by_value.filter(|(parameter, _)| parameter.variable.is_some());
    let (mut computed, mut assigned) = (TokenStream::new(), TokenStream::new());
    for ((_, argument), variable) in by_value.zip(&target.variables) {
        let (name, value) = (at.emitter.fresh("value"), at.lent().one(argument));
        computed.extend(quote!(let #name = #value;));
        assigned.extend(quote!(#variable = #name;));
    }
    let (state, value, label) = (&target.state, at.input.value(), lifetime(&target.label));
    quote!(#computed #state = #value; #assigned continue #label;)
}

/// The label of a loop.
pub(super) fn lifetime(label: &Ident) -> TokenStream {
    let mark = proc_macro2::Punct::new('\'', proc_macro2::Spacing::Joint);
    quote!(#mark #label)
}
