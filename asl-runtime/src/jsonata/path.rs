//! Paths: steps over items, filters, wildcards. The functions follow jsonata-js's evaluation step
//! by step, because its flattening depends on the flags of the arrays in between.

mod names;
mod results;

use std::sync::Arc;

pub use self::names::{add_names, each_of_names, names};
pub use self::results::{Results, Sequence};
use super::number::count;
use super::operators::is_true;
use super::{Cx, Fault, Item, List, Outcome};
use crate::value::Value;

/// A part of a program that is evaluated for an item.
pub type Each<'a> = dyn FnMut(&Item) -> Outcome + 'a;

/// The rest of a path, which is run for an item.
pub type Next<'a> = dyn FnMut(&Item) -> Result<(), Fault> + 'a;

/// The context of a program: its input, in a sequence of its own if it is an array.
pub fn root(input: &Item) -> Outcome {
    if !input.is_array() {
        return Ok(input.clone());
    }
    let list = List { is_outer: true, ..List::sequence(vec![input.clone()]) };
    Item::List(Arc::new(list)).within_depth()
}

/// `$` where the context may be that of the whole program.
pub fn context(context: &Item) -> Item {
    let is_outer = matches!(context, Item::List(list) if list.is_outer);
    if is_outer { context.item(0) } else { context.clone() }
}

/// The items that the first step of a path is evaluated for.
pub fn inputs(context: &Item) -> Vec<Item> {
    if context.is_array() { context.clone().into_items() } else { vec![context.clone()] }
}

/// The sequence of the same items, as a context.
pub fn input_sequence(context: &Item) -> Outcome {
    if context.is_array() { Ok(context.clone()) } else { Item::sequence(vec![context.clone()]) }
}

/// A step that is not the last one: its results, flattened.
pub fn step(cx: &Cx, inputs: Vec<Item>, each: &mut Each<'_>) -> Result<Vec<Item>, Fault> {
    let mut results = Vec::with_capacity(inputs.len());
    for input in inputs {
        cx.spend(1)?;
        flatten(cx, &mut results, each(&input)?)?;
    }
    Ok(results)
}

/// The same for a step that is a name.
pub fn step_name(cx: &Cx, inputs: Vec<Item>, key: &str) -> Result<Vec<Item>, Fault> {
    step(cx, inputs, &mut |item| name(cx, item, key))
}

/// The items after a first step that was evaluated once.
pub fn flat(cx: &Cx, result: Item) -> Result<Vec<Item>, Fault> {
    let mut results = Vec::new();
    flatten(cx, &mut results, result)?;
    Ok(results)
}

/// The items after a first step that is an array constructor.
pub fn items_of_array(result: Item) -> Vec<Item> {
    if result.is_array() { result.into_items() } else { Vec::new() }
}

/// The value of a path whose only step was evaluated once.
pub fn only_result(cx: &Cx, result: Item) -> Outcome {
    if result.is_array() && !result.is_sequence() {
        return Ok(result);
    }
    Item::sequence(flat(cx, result)?)
}

/// The last step of a path: a sequence, or the array that is its only result.
pub fn last_step(cx: &Cx, inputs: Vec<Item>, each: &mut Each<'_>) -> Outcome {
    let mut found = Vec::with_capacity(inputs.len());
    for input in inputs {
        cx.spend(1)?;
        let result = each(&input)?;
        if !result.is_undefined() {
            found.push(result);
        }
    }
    if let [only] = found.as_slice()
        && only.is_array()
        && !only.is_sequence()
    {
        return Ok(only.clone());
    }
    let mut results = Vec::with_capacity(found.len());
    for result in found {
        flatten(cx, &mut results, result)?;
    }
    Item::sequence(results)
}

/// Runs a part for each item that the first step of a path is evaluated for.
pub fn each_input(cx: &Cx, context: &Item, each: &mut Next<'_>) -> Result<(), Fault> {
    if !context.is_array() {
        cx.spend(1)?;
        return each(context);
    }
    for item in context.items() {
        cx.spend(1)?;
        each(&item)?;
    }
    Ok(())
}

