//! Deleting paths, all at once: places in an array are those of before.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::mem;

use super::LONGEST;
use super::find::index_of;
use super::key::{doomed, slice_of};
use super::place::{close, open};
use crate::fault::plain;
use crate::{Cx, Exit, order};
use asl_value::value::{Array, Object, Text, Value};

/// `delpaths(paths)`
#[inline]
pub fn delpaths(cx: &Cx, input: &Value, paths: &Value) -> Result<Value, Exit> {
    delpaths_to(cx, input.clone(), paths)
}

/// `delpaths(paths)` of an input that nothing else needs.
#[inline]
pub fn delpaths_to(cx: &Cx, mut input: Value, paths: &Value) -> Result<Value, Exit> {
    let Value::Array(paths) = paths else {
        return Err(plain("Paths must be specified as an array"));
    };
    cx.spend(paths.len() as u64)?;
    let mut sorted = paths.iter().map(steps).collect::<Result<Vec<_>, _>>()?;
    sort(cx, &mut sorted)?;
    match sorted.first() {
        None => {}
        Some([]) => input = Value::Null,
        Some(_) => delete(cx, &mut input, &sorted, 0)?,
    }
    Ok(input)
}

fn steps(path: &Value) -> Result<&[Value], Exit> {
    let Value::Array(steps) = path else {
        return Err(Exit::error(format!("Path must be specified as array, not {}", path.kind())));
    };
    if steps.len() > LONGEST { Err(plain("Path too deep")) } else { Ok(steps.as_slice()) }
}

/// Sorts paths as jq sorts arrays.
#[inline]
fn sort(cx: &Cx, paths: &mut [&[Value]]) -> Result<(), Exit> {
    let mut fault = None;
    paths.sort_by(|left, right| {
        compare(cx, left, right).unwrap_or_else(|exit| {
            fault = Some(exit);
            Ordering::Equal
        })
    });
    fault.map_or(Ok(()), Err)
}

fn compare(cx: &Cx, left: &[Value], right: &[Value]) -> Result<Ordering, Exit> {
    for (left, right) in left.iter().zip(right) {
        let order = order::compare(cx, left, right)?;
        if order.is_ne() {
            return Ok(order);
        }
    }
    Ok(left.len().cmp(&right.len()))
}

/// Deletes paths, sorted and longer than `depth`, from what they lead to after so many steps.
#[inline]
fn delete(cx: &Cx, here: &mut Value, paths: &[&[Value]], depth: usize) -> Result<(), Exit> {
    if let [path] = paths {
        return delete_one(cx, here, path.get(depth..).unwrap_or_default());
    }
    let mut doomed = Vec::new();
    let mut rest = paths;
    while let Some(key) = rest.first().and_then(|path| path.get(depth)) {
        cx.spend(1)?;
        let (group, behind) = rest.split_at(same_key(cx, rest, depth, key)?);
        rest = behind;
        if group.first().is_some_and(|path| path.len() == depth + 1) {
            // All of it goes; what is further below goes with it.
            doomed.push(key);
        } else {
            within(cx, here, key, |part| cx.deeper(&mut || delete(cx, part, group, depth + 1)))?;
        }
    }
    remove(cx, here, &doomed)
}

/// The number of paths that continue with this key, the first one's.
fn same_key(cx: &Cx, paths: &[&[Value]], depth: usize, key: &Value) -> Result<usize, Exit> {
    let mut same = 1;
    for path in paths.iter().skip(1) {
        match path.get(depth) {
            Some(other) if order::equal(cx, other, key)? => same += 1,
            _ => break,
        }
    }
    Ok(same)
}

/// Deletes one path, of any length.
#[inline]
fn delete_one(cx: &Cx, here: &mut Value, path: &[Value]) -> Result<(), Exit> {
    let Some((last, path)) = path.split_last() else { return Ok(()) };
    let mut above = Vec::new();
    let mut part = mem::take(here);
    for key in path {
        cx.spend(1)?;
        if index_of(cx, &part, key)?.is_null() {
            break;
        }
        let (container, inner) = open(cx, part, key)?;
        above.push(container);
        part = inner;
    }
    if above.len() == path.len() {
        remove(cx, &mut part, &[last])?;
    }
    while let Some(container) = above.pop() {
        part = close(container, part)?;
    }
    *here = part;
    Ok(())
}

/// Changes the part at a key, unless it is null.
fn within(
    cx: &Cx,
    here: &mut Value,
    key: &Value,
    change: impl FnOnce(&mut Value) -> Result<(), Exit>,
) -> Result<(), Exit> {
    if index_of(cx, here, key)?.is_null() {
        return Ok(());
    }
    let (container, mut part) = open(cx, mem::take(here), key)?;
    change(&mut part)?;
    *here = close(container, part)?;
    Ok(())
}

/// Removes keys, sorted, from a container.
#[inline]
pub(super) fn remove(cx: &Cx, here: &mut Value, keys: &[&Value]) -> Result<(), Exit> {
    match here {
        _ if keys.is_empty() => Ok(()),
        Value::Null => Ok(()),
        Value::Array(items) => {
            cx.own_items(items)?;
            remove_items(items, keys)
        }
        Value::Object(object) => {
            cx.own_entries(object)?;
            remove_entries(object, keys)
        }
        Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
            Err(Exit::error(format!("Cannot delete fields from {}", here.kind())))
        }
    }
}

#[inline]
fn remove_entries(object: &mut Object, keys: &[&Value]) -> Result<(), Exit> {
    let no_field =
        |key: &&Value| Exit::error(format!("Cannot delete {} field of object", key.kind()));
    let names = keys
        .iter()
        .map(|key| if let Value::String(name) = key { Ok(name) } else { Err(no_field(key)) });
    let names = names.collect::<Result<Vec<&Text>, _>>()?;
    if let [name] = names.as_slice() {
        if object.contains_key(name) {
            object.make_mut().remove(name);
        }
        return Ok(());
    }
    let names: HashSet<&str> = names.into_iter().map(Text::as_str).collect();
    object.make_mut().change_each(|key, _| Ok(!names.contains(key)))
}

#[inline]
fn remove_items(items: &mut Array, keys: &[&Value]) -> Result<(), Exit> {
    let length = items.len();
    if let [key @ (Value::Int(_) | Value::Float(_))] = keys {
        if let Some(place) = key.as_f64().and_then(|number| doomed(number, length)) {
            items.make_mut().remove(place);
        }
        return Ok(());
    }
    let mut goes = vec![false; length];
    for key in keys {
        let (from, to) = doomed_range(key, length)?;
        goes.iter_mut().take(to).skip(from).for_each(|goes| *goes = true);
    }
    let mut goes = goes.into_iter();
    items.make_mut().change_each(|_| Ok(!goes.next().unwrap_or(false)))
}

/// The items that a key names; none if it leads out of them.
fn doomed_range(key: &Value, length: usize) -> Result<(usize, usize), Exit> {
    match key {
        Value::Object(_) => slice_of(key, length),
        Value::Int(_) | Value::Float(_) => {
            let place = key.as_f64().and_then(|number| doomed(number, length));
            Ok(place.map_or((0, 0), |place| (place, place + 1)))
        }
        Value::Null | Value::Bool(_) | Value::String(_) | Value::Array(_) => {
            Err(Exit::error(format!("Cannot delete {} element of array", key.kind())))
        }
    }
}
