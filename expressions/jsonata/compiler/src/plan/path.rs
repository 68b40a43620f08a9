//! Paths.

use super::group::plan_group;
use super::op::{Local, NamesForm, NamesPath, Op, Plan, Repr, SortForm, Statement};
use super::operator::is_plain as is_plain_node;
use super::planner::Planner;
use super::value::{plan_operand, plan_value};
use super::{passes, sort, tuple, tuple_loop};
use crate::resolve::Names;
use crate::tree::{Group, Kind, Node, Path, SortTerm, Stage, Step};

/// A path as an item, perhaps a sequence that has not collapsed.
pub(super) fn plan_path(planner: &mut Planner<'_>, path: &Path, group: Option<&Group>) -> Plan {
    if path.steps.iter().any(|step| step.is_tuple) {
        return tuple::plan_path(planner, path, group);
    }
    let mut value = match split_names(planner, &path.steps) {
        Some((from, names)) => Plan::item(Op::WholeNames(from, names)),
        None => plan_steps(planner, &path.steps),
    };
    if path.keeps_singleton {
        value = keep_singleton(value);
    }
    match group {
        Some(group) => plan_group(planner, value.to(Repr::View), &group.entries),
        None => value,
    }
}

/// A sequence that remains an array, if it has one item.
pub(super) fn keep_singleton(value: Plan) -> Plan {
    Plan::fallible(Repr::Item, ("path", "keep_singleton"), vec![value])
}

/// A path of nothing but names, perhaps behind a variable: where it begins, and the names.
fn split_names(planner: &mut Planner<'_>, steps: &[Step]) -> Option<(Plan, Vec<String>)> {
    let (first, rest) = steps.split_first()?;
    let is_variable = matches!(first.node.kind, Kind::Variable(_)) && is_plain(first);
    let steps = if is_variable { rest } else { steps };
    let names = owned_names(steps)?;
    if names.is_empty() {
        return None;
    }
    let from = if is_variable { plan_operand(planner, &first.node) } else { planner.context() };
    Some((from, names))
}

fn owned_names(steps: &[Step]) -> Option<Vec<String>> {
    steps.iter().map(|step| plain_name(step).map(str::to_owned)).collect()
}

/// The steps of a path of nothing but names.
pub(super) fn plain_names(path: &Path) -> Option<Vec<&str>> {
    if path.keeps_singleton || path.steps.iter().any(|step| step.is_tuple) {
        return None;
    }
    path.steps.iter().map(plain_name).collect()
}

/// A value that the run is given, perhaps with a path of names behind it: its place, and the names.
pub(super) fn given_names(names: &Names, node: &Node) -> Option<(usize, Vec<String>)> {
    let (first, rest) = match &node.kind {
        Kind::Path(path)
            if !path.keeps_singleton && path.steps.iter().all(|step| !step.is_tuple) =>
        {
            let (first, rest) = path.steps.split_first().filter(|(first, _)| is_plain(first))?;
            (&first.node, rest)
        }
        _ => (node, [].as_slice()),
    };
    let is_checked = !is_plain_node(node) || node.level.checked.is_some();
    let place = names.given(first).filter(|_| !is_checked)?;
    let path = rest.iter().map(|step| plain_name(step).map(str::to_owned));
    Some((place, path.collect::<Option<_>>()?))
}

/// A path of nothing but names, of which one may have a constant index: its value is data that is
/// there in most cases.
pub(super) fn plan_names(planner: &mut Planner<'_>, path: &Path) -> Option<NamesPath> {
    if path.keeps_singleton || path.steps.iter().any(|step| step.is_tuple) {
        return None;
    }
    if let Some((from, names)) = split_names(planner, &path.steps) {
        return Some(NamesPath { from, form: NamesForm::Names(names) });
    }
    let place = path.steps.iter().position(|step| !step.stages.is_empty())?;
    let (before, rest) = path.steps.split_at_checked(place + 1)?;
    let rest = owned_names(rest)?;
    let (last, before) = before.split_last()?;
    let ([Stage::Filter(filter)], Kind::Name(name)) = (last.stages.as_slice(), &last.node.kind)
    else {
        return None;
    };
    let number = constant(filter).filter(|_| is_plain_node(&last.node))?;
    let (from, mut names) = if before.is_empty() {
        (planner.context(), Vec::new())
    } else {
        split_names(planner, before)?
    };
    names.push(name.clone());
    let form = NamesForm::At(names, number, rest);
    Some(NamesPath { from, form })
}

