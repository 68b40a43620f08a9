//! jq's order of all values, and its equality. Integers are compared exactly, as jq's literals are,
//! other numbers as doubles, objects by their sorted keys first. Nested values are walked with a
//! list, not with the stack, and cost fuel.

use std::cmp::Ordering;
use std::ptr;

use super::{Cx, Exit, fault};
use asl_value::value::{Array, Object, Text, Value};

/// Nesting of containers beyond which jq 1.8 refuses to compare.
pub(super) const DEPTH: u32 = 10_000;

/// True if two values are equal. NaN is equal to nothing, but an array that holds one to itself.
#[inline]
pub fn equal(cx: &Cx, left: &Value, right: &Value) -> Result<bool, Exit> {
    match (left, right) {
        (Value::String(left), Value::String(right)) if left.len() != right.len() => Ok(false),
        (Value::String(left), Value::String(right)) => {
            look_through(cx, left, right)?;
            Ok(left == right)
        }
        (Value::Int(left), Value::Int(right)) => Ok(left == right),
        (Value::Array(_), Value::Array(_)) | (Value::Object(_), Value::Object(_)) => {
            containers_equal(cx, left, right)
        }
        _ => Ok(scalars_equal(left, right)),
    }
}

/// Bytes of a text that are compared in one step.
pub(super) const STEP: usize = 1024;

/// To be called before two texts are compared: long ones are work.
#[inline]
pub(super) fn look_through(cx: &Cx, left: &str, right: &str) -> Result<(), Exit> {
    match left.len().min(right.len()) / STEP {
        0 => Ok(()),
        steps => cx.spend(steps as u64),
    }
}

#[expect(clippy::float_cmp, reason = "numbers are equal or not")]
fn scalars_equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(left), Value::Bool(right)) => left == right,
        (Value::String(left), Value::String(right)) => left == right,
        (Value::Int(left), Value::Int(right)) => left == right,
        _ => left.as_f64().zip(right.as_f64()).is_some_and(|(left, right)| left == right),
    }
}

/// Pairs that are still to be compared, and how deep they are.
type Pending<'v> = Vec<(&'v Value, &'v Value, u32)>;

fn containers_equal(cx: &Cx, left: &Value, right: &Value) -> Result<bool, Exit> {
    let mut pending = vec![(left, right, 0)];
    while let Some((left, right, depth)) = pending.pop() {
        let same = match (left, right) {
            (Value::Array(left), Value::Array(right)) => {
                arrays_equal(cx, left, right, depth, &mut pending)?
            }
            (Value::Object(left), Value::Object(right)) => {
                objects_equal(cx, left, right, depth, &mut pending)?
            }
            _ => equal(cx, left, right)?,
        };
        if !same {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Compares scalars at once, so that most mismatches are found before anything is put off.
#[inline]
fn pair<'v>(left: &'v Value, right: &'v Value, depth: u32, pending: &mut Pending<'v>) -> bool {
    match (left, right) {
        (Value::Array(_), Value::Array(_)) | (Value::Object(_), Value::Object(_)) => {
            pending.push((left, right, depth + 1));
            true
        }
        (Value::String(one), Value::String(other))
            if one.len() == other.len() && one.len() >= STEP =>
        {
            pending.push((left, right, depth + 1));
            true
        }
        _ => scalars_equal(left, right),
    }
}

/// Decides equality of two containers by identity and length; `None` if their parts must be
/// compared, which is paid for.
fn compare_extents<T>(cx: &Cx, left: &[T], right: &[T], depth: u32) -> Result<Option<bool>, Exit> {
    if depth > DEPTH {
        return Err(fault::plain("Equality check too deep"));
    }
    if ptr::eq(left, right) {
        return Ok(Some(true));
    }
    if left.len() != right.len() {
        return Ok(Some(false));
    }
    cx.spend(left.len() as u64)?;
    Ok(None)
}

fn arrays_equal<'v>(
    cx: &Cx,
    left: &'v Array,
    right: &'v Array,
    depth: u32,
    pending: &mut Pending<'v>,
) -> Result<bool, Exit> {
    if let Some(decided) = compare_extents(cx, left.as_slice(), right.as_slice(), depth)? {
        return Ok(decided);
    }
    Ok(left.iter().zip(right).all(|(left, right)| pair(left, right, depth, pending)))
}

fn objects_equal<'v>(
    cx: &Cx,
    left: &'v Object,
    right: &'v Object,
    depth: u32,
    pending: &mut Pending<'v>,
) -> Result<bool, Exit> {
    if let Some(decided) = compare_extents(cx, left.entries(), right.entries(), depth)? {
        return Ok(decided);
    }
    // Mostly both were made the same way: then no key needs looking up.
    if left.keys().eq(right.keys()) {
        return Ok(left
            .values()
            .zip(right.values())
            .all(|(left, right)| pair(left, right, depth, pending)));
    }
    let mut same = |(key, value): (&str, &'v Value)| {
        right.get(key).is_some_and(|other| pair(value, other, depth, pending))
    };
    Ok(left.entries().iter().all(|(key, value)| same((key, value))))
}

