//! `$sort`

use super::boolean::js_truth;
use crate::compare::text_order;
use crate::operators::{greater, greater_or_equal, less, less_or_equal};
use crate::order::{merge_sort, sort_rows};
use crate::view::Found;
use crate::{Cx, Fault, Item, Outcome, View};
use asl_value::value::Value;
use std::cmp::Ordering;

/// `$sort`: numbers, or strings, in their order; anything else by a function that says if two items
/// must change places.
pub fn sort(cx: &Cx, array: View<'_>, function: View<'_>) -> Outcome {
    let Some(2..) = array.array_len() else { return Ok(array.to_item()) };
    let Some(function) = function.as_function() else {
        return Item::array(sort_scalars(cx, array.items().map(View::to_item).collect())?);
    };
    by_comparisons(cx, array, &mut |first, second| {
        Ok(js_truth(function.apply(cx, &mut [first.to_item(), second.to_item()])?.view()))
    })
}

/// The whole numbers up to it are doubles.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// True if two items must change places.
type Comparator<'a> = dyn FnMut(View<'_>, View<'_>) -> Result<bool, Fault> + 'a;

/// `$sort` with a function that stands in its place.
pub fn sort_with(cx: &Cx, array: View<'_>, comparator: &mut Comparator<'_>) -> Outcome {
    sort_argument(cx, array, |array| by_comparisons(cx, array, comparator))
}

fn sort_argument<'v>(cx: &Cx, array: View<'v>, sort: impl FnOnce(View<'v>) -> Outcome) -> Outcome {
    cx.spend(1)?;
    match array.array_len() {
        None if !array.is_undefined() => Item::array(vec![array.to_item()]),
        None | Some(0 | 1) => Ok(array.to_item()),
        Some(_) => sort(array).map_err(|fault| fault.token("sort")),
    }
}

/// An array of the items at these places.
fn placed(items: &[View<'_>], places: impl Iterator<Item = usize>) -> Outcome {
    let items_in_order = places.filter_map(|place| items.get(place).copied());
    if items.iter().any(|item| item.as_data().is_none()) {
        return Item::array(items_in_order.map(View::to_item).collect());
    }
    let mut values = Vec::with_capacity(items.len());
    values.extend(items_in_order.filter_map(View::as_data).cloned());
    Item::Data(Value::array(values)).within_depth()
}

fn by_comparisons(cx: &Cx, array: View<'_>, comparator: &mut Comparator<'_>) -> Outcome {
    let items: Vec<View<'_>> = array.items().collect();
    cx.make_items(items.len())?;
    let places = merge_sort(cx, items.len(), &mut |first, second| {
        cx.spend(1)?;
        let (Some(first), Some(second)) = (items.get(first), items.get(second)) else {
            return Ok(false);
        };
        comparator(*first, *second)
    })?;
    placed(&items, places.into_iter().map(|place| place as usize))
}

/// An operator between the keys of two items.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Between {
    /// `first > second`
    Greater,
    /// `first >= second`
    GreaterOrEqual,
    /// `first < second`
    Less,
    /// `first <= second`
    LessOrEqual,
}

/// `$sort` with a function that compares the same key of both items: `$a.price > $b.price`, or
/// `$b.price < $a.price` if it is turned. The key of an item never fails; `seen` gives it if it is
/// data where it is.
pub fn sort_by_key(
    cx: &Cx,
    array: View<'_>,
    between: Between,
    is_turned: bool,
    seen: &mut dyn for<'v> FnMut(View<'v>) -> Option<View<'v>>,
    key: &mut dyn for<'v> FnMut(View<'v>) -> Result<Found<'v>, Fault>,
) -> Outcome {
    sort_argument(cx, array, |array| {
        let items: Vec<View<'_>> = array.items().collect();
        cx.make_items(items.len())?;
        if let Some(places) = places_by_seen(cx, &items, between, is_turned, seen)? {
            return placed(&items, places);
        }
        let mut keys = Vec::with_capacity(items.len());
        for item in &items {
            keys.push(key(*item)?);
        }
        let places = compared_places(cx, &keys, between, is_turned)?;
        placed(&items, places.into_iter().map(|place| place as usize))
    })
}

/// The order by keys that are all numbers, or all texts.
fn places_by_seen(
    cx: &Cx,
    items: &[View<'_>],
    between: Between,
    is_turned: bool,
    seen: &mut dyn for<'v> FnMut(View<'v>) -> Option<View<'v>>,
) -> Result<Option<impl Iterator<Item = usize> + use<>>, Fault> {
    let is_descending = match between {
        Between::Greater => is_turned,
        Between::Less => !is_turned,
        // Equal items change places with these.
        Between::GreaterOrEqual | Between::LessOrEqual => return Ok(None),
    };
    // A missing key is neither before nor behind another one. Beyond `EXACT` whole numbers differ
    // that are the same doubles.
    let has_order = |key: &View<'_>| match key.as_f64() {
        Some(number) => number.abs() < EXACT,
        None => key.as_str().is_some(),
    };
    let rows = sort_rows(cx, items, [is_descending], &mut |_, item| seen(*item).filter(has_order))?;
    Ok(rows.map(|rows| rows.into_iter().map(|(_, place)| place)))
}

/// The order of any keys by the comparisons of jsonata-js.
fn compared_places(
    cx: &Cx,
    keys: &[Found<'_>],
    between: Between,
    is_turned: bool,
) -> Result<Vec<u32>, Fault> {
    merge_sort(cx, keys.len(), &mut |first, second| {
        cx.spend(1)?;
        let (Some(first), Some(second)) = (keys.get(first), keys.get(second)) else {
            return Ok(false);
        };
        let (left, right) = if is_turned { (second, first) } else { (first, second) };
        let (left, right) = (left.view(), right.view());
        let is_after = match between {
            Between::Greater => greater(cx, left, right)?,
            Between::GreaterOrEqual => greater_or_equal(cx, left, right)?,
            Between::Less => less(cx, left, right)?,
            Between::LessOrEqual => less_or_equal(cx, left, right)?,
        };
        Ok(is_after == Some(true))
    })
}

fn sort_scalars(cx: &Cx, mut items: Vec<Item>) -> Result<Vec<Item>, Fault> {
    let turns = u64::from(items.len().ilog2()) + 1;
    cx.make_items(items.len())?;
    cx.spend((items.len() as u64).saturating_mul(turns) / 8)?;
    if items.iter().all(|item| item.as_str().is_some()) {
        let bytes: u64 =
            items.iter().filter_map(|item| item.as_str()).map(|text| text.len() as u64).sum();
        cx.spend(bytes.saturating_mul(turns) / 256)?;
        items.sort_by(|a, b| {
            text_order(a.as_str().unwrap_or_default(), b.as_str().unwrap_or_default())
        });
        return Ok(items);
    }
    for item in &items {
        match item.as_f64() {
            Some(number) if number.is_infinite() => return Err(Fault::new("D1001").value(item)),
            Some(number) if !number.is_nan() => {}
            Some(_) | None => return Err(Fault::new("D3070").index(1)),
        }
    }
    // None is NaN: all can be compared.
    items.sort_by(|a, b| a.as_f64().partial_cmp(&b.as_f64()).unwrap_or(Ordering::Equal));
    Ok(items)
}
