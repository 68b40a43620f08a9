//! Keys of arrays: numbers and slices, as jq reads them.

use crate::access::slice_bounds;
use crate::fault::plain;
use crate::{Exit, number};
use asl_value::value::Value;

/// jq's arrays are no longer than this.
const LONGEST_ARRAY: i64 = 1 << 29;

/// The index at which an item is put.
pub(super) fn written(number: f64, length: usize) -> Result<usize, Exit> {
    if number.is_nan() {
        return Err(plain("Cannot set array element at NaN index"));
    }
    let place = i64::from(number::to_i32(number));
    let place = if place < 0 { place.saturating_add_unsigned(length as u64) } else { place };
    if place >= LONGEST_ARRAY {
        return Err(plain("Array index too large"));
    }
    usize::try_from(place).map_err(|_| plain("Out of bounds negative array index"))
}

/// The item that `delpaths` removes. Unlike elsewhere -0.5 counts from the end here, and names
/// nothing.
pub(super) fn doomed(number: f64, length: usize) -> Option<usize> {
    if number.is_nan() {
        return None;
    }
    let place = i64::from(number::to_i32(number));
    let place = if number < 0.0 { place.saturating_add_unsigned(length as u64) } else { place };
    usize::try_from(place).ok().filter(|place| *place < length)
}

/// The bounds of a slice of something so long, of a key `{"start": .., "end": ..}`.
pub(super) fn slice_of(key: &Value, length: usize) -> Result<(usize, usize), Exit> {
    let Some((from, to)) = key.get("start").zip(key.get("end")) else {
        return Err(plain("Array/string slice indices must be integers"));
    };
    slice_bounds(length, from, to)
}
