//! `$join` and `$merge` of the items of a loop: a text or an object that grows with each item.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::emit_feed;
use crate::emit::emitter::Emitter;
use crate::emit::operator::is_plain;
use crate::emit::value::{emit_member as emit_any, emit_operand, emit_value};
use crate::tree::{Kind, Node};

/// The local that takes the objects of a path for `$merge`.
pub(super) const RESULTS: &str = "objects";

/// `$join(array, "separator")`
pub(super) fn emit_join(
    emitter: &mut Emitter<'_>,
    array: &Node,
    separator: &[&Node],
) -> Option<TokenStream> {
    let separator = match separator {
        [] => "",
        [separator] if is_plain(separator) && !emitter.has_level(separator) => {
            match &separator.kind {
                Kind::String(text) => text.as_str(),
                _ => return None,
            }
        }
        _ => return None,
    };
    let feed = emit_feed(emitter, array, &format_ident!("results"));
    Some(quote!({
        let mut joined = functions::Joining::new(#separator);
        let mut results = path::Results::new("join", |item: View<'_>, _: usize| {
            joined.add(cx, item)
        });
        #feed
        let has_value = results.finish()?;
        joined.finish(cx, has_value)?
    }))
}

/// `$merge(array)`
pub(super) fn emit_merge(emitter: &mut Emitter<'_>, array: &Node) -> TokenStream {
    let results = if is_path_of_members(emitter, array) { RESULTS } else { "results" };
    let results = format_ident!("{results}");
    let feed = emit_feed(emitter, array, &results);
    if results == RESULTS {
        return quote!({
            let mut objects = functions::Merged::default();
            #feed
            objects.finish()?
        });
    }
    quote!({
        let mut merged = functions::Merged::default();
        let mut results = path::Results::new("merge", |item: View<'_>, _: usize| {
            merged.add(cx, item)
        });
        #feed
        let has_value = results.finish()?;
        merged.note_value(has_value);
        merged.finish()?
    })
}

/// True for a path whose last step is an object with one member.
fn is_path_of_members(emitter: &Emitter<'_>, node: &Node) -> bool {
    let Kind::Path(path) = &node.kind else { return false };
    let is_member = |node| member(emitter, node).is_some();
    path.steps.last().is_some_and(|step| step.stages.is_empty() && is_member(&step.node))
}

/// The key and the value of an object that has no other.
fn member<'t>(emitter: &Emitter<'_>, node: &'t Node) -> Option<(&'t Node, &'t Node)> {
    match &node.kind {
        Kind::Object(entries) if is_plain(node) && !emitter.has_level(node) => {
            match entries.as_slice() {
                [(key, value)] => Some((key, value)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The statement that adds an object with one member, which is not made. Of an array the object is
/// that of its items.
pub(super) fn emit_member(emitter: &mut Emitter<'_>, node: &Node) -> Option<TokenStream> {
    let (key, value) = member(emitter, node)?;
    let object = emit_value(emitter, node);
    let context = emitter.context();
    let key = emit_operand(emitter, key);
    let value = emit_any(emitter, value);
    Some(quote! {
        objects.note_value(true);
        if #context.is_array() {
            objects.add(cx, Item::view(&#object))?;
        } else if let Some(key) = group::only_key(cx, #key)? {
            objects.add_member(cx, key, #value)?;
        }
    })
}
