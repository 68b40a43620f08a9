//! Drops values without recursion: deeply nested ones are dismantled with a list.

use std::mem;
use std::sync::Arc;

use super::{Array, Items, Map, Object, Value};

/// Containers up to this depth are dropped by the compiler's recursion, which needs no list. Each
/// level needs some hundred bytes of stack in a debug build.
const RECURSIVE: u32 = 32;

impl Drop for Items {
    #[inline]
    fn drop(&mut self) {
        if self.measure.depth > RECURSIVE {
            dismantle(mem::take(&mut self.values));
        }
    }
}

impl Drop for Map {
    #[inline]
    fn drop(&mut self) {
        if self.measure.depth > RECURSIVE {
            dismantle(mem::take(&mut self.entries).into_iter().map(|(_, value)| value).collect());
        }
    }
}

/// Constants count as flat: they are never dropped.
fn depth_of_shared(value: &Value) -> u32 {
    match value {
        Value::Array(Array::Shared(items)) => items.measure.depth,
        Value::Object(Object::Shared(map)) => map.measure.depth,
        Value::Null
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::String(_)
        | Value::Array(Array::Static(_))
        | Value::Object(Object::Static(_)) => 0,
    }
}

/// Drops the children level by level. Shared children stay with their other owners.
#[cold]
fn dismantle(mut list: Vec<Value>) {
    while let Some(value) = list.pop() {
        if depth_of_shared(&value) <= RECURSIVE {
            continue;
        }
        if let Value::Array(Array::Shared(items)) = value {
            if let Some(mut items) = Arc::into_inner(items) {
                list.append(&mut items.values);
            }
        } else if let Value::Object(Object::Shared(map)) = value
            && let Some(mut map) = Arc::into_inner(map)
        {
            list.extend(mem::take(&mut map.entries).into_iter().map(|(_, value)| value));
        }
    }
}
