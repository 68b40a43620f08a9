//! The kinds of nodes.

use super::native::plan_native;
use super::op::{Constant, Key, NamesPath, Op, Plan, Repr};
use super::operator::is_plain;
use super::planner::Planner;
use super::reference::{plan_local, plan_reference};
use super::{block, call, construct, function, group, operator, path, tuple};
use crate::plan::op::NamesForm;
use crate::resolve::paths::{path_of_filters, tuple_id};
use crate::shape::Cardinality;
use crate::tree::{Group, Kind, Node};

/// The value of a node as an item.
pub(super) fn plan_value(planner: &mut Planner<'_>, node: &Node) -> Plan {
    let value = plan_unchecked_value(planner, node);
    value.checked(planner.checked_level(node))
}

/// The same without a check of its level.
pub(super) fn plan_unchecked_value(planner: &mut Planner<'_>, node: &Node) -> Plan {
    if let Some(path) = path_of_filters(node)
        && (!node.predicates.is_empty() || node.group.is_some())
    {
        let value = tuple::plan_filtered(planner, node, tuple_id(path));
        return Plan::pure(Repr::Item, ("path", "collapse"), vec![value]);
    }
    if let Kind::Path(path) = &node.kind
        && is_plain(node)
        && let Some(value) = path::plan_collapsed(planner, path)
    {
        return value;
    }
    if is_plain(node)
        && let Some(value) = call::plan_collapsed(planner, node)
    {
        return value;
    }
    let mut value = plan_kind(planner, node);
    for predicate in &node.predicates {
        value = path::plan_filter(planner, value, predicate);
    }
    if let Some(Group { entries, .. }) =
        node.group.as_ref().filter(|_| !matches!(node.kind, Kind::Path(_)))
    {
        value = group::plan_group(planner, value.to(Repr::View), entries);
    }
    if node.keeps_array {
        Plan::pure(Repr::Item, ("path", "keep_array"), vec![value])
    } else if (!node.predicates.is_empty() || gives_sequence(&node.kind))
        && planner.shapes.of(node).cardinality() == Cardinality::Sequence
    {
        Plan::pure(Repr::Item, ("path", "collapse"), vec![value])
    } else {
        value
    }
}

/// True if the value may be a sequence of one item or of none.
fn gives_sequence(kind: &Kind) -> bool {
    if let Kind::Binary(operator, ..) = kind {
        return operator::gives_sequence(*operator);
    }
    matches!(
        kind,
        Kind::Path(_)
            | Kind::Wildcard
            | Kind::Descendants
            | Kind::Call(_)
            | Kind::Apply(..)
            | Kind::Sort(_)
    )
}

fn plan_kind(planner: &mut Planner<'_>, node: &Node) -> Plan {
    if let Some(constant) = constant(&node.kind) {
        return Plan::item(Op::Constant(constant));
    }
    match &node.kind {
        Kind::Regex(regex) => Plan::item(Op::Regex(regex.clone())),
        Kind::Name(name) => {
            let names = plan_name(planner, name);
            Plan::item(Op::Names(names))
        }
        Kind::Variable(name) if name.is_empty() => planner.context_value().to(Repr::Item),
        Kind::Variable(_) | Kind::Parent(_) => {
            match planner.names.references.get(&node.place.start) {
                Some(reference) => plan_reference(planner, reference),
                None => Plan::item(Op::Undefined),
            }
        }
        Kind::Wildcard => {
            let context = planner.context();
            Plan::runtime(Repr::Item, ("path", "wildcard"), vec![context])
        }
        Kind::Descendants => {
            let context = planner.context();
            Plan::runtime(Repr::Item, ("path", "descendants"), vec![context])
        }
        Kind::Path(path) => path::plan_path(planner, path, node.group.as_ref()),
        Kind::Negate(operand) => operator::plan_negation(planner, operand).to(Repr::Item),
        Kind::Binary(operator, left, right) => {
            operator::plan_binary(planner, *operator, left, right)
        }
        Kind::Coalesce(left, right) => {
            let left = plan_value(planner, left);
            Plan::item(Op::Coalesce(left, plan_value(planner, right)))
        }
        Kind::Default(left, right) => {
            let left = plan_value(planner, left);
            Plan::item(Op::Default(left, plan_value(planner, right)))
        }
        Kind::Apply(left, right) => call::plan_apply(planner, node, left, right),
        Kind::Array { items, is_cons } => construct::plan_array(planner, items, *is_cons),
        Kind::Object(entries) => construct::plan_object(planner, entries),
        Kind::Condition(condition, then, otherwise) => {
            operator::plan_condition(planner, condition, then, otherwise.as_deref())
        }
        Kind::Block { expressions, .. } => block::plan_block(planner, node, expressions),
        Kind::Bind(name, value) => block::plan_bind(planner, name, value),
        Kind::Lambda(lambda) => function::plan_lambda(planner, node, lambda),
        Kind::Call(call) => call::plan_call(planner, call, None, node.level.of_calls()),
        Kind::Partial(callee, arguments) => call::plan_partial(planner, callee, arguments),
        Kind::Transform(transform) => function::plan_transform(planner, node, transform),
        // Sorts are only ever steps, and an expression with wrong text is not planned.
        _ => Plan::item(Op::Undefined),
    }
}

