//! Calls: of natives, of filter parameters, and of definitions that become part of their callers.

use asl_language::jq::Native;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::emitter::{At, Next};
use super::functions::{Mode, function_name, own_arguments, parameter_name, with_closures};
use super::loops::emit_looped;
use super::operand::Operand;
use super::paths::path_closure;
use super::special::emit_special;
use super::value::{emit_combinations, emit_filter};
use super::views::emit_keyed_native;
use crate::analysis::{Outputs, ParameterId};
use crate::plan::{self, Argument, Closure, Code, NativeCall, Search, Wanted};
use crate::syntax::{Callee, DefinitionId, Filter};

/// A call.
pub(super) fn emit_call_of<'p>(
    at: &At<'p>,
    callee: Callee,
    arguments: &'p [Filter],
    next: &mut Next<'_>,
) -> TokenStream {
    match callee {
        Callee::Native(native) => emit_native(at, native, arguments, next),
        Callee::Special(special) => emit_special(at, special, arguments, next),
        Callee::Parameter(definition, index) => {
            let argument = at.scope.parameter((definition, index)).clone();
            emit_argument_use(at, &argument, next)
        }
        Callee::Definition(definition) if at.emitter.facts.analysis.of(definition).is_inline => {
            emit_inline(at, definition, arguments, next)
        }
        Callee::Definition(definition) => emit_function_call(at, definition, arguments, next),
    }
}

