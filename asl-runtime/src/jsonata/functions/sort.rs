//! `$sort`

use super::boolean::js_truth;
use crate::jsonata::compare::text_order;
use crate::jsonata::order::merge_sort;
use crate::jsonata::{Cx, Fault, Function, Item, Outcome};

/// `$sort`: numbers, or strings, in their order; anything else by a function that says if two items
/// must change places.
pub fn sort(cx: &Cx, array: &Item, function: &Item) -> Outcome {
    let Some(2..) = array.array_len() else { return Ok(array.clone()) };
    let items: Vec<Item> = array.items().collect();
    let sorted = match function.as_function() {
        Some(function) => {
            cx.make_items(items.len())?;
            merge_sort(cx, items, &mut |a, b| must_swap(cx, function, a, b))?
        }
        None => sort_scalars(cx, items)?,
    };
    Item::array(sorted)
}

fn must_swap(cx: &Cx, function: &Function, first: &Item, second: &Item) -> Result<bool, Fault> {
    Ok(js_truth(&function.apply(cx, vec![first.clone(), second.clone()])?))
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
    items.sort_by(|a, b| a.as_f64().partial_cmp(&b.as_f64()).unwrap_or(std::cmp::Ordering::Equal));
    Ok(items)
}
