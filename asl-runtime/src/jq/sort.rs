//! Sorting and functions based on it: `sort`, `group_by`, `unique`, `bsearch`, `- [..]`, and the
//! smallest and largest.

use std::cmp::Ordering;

use super::order::{STEP, compare, compare_to_sort, equal};
use super::{Cx, Exit, fault, number};
use crate::value::{Array, Value};

/// The places of the keys in the order of their values; equal ones stay in the order they are in.
fn places(cx: &Cx, keys: &[Value]) -> Result<Vec<usize>, Exit> {
    cx.make_items(keys.len())?;
    let turns = u64::from(keys.len().checked_ilog2().unwrap_or(0)) + 1;
    cx.spend((keys.len() as u64).saturating_mul(turns) / 8)?;
    let is_wrapped = keys.iter().all(|key| only(key).is_some());
    let inner = |key| if is_wrapped { only(key).unwrap_or(key) } else { key };
    if let Some(texts) = keys.iter().map(|key| inner(key).as_str()).collect::<Option<Vec<_>>>() {
        let bytes = texts.iter().map(|text| text.len() as u64).sum::<u64>();
        cx.spend(bytes.saturating_mul(turns) / STEP as u64)?;
        return Ok(sorted_places(&texts, Ord::cmp));
    }
    if let Some(numbers) = keys.iter().map(|key| inner(key).as_f64()).collect::<Option<Vec<_>>>() {
        return Ok(sorted_places(&numbers, |left, right| numbers_in_order(*left, *right)));
    }
    merge_sort(cx, keys)
}

/// The item of an array of one. If all keys are such arrays, their items have the same order.
fn only(key: &Value) -> Option<&Value> {
    match key {
        Value::Array(items) if items.len() == 1 => items.get(0),
        _ => None,
    }
}

fn sorted_places<K>(keys: &[K], order: impl Fn(&K, &K) -> Ordering) -> Vec<usize> {
    let mut places: Vec<(&K, usize)> = keys.iter().zip(0..).collect();
    places.sort_by(|(left, _), (right, _)| order(left, right));
    places.into_iter().map(|(_, place)| place).collect()
}

/// NaN first, and equal to itself.
fn numbers_in_order(left: f64, right: f64) -> Ordering {
    left.partial_cmp(&right).unwrap_or_else(|| right.is_nan().cmp(&left.is_nan()))
}

/// A sort of our own, as comparing may fail, and the standard library's sort cannot be stopped.
fn merge_sort(cx: &Cx, keys: &[Value]) -> Result<Vec<usize>, Exit> {
    let mut places: Vec<usize> = (0..keys.len()).collect();
    let mut merged = Vec::with_capacity(keys.len());
    let mut width = 1;
    while width < keys.len() {
        for run in places.chunks(width.saturating_mul(2)) {
            let (left, right) = run.split_at(width.min(run.len()));
            merge(cx, keys, left, right, &mut merged)?;
        }
        std::mem::swap(&mut places, &mut merged);
        merged.clear();
        width = width.saturating_mul(2);
    }
    Ok(places)
}

/// Appends the places of two runs, each of which is in order.
fn merge(
    cx: &Cx,
    keys: &[Value],
    left: &[usize],
    right: &[usize],
    merged: &mut Vec<usize>,
) -> Result<(), Exit> {
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    while let (Some(&&first), Some(&&second)) = (left.peek(), right.peek()) {
        let Some((a, b)) = keys.get(first).zip(keys.get(second)) else { break };
        let next = if compare_to_sort(cx, b, a)?.is_lt() { right.next() } else { left.next() };
        merged.extend(next);
    }
    merged.extend(left.chain(right));
    Ok(())
}

fn picked(items: &[Value], places: &[usize]) -> Value {
    Value::array(places.iter().filter_map(|place| items.get(*place)).cloned().collect())
}

/// `sort`
pub fn sort(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let items = sortable(input)?;
    Ok(picked(items, &places(cx, items)?))
}

fn sortable(input: &Value) -> Result<&[Value], Exit> {
    let Value::Array(items) = input else {
        return Err(fault::bad(input, "cannot be sorted, as it is not an array"));
    };
    Ok(items.as_slice())
}

/// Items and keys of as many.
fn keyed<'v>(input: &'v Value, keys: &'v Value) -> Result<(&'v [Value], &'v [Value]), Exit> {
    match (input, keys) {
        (Value::Array(items), Value::Array(keys)) if items.len() == keys.len() => {
            Ok((items.as_slice(), keys.as_slice()))
        }
        _ => Err(fault::bad_pair(input, keys, "cannot be sorted, as they are not both arrays")),
    }
}

/// `_sort_by_impl(keys)`
pub fn sort_by(cx: &Cx, input: &Value, keys: &Value) -> Result<Value, Exit> {
    let (items, keys) = keyed(input, keys)?;
    Ok(picked(items, &places(cx, keys)?))
}

/// The places in order, in groups of equal keys.
fn groups(cx: &Cx, keys: &[Value]) -> Result<Vec<Vec<usize>>, Exit> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut last: Option<&Value> = None;
    for place in places(cx, keys)? {
        let key = keys.get(place);
        let joins = match (last, key) {
            (Some(last), Some(key)) => equal(cx, last, key)?,
            _ => false,
        };
        match groups.last_mut() {
            Some(group) if joins => group.push(place),
            _ => groups.push(vec![place]),
        }
        last = key;
    }
    Ok(groups)
}

