//! Paths as loops within each other.

use asl_language::jsonata::signature::Types;

use super::failure::can_fail;
use super::{MOST_LOOPS, Sink, is_sort, merged};
use crate::plan::call;
use crate::plan::native::plan_native;
use crate::plan::op::{Op, Plan, Repr, SortForm, Source, Unfused, Walk};
use crate::plan::operator::plan_truth;
use crate::plan::path::{constant, plain_name, plan_filter, plan_items, plan_sorted_names};
use crate::plan::planner::Planner;
use crate::plan::value::{plan_operand, plan_result, plan_value};
use crate::tree::{Kind, Node, Stage, Step};

/// The loops that add the results of a path's last step for each of its items.
pub(in crate::plan) fn plan_walk(planner: &mut Planner<'_>, steps: &[Step], sink: &Sink) -> Walk {
    if let Some((place, reason)) = split(steps)
        && let Some((before, rest)) = steps.split_at_checked(place)
    {
        let items = plan_sorted_names(planner, before, SortForm::Sorted)
            .unwrap_or_else(|| plan_items(planner, before));
        let (body, _) = planner.in_context(|planner| plan_rest(planner, rest, sink));
        return each((Source::Items(items, reason), None), body);
    }
    if let Some((first, rest)) = steps.split_first()
        && matches!(first.node.kind, Kind::Variable(_))
    {
        return plan_from_variable(planner, first, rest, sink);
    }
    let context = planner.context();
    let names: Vec<&str> = steps.iter().map_while(plain_name).collect();
    let many = names.len().saturating_sub(MOST_LOOPS);
    let first_names: Vec<String> = names.iter().take(many).map(|name| (*name).to_owned()).collect();
    let rest = steps.get(many..).unwrap_or_default();
    let inputs = if first_names.is_empty() {
        Source::Inputs(context)
    } else {
        let found = Plan::item(Op::WholeNames(context, first_names));
        Source::View(found.to(Repr::View))
    };
    let (body, _) = planner.in_context(|planner| plan_rest(planner, rest, sink));
    each((inputs, None), body)
}

/// A first step that is a variable is evaluated once, whatever the context is.
fn plan_from_variable(planner: &mut Planner<'_>, first: &Step, rest: &[Step], sink: &Sink) -> Walk {
    let items = plan_step_items(planner, first);
    let (body, _) = planner.in_context(|planner| match rest {
        [] => Walk::Push(sink.clone()),
        _ => plan_rest(planner, rest, sink),
    });
    each(items, body)
}

fn each((source, test): (Source, Option<Plan>), body: Walk) -> Walk {
    Walk::Each { source, test, body: Box::new(body) }
}

/// The items that come out of a step, and their test.
fn plan_step_items(planner: &mut Planner<'_>, step: &Step) -> (Source, Option<Plan>) {
    let Some((last, before)) = step.stages.split_last() else {
        return (Source::View(plan_operand(planner, &step.node)), None);
    };
    let operand = plan_staged(planner, step, before);
    match last_stage(planner, last) {
        LastStage::At(number) => (Source::At(operand, number), None),
        LastStage::Test(test) => (Source::Tested(operand), Some(test)),
        LastStage::Other(filter) => {
            let value = plan_filter(planner, operand.to(Repr::Item), filter);
            (Source::View(value.to(Repr::View)), None)
        }
        LastStage::None => (Source::View(operand), None),
    }
}

/// The value of a step after some stages, as a view.
fn plan_staged(planner: &mut Planner<'_>, step: &Step, stages: &[Stage]) -> Plan {
    if stages.is_empty() {
        return plan_operand(planner, &step.node);
    }
    let mut value = plan_value(planner, &step.node);
    for stage in stages {
        if let Stage::Filter(filter) = stage {
            value = plan_filter(planner, value, filter);
        }
    }
    value.to(Repr::View)
}

/// The last filter of a step.
enum LastStage<'t> {
    /// A constant index.
    At(f64),
    /// A filter that is certainly true or false.
    Test(Plan),
    Other(&'t Node),
    None,
}

fn last_stage<'t>(planner: &mut Planner<'_>, stage: &'t Stage) -> LastStage<'t> {
    let Stage::Filter(filter) = stage else { return LastStage::None };
    if let Some(number) = constant(filter) {
        return LastStage::At(number);
    }
    if !planner.shapes.of(filter).is(Types::BOOLEAN.and(Types::MISSING)) {
        return LastStage::Other(filter);
    }
    let (test, _) = planner.in_context(|planner| plan_truth(planner, filter));
    LastStage::Test(test)
}

/// The step from which on all is one loop, if it is not the first, and why. jsonata-js evaluates a step
/// for all items before the next one: two steps that can fail stay apart, so the right fault is found.
fn split(steps: &[Step]) -> Option<(usize, Unfused)> {
    let mut failing = 0;
    for (index, step) in steps.iter().enumerate().rev() {
        if is_sort(step) {
            return Some((index + 1, Unfused::Sort));
        }
        failing += usize::from(can_fail(&step.node));
        failing += step.stages.iter().filter(|stage| can_stage_fail(stage)).count();
        if failing > 1 && index + 1 < steps.len() {
            return Some((index + 1, Unfused::Faults));
        }
    }
    None
}

fn can_stage_fail(stage: &Stage) -> bool {
    matches!(stage, Stage::Filter(filter) if can_fail(filter))
}

/// The loops for an item that the first of the steps is evaluated for.
fn plan_rest(planner: &mut Planner<'_>, steps: &[Step], sink: &Sink) -> Walk {
    let Some((step, rest)) = steps.split_first() else { return Walk::Nothing };
    if rest.is_empty() {
        return plan_last(planner, step, sink);
    }
    if let [last] = rest
        && step.stages.is_empty()
        && let Some(name) = plain_name(last)
        && let Some(members) = call::plan_match_members(planner, &step.node, name, sink)
    {
        return members;
    }
    let items = plan_step_items(planner, step);
    let (body, _) = planner.in_context(|planner| plan_rest(planner, rest, sink));
    each(items, body)
}

/// The statements that add the results of the last step.
fn plan_last(planner: &mut Planner<'_>, step: &Step, sink: &Sink) -> Walk {
    let Some((last, before)) = step.stages.split_last() else {
        if *sink == Sink::Objects
            && let Some(member) = merged::plan_member(planner, &step.node)
        {
            return member;
        }
        if *sink == Sink::Numbers
            && let Some(number) = plan_native(planner, &step.node)
        {
            return Walk::AddNumber(sink.clone(), number);
        }
        return Walk::Add(sink.clone(), plan_result(planner, &step.node));
    };
    let operand = plan_staged(planner, step, before);
    match last_stage(planner, last) {
        LastStage::At(number) => Walk::AddAt(sink.clone(), operand, number),
        LastStage::Test(test) => {
            each((Source::Tested(operand), Some(test)), Walk::Push(sink.clone()))
        }
        LastStage::Other(filter) => {
            let value = plan_filter(planner, operand.to(Repr::Item), filter);
            Walk::Add(sink.clone(), value)
        }
        LastStage::None => Walk::Add(sink.clone(), operand),
    }
}
