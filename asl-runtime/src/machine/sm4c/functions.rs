//! What the emitted functions of SM4C machines call.

use std::mem;

use crate::error::{Failed, Failure, names, sm4c as errors};
use crate::jq;
use crate::jq::fault::Raised;
use crate::jq::{Emit, taking};
use crate::machine::{Cx, Next, NodeId, Step};
use crate::value::Value;

/// One run of an expression in a node: its `now` is the time at which the node was entered.
#[inline]
fn jq_at(cx: &Cx<'_>) -> jq::Cx {
    jq::Cx::limited(cx.entered, cx.expressions.steps, jq::DEPTH, cx.expressions.bytes)
}

/// The failure of an expression, as error handlers see it.
#[cold]
fn lost(exit: jq::Exit) -> Failed {
    let limit = |what: &str| Failure::new(errors::JQ_LIMIT, format!("the expression {what}"));
    Box::new(match exit {
        jq::Exit::Error(Value::String(message)) => Failure::new(errors::JQ, message),
        jq::Exit::Error(value) => {
            let message = Raised(&value).to_string();
            Failure { data: Some(Box::new(value)), ..Failure::new(errors::JQ, message) }
        }
        jq::Exit::Limit(jq::Limit::Fuel) => limit("takes too many steps"),
        jq::Exit::Limit(jq::Limit::Depth) => limit("goes too deep"),
        jq::Exit::Limit(jq::Limit::Size) => limit("makes too large a value"),
        jq::Exit::Limit(jq::Limit::Outputs(count)) => Failure::new(
            errors::RESULT_HANDLER_OUTPUT,
            format!("result handler produced {count} values"),
        ),
        jq::Exit::Break(_) => {
            Failure::new(names::RUNTIME, "an expression was left through a label outside of it")
        }
    })
}

/// The only output of an expression.
#[inline]
pub fn one(
    cx: &Cx<'_>,
    run: impl FnOnce(&jq::Cx) -> Result<Value, jq::Exit>,
) -> Result<Value, Failed> {
    let jq = jq_at(cx);
    taking::the_only(&jq, run(&jq)).map_err(lost)
}

/// The output of an expression, or an empty array.
pub fn one_or_empty(
    cx: &Cx<'_>,
    run: impl FnOnce(&jq::Cx) -> Result<Option<Value>, jq::Exit>,
) -> Result<Value, Failed> {
    let jq = jq_at(cx);
    taking::one_or_empty(&jq, run(&jq)).map_err(lost)
}

/// The only output of an expression, or an array of all.
pub fn one_or_array(
    cx: &Cx<'_>,
    run: impl FnOnce(&jq::Cx, &mut Emit<'_>) -> jq::Flow,
) -> Result<Value, Failed> {
    let jq = jq_at(cx);
    taking::one_or_array(&jq, |emit| run(&jq, emit)).map_err(lost)
}

/// True if the only output of a condition is `true`.
#[inline]
pub fn holds(
    cx: &Cx<'_>,
    run: impl FnOnce(&jq::Cx) -> Result<Value, jq::Exit>,
) -> Result<bool, Failed> {
    taking::is_true(run(&jq_at(cx))).map_err(lost)
}

/// True if a condition has an output, and it is `true`.
pub fn holds_if_any(
    cx: &Cx<'_>,
    run: impl FnOnce(&jq::Cx) -> Result<Option<Value>, jq::Exit>,
) -> Result<bool, Failed> {
    taking::is_some_true(run(&jq_at(cx))).map_err(lost)
}

/// True if a condition has exactly one output, and it is `true`.
pub fn holds_alone(
    cx: &Cx<'_>,
    run: impl FnOnce(&jq::Cx, &mut Emit<'_>) -> jq::Flow,
) -> Result<bool, Failed> {
    let jq = jq_at(cx);
    taking::is_only_true(|emit| run(&jq, emit)).map_err(lost)
}

/// Applies a result handler that always has an output, which replaces the global data. The data is
/// changed in place if it is not shared.
pub fn merge(
    cx: &mut Cx<'_>,
    handler: impl FnOnce(&jq::Cx, Value) -> Result<Value, jq::Exit>,
) -> Result<(), Failed> {
    let jq = jq_at(cx);
    let made = handler(&jq, mem::take(&mut cx.global));
    cx.global = taking::the_only(&jq, made).map_err(lost)?;
    Ok(())
}

/// Applies a result handler that may have no output; the global data is then unchanged.
pub fn merge_if_any(
    cx: &mut Cx<'_>,
    handler: impl FnOnce(&jq::Cx, &Value) -> Result<Option<Value>, jq::Exit>,
) -> Result<(), Failed> {
    let jq = jq_at(cx);
    if let Some(made) = taking::if_any(&jq, handler(&jq, &cx.global)).map_err(lost)? {
        cx.global = made;
    }
    Ok(())
}

/// The same of a result handler that may have several outputs, which is an error.
pub fn merge_at_most_one(
    cx: &mut Cx<'_>,
    handler: impl FnOnce(&jq::Cx, &Value, &mut Emit<'_>) -> jq::Flow,
) -> Result<(), Failed> {
    let jq = jq_at(cx);
    let made = taking::at_most_one(&jq, |emit| handler(&jq, &cx.global, emit)).map_err(lost)?;
    if let Some(made) = made {
        cx.global = made;
    }
    Ok(())
}

/// Returns the input of a forEach if it is an array.
pub fn elements(found: Value) -> Result<Value, Failed> {
    match found {
        Value::Array(_) => Ok(found),
        Value::Null
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::String(_)
        | Value::Object(_) => Err(no_array()),
    }
}

#[cold]
fn no_array() -> Failed {
    Box::new(Failure::new(errors::FOR_EACH_INPUT, "foreach input is not an array"))
}

/// Records the state that follows the exit action.
#[inline]
pub fn leave_for(cx: &mut Cx<'_>, node: NodeId) {
    cx.leave = node;
}

/// Goes to the recorded state.
#[inline]
pub fn leaving(cx: &Cx<'_>) -> Next {
    Ok(Step::Goto(cx.leave))
}

/// The index of the transition that events have taken; `None`: the wait has timed out.
#[inline]
pub fn fired(result: &Value) -> Option<i64> {
    result.item(0).and_then(Value::as_i64)
}

/// The event of an event group, counted from 0.
pub fn event_of(result: &Value, group: usize) -> &Value {
    static NULL: Value = Value::Null;
    result.item(group + 1).unwrap_or(&NULL)
}
