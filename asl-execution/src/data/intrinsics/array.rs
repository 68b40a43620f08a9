//! `States.ArrayPartition`, `ArrayContains`, `ArrayRange`, `ArrayGetItem`, `ArrayLength` and
//! `ArrayUnique`.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};

use asl_value::error::Failed;
use asl_value::value::Value;

use super::print::Bounded;
use super::{array_in, hash_set, integer_in, invalid, small};

/// Maximum number of items that `ArrayRange` returns.
const MOST_ITEMS: i64 = 1_000;

/// Groups the items by a size; the last group may be smaller.
#[inline]
pub fn array_partition(array: &Value, size: &Value) -> Result<Value, Failed> {
    const NAME: &str = "States.ArrayPartition";
    let items = array_in(NAME, array)?;
    let size = usize::try_from(integer_in(NAME, size)?).ok().filter(|size| *size > 0);
    let groups = items.chunks(size.ok_or_else(|| invalid(NAME))?);
    Ok(Value::array(groups.map(|group| Value::array(group.to_vec())).collect()))
}

/// Returns true if an item equals a value, or has the same text: AWS finds `true` in `["true"]`.
#[inline]
pub fn array_contains(array: &Value, value: &Value) -> Result<Value, Failed> {
    const NAME: &str = "States.ArrayContains";
    let items = array_in(NAME, array)?;
    small(NAME, [array, value])?;
    let same_text = |text: &str, other: &Value| {
        Bounded::text_of(other, text.len()).is_some_and(|other| other == text)
    };
    let is_there = items.iter().any(|item| match (item, value) {
        (Value::String(item), Value::String(value)) => item == value,
        (Value::String(text), other) | (other, Value::String(text)) => same_text(text, other),
        (item, value) => item == value,
    });
    Ok(Value::Bool(is_there))
}

/// Returns the integers from the first to the last, which is included if a step ends there.
#[inline]
pub fn array_range(first: &Value, last: &Value, step: &Value) -> Result<Value, Failed> {
    const NAME: &str = "States.ArrayRange";
    let integer = |value| integer_in(NAME, value).map(i64::from);
    let (first, last, step) = (integer(first)?, integer(last)?, integer(step)?);
    if step == 0 {
        return Err(invalid(NAME));
    }
    let is_empty = if step > 0 { first > last } else { first < last };
    let count = if is_empty { 0 } else { (last - first) / step + 1 };
    if count > MOST_ITEMS {
        return Err(invalid(NAME));
    }
    Ok(Value::array((0..count).map(|index| Value::Int(first + index * step)).collect()))
}

/// Returns the item at an index, from 0. As recorded, an empty array has `null` at every index.
#[inline]
pub fn array_get_item(array: &Value, index: &Value) -> Result<Value, Failed> {
    const NAME: &str = "States.ArrayGetItem";
    let items = array_in(NAME, array)?;
    let index = usize::try_from(integer_in(NAME, index)?).map_err(|_| invalid(NAME))?;
    match items.get(index) {
        Some(item) => Ok(item.clone()),
        None if items.is_empty() => Ok(Value::Null),
        None => Err(invalid(NAME)),
    }
}

/// Returns the number of items.
pub fn array_length(array: &Value) -> Result<Value, Failed> {
    const NAME: &str = "States.ArrayLength";
    i64::try_from(array_in(NAME, array)?.len()).map(Value::Int).map_err(|_| invalid(NAME))
}

/// Returns each item once, in the order of a Java `HashSet`.
#[inline]
pub fn array_unique(array: &Value) -> Result<Value, Failed> {
    const NAME: &str = "States.ArrayUnique";
    let items = array_in(NAME, array)?;
    small(NAME, [array])?;
    let state = RandomState::new();
    let mut seen: HashMap<u64, Vec<&Value>> = HashMap::with_capacity(items.len());
    let mut unique = Vec::new();
    for item in items {
        let alike = seen.entry(hash(item, &state)).or_default();
        if !alike.contains(&item) {
            alike.push(item);
            unique.push(item);
        }
    }
    hash_set::sort(&mut unique, items.len());
    Ok(Value::array(unique.into_iter().cloned().collect()))
}

/// Hashes a value so that equal values have equal hashes: numbers by value, members in any order.
/// The random key keeps data from being crafted to collide. Data are at most 256 levels deep.
fn hash(value: &Value, state: &RandomState) -> u64 {
    let mut hasher = state.build_hasher();
    match value {
        Value::Null => hasher.write_u8(0),
        Value::Bool(flag) => hasher.write(&[1, u8::from(*flag)]),
        Value::Int(_) | Value::Float(_) => {
            hasher.write_u8(2);
            // Numbers that compare equal have the same nearest float; both zeros are one number.
            hasher.write_u64((value.as_f64().unwrap_or_default() + 0.0).to_bits());
        }
        Value::String(text) => {
            hasher.write_u8(3);
            hasher.write(text.as_bytes());
        }
        Value::Array(items) => {
            hasher.write_u8(4);
            items.iter().for_each(|item| hasher.write_u64(hash(item, state)));
        }
        Value::Object(object) => {
            hasher.write_u8(5);
            let members = object.iter().map(|(key, value)| {
                let mut member = state.build_hasher();
                member.write(key.as_bytes());
                member.write_u64(hash(value, state));
                member.finish()
            });
            hasher.write_u64(members.fold(0, u64::wrapping_add));
        }
    }
    hasher.finish()
}
