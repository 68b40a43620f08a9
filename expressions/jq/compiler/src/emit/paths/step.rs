//! Steps of a path: `.name`, `.[key]`, `.[from:to]`, `.[]`, `..`.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Spot, consumer_there, emit_each_path};
use crate::emit::emitter::{At, Emitter, Next};
use crate::emit::value::{emit_combinations, emit_each};
use crate::plan::tree::{Bounds, Node, PathNode};

pub(super) fn emit_path_field(
    at: &At<'_, Spot>,
    target: &PathNode<'_>,
    name: &str,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    emit_each_path(at, target, &mut |spot| {
        let value = &spot.value;
        let step = Step::new(quote!(paths::Key::Name(#name)), quote!(field(#value, #name)?));
        emit_step(at.emitter, &spot, &step, next)
    })
}

/// A step of a path.
pub(super) struct Step {
    /// An expression of type `Key<'_>`.
    key: TokenStream,
    /// An expression of the value at that key.
    found: TokenStream,
}

impl Step {
    pub(super) fn new(key: TokenStream, found: TokenStream) -> Self {
        Self { key, found }
    }
}

/// One step from a spot, to an expression of type `&Value`.
pub(super) fn emit_step(
    emitter: &Emitter<'_>,
    spot: &Spot,
    Step { key, found }: &Step,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    let check = check_access(spot, key);
    let (at, trail, value) = (&spot.trail, emitter.fresh("at"), emitter.fresh("value"));
    let to = Spot { is_trail: true, is_there: true, ..Spot::of(emitter, &trail, &value) };
    let rest = next.make(to);
    quote! {
        #check
        let #value: &Value = #found;
        let #trail = #at.then(#key, #value);
        #rest
    }
}

/// The same, to an expression of type `Value`.
pub(super) fn emit_made_step(
    emitter: &Emitter<'_>,
    spot: &Spot,
    Step { key, found }: Step,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    let (part, check) = (emitter.fresh("part"), check_access(spot, &key));
    let there = Spot { is_there: true, ..spot.clone() };
    let rest = emit_step(emitter, &there, &Step::new(key, quote!(&#part)), next);
    quote!(#check let #part = #found; #rest)
}

pub(super) fn emit_path_index(
    at: &At<'_, Spot>,
    target: &PathNode<'_>,
    index: &Node<'_>,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    emit_each(&at.on(at.input.operand()), index, &mut |index| {
        let (bound, index) = index.stable(at.emitter, "index");
        let (before, index) = index.place(at.emitter);
        let rest = emit_each_path(at, target, &mut |spot| {
            let value = &spot.value;
            let found = quote!(paths::index_of(cx, #value, #index)?);
            let step = Step::new(quote!(paths::Key::Value(#index)), found);
            emit_made_step(at.emitter, &spot, step, next)
        });
        quote!(#bound #before #rest)
    })
}

pub(super) fn emit_path_slice(
    at: &At<'_, Spot>,
    target: &PathNode<'_>,
    bounds: &Bounds<'_>,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    emit_bounds(&at.on(at.input.operand()), bounds, &mut |from, to| {
        emit_each_path(at, target, &mut |spot| {
            let value = &spot.value;
            let found = quote!(slice(cx, #value, #from, #to)?);
            let step = Step::new(quote!(paths::Key::Slice(#from, #to)), found);
            emit_made_step(at.emitter, &spot, step, next)
        })
    })
}

pub(super) fn emit_path_iterate(
    at: &At<'_, Spot>,
    target: &PathNode<'_>,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    emit_each_path(at, target, &mut |spot| {
        let (trail, value, taken) = (spot.at(), &spot.value, consumer_there(at.emitter, next));
        quote!(paths::emit_each(cx, #trail, #value, #taken)?;)
    })
}

pub(super) fn emit_path_recurse(at: &At<'_, Spot>, next: &mut Next<'_, Spot>) -> TokenStream {
    let (trail, value, taken) = (at.input.at(), &at.input.value, at.emitter.consumer(next));
    quote!(paths::emit_recurse(cx, #trail, #value, #taken)?;)
}

/// Code with the bounds of a slice, expressions of type `Option<&Value>`: the lower one is the
/// outer loop.
fn emit_bounds(
    at: &At<'_>,
    bounds: &Bounds<'_>,
    then: &mut dyn FnMut(&TokenStream, &TokenStream) -> TokenStream,
) -> TokenStream {
    let filters: Vec<&Node<'_>> = bounds.iter().flatten().collect();
    emit_combinations(at, &filters, &mut |values| {
        let (mut before, mut values) = (TokenStream::new(), values.iter());
        let [from, to] =
            bounds.each_ref().map(|bound| match bound.as_ref().and_then(|_| values.next()) {
                None => quote!(None),
                Some(value) => {
                    let (statements, value) = value.place(at.emitter);
                    before.extend(statements);
                    quote!(Some(#value))
                }
            });
        let rest = then(&from, &to);
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
