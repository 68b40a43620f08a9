//! Arrays and objects.

use std::collections::HashSet;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::emitter::Emitter;
use super::group::emit_group;
use super::value::{emit_entry, emit_value};
use crate::tree::{Kind, Node};

/// `[items]`
pub(super) fn emit_array(emitter: &mut Emitter<'_>, items: &[Node], is_cons: bool) -> TokenStream {
    let parts = items.iter().map(|item| {
        let value = emit_value(emitter, item);
        if matches!(item.kind, Kind::Array { .. }) {
            quote!(Part::Whole(#value))
        } else {
            quote!(Part::Items(#value))
        }
    });
    let parts: Vec<TokenStream> = parts.collect();
    let make = if is_cons { quote!(cons) } else { quote!(array) };
    quote!(construct::#make(cx, Vec::from([#(#parts),*]))?)
}

/// `{key: value}`
pub(super) fn emit_object(emitter: &mut Emitter<'_>, entries: &[(Node, Node)]) -> TokenStream {
    let Some(keys) = constant_keys(entries) else {
        let context = emitter.context();
        return emit_group(emitter, &context, entries);
    };
    let (added, uses_context) = emitter.in_context(|emitter| {
        let entries = keys.iter().zip(entries);
        entries.map(|(key, (_, value))| emit_entry(emitter, key, value)).collect::<TokenStream>()
    });
    let own_context = uses_context.then(|| {
        let context = emitter.context();
        quote! {
            let mut joined = Made::none();
            let context = group::context(cx, #context, &mut joined)?;
        }
    });
    let room = Literal::usize_unsuffixed(keys.len());
    quote!({
        #own_context
        let mut entries = group::Entries::new(cx, #room)?;
        #added
        entries.finish()?
    })
}

/// The keys, if all are strings and differ.
pub(super) fn constant_keys(entries: &[(Node, Node)]) -> Option<Vec<&str>> {
    let mut keys = Vec::with_capacity(entries.len());
    for (key, _) in entries {
        let Kind::String(text) = &key.kind else { return None };
        if !key.predicates.is_empty() || key.group.is_some() {
            return None;
        }
        keys.push(text.as_str());
    }
    let distinct: HashSet<&str> = keys.iter().copied().collect();
    (distinct.len() == keys.len()).then_some(keys)
}
