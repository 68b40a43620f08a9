//! Paths whose steps have variables or parents.

use super::block::{plan_declarations, plan_statements};
use super::op::{Binding, Body, Op, Plan, Repr, Statement};
use super::path::{constant, keep_singleton, plan_items};
use super::planner::Planner;
use super::tuple_loop;
use super::value::plan_value;
use crate::resolve::TupleId;
use crate::resolve::paths::{frame_key, inner_names, inner_path, parent_name, tuple_id};
use crate::tree::{Group, Kind, Node, Path, SortTerm, Stage, Step};

/// A path as an item, perhaps a sequence that has not collapsed.
pub(super) fn plan_path(planner: &mut Planner<'_>, path: &Path, group: Option<&Group>) -> Plan {
    if let Some(group) = group {
        let tuples = plan_tuples(planner, path);
        return plan_group(planner, tuple_id(path), group, tuples);
    }
    let items = tuple_loop::plan_path(planner, path, false).unwrap_or_else(|reason| {
        let tuples = plan_tuples(planner, path);
        Plan::item(Op::TupleItems(tuples, Some(reason)))
    });
    if path.keeps_singleton { keep_singleton(items) } else { items }
}

/// A node that gives the tuples of a path, with its predicates and its group.
pub(super) fn plan_filtered(planner: &mut Planner<'_>, node: &Node, id: TupleId) -> Plan {
    let mut tuples = plan_inner(planner, node);
    for predicate in &node.predicates {
        tuples = plan_filter(planner, id, predicate, tuples);
    }
    match &node.group {
        Some(group) => plan_group(planner, id, group, tuples),
        None => Plan::item(Op::TupleItems(tuples, None)),
    }
}

fn plan_group(planner: &mut Planner<'_>, id: TupleId, group: &Group, tuples: Plan) -> Plan {
    let parts = group.entries.iter().flat_map(|(key, value)| [key, value]);
    let parts = parts.map(|part| plan_for_tuple(planner, id, part)).collect();
    Plan::item(Op::TupleGroup { id, tuples, parts })
}

/// The tuples at the end of a path.
fn plan_tuples(planner: &mut Planner<'_>, path: &Path) -> Plan {
    let id = tuple_id(path);
    let (items, steps) = plan_start(planner, path);
    let mut tuples = Plan::new(Repr::Tuples, Op::TupleStart(items));
    for step in steps {
        tuples = plan_step(planner, id, step, tuples);
        for stage in &step.stages {
            tuples = plan_stage(planner, id, stage, tuples);
        }
    }
    tuples
}

/// The items that the steps of tuples begin with, and these steps.
pub(super) fn plan_start<'t>(planner: &mut Planner<'_>, path: &'t Path) -> (Plan, &'t [Step]) {
    let (before, steps) = steps_of_tuples(path);
    let items = if before.is_empty() && begins_with_variable(path) {
        // A variable is evaluated once, whatever the context is.
        Plan::new(Repr::Items, Op::OneItem(planner.context_value().to(Repr::Item)))
    } else {
        plan_items(planner, before)
    };
    (items, steps)
}

pub(super) fn begins_with_variable(path: &Path) -> bool {
    path.steps.first().is_some_and(|step| matches!(step.node.kind, Kind::Variable(_)))
}

/// The steps before those of tuples, and these.
pub(super) fn steps_of_tuples(path: &Path) -> (&[Step], &[Step]) {
    let first = path.steps.iter().position(|step| step.is_tuple).unwrap_or(0);
    // jsonata-js binds nothing at a first step that is an array constructor.
    let is_cons = path.steps.first().is_some_and(|step| step.node.is_cons());
    let first = if is_cons { first.max(1) } else { first };
    path.steps.split_at_checked(first).unwrap_or((&path.steps, &[]))
}

