//! Calls: of natives, of closures, and of definitions that become part of their callers.

use asl_language::jq::Native;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::emitter::{At, Emitter, Next};
use super::functions::{function_name, with_handed};
use super::operand::Operand;
use super::paths::path_closure;
use super::value::{emit_combinations, emit_node};
use crate::analysis::Outputs;
use crate::plan::tree::{
    Arguments, Body, Call, Closure, ClosureKind, Node, Search, Values, Wanted,
};

/// A function of the runtime: the last argument is the outermost loop.
pub(super) fn emit_native(
    at: &At<'_>,
    native: Native,
    arguments: &[Node<'_>],
    is_in_place: bool,
    next: &mut Next<'_>,
) -> TokenStream {
    let function = format_ident!("{}", native.function);
    let last_first: Vec<&Node<'_>> = arguments.iter().collect();
    emit_combinations(at, &last_first, &mut |values| {
        if is_in_place {
            return emit_in_place_native(at, native, values, next);
        }
        let values = values.iter().rev().map(Operand::borrow);
        let input = at.input.borrow();
        next.make(Operand::Tried(code!(native::#function(cx, #input #(, #values)*))))
    })
}

/// A search for a constant pattern: a static of the program.
pub(super) fn emit_search(at: &At<'_>, search: &Search<'_>) -> Operand {
    let mut statics = at.emitter.statics.borrow_mut();
    let pattern = statics.pattern(search.pattern, search.modifiers);
    let input = at.input.borrow();
    match search.wanted {
        Wanted::Text(text) => Operand::Tried(code!(#pattern.replace(cx, #input, #text))),
        Wanted::Matches => Operand::Tried(code!(#pattern.matches(cx, #input))),
        Wanted::Truth => Operand::Truth(code!(#pattern.is_in(cx, #input)?)),
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
    let rest = next.make(Operand::Tried(code!(paths::#function(cx, #input #(, #handed)*))));
    quote!(#before #rest)
}

/// A closure, called with this input.
pub(super) fn emit_use(at: &At<'_>, closure: Closure, next: &mut Next<'_>) -> TokenStream {
    let (At { emitter, input }, Closure { kind, slot, is_local }) = (at, closure);
    let name = emitter.local(slot);
    match (kind, is_local) {
        (ClosureKind::One, _) => {
            let input = input.borrow();
            next.make(Operand::Tried(code!(#name(#input))))
        }
        (ClosureKind::Many, true) => {
            let (input, emit) = (input.borrow(), emitter.consumer(next));
            quote!(#name(#input, #emit)?;)
        }
        (ClosureKind::Many, false) => {
            // An argument of a function may be computed from an argument of another call of it, and
            // so on.
            let (before, input) = input.clone().stable(emitter, "value");
            let (input, emit) = (input.borrow(), emitter.consumer(next));
            quote!(#before cx.deeper(&mut || #name(#input, #emit))?;)
        }
        (ClosureKind::Paths, _) => {
            let (before, input) = input.clone().stable(emitter, "value");
            let (input, value) = (input.borrow(), emitter.fresh("value"));
            let taken = next.make(Operand::reference(&value));
            let called = quote! {
                #name(&Trail::off(), #input, &mut |_: &Trail<'_>, #value: &Value| -> Flow { #taken Ok(()) })
            };
            if is_local {
                quote!(#before #called?;)
            } else {
                quote!(#before cx.deeper(&mut || #called)?;)
            }
        }
    }
}

/// The code of a definition in place of its call.
pub(super) fn emit_inline(
    at: &At<'_>,
    arguments: &Arguments<'_>,
    body: &Node<'_>,
    next: &mut Next<'_>,
) -> TokenStream {
    with_arguments(at, arguments, &mut || emit_node(at, body, next))
}

/// Code with the parameters of a definition bound to arguments.
pub(super) fn with_arguments(
    at: &At<'_>,
    arguments: &Arguments<'_>,
    then: &mut dyn FnMut() -> TokenStream,
) -> TokenStream {
    with_values(at, &arguments.values, &mut |values| {
        let mut before = TokenStream::new();
        for (part, value) in arguments.values.parts.iter().zip(values) {
            at.emitter.bind(part.slot, value);
        }
        for closure in &arguments.closures {
            let name = at.emitter.fresh(closure.name);
            let body = match &closure.body {
                Body::Values(node) if closure.kind == ClosureKind::One => {
                    at.emitter.closure_of_one(node)
                }
                body => emit_closure(at.emitter, body),
            };
            at.emitter.name(closure.slot, &name);
            before.extend(quote!(let #name = #body;));
        }
        let rest = then();
        quote!(#before #rest)
    })
}

/// A closure that hands its outputs over.
pub(super) fn emit_closure(emitter: &Emitter<'_>, body: &Body<'_>) -> TokenStream {
    match body {
        Body::Values(node) => emitter.closure(node),
        Body::Paths(paths) => path_closure(emitter, paths),
    }
}

/// Code with the values of the `$` parameters of a definition.
pub(super) fn with_values(
    at: &At<'_>,
    values: &Values<'_>,
    then: &mut dyn FnMut(&[Operand]) -> TokenStream,
) -> TokenStream {
    let filters: Vec<&Node<'_>> = values.parts.iter().map(|part| &part.node).collect();
    emit_combinations(at, &filters, &mut |operands| {
        let (mut before, mut kept) = (TokenStream::new(), Vec::new());
        for (part, value) in values.parts.iter().zip(operands) {
            let mut value = value.lent();
            if values.owns {
                let (bound, owned) = value.own(at.emitter, part.name);
                before.extend(bound);
                value = owned;
            }
            kept.push(value);
        }
        let rest = then(&kept);
        quote!(#before #rest)
    })
}

/// A definition's function, made or to be made, called with its arguments.
pub(super) fn emit_call(at: &At<'_>, call: &Call<'_>, next: &mut Next<'_>) -> TokenStream {
    let at = &at.lent_if(!call.values.is_one());
    with_handed(at, call, &mut |arguments| {
        let At { emitter, input } = at;
        let function = function_name(emitter, call);
        let input = if call.consumes { input.value().tokens() } else { input.borrow().tokens() };
        match call.outputs {
            Outputs::One => {
                next.make(Operand::Tried(code!(#function(cx, #input #(, #arguments)*))))
            }
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
    })
}