/// The value of a path after it has collapsed, if that needs no list for a single item.
pub(super) fn plan_collapsed(planner: &mut Planner<'_>, path: &Path) -> Option<Plan> {
    if let Some(names) = plan_names(planner, path) {
        return Some(Plan::item(Op::Names(names)));
    }
    if !path.keeps_singleton && path.steps.iter().any(|step| step.is_tuple) {
        return tuple_loop::plan_path(planner, path, true).ok();
    }
    let is_loop = !path.keeps_singleton && passes::is_loop(&path.steps);
    is_loop.then(|| plan_loop(planner, &path.steps, true))
}

/// A path as a loop, whose results are collapsed, or a whole sequence.
pub(super) fn plan_loop(planner: &mut Planner<'_>, steps: &[Step], is_collapsed: bool) -> Plan {
    let walk = passes::plan_walk(planner, steps, &passes::Sink::Results);
    Plan::item(Op::Loop(walk, is_collapsed))
}

/// True if a step is its node alone.
pub(super) fn is_plain(step: &Step) -> bool {
    step.stages.is_empty() && is_plain_node(&step.node)
}

pub(super) fn plain_name(step: &Step) -> Option<&str> {
    match &step.node.kind {
        Kind::Name(name) if is_plain(step) => Some(name),
        _ => None,
    }
}

fn plan_steps(planner: &mut Planner<'_>, steps: &[Step]) -> Plan {
    let Some((last, before)) = steps.split_last() else { return Plan::item(Op::Undefined) };
    if before.is_empty() && last.node.is_cons() {
        return plan_cons(planner, last);
    }
    if before.is_empty() && matches!(last.node.kind, Kind::Variable(_)) {
        let value = plan_step(planner, last);
        return Plan::runtime(Repr::Item, ("path", "only_result"), vec![value]);
    }
    if let Some((first, rest)) = before.split_first()
        && first.node.is_cons()
    {
        return plan_constructed(planner, first, rest, last);
    }
    if passes::is_loop(steps) {
        return plan_loop(planner, steps, false);
    }
    if let Some(sorted) = plan_sorted_names(planner, steps, SortForm::SortStep) {
        return sorted;
    }
    let items = plan_items(planner, before);
    plan_last(planner, last, items)
}

/// A path that begins with an array constructor: if the array is empty, it is the result.
fn plan_constructed(planner: &mut Planner<'_>, first: &Step, rest: &[Step], last: &Step) -> Plan {
    let value = plan_cons(planner, first);
    let items = items_of_array(Plan::local(Repr::Item, Local::First));
    let items = rest.iter().fold(items, |items, step| plan_next(planner, step, items));
    let result = plan_last(planner, last, items);
    Plan::item(Op::Constructed(value, result))
}

fn items_of_array(array: Plan) -> Plan {
    Plan::pure(Repr::Items, ("path", "items_of_array"), vec![array])
}

/// The items after the first steps of a path.
pub(super) fn plan_items(planner: &mut Planner<'_>, steps: &[Step]) -> Plan {
    let input_items = |context| Plan::pure(Repr::Items, ("path", "input_items"), vec![context]);
    let Some((first, rest)) = steps.split_first() else { return input_items(planner.context()) };
    let items = if first.node.is_cons() && first.focus.is_some() {
        // jsonata-js makes the array, binds nothing, and continues with the input.
        let made = Statement::Discard(plan_cons(planner, first));
        Plan::new(Repr::Items, Op::Block(vec![made], input_items(planner.context())))
    } else if first.node.is_cons() {
        items_of_array(plan_cons(planner, first))
    } else if matches!(first.node.kind, Kind::Variable(_)) {
        // A variable is evaluated once, whatever the context is.
        let value = plan_step(planner, first);
        Plan::runtime(Repr::Items, ("path", "flat"), vec![value])
    } else {
        let items = input_items(planner.context());
        plan_next(planner, first, items)
    };
    if rest.len() <= MOST_CALLS {
        return rest.iter().fold(items, |items, step| plan_next(planner, step, items));
    }
    let next =
        rest.iter().map(|step| plan_next(planner, step, Plan::local(Repr::Items, Local::Items)));
    let next = next.collect();
    Plan::new(Repr::Items, Op::Steps(items, next))
}

