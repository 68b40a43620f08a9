//! Arrays of outputs that only a built-in reads: the outputs are taken one by one, and no array is
//! made.
//!
//! In jq all outputs exist before the built-in sees the first one. So what takes them here keeps its
//! own error until the end, in case the generator fails later.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::call::with_arguments;
use super::code::{Code, Ref};
use super::emitter::{At, Next};
use super::operand::Operand;
use super::value::{emit_each, emit_node};
use crate::plan::tree::{Aggregate, Taker};

/// The items, what takes them, and the rest of the pipe.
pub(super) fn emit_aggregate(
    at: &At<'_>,
    aggregate: &Aggregate<'_>,
    next: &mut Next<'_>,
) -> TokenStream {
    let (statements, output) = emit_taken(at, aggregate);
    let Some(rest) = &aggregate.rest else {
        let taken = next.make(output);
        return quote!(#statements #taken);
    };
    let (bound, output) = output.stable(at.emitter, "value");
    let rest = emit_node(&at.on(output), rest, next);
    quote!(#statements #bound #rest)
}

fn emit_taken(at: &At<'_>, aggregate: &Aggregate<'_>) -> (TokenStream, Operand) {
    match aggregate.taker {
        Taker::Count => {
            let count = at.emitter.fresh("count");
            let items = emit_items(at, aggregate, &mut |item| {
                let item = item.borrow();
                quote!(let _ = #item; #count += 1;)
            });
            let value = Operand::Once(code!(Value::Int(#count)));
            (quote!(let mut #count = 0_i64; #items), value)
        }
        Taker::Sum => fold(at, aggregate, ["Sum", "add", "total"], None),
        Taker::Joined(separator) => {
            let separator = at.emitter.statics.borrow_mut().operand(separator).borrow();
            fold(at, aggregate, ["Joined", "push", "text"], Some(&separator))
        }
        Taker::Entries => {
            let name = at.emitter.fresh("entries");
            let items = emit_items(at, aggregate, &mut |item| {
                if let Operand::Entry { key, value } = &item {
                    let (key, value) = (key.value(), value.value());
                    return quote!(#name.add(cx, #key, #value)?;);
                }
                let item = item.borrow();
                quote!(#name.push(cx, #item)?;)
            });
            let object = Operand::Tried(code!(#name.object(cx)));
            (quote!(let mut #name = Entries::default(); #items), object)
        }
        Taker::Any => {
            let name = at.emitter.fresh("any");
            let items = emit_items(at, aggregate, &mut |item| {
                let truth = item.truth();
                quote!(#name |= #truth;)
            });
            (quote!(let mut #name = false; #items), Operand::Flag(name))
        }
        Taker::All => {
            let name = at.emitter.fresh("all");
            let items = emit_items(at, aggregate, &mut |item| {
                let truth = item.truth();
                quote!(#name &= #truth;)
            });
            (quote!(let mut #name = true; #items), Operand::Flag(name))
        }
    }
}

/// A type of the runtime that takes the outputs, with its methods that take one and that end it.
fn fold(
    at: &At<'_>,
    aggregate: &Aggregate<'_>,
    names: [&str; 3],
    argument: Option<&Code<Ref>>,
) -> (TokenStream, Operand) {
    let [word, ..] = names;
    let [taker, take, end] = names.map(|name| format_ident!("{name}"));
    let name = at.emitter.fresh(word);
    let argument = argument.into_iter();
    let items = emit_items(at, aggregate, &mut |item| {
        let (item, argument) = (item.borrow(), argument.clone());
        quote!(#name.#take(cx, #(#argument,)* #item)?;)
    });
    (quote!(let mut #name = #taker::default(); #items), Operand::Tried(code!(#name.#end(cx))))
}

/// The code of the generator in the array, with what takes each output.
fn emit_items(
    at: &At<'_>,
    aggregate: &Aggregate<'_>,
    take: &mut dyn FnMut(Operand) -> TokenStream,
) -> TokenStream {
    let mut items = || emit_each(at, &aggregate.items, take);
    match &aggregate.arguments {
        Some(arguments) => with_arguments(at, arguments, &mut items),
        None => items(),
    }
}
