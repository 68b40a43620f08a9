//! Transforms whose pattern is names and whose update is an object of constant keys: the values of
//! the members without the object.

use asl_language::jsonata::signature::Types;

use super::construct::constant_keys;
use super::op::TransformParts;
use super::operator::is_plain;
use super::path::plain_name;
use super::planner::Planner;
use super::value::plan_value;
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
        planner: &Planner<'_>,
        node: &Node,
        transform: &'t Transform,
    ) -> Option<Self> {
        let Transform { pattern, update, delete } = transform;
        let Kind::Object(entries) = &update.kind else { return None };
        if !planner.has_no_variables(node) || !is_plain(update) {
            return None;
        }
        let values: Vec<&Node> = entries.iter().map(|(_, value)| value).collect();
        Some(Self {
            pattern: names(pattern, str::is_empty)?,
            transform,
            keys: constant_keys(entries)?,
            values: values.iter().all(|value| is_data(planner, value)).then_some(values)?,
            removed: match delete {
                None => Vec::new(),
                Some(delete) => texts(delete)?,
            },
        })
    }

    /// The parts of the transform. The values of the update are evaluated for a context of theirs.
    pub(super) fn plan(&self, planner: &mut Planner<'_>) -> TransformParts {
        let Transform { pattern, update, delete } = self.transform;
        let values = planner.in_part(|planner| {
            self.values.iter().map(|value| plan_value(planner, value)).collect()
        });
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        TransformParts::Members {
            level: planner.checked_level(pattern).unwrap_or_default(),
            pattern: owned(&self.pattern),
            keys: owned(&self.keys),
            removed: owned(&self.removed),
            checks: [Some(update), delete.as_ref()].map(|part| planner.checked_level(part?)),
            values,
        }
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
fn is_data(planner: &Planner<'_>, value: &Node) -> bool {
    let scalars =
        Types::NULL.and(Types::BOOLEAN).and(Types::NUMBER).and(Types::STRING).and(Types::MISSING);
    if planner.shapes.of(value).is(scalars) {
        return true;
    }
    if !is_plain(value) {
        return false;
    }
    let is_data = |value: &Node| is_data(planner, value);
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
