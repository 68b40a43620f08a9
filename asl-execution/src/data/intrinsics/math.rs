//! `States.MathAdd`.

use asl_value::error::Failed;
use asl_value::value::Value;

use super::invalid;

const NAME: &str = "States.MathAdd";

/// Adds two 32-bit integers. As recorded, fractions are rounded first, halves up.
#[inline]
pub fn math_add(first: &Value, second: &Value) -> Result<Value, Failed> {
    let sum = rounded_in(first)
        .zip(rounded_in(second))
        .and_then(|(first, second)| first.checked_add(second));
    sum.map(|sum| Value::Int(i64::from(sum))).ok_or_else(|| invalid(NAME))
}

#[inline]
fn rounded_in(value: &Value) -> Option<i32> {
    let number = match value {
        Value::Int(number) => *number,
        Value::Float(number) => rounded(*number)?,
        Value::Null | Value::Bool(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
            return None;
        }
    };
    i32::try_from(number).ok()
}

/// Rounds to the nearest integer, halves up (recorded: `-1.5 + 0` is -1), if it fits.
fn rounded(number: f64) -> Option<i64> {
    // Not the floor of `number + 0.5`: that sum is rounded itself.
    let below = number.floor();
    exact(if number - below >= 0.5 { below + 1.0 } else { below })
}

/// Converts a whole number to an integer, if it fits.
pub(super) fn exact(number: f64) -> Option<i64> {
    /// 2^63.
    const END: f64 = 9_223_372_036_854_775_808.0;
    if !(-END..END).contains(&number) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "it is an integer and fits")]
    Some(number as i64)
}
