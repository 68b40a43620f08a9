//! Paths: steps over items, filters, wildcards. The functions follow jsonata-js's evaluation step
//! by step, because its flattening depends on the flags of the arrays in between.

mod names;
mod results;

use std::sync::Arc;

pub use self::names::{
    all_of_names, item_of_names, item_of_names_at, items_of_names, names, names_at, seen,
    view_names, view_names_at, whole_names,
};
pub use self::results::{Results, Sequence};
pub use super::list::collapse;
use super::number::count;
use super::operators::is_true;
use super::view::{Found, View, Views, copied};
use super::{Cx, Fault, Item, List, Outcome};
use asl_value::value::Value;

/// A part of a program that is evaluated for an item.
pub type Each<'a> = dyn FnMut(View<'_>) -> Outcome + 'a;

/// The context of a program: its input, in a sequence of its own, `made`, if it is an array.
#[inline]
pub fn root<'v>(input: View<'v>, made: &'v mut Item) -> Result<View<'v>, Fault> {
    if !input.is_array() {
        return Ok(input);
    }
    *made = outer(input)?;
    Ok(made.view())
}

#[cold]
fn outer(input: View<'_>) -> Outcome {
    let list = List { is_outer: true, ..List::sequence(vec![input.to_item()]) };
    Item::List(Arc::new(list)).within_depth()
}

