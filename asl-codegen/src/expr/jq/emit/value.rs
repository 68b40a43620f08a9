//! Filters whose outputs are values: kind by kind.

use proc_macro2::TokenStream;
use quote::quote;

use super::emitter::{Emitter, Next, spent, spent_besides};
use super::operand::Operand;
use super::scope::Scope;
use crate::expr::jq::syntax::{Filter, Kind, Literal};

impl<'p> Emitter<'p> {
    /// Code that computes the outputs of a filter, each of them followed by what takes it. The
    /// input is one that can be used several times, see [`Operand::stable`]; an output need not be.
    /// Where there is exactly one output, what takes it stands behind all other statements, in no
    /// block of their own.
    pub(super) fn each(
        &mut self,
        filter: &'p Filter,
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        match &filter.kind {
            Kind::Identity => next.make(self, input.clone()),
            Kind::RecurseDefault => self.recurse(input, next),
            Kind::Literal(literal) => {
                let constant = self.statics.operand(literal);
                next.make(self, constant)
            }
            Kind::Interpolated { format, pieces, filters } => {
                self.interpolated(format.as_deref(), pieces, filters, input, scope, next)
            }
            Kind::Format(name) => self.format(name, input, next),
            Kind::Field(target, name) => self.field(target, name, input, scope, next),
            Kind::Index(target, index) => self.index(target, index, input, scope, next),
            Kind::Slice(target, from, to) => {
                self.slice(target, [from.as_deref(), to.as_deref()], input, scope, next)
            }
            Kind::Iterate(target) => self.iterate(target, input, scope, next),
            Kind::Try(body, None) => self.optional(body, input, scope, next),
            Kind::Try(body, Some(handler)) => self.try_catch(body, handler, input, scope, next),
            Kind::Pipe(..) => self.pipe(filter, input, scope, next),
            Kind::Comma(left, right) => self.shared(next, |emitter, next| {
                let left = emitter.each(left, &input.lent(), scope, next);
                let right = emitter.each(right, input, scope, next);
                quote!(#left #right)
            }),
            Kind::Negate(inner) => self.negate(inner, input, scope, next),
            Kind::Arithmetic(operator, left, right) => {
                self.arithmetic(*operator, left, right, input, scope, next)
            }
            Kind::Compare(..) | Kind::And(..) | Kind::Or(..) => {
                self.logic(filter, input, scope, next)
            }
            Kind::Alternative(left, right) => self.alternative(left, right, input, scope, next),
            Kind::Assign(assignment, path, value) => {
                self.assign(*assignment, path, value, input, scope, next)
            }
            Kind::If(branches, otherwise) => {
                self.branches(branches, otherwise.as_deref(), input, scope, next)
            }
            Kind::Reduce(parts) => self.reduce(parts, input, scope, next),
            Kind::Foreach(parts, extract) => {
                self.foreach(parts, extract.as_deref(), input, scope, next)
            }
            Kind::Bind { source, patterns, body } => {
                self.bind(source, patterns, body, input, scope, next)
            }
            Kind::Label(label, body) => self.label(*label, body, input, scope, next),
            Kind::Break(label) => {
                let number = scope.label(*label);
                quote!(return Err(Exit::Break(#number));)
            }
            Kind::Variable(variable) => {
                let value = scope.variable(*variable);
                next.make(self, value)
            }
            Kind::Call(callee, arguments) => self.call(*callee, arguments, input, scope, next),
            Kind::Object(entries) => self.object(entries, input, scope, next),
            Kind::Array(items) => self.array(items.as_deref(), input, scope, next),
        }
    }

    /// `left | right`. Stages with one output are statements one behind the other.
    fn pipe(
        &mut self,
        filter: &'p Filter,
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        let (mut filter, mut input, mut before) = (filter, input.clone(), TokenStream::new());
        while let Kind::Pipe(left, right) = &filter.kind {
            if !self.has_one(left, scope) {
                let rest = self.each(
                    left,
                    &input,
                    scope,
                    &mut Next::new(&mut |emitter, value| {
                        let (bound, value) = value.stable(emitter, "value");
                        let right = emitter.each(right, &value, scope, next);
                        quote!(#bound #right)
                    }),
                );
                return quote!(#before #rest);
            }
            let (statements, output) = self.only(left, &input, scope);
            let (bound, output) = output.stable(self, "value");
            before.extend(quote!(#statements #bound));
            (filter, input) = (right, output);
        }
        let rest = self.each(filter, &input, scope, next);
        quote!(#before #rest)
    }

    pub(super) fn recurse(&mut self, input: &Operand, next: &mut Next<'_, 'p>) -> TokenStream {
        let (input, value) = (input.borrow(), self.fresh("value"));
        let taken = next.make(self, Operand::reference(&value));
        let steps = spent_besides(&taken);
        quote!(recurse(cx, #input, &mut |#value: &Value| -> Flow { #steps #taken Ok(()) })?;)
    }

    fn field(
        &mut self,
        target: &'p Filter,
        name: &str,
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        self.each(
            target,
            input,
            scope,
            &mut Next::new(&mut |emitter, target| {
                let (before, target) = target.place(emitter);
                let rest =
                    next.make(emitter, Operand::BorrowedOnce(quote!(field(#target, #name)?)));
                quote!(#before #rest)
            }),
        )
    }

    /// `target[index]`: the index is the outer loop.
    fn index(
        &mut self,
        target: &'p Filter,
        index: &'p Filter,
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        match &index.kind {
            Kind::Literal(Literal::String(name)) => {
                return self.field(target, name, input, scope, next);
            }
            Kind::Literal(Literal::Int(place)) => {
                let place = crate::expr::tokens::integer(*place);
                return self.each(
                    target,
                    input,
                    scope,
                    &mut Next::new(&mut |emitter, target| {
                        let (before, target) = target.place(emitter);
                        let rest = next
                            .make(emitter, Operand::BorrowedOnce(quote!(item(#target, #place)?)));
                        quote!(#before #rest)
                    }),
                );
            }
            _ => {}
        }
        let target_outputs = self.outputs(target, scope);
        let index_outputs = self.outputs(index, scope);
        self.each(
            index,
            &input.lent(),
            scope,
            &mut Next::new(&mut |emitter, index| {
                let (bound, index) = index.stable(emitter, "index");
                let (index, input) =
                    (index.within(target_outputs), input.within(index_outputs).lent());
                let rest = emitter.each(
                    target,
                    &input,
                    scope,
                    &mut Next::new(&mut |emitter, target| {
                        let (target, index) = (target.borrow(), index.borrow());
                        next.make(emitter, Operand::Once(quote!(index(cx, #target, #index)?)))
                    }),
                );
                quote!(#bound #rest)
            }),
        )
    }

    /// `target[from:to]`: the lower bound is the outermost loop, the target the innermost.
    fn slice(
        &mut self,
        target: &'p Filter,
        bounds: [Option<&'p Filter>; 2],
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        let filters: Vec<&'p Filter> = bounds.iter().flatten().copied().collect();
        let has_from = bounds.first().is_some_and(Option::is_some);
        self.combined(&filters, &input.lent(), scope, &mut |emitter, values| {
            let mut values = values.iter().map(|value| {
                let value = value.borrow();
                quote!(Some(#value))
            });
            let from = has_from.then(|| values.next()).flatten().unwrap_or(quote!(None));
            let to = values.next().unwrap_or(quote!(None));
            emitter.each(
                target,
                &input.lent(),
                scope,
                &mut Next::new(&mut |emitter, target| {
                    let target = target.borrow();
                    next.make(emitter, Operand::Once(quote!(slice(cx, #target, #from, #to)?)))
                }),
            )
        })
    }

    fn iterate(
        &mut self,
        target: &'p Filter,
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        self.each(
            target,
            &input.lent(),
            scope,
            &mut Next::new(&mut |emitter, target| {
                let (before, target) = target.place(emitter);
                let item = emitter.fresh("item");
                let taken = next.make(emitter, Operand::reference(&item));
                let steps = spent(&taken);
                quote! {
                    #before
                    for #item in iterate(#target)? {
                        #steps
                        #taken
                    }
                }
            }),
        )
    }

    /// Every combination of the outputs of several filters, the first of them being the outermost
    /// loop.
    pub(super) fn combined(
        &mut self,
        filters: &[&'p Filter],
        input: &Operand,
        scope: &Scope<'p>,
        then: &mut dyn FnMut(&mut Self, &[Operand]) -> TokenStream,
    ) -> TokenStream {
        self.combined_with(filters, input, scope, &[], then)
    }

    fn combined_with(
        &mut self,
        filters: &[&'p Filter],
        input: &Operand,
        scope: &Scope<'p>,
        values: &[Operand],
        then: &mut dyn FnMut(&mut Self, &[Operand]) -> TokenStream,
    ) -> TokenStream {
        let Some((first, rest)) = filters.split_first() else { return then(self, values) };
        let rest_is_one = rest.iter().all(|filter| self.has_one(filter, scope));
        self.each(
            first,
            input,
            scope,
            &mut Next::new(&mut |emitter, value| {
                let (bound, value) = value.stable(emitter, "value");
                let mut values = values.to_vec();
                values.push(if rest_is_one { value } else { value.lent() });
                let rest = emitter.combined_with(rest, input, scope, &values, then);
                quote!(#bound #rest)
            }),
        )
    }
}
