//! Calls: of natives, of filter parameters, and of definitions that become part of their callers.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::emitter::{Emitter, Next, spent};
use super::functions::Mode;
use super::operand::Operand;
use super::scope::{Argument, Code, Scope, Target};
use crate::expr::jq::analysis::{self, Outputs};
use crate::expr::jq::emit::bind::variable_name;
use crate::expr::jq::emit::functions::{function_name, own_arguments, with_closures};
use crate::expr::jq::emit::operators::emit_condition;
use crate::expr::jq::emit::paths::path_closure;
use crate::expr::jq::emit::special::emit_special;
use crate::expr::jq::emit::value::{emit_combinations, emit_filter};
use crate::expr::jq::parts::children;
use crate::expr::jq::syntax::{Callee, DefinitionId, Filter, Kind, Pattern};

/// Arguments of up to so many filters are put wherever they are used.
const SMALL: usize = 3;

/// A call.
pub(super) fn emit_call_of<'p>(
    emitter: &mut Emitter<'p>,
    callee: Callee,
    arguments: &'p [Filter],
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    match callee {
        Callee::Native(native) => emit_native(emitter, native, arguments, input, scope, next),
        Callee::Special(special) => emit_special(emitter, special, arguments, input, scope, next),
        Callee::Parameter(definition, index) => {
            let argument = scope.parameter((definition, index)).clone();
            emit_argument_use(emitter, &argument, input, next)
        }
        Callee::Definition(definition) if emitter.analysis.of(definition).is_inline => {
            emit_inline(emitter, definition, arguments, input, scope, next)
        }
        Callee::Definition(definition) => {
            emit_function_call(emitter, definition, arguments, input, scope, next)
        }
    }
}

