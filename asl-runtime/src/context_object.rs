//! The context object `$$` and variables, as emitted code reads and writes them (today's States Language: "The Context
//! Object", "Using variables").

use crate::error::{Failed, Failure};
use crate::history::timestamp;
use crate::machine::{Cx, Machine, Node, NodeId};
use crate::value::{MAX_DEPTH, Map, Text, Value};

/// The context object as a state sees it. What the execution does not know is left out.
pub fn context(cx: &Cx<'_>, machine: &'static Machine, node: NodeId) -> Value {
    let Some(around) = &cx.around else { return Value::object([]) };
    let row = usize::try_from(node.0).ok().and_then(|at| machine.nodes.get(at));
    let state = Value::object([
        ("EnteredTime", timestamp(cx.entered)),
        ("Name", Value::text(row.map_or("", |row| row.state))),
        ("RetryCount", Value::Int(i64::from(cx.attempt))),
    ]);
    let mut context = Map::default();
    context.insert("Execution", around.run.context_of_execution());
    context.insert("State", state);
    context.insert("StateMachine", around.run.context_of_machine());
    if row.is_some_and(Node::waits_for_token) {
        context.insert("Task", Value::object([("Token", Value::String(around.run.token(around.serial)))]));
    }
    if let Some(item) = &around.item {
        let mut entry = Map::default();
        entry.insert("Index", i64::from(item.index));
        if let Some(key) = &item.key {
            entry.insert("Key", Value::String(key.clone()));
        }
        entry.insert("Value", item.value.clone());
        context.insert("Map", Value::object([("Item", Value::from(entry))]));
    }
    Value::from(context)
}

/// The value of a variable; one that no path has assigned fails as at AWS.
pub fn assigned<'c>(cx: &'c Cx<'_>, name: &str) -> Result<&'c Value, Failed> {
    cx.vars.get(name).ok_or_else(|| unassigned(name))
}

#[cold]
fn unassigned(name: &str) -> Failed {
    Failure::runtime_unplaced(format!("The variable '${name}' is read before it is assigned"))
}

/// `Assign`: all values were computed before any of them is set.
pub fn assign<const N: usize>(cx: &mut Cx<'_>, values: [(&'static str, Value); N]) -> Result<(), Failed> {
    if let Some((name, _)) = values.iter().find(|(_, value)| value.depth() >= MAX_DEPTH) {
        return Err(Failure::runtime_unplaced(format!(
            "the variable '${name}' is nested deeper than {MAX_DEPTH} levels"
        )));
    }
    if !matches!(cx.vars, Value::Object(_)) {
        cx.vars = Value::object([]);
    }
    let Value::Object(vars) = &mut cx.vars else { unreachable!("it was made one") };
    let vars = vars.make_mut();
    for (name, value) in &values {
        vars.insert(Text::new_static(name), value.clone());
    }
    cx.assigned = Value::object(values);
    Ok(())
}
