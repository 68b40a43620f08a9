//! `$join` and `$merge` of the items of a loop: a text or an object that grows with each item.

use super::{Sink, plan_feed};
use crate::plan::op::{Op, Plan, Unfused, Walk};
use crate::plan::operator::is_plain;
use crate::plan::planner::Planner;
use crate::plan::value::{plan_member as plan_any, plan_operand, plan_value};
use crate::tree::{Kind, Node};

/// `$join(array, "separator")`
pub(super) fn plan_join(
    planner: &mut Planner<'_>,
    array: &Node,
    separator: &[&Node],
) -> Result<Plan, Unfused> {
    let separator = match separator {
        [] => "",
        [separator] if is_plain(separator) && !planner.has_level(separator) => {
            match &separator.kind {
                Kind::String(text) => text.as_str(),
                _ => return Err(Unfused::Separator),
            }
        }
        _ => return Err(Unfused::Separator),
    };
    let feed = plan_feed(planner, array, &Sink::Results);
    Ok(Plan::item(Op::Join(separator.to_owned(), feed)))
}

/// `$merge(array)`
pub(super) fn plan_merge(planner: &mut Planner<'_>, array: &Node) -> Plan {
    let sink = if is_path_of_members(planner, array) { Sink::Objects } else { Sink::Results };
    let feed = plan_feed(planner, array, &sink);
    Plan::item(Op::Merge(sink, feed))
}

/// True for a path whose last step is an object with one member.
fn is_path_of_members(planner: &Planner<'_>, node: &Node) -> bool {
    let Kind::Path(path) = &node.kind else { return false };
    let is_member = |node| member(planner, node).is_some();
    path.steps.last().is_some_and(|step| step.stages.is_empty() && is_member(&step.node))
}

/// The key and the value of an object that has no other.
fn member<'t>(planner: &Planner<'_>, node: &'t Node) -> Option<(&'t Node, &'t Node)> {
    match &node.kind {
        Kind::Object(entries) if is_plain(node) && !planner.has_level(node) => {
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
pub(super) fn plan_member(planner: &mut Planner<'_>, node: &Node) -> Option<Walk> {
    let (key, value) = member(planner, node)?;
    let object = plan_value(planner, node);
    let context = planner.context();
    let key = plan_operand(planner, key);
    let value = plan_any(planner, value);
    Some(Walk::AddMember { context, object, key, value })
}