fn plan_step(planner: &mut Planner<'_>, id: TupleId, step: &Step, tuples: Plan) -> Plan {
    if let Kind::Sort(terms) = &step.node.kind {
        return plan_sort(planner, id, step, terms, tuples);
    }
    if inner_path(&step.node).is_some() && step.node.predicates.is_empty() {
        let slots = inner_names(&step.node);
        let slots = slots.iter().filter_map(|name| planner.names.slot(id, name)).collect();
        let body = planner.in_tuple(id, |planner| {
            let before = plan_own_frame(planner, &step.node);
            Body { before, result: plan_inner(planner, &step.node) }
        });
        return Plan::new(Repr::Tuples, Op::InnerTuples { id, tuples, slots, body });
    }
    let binding = plan_binding(planner, id, step);
    let body = plan_for_tuple(planner, id, &step.node);
    Plan::new(Repr::Tuples, Op::TupleStep { id, tuples, binding, body })
}

/// The tuples of a step that is a path of tuples, perhaps in a block.
fn plan_inner(planner: &mut Planner<'_>, node: &Node) -> Plan {
    let none = || Plan::new(Repr::Tuples, Op::Undefined);
    let tuples = match &node.kind {
        Kind::Path(path) => plan_tuples(planner, path),
        Kind::Block { expressions, .. } => {
            plan_statements(planner, node, expressions, &mut plan_inner).unwrap_or_else(none)
        }
        _ => none(),
    };
    tuples.checked(planner.checked_level(node))
}

/// The slots that a step sets.
pub(super) fn plan_binding(planner: &Planner<'_>, id: TupleId, step: &Step) -> Binding {
    let slot = |name: Option<String>| planner.names.slot(id, &name?);
    Binding {
        focus: slot(step.focus.clone()),
        index: slot(step.index.clone()),
        parent: slot(step.label.map(parent_name)),
    }
}

/// The value of a node for a tuple.
fn plan_for_tuple(planner: &mut Planner<'_>, id: TupleId, node: &Node) -> Body {
    planner.in_tuple(id, |planner| {
        let before = plan_own_frame(planner, node);
        Body { before, result: plan_value(planner, node) }
    })
}

pub(super) fn plan_own_frame(planner: &Planner<'_>, node: &Node) -> Vec<Statement> {
    let ids = planner.names.frames.get(&frame_key(node)).map_or(&[][..], Vec::as_slice);
    plan_declarations(planner, ids)
}

fn plan_stage(planner: &mut Planner<'_>, id: TupleId, stage: &Stage, tuples: Plan) -> Plan {
    match stage {
        Stage::Index(name) => {
            let slot = planner.names.slot(id, &name.text).unwrap_or_default();
            Plan::new(Repr::Tuples, Op::TupleNumber(tuples, slot))
        }
        Stage::Filter(filter) => plan_filter(planner, id, filter, tuples),
    }
}

fn plan_filter(planner: &mut Planner<'_>, id: TupleId, filter: &Node, tuples: Plan) -> Plan {
    if let Some(number) = constant(filter) {
        return Plan::new(Repr::Tuples, Op::TupleAt(tuples, number));
    }
    let body = plan_for_tuple(planner, id, filter);
    Plan::new(Repr::Tuples, Op::TupleFilter { id, tuples, body })
}

fn plan_sort(
    planner: &mut Planner<'_>,
    id: TupleId,
    step: &Step,
    terms: &[SortTerm],
    tuples: Plan,
) -> Plan {
    let descending = terms.iter().map(|term| term.is_descending).collect();
    let keys = terms.iter().map(|term| plan_for_tuple(planner, id, &term.key)).collect();
    let sorted = Plan::new(Repr::Tuples, Op::TupleSort { id, tuples, descending, keys });
    match step.index.as_ref().and_then(|index| planner.names.slot(id, index)) {
        Some(slot) => Plan::new(Repr::Tuples, Op::TupleNumber(sorted, slot)),
        None => sorted,
    }
}
