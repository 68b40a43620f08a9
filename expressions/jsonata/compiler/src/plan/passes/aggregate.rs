//! `$sum`, `$average`, `$count`, `$max`, `$min` and `$exists` of the items of a loop.

use asl_language::jsonata::{BuiltIn, BuiltInId, record};

use super::{Sink, is_source, plan_feed};
use crate::plan::native::{Native, native_of, of_built_in};
use crate::plan::op::{Op, Plan, Repr};
use crate::plan::planner::Planner;
use crate::tree::{Kind, Node};

/// An aggregate of the items of a loop as an item.
pub(super) fn plan_aggregate(planner: &mut Planner<'_>, id: BuiltInId, array: &Node) -> Plan {
    plan_native_aggregate(planner, record(id), array).map_or_else(
        || {
            let feed = plan_feed(planner, array, &Sink::Results);
            Plan::item(Op::Aggregate { id, takes_numbers: false, feed })
        },
        |total| total.to(Repr::Item),
    )
}

/// `$sum`, `$average`, `$count` and `$exists` of the items of a loop, a number or a Boolean of Rust.
pub(in crate::plan) fn plan_native_aggregate(
    planner: &mut Planner<'_>,
    built_in: &BuiltIn,
    array: &Node,
) -> Option<Plan> {
    let id = built_in.id;
    let native = of_built_in(built_in).filter(|_| id.is_aggregate())?;
    if !is_source(planner, array) {
        return None;
    }
    let takes_numbers = id != BuiltInId::Exists && is_path_of_numbers(planner, array);
    let sink = if takes_numbers { Sink::Numbers } else { Sink::Results };
    let feed = plan_feed(planner, array, &sink);
    Some(Plan::new(Repr::Native(native), Op::Aggregate { id, takes_numbers, feed }))
}

/// True for a path whose last step gives numbers of Rust.
fn is_path_of_numbers(planner: &Planner<'_>, node: &Node) -> bool {
    let Kind::Path(path) = &node.kind else { return false };
    path.steps.last().is_some_and(|step| {
        step.stages.is_empty() && native_of(planner, &step.node).is_some_and(Native::is_number)
    })
}
