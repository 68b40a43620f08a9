//! Updates whose paths the program spells out: they follow the paths into the document and change
//! it in place, without creating path values.
//!
//! Each function takes a part of `here`, lets `change` work on it, and puts it back or removes it,
//! as [`Fate`] says. A part that is missing is `null` meanwhile, and containers for it are made
//! only if there is something to put. **After an error the document is incomplete**: a caller that
//! still needs it keeps a clone, which costs only the copies of the changed parts.

use std::mem;

use super::key::written;
use super::place::{cannot, close, fill, open};
use crate::access::{field as read_field, index_borrowed, slice_bounds, slice_key};
use crate::fault::cannot_iterate;
use crate::{Cx, Exit};
use asl_value::value::{Array, Map, Text, Value};

use super::delete::remove;

/// The fate of a part that was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is put back.
    Stays,
    /// It is removed: `|= empty`, `del`.
    Goes,
    /// Nothing was done to it: it is not made, if it is missing.
    Rests,
}

impl Fate {
    /// Of something that two updates were about.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if self == Self::Rests { other } else { self }
    }
}

type Changed = Result<Fate, Exit>;

/// Changes `.name`, where the program spells the name.
#[inline]
pub fn field(
    cx: &Cx,
    here: &mut Value,
    name: &'static str,
    change: impl FnOnce(&mut Value) -> Changed,
) -> Changed {
    entry(cx, here, name, || Text::new_static(name), change)
}

/// Changes `.name?`
#[inline]
pub fn field_if(
    cx: &Cx,
    here: &mut Value,
    name: &'static str,
    change: impl FnOnce(&mut Value) -> Changed,
) -> Changed {
    if matches!(here, Value::Object(_) | Value::Null) {
        field(cx, here, name, change)
    } else {
        Ok(Fate::Rests)
    }
}

#[inline]
fn entry(
    cx: &Cx,
    here: &mut Value,
    name: &str,
    key: impl FnOnce() -> Text,
    change: impl FnOnce(&mut Value) -> Changed,
) -> Changed {
    match here {
        Value::Object(object) => {
            cx.own_entries(object)?;
            let map = object.make_mut();
            match map.position(name) {
                Some(at) => {
                    if map.change_at(at, change)? == Fate::Goes {
                        map.remove(name);
                    }
                }
                None => {
                    if let Some(part) = missing(change)? {
                        map.append(key(), part);
                    }
                }
            }
        }
        Value::Null => {
            let Some(part) = missing(change)? else { return Ok(Fate::Rests) };
            let mut map = Map::with_capacity(1);
            map.append(key(), part);
            *here = map.into();
        }
        Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) | Value::Array(_) => {
            read_field(here, name)?;
        }
    }
    Ok(Fate::Stays)
}

/// The fate of a value that no part was put into.
fn rests(here: &Value) -> Fate {
    if here.is_null() { Fate::Rests } else { Fate::Stays }
}

/// The fate of a missing part, if it is made.
#[inline]
fn missing(change: impl FnOnce(&mut Value) -> Changed) -> Result<Option<Value>, Exit> {
    let mut part = Value::Null;
    Ok((change(&mut part)? == Fate::Stays).then_some(part))
}

/// Changes `.[key]`
pub fn index(
    cx: &Cx,
    here: &mut Value,
    key: &Value,
    change: impl FnOnce(&mut Value) -> Changed,
) -> Changed {
    match (&mut *here, key) {
        (Value::Object(_) | Value::Null, Value::String(name)) => {
            entry(cx, here, name, || name.clone(), change)
        }
        (Value::Array(_) | Value::Null, Value::Int(_) | Value::Float(_)) => {
            item(cx, here, key, change)
        }
        (Value::Array(_) | Value::String(_) | Value::Null, Value::Object(_)) => {
            part(cx, here, key, change)
        }
        (Value::Array(_), Value::Array(_)) => {
            // `.[[1, 2]]` finds places: they can be changed, but not be put anywhere.
            let mut places = crate::access::index(cx, here, key)?;
            match change(&mut places)? {
                Fate::Stays => Err(cannot(cx, here, key)),
                Fate::Goes => remove(cx, here, &[key]).map(|()| Fate::Stays),
                Fate::Rests => Ok(Fate::Stays),
            }
        }
        _ => Err(cannot(cx, here, key)),
    }
}