/// Runs a part for each item of a step's result.
pub fn each(cx: &Cx, result: &Item, each: &mut Next<'_>) -> Result<(), Fault> {
    match result {
        Item::Undefined => Ok(()),
        Item::List(list) if list.is_cons => each(result),
        Item::Data(Value::Array(_)) | Item::List(_) => {
            for item in result.items() {
                cx.spend(1)?;
                each(&item)?;
            }
            Ok(())
        }
        Item::Data(_) | Item::Record(_) | Item::Function(_) => {
            cx.spend(1)?;
            each(result)
        }
    }
}

/// Runs a part for each item of `input[test]`. As in jsonata-js, a missing input is an item, too.
pub fn each_where(
    cx: &Cx,
    input: &Item,
    test: &mut dyn FnMut(&Item) -> Result<bool, Fault>,
    each: &mut Next<'_>,
) -> Result<(), Fault> {
    if !input.is_array() {
        cx.spend(1)?;
        return if test(input)? { each(input) } else { Ok(()) };
    }
    for item in input.items() {
        cx.spend(1)?;
        if test(&item)? {
            each(&item)?;
        }
    }
    Ok(())
}

/// Adds the result of a step: the items of an array, unless it stays one value.
fn flatten(cx: &Cx, results: &mut Vec<Item>, result: Item) -> Result<(), Fault> {
    match result {
        Item::Undefined => Ok(()),
        Item::List(list) if list.is_cons => {
            results.push(Item::List(list));
            cx.make_item()
        }
        Item::Data(Value::Array(_)) | Item::List(_) => {
            cx.make_items(result.array_len().unwrap_or(0))?;
            results.extend(result.into_items());
            Ok(())
        }
        Item::Data(_) | Item::Record(_) | Item::Function(_) => {
            results.push(result);
            cx.make_item()
        }
    }
}

/// The member of an object; of an array the members of its items, as a sequence.
pub fn name(cx: &Cx, input: &Item, key: &str) -> Outcome {
    if input.is_array() {
        let mut members = Vec::new();
        add_members(cx, input, key, &mut members)?;
        return Item::collapsed(members);
    }
    Ok(input.member(key))
}

fn add_members(cx: &Cx, array: &Item, key: &str, members: &mut Vec<Item>) -> Result<(), Fault> {
    for item in array.items() {
        cx.spend(1)?;
        if item.is_array() {
            add_members(cx, &item, key, members)?;
            continue;
        }
        let member = item.member(key);
        if member.is_array() {
            cx.make_items(member.array_len().unwrap_or(0))?;
            members.extend(member.into_items());
        } else if !member.is_undefined() {
            cx.make_item()?;
            members.push(member);
        }
    }
    Ok(())
}

/// `input[filter]`: the items for which the filter is true, or whose index it gives.
pub fn filter(cx: &Cx, input: Item, each: &mut Each<'_>) -> Outcome {
    let items = if input.is_array() { input.into_items() } else { vec![input] };
    Item::sequence(filter_items(cx, items, each)?)
}

/// The same of anything that has an item.
pub(super) fn filter_items<T: Clone>(
    cx: &Cx,
    items: Vec<T>,
    each: &mut dyn FnMut(&T) -> Outcome,
) -> Result<Vec<T>, Fault> {
    let length = items.len();
    let mut kept = Vec::new();
    for (index, item) in items.into_iter().enumerate() {
        cx.spend(1)?;
        for _ in 0..times_kept(&each(&item)?, index, length)? {
            cx.make_item()?;
            kept.push(item.clone());
        }
    }
    Ok(kept)
}

/// The number of times that an item is in the result of a filter.
fn times_kept(result: &Item, index: usize, length: usize) -> Result<usize, Fault> {
    if let Some(number) = numeric(result)? {
        return Ok(usize::from(is_index(number, index, length)));
    }
    if let Some(indices) = all_numeric(result)? {
        return Ok(indices.into_iter().filter(|number| is_index(*number, index, length)).count());
    }
    Ok(usize::from(is_true(result)?))
}

/// The number, unless it is NaN; infinity is an error.
fn numeric(item: &Item) -> Result<Option<f64>, Fault> {
    match item.as_f64() {
        Some(number) if number.is_infinite() => Err(Fault::new("D1001").value(item)),
        number => Ok(number.filter(|number| !number.is_nan())),
    }
}

fn all_numeric(item: &Item) -> Result<Option<Vec<f64>>, Fault> {
    if !item.is_array() {
        return Ok(None);
    }
    item.items().map(|item| numeric(&item)).collect()
}

