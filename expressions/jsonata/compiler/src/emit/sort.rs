//! `^(..)`: the keys of items.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::emitter::Emitter;
use super::operator::is_plain;
use super::path::plain_names;
use super::value::emit_found;
use crate::tree::{Kind, Node, SortTerm};

/// The items in the order of their keys. `sort` is the name of the runtime's function.
pub(super) fn emit_sort(
    emitter: &mut Emitter<'_>,
    sort: &str,
    items: &TokenStream,
    terms: &[SortTerm],
) -> TokenStream {
    let descending: Vec<bool> = terms.iter().map(|term| term.is_descending).collect();
    let names =
        terms.iter().map(|term| names_of_key(emitter, &term.key)).collect::<Option<Vec<_>>>();
    if let Some(names) = names {
        let sort = format_ident!("{sort}_by_names");
        let seen = names.iter().map(|names| quote!(path::seen(item.view(), [#(#names),*])));
        let keys = names.iter().map(
            |names| quote!(path::all_of_names(cx, item.view(), &[#(#names),*]).map(Found::Made)),
        );
        let seen = emit_by_term(seen, &quote!(None));
        let keys = emit_by_term(keys, &quote!(Ok(Found::Made(Item::Undefined))));
        return quote! {
            order::#sort(
                cx,
                #items,
                [#(#descending),*],
                &mut |term, item| #seen,
                &mut |term, item| #keys,
            )?
        };
    }
    let (keys, _) = emitter.in_context(|emitter| {
        terms.iter().map(|term| emit_found(emitter, &term.key)).collect::<Vec<_>>()
    });
    let sort = format_ident!("{sort}");
    let keys = emit_by_term(keys, &quote!(Ok(Found::Made(Item::Undefined))));
    quote! {
        order::#sort(cx, #items, &[#(#descending),*], &mut |term, item| {
            let context = item.view();
            #keys
        })?
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

/// The names that a key is.
pub(super) fn names_of_key<'t>(emitter: &Emitter<'_>, key: &'t Node) -> Option<Vec<&'t str>> {
    if !is_plain(key) || emitter.level_check(key).is_some() {
        return None;
    }
    match &key.kind {
        Kind::Name(name) => Some(vec![name]),
        Kind::Path(path) => plain_names(path),
        _ => None,
    }
}