/// Changes `.[key]?`
pub fn index_if(
    cx: &Cx,
    here: &mut Value,
    key: &Value,
    change: impl FnOnce(&mut Value) -> Changed,
) -> Changed {
    if index_borrowed(here, key).is_some() || crate::access::index(cx, here, key).is_ok() {
        return index(cx, here, key, change);
    }
    Ok(Fate::Rests)
}

fn item(
    cx: &Cx,
    here: &mut Value,
    key: &Value,
    change: impl FnOnce(&mut Value) -> Changed,
) -> Changed {
    let number = key.as_f64().unwrap_or(f64::NAN);
    let length = here.as_array().map_or(0, Array::len);
    if let (Value::Array(items), Ok(at)) = (&mut *here, written(number, length))
        && at < length
    {
        cx.own_items(items)?;
        if items.make_mut().update(at, change).transpose()? == Some(Fate::Goes) {
            remove(cx, here, &[key])?;
        }
        return Ok(Fate::Stays);
    }
    let Some(part) = missing(change)? else { return Ok(rests(here)) };
    let at = written(number, length)?;
    let mut items =
        if let Value::Array(items) = mem::take(here) { items } else { Array::Static(&[]) };
    fill(cx, &mut items, at)?;
    items.make_mut().set(at, part);
    *here = Value::Array(items);
    Ok(Fate::Stays)
}

/// Changes `.[from:to]`
pub fn slice(
    cx: &Cx,
    here: &mut Value,
    (from, to): (Option<&Value>, Option<&Value>),
    change: impl FnOnce(&mut Value) -> Changed,
) -> Changed {
    part(cx, here, &slice_key(from.unwrap_or(&Value::Null), to.unwrap_or(&Value::Null)), change)
}

/// Changes `.[from:to]?`
pub fn slice_if(
    cx: &Cx,
    here: &mut Value,
    (from, to): (Option<&Value>, Option<&Value>),
    change: impl FnOnce(&mut Value) -> Changed,
) -> Changed {
    let (from, to) = (from.unwrap_or(&Value::Null), to.unwrap_or(&Value::Null));
    let fits = match here {
        Value::Array(_) | Value::String(_) => slice_bounds(0, from, to).is_ok(),
        Value::Null => true,
        Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Object(_) => false,
    };
    if fits { part(cx, here, &slice_key(from, to), change) } else { Ok(Fate::Rests) }
}

/// Changes a slice by its key.
fn part(
    cx: &Cx,
    here: &mut Value,
    key: &Value,
    change: impl FnOnce(&mut Value) -> Changed,
) -> Changed {
    let mut part = crate::access::index(cx, here, key)?;
    match change(&mut part)? {
        Fate::Stays => {}
        Fate::Goes => {
            remove(cx, here, &[key])?;
            return Ok(rests(here));
        }
        Fate::Rests => return Ok(rests(here)),
    }
    let (container, _) = open(cx, mem::take(here), key)?;
    *here = close(container, part)?;
    Ok(Fate::Stays)
}

/// Changes `.[]`
#[inline]
pub fn each(cx: &Cx, here: &mut Value, mut change: impl FnMut(&mut Value) -> Changed) -> Changed {
    let mut one = |part: &mut Value| {
        cx.spend(1)?;
        Ok(change(part)? != Fate::Goes)
    };
    match here {
        Value::Array(items) if items.is_empty() => {}
        Value::Object(object) if object.is_empty() => {}
        Value::Array(items) => {
            cx.own_items(items)?;
            items.make_mut().change_each(one)?;
        }
        Value::Object(object) => {
            cx.own_entries(object)?;
            object.make_mut().change_each(|_, part| one(part))?;
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
            return Err(cannot_iterate(here));
        }
    }
    Ok(Fate::Stays)
}

/// Changes `.[]?`
#[inline]
pub fn each_if(cx: &Cx, here: &mut Value, change: impl FnMut(&mut Value) -> Changed) -> Changed {
    if matches!(here, Value::Array(_) | Value::Object(_)) {
        each(cx, here, change)
    } else {
        Ok(Fate::Rests)
    }
}
