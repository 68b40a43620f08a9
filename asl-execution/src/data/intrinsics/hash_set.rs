//! The order in which a `java.util.HashSet` lists JSON values: that of AWS's `States.ArrayUnique`.

use asl_value::value::Value;

/// Sorts distinct items as `new HashSet<>(list)` lists them, for a list of this length.
#[inline]
pub(super) fn sort<'v>(items: &mut [&'v Value], length: usize) {
    // The size of a table is a power of two, and it is at most three quarters full.
    let places = (length.saturating_mul(4) / 3 + 1).max(16).next_power_of_two();
    let mask = u32::try_from(places.saturating_sub(1)).unwrap_or(u32::MAX);
    // The sort is stable: values in the same place keep the order in which they were added.
    items.sort_by_cached_key(|item: &&'v Value| {
        let hash = hash(item);
        (hash ^ (hash >> 16)) & mask
    });
}

/// Returns `Object.hashCode()` of a value as Jackson reads it. Data are at most 256 levels deep.
#[inline]
fn hash(value: &Value) -> u32 {
    match value {
        Value::Null => 0,
        Value::Bool(true) => 1231,
        Value::Bool(false) => 1237,
        Value::Int(number) => match i32::try_from(*number) {
            Ok(number) => u32::from_ne_bytes(number.to_ne_bytes()),
            Err(_) => folded(u64::from_ne_bytes(number.to_ne_bytes())),
        },
        Value::Float(number) => folded(number.to_bits()),
        Value::String(text) => hash_text(text),
        Value::Array(items) => {
            items.iter().fold(1, |sum: u32, item| sum.wrapping_mul(31).wrapping_add(hash(item)))
        }
        Value::Object(object) => {
            let members = object.iter().map(|(key, value)| hash_text(key) ^ hash(value));
            members.fold(0, u32::wrapping_add)
        }
    }
}

/// Combines the halves of a 64-bit number.
fn folded(bits: u64) -> u32 {
    u32::try_from((bits ^ (bits >> 32)) & u64::from(u32::MAX)).unwrap_or_default()
}

fn hash_text(text: &str) -> u32 {
    text.encode_utf16().fold(0, |sum: u32, unit| sum.wrapping_mul(31).wrapping_add(u32::from(unit)))
}
