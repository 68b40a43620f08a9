//! Copies of values.

use super::{Cx, Fault};
use asl_value::value::{Text, Value};

/// A copy of a value. Within a transform around it, which tells objects by their addresses, it has
/// addresses of its own: the copy of an object is not the object.
pub(super) fn copied(cx: &Cx, value: Value) -> Result<Value, Fault> {
    if cx.is_in_transform() { unshared(cx, &value) } else { Ok(value) }
}

/// A copy in which no two containers are the same in memory.
pub(super) fn unshared(cx: &Cx, value: &Value) -> Result<Value, Fault> {
    cx.spend(1)?;
    match value {
        Value::Array(items) => {
            cx.make_items(items.len())?;
            let items: Result<Vec<Value>, Fault> =
                items.iter().map(|item| unshared(cx, item)).collect();
            Ok(Value::array(items?))
        }
        Value::Object(object) => {
            cx.make_items(2 * object.len())?;
            let entry = |(key, value): &(Text, Value)| Ok((key.clone(), unshared(cx, value)?));
            let entries: Result<Vec<_>, Fault> = object.entries().iter().map(entry).collect();
            Ok(Value::Object(entries?.into_iter().collect()))
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
            Ok(value.clone())
        }
    }
}
