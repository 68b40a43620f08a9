//! Loops over sequences.

use asl_language::jsonata::BuiltInId;
use proc_macro2::TokenStream;
use quote::quote;

use super::code::Code;
use super::constant::emit_number;
use super::names::sink_name;
use super::{Printer, tuple};
use crate::plan::op::{
    ApplyingPass, Arguments, Body, MatchMember, Op, Plan, Sink, SortByKey, Source, Walk,
};
use crate::tree::Operator;

impl Printer<'_> {
    pub(super) fn emit_pass_op(&mut self, op: &Op) -> Option<Code> {
        Some(match op {
            Op::Loop(walk, is_collapsed) => self.emit_loop(walk, *is_collapsed),
            Op::Aggregate { id, takes_numbers, feed } => {
                self.emit_aggregate(*id, *takes_numbers, feed)
            }
            Op::Applying { pass, is_collapsed } => self.emit_applying(pass, *is_collapsed),
            Op::Reduce { init, body, feed } => self.emit_reduce(init, body, feed),
            Op::SortWith(array, body) => self.emit_sort_with(array, body),
            Op::SortByKey(sort) => self.emit_sort_by_key(sort),
            Op::Join(separator, feed) => self.emit_join(separator, feed),
            Op::Merge(sink, feed) => self.emit_merge(sink, feed),
            Op::TupleLoop { id, inputs, counts, walk, is_collapsed } => {
                tuple::emit_tuple_loop(self, (*id, inputs, *counts), walk, *is_collapsed)
            }
            _ => return None,
        })
    }

    fn emit_loop(&mut self, walk: &Walk, is_collapsed: bool) -> Code {
        let walk = self.emit_walk(walk);
        let end = end_name(is_collapsed);
        Code::Call(quote!(results.#end()))
            .behind(quote!(let mut results = path::Sequence::default(); #walk))
    }

    fn emit_walk(&mut self, walk: &Walk) -> TokenStream {
        match walk {
            Walk::Nothing => TokenStream::new(),
            Walk::Each { source, test, body } => self.emit_each(source, test.as_ref(), body),
            Walk::Add(sink, value) => {
                let (sink, value) = (sink_name(sink), self.emit(value));
                quote!(#sink.add(cx, #value)?;)
            }
            Walk::AddAt(sink, value, number) => {
                let (sink, value) = (sink_name(sink), self.emit(value));
                let number = emit_number(*number);
                quote!(#sink.add_at(cx, #value, #number)?;)
            }
            Walk::AddNumber(sink, number) => {
                let (sink, number) = (sink_name(sink), self.emit(number));
                quote!(#sink.add_number(#number);)
            }
            Walk::AddMember { context, object, key, value } => {
                let (context, object) = (self.emit(context), self.emit(object));
                let (key, value) = (self.emit(key), self.emit(value));
                quote! {
                    objects.note_value(true);
                    if #context.is_array() {
                        objects.add(cx, Item::view(&#object))?;
                    } else if let Some(key) = group::only_key(cx, #key)? {
                        objects.add_member(cx, key, #value)?;
                    }
                }
            }
            Walk::Push(sink) => {
                let sink = sink_name(sink);
                quote!(#sink.push(cx, context)?;)
            }
            Walk::TakeAll(sink, items) => {
                let (sink, items) = (sink_name(sink), self.emit(items));
                quote!(#sink.take_all(cx, #items)?;)
            }
            Walk::Set(sink, value) => {
                let (sink, value) = (sink_name(sink), self.emit(value));
                quote!(#sink.set(cx, #value)?;)
            }
            Walk::Matches { sink, member, context, arguments } => {
                self.emit_matches(sink, *member, (context, arguments))
            }
            Walk::Applying(pass) => {
                let pass = self.emit_pass(pass);
                quote!(#pass;)
            }
        }
    }

    fn emit_each(&mut self, source: &Source, test: Option<&Plan>, body: &Walk) -> TokenStream {
        let items = self.emit_source(source);
        let test = test.map(|test| self.emit(test));
        let body = self.emit_walk(body);
        let body = match test {
            Some(test) => quote!(if #test { #body }),
            None => body,
        };
        let view =
            matches!(source, Source::Items(..)).then(|| quote!(let context = context.view();));
        quote! {
            for context in #items {
                #view
                cx.spend(1)?;
                #body
            }
        }
    }

    /// An iterator.
    fn emit_source(&mut self, source: &Source) -> TokenStream {
        match source {
            Source::View(items) => {
                let items = self.emit(items);
                quote!(path::each(#items))
            }
            Source::Tested(items) => {
                let items = self.emit(items);
                quote!(path::each_tested(#items))
            }
            Source::At(items, number) => {
                let (items, number) = (self.emit(items), emit_number(*number));
                quote!(path::each(path::item_at(#items, #number)))
            }
            Source::Inputs(context) => {
                let context = self.emit(context);
                quote!(#context.inputs())
            }
            Source::Items(items, _) => {
                let items = self.emit(items);
                quote!(&#items)
            }
        }
    }

    fn emit_matches(
        &mut self,
        sink: &Sink,
        member: MatchMember,
        (context, arguments): (&Plan, &Arguments),
    ) -> TokenStream {
        let sink = sink_name(sink);
        let (context, arguments) = (self.emit(context), self.emit_arguments(arguments));
        let member = match member {
            MatchMember::Match => quote!(Match),
            MatchMember::Index => quote!(Index),
            MatchMember::Groups => quote!(Groups),
        };
        quote! {
            functions::each_match_member(
                cx,
                functions::MatchMember::#member,
                #sink.has_any(),
                #context,
                #arguments,
                &mut |item| {
                    cx.spend(1)?;
                    #sink.add(cx, item)
                },
            )?;
        }
    }

    fn emit_aggregate(&mut self, id: BuiltInId, takes_numbers: bool, feed: &Walk) -> Code {
        let feed = self.emit_walk(feed);
        let function = id.function();
        if id == BuiltInId::Exists {
            return Code::Call(quote!(results.finish())).behind(quote! {
                let mut results = path::Results::new(#function, |_: View<'_>, _: usize| Ok(()));
                #feed
            });
        }
        let is_total = matches!(id, BuiltInId::Sum | BuiltInId::Average | BuiltInId::Count);
        let end = match id {
            BuiltInId::Sum => Code::Call(quote!(total.sum(has_value))),
            BuiltInId::Average => Code::Call(quote!(total.average())),
            BuiltInId::Count => Code::Value(quote!(total.count())),
            _ => Code::Call(quote!(extreme.finish(#function))),
        };
        let has_value = (id == BuiltInId::Sum).then(|| quote!(let has_value =));
        if is_total && takes_numbers {
            let has_value = has_value.map(|has_value| quote!(#has_value total.has_value();));
            return end
                .behind(quote!(let mut total = functions::Total::default(); #feed #has_value));
        }
        let (before, each) = if is_total {
            (quote!(let mut total = functions::Total::default();), quote!(total.add(item);))
        } else {
            let ahead = if id == BuiltInId::Max { quote!(>) } else { quote!(<) };
            (
                quote!(let mut extreme = functions::Extreme::default();),
                quote!(extreme.add(item, |number, best| number #ahead best);),
            )
        };
        end.behind(quote! {
            #before
            let mut results = path::Results::new(#function, |item: View<'_>, _: usize| {
                #each
                Ok(())
            });
            #feed
            #has_value results.finish()?;
        })
    }

    /// Statements of `$map` or `$filter`, and an expression that is true if there was a value.
    fn emit_pass(&mut self, pass: &ApplyingPass) -> TokenStream {
        let ApplyingPass { id, sink, body, feed } = pass;
        let inner = sink_name(&Sink::Of(Box::new(sink.clone()), *id));
        let (sink, name) = (sink_name(sink), id.function());
        let (statements, result) = self.emit_body(body);
        let result = result.value();
        let body = match id {
            BuiltInId::Map => quote!(#statements #sink.push_result(cx, #result)),
            _ => quote!(#statements if #result { #sink.push(cx, item) } else { Ok(()) }),
        };
        let feed = self.emit_walk(feed);
        quote! {
            let mut #inner = path::Results::new(#name, |item: View<'_>, index: usize| {
                cx.spend(1)?;
                #body
            });
            #feed
            #inner.finish()?
        }
    }

    fn emit_applying(&mut self, pass: &ApplyingPass, is_collapsed: bool) -> Code {
        let pass = self.emit_pass(pass);
        let end = end_name(is_collapsed);
        // An empty array gives an empty sequence, but no value gives nothing.
        let (found, none) = (quote!(results.#end()), quote!(Item::Undefined));
        Code::condition(quote!(has_value), Code::Call(found), none.into()).behind(quote! {
            let mut results = path::Sequence::default();
            let has_value = { #pass };
        })
    }

    fn emit_reduce(&mut self, init: &Plan, body: &Body, feed: &Walk) -> Code {
        let is_number = init.native().is_some();
        let init = self.emit(init);
        let (statements, value) = self.emit_body(body);
        let (value, feed) = (value.value(), self.emit_walk(feed));
        let first = (!is_number).then(|| {
            quote! {
                if index == 0 && result.is_undefined() {
                    result = item.to_item();
                    return Ok(());
                }
            }
        });
        let result = if is_number { quote!(Item::from(result)) } else { quote!(result) };
        let none = quote!(Item::Undefined).into();
        Code::condition(quote!(results.finish()?), result.into(), none).behind(quote! {
            let mut result = #init;
            let mut results = path::Results::new("reduce", |item: View<'_>, index: usize| {
                #first
                cx.spend(1)?;
                #statements
                result = #value;
                Ok(())
            });
            #feed
        })
    }

    fn emit_sort_with(&mut self, array: &Plan, body: &Body) -> Code {
        let array = self.emit(array);
        let (statements, truth) = self.emit_body(body);
        let truth = truth.value();
        Code::Call(quote! {
            functions::sort_with(cx, #array, &mut |first: View<'_>, second: View<'_>| {
                #statements
                Ok(#truth)
            })
        })
    }

    fn emit_sort_by_key(&mut self, sort: &SortByKey) -> Code {
        let SortByKey { array, operator, is_turned, parameter, seen, key } = sort;
        let (array, name) = (self.emit(array), self.variable(*parameter));
        let between = match operator {
            Operator::Greater => quote!(Greater),
            Operator::GreaterOrEqual => quote!(GreaterOrEqual),
            Operator::Less => quote!(Less),
            _ => quote!(LessOrEqual),
        };
        let seen = match seen {
            Some(names) => quote!(path::seen(item, [#(#names),*])),
            None => quote!(None),
        };
        let value = self.emit(&key.1);
        let key = match key.0.map(proc_macro2::Literal::u16_unsuffixed) {
            Some(level) => quote!({ cx.reach(#level)?; Ok(Found::from(#value)) }),
            None => quote!(Ok(Found::from(#value))),
        };
        Code::Call(quote! {
            functions::sort_by_key(
                cx,
                #array,
                functions::Between::#between,
                #is_turned,
                &mut |item| #seen,
                &mut |#name| #key,
            )
        })
    }

    fn emit_join(&mut self, separator: &str, feed: &Walk) -> Code {
        let feed = self.emit_walk(feed);
        Code::Call(quote!(joined.finish(cx, has_value))).behind(quote! {
            let mut joined = functions::Joining::new(#separator);
            let mut results = path::Results::new("join", |item: View<'_>, _: usize| {
                joined.add(cx, item)
            });
            #feed
            let has_value = results.finish()?;
        })
    }

    fn emit_merge(&mut self, sink: &Sink, feed: &Walk) -> Code {
        let feed = self.emit_walk(feed);
        if *sink == Sink::Objects {
            return Code::Call(quote!(objects.finish()))
                .behind(quote!(let mut objects = functions::Merged::default(); #feed));
        }
        Code::Call(quote!(merged.finish())).behind(quote! {
            let mut merged = functions::Merged::default();
            let mut results = path::Results::new("merge", |item: View<'_>, _: usize| {
                merged.add(cx, item)
            });
            #feed
            let has_value = results.finish()?;
            merged.note_value(has_value);
        })
    }
}

/// The method that ends a sequence.
pub(super) fn end_name(is_collapsed: bool) -> TokenStream {
    if is_collapsed { quote!(finish) } else { quote!(whole) }
}
