//! Arrays of outputs that only a built-in reads: the outputs are taken one by one, and no array is
//! made.
//!
//! In jq all outputs exist before the built-in sees the first one. So what takes them here keeps its
//! own error until the end, in case the generator fails later.

use asl_language::jq::BuiltInId;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::call::with_arguments;
use super::emitter::{At, Next};
use super::operand::Operand;
use super::value::{emit_each, emit_filter};
use crate::parts::commas;
use crate::syntax::{Callee, Filter, Kind, Literal};

/// `[items] | length`, `add`, `any`, `all`, `from_entries` or `join("text")`, and what comes after
/// it; none for another pipe.
pub(super) fn emit_aggregate<'p>(
    at: &At<'p>,
    array: &'p Filter,
    taker: &'p Filter,
    next: &mut Next<'_>,
) -> Option<TokenStream> {
    let (taker, rest) = match &taker.kind {
        Kind::Pipe(taker, rest) => (&**taker, Some(&**rest)),
        _ => (taker, None),
    };
    let Kind::Call(Callee::Native(native), arguments) = &taker.kind else { return None };
    let parts = match (native.id?, arguments.as_slice()) {
        (BuiltInId::Length, []) => count(at, array),
        (BuiltInId::Sum, []) => fold(at, array, "Sum", &[], "total"),
        (BuiltInId::FromEntries, []) => entries(at, array),
        (BuiltInId::Any, []) => truth(at, array, false),
        (BuiltInId::All, []) => truth(at, array, true),
        (BuiltInId::Join, [Filter { kind: Kind::Literal(separator @ Literal::String(_)), .. }]) => {
            let separator = at.emitter.statics.borrow_mut().operand(separator).borrow();
            fold(at, array, "Joined", &[separator], "text")
        }
        _ => None,
    };
    let (statements, output) = parts?;
    let Some(rest) = rest else {
        let taken = next.make(output);
        return Some(quote!(#statements #taken));
    };
    let (bound, output) = output.stable(at.emitter, "value");
    let rest = emit_filter(&at.on(output), rest, next);
    Some(quote!(#statements #bound #rest))
}

/// The number of outputs.
fn count<'p>(at: &At<'p>, array: &'p Filter) -> Option<(TokenStream, Operand)> {
    let count = at.emitter.fresh("count");
    let items = emit_items(at, array, &mut |item| {
        let item = item.borrow();
        quote!(let _ = #item; #count += 1;)
    })?;
    Some((quote!(let mut #count = 0_i64; #items), Operand::Once(quote!(Value::Int(#count)))))
}

/// A type of the runtime that takes the outputs, and the method that ends it.
fn fold<'p>(
    at: &At<'p>,
    array: &'p Filter,
    taker: &str,
    arguments: &[TokenStream],
    end: &str,
) -> Option<(TokenStream, Operand)> {
    let (name, taker, end) =
        (at.emitter.fresh(taker), format_ident!("{taker}"), format_ident!("{end}"));
    let take = format_ident!("{}", if taker == "Sum" { "add" } else { "push" });
    let items = emit_items(at, array, &mut |item| {
        let item = item.borrow();
        quote!(#name.#take(cx, #(#arguments,)* #item)?;)
    })?;
    Some((
        quote!(let mut #name = #taker::default(); #items),
        Operand::Once(quote!(#name.#end(cx)?)),
    ))
}

/// The object of the outputs, which may be entries that are no objects.
fn entries<'p>(at: &At<'p>, array: &'p Filter) -> Option<(TokenStream, Operand)> {
    let name = at.emitter.fresh("entries");
    let items = emit_items(at, array, &mut |item| {
        if let Operand::Entry { key, value } = &item {
            let (key, value) = (key.value(), value.value());
            return quote!(#name.add(cx, #key, #value)?;);
        }
        let item = item.borrow();
        quote!(#name.push(cx, #item)?;)
    })?;
    let object = Operand::Once(quote!(#name.object(cx)?));
    Some((quote!(let mut #name = Entries::default(); #items), object))
}

/// `any`, or `all`.
fn truth<'p>(at: &At<'p>, array: &'p Filter, is_all: bool) -> Option<(TokenStream, Operand)> {
    let name = at.emitter.fresh(if is_all { "all" } else { "any" });
    let items = emit_items(at, array, &mut |item| {
        let truth = item.truth();
        if is_all { quote!(#name &= #truth;) } else { quote!(#name |= #truth;) }
    })?;
    Some((quote!(let mut #name = #is_all; #items), Operand::Flag(name)))
}

/// The code of the generator in an array, with what takes each output; none if the filter is no
/// array of a generator.
fn emit_items<'p>(
    at: &At<'p>,
    array: &'p Filter,
    take: &mut dyn FnMut(Operand) -> TokenStream,
) -> Option<TokenStream> {
    match &array.kind {
        Kind::Array(Some(items)) => emit_items_of(at, items, take),
        // Such as `map(f)`.
        Kind::Call(Callee::Definition(definition), arguments) => {
            let facts = at.emitter.analysis.of(*definition);
            let callee = at.emitter.definition(*definition);
            let Kind::Array(Some(items)) = &callee.body.kind else { return None };
            let has_values = callee.parameters.iter().any(|parameter| parameter.variable.is_some());
            if !facts.is_inline || facts.is_loop || has_values {
                return None;
            }
            let mut code = None;
            let before = with_arguments(at, *definition, arguments, facts.uses_paths, &mut |at| {
                code = emit_items_of(at, items, take);
                code.clone().unwrap_or_default()
            });
            code.map(|_| before)
        }
        _ => None,
    }
}

fn emit_items_of<'p>(
    at: &At<'p>,
    items: &'p Filter,
    take: &mut dyn FnMut(Operand) -> TokenStream,
) -> Option<TokenStream> {
    let is_generator = !commas(items).iter().all(|item| at.has_one(item));
    is_generator.then(|| emit_each(&at.lent(), items, take))
}
