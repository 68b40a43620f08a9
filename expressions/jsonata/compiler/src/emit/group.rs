//! `{key: value}` behind a value.

use proc_macro2::TokenStream;
use quote::quote;

use super::emitter::Emitter;
use super::operator::is_plain;
use super::outcome::emit_ok;
use super::passes;
use super::path::{emit_loop, plain_names};
use super::sort::names_of_key;
use super::value::{emit_operand, emit_value};
use crate::tree::{Kind, Node};

/// `input{key: value}`, where the input is an expression of type `View`.
pub(super) fn emit_group(
    emitter: &mut Emitter<'_>,
    input: &TokenStream,
    entries: &[(Node, Node)],
) -> TokenStream {
    let seen = entries.iter().enumerate().filter_map(|(pair, (key, _))| {
        let key = emit_seen_key(emitter, key)?;
        Some(quote!(#pair => #key,))
    });
    let seen: TokenStream = seen.collect();
    let (parts, _) = emitter.in_context(|emitter| {
        let parts = entries
            .iter()
            .flat_map(|(key, value)| [emit_key(emitter, key), emit_member_value(emitter, value)]);
        parts.collect::<Vec<_>>()
    });
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
        )?
    }
}

/// A key that is data where it is: names, or a literal.
fn emit_seen_key(emitter: &mut Emitter<'_>, key: &Node) -> Option<TokenStream> {
    if let Some(names) = names_of_key(emitter, key) {
        return Some(quote!(path::seen(context, [#(#names),*])));
    }
    let is_literal = matches!(key.kind, Kind::String(_)) && is_plain(key);
    (is_literal && !emitter.has_level(key)).then(|| {
        let literal = emit_operand(emitter, key);
        quote!(Some(#literal))
    })
}

fn emit_key(emitter: &mut Emitter<'_>, key: &Node) -> TokenStream {
    let key = emit_ok(&emit_value(emitter, key));
    quote!(let context = members.item(); #key)
}

/// The value of a group. Names of its members, and their aggregates, need no array of all members:
/// such arrays took a third of the time of a group.
fn emit_member_value(emitter: &mut Emitter<'_>, value: &Node) -> TokenStream {
    if let Some(results) = emit_names(emitter, value) {
        return quote!(let context = members; Ok(#results));
    }
    if passes::is_aggregate_of_names(emitter, value) {
        let aggregate = emitter.in_members(|emitter| emit_value(emitter, value));
        let ok = emit_ok(&aggregate);
        return quote!(let context = members; #ok);
    }
    let ok = emit_ok(&emit_value(emitter, value));
    quote! {
        let joined = members.joined(cx)?;
        let context = joined.view();
        #ok
    }
}

fn emit_names(emitter: &mut Emitter<'_>, value: &Node) -> Option<TokenStream> {
    let Kind::Path(path) = &value.kind else { return None };
    let is_alone = is_plain(value) && !emitter.has_level(value);
    plain_names(path).filter(|names| is_alone && passes::is_one_loop(names))?;
    Some(emit_loop(emitter, &path.steps, &quote!(finish)))
}
