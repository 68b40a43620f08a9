//! Control flow in path mode.

use proc_macro2::TokenStream;
use quote::quote;

use super::pattern::emit_bound_paths;
use super::{Spot, emit_each_path, emit_path_node, emit_settled};
use crate::emit::code::{Code, Value};
use crate::emit::control::emit_branch;
use crate::emit::emitter::{At, Next, emitting};
use crate::plan::tree::{Bound, Branches, PathNode};

/// `try body catch handler`; what takes the outputs is not guarded.
pub(super) fn emit_path_try(
    at: &At<'_, Spot>,
    body: &PathNode<'_>,
    handler: Option<&PathNode<'_>>,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    let Some(handler) = handler else {
        let attempt = emit_path_attempt(at, body, next);
        return quote!(#attempt;);
    };
    at.emitter.shared(next, |next| {
        let attempt = emit_path_attempt(at, body, next);
        let error = at.emitter.fresh("error");
        let take = &mut |spot| emit_path_node(&at.on(spot), handler, next);
        let caught = emit_settled(at, &code!(&#error), &quote!(Passed), &mut Next::new(take));
        quote!(if let Some(#error) = #attempt { #caught })
    })
}

/// The error of a guarded filter.
fn emit_path_attempt(
    at: &At<'_, Spot>,
    body: &PathNode<'_>,
    next: &mut Next<'_, Spot>,
) -> Code<Option<Value>> {
    let (taken, emit) = (at.emitter.consumer(next), at.emitter.fresh("emit"));
    let body = emitting(&quote!(#emit), &quote!(#emit), |next| emit_path_node(at, body, next));
    code!(paths::attempt(|#emit: &mut EmitPath<'_>| -> Flow { #body Ok(()) }, #taken)?)
}

/// `left // right`
pub(super) fn emit_path_alternative(
    at: &At<'_, Spot>,
    left: &PathNode<'_>,
    right: &PathNode<'_>,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    at.emitter.shared(next, |next| {
        let found = at.emitter.fresh("found");
        let left = emit_each_path(at, left, &mut |spot| {
            let value = spot.value.clone();
            let taken = next.make(spot);
            quote! {
                if is_true(#value) {
                    #found = true;
                    #taken
                }
            }
        });
        let right = emit_path_node(at, right, next);
        quote! {
            let mut #found = false;
            #left
            if !#found { #right }
        }
    })
}

/// `if c then a elif .. else b end`
pub(super) fn emit_path_branches<'p>(
    at: &At<'_, Spot>,
    branches: &Branches<'p, PathNode<'p>>,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    let Branches { ways, otherwise, .. } = branches;
    at.emitter.shared(next, |next| {
        let input = at.on(at.input.operand());
        let is_nothing = &|node: &PathNode<'_>| node.is_nothing();
        emit_branch(&input, (ways, otherwise), is_nothing, &mut |way| emit_path_node(at, way, next))
    })
}

/// `source as patterns | body`: the source is no part of the path. Its facts: whether taking it
/// apart is a step, and whether it may be the input.
pub(super) fn emit_path_bind(
    at: &At<'_, Spot>,
    source: (&Bound<'_>, bool, bool),
    body: &PathNode<'_>,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    at.emitter
        .shared(next, |next| emit_bound_paths(at, source, &mut |at| emit_path_node(at, body, next)))
}
