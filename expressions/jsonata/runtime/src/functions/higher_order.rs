//! `$map`, `$filter`, `$single`, `$reduce`, `$sift`, `$each`: functions that call functions.

use crate::number::count;
use crate::operators::is_true;
use crate::{Cx, Fault, Function, Item, Outcome, View};
use asl_value::value::{Text, Value};

/// `$map`
pub fn map(cx: &Cx, array: View<'_>, function: View<'_>) -> Outcome {
    if array.is_undefined() {
        return Ok(Item::Undefined);
    }
    let function = callable(function, 2)?;
    let mut results = Vec::new();
    for (index, item) in array.items().enumerate() {
        keep(cx, call(cx, function, item.to_item(), || count(index), array)?, &mut results)?;
    }
    Item::sequence(results)
}

/// Adds a result to those of all items, unless it is undefined.
fn keep(cx: &Cx, result: Item, results: &mut Vec<Item>) -> Result<(), Fault> {
    if !result.is_undefined() {
        cx.make_item()?;
        results.push(result);
    }
    Ok(())
}

/// `$filter`
pub fn filter(cx: &Cx, array: View<'_>, function: View<'_>) -> Outcome {
    if array.is_undefined() {
        return Ok(Item::Undefined);
    }
    let function = callable(function, 2)?;
    let mut kept = Vec::new();
    for (index, item) in array.items().enumerate() {
        if is_true(cx, call(cx, function, item.to_item(), || count(index), array)?.view())? {
            cx.make_item()?;
            kept.push(item.to_item());
        }
    }
    Item::sequence(kept)
}

/// `$single`: the one item for which the function gives true; without a function, the only one.
pub fn single(cx: &Cx, array: View<'_>, function: View<'_>) -> Outcome {
    if array.is_undefined() {
        return Ok(Item::Undefined);
    }
    let mut found = None;
    for (index, item) in array.items().enumerate() {
        let is_match = match function.as_function() {
            Some(function) => {
                is_true(cx, call(cx, function, item.to_item(), || count(index), array)?.view())?
            }
            None => true,
        };
        if is_match && found.is_some() {
            return Err(Fault::new("D3138").index(index));
        }
        if is_match {
            found = Some(item.to_item());
        }
    }
    found.ok_or_else(|| Fault::new("D3139"))
}

/// `$reduce`
pub fn reduce(cx: &Cx, array: View<'_>, function: View<'_>, init: View<'_>) -> Outcome {
    if array.is_undefined() {
        return Ok(Item::Undefined);
    }
    let function = callable(function, 2)?;
    if function.arity() < 2 {
        return Err(Fault::new("D3050").index(1));
    }
    let mut items = array.items().map(View::to_item).enumerate();
    let mut result = init.to_item();
    if result.is_undefined() {
        result = items.next().map(|(_, first)| first).unwrap_or_default();
    }
    for (index, item) in items {
        result = match function.arity() {
            2 => function.apply(cx, &mut [result, item])?,
            3 => function.apply(cx, &mut [result, item, count(index)])?,
            _ => function.apply(cx, &mut [result, item, count(index), array.to_item()])?,
        };
    }
    Ok(result)
}

/// `$each`
pub fn each(cx: &Cx, object: View<'_>, function: View<'_>) -> Outcome {
    let mut results = Vec::new();
    for (key, item) in object.entries() {
        let function = callable(function, 2)?;
        keep(cx, call(cx, function, item, || key_item(&key), object)?, &mut results)?;
    }
    Item::sequence(results)
}

/// `$sift`: undefined if no member is left.
pub fn sift(cx: &Cx, object: View<'_>, function: View<'_>) -> Outcome {
    let mut kept = Vec::new();
    for (key, item) in object.entries() {
        let function = callable(function, 2)?;
        if is_true(cx, call(cx, function, item.clone(), || key_item(&key), object)?.view())? {
            cx.make_items(2)?;
            kept.push((key, item));
        }
    }
    if kept.is_empty() { Ok(Item::Undefined) } else { Item::object(kept) }
}

/// Calls a function with as many arguments as it takes: the item, its place, and the whole.
fn call(
    cx: &Cx,
    function: &Function,
    item: Item,
    place: impl FnOnce() -> Item,
    whole: View<'_>,
) -> Outcome {
    match function.arity() {
        0 | 1 => function.apply(cx, &mut [item]),
        2 => function.apply(cx, &mut [item, place()]),
        _ => function.apply(cx, &mut [item, place(), whole.to_item()]),
    }
}

fn key_item(key: &Text) -> Item {
    Item::Data(Value::String(key.clone()))
}

/// The function of an argument. jsonata-js fails with an exception of JavaScript without one.
fn callable(function: View<'_>, index: usize) -> Result<&Function, Fault> {
    function.as_function().map(AsRef::as_ref).ok_or_else(|| Fault::new("T0410").index(index))
}
