//! Arrays and objects.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::emitter::Emitter;
use super::group::emit_group;
use super::value::{emit_member, emit_value};
use crate::expr::jsonata::tree::{Kind, Node};

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
    let (values, uses_context) = emitter.in_context(|emitter| {
        let values = entries.iter().map(|(_, value)| emit_member(emitter, value));
        values.collect::<Vec<TokenStream>>()
    });
    let object = quote!(group::object(cx, [#((#keys, Found::from(#values))),*])?);
    if !uses_context {
        return object;
    }
    let context = emitter.context();
    quote!({
        let found = group::context(cx, #context)?;
        let context = found.view();
        #object
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
