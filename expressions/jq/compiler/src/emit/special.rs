//! Built-ins whose code the emitter builds itself.

use asl_language::jq::Special;
use proc_macro2::TokenStream;
use quote::quote;

use super::emitter::{At, Next, spent_besides};
use super::operand::Operand;
use crate::analysis::Outputs;
use crate::emit::paths::emit_paths_of;
use crate::emit::update::emit_delete;
use crate::emit::value::{emit_combinations, emit_each, emit_filter, emit_recurse};
use crate::syntax::{Filter, Kind, Literal};

/// `0`
static ZERO: Filter = Filter { kind: Kind::Literal(Literal::Int(0)), place: 0..0 };

/// A call of a special, by its kind.
pub(super) fn emit_special<'p>(
    at: &At<'p>,
    special: Special,
    arguments: &'p [Filter],
    next: &mut Next<'_>,
) -> TokenStream {
    match (special, arguments) {
        (Special::Empty, _) => TokenStream::new(),
        (Special::Error, _) => {
            let error = at.input.value();
            quote!(return Err(Exit::Error(#error));)
        }
        (Special::Not, _) => {
            let condition = at.input.truth();
            next.make(Operand::Truth(quote!(!#condition)))
        }
        (Special::Recurse, _) => emit_recurse(at, next),
        (Special::RangeTo, [to]) => emit_range(at, [&ZERO, to], next),
        (Special::Range, [from, to]) => emit_range(at, [from, to], next),
        (Special::First, [filter]) => emit_first(at, filter, next),
        (Special::Last, [filter]) => emit_last(at, filter, next),
        (Special::Limit, [count, filter]) => emit_limit(at, count, filter, next),
        (Special::IsEmpty, [filter]) => emit_is_empty(at, filter, next),
        (Special::Path, [filter]) => emit_paths_of(at, filter, next),
        (Special::Delete, [filter]) => emit_delete(at, filter, next),
        (Special::ToStream, _) => {
            let (input, emit) = (at.input.borrow(), at.emitter.consumer(next));
            quote!(paths::tostream(cx, #input, #emit)?;)
        }
        _ => unreachable!("specials are found by their arity"),
    }
}

/// `range(from; to)`: the lower bound is the outer loop.
fn emit_range<'p>(at: &At<'p>, bounds: [&'p Filter; 2], next: &mut Next<'_>) -> TokenStream {
    emit_combinations(&at.lent(), &bounds, &mut |bounds| {
        let bounds: Vec<TokenStream> = bounds.iter().map(Operand::borrow).collect();
        let number = at.emitter.fresh("number");
        let taken = next.make(Operand::local(&number));
        let steps = spent_besides(&taken);
        quote!(for #number in range(cx, #(#bounds),*)? { let #number = #number?; #steps #taken })
    })
}

/// `first(f)`
fn emit_first<'p>(at: &At<'p>, filter: &'p Filter, next: &mut Next<'_>) -> TokenStream {
    if at.outputs(filter) != Outputs::Many {
        return emit_filter(at, filter, next);
    }
    let (found, first) = (at.emitter.fresh("found"), at.emitter.fresh("first"));
    let search = emit_each(&at.lent(), filter, &mut |value| {
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

/// `last(f)`
fn emit_last<'p>(at: &At<'p>, filter: &'p Filter, next: &mut Next<'_>) -> TokenStream {
    if at.outputs(filter) != Outputs::Many {
        return emit_filter(at, filter, next);
    }
    let (found, last) = (at.emitter.fresh("found"), at.emitter.fresh("last"));
    let search = emit_each(&at.lent(), filter, &mut |value| {
        let value = value.value();
        quote!(#found = Some(#value);)
    });
    let taken = next.make(Operand::local(&last));
    quote!(let mut #found: Option<Value> = None; #search if let Some(#last) = #found { #taken })
}

/// `limit(count; f)`
fn emit_limit<'p>(
    at: &At<'p>,
    count: &'p Filter,
    filter: &'p Filter,
    next: &mut Next<'_>,
) -> TokenStream {
    let at = &at.lent();
    emit_limited(at, count, &mut |counted| {
        let mut next = |value| counted(next.make(value));
        emit_each(at, filter, &mut next)
    })
}

/// Code around a generator that stops it after a number of outputs. `outputs` makes the code of the
/// generator; the function that it gets counts an output, after the code that takes it, as in jq.
#[expect(clippy::type_complexity, reason = "a callback that gets a callback")]
pub(super) fn emit_limited<'p>(
    at: &At<'p>,
    count: &'p Filter,
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
fn emit_is_empty<'p>(at: &At<'p>, filter: &'p Filter, next: &mut Next<'_>) -> TokenStream {
    let is_empty = at.emitter.fresh("is_empty");
    let search = emit_each(&at.lent(), filter, &mut |value| {
        let value = value.borrow();
        quote!(let _ = #value; #is_empty = false; return Err(stop());)
    });
    let rest = next.make(Operand::Once(quote!(Value::Bool(#is_empty))));
    quote! {
        let mut #is_empty = true;
        let flow = (|| -> Flow { #search Ok(()) })();
        stopped(!#is_empty, flow)?;
        #rest
    }
}
