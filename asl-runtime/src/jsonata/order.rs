//! `^(..)`: items in the order of their keys.

use super::compare::text_order;
use super::{Cx, Fault, Item, Outcome};
use std::cmp::Ordering;

/// The keys of an item: those that were needed so far.
struct Keyed<T> {
    item: T,
    keys: Vec<Item>,
}

/// The items in the order of their keys. The key of a term is only evaluated if the terms before it
/// do not decide. `is_descending` has a flag for each term.
pub fn sort<T: Clone>(
    cx: &Cx,
    items: Vec<T>,
    is_descending: &[bool],
    key: &mut dyn FnMut(usize, &T) -> Outcome,
) -> Result<Vec<T>, Fault> {
    cx.make_items(items.len())?;
    let keyed = items.into_iter().map(|item| Keyed { item, keys: Vec::new() }).collect();
    let sorted =
        merge_sort(cx, keyed, &mut |left, right| is_after(left, right, is_descending, key))?;
    Ok(sorted.into_iter().map(|keyed| keyed.item).collect())
}

/// The order of two keys. Undefined is last in any direction; `None` if they are equal.
fn key_order(left: &Item, right: &Item, is_descending: bool) -> Result<Ordering, Fault> {
    match (left.is_undefined(), right.is_undefined()) {
        (true, true) => return Ok(Ordering::Equal),
        (true, false) => return Ok(Ordering::Greater),
        (false, true) => return Ok(Ordering::Less),
        (false, false) => {}
    }
    let is_sortable = |item: &Item| item.as_f64().is_some() || item.as_str().is_some();
    if !is_sortable(left) || !is_sortable(right) {
        let value = if is_sortable(left) { right } else { left };
        return Err(Fault::new("T2008").value(value));
    }
    let order = match (left.as_f64(), right.as_f64()) {
        (Some(left), Some(right)) => left.partial_cmp(&right).unwrap_or(Ordering::Greater),
        (None, None) => {
            text_order(left.as_str().unwrap_or_default(), right.as_str().unwrap_or_default())
        }
        _ => return Err(Fault::new("T2007").value(left).value2(right)),
    };
    Ok(if is_descending { order.reverse() } else { order })
}

fn is_after<T>(
    left: &mut Keyed<T>,
    right: &mut Keyed<T>,
    is_descending: &[bool],
    key: &mut dyn FnMut(usize, &T) -> Outcome,
) -> Result<bool, Fault> {
    for (term, is_descending) in is_descending.iter().enumerate() {
        for keyed in [&mut *left, &mut *right] {
            if keyed.keys.len() == term {
                keyed.keys.push(key(term, &keyed.item)?);
            }
        }
        let (Some(left), Some(right)) = (left.keys.get(term), right.keys.get(term)) else { break };
        match key_order(left, right, *is_descending)? {
            Ordering::Less => return Ok(false),
            Ordering::Greater => return Ok(true),
            Ordering::Equal => {}
        }
    }
    Ok(false)
}

/// jsonata-js's stable merge sort, also that of `$sort`: it makes the same comparisons in the same order.
pub(super) fn merge_sort<T>(
    cx: &Cx,
    mut items: Vec<T>,
    is_after: &mut dyn FnMut(&mut T, &mut T) -> Result<bool, Fault>,
) -> Result<Vec<T>, Fault> {
    if items.len() <= 1 {
        return Ok(items);
    }
    cx.spend(items.len() as u64)?;
    let right = items.split_off(items.len() / 2);
    let left = merge_sort(cx, items, is_after)?;
    let right = merge_sort(cx, right, is_after)?;
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.into_iter(), right.into_iter());
    let (mut first, mut second) = (left.next(), right.next());
    while let (Some(a), Some(b)) = (&mut first, &mut second) {
        if is_after(a, b)? {
            merged.extend(std::mem::replace(&mut second, right.next()));
        } else {
            merged.extend(std::mem::replace(&mut first, left.next()));
        }
    }
    merged.extend(first.into_iter().chain(left));
    merged.extend(second.into_iter().chain(right));
    Ok(merged)
}

/// A sort as a step of a path: an array, or what was there if it needed no sorting.
pub fn sort_step(
    cx: &Cx,
    items: Vec<Item>,
    is_descending: &[bool],
    key: &mut dyn FnMut(usize, &Item) -> Outcome,
) -> Outcome {
    if items.len() <= 1 {
        return Item::sequence(items);
    }
    Item::array(sort(cx, items, is_descending, key)?)
}
