//! Control flow: conditions, alternatives, errors, labels and loops over states.

use asl_language::jq::Special;
use proc_macro2::TokenStream;
use quote::quote;

use super::emitter::{Emitter, Next, spent};
use super::operand::Operand;
use super::scope::Scope;
use crate::expr::jq::analysis::Outputs;
use crate::expr::jq::syntax::{Callee, Filter, Kind, LabelId, Loop};

impl<'p> Emitter<'p> {
    /// `if c then a elif .. else b end`
    pub(super) fn branches(
        &mut self,
        branches: &'p [(Filter, Filter)],
        otherwise: Option<&'p Filter>,
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        let parts =
            branches.iter().flat_map(|(condition, branch)| [condition, branch]).chain(otherwise);
        if parts.clone().all(|part| self.has_one(part, scope)) {
            let chosen = self.chosen(branches, otherwise, input, scope);
            return next.make(self, Operand::Once(chosen));
        }
        let emptied = branches
            .iter()
            .map(|(_, branch)| branch)
            .chain(otherwise)
            .filter(|branch| is_empty(branch));
        let ways = branches.len() + 1 - emptied.count();
        let only_one_condition =
            branches.iter().all(|(condition, _)| self.has_one(condition, scope));
        if ways <= 1 && only_one_condition {
            return self.ways(branches, otherwise, input, scope, next);
        }
        self.shared(next, |emitter, next| emitter.ways(branches, otherwise, input, scope, next))
    }

