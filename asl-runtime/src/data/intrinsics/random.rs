//! `States.UUID` and `States.MathRandom`. Both derive from the execution's seed, the frame, the
//! visit, the attempt and the number of the call in the machine, so that a restored execution
//! repeats them; there is no stream of numbers. A number is drawn from its seed exactly as
//! `java.util.Random` does, which was recorded.

use crate::error::Failed;
use crate::machine::Cx;
use crate::value::Value;

use super::{integer_in, invalid, math};

/// Returns a random UUID (version 4).
pub fn uuid(cx: &Cx<'_>, call: u32) -> Value {
    Value::text(uuid_of(cx.chance(call, 0), cx.chance(call, 1)))
}

/// Returns the UUID of version 4 with these bits, of which six are fixed.
pub fn uuid_of(high: u64, low: u64) -> String {
    let version = high & 0xffff_ffff_ffff_0fff | 0x4000;
    let variant = low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000;
    let (first, second, third) = (version >> 32, version >> 16 & 0xffff, version & 0xffff);
    let (fourth, last) = (variant >> 48, variant & 0xffff_ffff_ffff);
    format!("{first:08x}-{second:04x}-{third:04x}-{fourth:04x}-{last:012x}")
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

/// The generator `java.util.Random`: 48 bits of a linear congruential sequence.
pub(crate) struct Java {
    state: i64,
}

impl Java {
    const MULTIPLIER: i64 = 0x5_DEEC_E66D;
    const MASK: i64 = (1 << 48) - 1;

    pub(crate) fn new(seed: i64) -> Self {
        Self { state: (seed ^ Self::MULTIPLIER) & Self::MASK }
    }

    /// Returns the next bits, of which there are as many (`next(int bits)`).
    fn bits(&mut self, count: u32) -> i64 {
        self.state = self.state.wrapping_mul(Self::MULTIPLIER).wrapping_add(0xB) & Self::MASK;
        self.state >> (48 - count)
    }

    /// Returns a number at least 0 and less than 1 (`nextDouble()`).
    #[cfg(feature = "jsonata")]
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    pub(crate) fn fraction(&mut self) -> f64 {
        let bits = (self.bits(26) << 27) + self.bits(27);
        bits as f64 / (1_i64 << 53) as f64
    }

    /// Returns a number from 0 to before a bound, which is positive and fits 31 bits
    /// (`nextInt(int bound)`).
    fn below(&mut self, bound: i64) -> i64 {
        let mut bits = self.bits(31);
        if bound & (bound - 1) == 0 {
            return (bound * bits) >> 31;
        }
        // The last numbers would make the first results more frequent. They are fewer than half.
        while bits - bits % bound + (bound - 1) > i64::from(i32::MAX) {
            bits = self.bits(31);
        }
        bits % bound
    }
}
