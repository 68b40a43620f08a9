//! Control flow in path mode.

use proc_macro2::TokenStream;
use quote::quote;

use super::pattern::emit_bound_paths;
use super::{Spot, emit_each_path, emit_filter_paths, emit_settled};
use crate::emit::control::emit_branch;
use crate::emit::emitter::{At, Next, emitting};
use crate::syntax::{Filter, Pattern};

/// `try body catch handler`; what takes the outputs is not guarded.
pub(super) fn emit_path_try<'p>(
    at: &At<'p, Spot>,
    body: &'p Filter,
    handler: Option<&'p Filter>,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    let Some(handler) = handler else {
        let attempt = emit_path_attempt(at, body, next);
        return quote!(#attempt;);
    };
    at.emitter.shared(next, |next| {
        let attempt = emit_path_attempt(at, body, next);
        let error = at.emitter.fresh("error");
        let take = &mut |spot| emit_filter_paths(&at.on(spot), handler, next);
        let caught = emit_settled(at, &quote!(&#error), &quote!(Passed), &mut Next::new(take));
        quote!(if let Some(#error) = #attempt { #caught })
    })
}

/// The error of a guarded filter, as an expression of type `Option<Value>`.
fn emit_path_attempt<'p>(
    at: &At<'p, Spot>,
    body: &'p Filter,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    let (taken, emit) = (at.emitter.consumer(next), at.emitter.fresh("emit"));
    let body = emitting(&quote!(#emit), &quote!(#emit), |next| emit_filter_paths(at, body, next));
    quote!(paths::attempt(|#emit: &mut EmitPath<'_>| -> Flow { #body Ok(()) }, #taken)?)
}

/// `left // right`
pub(super) fn emit_path_alternative<'p>(
    at: &At<'p, Spot>,
    left: &'p Filter,
    right: &'p Filter,
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
        let right = emit_filter_paths(at, right, next);
        quote! {
            let mut #found = false;
            #left
            if !#found { #right }
        }
    })
}

/// `if c then a elif .. else b end`
pub(super) fn emit_path_branches<'p>(
    at: &At<'p, Spot>,
    branches: &'p [(Filter, Filter)],
    otherwise: Option<&'p Filter>,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    at.emitter.shared(next, |next| {
        let input = at.on(at.input.operand());
        emit_branch(&input, branches, otherwise, &mut |_, branch| match branch {
            Some(branch) => emit_filter_paths(at, branch, next),
            None => next.make(at.input.clone()),
        })
    })
}

/// `source as patterns | body`: the source is no part of the path.
pub(super) fn emit_path_bind<'p>(
    at: &At<'p, Spot>,
    source: &'p Filter,
    patterns: &'p [Pattern],
    body: &'p Filter,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    at.emitter.shared(next, |next| {
        emit_bound_paths(at, source, patterns, &mut |at| emit_filter_paths(at, body, next))
    })
}
