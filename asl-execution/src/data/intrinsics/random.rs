//! `States.UUID` and `States.MathRandom`. Both derive from the execution's seed, the frame, the
//! visit, the attempt and the number of the call in the machine, so that a restored execution
//! repeats them; there is no stream of numbers. A number is drawn from its seed exactly as
//! `java.util.Random` does, which was recorded.

use crate::machine::Cx;
use asl_value::error::Failed;
use asl_value::random::{Java, uuid_of};
use asl_value::value::Value;

use super::{integer_in, invalid, math};

/// Returns a random UUID (version 4).
pub fn uuid(cx: &Cx<'_>, call: u32) -> Value {
    Value::text(uuid_of(cx.chance(call, 0), cx.chance(call, 1)))
}

const NAME: &str = "States.MathRandom";

/// Returns a random integer from the first number to before the second.
#[inline]
pub fn math_random(first: &Value, end: &Value, cx: &Cx<'_>, call: u32) -> Result<Value, Failed> {
    within(first, end, i64::from_ne_bytes(cx.chance(call, 0).to_ne_bytes()))
}

/// Returns a random integer for a seed: equal seeds give equal numbers.
#[inline]
pub fn math_random_of(first: &Value, end: &Value, seed: &Value) -> Result<Value, Failed> {
    let seed = match seed {
        Value::Int(seed) => Some(*seed),
        Value::Float(seed) => math::exact(seed.trunc()),
        Value::Null | Value::Bool(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
            None
        }
    };
    within(first, end, seed.ok_or_else(|| invalid(NAME))?)
}

#[inline]
fn within(first: &Value, end: &Value, seed: i64) -> Result<Value, Failed> {
    let (first, end) = (integer_in(NAME, first)?, integer_in(NAME, end)?);
    let bound = end.checked_sub(first).filter(|bound| *bound > 0).ok_or_else(|| invalid(NAME))?;
    let number = i64::from(first) + Java::new(seed).below(i64::from(bound));
    Ok(Value::Int(number))
}
