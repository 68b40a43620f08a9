//! Writing along paths: `setpath`, and the updates whose paths are known only when the program
//! runs.

use std::mem;

use super::Trail;
use super::delete::delpaths_to;
use super::find::{keys, look};
use super::place::{close, open};
use crate::control::sound;
use crate::{Cx, Exit};
use asl_value::value::Value;

/// `setpath(path; value)`
#[inline]
pub fn setpath(cx: &Cx, input: &Value, path: &Value, value: &Value) -> Result<Value, Exit> {
    setpath_to(cx, input.clone(), path, value)
}

/// `setpath(path; value)` of an input that nothing else needs: nothing is copied.
#[inline]
pub fn setpath_to(cx: &Cx, mut input: Value, path: &Value, value: &Value) -> Result<Value, Exit> {
    put(cx, &mut input, keys(path)?, value.clone())?;
    sound(input)
}

/// Puts a value at a path. After an error nothing of the document is left.
#[inline]
pub(super) fn put(cx: &Cx, document: &mut Value, path: &[Value], value: Value) -> Result<(), Exit> {
    let mut above = Vec::with_capacity(path.len());
    let mut here = mem::take(document);
    for key in path {
        cx.spend(1)?;
        let (container, part) = open(cx, here, key)?;
        above.push(container);
        here = part;
    }
    here = value;
    while let Some(container) = above.pop() {
        here = close(container, here)?;
    }
    *document = here;
    Ok(())
}

/// One turn of `paths = new`: puts the value where a path of the original leads to in the document
/// that is being made.
#[inline]
pub fn assign(
    cx: &Cx,
    document: &mut Value,
    at: &Trail<'_>,
    value: &Value,
    new: &Value,
) -> Result<(), Exit> {
    put(cx, document, &at.to_path(value)?, new.clone())
}

/// A step of `paths |= change`: replaces the value at a path of the original in the new document by
/// the output of `change`, or keeps the path for [`forget`] if there is no output.
pub fn modify(
    cx: &Cx,
    document: &mut Value,
    doomed: &mut Vec<Value>,
    (at, value): (&Trail<'_>, &Value),
    change: impl FnOnce(&Value) -> Result<Option<Value>, Exit>,
) -> Result<(), Exit> {
    let path = at.to_path(value)?;
    let old = look(cx, document, &path)?;
    if let Some(new) = change(&old)? {
        drop(old);
        return put(cx, document, &path, new);
    }
    doomed.push(Value::array(path));
    Ok(())
}

/// One turn of `paths += ..` and its like, which always have something to put.
pub fn calculate(
    cx: &Cx,
    document: &mut Value,
    at: &Trail<'_>,
    value: &Value,
    change: impl FnOnce(&Value) -> Result<Value, Exit>,
) -> Result<(), Exit> {
    let path = at.to_path(value)?;
    let new = change(look(cx, document, &path)?.as_ref())?;
    put(cx, document, &path, new)
}

/// The end of `paths |= change`: removes the paths that `change` made nothing of.
#[inline]
pub fn forget(cx: &Cx, document: Value, doomed: Vec<Value>) -> Result<Value, Exit> {
    if doomed.is_empty() { Ok(document) } else { delpaths_to(cx, document, &Value::array(doomed)) }
}
