//! `States.MathAdd`.

use crate::error::Failed;
use crate::value::Value;

use super::{failed, integer_in};

/// The sum of two integers.
#[inline]
pub fn math_add(first: &Value, second: &Value) -> Result<Value, Failed> {
    if let (Value::Int(first), Value::Int(second)) = (first, second)
        && let Some(sum) = first.checked_add(*second)
    {
        return Ok(Value::Int(sum));
    }
    rounded_sum(first, second)
}

fn rounded_sum(first: &Value, second: &Value) -> Result<Value, Failed> {
    let sum = integer_in("first", first)?.checked_add(integer_in("second", second)?);
    sum.map(Value::Int).ok_or_else(|| failed("the sum does not fit an integer"))
}

/// The nearest integer, halves up (recorded: `-1.5 + 0` is -1); `None` beyond what numbers hold exactly.
pub(super) fn rounded(number: f64) -> Option<i64> {
    /// 2^63.
    const END: f64 = 9_223_372_036_854_775_808.0;
    // Not the floor of `number + 0.5`: that sum is rounded itself.
    let below = number.floor();
    let nearest = if number - below >= 0.5 { below + 1.0 } else { below };
    if !(-END..END).contains(&nearest) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "it is an integer and fits")]
    Some(nearest as i64)
}
