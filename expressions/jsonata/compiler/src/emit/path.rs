//! Paths, filters, groups and sorts.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::Printer;
use super::code::Code;
use super::constant::emit_number;
use crate::plan::op::{GroupPlan, MemberValue, Op, SeenKey, Sort, SortForm, SortKeys};

impl Printer<'_> {
    pub(super) fn emit_path_op(&mut self, op: &Op) -> Option<Code> {
        let call = match op {
            Op::WholeNames(from, names) => {
                let from = self.emit(from);
                quote!(path::whole_names(cx, #from, &[#(#names),*]))
            }
            Op::Filter(value, filter) => {
                let (value, filter) = (self.emit(value), self.emit_outcome(filter));
                quote! {
                    path::filter(cx, #value, &mut |context: View<'_>| -> Outcome { #filter })
                }
            }
            Op::At(value, number) => {
                let (value, number) = (self.emit(value), emit_number(*number));
                quote!(path::at(#value, #number))
            }
            Op::Cons(context, value) => {
                let context = self.emit(context);
                return Some(self.emit_code(value).behind(quote! {
                    let items = path::input_sequence(#context)?;
                    let context = items.view();
                }));
            }
            Op::Constructed(value, result) => {
                let (value, result) = (self.emit(value), self.emit_code(result));
                let is_empty = quote!(first.array_len() == Some(0));
                let first = quote!(first).into();
                return Some(
                    Code::condition(is_empty, first, result).behind(quote!(let first = #value;)),
                );
            }
            Op::Step { items, value, is_last } => {
                let (items, value) = (self.emit(items), self.emit_outcome(value));
                let step = if *is_last { quote!(last_step) } else { quote!(step) };
                quote!(path::#step(cx, #items, &mut |context: View<'_>| -> Outcome { #value }))
            }
            Op::Steps(items, next) => {
                let (items, next) = (self.emit(items), self.emit_all(next));
                return Some(quote!({ let items = #items; #(let items = #next;)* items }).into());
            }
            Op::IntoItems(sorted) => {
                let sorted = self.emit(sorted);
                return Some(quote!(#sorted.into_items()).into());
            }
            Op::NamedItems(from, names) => {
                let from = self.emit(from);
                quote!(path::items_of_names(cx, #from, [#(#names),*], &mut Made::none()))
            }
            Op::OneItem(item) => {
                let item = self.emit(item);
                return Some(quote!(Vec::from([#item])).into());
            }
            Op::Sort(sort) => self.emit_sort(sort),
            Op::Group(group) => self.emit_group(group),
            _ => return None,
        };
        Some(Code::Call(call))
    }

    fn emit_sort(&mut self, sort: &Sort) -> TokenStream {
        let Sort { form, items, descending, keys } = sort;
        let items = self.emit(items);
        let function = match form {
            SortForm::Sorted => "sorted",
            SortForm::SortStep => "sort_step",
        };
        let no_key = quote!(Ok(Found::Made(Item::Undefined)));
        match keys {
            SortKeys::Names(names) => {
                let sort = format_ident!("{function}_by_names");
                let seen = names.iter().map(|names| quote!(path::seen(item.view(), [#(#names),*])));
                let keys = names.iter().map(|names| {
                    quote!(path::all_of_names(cx, item.view(), &[#(#names),*]).map(Found::Made))
                });
                let (seen, keys) = (emit_by_term(seen, &quote!(None)), emit_by_term(keys, &no_key));
                quote! {
                    order::#sort(
                        cx,
                        #items,
                        [#(#descending),*],
                        &mut |term, item| #seen,
                        &mut |term, item| #keys,
                    )
                }
            }
            SortKeys::Values(keys) => {
                let sort = format_ident!("{function}");
                let keys = emit_by_term(keys.iter().map(|key| self.emit_key(key)), &no_key);
                quote! {
                    order::#sort(cx, #items, &[#(#descending),*], &mut |term, item| {
                        let context = item.view();
                        #keys
                    })
                }
            }
        }
    }

    fn emit_group(&mut self, group: &GroupPlan) -> TokenStream {
        let GroupPlan { input, seen, entries } = group;
        let input = self.emit(input);
        let seen = seen.iter().map(|(pair, key)| {
            let key = match key {
                SeenKey::Names(names) => quote!(path::seen(context, [#(#names),*])),
                SeenKey::Literal(literal) => {
                    let literal = self.emit(literal);
                    quote!(Some(#literal))
                }
            };
            quote!(#pair => #key,)
        });
        let seen: TokenStream = seen.collect();
        let parts = entries.iter().flat_map(|(key, value)| {
            let key = self.emit_outcome(key);
            [quote!(let context = members.item(); #key), self.emit_member_value(value)]
        });
        let parts: Vec<TokenStream> = parts.collect();
        let (count, numbers) = (entries.len(), 0..parts.len());
        quote! {
            group::group(
                cx,
                #input,
                #count,
                &mut |pair, context| match pair { #seen _ => None },
                &mut |part: usize, members: group::Members<'_>| -> Outcome {
                    match part { #(#numbers => { #parts })* _ => Ok(Item::Undefined) }
                },
            )
        }
    }

    fn emit_member_value(&mut self, member: &MemberValue) -> TokenStream {
        let MemberValue { value, is_joined, is_names } = member;
        if *is_names {
            let results = self.emit(value);
            return quote!(let context = members; Ok(#results));
        }
        let ok = self.emit_outcome(value);
        if !is_joined {
            return quote!(let context = members; #ok);
        }
        quote! {
            let joined = members.joined(cx)?;
            let context = joined.view();
            #ok
        }
    }
}

/// The expression with the number of the local `term`.
fn emit_by_term(
    terms: impl IntoIterator<Item = TokenStream>,
    otherwise: &TokenStream,
) -> TokenStream {
    let terms = terms.into_iter().enumerate().map(|(term, key)| quote!(#term => #key,));
    quote!(match term { #(#terms)* _ => #otherwise })
}
