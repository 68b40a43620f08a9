//! Equality and order of values.

use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::view::View;
use super::{Cx, Fault, Item};
use asl_value::value::{Text, Value};

/// Bytes of JSON that are compared for one step.
const BYTES_IN_STEP: u64 = 64;

/// True if two values are deeply equal. Objects are, whatever the order of their keys; a function
/// equals only itself.
pub fn equal(cx: &Cx, left: View<'_>, right: View<'_>) -> Result<bool, Fault> {
    match (left, right) {
        (View::Value(left), View::Value(right)) => {
            cx.spend(1 + left.size().min(right.size()) / BYTES_IN_STEP)?;
            Ok(left == right)
        }
        (View::Undefined, View::Undefined) => Ok(true),
        (View::Item(Item::Function(left)), View::Item(Item::Function(right))) => {
            Ok(Arc::ptr_eq(left, right))
        }
        _ if left.is_array() && right.is_array() => equal_items(cx, left, right),
        _ if left.is_object() && right.is_object() => equal_entries(cx, left, right),
        _ => Ok(false),
    }
}

fn equal_items(cx: &Cx, left: View<'_>, right: View<'_>) -> Result<bool, Fault> {
    cx.spend(1)?;
    if left.array_len() != right.array_len() {
        return Ok(false);
    }
    for (left, right) in left.items().zip(right.items()) {
        if !equal(cx, left, right)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn equal_entries(cx: &Cx, left: View<'_>, right: View<'_>) -> Result<bool, Fault> {
    let length = left.entry_count();
    cx.spend(1 + length as u64)?;
    if length != right.entry_count() {
        return Ok(false);
    }
    let (left, right) = (left.entries(), right.entries());
    let (left, right) = (by_key(&left), by_key(&right));
    for ((left_key, left), (right_key, right)) in left.into_iter().zip(right) {
        if left_key != right_key || !equal(cx, left.view(), right.view())? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn by_key(entries: &[(Text, Item)]) -> Vec<(&Text, &Item)> {
    let mut sorted: Vec<_> = entries.iter().map(|(key, item)| (key, item)).collect();
    sorted.sort_by_key(|(key, _)| *key);
    sorted
}

/// A hash that is the same for deeply equal values.
pub(super) fn hash(cx: &Cx, view: View<'_>) -> Result<u64, Fault> {
    cx.spend(1)?;
    match view {
        View::Value(value) => {
            cx.spend(value.size() / BYTES_IN_STEP)?;
            Ok(hash_of_value(value))
        }
        View::Item(Item::Record(record)) => {
            let mut sum = 0_u64;
            for (key, item) in record.entries() {
                cx.read_text(key.len())?;
                sum = sum.wrapping_add(hash_of_entry(key, hash(cx, item.view())?));
            }
            Ok(sum)
        }
        _ if view.is_array() => {
            let mut hasher = DefaultHasher::new();
            for item in view.items() {
                hash(cx, item)?.hash(&mut hasher);
            }
            Ok(hasher.finish())
        }
        // Few of them are in one array.
        View::Undefined | View::Item(_) => Ok(0),
    }
}

fn hash_of_value(value: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    match value {
        Value::Null => return 1,
        Value::Bool(flag) => return 2 + u64::from(*flag),
        // An integer and a double can be the same number.
        Value::Int(_) | Value::Float(_) => {
            value.as_f64().map(|number| (number + 0.0).to_bits()).hash(&mut hasher);
        }
        Value::String(text) => text.hash(&mut hasher),
        Value::Array(items) => items.iter().for_each(|item| hash_of_value(item).hash(&mut hasher)),
        Value::Object(object) => {
            let hashes = object
                .entries()
                .iter()
                .map(|(key, value)| hash_of_entry(key, hash_of_value(value)));
            return hashes.fold(0, u64::wrapping_add);
        }
    }
    hasher.finish()
}

fn hash_of_entry(key: &Text, hash: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    (key.as_str(), hash).hash(&mut hasher);
    hasher.finish()
}

/// The order of two texts, to be found by reading them.
#[inline]
pub(super) fn text_order_of(cx: &Cx, left: &str, right: &str) -> Result<Ordering, Fault> {
    cx.read_text(left.len().min(right.len()))?;
    Ok(text_order(left, right))
}

/// The order of two texts: that of their units in UTF-16, in which characters beyond U+FFFF come
/// before some others.
pub fn text_order(left: &str, right: &str) -> Ordering {
    let mut bytes = left.bytes().zip(right.bytes());
    // Before U+E000 the order is that of the bytes.
    match bytes.find(|(left, right)| left != right) {
        None => left.len().cmp(&right.len()),
        Some((left, right)) if left < 0xee || right < 0xee => left.cmp(&right),
        Some(_) => order_of_characters(left, right),
    }
}

#[cold]
fn order_of_characters(left: &str, right: &str) -> Ordering {
    let mut pairs = left.chars().zip(right.chars());
    match pairs.find(|(left, right)| left != right) {
        None => left.len().cmp(&right.len()),
        Some((left, right)) => first_units(left).cmp(&first_units(right)),
    }
}

fn first_units(character: char) -> [u16; 2] {
    let mut units = [0; 2];
    character.encode_utf16(&mut units);
    units
}

#[cfg(test)]
mod tests {
    use super::*;
    use asl_value::json;

    #[test]
    fn equality_is_deep() {
        let cx = Cx::new(0, 0);
        let object = Item::from(json!({"a": [1, {"b": null}], "c": "x"}));
        let turned = Item::from(json!({"c": "x", "a": [1.0, {"b": null}]}));
        let equal = |left: &Item, right: &Item| equal(&cx, left.view(), right.view());
        assert!(equal(&object, &turned).unwrap());
        assert_eq!(hash(&cx, object.view()).unwrap(), hash(&cx, turned.view()).unwrap());
        let sequence = Item::sequence(vec![json!(1).into()]).unwrap();
        assert!(equal(&sequence, &json!([1]).into()).unwrap());
        let hash_of = |item: &Item| hash(&cx, item.view()).unwrap();
        assert_eq!(hash_of(&sequence), hash_of(&json!([1]).into()));
        assert!(!equal(&json!([1]).into(), &json!([1, 2]).into()).unwrap());
        assert!(!equal(&json!(1).into(), &json!("1").into()).unwrap());
        assert!(!equal(&f64::NAN.into(), &f64::NAN.into()).unwrap());
    }

    #[test]
    fn texts_are_ordered_by_utf_16() {
        assert_eq!(text_order("a", "ab"), Ordering::Less);
        assert_eq!(text_order("😀", "\u{ff00}"), Ordering::Less);
        assert_eq!(text_order("é", "z"), Ordering::Greater);
        assert_eq!(text_order("x", "x"), Ordering::Equal);
    }
}
