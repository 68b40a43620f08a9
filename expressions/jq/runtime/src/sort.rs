//! Sorting and functions based on it: `sort`, `group_by`, `unique`, `bsearch`, `- [..]`, and the
//! smallest and largest.
//!
//! Items are sorted and grouped by reference: emitted code that reads them one by one (`sort_by(f) |
//! map(g)`, `group_by(f) | map(length)`) needs no array of them.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::order::{STEP, compare, compare_to_sort, equal};
use super::{Cx, Exit, fault, number};
use asl_value::value::{Array, Value};

/// A tag for each key, in the order of the keys; those of equal keys stay in the order they are in.
fn in_order<K: Borrow<Value>, T: Copy>(
    cx: &Cx,
    keys: &[K],
    tags: impl Iterator<Item = T> + Clone,
) -> Result<Vec<T>, Exit> {
    let turns = pay(cx, keys.len())?;
    let is_wrapped = keys.iter().all(|key| only(key.borrow()).is_some());
    let inner = |key| if is_wrapped { only(key).unwrap_or(key) } else { key };
    let of_numbers = tagged(keys, tags.clone(), |key| inner(key).as_f64());
    if let Some(numbers) = of_numbers {
        return Ok(sorted_tags(numbers, |left, right| numbers_in_order(*left, *right)));
    }
    if let Some(texts) = tagged(keys, tags.clone(), |key| inner(key).as_str()) {
        pay_for_texts(cx, texts.iter().map(|(text, _)| *text), turns)?;
        return Ok(sorted_tags(texts, Ord::cmp));
    }
    let (places, tags) = (merge_sort(cx, keys)?, tags.collect::<Vec<T>>());
    Ok(places.iter().filter_map(|place| tags.get(*place).copied()).collect())
}

/// Takes the steps and the memory of sorting so many keys, and returns the number of comparisons of
/// each.
fn pay(cx: &Cx, count: usize) -> Result<u64, Exit> {
    cx.make_items(count)?;
    let turns = u64::from(count.checked_ilog2().unwrap_or(0)) + 1;
    cx.spend((count as u64).saturating_mul(turns) / 8)?;
    Ok(turns)
}

fn pay_for_texts<'v>(
    cx: &Cx,
    texts: impl Iterator<Item = &'v str>,
    turns: u64,
) -> Result<(), Exit> {
    let bytes = texts.map(|text| text.len() as u64).sum::<u64>();
    cx.spend(bytes.saturating_mul(turns) / STEP as u64)
}

/// The keys in another form, each with its tag; nothing, if one does not have this form.
fn tagged<'k, K: Borrow<Value>, F, T>(
    keys: &'k [K],
    tags: impl Iterator<Item = T>,
    form: impl Fn(&'k Value) -> Option<F>,
) -> Option<Vec<(F, T)>> {
    if let Some(first) = keys.first() {
        form(first.borrow())?;
    }
    let mut pairs = Vec::with_capacity(keys.len());
    for (key, tag) in keys.iter().zip(tags) {
        pairs.push((form(key.borrow())?, tag));
    }
    Some(pairs)
}

/// The item of an array of one. If all keys are such arrays, their items have the same order.
fn only(key: &Value) -> Option<&Value> {
    match key {
        Value::Array(items) if items.len() == 1 => items.get(0),
        _ => None,
    }
}

fn sorted_tags<K, T>(mut pairs: Vec<(K, T)>, order: impl Fn(&K, &K) -> Ordering) -> Vec<T> {
    pairs.sort_by(|(left, _), (right, _)| order(left, right));
    pairs.into_iter().map(|(_, tag)| tag).collect()
}

/// NaN first, and equal to itself.
fn numbers_in_order(left: f64, right: f64) -> Ordering {
    left.partial_cmp(&right).unwrap_or_else(|| right.is_nan().cmp(&left.is_nan()))
}

/// A sort of our own, as comparing may fail, and the standard library's sort cannot be stopped.
fn merge_sort<K: Borrow<Value>>(cx: &Cx, keys: &[K]) -> Result<Vec<usize>, Exit> {
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
fn merge<K: Borrow<Value>>(
    cx: &Cx,
    keys: &[K],
    left: &[usize],
    right: &[usize],
    merged: &mut Vec<usize>,
) -> Result<(), Exit> {
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    while let (Some(&&first), Some(&&second)) = (left.peek(), right.peek()) {
        let Some((a, b)) = keys.get(first).zip(keys.get(second)) else { break };
        let is_less = compare_to_sort(cx, b.borrow(), a.borrow())?.is_lt();
        let next = if is_less { right.next() } else { left.next() };
        merged.extend(next);
    }
    merged.extend(left.chain(right));
    Ok(())
}

/// An array of items by reference.
pub fn listed(cx: &Cx, items: &[&Value]) -> Result<Value, Exit> {
    cx.make_items(items.len())?;
    Ok(items.iter().copied().collect())
}

/// `sort`
pub fn sort(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let items = sortable(input)?;
    listed(cx, &in_order(cx, items, items.iter())?)
}

fn sortable(input: &Value) -> Result<&[Value], Exit> {
    let Value::Array(items) = input else {
        return Err(fault::bad(input, "cannot be sorted, as it is not an array"));
    };
    Ok(items.as_slice())
}

/// The items that have these keys.
fn keyed<'v, K: Borrow<Value>>(input: &'v Value, keys: &[K]) -> Result<&'v [Value], Exit> {
    match input {
        Value::Array(items) if items.len() == keys.len() => Ok(items.as_slice()),
        _ => {
            let text = "cannot be sorted, as they are not both arrays";
            Err(fault::bad_pair(input, &wrapped_keys(keys), text))
        }
    }
}

