//! JSON equality: numbers by value, objects in any order. Nested values are compared with a list,
//! without recursion; objects in linear time. Shared parts are compared once: the time grows with
//! the memory of the values, not with their text.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::object::INDEXED_ABOVE;
use super::{Array, Entry, Object, Value};

/// Pairs of containers that are still to be compared.
type Pending<'v> = Vec<(&'v Value, &'v Value)>;

/// Pairs of containers that are compared without recording them. Most values have fewer.
const UNNOTED: u32 = 1_024;

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        let mut pending = Vec::new();
        if !pair(self, other, &mut pending) {
            return false;
        }
        let mut steps = 0;
        let mut noted = HashSet::new();
        while let Some((a, b)) = pending.pop() {
            steps += 1;
            if steps >= UNNOTED {
                steps = UNNOTED;
                // A pair that was compared before is equal, or the result is false anyway.
                if let (Some(a), Some(b)) = (a.place(), b.place())
                    && !noted.insert((a, b))
                {
                    continue;
                }
            }
            if !containers(a, b, &mut pending) {
                return false;
            }
        }
        true
    }
}

/// Compares scalars; defers containers.
#[inline]
fn pair<'v>(a: &'v Value, b: &'v Value, pending: &mut Pending<'v>) -> bool {
    match (a, b) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Float(a), Value::Float(b)) => same_float(*a, *b),
        (Value::Int(int), Value::Float(float)) | (Value::Float(float), Value::Int(int)) => {
            same_number(*int, *float)
        }
        (Value::String(a), Value::String(b)) => a == b,
        (Value::Array(_), Value::Array(_)) | (Value::Object(_), Value::Object(_)) => {
            pending.push((a, b));
            true
        }
        (
            Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::String(_)
            | Value::Array(_)
            | Value::Object(_),
            _,
        ) => false,
    }
}

#[expect(clippy::float_cmp, reason = "JSON numbers are equal or not")]
fn same_float(a: f64, b: f64) -> bool {
    a == b
}

/// Compares exact values: 2^53 + 1 differs from the float 2^53, although it converts to it.
#[expect(
    clippy::float_cmp,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "checked exactly"
)]
fn same_number(int: i64, float: f64) -> bool {
    // The upper bound itself, 2^63, is no `i64`; the conversion back would saturate and agree with
    // `i64::MAX`.
    float < 9_223_372_036_854_775_808.0 && int as f64 == float && float as i64 == int
}

fn containers<'v>(a: &'v Value, b: &'v Value, pending: &mut Pending<'v>) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => arrays(a, b, pending),
        (Value::Object(a), Value::Object(b)) => objects(a, b, pending),
        (a, b) => pair(a, b, pending),
    }
}

fn arrays<'v>(a: &'v Array, b: &'v Array, pending: &mut Pending<'v>) -> bool {
    if let (Array::Shared(a), Array::Shared(b)) = (a, b)
        && (Arc::ptr_eq(a, b) || a.measure() != b.measure())
    {
        return Arc::ptr_eq(a, b);
    }
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| pair(a, b, pending))
}

fn objects<'v>(a: &'v Object, b: &'v Object, pending: &mut Pending<'v>) -> bool {
    if let (Object::Shared(a), Object::Shared(b)) = (a, b)
        && (Arc::ptr_eq(a, b) || a.measure() != b.measure())
    {
        return Arc::ptr_eq(a, b);
    }
    if a.len() != b.len() {
        return false;
    }
    // Usually both were created in the same way: then no key needs a lookup.
    if a.keys().eq(b.keys()) {
        return a.values().zip(b.values()).all(|(a, b)| pair(a, b, pending));
    }
    if b.is_indexed() || b.len() <= INDEXED_ABOVE {
        return entries(a, |key| b.get(key), pending);
    }
    if a.is_indexed() {
        return entries(b, |key| a.get(key), pending);
    }
    let places: HashMap<&str, &Value> = b.iter().collect();
    entries(a, |key| places.get(key).copied(), pending)
}

/// Returns true if each entry is also in the other object, which has the same number of entries.
fn entries<'v>(
    object: &'v Object,
    other: impl Fn(&str) -> Option<&'v Value>,
    pending: &mut Pending<'v>,
) -> bool {
    let same =
        |(key, value): &'v Entry| other(key).is_some_and(|other| pair(value, other, pending));
    object.entries().iter().all(same)
}