/// The literal that a node is.
fn constant(kind: &Kind) -> Option<Constant> {
    Some(match kind {
        Kind::Null => Constant::Null,
        Kind::Bool(value) => Constant::Bool(*value),
        Kind::Number(number) => Constant::Number(*number),
        Kind::String(text) => Constant::Text(text.clone()),
        _ => return None,
    })
}

/// The value of a node as a view: a value that exists is not copied.
pub(super) fn plan_operand(planner: &mut Planner<'_>, node: &Node) -> Plan {
    plan_seen(planner, node).unwrap_or_else(|| plan_value(planner, node).to(Repr::View))
}

/// The value of a node as the results of a path take it: a view, or an item that is made.
pub(super) fn plan_result(planner: &mut Planner<'_>, node: &Node) -> Plan {
    match plan_native(planner, node) {
        Some(value) => value.to(Repr::Item).to(Repr::View),
        None => plan_member(planner, node),
    }
}

/// The value of a node that is no number or Boolean of Rust.
pub(super) fn plan_member(planner: &mut Planner<'_>, node: &Node) -> Plan {
    match plan_seen(planner, node) {
        Some(seen) => found(seen),
        None => plan_value(planner, node),
    }
}

/// Names that are found where they are, or made.
fn found(seen: Plan) -> Plan {
    let repr = if matches!(*seen.op, Op::Names(_)) { Repr::Found } else { seen.repr };
    Plan { repr, ..seen }
}

/// The key of an item for its sort.
pub(super) fn plan_key(planner: &mut Planner<'_>, node: &Node) -> Key {
    match plan_names_of_context(planner, node) {
        Some(names) => Key::Names(names),
        None => Key::Made(plan_value(planner, node)),
    }
}

/// Names behind the context: data of the context is not copied.
pub(super) fn plan_names_of_context(planner: &mut Planner<'_>, node: &Node) -> Option<NamesPath> {
    let is_of_context = match &node.kind {
        Kind::Name(_) => true,
        Kind::Path(path) => {
            path.steps.first().is_some_and(|step| matches!(step.node.kind, Kind::Name(_)))
        }
        _ => false,
    };
    if !is_of_context {
        return None;
    }
    match *plan_seen(planner, node)?.op {
        Op::Names(names) => Some(names),
        _ => None,
    }
}

fn plan_name(planner: &mut Planner<'_>, name: &str) -> NamesPath {
    let form = NamesForm::Name(name.to_owned());
    NamesPath { from: planner.context(), form }
}

/// A value that exists in most cases, as a view.
pub(super) fn plan_seen(planner: &mut Planner<'_>, node: &Node) -> Option<Plan> {
    if !is_plain(node) || planner.checked_level(node).is_some() {
        return None;
    }
    if let Some(constant) = constant(&node.kind) {
        return Some(Plan::view(Op::Constant(constant)));
    }
    match &node.kind {
        Kind::Variable(name) if name.is_empty() => Some(planner.context_value()),
        Kind::Variable(_) => {
            let reference = planner.names.references.get(&node.place.start)?;
            plan_local(planner, reference)
        }
        Kind::Name(name) => Some(Plan::view(Op::Names(plan_name(planner, name)))),
        Kind::Regex(regex) => Some(Plan::view(Op::Regex(regex.clone()))),
        Kind::Path(path) => {
            path::plan_names(planner, path).map(|names| Plan::view(Op::Names(names)))
        }
        Kind::Block { expressions, .. } => match expressions.as_slice() {
            [only] if planner.has_no_variables(node) => plan_seen(planner, only),
            _ => None,
        },
        _ => None,
    }
}
