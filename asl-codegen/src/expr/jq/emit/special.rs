//! Built-ins that the emitter makes itself.

use asl_language::jq::Special;
use proc_macro2::TokenStream;
use quote::quote;

use super::emitter::{Emitter, Next, spent_besides};
use super::operand::Operand;
use super::scope::Scope;
use crate::expr::jq::analysis::Outputs;
use crate::expr::jq::syntax::{Filter, Kind};

/// `0`
static ZERO: Filter =
    Filter { kind: Kind::Literal(crate::expr::jq::syntax::Literal::Int(0)), place: 0..0 };

impl<'p> Emitter<'p> {
    /// A call of a special, by its kind.
    pub(super) fn special(
        &mut self,
        special: Special,
        arguments: &'p [Filter],
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        match (special, arguments) {
            (Special::Empty, _) => TokenStream::new(),
            (Special::Error, _) => {
                let error = input.value();
                quote!(return Err(Exit::Error(#error));)
            }
            (Special::Not, _) => {
                let condition = input.truth();
                next.make(self, Operand::Truth(quote!(!#condition)))
            }
            (Special::Recurse, _) => self.recurse(input, next),
            (Special::RangeTo, [to]) => self.range([&ZERO, to], input, scope, next),
            (Special::Range, [from, to]) => self.range([from, to], input, scope, next),
            (Special::First, [filter]) => self.first(filter, input, scope, next),
            (Special::Last, [filter]) => self.last(filter, input, scope, next),
            (Special::Limit, [count, filter]) => self.limit(count, filter, input, scope, next),
            (Special::IsEmpty, [filter]) => self.is_empty(filter, input, scope, next),
            (Special::Path, [filter]) => self.paths_of(filter, input, scope, next),
            (Special::Delete, [filter]) => self.delete(filter, input, scope, next),
            (Special::ToStream, _) => {
                let (input, emit) = (input.borrow(), self.consumer(next));
                quote!(paths::tostream(cx, #input, #emit)?;)
            }
            (
                Special::RangeTo
                | Special::Range
                | Special::First
                | Special::Last
                | Special::Limit
                | Special::IsEmpty
                | Special::Path
                | Special::Delete,
                _,
            ) => unreachable!("specials are found by their arity"),
        }
    }

    /// `range(from; to)`: the lower bound is the outer loop.
    fn range(
        &mut self,
        bounds: [&'p Filter; 2],
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        self.combined(&bounds, &input.lent(), scope, &mut |emitter, bounds| {
            let bounds: Vec<TokenStream> = bounds.iter().map(Operand::borrow).collect();
            let number = emitter.fresh("number");
            let taken = next.make(emitter, Operand::local(&number));
            let steps = spent_besides(&taken);
            quote!(for #number in range(cx, #(#bounds),*)? { let #number = #number?; #steps #taken })
        })
    }

    /// `first(f)`
    fn first(
        &mut self,
        filter: &'p Filter,
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        if self.outputs(filter, scope) != Outputs::Many {
            return self.each(filter, input, scope, next);
        }
        let (found, first) = (self.fresh("found"), self.fresh("first"));
        let search = self.each(
            filter,
            &input.lent(),
            scope,
            &mut Next::new(&mut |_, value| {
                let value = value.value();
                quote!(#found = Some(#value); return Err(stop());)
            }),
        );
        let taken = next.make(self, Operand::local(&first));
        quote! {
            let mut #found: Option<Value> = None;
            let flow = (|| -> Flow { #search Ok(()) })();
            stopped(#found.is_some(), flow)?;
            if let Some(#first) = #found { #taken }
        }
    }

    /// `last(f)`
    fn last(
        &mut self,
        filter: &'p Filter,
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        if self.outputs(filter, scope) != Outputs::Many {
            return self.each(filter, input, scope, next);
        }
        let (found, last) = (self.fresh("found"), self.fresh("last"));
        let search = self.each(
            filter,
            &input.lent(),
            scope,
            &mut Next::new(&mut |_, value| {
                let value = value.value();
                quote!(#found = Some(#value);)
            }),
        );
        let taken = next.make(self, Operand::local(&last));
        quote!(let mut #found: Option<Value> = None; #search if let Some(#last) = #found { #taken })
    }

    /// `limit(count; f)`: whoever takes the last output does so before the generator is stopped, as
    /// in jq.
    fn limit(
        &mut self,
        count: &'p Filter,
        filter: &'p Filter,
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        let (left, is_last, is_over) =
            (self.fresh("left"), self.fresh("is_last"), self.fresh("is_over"));
        self.each(
            count,
            &input.lent(),
            scope,
            &mut Next::new(&mut |emitter, count| {
                let count = count.borrow();
                let outputs = emitter.each(
                    filter,
                    &input.lent(),
                    scope,
                    &mut Next::new(&mut |emitter, value| {
                        let taken = next.make(emitter, value);
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
                        let flow = (|| -> Flow { #outputs Ok(()) })();
                        stopped(#is_over, flow)?;
                    }
                }
            }),
        )
    }

    /// `isempty(f)`
    fn is_empty(
        &mut self,
        filter: &'p Filter,
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        let is_empty = self.fresh("is_empty");
        let search = self.each(
            filter,
            &input.lent(),
            scope,
            &mut Next::new(&mut |_, value| {
                let value = value.borrow();
                quote!(let _ = #value; #is_empty = false; return Err(stop());)
            }),
        );
        let rest = next.make(self, Operand::Once(quote!(Value::Bool(#is_empty))));
        quote! {
            let mut #is_empty = true;
            let flow = (|| -> Flow { #search Ok(()) })();
            stopped(!#is_empty, flow)?;
            #rest
        }
    }
}