/// A function of the runtime: the last argument is the outermost loop.
fn emit_native<'p>(
    at: &At<'p>,
    native: Native,
    arguments: &'p [Filter],
    next: &mut Next<'_>,
) -> TokenStream {
    let plan = plan::native(&at.site(), native, arguments, at.input.form());
    if !matches!(plan, NativeCall::Plain) {
        at.emitter.note(&native.function, &plan);
    }
    match &plan {
        NativeCall::Keyed(keys) => return emit_keyed_native(at, native, *keys, next),
        NativeCall::Search(search) => return next.make(emit_search(at, search)),
        NativeCall::ListLength => {
            let Operand::View { name, .. } = &at.input else { unreachable!("it is a list") };
            return next.make(Operand::Once(quote!(Value::Int(#name.len() as i64))));
        }
        NativeCall::InPlace | NativeCall::Plain => {}
    }
    let function = format_ident!("{}", native.function);
    let last_first: Vec<&'p Filter> = arguments.iter().rev().collect();
    emit_combinations(&at.lent(), &last_first, &mut |values| {
        if matches!(plan, NativeCall::InPlace) {
            return emit_in_place_native(at, native, values, next);
        }
        let values = values.iter().rev().map(Operand::borrow);
        let input = at.input.borrow();
        next.make(Operand::Tried(quote!(native::#function(cx, #input #(, #values)*))))
    })
}

/// A search for a constant pattern: a static of the program.
fn emit_search(at: &At<'_>, search: &Search<'_>) -> Operand {
    let mut statics = at.emitter.statics.borrow_mut();
    let pattern = statics.pattern(search.pattern, search.modifiers);
    let input = at.input.borrow();
    match search.wanted {
        Wanted::Text(text) => Operand::Tried(quote!(#pattern.replace(cx, #input, #text))),
        Wanted::Matches => Operand::Tried(quote!(#pattern.matches(cx, #input))),
        Wanted::Truth => Operand::Truth(quote!(#pattern.is_in(cx, #input)?)),
    }
}

/// `setpath`, `delpaths` of an input that nothing else needs: it is changed in place, so that
/// nothing may borrow from it any more.
fn emit_in_place_native(
    at: &At<'_>,
    native: Native,
    values: &[Operand],
    next: &mut Next<'_>,
) -> TokenStream {
    let (mut before, mut handed) = (TokenStream::new(), Vec::new());
    for value in values.iter().rev() {
        let (bound, value) = value.lent().own(at.emitter, "value");
        before.extend(bound);
        handed.push(value.borrow());
    }
    let (function, input) = (format_ident!("{}_to", native.function), at.input.value());
    let rest = next.make(Operand::Tried(quote!(paths::#function(cx, #input #(, #handed)*))));
    quote!(#before #rest)
}

/// A filter parameter, of this input.
pub(super) fn emit_argument_use<'p>(
    at: &At<'p>,
    argument: &Argument<'p>,
    next: &mut Next<'_>,
) -> TokenStream {
    let At { emitter, input, .. } = at;
    match &argument.code {
        Code::Inline(filter, scope) => emit_filter(&at.scoped(scope), filter, next),
        Code::Closure { kind: Closure::One, name, .. } => {
            let input = input.borrow();
            next.make(Operand::Tried(quote!(#name(#input))))
        }
        Code::Closure { kind: Closure::Many, name, is_local: true } => {
            let (input, emit) = (input.borrow(), emitter.consumer(next));
            quote!(#name(#input, #emit)?;)
        }
        Code::Closure { kind: Closure::Many, name, is_local: false } => {
            // An argument of a function may be computed from an argument of another call of it, and
            // so on.
            let (before, input) = input.clone().stable(emitter, "value");
            let (input, emit) = (input.borrow(), emitter.consumer(next));
            quote!(#before cx.deeper(&mut || #name(#input, #emit))?;)
        }
        Code::Closure { kind: Closure::Paths, name, is_local } => {
            let (before, input) = input.clone().stable(emitter, "value");
            let (input, value) = (input.borrow(), emitter.fresh("value"));
            let taken = next.make(Operand::reference(&value));
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
    at: &At<'p>,
    definition: DefinitionId,
    arguments: &'p [Filter],
    next: &mut Next<'_>,
) -> TokenStream {
    let facts = at.emitter.facts.analysis.of(definition);
    let (is_loop, as_paths) = (facts.is_loop, facts.uses_paths);
    let body = &at.emitter.facts.definition(definition).body;
    with_arguments(at, definition, arguments, as_paths, &mut |at| {
        if !is_loop {
            return emit_filter(at, body, next);
        }
        if let Some(tail) = plan::tail(&at.site(), body, definition) {
            at.emitter.note(&at.emitter.facts.definition(definition).name, &"a loop in its caller");
            return emit_looped(at, definition, &tail, next);
        }
        let arguments = own_arguments(at, definition, as_paths);
        emit_made_function_call(at, definition, &arguments, next)
    })
}

/// Code with the parameters of a definition bound to arguments, its input handed through.
pub(super) fn with_arguments<'p>(
    at: &At<'p>,
    definition: DefinitionId,
    arguments: &'p [Filter],
    as_paths: bool,
    then: &mut dyn FnMut(&At<'p>) -> TokenStream,
) -> TokenStream {
    let parameters = &at.emitter.facts.definition(definition).parameters;
    with_values(at, definition, arguments, &mut |at, values| {
        let (mut before, mut inner, mut values) =
            (TokenStream::new(), at.scope.clone(), values.iter());
        for ((index, parameter), argument) in (0..).zip(parameters).zip(arguments) {
            if let Some(variable) = parameter.variable {
                let Some(value) = values.next() else { continue };
                inner = at.emitter.bound(&inner, variable, value);
            } else {
                let id = (definition, index);
                let (bound, argument) = argument_code(at, id, argument, as_paths);
                before.extend(bound);
                inner = inner.with_parameter(id, argument);
            }
        }
        let rest = then(&at.scoped(&inner));
        quote!(#before #rest)
    })
}

/// Code with the values of the `$` parameters of a definition, its input handed through.
pub(super) fn with_values<'p>(
    at: &At<'p>,
    definition: DefinitionId,
    arguments: &'p [Filter],
    then: &mut dyn FnMut(&At<'p>, &[Operand]) -> TokenStream,
) -> TokenStream {
    let parameters = &at.emitter.facts.definition(definition).parameters;
    let pairs = || parameters.iter().zip(arguments).filter(|(one, _)| one.variable.is_some());
    let filters: Vec<&'p Filter> = pairs().map(|(_, argument)| argument).collect();
    let all_one = filters.iter().all(|filter| at.has_one(filter));
    let owns = at.site().owns_values(definition, at.input.form());
    emit_combinations(&at.lent(), &filters, &mut |values| {
        let (mut before, mut kept) = (TokenStream::new(), Vec::new());
        for ((parameter, _), value) in pairs().zip(values) {
            let mut value = value.lent();
            if owns {
                let (bound, owned) = value.own(at.emitter, &parameter.name);
                before.extend(bound);
                value = owned;
            }
            kept.push(value);
        }
        let rest = then(&if all_one { at.clone() } else { at.lent() }, &kept);
        quote!(#before #rest)
    })
}

/// The code of a filter parameter of an inlined definition. A large argument that is
/// used in several places becomes a local closure.
fn argument_code<'p>(
    at: &At<'p>,
    id: ParameterId,
    filter: &'p Filter,
    as_paths: bool,
) -> (TokenStream, Argument<'p>) {
    let emitter = at.emitter;
    let argument = at.site().argument(filter);
    let closure = plan::closure_of(&emitter.facts, id, &argument, as_paths);
    let (Some(kind), Code::Inline(filter, scope)) = (closure, &argument.code) else {
        return (TokenStream::new(), argument);
    };
    at.note(filter, &kind);
    let name = emitter.fresh(parameter_name(emitter, id));
    let closure = match kind {
        Closure::Paths => path_closure(emitter, filter, scope),
        Closure::One => emitter.closure_of_one(filter, scope),
        Closure::Many => emitter.closure(filter, scope),
    };
    (quote!(let #name = #closure;), kind.named(&name))
}

/// A definition's function, made or to be made, called with its arguments.
fn emit_function_call<'p>(
    at: &At<'p>,
    definition: DefinitionId,
    arguments: &'p [Filter],
    next: &mut Next<'_>,
) -> TokenStream {
    let as_paths = at.emitter.facts.analysis.of(definition).uses_paths;
    with_closures(at, definition, arguments, as_paths, &mut |at, arguments| {
        emit_made_function_call(at, definition, arguments, next)
    })
}

/// The same with arguments as they are handed over.
fn emit_made_function_call(
    at: &At<'_>,
    definition: DefinitionId,
    arguments: &[TokenStream],
    next: &mut Next<'_>,
) -> TokenStream {
    let At { emitter, input, .. } = at;
    let (function, facts) =
        (function_name(emitter, definition, Mode::Value), emitter.facts.analysis.of(definition));
    let input = if facts.consumes { input.value() } else { input.borrow() };
    match facts.outputs {
        Outputs::One => next.make(Operand::Tried(quote!(#function(cx, #input #(, #arguments)*)))),
        Outputs::Maybe => {
            let value = emitter.fresh("value");
            let taken = next.make(Operand::local(&value));
            quote!(if let Some(#value) = #function(cx, #input #(, #arguments)*)? { #taken })
        }
        Outputs::Many => {
            let emit = emitter.consumer(next);
            quote!(#function(cx, #input #(, #arguments)*, #emit)?;)
        }
    }
}
