//! Calls in path mode.

use asl_language::jq::Special;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{PathNext, Spot};
use crate::expr::jq::emit::emitter::{Emitter, Next, spent, spent_besides};
use crate::expr::jq::emit::functions::Mode;
use crate::expr::jq::emit::scope::{Code, Scope};
use crate::expr::jq::syntax::{Callee, DefinitionId, Filter};

impl<'p> Emitter<'p> {
    pub(super) fn path_call(
        &mut self,
        filter: &'p Filter,
        callee: Callee,
        arguments: &'p [Filter],
        spot: &Spot,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        match callee {
            Callee::Definition(definition) => {
                self.path_definition(definition, arguments, spot, scope, next)
            }
            Callee::Parameter(of, index) => {
                let code = scope.parameter((of, index)).code.clone();
                match code {
                    Code::Inline(argument, inner) => self.each_path(argument, spot, &inner, next),
                    Code::Paths { name, is_local } => {
                        let (at, value, taken) = (spot.at(), &spot.value, self.path_consumer(next));
                        let called = quote!(#name(#at, #value, #taken));
                        if is_local {
                            quote!(#called?;)
                        } else {
                            quote!(cx.deeper(&mut || #called)?;)
                        }
                    }
                    Code::One(_) | Code::Many { .. } => self.path_made(filter, spot, scope, next),
                }
            }
            Callee::Native("getpath") => self.path_getpath(arguments, spot, scope, next),
            Callee::Native(_) => self.path_made(filter, spot, scope, next),
            Callee::Special(special) => {
                self.path_special(special, filter, arguments, spot, scope, next)
            }
        }
    }

    /// A definition in path mode: part of its caller, or a function. What calls itself is never a
    /// loop here: the trails of its turns are on the stack.
    fn path_definition(
        &mut self,
        definition: DefinitionId,
        arguments: &'p [Filter],
        spot: &Spot,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        let facts = self.analysis.of(definition);
        if facts.is_inline && !facts.is_loop {
            let body = &self.definition(definition).body;
            return self.with_arguments(
                definition,
                arguments,
                &spot.operand(),
                scope,
                true,
                &mut |emitter, _, scope| emitter.each_path(body, spot, scope, next),
            );
        }
        let function = self.function(definition, Mode::Paths);
        self.with_closures(
            definition,
            arguments,
            &spot.operand(),
            scope,
            true,
            &mut |emitter, _, arguments| {
                let (at, value, taken) = (spot.at(), &spot.value, emitter.path_consumer(next));
                quote!(#function(cx, #at, #value #(, #arguments)*, #taken)?;)
            },
        )
    }

    /// The function of a definition that is called in path mode.
    pub(in crate::expr::jq::emit) fn paths_function(
        &mut self,
        definition: DefinitionId,
        name: &Ident,
    ) -> TokenStream {
        let made = self.definition(definition);
        let (parameters, scope) = self.function_scope(definition, true);
        let [trail, input, emit] = ["at", "input", "emit"].map(|word| self.fresh(word));
        let body = self.emitting_paths(&quote!(#emit), &quote!(#emit), |emitter, next| {
            emitter.each_path(&made.body, &Spot::of(&trail, &input), &scope, next)
        });
        let body = quote!(#body Ok(()));
        let body = if made.is_recursive || made.is_apart {
            let steps = spent_besides(&body);
            quote!(#steps cx.deeper(&mut || -> Flow { #body }))
        } else {
            let steps = spent(&body);
            quote!(#steps #body)
        };
        let doc = format!(" `def {}` in path mode", made.name);
        quote! {
            #[doc = #doc]
            fn #name(
                cx: &Cx,
                #trail: &Trail<'_>,
                #input: &Value
                #(, #parameters)*,
                #emit: &mut EmitPath<'_>,
            ) -> Flow {
                #body
            }
        }
    }

    fn path_special(
        &mut self,
        special: Special,
        filter: &'p Filter,
        arguments: &'p [Filter],
        spot: &Spot,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        match (special, arguments) {
            (Special::Recurse, _) => self.path_recurse(spot, next),
            (Special::First, [filter]) => self.path_first(filter, spot, scope, next),
            (Special::Limit, [count, filter]) => self.path_limit(count, filter, spot, scope, next),
            (
                Special::Empty
                | Special::Error
                | Special::Not
                | Special::Path
                | Special::Delete
                | Special::ToStream
                | Special::First
                | Special::Last
                | Special::Limit
                | Special::IsEmpty
                | Special::RangeTo
                | Special::Range,
                _,
            ) => self.path_made(filter, spot, scope, next),
        }
    }

    fn path_getpath(
        &mut self,
        arguments: &'p [Filter],
        spot: &Spot,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        let arguments: Vec<&'p Filter> = arguments.iter().collect();
        self.combined(&arguments, &spot.operand(), scope, &mut |emitter, path| {
            let Some(path) = path.first() else { unreachable!("it has one argument") };
            let (path, at, value, taken) =
                (path.borrow(), spot.at(), &spot.value, emitter.path_consumer(next));
            quote!(paths::emit_getpath(cx, #at, #value, #path, #taken)?;)
        })
    }

    /// `first(f)`
    fn path_first(
        &mut self,
        filter: &'p Filter,
        spot: &Spot,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        let (is_over, flow) = (self.fresh("is_over"), self.fresh("flow"));
        let search = self.each_path(
            filter,
            spot,
            scope,
            &mut PathNext::new(&mut |emitter, spot| {
                let taken = next.make(emitter, spot);
                quote!(#taken #is_over = true; return Err(stop());)
            }),
        );
        quote! {
            let mut #is_over = false;
            let #flow = (|| -> Flow { #search Ok(()) })();
            stopped(#is_over, #flow)?;
        }
    }

    /// `limit(count; f)`
    fn path_limit(
        &mut self,
        count: &'p Filter,
        filter: &'p Filter,
        spot: &Spot,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        let [left, is_last, is_over, flow] =
            ["left", "is_last", "is_over", "flow"].map(|word| self.fresh(word));
        self.each(
            count,
            &spot.operand(),
            scope,
            &mut Next::new(&mut |emitter, count| {
                let count = count.borrow();
                let outputs = emitter.each_path(
                    filter,
                    spot,
                    scope,
                    &mut PathNext::new(&mut |emitter, spot| {
                        let taken = next.make(emitter, spot);
                        quote! {
                            let #is_last = #left.is_last();
                            #taken
                            if #is_last {
                                #is_over = true;
                                return Err(stop());
                            }
                        }
                    }),
                );
                quote! {
                    if let Some(mut #left) = limit(cx, #count)? {
                        let mut #is_over = false;
                        let #flow = (|| -> Flow { #outputs Ok(()) })();
                        stopped(#is_over, #flow)?;
                    }
                }
            }),
        )
    }
}