/// `$` where the context may be a sequence: that of the whole program, or of a first array
/// constructor. A sequence of one item collapses.
#[inline]
pub fn context(context: View<'_>) -> View<'_> {
    match context {
        View::Item(Item::List(list))
            if list.is_sequence && !list.keep_singleton && list.items().len() == 1 =>
        {
            context.item(0)
        }
        View::Item(Item::Sequence(values)) if values.len() == 1 => context.item(0),
        View::Undefined | View::Value(_) | View::Item(_) => context,
    }
}

/// The items that the first step of a path is evaluated for.
#[inline]
pub fn inputs(context: View<'_>) -> Views<'_> {
    context.items_or_undefined()
}

/// The items that the next step is evaluated for, after a step gave this.
#[inline]
pub fn each(result: View<'_>) -> Views<'_> {
    if result.is_cons() { Views::alone(result) } else { result.items() }
}

/// The items that `input[filter]` tests. As in jsonata-js, a missing input is an item, too.
#[inline]
pub fn each_tested(input: View<'_>) -> Views<'_> {
    input.items_or_undefined()
}

/// The sequence of the same items, as a context.
pub fn input_sequence(context: View<'_>) -> Outcome {
    if context.is_array() { Ok(context.to_item()) } else { Item::sequence(vec![context.to_item()]) }
}

/// The items after steps that were evaluated for nothing yet.
pub fn input_items(context: View<'_>) -> Vec<Item> {
    inputs(context).map(View::to_item).collect()
}

/// A step that is not the last one: its results, flattened.
pub fn step(cx: &Cx, inputs: Vec<Item>, each: &mut Each<'_>) -> Result<Vec<Item>, Fault> {
    let mut results = Vec::with_capacity(inputs.len());
    for input in inputs {
        cx.spend(1)?;
        flatten(cx, &mut results, each(input.view())?)?;
    }
    Ok(results)
}

/// The same for a step that is a name.
pub fn step_name(cx: &Cx, inputs: Vec<Item>, key: &'static str) -> Result<Vec<Item>, Fault> {
    step(cx, inputs, &mut |item| Ok(name(cx, item, key)?.into_item()))
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
    let mut results = Sequence::default();
    for input in inputs {
        cx.spend(1)?;
        results.add(cx, each(input.view())?)?;
    }
    results.whole()
}

/// Adds the result of a step: the items of an array, unless it stays one value.
fn flatten(cx: &Cx, results: &mut Vec<Item>, result: Item) -> Result<(), Fault> {
    match result {
        Item::Undefined => Ok(()),
        Item::List(list) if list.is_cons => {
            results.push(Item::List(list));
            cx.make_item()
        }
        Item::Data(Value::Array(_)) | Item::Sequence(_) | Item::List(_) => {
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
#[inline(always)]
#[expect(clippy::inline_always, reason = "the key is a constant: see `Object::get_known`")]
pub fn name<'v>(cx: &Cx, input: View<'v>, key: &'static str) -> Result<Found<'v>, Fault> {
    if input.is_array() {
        return name_of_items(cx, input, key).map(Found::Made);
    }
    Ok(Found::Seen(input.known_member(key)))
}

/// The same, to be read: of an array it is `made`.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the key is a constant: see `Object::get_known`")]
pub fn view_name<'v>(
    cx: &Cx,
    input: View<'v>,
    key: &'static str,
    made: &'v mut Item,
) -> Result<View<'v>, Fault> {
    if !input.is_array() {
        return Ok(input.known_member(key));
    }
    *made = name_of_items(cx, input, key)?;
    Ok(made.view())
}

/// The same as a value of its own.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the key is a constant: see `Object::get_known`")]
pub fn item_of_name(cx: &Cx, input: View<'_>, key: &'static str) -> Outcome {
    if input.is_array() {
        return name_of_items(cx, input, key);
    }
    match input.known_member(key) {
        View::Value(value) => copied(value),
        member @ (View::Undefined | View::Item(_)) => Ok(member.to_item()),
    }
}

#[inline(never)]
fn name_of_items(cx: &Cx, input: View<'_>, key: &str) -> Outcome {
    let mut members = Vec::new();
    add_members(cx, input, key, &mut members)?;
    Item::collapsed(members)
}

fn add_members(cx: &Cx, array: View<'_>, key: &str, members: &mut Vec<Item>) -> Result<(), Fault> {
    for item in array.items() {
        cx.spend(1)?;
        if item.is_array() {
            add_members(cx, item, key, members)?;
            continue;
        }
        let member = item.member(key);
        if let Some(length) = member.array_len() {
            cx.make_items(length)?;
            members.extend(member.items().map(View::to_item));
        } else if !member.is_undefined() {
            cx.make_item()?;
            members.push(member.to_item());
        }
    }
    Ok(())
}

/// `input[filter]`: the items for which the filter is true, or whose index it gives.
pub fn filter(cx: &Cx, input: Item, each: &mut Each<'_>) -> Outcome {
    let items = if input.is_array() { input.into_items() } else { vec![input] };
    Item::sequence(filter_items(cx, items, &mut |item| each(item.view()))?)
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
        for _ in 0..times_kept(cx, &each(&item)?, index, length)? {
            cx.make_item()?;
            kept.push(item.clone());
        }
    }
    Ok(kept)
}

/// The number of times that an item is in the result of a filter.
fn times_kept(cx: &Cx, result: &Item, index: usize, length: usize) -> Result<usize, Fault> {
    if let Some(number) = numeric(result)? {
        return Ok(usize::from(is_index(number, index, length)));
    }
    cx.read_array(result.view())?;
    if let Some(indices) = all_numeric(result)? {
        return Ok(indices.into_iter().filter(|number| is_index(*number, index, length)).count());
    }
    Ok(usize::from(is_true(cx, result.view())?))
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
pub fn at(input: View<'_>, number: f64) -> Outcome {
    let item = item_at(input, number);
    if item.is_array() {
        return Ok(item.to_item());
    }
    Item::sequence(item.items().map(View::to_item).collect())
}

/// The same after it has collapsed.
#[inline]
pub fn item_at(input: View<'_>, number: f64) -> View<'_> {
    match input.array_len() {
        Some(length) => place(number, length).map_or(View::Undefined, |place| input.item(place)),
        None => place(number, 1).map_or(View::Undefined, |_| input),
    }
}

/// The items of a list at a place, for stages of tuples.
pub(super) fn nth<T>(items: Vec<T>, number: f64) -> Option<T> {
    let place = place(number, items.len())?;
    items.into_iter().nth(place)
}

/// `*`
pub fn wildcard(cx: &Cx, input: View<'_>) -> Outcome {
    let outer = context(input);
    let input = if input.array_len() == Some(0) { input } else { outer }.to_item();
    let mut values = Vec::new();
    let mut is_sequence = true;
    let members: Vec<Item> = if input.is_array() {
        input.into_items()
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
    cx.spend(1)?;
    for item in item.items() {
        add_leaves(cx, &item, leaves)?;
    }
    Ok(())
}

/// `**`
pub fn descendants(cx: &Cx, input: View<'_>) -> Outcome {
    if input.is_undefined() {
        return Ok(Item::Undefined);
    }
    let mut found = Vec::new();
    add_descendants(cx, &input.to_item(), &mut found)?;
    Item::collapsed(found)
}

fn add_descendants(cx: &Cx, item: &Item, found: &mut Vec<Item>) -> Result<(), Fault> {
    cx.spend(1)?;
    if item.is_array() {
        for item in item.items() {
            add_descendants(cx, &item, found)?;
        }
        return Ok(());
    }
    cx.make_item()?;
    found.push(item.clone());
    for (_, member) in item.entries() {
        add_descendants(cx, &member, found)?;
    }
    Ok(())
}

/// The end of an expression with `[]`: a sequence of one item stays an array.
pub fn keep_array(item: Item) -> Item {
    collapse(kept(item))
}

/// The same value; a sequence of one item is marked to stay an array.
fn kept(item: Item) -> Item {
    if item.array_len() != Some(1) || !item.is_sequence() {
        return item;
    }
    let mut list = match item {
        Item::List(list) => list,
        Item::Undefined
        | Item::Data(_)
        | Item::Sequence(_)
        | Item::Record(_)
        | Item::Function(_) => Arc::new(List::sequence(item.into_items())),
    };
    if !list.keep_singleton {
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