/// Keys as jq has them: each in an array, as there might be several for an item.
#[cold]
fn wrapped_keys<K: Borrow<Value>>(keys: &[K]) -> Value {
    keys.iter().map(|key| Value::array(vec![key.borrow().clone()])).collect()
}

/// The items of `sort_by(f)`; each item has one key.
pub fn sort_by<'v, K: Borrow<Value>>(
    cx: &Cx,
    input: &'v Value,
    keys: &[K],
) -> Result<Vec<&'v Value>, Exit> {
    in_order(cx, keys, keyed(input, keys)?.iter())
}

/// `.[place]` of items by reference, counted from the end where negative.
#[inline]
pub fn item<'v>(items: &[&'v Value], place: i64) -> &'v Value {
    static NULL: Value = Value::Null;
    let place = if place < 0 { place.saturating_add_unsigned(items.len() as u64) } else { place };
    usize::try_from(place).ok().and_then(|place| items.get(place).copied()).unwrap_or(&NULL)
}

/// Items in groups.
#[derive(Debug)]
pub struct Groups<'v> {
    items: Vec<&'v Value>,
    /// The end of each group.
    ends: Vec<usize>,
}

impl<'v> Groups<'v> {
    /// The number of groups.
    #[inline]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The groups.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &[&'v Value]> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let group = self.items.get(start..*end).unwrap_or_default();
            start = *end;
            group
        })
    }

    /// An array of arrays.
    #[inline]
    pub fn listed(&self, cx: &Cx) -> Result<Value, Exit> {
        cx.make_items(self.len())?;
        let groups: Result<Vec<Value>, Exit> = self.iter().map(|group| listed(cx, group)).collect();
        Ok(Value::array(groups?))
    }
}

/// Items with equal keys, in the order of the keys.
fn groups<'v, K: Borrow<Value>>(
    cx: &Cx,
    items: &'v [Value],
    keys: &[K],
) -> Result<Groups<'v>, Exit> {
    if keys.len() > FEW
        && let Some(texts) = tagged(keys, items.iter(), Value::as_str)
    {
        let turns = pay(cx, keys.len())?;
        pay_for_texts(cx, texts.iter().map(|(text, _)| *text), turns)?;
        return Ok(groups_of_texts(&texts));
    }
    let pairs = in_order(cx, keys, items.iter().zip(keys.iter().map(Borrow::borrow)))?;
    let (mut items, mut ends) = (Vec::with_capacity(pairs.len()), Vec::new());
    let mut last: Option<&Value> = None;
    for (item, key) in pairs {
        if let Some(last) = last
            && !equal(cx, last, key)?
        {
            ends.push(items.len());
        }
        items.push(item);
        last = Some(key);
    }
    ends.extend(last.map(|_| items.len()));
    Ok(Groups { items, ends })
}

/// Groups by text. There are mostly few of them: an item is put into its group, and the groups are
/// sorted.
#[inline]
fn groups_of_texts<'v>(pairs: &[(&str, &'v Value)]) -> Groups<'v> {
    let mut groups = BTreeMap::<&str, Vec<&'v Value>>::new();
    for (text, item) in pairs {
        groups.entry(text).or_default().push(item);
    }
    let (mut items, mut ends) = (Vec::with_capacity(pairs.len()), Vec::with_capacity(groups.len()));
    for group in groups.into_values() {
        items.extend(group);
        ends.push(items.len());
    }
    Groups { items, ends }
}

/// The groups of `group_by(f)`; each item has one key.
pub fn group_by<'v, K: Borrow<Value>>(
    cx: &Cx,
    input: &'v Value,
    keys: &[K],
) -> Result<Groups<'v>, Exit> {
    groups(cx, keyed(input, keys)?, keys)
}

/// The first of each group.
fn firsts<'v, K: Borrow<Value>>(
    cx: &Cx,
    items: &'v [Value],
    keys: &[K],
) -> Result<Vec<&'v Value>, Exit> {
    let groups = groups(cx, items, keys)?;
    Ok(groups.iter().filter_map(|group| group.first().copied()).collect())
}

/// `unique`
#[inline]
pub fn unique(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let items = sortable(input)?;
    listed(cx, &firsts(cx, items, items)?)
}

