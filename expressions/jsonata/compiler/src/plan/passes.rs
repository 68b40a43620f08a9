//! Passes over sequences as loops, without lists between them.

mod aggregate;
mod applied;
pub(super) mod failure;
mod merged;
mod sort;
mod walk;

use asl_language::jsonata::BuiltInId;

pub(super) use self::aggregate::plan_native_aggregate;
use self::applied::{Applied, Argument, Use};
use self::failure::can_fail;
pub(super) use self::walk::plan_walk;
use super::native::{Native, native_of, plan_as};
pub(super) use super::op::Sink;
use super::op::{ApplyingPass, Local, Op, Plan, Unfused, Walk};
use super::operator::is_plain;
use super::path::{plain_name, plain_names};
use super::planner::Planner;
use super::value::{plan_operand, plan_result, plan_value};
use crate::tree::{Call, Kind, Node, Path, Step};

/// True if the steps of a path can be one loop.
pub(super) fn is_loop(steps: &[Step]) -> bool {
    let Some(first) = steps.first() else { return false };
    let is_alone = steps.len() == 1 && matches!(first.node.kind, Kind::Variable(_));
    !first.node.is_cons()
        && !is_alone
        && !steps.last().is_some_and(is_sort)
        && steps.iter().all(|step| !step.is_tuple)
}

pub(super) fn is_sort(step: &Step) -> bool {
    matches!(step.node.kind, Kind::Sort(_))
}

/// Maximum number of loops for the names at the begin of a path.
const MOST_LOOPS: usize = 6;

/// True if names are one loop over the inputs of the context.
pub(super) fn is_one_loop(names: &[&str]) -> bool {
    names.len() <= MOST_LOOPS
}

/// A call of a built-in at a level that takes a sequence item by item, if that needs no list. A
/// sequence that it gives is collapsed, or a whole.
pub(super) fn plan_call(
    planner: &mut Planner<'_>,
    id: BuiltInId,
    arguments: &[&Node],
    (level, is_collapsed): (u16, bool),
) -> Result<Plan, Unfused> {
    match (id, arguments) {
        (BuiltInId::Map | BuiltInId::Filter, [array, function]) => {
            let applied = Applied::new(planner, function, 1, level).ok_or(Unfused::Function)?;
            let pass = plan_function(planner, id, array, &applied, &Sink::Results);
            Ok(Plan::item(Op::Applying { pass, is_collapsed }))
        }
        (BuiltInId::Reduce, [array, function, rest @ ..]) => {
            let applied = Applied::new(planner, function, 2, level).ok_or(Unfused::Function)?;
            plan_reduce(planner, array, &applied, rest)
        }
        (BuiltInId::Sort, [array, function]) => {
            let applied = Applied::new(planner, function, 2, level).ok_or(Unfused::Function)?;
            Ok(sort::plan_sort(planner, array, &applied))
        }
        (BuiltInId::Join | BuiltInId::Merge, [array, ..]) if !is_source(planner, array) => {
            Err(Unfused::Array)
        }
        (BuiltInId::Join, [array, separator @ ..]) => merged::plan_join(planner, array, separator),
        (BuiltInId::Merge, [array]) => Ok(merged::plan_merge(planner, array)),
        (_, [array]) if id.is_aggregate() && is_source(planner, array) => {
            Ok(aggregate::plan_aggregate(planner, id, array))
        }
        (_, [_]) if id.is_aggregate() => Err(Unfused::Array),
        _ => Err(Unfused::Arguments),
    }
}

/// The built-in that a call is, if it may be the end of a loop.
pub(super) fn fused(planner: &Planner<'_>, call: &Call) -> Option<BuiltInId> {
    let built_in = planner.names.built_in(&call.callee)?;
    built_in.is_fused.then_some(built_in.id)
}

/// True for an aggregate of names, which reads nothing but the inputs of the context.
pub(super) fn is_aggregate_of_names(planner: &Planner<'_>, node: &Node) -> bool {
    let Kind::Call(call) = &node.kind else { return false };
    let [array] = call.arguments.as_slice() else { return false };
    let is_aggregate = fused(planner, call).is_some_and(BuiltInId::is_aggregate);
    let Kind::Path(path) = &array.kind else { return false };
    is_aggregate
        && is_plain(node)
        && is_source(planner, array)
        && plain_names(path).is_some_and(|names| is_one_loop(&names))
}

