//! Control flow in path mode.

use proc_macro2::TokenStream;
use quote::quote;

use super::{PathNext, Spot};
use crate::expr::jq::emit::bind::emit_bound_outputs;
use crate::expr::jq::emit::control::emit_branch;
use crate::expr::jq::emit::emitter::Emitter;
use crate::expr::jq::emit::paths::emit_each_path;
use crate::expr::jq::emit::paths::{
    emit_filter_paths, emit_settled, emit_shared_path, emitting_paths, path_consumer,
};
use crate::expr::jq::emit::scope::Scope;
use crate::expr::jq::syntax::{Filter, Pattern};

/// `try body catch handler`; what takes the outputs is not guarded.
pub(in crate::expr::jq::emit) fn emit_path_try<'p>(
    emitter: &mut Emitter<'p>,
    body: &'p Filter,
    handler: Option<&'p Filter>,
    spot: &Spot,
    scope: &Scope<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    let Some(handler) = handler else {
        let attempt = emit_path_attempt(emitter, body, spot, scope, next);
        return quote!(#attempt;);
    };
    emit_shared_path(emitter, next, |emitter, next| {
        let attempt = emit_path_attempt(emitter, body, spot, scope, next);
        let error = emitter.fresh("error");
        let caught = emit_settled(
            emitter,
            spot,
            &quote!(&#error),
            &quote!(Passed),
            &mut PathNext::new(&mut |emitter, spot| {
                emit_filter_paths(emitter, handler, &spot, scope, next)
            }),
        );
        quote!(if let Some(#error) = #attempt { #caught })
    })
}

/// The error of a guarded filter, as an expression of type `Option<Value>`.
fn emit_path_attempt<'p>(
    emitter: &mut Emitter<'p>,
    body: &'p Filter,
    spot: &Spot,
    scope: &Scope<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    let (taken, emit) = (path_consumer(emitter, next), emitter.fresh("emit"));
    let body = emitting_paths(emitter, &quote!(#emit), &quote!(#emit), |emitter, next| {
        emit_filter_paths(emitter, body, spot, scope, next)
    });
    quote!(paths::attempt(|#emit: &mut EmitPath<'_>| -> Flow { #body Ok(()) }, #taken)?)
}

/// `left // right`
pub(in crate::expr::jq::emit) fn emit_path_alternative<'p>(
    emitter: &mut Emitter<'p>,
    left: &'p Filter,
    right: &'p Filter,
    spot: &Spot,
    scope: &Scope<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    emit_shared_path(emitter, next, |emitter, next| {
        let found = emitter.fresh("found");
        let left = emit_each_path(emitter, left, spot, scope, &mut |emitter, spot| {
            let value = spot.value.clone();
            let taken = next.make(emitter, spot);
            quote! {
                if is_true(#value) {
                    #found = true;
                    #taken
                }
            }
        });
        let right = emit_filter_paths(emitter, right, spot, scope, next);
        quote! {
            let mut #found = false;
            #left
            if !#found { #right }
        }
    })
}

/// `if c then a elif .. else b end`
pub(in crate::expr::jq::emit) fn emit_path_branches<'p>(
    emitter: &mut Emitter<'p>,
    branches: &'p [(Filter, Filter)],
    otherwise: Option<&'p Filter>,
    spot: &Spot,
    scope: &Scope<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    emit_shared_path(emitter, next, |emitter, next| {
        let input = spot.operand();
        emit_branch(emitter, branches, otherwise, &input, scope, &mut |emitter, branch, _| {
            match branch {
                Some(branch) => emit_filter_paths(emitter, branch, spot, scope, next),
                None => next.make(emitter, spot.clone()),
            }
        })
    })
}

/// `source as patterns | body`: what is bound is no part of the path.
pub(in crate::expr::jq::emit) fn emit_path_bind<'p>(
    emitter: &mut Emitter<'p>,
    source: &'p Filter,
    patterns: &'p [Pattern],
    body: &'p Filter,
    spot: &Spot,
    scope: &Scope<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    emit_shared_path(emitter, next, |emitter, next| {
        emit_bound_outputs(
            emitter,
            source,
            patterns,
            &spot.operand(),
            scope,
            &mut |emitter, scope| emit_filter_paths(emitter, body, spot, scope, next),
        )
    })
}
