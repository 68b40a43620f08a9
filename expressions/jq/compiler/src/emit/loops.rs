//! Definitions that call themselves as their last step, as loops.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::bind::variable_name;
use super::emitter::{At, Next, spent};
use super::operand::Operand;
use super::operators::emit_condition;
use super::scope::Target;
use super::value::emit_filter;
use crate::analysis::{self, Outputs};
use crate::syntax::{DefinitionId, Filter, Kind, Pattern};

/// True if all calls of itself in this part of a definition can become turns of a loop, given
/// the meanings of its parameters.
pub(super) fn can_loop<'p>(at: &At<'p>, filter: &'p Filter, definition: DefinitionId) -> bool {
    if !analysis::goes_on(filter, definition) {
        return true;
    }
    match &filter.kind {
        Kind::Pipe(left, right) => {
            at.outputs(left) != Outputs::Many && can_loop(at, right, definition)
        }
        Kind::Comma(_, right) => can_loop(at, right, definition),
        Kind::If(branches, otherwise) => {
            branches.iter().all(|(condition, branch)| {
                at.has_one(condition) && can_loop(at, branch, definition)
            }) && otherwise.iter().all(|branch| can_loop(at, branch, definition))
        }
        Kind::Bind { source, patterns, body } => {
            matches!(patterns.as_slice(), [Pattern::Variable(_)])
                && at.has_one(source)
                && can_loop(at, body, definition)
        }
        Kind::Call(_, arguments) => arguments
            .iter()
            .zip(&at.emitter.definition(definition).parameters)
            .all(|(argument, parameter)| parameter.variable.is_none() || at.has_one(argument)),
        _ => false,
    }
}

/// A definition that calls itself last as a loop: its input is the state.
pub(super) fn emit_looped(
    at: &At<'_>,
    definition: DefinitionId,
    next: &mut Next<'_>,
) -> TokenStream {
    let made = at.emitter.definition(definition);
    let state = at.emitter.fresh("state");
    let (mut before, mut inner, mut variables) = (TokenStream::new(), at.scope.clone(), Vec::new());
    for variable in made.parameters.iter().filter_map(|parameter| parameter.variable) {
        let (name, first) = (
            at.emitter.fresh(variable_name(at.emitter, variable)),
            at.scope.variable(variable).value(),
        );
        before.extend(quote!(let mut #name = #first;));
        inner = inner.with_variable(variable, &Operand::local(&name));
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
        let body = emit_turn(&inner, &made.body, definition, &mut Next::new(leave));
        let rest = next.make(Operand::local(&result));
        return quote!(#before let mut #state = #first; let #result = #body; #rest);
    }
    at.emitter.shared(next, |next| {
        let body = emit_turn(&inner, &made.body, definition, next);
        quote!(#before let mut #state = #first; #body)
    })
}

fn emit_turn<'p>(
    at: &At<'p>,
    body: &'p Filter,
    definition: DefinitionId,
    next: &mut Next<'_>,
) -> TokenStream {
    let target = at.scope.target(definition);
    let (input, state, label) = (at.emitter.fresh("input"), &target.state, lifetime(&target.label));
    let body = emit_tail(&at.on(Operand::local(&input)), body, definition, next);
    let steps = spent(&body);
    quote!(#label: loop { #steps let #input = take(&mut #state); #body })
}

/// The part of a loop's turn that comes last; all ways through it end in `continue` or `break`.
fn emit_tail<'p>(
    at: &At<'p>,
    filter: &'p Filter,
    definition: DefinitionId,
    next: &mut Next<'_>,
) -> TokenStream {
    if !analysis::goes_on(filter, definition) {
        let last = emit_filter(at, filter, next);
        let end = end_of_turn(at, definition);
        return quote!(#last #end);
    }
    match &filter.kind {
        Kind::Pipe(left, right) if at.has_one(left) => {
            let (statements, value) = at.only(left);
            let (bound, value) = value.stable(at.emitter, "value");
            let rest = emit_tail(&at.on(value), right, definition, next);
            quote!(#statements #bound #rest)
        }
        Kind::Pipe(left, right) => {
            let (left, value) = (at.maybe(left), at.emitter.fresh("value"));
            let rest = emit_tail(&at.on(Operand::local(&value)), right, definition, next);
            let label = lifetime(&at.scope.target(definition).label);
            quote!(if let Some(#value) = #left { #rest } break #label;)
        }
        Kind::Comma(left, right) => {
            let left = emit_filter(&at.lent(), left, next);
            let right = emit_tail(at, right, definition, next);
            quote!(#left #right)
        }
        Kind::If(branches, otherwise) => {
            let mut ways = TokenStream::new();
            for (condition, branch) in branches {
                let condition = emit_condition(at, condition);
                let branch = emit_tail(at, branch, definition, next);
                ways.extend(quote!(if #condition { #branch } else));
            }
            let otherwise = match otherwise {
                Some(filter) => emit_tail(at, filter, definition, next),
                None => {
                    let (last, end) = (next.make(at.input.clone()), end_of_turn(at, definition));
                    quote!(#last #end)
                }
            };
            quote!(#ways { #otherwise })
        }
        Kind::Bind { source, patterns, body } => {
            let (statements, value) = at.lent().only(source);
            let (bound, value) = value.own(at.emitter, "value");
            let inner = match patterns.as_slice() {
                [Pattern::Variable(variable)] => at.scope.with_variable(*variable, &value),
                _ => unreachable!("`can_loop` lets single variables through"),
            };
            let rest = emit_tail(&at.scoped(&inner), body, definition, next);
            quote!(#statements #bound #rest)
        }
        Kind::Call(_, arguments) => emit_next_turn(at, arguments, definition),
        _ => unreachable!("`can_loop` lets no other kind through"),
    }
}

/// The statement that leaves the loop, unless the code of its only output does.
fn end_of_turn(at: &At<'_>, definition: DefinitionId) -> TokenStream {
    if at.has_one(&at.emitter.definition(definition).body) {
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
    let by_value = at.emitter.definition(definition).parameters.iter().zip(arguments);
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
