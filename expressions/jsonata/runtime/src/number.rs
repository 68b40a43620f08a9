//! JSONata's numbers: doubles, of which whole ones below 2^53 are kept as integers.
//!
//! Integers that data brought keep all their digits as long as nothing is computed with them.

use super::Item;
use asl_value::expression::number::whole;
use asl_value::value::Value;

/// The number that was computed. It may be NaN or infinite.
#[inline]
pub fn number(float: f64) -> Item {
    Item::Data(whole_or_float(float))
}

/// The same as plain data.
#[inline]
pub(super) fn whole_or_float(float: f64) -> Value {
    whole(float).map_or(Value::Float(float), Value::Int)
}

/// A count.
#[inline]
pub fn count(length: usize) -> Item {
    Item::Data(Value::Int(i64::try_from(length).unwrap_or(i64::MAX)))
}

/// An index or a count, cut towards zero; 0 if it is negative or NaN.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturation is wanted")]
pub(super) fn index(float: f64) -> usize {
    float as usize
}

/// A length as a double.
#[expect(clippy::cast_precision_loss, reason = "no length is beyond 2^53")]
pub(super) fn float(length: usize) -> f64 {
    length as f64
}