/// The items of `unique_by(f)`; each item has one key.
pub fn unique_by<'v, K: Borrow<Value>>(
    cx: &Cx,
    input: &'v Value,
    keys: &[K],
) -> Result<Vec<&'v Value>, Exit> {
    firsts(cx, keyed(input, keys)?, keys)
}

/// The end that is searched for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Least,
    Most,
}

/// The first of the least, or the last of the greatest.
fn extreme<K: Borrow<Value>>(cx: &Cx, input: &Value, keys: &[K], end: End) -> Result<Value, Exit> {
    let Value::Array(items) = input else {
        return Err(fault::bad_pair(input, &wrapped_keys(keys), "cannot be iterated over"));
    };
    if items.len() != keys.len() {
        return Err(fault::bad_pair(input, &wrapped_keys(keys), "have wrong length"));
    }
    cx.spend(1 + keys.len() as u64 / 8)?;
    let mut pairs = items.iter().zip(keys);
    let Some(mut best) = pairs.next() else { return Ok(Value::Null) };
    for pair in pairs {
        let is_less = compare(cx, pair.1.borrow(), best.1.borrow())?.is_lt();
        if is_less == (end == End::Least) {
            best = pair;
        }
    }
    Ok(best.0.clone())
}

/// The items of an array that are their own keys.
fn own_keys(input: &Value) -> Result<&[Value], Exit> {
    match input {
        Value::Array(items) => Ok(items.as_slice()),
        _ => Err(fault::bad_pair(input, input, "cannot be iterated over")),
    }
}

/// `min`
#[inline]
pub fn min(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    extreme(cx, input, own_keys(input)?, End::Least)
}

/// `max`
#[inline]
pub fn max(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    extreme(cx, input, own_keys(input)?, End::Most)
}

/// `min_by(f)`; each item has one key.
pub fn min_by<K: Borrow<Value>>(cx: &Cx, input: &Value, keys: &[K]) -> Result<Value, Exit> {
    extreme(cx, input, keys, End::Least)
}

/// `max_by(f)`; each item has one key.
pub fn max_by<K: Borrow<Value>>(cx: &Cx, input: &Value, keys: &[K]) -> Result<Value, Exit> {
    extreme(cx, input, keys, End::Most)
}

/// The same by arrays of keys: `_sort_by_impl(keys)` and its like.
pub mod wrapped {
    use super::{Cx, Exit, Value, fault, listed};

    /// The keys of the items of an array, which are as many.
    #[inline]
    fn keys_for<'k>(input: &Value, keys: &'k Value) -> Result<&'k [Value], Exit> {
        match (input, keys) {
            (Value::Array(items), Value::Array(keys)) if items.len() == keys.len() => {
                Ok(keys.as_slice())
            }
            _ => Err(fault::bad_pair(input, keys, "cannot be sorted, as they are not both arrays")),
        }
    }

    /// `_sort_by_impl(keys)`
    #[inline]
    pub fn sort_by(cx: &Cx, input: &Value, keys: &Value) -> Result<Value, Exit> {
        listed(cx, &super::sort_by(cx, input, keys_for(input, keys)?)?)
    }

    /// `_group_by_impl(keys)`
    #[inline]
    pub fn group_by(cx: &Cx, input: &Value, keys: &Value) -> Result<Value, Exit> {
        super::group_by(cx, input, keys_for(input, keys)?)?.listed(cx)
    }

    /// `_unique_by_impl(keys)`
    #[inline]
    pub fn unique_by(cx: &Cx, input: &Value, keys: &Value) -> Result<Value, Exit> {
        listed(cx, &super::unique_by(cx, input, keys_for(input, keys)?)?)
    }

    /// The keys to find the least or greatest item by.
    #[inline]
    fn keys_to_compare<'k>(input: &Value, keys: &'k Value) -> Result<&'k [Value], Exit> {
        match (input, keys) {
            (Value::Array(items), Value::Array(known)) if items.len() == known.len() => {
                Ok(known.as_slice())
            }
            (Value::Array(_), Value::Array(_)) => {
                Err(fault::bad_pair(input, keys, "have wrong length"))
            }
            _ => Err(fault::bad_pair(input, keys, "cannot be iterated over")),
        }
    }

    /// `_min_by_impl(keys)`
    #[inline]
    pub fn min_by(cx: &Cx, input: &Value, keys: &Value) -> Result<Value, Exit> {
        super::min_by(cx, input, keys_to_compare(input, keys)?)
    }

    /// `_max_by_impl(keys)`
    #[inline]
    pub fn max_by(cx: &Cx, input: &Value, keys: &Value) -> Result<Value, Exit> {
        super::max_by(cx, input, keys_to_compare(input, keys)?)
    }
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

/// With so few to look through, sorting them is no gain, nor is a map of groups.
const FEW: usize = 16;

/// `[..] - [..]`: the items that equal none of the others.
pub(super) fn without(cx: &Cx, items: &Array, removed: &Array) -> Result<Value, Exit> {
    let removed = if removed.len() > FEW {
        in_order(cx, removed.as_slice(), removed.iter())?
    } else {
        removed.iter().collect()
    };
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
