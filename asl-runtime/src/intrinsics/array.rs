//! `States.ArrayPartition`, `ArrayContains`, `ArrayRange`, `ArrayGetItem`, `ArrayLength` and `ArrayUnique`.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};

use crate::error::Failed;
use crate::value::Value;

use super::{array_in, failed, integer_in, small, wrong};

/// Items that `ArrayRange` makes at most.
const MOST_ITEMS: i128 = 1_000;

/// The items in groups of a size; the last may be smaller.
pub fn array_partition(array: &Value, size: &Value) -> Result<Value, Failed> {
    let items = array_in("first", array)?;
    let size = integer_in("second", size)?;
    let Some(size) = usize::try_from(size).ok().filter(|size| *size > 0) else {
        return Err(failed(format_args!("the second argument must be a positive integer, and is {size}")));
    };
    Ok(Value::array(items.chunks(size).map(|group| Value::array(group.to_vec())).collect()))
}

/// Whether an item equals a value.
pub fn array_contains(array: &Value, value: &Value) -> Result<Value, Failed> {
    let items = array_in("first", array)?;
    small([array, value])?;
    Ok(Value::Bool(items.contains(value)))
}

/// The integers from the first to the last, which is among them if a step ends there.
pub fn array_range(first: &Value, last: &Value, step: &Value) -> Result<Value, Failed> {
    let (first, last) = (integer_in("first", first)?, integer_in("second", last)?);
    let step = integer_in("third", step)?;
    if step == 0 {
        return Err(failed("the third argument must not be 0"));
    }
    let count = (i128::from(last) - i128::from(first)) / i128::from(step) + 1;
    let is_empty = if step > 0 { first > last } else { first < last };
    if is_empty {
        return Ok(Value::array(Vec::new()));
    }
    if count > MOST_ITEMS {
        return Err(failed(format_args!("the array would have {count} items, and may have {MOST_ITEMS}")));
    }
    let numbers = std::iter::successors(Some(first), |number| number.checked_add(step));
    let count = usize::try_from(count).unwrap_or_default();
    Ok(Value::array(numbers.take(count).map(Value::Int).collect()))
}

/// The item at an index, from 0.
pub fn array_get_item(array: &Value, index: &Value) -> Result<Value, Failed> {
    let items = array_in("first", array)?;
    let index = integer_in("second", index)?;
    let item = usize::try_from(index).ok().and_then(|index| items.get(index));
    item.cloned().ok_or_else(|| failed(format_args!("index {index} is outside of an array of {} items", items.len())))
}

/// How many items there are.
pub fn array_length(array: &Value) -> Result<Value, Failed> {
    let length = array_in("only", array)?.len();
    i64::try_from(length).map(Value::Int).map_err(|_| wrong("only", "a shorter array", array))
}

/// Each item once, at its first place.
pub fn array_unique(array: &Value) -> Result<Value, Failed> {
    let items = array_in("only", array)?;
    small([array])?;
    let state = RandomState::new();
    let mut seen: HashMap<u64, Vec<&Value>> = HashMap::with_capacity(items.len());
    let mut unique = Vec::new();
    for item in items {
        let alike = seen.entry(hash(item, &state)).or_default();
        if !alike.contains(&item) {
            alike.push(item);
            unique.push(item.clone());
        }
    }
    Ok(Value::array(unique))
}

/// Equal values have equal hashes: numbers by value, members in any order. Keyed at random, so that no data are made to collide.
/// Data are at most 256 levels deep.
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