/// A function of the runtime: the last argument is the outermost loop.
fn emit_native<'p>(
    emitter: &mut Emitter<'p>,
    native: &'static str,
    arguments: &'p [Filter],
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    let function = format_ident!("{}", native);
    let last_first: Vec<&'p Filter> = arguments.iter().rev().collect();
    let changes = matches!(native, "setpath" | "delpaths") && input.is_owned();
    let changes = changes && arguments.iter().all(|argument| emitter.has_one(argument, scope));
    emit_combinations(emitter, &last_first, &input.lent(), scope, &mut |emitter, values| {
        if changes {
            return emit_in_place_native(emitter, native, input, values, next);
        }
        let values = values.iter().rev().map(Operand::borrow);
        let input = input.borrow();
        next.make(emitter, Operand::Once(quote!(native::#function(cx, #input #(, #values)*)?)))
    })
}

/// `setpath`, `delpaths` of an input that nothing else needs: it is changed in place, so that
/// nothing may borrow from it any more.
fn emit_in_place_native<'p>(
    emitter: &mut Emitter<'p>,
    native: &'static str,
    input: &Operand,
    values: &[Operand],
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    let (mut before, mut handed) = (TokenStream::new(), Vec::new());
    for value in values.iter().rev() {
        let (bound, value) = value.lent().own(emitter, "value");
        before.extend(bound);
        handed.push(value.borrow());
    }
    let (function, input) = (format_ident!("{}_to", native), input.value());
    let rest =
        next.make(emitter, Operand::Once(quote!(paths::#function(cx, #input #(, #handed)*)?)));
    quote!(#before #rest)
}

/// A filter parameter, of this input.
pub(super) fn emit_argument_use<'p>(
    emitter: &mut Emitter<'p>,
    argument: &Argument<'p>,
    input: &Operand,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    match &argument.code {
        Code::Inline(filter, scope) => emit_filter(emitter, filter, input, scope, next),
        Code::One(name) => {
            let input = input.borrow();
            next.make(emitter, Operand::Once(quote!(#name(#input)?)))
        }
        Code::Many { name, is_local: true } => {
            let (input, emit) = (input.borrow(), emitter.consumer(next));
            quote!(#name(#input, #emit)?;)
        }
        Code::Many { name, is_local: false } => {
            // What a function is given may be made of what another call of it was given, and so
            // on.
            let (before, input) = input.clone().stable(emitter, "value");
            let (input, emit) = (input.borrow(), emitter.consumer(next));
            quote!(#before cx.deeper(&mut || #name(#input, #emit))?;)
        }
        Code::Paths { name, is_local } => {
            let (before, input) = input.clone().stable(emitter, "value");
            let (input, value) = (input.borrow(), emitter.fresh("value"));
            let taken = next.make(emitter, Operand::reference(&value));
            let called = quote! {
                #name(&Trail::off(), #input, &mut |_: &Trail<'_>, #value: &Value| -> Flow { #taken Ok(()) })
            };
            if *is_local {
                quote!(#before #called?;)
            } else {
                quote!(#before cx.deeper(&mut || #called)?;)
            }
        }
    }
}

/// The code of a definition in place of its call.
fn emit_inline<'p>(
    emitter: &mut Emitter<'p>,
    definition: DefinitionId,
    arguments: &'p [Filter],
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    let facts = emitter.analysis.of(definition);
    let (is_loop, as_paths) = (facts.is_loop, facts.uses_paths);
    let body = &emitter.definition(definition).body;
    with_arguments(
        emitter,
        definition,
        arguments,
        input,
        scope,
        as_paths,
        &mut |emitter, input, scope| {
            if !is_loop {
                return emit_filter(emitter, body, input, scope, next);
            }
            if can_loop(emitter, body, definition, scope) {
                return emit_looped(emitter, definition, input, scope, next);
            }
            let arguments = own_arguments(emitter, definition, as_paths, scope);
            emit_made_function_call(emitter, definition, &arguments, input, next)
        },
    )
}

/// Code with the parameters of a definition bound to arguments, its input handed through.
pub(super) fn with_arguments<'p>(
    emitter: &mut Emitter<'p>,
    definition: DefinitionId,
    arguments: &'p [Filter],
    input: &Operand,
    scope: &Scope<'p>,
    as_paths: bool,
    then: &mut dyn FnMut(&mut Emitter<'p>, &Operand, &Scope<'p>) -> TokenStream,
) -> TokenStream {
    let parameters = &emitter.definition(definition).parameters;
    let consumes = emitter.analysis.of(definition).consumes && input.is_owned();
    let by_value =
        parameters.iter().zip(arguments).filter(|(parameter, _)| parameter.variable.is_some());
    let values: Vec<&'p Filter> = by_value.map(|(_, argument)| argument).collect();
    let all_one = values.iter().all(|value| emitter.has_one(value, scope));
    emit_combinations(emitter, &values, &input.lent(), scope, &mut |emitter, values| {
        let (mut before, mut inner, mut values) =
            (TokenStream::new(), scope.clone(), values.iter());
        for ((index, parameter), argument) in (0..).zip(parameters).zip(arguments) {
            if let Some(variable) = parameter.variable {
                let Some(value) = values.next() else { continue };
                // A definition that writes to its input in place must not have its variables
                // borrow from it.
                let (bound, value) = if consumes {
                    value.lent().own(emitter, &parameter.name)
                } else {
                    (TokenStream::new(), value.lent())
                };
                before.extend(bound);
                inner = inner.with_variable(variable, &value);
            } else {
                let id = (definition, index);
                let (bound, argument) = argument_code(emitter, id, argument, scope, as_paths);
                before.extend(bound);
                inner = inner.with_parameter(id, argument);
            }
        }
        let input = if all_one { input.clone() } else { input.lent() };
        let rest = then(emitter, &input, &inner);
        quote!(#before #rest)
    })
}

/// The code of a filter parameter of an inlined definition. A large argument that is
/// used in several places becomes a local closure.
fn argument_code<'p>(
    emitter: &mut Emitter<'p>,
    (definition, index): analysis::ParameterId,
    filter: &'p Filter,
    scope: &Scope<'p>,
    as_paths: bool,
) -> (TokenStream, Argument<'p>) {
    let argument = match &filter.kind {
        Kind::Call(Callee::Parameter(owner, index), _) => scope.parameter((*owner, *index)).clone(),
        _ => emitter.inlined(filter, scope),
    };
    let uses =
        emitter.analysis.of(definition).uses.get(index as usize).copied().unwrap_or_default();
    let Code::Inline(filter, scope) = &argument.code else {
        return (TokenStream::new(), argument);
    };
    if uses <= 1 || weight(filter, scope) <= SMALL {
        return (TokenStream::new(), argument);
    }
    let name = emitter.fresh(
        emitter.definition(definition).parameters.get(index as usize).map_or("f", |p| &p.name),
    );
    let (closure, code, outputs) = if as_paths {
        let code = Code::Paths { name: name.clone(), is_local: true };
        (path_closure(emitter, filter, scope), code, Outputs::Many)
    } else if argument.outputs == Outputs::One {
        (emitter.closure_of_one(filter, scope), Code::One(name.clone()), Outputs::One)
    } else {
        let code = Code::Many { name: name.clone(), is_local: true };
        (emitter.closure(filter, scope), code, Outputs::Many)
    };
    (quote!(let #name = #closure;), Argument { code, outputs })
}

/// True if all calls of itself in this part of a definition can become turns of a loop, given
/// the meanings of its parameters.
pub(super) fn can_loop<'p>(
    emitter: &Emitter<'p>,
    filter: &'p Filter,
    definition: DefinitionId,
    scope: &Scope<'p>,
) -> bool {
    if !analysis::goes_on(filter, definition) {
        return true;
    }
    match &filter.kind {
        Kind::Pipe(left, right) => {
            emitter.outputs(left, scope) != Outputs::Many
                && can_loop(emitter, right, definition, scope)
        }
        Kind::Comma(_, right) => can_loop(emitter, right, definition, scope),
        Kind::If(branches, otherwise) => {
            branches.iter().all(|(condition, branch)| {
                emitter.has_one(condition, scope) && can_loop(emitter, branch, definition, scope)
            }) && otherwise.iter().all(|branch| can_loop(emitter, branch, definition, scope))
        }
        Kind::Bind { source, patterns, body } => {
            matches!(patterns.as_slice(), [Pattern::Variable(_)])
                && emitter.has_one(source, scope)
                && can_loop(emitter, body, definition, scope)
        }
        Kind::Call(_, arguments) => arguments
            .iter()
            .zip(&emitter.definition(definition).parameters)
            .all(|(argument, parameter)| {
                parameter.variable.is_none() || emitter.has_one(argument, scope)
            }),
        _ => false,
    }
}

/// A definition that calls itself last as a loop: its input is the state.
pub(super) fn emit_looped<'p>(
    emitter: &mut Emitter<'p>,
    definition: DefinitionId,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    let Emitter { program, .. } = *emitter;
    let Some(made) = program.definitions.get(definition.0 as usize) else {
        return TokenStream::new();
    };
    let state = emitter.fresh("state");
    let (mut before, mut inner, mut variables) = (TokenStream::new(), scope.clone(), Vec::new());
    for variable in made.parameters.iter().filter_map(|parameter| parameter.variable) {
        let (name, first) =
            (emitter.fresh(variable_name(emitter, variable)), scope.variable(variable).value());
        before.extend(quote!(let mut #name = #first;));
        inner = inner.with_variable(variable, &Operand::local(&name));
        variables.push(name);
    }
    let target = Rc::new(Target { label: emitter.fresh("turn"), state: state.clone(), variables });
    let inner = inner.with_loop(definition, &target);
    let first = input.value();
    if emitter.has_one(&made.body, &inner) {
        let result = emitter.fresh("value");
        let body = emit_turn(
            emitter,
            &made.body,
            definition,
            &inner,
            &mut Next::new(&mut |_, value| {
                let (label, value) = (lifetime(&target.label), value.value());
                quote!(break #label #value;)
            }),
        );
        let rest = next.make(emitter, Operand::local(&result));
        return quote!(#before let mut #state = #first; let #result = #body; #rest);
    }
    emitter.shared(next, |emitter, next| {
        let body = emit_turn(emitter, &made.body, definition, &inner, next);
        quote!(#before let mut #state = #first; #body)
    })
}

fn emit_turn<'p>(
    emitter: &mut Emitter<'p>,
    body: &'p Filter,
    definition: DefinitionId,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    let target = scope.target(definition);
    let (input, state, label) = (emitter.fresh("input"), &target.state, lifetime(&target.label));
    let body = emit_tail(emitter, body, definition, &Operand::local(&input), scope, next);
    let steps = spent(&body);
    quote!(#label: loop { #steps let #input = take(&mut #state); #body })
}

/// The part of a loop's turn that comes last; all ways through it end in `continue` or `break`.
#[expect(clippy::too_many_lines, reason = "one arm for each kind of filter")]
fn emit_tail<'p>(
    emitter: &mut Emitter<'p>,
    filter: &'p Filter,
    definition: DefinitionId,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    let target = scope.target(definition);
    let label = lifetime(&target.label);
    if !analysis::goes_on(filter, definition) {
        let end = if loop_has_one_output(emitter, definition, scope) {
            quote!()
        } else {
            quote!(break #label;)
        };
        let last = emit_filter(emitter, filter, input, scope, next);
        return quote!(#last #end);
    }
    match &filter.kind {
        Kind::Pipe(left, right) if emitter.has_one(left, scope) => {
            let (statements, value) = emitter.only(left, input, scope);
            let (bound, value) = value.stable(emitter, "value");
            let rest = emit_tail(emitter, right, definition, &value, scope, next);
            quote!(#statements #bound #rest)
        }
        Kind::Pipe(left, right) => {
            let (left, value) = (emitter.maybe(left, input, scope), emitter.fresh("value"));
            let rest = emit_tail(emitter, right, definition, &Operand::local(&value), scope, next);
            quote!(if let Some(#value) = #left { #rest } break #label;)
        }
        Kind::Comma(left, right) => {
            let left = emit_filter(emitter, left, &input.lent(), scope, next);
            let right = emit_tail(emitter, right, definition, input, scope, next);
            quote!(#left #right)
        }
        Kind::If(branches, otherwise) => {
            let mut ways = TokenStream::new();
            for (condition, branch) in branches {
                let condition = emit_condition(emitter, condition, input, scope);
                let branch = emit_tail(emitter, branch, definition, input, scope, next);
                ways.extend(quote!(if #condition { #branch } else));
            }
            let otherwise = match otherwise {
                Some(filter) => emit_tail(emitter, filter, definition, input, scope, next),
                None => {
                    let end = if loop_has_one_output(emitter, definition, scope) {
                        quote!()
                    } else {
                        quote!(break #label;)
                    };
                    let last = next.make(emitter, input.clone());
                    quote!(#last #end)
                }
            };
            quote!(#ways { #otherwise })
        }
        Kind::Bind { source, patterns, body } => {
            let (statements, value) = emitter.only(source, &input.lent(), scope);
            let (bound, value) = value.own(emitter, "value");
            let inner = match patterns.as_slice() {
                [Pattern::Variable(variable)] => scope.with_variable(*variable, &value),
                _ => unreachable!("`can_loop` lets single variables through"),
            };
            let rest = emit_tail(emitter, body, definition, input, &inner, next);
            quote!(#statements #bound #rest)
        }
        Kind::Call(_, arguments) => emit_next_turn(emitter, arguments, definition, input, scope),
        _ => unreachable!("`can_loop` lets no other kind through"),
    }
}

fn loop_has_one_output<'p>(
    emitter: &Emitter<'p>,
    definition: DefinitionId,
    scope: &Scope<'p>,
) -> bool {
    emitter.has_one(&emitter.definition(definition).body, scope)
}

/// The next turn of a loop.
fn emit_next_turn<'p>(
    emitter: &mut Emitter<'p>,
    arguments: &'p [Filter],
    definition: DefinitionId,
    input: &Operand,
    scope: &Scope<'p>,
) -> TokenStream {
    let target = scope.target(definition);
    let by_value = emitter.definition(definition).parameters.iter().zip(arguments);
    let by_value = by_value.filter(|(parameter, _)| parameter.variable.is_some());
    let (mut computed, mut assigned) = (TokenStream::new(), TokenStream::new());
    for ((_, argument), variable) in by_value.zip(&target.variables) {
        let (name, value) = (emitter.fresh("value"), emitter.one(argument, &input.lent(), scope));
        computed.extend(quote!(let #name = #value;));
        assigned.extend(quote!(#variable = #name;));
    }
    let (state, value, label) = (&target.state, input.value(), lifetime(&target.label));
    quote!(#computed #state = #value; #assigned continue #label;)
}

/// A definition's function, made or to be made, called with its arguments.
fn emit_function_call<'p>(
    emitter: &mut Emitter<'p>,
    definition: DefinitionId,
    arguments: &'p [Filter],
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    let as_paths = emitter.analysis.of(definition).uses_paths;
    with_closures(
        emitter,
        definition,
        arguments,
        input,
        scope,
        as_paths,
        &mut |emitter, input, arguments| {
            emit_made_function_call(emitter, definition, arguments, input, next)
        },
    )
}

/// The same with arguments as they are handed over.
fn emit_made_function_call<'p>(
    emitter: &mut Emitter<'p>,
    definition: DefinitionId,
    arguments: &[TokenStream],
    input: &Operand,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    let (function, facts) =
        (function_name(emitter, definition, Mode::Value), emitter.analysis.of(definition));
    let input = if facts.consumes { input.value() } else { input.borrow() };
    match facts.sum.closed() {
        Outputs::One => {
            next.make(emitter, Operand::Once(quote!(#function(cx, #input #(, #arguments)*)?)))
        }
        Outputs::Maybe => {
            let value = emitter.fresh("value");
            let taken = next.make(emitter, Operand::local(&value));
            quote!(if let Some(#value) = #function(cx, #input #(, #arguments)*)? { #taken })
        }
        Outputs::Many => {
            let emit = emitter.consumer(next);
            quote!(#function(cx, #input #(, #arguments)*, #emit)?;)
        }
    }
}

/// The label of a loop.
pub(super) fn lifetime(label: &Ident) -> TokenStream {
    let mark = proc_macro2::Punct::new('\'', proc_macro2::Spacing::Joint);
    quote!(#mark #label)
}

/// The amount of code that a filter makes where it is put; above `SMALL` it is not exact.
fn weight(filter: &Filter, scope: &Scope<'_>) -> usize {
    match &filter.kind {
        Kind::Call(Callee::Parameter(owner, index), _) => {
            match &scope.parameter((*owner, *index)).code {
                Code::Inline(filter, scope) => weight(filter, scope),
                Code::One(_) | Code::Many { .. } | Code::Paths { .. } => 1,
            }
        }
        Kind::Call(Callee::Definition(_), _) => SMALL + 1,
        _ => {
            let mut sum = 1;
            children(filter, &mut |child| {
                if sum <= SMALL {
                    sum += weight(child, scope);
                }
            });
            sum
        }
    }
}
