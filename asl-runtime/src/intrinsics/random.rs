//! `States.UUID` and `States.MathRandom`: made of the execution's seed, the place of the frame, the visit, the attempt and the
//! number of the call in the machine, so that a restored execution makes the same again. Nothing is a stream.

use crate::error::Failed;
use crate::execution::scramble;
use crate::machine::Cx;
use crate::value::Value;

use super::{failed, integer_in};

/// A random UUID (version 4).
pub fn uuid(cx: &Cx<'_>, call: u32) -> Value {
    let (high, low) = (cx.chance(call, 0), cx.chance(call, 1));
    let version = high & 0xffff_ffff_ffff_0fff | 0x4000;
    let variant = low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000;
    let (first, second, third) = (version >> 32, version >> 16 & 0xffff, version & 0xffff);
    let (fourth, last) = (variant >> 48, variant & 0xffff_ffff_ffff);
    Value::text(format!("{first:08x}-{second:04x}-{third:04x}-{fourth:04x}-{last:012x}"))
}

/// A random integer from the first number to before the second.
pub fn math_random(first: &Value, end: &Value, cx: &Cx<'_>, call: u32) -> Result<Value, Failed> {
    within(first, end, cx.chance(call, 0))
}

/// The same from a seed: equal seeds give equal numbers.
pub fn math_random_of(first: &Value, end: &Value, seed: &Value) -> Result<Value, Failed> {
    let seed = integer_in("third", seed)?;
    within(first, end, scramble(u64::from_ne_bytes(seed.to_ne_bytes()).wrapping_add(0x9e37_79b9_7f4a_7c15)))
}

fn within(first: &Value, end: &Value, chance: u64) -> Result<Value, Failed> {
    let (first, end) = (integer_in("first", first)?, integer_in("second", end)?);
    let width = i128::from(end) - i128::from(first);
    if width <= 0 {
        return Err(failed(format_args!("the second argument must be greater than the first: {first}, {end}")));
    }
    // The upper half of the product spreads all chances evenly over the width.
    let offset = (i128::from(chance) * width) >> 64;
    let number = i64::try_from(i128::from(first) + offset).map_err(|_| failed("the number does not fit an integer"))?;
    Ok(Value::Int(number))
}
