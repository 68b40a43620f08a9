//! `{..} * {..}`: merging objects deeply, with a list instead of the stack.

use std::mem;
use std::slice::Iter;

use super::{Cx, Exit, fault, order};
use asl_value::value::{Entry, Object, Text, Value};

/// An object that entries are merged into.
struct Open<'v> {
    merged: Object,
    entries: Iter<'v, Entry>,
    /// Under which key of the object around it.
    key: Option<&'v Text>,
}

/// The entries of both; where both have an object at a key, the two are merged.
pub(super) fn deeply(cx: &Cx, left: &Object, right: &Object) -> Result<Value, Exit> {
    let mut open = vec![Open::new(cx, left.clone(), right, None)?];
    loop {
        let Some(inner) = open.last_mut() else { return Ok(Value::Null) };
        let Some((key, value)) = inner.entries.next() else {
            let Some(Open { merged, key, .. }) = open.pop() else { return Ok(Value::Null) };
            let Some((outer, key)) = open.last_mut().zip(key) else {
                return Ok(Value::Object(merged));
            };
            outer.merged.make_mut().put(key.clone(), Value::Object(merged));
            continue;
        };
        if let (Value::Object(value), Some(Value::Object(_))) = (value, inner.merged.get(key)) {
            let old = inner.merged.make_mut().update(key, mem::take);
            let Some(Value::Object(old)) = old else {
                unreachable!("an object has just been found there")
            };
            open.push(Open::new(cx, old, value, Some(key))?);
            if open.len() > order::DEPTH as usize + 1 {
                return Err(fault::plain("Object merge too deep"));
            }
        } else {
            inner.merged.make_mut().put(key.clone(), value.clone());
        }
    }
}

impl<'v> Open<'v> {
    fn new(cx: &Cx, merged: Object, with: &'v Object, key: Option<&'v Text>) -> Result<Self, Exit> {
        cx.make_items(2 * (merged.len() + with.len()))?;
        Ok(Self { merged, entries: with.entries().iter(), key })
    }
}
