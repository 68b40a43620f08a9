//! Steps of a path: `.name`, `.[key]`, `.[from:to]`, `.[]`, `..`.

use proc_macro2::TokenStream;
use quote::quote;

use super::{PathNext, Spot};
use crate::expr::jq::emit::emitter::Emitter;
use crate::expr::jq::emit::operand::Operand;
use crate::expr::jq::emit::paths::emit_each_path;
use crate::expr::jq::emit::paths::{path_consumer, path_consumer_there};
use crate::expr::jq::emit::scope::Scope;
use crate::expr::jq::emit::value::emit_combinations;
use crate::expr::jq::emit::value::emit_each;
use crate::expr::jq::syntax::{Filter, Kind, Literal};

pub(in crate::expr::jq::emit) fn emit_path_field<'p>(
    emitter: &mut Emitter<'p>,
    target: &'p Filter,
    name: &str,
    spot: &Spot,
    scope: &Scope<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    emit_each_path(emitter, target, spot, scope, &mut |emitter, spot| {
        let value = &spot.value;
        emit_step(
            emitter,
            &spot,
            &quote!(paths::Key::Name(#name)),
            &quote!(field(#value, #name)?),
            next,
        )
    })
}

/// One step from a spot to what `found`, an expression of type `&Value`, finds there.
fn emit_step<'p>(
    emitter: &mut Emitter<'p>,
    spot: &Spot,
    key: &TokenStream,
    found: &TokenStream,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    let check = check_access(spot, key);
    let (at, trail, value) = (&spot.trail, emitter.fresh("at"), emitter.fresh("value"));
    let to = Spot { trail: trail.clone(), is_trail: true, value: quote!(#value), is_there: true };
    let rest = next.make(emitter, to);
    quote! {
        #check
        let #value: &Value = #found;
        let #trail = #at.then(#key, #value);
        #rest
    }
}

pub(in crate::expr::jq::emit) fn emit_path_index<'p>(
    emitter: &mut Emitter<'p>,
    target: &'p Filter,
    index: &'p Filter,
    spot: &Spot,
    scope: &Scope<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    if let Kind::Literal(Literal::String(name)) = &index.kind {
        return emit_path_field(emitter, target, name, spot, scope, next);
    }
    emit_each(emitter, index, &spot.operand(), scope, &mut |emitter, index| {
        let (bound, index) = index.stable(emitter, "index");
        let (before, index) = index.place(emitter);
        let rest = emit_each_path(emitter, target, spot, scope, &mut |emitter, spot| {
            let (part, value) = (emitter.fresh("part"), &spot.value);
            let key = quote!(paths::Key::Value(#index));
            let check = check_access(&spot, &key);
            let there = Spot { is_there: true, ..spot.clone() };
            let rest = emit_step(emitter, &there, &key, &quote!(&#part), next);
            quote! {
                #check
                let #part = paths::index_of(cx, #value, #index)?;
                #rest
            }
        });
        quote!(#bound #before #rest)
    })
}

pub(in crate::expr::jq::emit) fn emit_path_slice<'p>(
    emitter: &mut Emitter<'p>,
    target: &'p Filter,
    bounds: [Option<&'p Filter>; 2],
    spot: &Spot,
    scope: &Scope<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    emit_bounds(emitter, bounds, &spot.operand(), scope, &mut |emitter, from, to| {
        emit_each_path(emitter, target, spot, scope, &mut |emitter, spot| {
            let (part, value) = (emitter.fresh("part"), &spot.value);
            let key = quote!(paths::Key::Slice(#from, #to));
            let check = check_access(&spot, &key);
            let there = Spot { is_there: true, ..spot.clone() };
            let rest = emit_step(emitter, &there, &key, &quote!(&#part), next);
            quote! {
                #check
                let #part = slice(cx, #value, #from, #to)?;
                #rest
            }
        })
    })
}

pub(in crate::expr::jq::emit) fn emit_path_iterate<'p>(
    emitter: &mut Emitter<'p>,
    target: &'p Filter,
    spot: &Spot,
    scope: &Scope<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    emit_each_path(emitter, target, spot, scope, &mut |emitter, spot| {
        let (at, value, taken) = (spot.at(), &spot.value, path_consumer_there(emitter, next));
        quote!(paths::emit_each(cx, #at, #value, #taken)?;)
    })
}

pub(in crate::expr::jq::emit) fn emit_path_recurse<'p>(
    emitter: &mut Emitter<'p>,
    spot: &Spot,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    let (at, value, taken) = (spot.at(), &spot.value, path_consumer(emitter, next));
    quote!(paths::emit_recurse(cx, #at, #value, #taken)?;)
}

/// Code with the bounds of a slice, expressions of type `Option<&Value>`: the lower one is the
/// outer loop.
fn emit_bounds<'p>(
    emitter: &mut Emitter<'p>,
    bounds: [Option<&'p Filter>; 2],
    input: &Operand,
    scope: &Scope<'p>,
    then: &mut dyn FnMut(&mut Emitter<'p>, &TokenStream, &TokenStream) -> TokenStream,
) -> TokenStream {
    let filters: Vec<&'p Filter> = bounds.iter().flatten().copied().collect();
    emit_combinations(emitter, &filters, input, scope, &mut |emitter, values| {
        let (mut before, mut values) = (TokenStream::new(), values.iter());
        let [from, to] = bounds.map(|bound| match bound.and_then(|_| values.next()) {
            None => quote!(None),
            Some(value) => {
                let (statements, value) = value.place(emitter);
                before.extend(statements);
                quote!(Some(#value))
            }
        });
        let rest = then(emitter, &from, &to);
        quote!(#before #rest)
    })
}

/// Refuses to go into a value that no path leads to, unless it is known that one does.
fn check_access(spot: &Spot, key: &TokenStream) -> TokenStream {
    if spot.is_there {
        return TokenStream::new();
    }
    let (trail, value) = (&spot.trail, &spot.value);
    quote!(#trail.check_access(#value, #key)?;)
}
