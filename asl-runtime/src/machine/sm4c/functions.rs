//! What the emitted functions of SM4C machines call.

use std::mem;

use crate::error::{Failed, Failure, names, sm4c as errors};
use crate::jq;
use crate::jq::fault::Raised;
use crate::machine::{Cx, Next, NodeId, Step};
use crate::value::Value;

/// One run of an expression in a node: its `now` is the time at which the node was entered.
#[inline]
pub fn jq_at(cx: &Cx<'_>) -> jq::Cx {
    jq::Cx::limited(cx.entered, cx.expressions.steps, jq::DEPTH, cx.expressions.bytes)
}

/// The failure of an expression, as error handlers see it.
#[cold]
pub fn lost(exit: jq::Exit) -> Failed {
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

/// Applies a result handler that always has an output, which replaces the global data. The data is
/// changed in place if it is not shared.
pub fn merge(
    cx: &mut Cx<'_>,
    handler: impl FnOnce(&jq::Cx, Value) -> Result<Option<Value>, jq::Exit>,
) -> Result<(), Failed> {
    let jq = jq_at(cx);
    let made = handler(&jq, mem::take(&mut cx.global)).map_err(lost)?;
    cx.global = made.unwrap_or_default();
    Ok(())
}

/// Applies a result handler that may have no output; the global data is then unchanged.
pub fn merge_kept(
    cx: &mut Cx<'_>,
    handler: impl FnOnce(&jq::Cx, &Value) -> Result<Option<Value>, jq::Exit>,
) -> Result<(), Failed> {
    if let Some(made) = handler(&jq_at(cx), &cx.global).map_err(lost)? {
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

/// `handled` for a machine without error handlers.
#[cold]
pub fn not_handled(_: NodeId, _: &mut Cx<'_>, _: &Value) -> Result<Option<u32>, Failed> {
    Ok(None)
}

/// `matches` for a machine without conditions of event groups.
#[cold]
pub fn always(_: NodeId, _: (u32, u32), _: &Value, _: &Cx<'_>, _: &Value) -> Result<bool, Failed> {
    Ok(true)
}
