//! Intrinsic functions as emitted code calls them (today's States Language: "Intrinsic Functions"). Names, numbers of
//! arguments and the types of constants were checked by the compiler; what only the data can tell fails here.

mod array;
pub(crate) mod encode;
mod json;
mod math;
mod print;
mod random;
mod text;

use std::fmt;

pub use array::{array_contains, array_get_item, array_length, array_partition, array_range, array_unique};
pub use encode::{base64_decode, base64_encode, hash};
pub use json::{json_merge, json_to_string, string_to_json};
pub use math::math_add;
pub use random::{math_random, math_random_of, uuid};
pub use text::{format, format_of, string_split};

use crate::error::{Failed, Failure, Quoted, names};
use crate::path::{Seg, kind, misplaced};
use crate::value::Value;

/// Bytes of JSON text that a function takes in or makes at most. AWS's data end at 256 KiB; what shares its parts can have far
/// more text than memory.
const MOST_BYTES: u64 = 64 << 20;

/// Characters that `Base64Encode`, `Base64Decode` and `Hash` take at most, as AWS documents it.
const MOST_CHARACTERS: usize = 10_000;

/// Runs a call with its arguments; a failure names the call as written, as at AWS.
#[inline]
pub fn called(text: &'static str, call: impl FnOnce() -> Result<Value, Failed>) -> Result<Value, Failed> {
    call().map_err(|failure| in_call(text, failure))
}

#[cold]
fn in_call(text: &'static str, mut failure: Failed) -> Failed {
    let cause = failure.cause().unwrap_or_default();
    let cause = format!("The function '{text}' had the following error: {cause}");
    failure.cause = Some(cause.into());
    failure
}

/// What the path of an argument finds.
#[inline]
pub fn argument<T>(hit: Option<T>, path: &'static str, steps: &[Seg], root: &Value) -> Result<T, Failed> {
    hit.ok_or_else(|| missing(path, steps, root))
}

/// As recorded, a step that does not fit what it finds has a text of its own.
#[cold]
fn missing(path: &'static str, steps: &[Seg], root: &Value) -> Failed {
    let cause = misplaced(steps, root).unwrap_or_else(|| {
        let input = Quoted(root);
        format!("The JsonPath argument for the field '{path}' could not be found in the input '{input}'")
    });
    Failure::runtime_unplaced(cause)
}

/// A call that its arguments do not allow (`States.IntrinsicFailure`).
#[cold]
fn failed(cause: impl fmt::Display) -> Failed {
    let failure = Failure::new(names::INTRINSIC_FAILURE, cause.to_string());
    Box::new(Failure { unplaced: true, ..failure })
}

#[cold]
fn wrong(place: &str, wanted: &str, found: &Value) -> Failed {
    failed(format_args!("the {place} argument must be {wanted}, and is of type {}", kind(found)))
}

/// Arguments that are not too large to look at as a whole.
fn small<'v>(values: impl IntoIterator<Item = &'v Value>) -> Result<(), Failed> {
    let size = values.into_iter().fold(0, |sum: u64, value| sum.saturating_add(value.size()));
    if size <= MOST_BYTES { Ok(()) } else { Err(too_large()) }
}

#[cold]
fn too_large() -> Failed {
    failed(format_args!("its arguments or its result are larger than {} MiB", MOST_BYTES >> 20))
}

fn array_in<'v>(place: &str, value: &'v Value) -> Result<&'v [Value], Failed> {
    value.as_array().map(crate::value::Array::as_slice).ok_or_else(|| wrong(place, "an array", value))
}

fn text_in<'v>(place: &str, value: &'v Value) -> Result<&'v str, Failed> {
    value.as_str().ok_or_else(|| wrong(place, "a string", value))
}

/// An argument that must be an integer: others are rounded, halves up, as recorded of `MathAdd`.
fn integer_in(place: &str, value: &Value) -> Result<i64, Failed> {
    match value {
        Value::Int(number) => Ok(*number),
        Value::Float(number) => {
            math::rounded(*number).ok_or_else(|| wrong(place, "a number that fits an integer", value))
        }
        Value::Null | Value::Bool(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
            Err(wrong(place, "a number", value))
        }
    }
}

#[cfg(test)]
mod tests;
