//! Functions that the emitted functions of SM4C machines call.

use crate::machine::{Cx, Next, NodeId, Step};
use asl_value::error::{Failed, Failure, sm4c as errors};
use asl_value::value::Value;

/// Returns the input of a forEach if it is an array.
pub fn elements(found: Value) -> Result<Value, Failed> {
    if found.as_array().is_some() { Ok(found) } else { Err(no_array()) }
}

#[cold]
fn no_array() -> Failed {
    Box::new(Failure::new(errors::FOR_EACH_INPUT, "foreach input is not an array"))
}

/// Records the state that follows the exit action.
#[inline]
pub fn leave_for(cx: &mut Cx<'_>, to: NodeId) {
    cx.leave = to;
}

/// Goes to the recorded state.
#[inline]
pub fn leaving(cx: &Cx<'_>) -> Next {
    Ok(Step::Goto(cx.leave))
}

/// The index of the transition that the events select; `None` if the wait has timed out.
#[inline]
pub fn fired(result: &Value) -> Option<i64> {
    result.item(0).and_then(Value::as_i64)
}

/// The event of an event group, by the group's index.
pub fn event_of(result: &Value, group: usize) -> &Value {
    static NULL: Value = Value::Null;
    result.item(group + 1).unwrap_or(&NULL)
}
