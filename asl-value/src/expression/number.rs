//! Doubles that are whole numbers.

/// Below this, 2^53, doubles and integers are the same numbers.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The integer that a double is, if it is one below 2^53. Both zeros are 0.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    clippy::float_cmp,
    clippy::cast_precision_loss,
    reason = "checked exactly"
)]
pub fn whole(float: f64) -> Option<i64> {
    let int = float as i64;
    (int as f64 == float && float.abs() < EXACT).then_some(int)
}