/// The rank of the type of a value in the order of all values.
#[inline]
fn rank(value: &Value) -> u8 {
    match value {
        Value::Null => 0,
        Value::Bool(false) => 1,
        Value::Bool(true) => 2,
        Value::Int(_) | Value::Float(_) => 3,
        Value::String(_) => 4,
        Value::Array(_) => 5,
        Value::Object(_) => 6,
    }
}

/// The order of two values: null, false, true, numbers, strings, arrays, objects. NaN comes before
/// all numbers, itself included.
#[inline]
pub fn compare(cx: &Cx, left: &Value, right: &Value) -> Result<Ordering, Exit> {
    Comparing { nans: Ordering::Less }.values(cx, left, right)
}

/// The same with NaN equal to itself: a total order, for sorting.
#[inline]
pub(super) fn compare_to_sort(cx: &Cx, left: &Value, right: &Value) -> Result<Ordering, Exit> {
    Comparing { nans: Ordering::Equal }.values(cx, left, right)
}

/// A comparison.
#[derive(Clone, Copy)]
struct Comparing {
    /// The order of two NaNs.
    nans: Ordering,
}

/// The rest of two containers to compare.
enum Open<'v> {
    Arrays(std::slice::Iter<'v, Value>, std::slice::Iter<'v, Value>),
    /// Values of two objects with the same keys, in the order of these.
    Objects(std::vec::IntoIter<(&'v Value, &'v Value)>),
}

impl Comparing {
    #[inline]
    fn values(self, cx: &Cx, left: &Value, right: &Value) -> Result<Ordering, Exit> {
        match (left, right) {
            (Value::Array(_), Value::Array(_)) | (Value::Object(_), Value::Object(_)) => {
                self.containers(cx, left, right)
            }
            _ => self.scalars(cx, left, right),
        }
    }

    /// Of values that are not both arrays nor both objects.
    fn scalars(self, cx: &Cx, left: &Value, right: &Value) -> Result<Ordering, Exit> {
        Ok(match (left, right) {
            (Value::String(left), Value::String(right)) => {
                look_through(cx, left, right)?;
                left.cmp(right)
            }
            (Value::Int(left), Value::Int(right)) => left.cmp(right),
            _ => match left.as_f64().zip(right.as_f64()) {
                Some((left, right)) => self.numbers(left, right),
                None => rank(left).cmp(&rank(right)),
            },
        })
    }

    fn numbers(self, left: f64, right: f64) -> Ordering {
        left.partial_cmp(&right).unwrap_or_else(|| match (left.is_nan(), right.is_nan()) {
            (true, true) => self.nans,
            (true, false) => Ordering::Less,
            (false, _) => Ordering::Greater,
        })
    }

    fn containers(self, cx: &Cx, left: &Value, right: &Value) -> Result<Ordering, Exit> {
        let mut open = Vec::new();
        let first = self.enter(cx, left, right, &mut open)?;
        if first.is_ne() {
            return Ok(first);
        }
        while let Some(pair) = open.last_mut() {
            let (left, right) = match pair {
                Open::Arrays(left, right) => (left.next(), right.next()),
                Open::Objects(values) => values.next().unzip(),
            };
            let order = match (left, right) {
                (Some(left), Some(right)) => self.enter(cx, left, right, &mut open)?,
                (None, Some(_)) => Ordering::Less,
                (Some(_), None) => Ordering::Greater,
                (None, None) => {
                    open.pop();
                    Ordering::Equal
                }
            };
            if order.is_ne() {
                return Ok(order);
            }
        }
        Ok(Ordering::Equal)
    }

    /// Compares scalars; of containers, what is known at once; the rest is put off.
    fn enter<'v>(
        self,
        cx: &Cx,
        left: &'v Value,
        right: &'v Value,
        open: &mut Vec<Open<'v>>,
    ) -> Result<Ordering, Exit> {
        let opened = match (left, right) {
            (Value::Array(left), Value::Array(right)) => {
                cx.spend(1 + left.len().min(right.len()) as u64)?;
                Open::Arrays(left.iter(), right.iter())
            }
            (Value::Object(left), Value::Object(right)) => {
                cx.spend(1 + left.len() as u64 + right.len() as u64)?;
                match by_keys(left, right) {
                    Ok(values) => Open::Objects(values.into_iter()),
                    Err(order) => return Ok(order),
                }
            }
            _ => return self.scalars(cx, left, right),
        };
        if open.len() > DEPTH as usize {
            return Err(fault::plain("Comparison too deep"));
        }
        open.push(opened);
        Ok(Ordering::Equal)
    }
}

/// The entries of an object by key.
pub(super) fn sorted(object: &Object) -> Vec<(&Text, &Value)> {
    let mut entries: Vec<_> = object.entries().iter().map(|(key, value)| (key, value)).collect();
    entries.sort_unstable_by_key(|(key, _)| *key);
    entries
}

/// The values of two objects with the same keys in pairs, or the order of their keys.
fn by_keys<'v>(
    left: &'v Object,
    right: &'v Object,
) -> Result<Vec<(&'v Value, &'v Value)>, Ordering> {
    let (left, right) = (sorted(left), sorted(right));
    let order = left.iter().map(|(key, _)| key).cmp(right.iter().map(|(key, _)| key));
    if order.is_ne() {
        return Err(order);
    }
    Ok(left.into_iter().zip(right).map(|((_, left), (_, right))| (left, right)).collect())
}
