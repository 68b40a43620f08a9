//! Arrays and objects.

use std::collections::HashSet;

use super::group::plan_group;
use super::op::{Op, Plan};
use super::planner::Planner;
use super::value::{plan_seen, plan_value};
use crate::tree::{Kind, Node};

/// `[items]`
pub(super) fn plan_array(planner: &mut Planner<'_>, items: &[Node], is_cons: bool) -> Plan {
    let parts = items
        .iter()
        .map(|item| (matches!(item.kind, Kind::Array { .. }), plan_value(planner, item)));
    Plan::item(Op::Array { parts: parts.collect(), is_cons })
}

/// `{key: value}`
pub(super) fn plan_object(planner: &mut Planner<'_>, entries: &[(Node, Node)]) -> Plan {
    let Some(keys) = constant_keys(entries) else {
        let context = planner.context();
        return plan_group(planner, context, entries);
    };
    let (entries, uses_context) = planner.in_context(|planner| {
        let entries = keys.iter().zip(entries).map(|(key, (_, value))| {
            let seen = plan_seen(planner, value);
            ((*key).to_owned(), seen.unwrap_or_else(|| plan_value(planner, value)))
        });
        entries.collect()
    });
    let context = uses_context.then(|| planner.context());
    Plan::item(Op::Object { context, entries })
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
