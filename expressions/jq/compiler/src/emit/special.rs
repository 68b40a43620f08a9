//! Built-ins whose code the emitter builds itself.

use proc_macro2::TokenStream;
use quote::quote;

use super::emitter::{At, Next};
use super::operand::Operand;
use super::value::{emit_combinations, emit_each};
use crate::plan::tree::Node;

/// `range(from; to)`: the lower bound is the outer loop.
pub(super) fn emit_range(at: &At<'_>, bounds: &[Node<'_>; 2], next: &mut Next<'_>) -> TokenStream {
    emit_combinations(at, &bounds.each_ref(), &mut |bounds| {
        let bounds: Vec<_> = bounds.iter().map(Operand::borrow).collect();
        let number = at.emitter.fresh("number");
        let (steps, taken) = at.emitter.spent_besides(|| next.make(Operand::local(&number)));
        quote!(for #number in range(cx, #(#bounds),*)? { let #number = #number?; #steps #taken })
    })
}

/// `first(f)` of many outputs.
pub(super) fn emit_first(at: &At<'_>, node: &Node<'_>, next: &mut Next<'_>) -> TokenStream {
    let (found, first) = (at.emitter.fresh("found"), at.emitter.fresh("first"));
    let search = emit_each(at, node, &mut |value| {
        let value = value.value();
        quote!(#found = Some(#value); return Err(stop());)
    });
    let taken = next.make(Operand::local(&first));
    quote! {
        let mut #found: Option<Value> = None;
        let flow = (|| -> Flow { #search Ok(()) })();
        stopped(#found.is_some(), flow)?;
        if let Some(#first) = #found { #taken }
    }
}

/// `last(f)` of many outputs.
pub(super) fn emit_last(at: &At<'_>, node: &Node<'_>, next: &mut Next<'_>) -> TokenStream {
    let (found, last) = (at.emitter.fresh("found"), at.emitter.fresh("last"));
    let search = emit_each(at, node, &mut |value| {
        let value = value.value();
        quote!(#found = Some(#value);)
    });
    let taken = next.make(Operand::local(&last));
    quote!(let mut #found: Option<Value> = None; #search if let Some(#last) = #found { #taken })
}

/// `limit(count; f)`
pub(super) fn emit_limit(
    at: &At<'_>,
    count: &Node<'_>,
    node: &Node<'_>,
    next: &mut Next<'_>,
) -> TokenStream {
    emit_limited(at, count, &mut |counted| {
        let mut next = |value| counted(next.make(value));
        emit_each(at, node, &mut next)
    })
}

/// Code around a generator that stops it after a number of outputs. `outputs` makes the code of the
/// generator; the function that it gets counts an output, after the code that takes it, as in jq.
#[expect(clippy::type_complexity, reason = "a callback that gets a callback")]
pub(super) fn emit_limited(
    at: &At<'_>,
    count: &Node<'_>,
    outputs: &mut dyn FnMut(&dyn Fn(TokenStream) -> TokenStream) -> TokenStream,
) -> TokenStream {
    let [left, is_last, is_over] =
        ["left", "is_last", "is_over"].map(|word| at.emitter.fresh(word));
    let counted = |taken: TokenStream| {
        quote! {
            let #is_last = #left.is_last();
            #taken
            if #is_last {
                #is_over = true;
                return Err(stop());
            }
        }
    };
    let mut limited = |count: Operand| {
        let (count, outputs) = (count.borrow(), outputs(&counted));
        quote! {
            if let Some(mut #left) = limit(cx, #count)? {
                let mut #is_over = false;
                let flow = (|| -> Flow { #outputs Ok(()) })();
                stopped(#is_over, flow)?;
            }
        }
    };
    emit_each(at, count, &mut limited)
}

/// `isempty(f)`
pub(super) fn emit_is_empty(at: &At<'_>, node: &Node<'_>, next: &mut Next<'_>) -> TokenStream {
    let is_empty = at.emitter.fresh("is_empty");
    let search = emit_each(at, node, &mut |value| {
        let value = value.borrow();
        quote!(let _ = #value; #is_empty = false; return Err(stop());)
    });
    let rest = next.make(Operand::Once(code!(Value::Bool(#is_empty))));
    quote! {
        let mut #is_empty = true;
        let flow = (|| -> Flow { #search Ok(()) })();
        stopped(!#is_empty, flow)?;
        #rest
    }
}