    /// The value of one of several branches, each with one output.
    fn chosen(
        &mut self,
        branches: &'p [(Filter, Filter)],
        otherwise: Option<&'p Filter>,
        input: &Operand,
        scope: &Scope<'p>,
    ) -> TokenStream {
        let mut chosen = TokenStream::new();
        for (condition, branch) in branches {
            let (condition, branch) =
                (self.condition(condition, input, scope), self.one(branch, input, scope));
            chosen.extend(quote!(if #condition { #branch } else));
        }
        let otherwise =
            otherwise.map_or_else(|| input.value(), |filter| self.one(filter, input, scope));
        quote!(#chosen { #otherwise })
    }

    fn ways(
        &mut self,
        branches: &'p [(Filter, Filter)],
        otherwise: Option<&'p Filter>,
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        let Some(((condition, branch), rest)) = branches.split_first() else {
            return match otherwise {
                Some(filter) => self.each(filter, input, scope, next),
                None => next.make(self, input.clone()),
            };
        };
        let input = input.within(self.outputs(condition, scope));
        self.test(condition, &input, scope, &mut |emitter, condition| {
            let branch = emitter.each(branch, &input, scope, next);
            let rest = emitter.ways(rest, otherwise, &input, scope, next);
            if rest.is_empty() {
                quote!(if #condition { #branch })
            } else {
                quote!(if #condition { #branch } else { #rest })
            }
        })
    }

    /// `left // right`: the outputs of the left side that are true, or else those of the right
    /// side.
    pub(super) fn alternative(
        &mut self,
        left: &'p Filter,
        right: &'p Filter,
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        let (input, left_outputs) = (&input.lent(), self.outputs(left, scope));
        if left_outputs != Outputs::Many && self.has_one(right, scope) {
            return self.first_true(left, left_outputs, right, input, scope, next);
        }
        let found = self.fresh("found");
        self.shared(next, |emitter, next| {
            let left = emitter.each(
                left,
                input,
                scope,
                &mut Next::new(&mut |emitter, value| {
                    let (bound, value) = value.stable(emitter, "value");
                    let condition = value.truth();
                    let taken = next.make(emitter, value);
                    quote!(#bound if #condition { #found = true; #taken })
                }),
            );
            let right = emitter.each(right, input, scope, next);
            quote!(let mut #found = false; #left if !#found { #right })
        })
    }

    fn first_true(
        &mut self,
        left: &'p Filter,
        outputs: Outputs,
        right: &'p Filter,
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        let value = self.fresh("value");
        if outputs == Outputs::One {
            let (statements, output) = self.only(left, input, scope);
            let (bound, output) = output.stable(self, "value");
            let (condition, left, right) =
                (output.truth(), output.value(), self.one(right, input, scope));
            let rest = next.make(self, Operand::local(&value));
            return quote!(#statements #bound let #value = if #condition { #left } else { #right }; #rest);
        }
        let (left, right) = (self.maybe(left, input, scope), self.one(right, input, scope));
        let rest = next.make(self, Operand::local(&value));
        quote! {
            let #value = match #left {
                Some(#value) if is_true(&#value) => #value,
                _ => #right,
            };
            #rest
        }
    }

    /// `body?`
    pub(super) fn optional(
        &mut self,
        body: &'p Filter,
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        match &body.kind {
            // No error is made to be thrown away.
            Kind::Field(target, name) if matches!(target.kind, Kind::Identity) => {
                let ((before, place), value) = (input.place(self), self.fresh("value"));
                let taken = next.make(self, Operand::reference(&value));
                quote!(#before if let Some(#value) = field_if(#place, #name) { #taken })
            }
            Kind::Iterate(target) if matches!(target.kind, Kind::Identity) => {
                let ((before, place), item) = (input.place(self), self.fresh("item"));
                let taken = next.make(self, Operand::reference(&item));
                let steps = spent(&taken);
                quote!(#before for #item in iterate_if(#place) { #steps #taken })
            }
            _ if self.outputs(body, scope) == Outputs::Many => {
                let (run, emit) = (self.guarded(body, input, scope), self.consumer(next));
                quote!(attempt(#run, #emit)?;)
            }
            _ => {
                let (body, value) = (self.maybe_guarded(body, input, scope), self.fresh("value"));
                let taken = next.make(self, Operand::local(&value));
                quote!(if let Ok(Some(#value)) = caught(#body)? { #taken })
            }
        }
    }

    /// A generator as a closure for `attempt`.
    fn guarded(&mut self, body: &'p Filter, input: &Operand, scope: &Scope<'p>) -> TokenStream {
        let emit = self.fresh("emit");
        let body = self.emitting(&quote!(#emit), &quote!(#emit), |emitter, next| {
            emitter.each(body, &input.lent(), scope, next)
        });
        quote!(|#emit: &mut Emit<'_>| -> Flow { #body Ok(()) })
    }

    /// What has at most one output, as an expression of type `Result<Option<Value>, Exit>`.
    fn maybe_guarded(
        &mut self,
        body: &'p Filter,
        input: &Operand,
        scope: &Scope<'p>,
    ) -> TokenStream {
        let body = self.maybe(body, &input.lent(), scope);
        quote!((|| -> Result<Option<Value>, Exit> { Ok(#body) })())
    }

    /// `try body catch handler`
    pub(super) fn try_catch(
        &mut self,
        body: &'p Filter,
        handler: &'p Filter,
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        let (body_outputs, error) = (self.outputs(body, scope), self.fresh("error"));
        let caught = Operand::local(&error);
        if body_outputs == Outputs::One && self.has_one(handler, scope) {
            let (statements, output) = self.only(body, &input.lent(), scope);
            let (value, handler) = (output.value(), self.one(handler, &caught, scope));
            let result = self.fresh("value");
            let rest = next.make(self, Operand::local(&result));
            return quote! {
                let #result = match caught((|| -> Result<Value, Exit> { #statements Ok(#value) })())? {
                    Ok(#result) => #result,
                    Err(#error) => #handler,
                };
                #rest
            };
        }
        self.shared(next, |emitter, next| {
            if body_outputs == Outputs::Many {
                let (run, emit) = (emitter.guarded(body, input, scope), emitter.consumer(next));
                let handler = emitter.each(handler, &caught, scope, next);
                return quote!(if let Some(#error) = attempt(#run, #emit)? { #handler });
            }
            let (body, value) = (emitter.maybe_guarded(body, input, scope), emitter.fresh("value"));
            let taken = next.make(emitter, Operand::local(&value));
            let handler = emitter.each(handler, &caught, scope, next);
            quote! {
                match caught(#body)? {
                    Ok(Some(#value)) => { #taken }
                    Ok(None) => {}
                    Err(#error) => { #handler }
                }
            }
        })
    }

    /// `label $name | body`
    pub(super) fn label(
        &mut self,
        label: LabelId,
        body: &'p Filter,
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        let number = self.fresh("label");
        let scope = scope.with_label(label, &number);
        let body = self.each(body, &input.lent(), &scope, next);
        quote! {
            let #number = cx.label();
            unlabelled(#number, (|| -> Flow { #body Ok(()) })())?;
        }
    }

    /// `reduce source as $x (init; update)`: the state is moved from turn to turn.
    pub(super) fn reduce(
        &mut self,
        parts: &'p Loop,
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        self.each(
            &parts.init,
            &input.lent(),
            scope,
            &mut Next::new(&mut |emitter, init| {
                let (state, init) = (emitter.fresh("state"), init.value());
                let turns = emitter.bound_to(
                    &parts.source,
                    &parts.patterns,
                    &input.lent(),
                    scope,
                    &mut |emitter, scope| {
                        let old = emitter.fresh("state");
                        let new = if emitter.has_one(&parts.update, scope) {
                            emitter.one(&parts.update, &Operand::local(&old), scope)
                        } else {
                            emitter.last_of(&parts.update, &Operand::local(&old), scope)
                        };
                        quote!(let #old = take(&mut #state); #state = #new;)
                    },
                );
                let rest = next.make(emitter, Operand::local(&state));
                quote!(let mut #state = #init; #turns #rest)
            }),
        )
    }

    /// The last output of a filter, or null, as an expression of type `Value`.
    fn last_of(&mut self, filter: &'p Filter, input: &Operand, scope: &Scope<'p>) -> TokenStream {
        let last = self.fresh("last");
        let statements = self.each(
            filter,
            input,
            scope,
            &mut Next::new(&mut |_, value| {
                let value = value.value();
                quote!(#last = #value;)
            }),
        );
        quote!({ let mut #last = Value::Null; #statements #last })
    }

    /// `foreach source as $x (init; update; extract)`: each output of the update is a state.
    pub(super) fn foreach(
        &mut self,
        parts: &'p Loop,
        extract: Option<&'p Filter>,
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        self.each(
            &parts.init,
            &input.lent(),
            scope,
            &mut Next::new(&mut |emitter, init| {
                let (state, init) = (emitter.fresh("state"), init.value());
                let turns = emitter.bound_to(
                    &parts.source,
                    &parts.patterns,
                    &input.lent(),
                    scope,
                    &mut |emitter, scope| {
                        let old = emitter.fresh("state");
                        let turn = emitter.each(
                            &parts.update,
                            &Operand::local(&old),
                            scope,
                            &mut Next::new(&mut |emitter, new| {
                                let new = new.value();
                                let output = Operand::Local { name: state.clone(), is_last: false };
                                let taken = match extract {
                                    Some(extract) => emitter.each(extract, &output, scope, next),
                                    None => next.make(emitter, output),
                                };
                                quote!(#state = #new; #taken)
                            }),
                        );
                        quote!(let #old = take(&mut #state); #turn)
                    },
                );
                quote!(let mut #state = #init; #turns)
            }),
        )
    }
}

/// Whether a filter has no output at all.
pub(super) fn is_empty(filter: &Filter) -> bool {
    matches!(filter.kind, Kind::Call(Callee::Special(Special::Empty), _))
}