/// True if the items of a node come from a loop.
fn is_source(planner: &Planner<'_>, node: &Node) -> bool {
    if !is_plain(node) || planner.has_level(node) {
        return false;
    }
    match &node.kind {
        Kind::Path(path) => is_source_path(path),
        _ => source_call(planner, node).is_some(),
    }
}

fn is_source_path(path: &Path) -> bool {
    !path.keeps_singleton && is_loop(&path.steps)
}

/// A call of `$map` or `$filter` with a function that can stand in a loop: the built-in, the
/// array, and the function.
fn source_call<'t>(
    planner: &Planner<'_>,
    node: &'t Node,
) -> Option<(BuiltInId, &'t Node, Applied<'t>)> {
    let (call, first, level) = match &node.kind {
        Kind::Call(call) => (call, None, node.level),
        Kind::Apply(left, right) => match &right.kind {
            Kind::Call(call) if is_plain(right) => (call, Some(left.as_ref()), right.level),
            _ => return None,
        },
        _ => return None,
    };
    let id = fused(planner, call)?;
    let arguments: Vec<&Node> = first.into_iter().chain(&call.arguments).collect();
    let [array, last] = arguments.as_slice() else { return None };
    let applied = Applied::new(planner, last, 1, level.of_calls())?;
    matches!(id, BuiltInId::Map | BuiltInId::Filter).then_some((id, array, applied))
}

/// The statements that give the items of a node to the results.
fn plan_feed(planner: &mut Planner<'_>, node: &Node, sink: &Sink) -> Walk {
    if is_source(planner, node) {
        if let Kind::Path(path) = &node.kind {
            if let [step] = path.steps.as_slice()
                && plain_name(step).is_some()
                && !planner.is_members
                && !matches!(sink, Sink::Objects | Sink::Numbers)
            {
                return Walk::TakeAll(sink.clone(), plan_operand(planner, node));
            }
            return plan_walk(planner, &path.steps, sink);
        }
        if let Some((id, array, applied)) = source_call(planner, node) {
            let pass = plan_function(planner, id, array, &applied, sink);
            return Walk::Applying(Box::new(pass));
        }
    }
    Walk::Set(sink.clone(), plan_result(planner, node))
}

/// `$map` or `$filter`, which adds its results.
fn plan_function(
    planner: &mut Planner<'_>,
    id: BuiltInId,
    array: &Node,
    applied: &Applied<'_>,
    sink: &Sink,
) -> ApplyingPass {
    let its_use = if id == BuiltInId::Map { Use::Value } else { Use::Truth };
    let body = applied.plan(planner, &[Argument::View(Local::Item)], its_use);
    let inner = Sink::Of(Box::new(sink.clone()), id);
    let feed = plan_feed(planner, array, &inner);
    ApplyingPass { id, sink: sink.clone(), body, feed }
}

/// `$reduce`: from a number to numbers, or of any items.
fn plan_reduce(
    planner: &mut Planner<'_>,
    array: &Node,
    applied: &Applied<'_>,
    rest: &[&Node],
) -> Result<Plan, Unfused> {
    let item = Argument::View(Local::Item);
    let (init, values, its_use) = match rest {
        [] => (Plan::item(Op::Undefined), [Argument::Taken(Local::Result), item], Use::Value),
        [init] if can_fail(init) => return Err(Unfused::Init),
        [init] if is_number(planner, applied, init) => {
            let result = Argument::Native(Native::MaybeNumber, Local::Result);
            let init = plan_as(planner, init, Native::MaybeNumber).ok_or(Unfused::Init)?;
            (init, [result, item], Use::Number)
        }
        [init] => (plan_value(planner, init), [Argument::Taken(Local::Result), item], Use::Value),
        _ => return Err(Unfused::Arguments),
    };
    let body = applied.plan(planner, &values, its_use);
    let feed = plan_feed(planner, array, &Sink::Results);
    Ok(Plan::item(Op::Reduce { init, body, feed }))
}

/// True if a function gives numbers from this number on.
fn is_number(planner: &mut Planner<'_>, applied: &Applied<'_>, init: &Node) -> bool {
    native_of(planner, init).is_some_and(Native::is_certain_number) && applied.keeps_number(planner)
}
