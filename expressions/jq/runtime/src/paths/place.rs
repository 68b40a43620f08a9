//! Going down into a value that is being written, one container taken out of the other, and up
//! again.

use std::mem;

use super::find::index_of;
use super::key::{slice_of, written};
use crate::fault::plain;
use crate::{Cx, Exit};
use asl_value::value::{Array, Map, Measure, Text, Value};

/// A container whose part was taken out.
pub(super) struct Open {
    container: Value,
    hole: Hole,
}

/// The place of the missing part.
enum Hole {
    /// The entry at this place.
    Entry(usize, Measure),
    /// An entry that was not there.
    New(Text),
    /// The item at this place.
    Item(usize, Measure),
    /// The items from here to there, which are still in their places.
    Items(usize, usize),
}

/// Takes the part at a key out of a container; `null` becomes the container that the key needs.
#[inline]
pub(super) fn open(cx: &Cx, container: Value, key: &Value) -> Result<(Open, Value), Exit> {
    match (container, key) {
        (Value::Object(mut object), Value::String(name)) => {
            cx.own_entries(&object)?;
            cx.read_text(name.len())?;
            let lifted = object.make_mut().lift(name);
            Ok(entry(Value::Object(object), lifted, name))
        }
        (Value::Null, Value::String(name)) => {
            Ok(entry(Value::Object(Map::with_capacity(1).into()), None, name))
        }
        (Value::Array(items), Value::Int(_) | Value::Float(_)) => item(cx, items, key),
        (Value::Null, Value::Int(_) | Value::Float(_)) => item(cx, Array::from(Vec::new()), key),
        (Value::Array(items), Value::Object(_)) => items_of(cx, items, key),
        (Value::Null, Value::Object(_)) => {
            let (open, _) = items_of(cx, Array::from(Vec::new()), key)?;
            Ok((open, Value::Null))
        }
        (container, key) => Err(cannot(cx, &container, key)),
    }
}

fn entry(container: Value, lifted: Option<(usize, Value, Measure)>, name: &Text) -> (Open, Value) {
    match lifted {
        Some((at, value, old)) => (Open { container, hole: Hole::Entry(at, old) }, value),
        None => (Open { container, hole: Hole::New(name.clone()) }, Value::Null),
    }
}

fn item(cx: &Cx, mut items: Array, key: &Value) -> Result<(Open, Value), Exit> {
    let at = written(key.as_f64().unwrap_or(f64::NAN), items.len())?;
    fill(cx, &mut items, at)?;
    cx.own_items(&items)?;
    let Some((value, old)) = items.make_mut().lift(at) else { unreachable!("filled up to there") };
    Ok((Open { container: Value::Array(items), hole: Hole::Item(at, old) }, value))
}

/// Makes the array so long that it has an item at this place.
pub(super) fn fill(cx: &Cx, items: &mut Array, at: usize) -> Result<(), Exit> {
    let missing = (at + 1).saturating_sub(items.len());
    if missing > 0 {
        cx.make_items(missing)?;
        cx.own_items(items)?;
        let items = items.make_mut();
        (0..missing).for_each(|_| items.push(Value::Null));
    }
    Ok(())
}

fn items_of(cx: &Cx, items: Array, key: &Value) -> Result<(Open, Value), Exit> {
    let (from, to) = slice_of(key, items.len())?;
    // The part is copied, and all of it when it is put back.
    cx.make_items(items.len())?;
    cx.own_items(&items)?;
    let part = items.as_slice().get(from..to).unwrap_or_default().to_vec();
    Ok((Open { container: Value::Array(items), hole: Hole::Items(from, to) }, Value::array(part)))
}

/// Puts a part back.
#[inline]
pub(super) fn close(open: Open, part: Value) -> Result<Value, Exit> {
    let Open { mut container, hole } = open;
    match (&mut container, hole) {
        (Value::Object(object), Hole::Entry(at, old)) => object.make_mut().lower(at, old, part),
        (Value::Object(object), Hole::New(name)) => object.make_mut().put(name, part),
        (Value::Array(items), Hole::Item(at, old)) => items.make_mut().lower(at, old, part),
        (Value::Array(items), Hole::Items(from, to)) => splice(items, from, to, part)?,
        _ => unreachable!("a hole is in the container that it was made in"),
    }
    Ok(container)
}

/// Puts the items of an array in the place of some of another's.
#[inline]
pub(super) fn splice(items: &mut Array, from: usize, to: usize, part: Value) -> Result<(), Exit> {
    let Value::Array(part) = part else {
        return Err(plain("A slice of an array can only be assigned another array"));
    };
    let mut all = mem::replace(items, Array::Static(&[])).into_vec();
    all.splice(from..to, part.into_vec());
    *items = all.into();
    Ok(())
}

/// The error of a key that cannot be read, or cannot be written.
#[cold]
pub(super) fn cannot(cx: &Cx, container: &Value, key: &Value) -> Exit {
    match index_of(cx, container, key) {
        Err(exit) => exit,
        Ok(_) if matches!((container, key), (Value::String(_), Value::Object(_))) => {
            plain("Cannot update string slices")
        }
        Ok(_) => Exit::error(format!(
            "Cannot update field at {} index of {}",
            key.kind(),
            container.kind()
        )),
    }
}
