//! Blocks, and variables that `:=` binds.

use super::direct;
use super::native::plan_native;
use super::op::{Op, Plan, Statement};
use super::planner::Planner;
use super::reference::storage;
use super::value::plan_value;
use crate::resolve::{Storage, VariableId, bound_call, bound_lambda};
use crate::tree::{Kind, Name, Node};

/// The whole expression of a field: a number or a Boolean value, or an item.
pub(super) fn plan_field(planner: &mut Planner<'_>, body: &Node) -> Plan {
    plan_native(planner, body).unwrap_or_else(|| plan_value(planner, body))
}

/// The variables of a frame that cannot be declared where they are bound.
pub(super) fn plan_declarations(planner: &Planner<'_>, ids: &[VariableId]) -> Vec<Statement> {
    kept_apart(planner, ids).map(|(id, storage)| Statement::Declare(id, storage)).collect()
}

/// Those that are no plain locals.
pub(super) fn kept_apart(
    planner: &Planner<'_>,
    ids: &[VariableId],
) -> impl Iterator<Item = (VariableId, Storage)> {
    let storages = ids.iter().map(|id| (*id, storage(planner, *id)));
    storages.filter(|(_, storage)| matches!(storage, Storage::Mutable | Storage::Slot))
}

/// The variables of the frame of a node.
pub(super) fn plan_frame(planner: &Planner<'_>, key: u32) -> Vec<Statement> {
    let ids = planner.names.frames.get(&key).map_or(&[][..], Vec::as_slice);
    plan_declarations(planner, ids)
}

/// `(first; second)`
pub(super) fn plan_block(planner: &mut Planner<'_>, node: &Node, expressions: &[Node]) -> Plan {
    let block = plan_statements(planner, node, expressions, &mut plan_value);
    block.unwrap_or_else(|| Plan::item(Op::Undefined))
}

/// The statements of a block, and its end as `plan_last` makes it; nothing for an empty block.
pub(super) fn plan_statements(
    planner: &mut Planner<'_>,
    node: &Node,
    expressions: &[Node],
    plan_last: &mut dyn FnMut(&mut Planner<'_>, &Node) -> Plan,
) -> Option<Plan> {
    let (last, before) = expressions.split_last()?;
    let mut block = plan_frame(planner, node.place.start);
    let mut statements = Vec::new();
    let mut is_behind_function = false;
    for (index, statement) in before.iter().enumerate() {
        let is_function = bound_lambda(statement).is_some();
        if is_function && !is_behind_function {
            let functions = before.get(index..).unwrap_or_default();
            statements.extend(direct::declare(planner, functions).map(|context| (None, context)));
        }
        is_behind_function = is_function;
        plan_statement(planner, statement, &mut statements);
    }
    let value = plan_last(planner, last);
    if block.is_empty() && before.is_empty() {
        return Some(value);
    }
    let is_needed = |(function, _): &FromStatement| function.is_none_or(|id| planner.has_calls(id));
    block.extend(statements.into_iter().filter(is_needed).map(|(_, statement)| statement));
    Some(Plan::new(value.repr, Op::Block(block, value)))
}

/// A statement, and perhaps the function that it declares: it is needed only if that has calls.
type FromStatement = (Option<VariableId>, Statement);

fn plan_statement(planner: &mut Planner<'_>, node: &Node, statements: &mut Vec<FromStatement>) {
    if let Some((name, value)) = bound_lambda(node)
        && let Kind::Lambda(lambda) = &value.kind
        && let Some(id) = planner.names.binds.get(&name.place.start).copied()
        && storage(planner, id) == Storage::Function
    {
        let of_numbers = direct::plan_function_of_numbers(planner, id, value, lambda);
        statements.extend(of_numbers.map(|function| (None, function)));
        let of_items = direct::plan_function(planner, id, value, lambda);
        statements.extend(of_items.map(|function| (Some(id), function)));
        return;
    }
    if let Some((id, call)) = bound_call(planner.names, node)
        && planner.names.closures.contains_key(&id)
    {
        let kept = direct::plan_kept_arguments(planner, id, node, call);
        statements.extend(kept.into_iter().map(|kept| (None, kept)));
        let closure = direct::plan_closure(planner, id);
        statements.extend(closure.map(|function| (Some(id), function)));
        return;
    }
    if let Kind::Bind(name, value) = &node.kind
        && node.predicates.is_empty()
        && node.group.is_none()
        && let Some(id) = planner.names.binds.get(&name.place.start).copied()
    {
        statements.push((None, plan_bound(planner, id, value)));
        return;
    }
    statements.push((None, Statement::Discard(plan_value(planner, node))));
}

/// The statement that binds a variable.
pub(super) fn plan_bound(planner: &mut Planner<'_>, id: VariableId, value: &Node) -> Statement {
    let storage = storage(planner, id);
    let native = if storage == Storage::Local { plan_native(planner, value) } else { None };
    planner.set_native(id, native.as_ref().and_then(Plan::native));
    let value = native.unwrap_or_else(|| plan_value(planner, value));
    Statement::Set(id, storage, value)
}

/// `$name := value` where its value is used.
pub(super) fn plan_bind(planner: &mut Planner<'_>, name: &Name, value: &Node) -> Plan {
    let value = plan_value(planner, value);
    let Some(id) = planner.names.binds.get(&name.place.start).copied() else { return value };
    match storage(planner, id) {
        // It is the last part of its frame: nothing refers to it.
        Storage::Local | Storage::Function => value,
        storage @ (Storage::Mutable | Storage::Slot) => Plan::item(Op::Bind(id, storage, value)),
    }
}
