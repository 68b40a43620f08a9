//! Built-ins that the emitter makes itself.

use asl_language::jq::Special;
use proc_macro2::TokenStream;
use quote::quote;

use super::emitter::{Emitter, Next, spent_besides};
use super::operand::Operand;
use super::scope::Scope;
use crate::expr::jq::analysis::Outputs;
use crate::expr::jq::emit::paths::emit_paths_of;
use crate::expr::jq::emit::update::emit_delete;
use crate::expr::jq::emit::value::emit_each;
use crate::expr::jq::emit::value::{emit_combinations, emit_filter, emit_recurse};
use crate::expr::jq::syntax::{Filter, Kind};

/// `0`
static ZERO: Filter =
    Filter { kind: Kind::Literal(crate::expr::jq::syntax::Literal::Int(0)), place: 0..0 };

/// A call of a special, by its kind.
pub(super) fn emit_special<'p>(
    emitter: &mut Emitter<'p>,
    special: Special,
    arguments: &'p [Filter],
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    match (special, arguments) {
        (Special::Empty, _) => TokenStream::new(),
        (Special::Error, _) => {
            let error = input.value();
            quote!(return Err(Exit::Error(#error));)
        }
        (Special::Not, _) => {
            let condition = input.truth();
            next.make(emitter, Operand::Truth(quote!(!#condition)))
        }
        (Special::Recurse, _) => emit_recurse(emitter, input, next),
        (Special::RangeTo, [to]) => emit_range(emitter, [&ZERO, to], input, scope, next),
        (Special::Range, [from, to]) => emit_range(emitter, [from, to], input, scope, next),
        (Special::First, [filter]) => emit_first(emitter, filter, input, scope, next),
        (Special::Last, [filter]) => emit_last(emitter, filter, input, scope, next),
        (Special::Limit, [count, filter]) => emit_limit(emitter, count, filter, input, scope, next),
        (Special::IsEmpty, [filter]) => emit_is_empty(emitter, filter, input, scope, next),
        (Special::Path, [filter]) => emit_paths_of(emitter, filter, input, scope, next),
        (Special::Delete, [filter]) => emit_delete(emitter, filter, input, scope, next),
        (Special::ToStream, _) => {
            let (input, emit) = (input.borrow(), emitter.consumer(next));
            quote!(paths::tostream(cx, #input, #emit)?;)
        }
        (
            Special::RangeTo
            | Special::Range
            | Special::First
            | Special::Last
            | Special::Limit
            | Special::IsEmpty
            | Special::Path
            | Special::Delete,
            _,
        ) => unreachable!("specials are found by their arity"),
    }
}

/// `range(from; to)`: the lower bound is the outer loop.
fn emit_range<'p>(
    emitter: &mut Emitter<'p>,
    bounds: [&'p Filter; 2],
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    emit_combinations(emitter, &bounds, &input.lent(), scope, &mut |emitter, bounds| {
        let bounds: Vec<TokenStream> = bounds.iter().map(Operand::borrow).collect();
        let number = emitter.fresh("number");
        let taken = next.make(emitter, Operand::local(&number));
        let steps = spent_besides(&taken);
        quote!(for #number in range(cx, #(#bounds),*)? { let #number = #number?; #steps #taken })
    })
}

/// `first(f)`
fn emit_first<'p>(
    emitter: &mut Emitter<'p>,
    filter: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    if emitter.outputs(filter, scope) != Outputs::Many {
        return emit_filter(emitter, filter, input, scope, next);
    }
    let (found, first) = (emitter.fresh("found"), emitter.fresh("first"));
    let search = emit_each(emitter, filter, &input.lent(), scope, &mut |_, value| {
        let value = value.value();
        quote!(#found = Some(#value); return Err(stop());)
    });
    let taken = next.make(emitter, Operand::local(&first));
    quote! {
        let mut #found: Option<Value> = None;
        let flow = (|| -> Flow { #search Ok(()) })();
        stopped(#found.is_some(), flow)?;
        if let Some(#first) = #found { #taken }
    }
}

/// `last(f)`
fn emit_last<'p>(
    emitter: &mut Emitter<'p>,
    filter: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    if emitter.outputs(filter, scope) != Outputs::Many {
        return emit_filter(emitter, filter, input, scope, next);
    }
    let (found, last) = (emitter.fresh("found"), emitter.fresh("last"));
    let search = emit_each(emitter, filter, &input.lent(), scope, &mut |_, value| {
        let value = value.value();
        quote!(#found = Some(#value);)
    });
    let taken = next.make(emitter, Operand::local(&last));
    quote!(let mut #found: Option<Value> = None; #search if let Some(#last) = #found { #taken })
}

/// `limit(count; f)`
fn emit_limit<'p>(
    emitter: &mut Emitter<'p>,
    count: &'p Filter,
    filter: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    let input = input.lent();
    emit_limited(emitter, count, &input, scope, &mut |emitter, counted| {
        let mut next = |emitter: &mut Emitter<'p>, value| counted(next.make(emitter, value));
        emit_each(emitter, filter, &input, scope, &mut next)
    })
}

/// Code around a generator that stops it after a number of outputs. `outputs` makes the code of the
/// generator; the function that it gets counts an output, after the code that takes it, as in jq.
#[expect(clippy::type_complexity, reason = "a callback that gets a callback")]
pub(super) fn emit_limited<'p>(
    emitter: &mut Emitter<'p>,
    count: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    outputs: &mut dyn FnMut(&mut Emitter<'p>, &dyn Fn(TokenStream) -> TokenStream) -> TokenStream,
) -> TokenStream {
    let [left, is_last, is_over] = ["left", "is_last", "is_over"].map(|word| emitter.fresh(word));
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
    let mut limited = |emitter: &mut Emitter<'p>, count: Operand| {
        let (count, outputs) = (count.borrow(), outputs(emitter, &counted));
        quote! {
            if let Some(mut #left) = limit(cx, #count)? {
                let mut #is_over = false;
                let flow = (|| -> Flow { #outputs Ok(()) })();
                stopped(#is_over, flow)?;
            }
        }
    };
    emit_each(emitter, count, input, scope, &mut limited)
}

/// `isempty(f)`
fn emit_is_empty<'p>(
    emitter: &mut Emitter<'p>,
    filter: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    let is_empty = emitter.fresh("is_empty");
    let search = emit_each(emitter, filter, &input.lent(), scope, &mut |_, value| {
        let value = value.borrow();
        quote!(let _ = #value; #is_empty = false; return Err(stop());)
    });
    let rest = next.make(emitter, Operand::Once(quote!(Value::Bool(#is_empty))));
    quote! {
        let mut #is_empty = true;
        let flow = (|| -> Flow { #search Ok(()) })();
        stopped(!#is_empty, flow)?;
        #rest
    }
}
