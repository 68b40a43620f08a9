//! Paths whose steps have variables or parents, as loops within each other: one tuple changes in
//! place, where a list of tuples would be made for each step.

use asl_language::jsonata::signature::Types;

use super::op::{Body, Op, Plan, Repr, Source, TupleStage, TupleWalk, Unfused};
use super::operator::plan_truth;
use super::passes::failure::can_fail;
use super::passes::is_sort;
use super::path::constant;
use super::planner::Planner;
use super::tuple::{
    begins_with_variable, plan_binding, plan_own_frame, plan_start, steps_of_tuples,
};
use super::value::{plan_names_of_context, plan_value};
use crate::resolve::TupleId;
use crate::resolve::paths::{inner_path, tuple_id};
use crate::tree::{Node, Path, Stage, Step};

/// The items at the end of a path, collapsed or as a whole sequence, or why it needs lists.
pub(super) fn plan_path(
    planner: &mut Planner<'_>,
    path: &Path,
    is_collapsed: bool,
) -> Result<Plan, Unfused> {
    if let Some(reason) = unfused(planner, path) {
        return Err(reason);
    }
    let id = tuple_id(path);
    let (inputs, steps) = plan_inputs(planner, path);
    let mut counts = 0;
    let walk = plan_steps(planner, id, steps, &mut counts);
    Ok(Plan::item(Op::TupleLoop { id, inputs, counts, walk, is_collapsed }))
}

/// The items that a path begins with, and the steps of tuples.
fn plan_inputs<'t>(planner: &mut Planner<'_>, path: &'t Path) -> (Source, &'t [Step]) {
    let (before, steps) = steps_of_tuples(path);
    if before.is_empty() && !begins_with_variable(path) {
        return (Source::Inputs(planner.context()), steps);
    }
    let (items, steps) = plan_start(planner, path);
    (Source::Items(items, Unfused::Before), steps)
}

/// The reason for which a tuple cannot go through all steps before the next one does, if any: one
/// needs all tuples, or two parts can fail. jsonata-js evaluates a step for all tuples before the
/// next step, and the first fault must be the same.
fn unfused(planner: &Planner<'_>, path: &Path) -> Option<Unfused> {
    let (_, steps) = steps_of_tuples(path);
    let is_test = |stage: &Stage| match stage {
        Stage::Index(_) => true,
        Stage::Filter(filter) => {
            let truth = Types::BOOLEAN.and(Types::MISSING);
            constant(filter).is_none() && planner.shapes.of(filter).is(truth)
        }
    };
    let stages = || steps.iter().flat_map(|step| &step.stages);
    let failing_steps = steps.iter().filter(|step| can_fail(&step.node)).count();
    let can_stage_fail =
        |stage: &&Stage| matches!(stage, Stage::Filter(filter) if can_fail(filter));
    let failing = failing_steps + stages().filter(can_stage_fail).count();
    let reasons = [
        (steps.iter().any(is_sort), Unfused::Sort),
        (steps.iter().any(|step| inner_path(&step.node).is_some()), Unfused::Inner),
        (!stages().all(is_test), Unfused::Filter),
        (failing > 1, Unfused::Faults),
    ];
    reasons.into_iter().find_map(|(is_there, reason)| is_there.then_some(reason))
}

/// The steps for a tuple.
fn plan_steps(
    planner: &mut Planner<'_>,
    id: TupleId,
    steps: &[Step],
    counts: &mut usize,
) -> TupleWalk {
    let Some((step, rest)) = steps.split_first() else { return TupleWalk::End };
    let binds = step.focus.is_some() || !step.stages.is_empty();
    let found = plan_in_tuple(planner, id, &step.node, plan_item);
    if rest.is_empty() && !binds {
        return TupleWalk::Last(found);
    }
    let binding = plan_binding(planner, id, step);
    let stages = step.stages.iter().map(|stage| plan_stage(planner, id, stage, counts));
    let stages = stages.collect();
    let rest = Box::new(plan_steps(planner, id, rest, counts));
    TupleWalk::Step { found, binding, stages, rest }
}

fn plan_stage(
    planner: &mut Planner<'_>,
    id: TupleId,
    stage: &Stage,
    counts: &mut usize,
) -> TupleStage {
    match stage {
        Stage::Index(index) => {
            let slot = planner.names.slot(id, &index.text).unwrap_or_default();
            *counts += 1;
            TupleStage::Number(slot, *counts - 1)
        }
        Stage::Filter(filter) => TupleStage::Test(plan_in_tuple(planner, id, filter, plan_truth)),
    }
}

/// The result of a step.
fn plan_item(planner: &mut Planner<'_>, node: &Node) -> Plan {
    match plan_names_of_context(planner, node) {
        Some(names) => Plan::new(Repr::Found, Op::Names(names)),
        None => plan_value(planner, node),
    }
}

/// A node for the tuple.
fn plan_in_tuple(
    planner: &mut Planner<'_>,
    id: TupleId,
    node: &Node,
    plan: impl FnOnce(&mut Planner<'_>, &Node) -> Plan,
) -> Body {
    planner.in_tuple(id, |planner| {
        let before = plan_own_frame(planner, node);
        Body { before, result: plan(planner, node) }
    })
}