fn is_index(number: f64, index: usize, length: usize) -> bool {
    place(number, length) == Some(index)
}

/// The place that a number refers to; a negative one counts from the end.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "checked to be a place"
)]
fn place(number: f64, length: usize) -> Option<usize> {
    let floor = number.floor();
    let place = if floor < 0.0 { floor + length as f64 } else { floor };
    (place >= 0.0 && place < length as f64).then_some(place as usize)
}

/// `input[0]`: an item, or the items of an array at that place.
pub fn at(input: &Item, number: f64) -> Outcome {
    let item = if input.is_array() {
        place(number, input.array_len().unwrap_or(0)).map(|place| input.item(place))
    } else {
        place(number, 1).map(|_| input.clone())
    };
    match item {
        Some(item) if item.is_array() => Ok(item),
        Some(item) if !item.is_undefined() => Item::sequence(vec![item]),
        Some(_) | None => Item::sequence(Vec::new()),
    }
}

/// The items of a list at a place, for stages of tuples.
pub(super) fn nth<T>(items: Vec<T>, number: f64) -> Option<T> {
    let place = place(number, items.len())?;
    items.into_iter().nth(place)
}

/// `*`
pub fn wildcard(cx: &Cx, input: &Item) -> Outcome {
    let outer = context(input);
    let input = if input.array_len() == Some(0) { input } else { &outer };
    let mut values = Vec::new();
    let mut is_sequence = true;
    let members: Vec<Item> = if input.is_array() {
        input.items().collect()
    } else {
        input.entries().into_iter().map(|(_, item)| item).collect()
    };
    for member in members {
        cx.spend(1)?;
        if member.is_array() {
            is_sequence = false;
            add_leaves(cx, &member, &mut values)?;
        } else {
            cx.make_item()?;
            values.push(member);
        }
    }
    if is_sequence { Item::sequence(values) } else { Item::array(values) }
}

/// Adds the items of nested arrays.
fn add_leaves(cx: &Cx, item: &Item, leaves: &mut Vec<Item>) -> Result<(), Fault> {
    if !item.is_array() {
        leaves.push(item.clone());
        return cx.make_item();
    }
    for item in item.items() {
        add_leaves(cx, &item, leaves)?;
    }
    Ok(())
}

/// `**`
pub fn descendants(cx: &Cx, input: &Item) -> Outcome {
    if input.is_undefined() {
        return Ok(Item::Undefined);
    }
    let mut found = Vec::new();
    add_descendants(cx, input, &mut found)?;
    Item::collapsed(found)
}

fn add_descendants(cx: &Cx, item: &Item, found: &mut Vec<Item>) -> Result<(), Fault> {
    if item.is_array() {
        for item in item.items() {
            add_descendants(cx, &item, found)?;
        }
        return Ok(());
    }
    cx.spend(1)?;
    cx.make_item()?;
    found.push(item.clone());
    for (_, member) in item.entries() {
        add_descendants(cx, &member, found)?;
    }
    Ok(())
}

/// The end of an expression that may give a sequence: none or one item collapse.
pub fn collapse(item: Item) -> Item {
    if let Item::List(list) = &item
        && list.is_sequence
    {
        match list.items() {
            [] => return Item::Undefined,
            [only] if !list.keep_singleton => return only.clone(),
            _ => {}
        }
    }
    item
}

/// The same behind `[]`: a sequence of one item stays an array.
pub fn keep_array(item: Item) -> Item {
    collapse(kept(item))
}

/// The same value; a sequence is marked to stay an array.
fn kept(item: Item) -> Item {
    let Item::List(mut list) = item else { return item };
    if list.is_sequence && !list.keep_singleton {
        Arc::make_mut(&mut list).keep_singleton = true;
    }
    Item::List(list)
}

/// The result of a path with `[]` in one of its steps.
pub fn keep_singleton(item: Item) -> Outcome {
    let is_constructed = matches!(&item, Item::List(list) if list.is_cons && !list.is_sequence);
    Ok(kept(if is_constructed { Item::sequence(vec![item])? } else { item }))
}

/// The index of an item, for `#$index`.
pub(super) fn index(place: usize) -> Item {
    count(place)
}