/// Maximum number of steps that are calls within each other; more are statements, because code must
/// not nest as deep as a path is long.
const MOST_CALLS: usize = 8;

/// A sort behind names, which copies no items before they are sorted.
pub(super) fn plan_sorted_names(
    planner: &mut Planner<'_>,
    steps: &[Step],
    form: SortForm,
) -> Option<Plan> {
    let (last, before) = steps.split_last()?;
    let Kind::Sort(terms) = &last.node.kind else { return None };
    if !last.stages.is_empty() {
        return None;
    }
    let (from, names) = split_names(planner, before)?;
    let items = Plan::new(Repr::Items, Op::NamedItems(from, names));
    Some(sort::plan_sort(planner, form, items, terms))
}

/// A first step that is an array constructor: it is evaluated once.
fn plan_cons(planner: &mut Planner<'_>, step: &Step) -> Plan {
    let (value, is_used) = planner.in_sequence(|planner| plan_step(planner, step));
    if !is_used {
        return value;
    }
    Plan::item(Op::Cons(planner.context(), value))
}

/// The value of a step for one item, with its stages.
pub(super) fn plan_step(planner: &mut Planner<'_>, step: &Step) -> Plan {
    let value = plan_value(planner, &step.node);
    plan_stages(planner, value, &step.stages)
}

fn plan_stages(planner: &mut Planner<'_>, value: Plan, stages: &[Stage]) -> Plan {
    stages.iter().fold(value, |value, stage| match stage {
        Stage::Filter(filter) => plan_filter(planner, value, filter),
        // It makes the step one of tuples.
        Stage::Index(_) => value,
    })
}

/// The items after a step that is not the last one.
fn plan_next(planner: &mut Planner<'_>, step: &Step, items: Plan) -> Plan {
    if let Kind::Sort(terms) = &step.node.kind {
        if step.stages.is_empty() {
            return sort::plan_sort(planner, SortForm::Sorted, items, terms);
        }
        let sorted = plan_sort(planner, step, terms, items);
        return Plan::new(Repr::Items, Op::IntoItems(sorted));
    }
    if let Some(name) = plain_name(step) {
        let arguments = vec![items, Plan::text(name)];
        return Plan::runtime(Repr::Items, ("path", "step_name"), arguments);
    }
    let (value, _) = planner.in_context(|planner| plan_step(planner, step));
    Plan::new(Repr::Items, Op::Step { items, value, is_last: false })
}

fn plan_last(planner: &mut Planner<'_>, step: &Step, items: Plan) -> Plan {
    if let Kind::Sort(terms) = &step.node.kind {
        return plan_sort(planner, step, terms, items);
    }
    let (value, _) = planner.in_context(|planner| plan_step(planner, step));
    Plan::item(Op::Step { items, value, is_last: true })
}

fn plan_sort(planner: &mut Planner<'_>, step: &Step, terms: &[SortTerm], items: Plan) -> Plan {
    let sorted = sort::plan_sort(planner, SortForm::SortStep, items, terms);
    plan_stages(planner, sorted, &step.stages)
}

/// `value[filter]`
pub(super) fn plan_filter(planner: &mut Planner<'_>, value: Plan, filter: &Node) -> Plan {
    if let Some(number) = constant(filter) {
        return Plan::item(Op::At(value.to(Repr::View), number));
    }
    let (filter, _) = planner.in_context(|planner| plan_value(planner, filter));
    Plan::item(Op::Filter(value, filter))
}

/// The number that a filter is.
pub(super) fn constant(filter: &Node) -> Option<f64> {
    match filter.kind {
        Kind::Number(number) if filter.predicates.is_empty() && filter.group.is_none() => {
            Some(number)
        }
        _ => None,
    }
}
