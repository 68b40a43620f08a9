//! The context object `$$` and variables, for emitted code (today's States Language: "The Context
//! Object", "Using variables").

use crate::data::template::too_deep_in;
use crate::history::timestamp;
use crate::machine::for_each::Item;
use crate::machine::{Cx, Limits, Machine, Node, NodeId, StateKind};
use asl_language::random::scramble;
use asl_value::error::{Failed, Failure, bounded, names};
use asl_value::value::{MAX_DEPTH, MAX_SIZE, Map, Value};

/// The context object in a state, with its members in AWS's order. Members that the execution does
/// not know are omitted.
pub fn context(cx: &Cx<'_>, machine: &'static Machine, node: NodeId) -> Value {
    let waits = row_of(machine, node).is_some_and(Node::waits_for_token);
    object(cx, row_of(machine, node), waits)
}

/// The context object for the input of a Task. As recorded, it contains `$$.Task` even if the task
/// does not wait for its token.
pub fn task_context(cx: &Cx<'_>, machine: &'static Machine, node: NodeId) -> Value {
    object(cx, row_of(machine, node), true)
}

/// The row of a node.
pub fn row_of(machine: &'static Machine, node: NodeId) -> Option<&'static Node> {
    usize::try_from(node.0).ok().and_then(|at| machine.nodes.get(at))
}

fn object(cx: &Cx<'_>, row: Option<&Node>, has_token: bool) -> Value {
    if let Some(given) = cx.given {
        return given.clone();
    }
    let Some(position) = &cx.position else { return Value::object([]) };
    let mut context = Map::default();
    context.insert("Execution", position.execution.execution());
    context.insert("StateMachine", position.execution.state_machine());
    context.insert("State", state(cx, row));
    if has_token {
        context.insert(
            "Task",
            Value::object([(
                "Token",
                Value::String(position.execution.task_token(position.serial)),
            )]),
        );
    }
    if let Some(item) = &position.item {
        context.insert("Map", map(item));
    }
    Value::from(context)
}

/// `$$.Map`.
pub fn map(item: &Item) -> Value {
    let mut entry = Map::default();
    entry.insert("Index", i64::from(item.index));
    if let Some(key) = &item.key {
        entry.insert("Key", Value::String(key.clone()));
    }
    entry.insert("Value", item.value.clone());
    if let Some(source) = &item.source {
        entry.insert("Source", Value::String(source.clone()));
    }
    Value::object([("Item", Value::from(entry))])
}

/// `$$.State`. Only states that can be retried have a count, as recorded.
fn state(cx: &Cx<'_>, row: Option<&Node>) -> Value {
    let mut state = Map::default();
    state.insert("Name", Value::text(row.map_or("", |row| row.state)));
    state.insert("EnteredTime", entered_time(cx));
    if row.is_some_and(|row| {
        matches!(row.state_kind, StateKind::Task | StateKind::Parallel | StateKind::Map)
    }) {
        state.insert("RetryCount", retry_count(cx));
    }
    Value::from(state)
}

/// `$$.Execution.Input`.
pub fn execution_input<'c>(cx: &'c Cx<'_>) -> &'c Value {
    cx.position.as_ref().map_or(&Value::Null, |position| position.execution.execution_input())
}

/// `$$.Execution.Id`.
pub fn execution_id(cx: &Cx<'_>) -> Value {
    cx.position
        .as_ref()
        .map_or(Value::Null, |position| Value::String(position.execution.execution_id()))
}

/// `$$.Execution.Name`.
pub fn execution_name(cx: &Cx<'_>) -> Value {
    cx.position
        .as_ref()
        .map_or(Value::Null, |position| Value::String(position.execution.execution_name()))
}

/// `$$.Execution.StartTime`.
pub fn start_time(cx: &Cx<'_>) -> Value {
    cx.position.as_ref().map_or(Value::Null, |position| position.execution.start_time())
}

/// `$$.State.EnteredTime`.
pub fn entered_time(cx: &Cx<'_>) -> Value {
    timestamp(cx.entered())
}

/// `$$.Execution.RoleArn`.
pub fn role_arn(cx: &Cx<'_>) -> Value {
    cx.position
        .as_ref()
        .map_or(Value::Null, |position| Value::String(position.execution.role_arn()))
}

/// `$$.StateMachine.Id`.
pub fn machine_id(cx: &Cx<'_>) -> Value {
    cx.position
        .as_ref()
        .map_or(Value::Null, |position| Value::String(position.execution.machine_id()))
}

/// `$$.State.RetryCount`.
pub fn retry_count(cx: &Cx<'_>) -> Value {
    Value::Int(i64::from(cx.attempt))
}

/// `$$.Task.Token` of a task whose input is made.
pub fn task_token(cx: &Cx<'_>) -> Value {
    cx.position.as_ref().map_or(Value::Null, |position| {
        Value::String(position.execution.task_token(position.serial))
    })
}

/// `$$.Map.Item.Index`, if there is one.
pub fn item_index(cx: &Cx<'_>) -> Option<Value> {
    cx.position.as_ref()?.item.as_ref().map(|item| Value::Int(i64::from(item.index)))
}

/// `$$.Map.Item.Key`, if there is one.
pub fn item_key(cx: &Cx<'_>) -> Option<Value> {
    cx.position.as_ref()?.item.as_ref()?.key.clone().map(Value::String)
}

/// `$$.Map.Item.Source`, if there is one.
pub fn item_source(cx: &Cx<'_>) -> Option<Value> {
    cx.position.as_ref()?.item.as_ref()?.source.clone().map(Value::String)
}

/// `$$.Map.Item.Value`, if there is one.
pub fn item_value<'c>(cx: &'c Cx<'_>) -> Option<&'c Value> {
    cx.position.as_ref()?.item.as_ref().map(|item| &item.value)
}

/// The value of a variable. Reading an unassigned one fails.
#[inline]
pub fn assigned<'c>(cx: &'c Cx<'_>, name: &str) -> Result<&'c Value, Failed> {
    if_assigned(cx, name).ok_or_else(|| unassigned(name))
}

/// The value of a variable, if it was assigned.
#[inline]
pub fn if_assigned<'c>(cx: &'c Cx<'_>, name: &str) -> Option<&'c Value> {
    cx.vars.get(name)
}

#[cold]
fn unassigned(name: &str) -> Failed {
    Failure::runtime_unplaced(format!("The variable '${name}' is read before it is assigned."))
}

/// AWS: "Maximum size of all variables in a single Assign field", in bytes of JSON text.
const MOST_ASSIGNED: usize = 256 * 1024;

/// AWS: "Maximum total size of all stored variables", in bytes.
const MOST_STORED: usize = 10 * 1024 * 1024;

/// `Assign`: sets variables by name. All values are computed before any is set.
pub fn assign(cx: &mut Cx<'_>, values: Value) -> Result<(), Failed> {
    check_assigned(cx, &values)?;
    assign_checked(cx, values);
    Ok(())
}

/// Fails if these values are too much for an `Assign`, or for the variables. A catcher sees the
/// variables as they were.
pub fn check_assigned(cx: &Cx<'_>, values: &Value) -> Result<(), Failed> {
    if values.depth() > MAX_DEPTH {
        return Err(too_deep_in("what is assigned"));
    }
    check_quota(cx, || values.json_len(MOST_ASSIGNED).is_some(), MOST_ASSIGNED)?;
    // All variables are measured as containers measure themselves, because writing them each time
    // would be quadratic. Those of other scopes, such as parallel branches, do not count.
    let most = if cx.limits == Limits::Aws { MOST_STORED as u64 } else { MAX_SIZE };
    let may_exceed = cx.vars.size().saturating_add(values.size()) > most
        || values.depth().max(cx.vars.depth()) >= MAX_DEPTH;
    if may_exceed { check_merged(cx, values) } else { Ok(()) }
}

/// As [`check_assigned`], for values that are too much unless they replace others.
#[cold]
fn check_merged(cx: &Cx<'_>, values: &Value) -> Result<(), Failed> {
    let mut merged = cx.vars.clone();
    merge(&mut merged, values);
    check_quota(cx, || merged.size() <= MOST_STORED as u64, MOST_STORED)?;
    bounded(&merged).map_err(Failure::runtime_unplaced)
}

/// As [`assign`], of values that passed [`check_assigned`].
pub fn assign_checked(cx: &mut Cx<'_>, values: Value) {
    merge(&mut cx.vars, &values);
    cx.assigned = values;
}

/// Sets the variables in place, if nothing else holds them.
fn merge(vars: &mut Value, values: &Value) {
    let Value::Object(new) = values else { unreachable!("the compiler makes an object of them") };
    let Value::Object(vars) = vars else { return *vars = values.clone() };
    let vars = vars.make_mut();
    for (name, value) in new.entries() {
        vars.insert(name.clone(), value.clone());
    }
}

/// Checks a quota of variables. AWS documents the sizes, but not the error.
fn check_quota(cx: &Cx<'_>, fits: impl FnOnce() -> bool, most: usize) -> Result<(), Failed> {
    if cx.limits == Limits::None || fits() {
        return Ok(());
    }
    let cause = format!("The variables exceed the maximum size of {most} bytes.");
    Err(Box::new(Failure { unplaced: true, ..Failure::new(names::DATA_LIMIT_EXCEEDED, cause) }))
}

impl Cx<'_> {
    /// 64 random bits for a call of the machine, by its number; `part` distinguishes several values
    /// of one call. They are the same if the state is entered again, such as after a restore, and
    /// differ between visits and attempts.
    pub(crate) fn chance(&self, call: u32, part: u32) -> u64 {
        let Some(position) = &self.position else {
            return scramble(u64::from(call) << 32 | u64::from(part));
        };
        // In the ItemSelector of an iteration, the item counts.
        let item = position.item.as_ref().map_or(u32::MAX, |item| item.index);
        let parts = [call, part, position.at.visit, self.attempt, self.index, item].map(u64::from);
        position.execution.random_bits(position.parent, &parts)
    }
}

#[cfg(test)]
mod tests;