/// `_group_by_impl(keys)`
pub fn group_by(cx: &Cx, input: &Value, keys: &Value) -> Result<Value, Exit> {
    let (items, keys) = keyed(input, keys)?;
    let groups = groups(cx, keys)?;
    cx.make_items(groups.len().saturating_mul(2))?;
    Ok(groups.iter().map(|group| picked(items, group)).collect())
}

/// The first of each group.
fn firsts(cx: &Cx, items: &[Value], keys: &[Value]) -> Result<Value, Exit> {
    let firsts: Vec<usize> =
        groups(cx, keys)?.into_iter().filter_map(|group| group.first().copied()).collect();
    Ok(picked(items, &firsts))
}

/// `unique`
pub fn unique(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let items = sortable(input)?;
    firsts(cx, items, items)
}

/// `_unique_by_impl(keys)`
pub fn unique_by(cx: &Cx, input: &Value, keys: &Value) -> Result<Value, Exit> {
    let (items, keys) = keyed(input, keys)?;
    firsts(cx, items, keys)
}

/// The end that is searched for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Least,
    Most,
}

/// The first of the least, or the last of the greatest.
fn extreme(cx: &Cx, input: &Value, keys: &Value, end: End) -> Result<Value, Exit> {
    let (Value::Array(items), Value::Array(keys)) = (input, keys) else {
        return Err(fault::bad_pair(input, keys, "cannot be iterated over"));
    };
    if items.len() != keys.len() {
        return Err(fault::bad_pair(input, &Value::Array(keys.clone()), "have wrong length"));
    }
    cx.spend(1 + keys.len() as u64 / 8)?;
    let mut pairs = items.iter().zip(keys);
    let Some(mut best) = pairs.next() else { return Ok(Value::Null) };
    for pair in pairs {
        let is_less = compare(cx, pair.1, best.1)?.is_lt();
        if is_less == (end == End::Least) {
            best = pair;
        }
    }
    Ok(best.0.clone())
}

/// `min`
pub fn min(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    extreme(cx, input, input, End::Least)
}

/// `max`
pub fn max(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    extreme(cx, input, input, End::Most)
}

/// `_min_by_impl(keys)`
pub fn min_by(cx: &Cx, input: &Value, keys: &Value) -> Result<Value, Exit> {
    extreme(cx, input, keys, End::Least)
}

/// `_max_by_impl(keys)`
pub fn max_by(cx: &Cx, input: &Value, keys: &Value) -> Result<Value, Exit> {
    extreme(cx, input, keys, End::Most)
}

/// `bsearch(target)`: a place of the target in a sorted array, or -1 less the place where it would
/// have to be put.
pub fn bsearch(cx: &Cx, input: &Value, target: &Value) -> Result<Value, Exit> {
    let Value::Array(items) = input else {
        return Err(fault::bad(input, "cannot be searched from"));
    };
    let (mut from, mut to) = (0, items.len());
    while from < to {
        let middle = from + (to - from) / 2;
        let Some(item) = items.get(middle) else { break };
        match compare(cx, target, item)? {
            Ordering::Less => to = middle,
            Ordering::Equal => return Ok(number::count(middle)),
            Ordering::Greater => from = middle + 1,
        }
    }
    Ok(Value::Int(-1 - i64::try_from(from).unwrap_or(i64::MAX - 1)))
}

/// With so few to look through, sorting them is no gain.
const FEW: usize = 16;

/// `[..] - [..]`: the items that equal none of the others.
pub(super) fn without(cx: &Cx, items: &Array, removed: &Array) -> Result<Value, Exit> {
    let order = if removed.len() > FEW {
        places(cx, removed.as_slice())?
    } else {
        (0..removed.len()).collect()
    };
    let removed: Vec<&Value> = order.iter().filter_map(|place| removed.get(*place)).collect();
    let mut kept = Vec::new();
    for item in items {
        let is_removed = if removed.len() > FEW {
            holds(cx, &removed, item)?
        } else {
            any_equal(cx, &removed, item)?
        };
        if !is_removed {
            kept.push(item.clone());
        }
    }
    cx.make_items(kept.len())?;
    Ok(Value::array(kept))
}

fn any_equal(cx: &Cx, values: &[&Value], wanted: &Value) -> Result<bool, Exit> {
    for value in values {
        if equal(cx, value, wanted)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Searches sorted values for one.
fn holds(cx: &Cx, sorted: &[&Value], wanted: &Value) -> Result<bool, Exit> {
    cx.spend(1)?;
    let (mut from, mut to) = (0, sorted.len());
    while from < to {
        let middle = from + (to - from) / 2;
        let Some(value) = sorted.get(middle) else { break };
        match compare_to_sort(cx, wanted, value)? {
            Ordering::Less => to = middle,
            // NaN is found here, though it equals nothing.
            Ordering::Equal => return equal(cx, value, wanted),
            Ordering::Greater => from = middle + 1,
        }
    }
    Ok(false)
}
