//! `$append`, `$reverse`, `$shuffle`, `$distinct`, `$zip`.

use std::collections::{HashMap, HashSet};

use crate::compare::{equal, hash};
use crate::{Cx, Fault, Item, Outcome, View};

/// `$append`: a value that is no array is one item. Undefined is left out.
pub fn append(cx: &Cx, first: View<'_>, second: View<'_>) -> Outcome {
    if first.is_undefined() {
        return Ok(second.to_item());
    }
    if second.is_undefined() {
        return Ok(first.to_item());
    }
    let (first, second) = (first.items(), second.items());
    cx.make_array(first.len().saturating_add(second.len()))?;
    Item::array(first.chain(second).map(View::to_item).collect())
}

/// `$reverse`
pub fn reverse(cx: &Cx, array: View<'_>) -> Outcome {
    let Some(2..) = array.array_len() else { return Ok(array.to_item()) };
    cx.make_items(array.items().len())?;
    Item::array(array.items().rev().map(View::to_item).collect())
}

/// `$shuffle`
pub fn shuffle(cx: &Cx, array: View<'_>) -> Outcome {
    let Some(2..) = array.array_len() else { return Ok(array.to_item()) };
    cx.make_items(array.items().len())?;
    let mut items: Vec<Item> = array.items().map(View::to_item).collect();
    for last in (1..items.len()).rev() {
        items.swap(below(cx, last + 1), last);
    }
    Item::array(items)
}

/// A random index below a length.
fn below(cx: &Cx, length: usize) -> usize {
    let length = u64::try_from(length).unwrap_or(u64::MAX);
    usize::try_from(cx.random_bits() % length).unwrap_or(0)
}

/// `$distinct`: the first of items that are deeply equal. That of a sequence is a sequence.
pub fn distinct(cx: &Cx, array: View<'_>) -> Outcome {
    let Some(2..) = array.array_len() else { return Ok(array.to_item()) };
    let mut items: Vec<Item> = Vec::new();
    let mut texts = Texts::default();
    let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
    for (place, text) in array.texts().enumerate() {
        let is_new = match text {
            Some(text) => {
                cx.spend(1)?;
                cx.read_text(text.len())?;
                texts.insert(text)
            }
            None => {
                let item = array.item(place);
                let places = places.entry(hash(cx, item)?).or_default();
                let is_new = !is_among(cx, item, &items, places)?;
                if is_new {
                    places.push(items.len());
                }
                is_new
            }
        };
        if is_new {
            cx.make_item()?;
            items.push(array.item(place).to_item());
        }
    }
    if array.is_sequence() { Item::sequence(items) } else { Item::array(items) }
}

/// Different texts.
#[derive(Default)]
struct Texts<'t> {
    few: Vec<&'t str>,
    /// All of them, if there are many.
    many: HashSet<&'t str>,
}

/// Up to so many texts are compared with each other, which takes less time than hashing them.
const FEW_TEXTS: usize = 8;

impl<'t> Texts<'t> {
    /// Adds a text; false if it is there.
    fn insert(&mut self, text: &'t str) -> bool {
        if !self.many.is_empty() {
            return self.many.insert(text);
        }
        if self.few.contains(&text) {
            return false;
        }
        self.few.push(text);
        if self.few.len() > FEW_TEXTS {
            self.many.extend(&self.few);
        }
        true
    }
}

fn is_among(cx: &Cx, item: View<'_>, items: &[Item], places: &[usize]) -> Result<bool, Fault> {
    for other in places.iter().filter_map(|place| items.get(*place)) {
        if equal(cx, item, other.view())? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// `$zip`: one array of items for each index, as long as the shortest array.
pub fn zip(cx: &Cx, arrays: &[View<'_>]) -> Outcome {
    let length = arrays.iter().map(|array| array.array_len().unwrap_or(0)).min().unwrap_or(0);
    cx.make_items(length)?;
    let tuple = |index| {
        cx.make_items(arrays.len())?;
        Item::array(arrays.iter().map(|array| array.item(index).to_item()).collect())
    };
    Item::array((0..length).map(tuple).collect::<Result<_, Fault>>()?)
}
