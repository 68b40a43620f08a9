//! Control flow in path mode.

use proc_macro2::TokenStream;
use quote::quote;

use super::{PathNext, Spot};
use crate::expr::jq::emit::emitter::Emitter;
use crate::expr::jq::emit::scope::Scope;
use crate::expr::jq::syntax::{Filter, LabelId, Pattern};

impl<'p> Emitter<'p> {
    /// `try body catch handler`; what takes the outputs is not guarded.
    pub(super) fn path_try(
        &mut self,
        body: &'p Filter,
        handler: Option<&'p Filter>,
        spot: &Spot,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        let Some(handler) = handler else {
            let attempt = self.path_attempt(body, spot, scope, next);
            return quote!(#attempt;);
        };
        self.shared_path(next, |emitter, next| {
            let attempt = emitter.path_attempt(body, spot, scope, next);
            let error = emitter.fresh("error");
            let caught = emitter.settled(
                spot,
                &quote!(&#error),
                &quote!(Passed),
                &mut PathNext::new(&mut |emitter, spot| {
                    emitter.each_path(handler, &spot, scope, next)
                }),
            );
            quote!(if let Some(#error) = #attempt { #caught })
        })
    }

    /// What a guarded filter fails with, as an expression of type `Option<Value>`.
    fn path_attempt(
        &mut self,
        body: &'p Filter,
        spot: &Spot,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        let (taken, emit) = (self.path_consumer(next), self.fresh("emit"));
        let body = self.emitting_paths(&quote!(#emit), &quote!(#emit), |emitter, next| {
            emitter.each_path(body, spot, scope, next)
        });
        quote!(paths::attempt(|#emit: &mut EmitPath<'_>| -> Flow { #body Ok(()) }, #taken)?)
    }

    /// `left // right`
    pub(super) fn path_alternative(
        &mut self,
        left: &'p Filter,
        right: &'p Filter,
        spot: &Spot,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        self.shared_path(next, |emitter, next| {
            let found = emitter.fresh("found");
            let left = emitter.each_path(
                left,
                spot,
                scope,
                &mut PathNext::new(&mut |emitter, spot| {
                    let value = spot.value.clone();
                    let taken = next.make(emitter, spot);
                    quote! {
                        if is_true(#value) {
                            #found = true;
                            #taken
                        }
                    }
                }),
            );
            let right = emitter.each_path(right, spot, scope, next);
            quote! {
                let mut #found = false;
                #left
                if !#found { #right }
            }
        })
    }

    pub(super) fn path_branches(
        &mut self,
        branches: &'p [(Filter, Filter)],
        otherwise: Option<&'p Filter>,
        spot: &Spot,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        self.shared_path(next, |emitter, next| {
            emitter.path_branch(branches, otherwise, spot, scope, next)
        })
    }

    /// The first branch, and in its `else` the others.
    fn path_branch(
        &mut self,
        branches: &'p [(Filter, Filter)],
        otherwise: Option<&'p Filter>,
        spot: &Spot,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        let Some(((condition, branch), rest)) = branches.split_first() else {
            return match otherwise {
                Some(otherwise) => self.each_path(otherwise, spot, scope, next),
                None => next.make(self, spot.clone()),
            };
        };
        self.test(condition, &spot.operand(), scope, &mut |emitter, condition| {
            let branch = emitter.each_path(branch, spot, scope, next);
            let rest = emitter.path_branch(rest, otherwise, spot, scope, next);
            quote!(if #condition { #branch } else { #rest })
        })
    }

    /// `source as patterns | body`: what is bound is no part of the path.
    pub(super) fn path_bind(
        &mut self,
        source: &'p Filter,
        patterns: &'p [Pattern],
        body: &'p Filter,
        spot: &Spot,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        self.shared_path(next, |emitter, next| {
            emitter.bound_to(source, patterns, &spot.operand(), scope, &mut |emitter, scope| {
                emitter.each_path(body, spot, scope, next)
            })
        })
    }

    pub(super) fn path_label(
        &mut self,
        label: LabelId,
        body: &'p Filter,
        spot: &Spot,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        let number = self.fresh("label");
        let body = self.each_path(body, spot, &scope.with_label(label, &number), next);
        quote! {
            let #number = cx.label();
            unlabelled(#number, (|| -> Flow { #body Ok(()) })())?;
        }
    }
}
