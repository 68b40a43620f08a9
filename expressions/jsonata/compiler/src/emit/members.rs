//! Transforms whose pattern is names and whose update is an object of constant keys: the values of
//! the members without the object.

use asl_language::jsonata::signature::Types;
use proc_macro2::TokenStream;
use quote::quote;

use super::construct::constant_keys;
use super::emitter::Emitter;
use super::operator::is_plain;
use super::path::plain_name;
use super::value::emit_value;
use crate::tree::{Kind, Node, Transform};

/// A transform that changes members in place.
pub(super) struct Members<'t> {
    transform: &'t Transform,
    /// The names of the pattern; none for `$`.
    pattern: Vec<&'t str>,
    keys: Vec<&'t str>,
    values: Vec<&'t Node>,
    /// The names of members that are removed.
    removed: Vec<&'t str>,
}

impl<'t> Members<'t> {
    /// `None` if the transform needs the objects of its update. Its parts bind no variables: one
    /// that an update sets keeps its value for the next one in jsonata-js.
    pub(super) fn new(
        emitter: &Emitter<'_>,
        node: &Node,
        transform: &'t Transform,
    ) -> Option<Self> {
        let Transform { pattern, update, delete } = transform;
        let Kind::Object(entries) = &update.kind else { return None };
        if !emitter.has_no_variables(node) || !is_plain(update) {
            return None;
        }
        let values: Vec<&Node> = entries.iter().map(|(_, value)| value).collect();
        Some(Self {
            pattern: names(pattern, str::is_empty)?,
            transform,
            keys: constant_keys(entries)?,
            values: values.iter().all(|value| is_data(emitter, value)).then_some(values)?,
            removed: match delete {
                None => Vec::new(),
                Some(delete) => texts(delete)?,
            },
        })
    }

    /// The constant parts, inside of the function that the transform is.
    pub(super) fn emit_facts(&self, emitter: &Emitter<'_>, is_update_local: bool) -> TokenStream {
        let Self { transform, pattern, keys, removed, .. } = self;
        let level = emitter.checked_level(&transform.pattern).unwrap_or_default();
        quote! {
            transform::Members {
                level: #level,
                pattern: &[#(#pattern),*],
                keys: [#(#keys),*],
                removed: &[#(#removed),*],
                is_update_local: #is_update_local,
            }
        }
    }

    /// The values of the update for the local `context`: an expression of a `Result` of an array of
    /// items; true if they refer to nothing but their context.
    pub(super) fn emit_values(&self, emitter: &mut Emitter<'_>) -> (TokenStream, bool) {
        let (values, captures) = emitter.in_part(|emitter| {
            let values = self.values.iter().map(|value| emit_value(emitter, value));
            values.collect::<Vec<_>>()
        });
        let check = emitter.level_check(&self.transform.update);
        let delete = self.transform.delete.as_ref();
        let values = match delete.and_then(|delete| emitter.level_check(delete)) {
            Some(check) => quote!(let values = [#(#values),*]; #check Ok(values)),
            None => quote!(Ok([#(#values),*])),
        };
        (quote!(#check #values), captures.is_empty())
    }
}

/// The names of a path, perhaps behind a variable; none for the variable itself. `is_start` is true
/// for the names of such variables.
fn names(node: &Node, is_start: fn(&str) -> bool) -> Option<Vec<&str>> {
    if !is_plain(node) {
        return None;
    }
    let is_start = |node: &Node| matches!(&node.kind, Kind::Variable(name) if is_start(name));
    let Kind::Path(path) = &node.kind else {
        return is_start(node).then(Vec::new);
    };
    if path.keeps_singleton || path.steps.iter().any(|step| step.is_tuple) {
        return None;
    }
    let steps = match path.steps.split_first() {
        Some((first, rest))
            if is_start(&first.node) && is_plain(&first.node) && first.stages.is_empty() =>
        {
            rest
        }
        _ => &path.steps,
    };
    steps.iter().map(plain_name).collect()
}

/// True if a value is plain data in most cases, and is not the changed object or something around
/// it: that would refer to its own change in jsonata-js.
fn is_data(emitter: &Emitter<'_>, value: &Node) -> bool {
    let scalars =
        Types::NULL.and(Types::BOOLEAN).and(Types::NUMBER).and(Types::STRING).and(Types::MISSING);
    if emitter.shapes.of(value).is(scalars) {
        return true;
    }
    if !is_plain(value) {
        return false;
    }
    let is_data = |value: &Node| is_data(emitter, value);
    match &value.kind {
        Kind::Variable(name) => !name.is_empty(),
        Kind::Array { items, .. } => items.iter().all(is_data),
        Kind::Object(entries) => {
            constant_keys(entries).is_some() && entries.iter().all(|(_, value)| is_data(value))
        }
        Kind::Condition(_, then, otherwise) => {
            is_data(then) && otherwise.as_deref().is_none_or(is_data)
        }
        _ => names(value, |_| true).is_some_and(|names| !names.is_empty()),
    }
}

/// A literal text, or those of an array.
fn texts(node: &Node) -> Option<Vec<&str>> {
    if !is_plain(node) {
        return None;
    }
    match &node.kind {
        Kind::String(text) => Some(vec![text]),
        Kind::Array { items, .. } => items
            .iter()
            .map(|item| match &item.kind {
                Kind::String(text) if is_plain(item) => Some(text.as_str()),
                _ => None,
            })
            .collect(),
        _ => None,
    }
}
