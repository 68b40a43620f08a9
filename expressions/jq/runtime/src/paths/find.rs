//! Looking along paths.

use std::borrow::Cow;

use super::{EmitPath, Key, LONGEST, Trail};
use crate::access::{index, index_borrowed};
use crate::control::{caught_error, stop};
use crate::fault::cannot_iterate;
use crate::fault::plain;
use crate::{Cx, Exit};
use asl_value::value::Value;

/// An output of `path(f)`: how the trail leads to the value.
pub fn path(cx: &Cx, at: &Trail<'_>, value: &Value) -> Result<Value, Exit> {
    cx.make_items(at.length())?;
    at.to_path(value).map(Value::array)
}

/// `try` around a filter in path mode: its outputs go to `emit`, and its error is returned. Errors
/// of the consumer are not caught.
pub fn attempt(
    body: impl FnOnce(&mut EmitPath<'_>) -> Result<(), Exit>,
    emit: &mut EmitPath<'_>,
) -> Result<Option<Value>, Exit> {
    let mut outside = None;
    let flow = body(&mut |at, value| {
        emit(at, value).map_err(|exit| {
            outside = Some(exit);
            stop()
        })
    });
    caught_error(outside, flow)
}

/// `getpath(path)`
pub fn getpath(cx: &Cx, input: &Value, path: &Value) -> Result<Value, Exit> {
    look(cx, input, keys(path)?).map(Cow::into_owned)
}

/// The steps of a path.
pub(super) fn keys(path: &Value) -> Result<&[Value], Exit> {
    let Value::Array(keys) = path else { return Err(plain("Path must be specified as an array")) };
    if keys.len() > LONGEST {
        return Err(plain("Path too deep"));
    }
    Ok(keys.as_slice())
}

/// The value at a path; `null` is at every path of it that could be one.
pub(super) fn look<'v>(cx: &Cx, root: &'v Value, path: &[Value]) -> Result<Cow<'v, Value>, Exit> {
    let mut here = Cow::Borrowed(root);
    for key in path {
        cx.spend(1)?;
        here = match here {
            Cow::Borrowed(value) => index_of(cx, value, key)?,
            Cow::Owned(value) => Cow::Owned(index_of(cx, &value, key)?.into_owned()),
        };
    }
    Ok(here)
}

/// `value[key]`: lent where it is a part, made where it is a slice or the places of a part.
pub fn index_of<'v>(cx: &Cx, value: &'v Value, key: &Value) -> Result<Cow<'v, Value>, Exit> {
    match index_borrowed(value, key) {
        Some(part) => Ok(Cow::Borrowed(part)),
        None => index(cx, value, key).map(Cow::Owned),
    }
}

/// `getpath(path)` in path mode.
pub fn emit_getpath(
    cx: &Cx,
    at: &Trail<'_>,
    input: &Value,
    path: &Value,
    emit: &mut EmitPath<'_>,
) -> Result<(), Exit> {
    let keys = keys(path)?;
    let found = look(cx, input, keys)?;
    if at.holds(input) {
        return emit(&at.then(Key::Several(keys), &found), &found);
    }
    // Not reached by a path: jq finds out where the value is used as one.
    emit(at, &found)
}

/// `.[]` in path mode.
pub fn emit_each(
    cx: &Cx,
    at: &Trail<'_>,
    input: &Value,
    emit: &mut EmitPath<'_>,
) -> Result<(), Exit> {
    at.check_each(input)?;
    match input {
        Value::Array(items) => items.iter().enumerate().try_for_each(|(place, item)| {
            cx.spend(1)?;
            emit(&at.then(Key::Place(place), item), item)
        }),
        Value::Object(object) => object.entries().iter().try_for_each(|(key, value)| {
            cx.spend(1)?;
            emit(&at.then(Key::Text(key), value), value)
        }),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
            Err(cannot_iterate(input))
        }
    }
}

/// `..` in path mode: a value before its parts.
pub fn emit_recurse(
    cx: &Cx,
    at: &Trail<'_>,
    input: &Value,
    emit: &mut EmitPath<'_>,
) -> Result<(), Exit> {
    emit(at, input)?;
    if !matches!(input, Value::Array(_) | Value::Object(_)) {
        return Ok(());
    }
    cx.deeper(&mut || emit_each(cx, at, input, &mut |at, part| emit_recurse(cx, at, part, emit)))
}
