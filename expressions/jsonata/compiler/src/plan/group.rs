//! `{key: value}` behind a value.

use super::op::{GroupPlan, MemberValue, Op, Plan, SeenKey};
use super::operator::is_plain;
use super::passes;
use super::path::{plain_names, plan_loop};
use super::planner::Planner;
use super::sort::owned_names_of_key;
use super::value::{plan_operand, plan_value};
use crate::tree::{Kind, Node};

/// `input{key: value}`, where the input is a view.
pub(super) fn plan_group(planner: &mut Planner<'_>, input: Plan, entries: &[(Node, Node)]) -> Plan {
    let seen = entries.iter().enumerate();
    let seen = seen.filter_map(|(pair, (key, _))| Some((pair, plan_seen_key(planner, key)?)));
    let seen = seen.collect();
    let (entries, _) = planner.in_context(|planner| {
        let entries = entries.iter().map(|(key, value)| {
            let key = plan_value(planner, key);
            (key, plan_member_value(planner, value))
        });
        entries.collect()
    });
    Plan::item(Op::Group(GroupPlan { input, seen, entries }))
}

/// A key that is data where it is: names, or a literal.
fn plan_seen_key(planner: &mut Planner<'_>, key: &Node) -> Option<SeenKey> {
    if let Some(names) = owned_names_of_key(planner, key) {
        return Some(SeenKey::Names(names));
    }
    let is_literal = matches!(key.kind, Kind::String(_)) && is_plain(key);
    (is_literal && !planner.has_level(key)).then(|| SeenKey::Literal(plan_operand(planner, key)))
}

/// The value of a group. Names of its members, and their aggregates, need no array of all members:
/// such arrays took a third of the time of a group.
fn plan_member_value(planner: &mut Planner<'_>, value: &Node) -> MemberValue {
    if let Some(results) = plan_names(planner, value) {
        return MemberValue { value: results, is_joined: false, is_names: true };
    }
    if passes::is_aggregate_of_names(planner, value) {
        let value = planner.in_members(|planner| plan_value(planner, value));
        return MemberValue { value, is_joined: false, is_names: false };
    }
    MemberValue { value: plan_value(planner, value), is_joined: true, is_names: false }
}

fn plan_names(planner: &mut Planner<'_>, value: &Node) -> Option<Plan> {
    let Kind::Path(path) = &value.kind else { return None };
    let is_alone = is_plain(value) && !planner.has_level(value);
    plain_names(path).filter(|names| is_alone && passes::is_one_loop(names))?;
    Some(plan_loop(planner, &path.steps, true))
}
