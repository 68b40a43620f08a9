//! Intrinsic functions as emitted code calls them (today's States Language: "Intrinsic Functions").
//!
//! The compiler checks names and numbers of arguments. All else is checked here, because AWS
//! creates machines whose calls fail whenever they run.
//! `docs/guide/intrinsics.md` has the rules.

mod array;
mod encode;
mod hash_set;
mod json;
mod math;
mod print;
mod random;
mod text;

use std::fmt;

pub use array::{
    array_contains, array_get_item, array_length, array_partition, array_range, array_unique,
};
pub use encode::{base64_decode, base64_encode, hash};
pub use json::{json_merge, json_to_string, string_to_json};
pub use math::math_add;
pub use random::{math_random, math_random_of, uuid};
pub use text::{format, format_of, string_split};

use crate::data::path::{Seg, misplaced};
use asl_value::error::{Failed, Failure, Quoted, names};
use asl_value::value::Value;

/// Maximum number of bytes of JSON text that a function takes or returns. AWS limits data to
/// 256 KiB; values with shared parts can have far more text than memory.
const MOST_BYTES: u64 = 64 << 20;

/// Maximum number of characters for `Base64Encode`, `Base64Decode` and `Hash`, as AWS documents it.
const MOST_CHARACTERS: usize = 10_000;

/// Runs a call with its arguments under AWS's profile. A failure names the call as written, and
/// nothing catches it.
#[inline]
pub fn called(
    text: &'static str,
    call: impl FnOnce() -> Result<Value, Failed>,
) -> Result<Value, Failed> {
    call().map_err(|failure| in_call(text, failure))
}

/// Runs a call under the specification's profile: wrong arguments are `States.IntrinsicFailure`.
#[inline]
pub fn called_by_specification(
    text: &'static str,
    call: impl FnOnce() -> Result<Value, Failed>,
) -> Result<Value, Failed> {
    call().map_err(|failure| in_function(text, failure))
}

/// Writes the cause as recorded: wrong arguments have another sentence than paths without a hit.
#[cold]
fn in_call(text: &'static str, failure: Failed) -> Failed {
    if failure.error() != Some(names::INTRINSIC_FAILURE) {
        return in_function(text, failure);
    }
    let cause = failure.cause().unwrap_or_default();
    let cause =
        format!("There was an error while evaluating the intrinsic function: {text}. {cause}");
    Failure::runtime_unplaced(cause)
}

#[cold]
fn in_function(text: &'static str, mut failure: Failed) -> Failed {
    let cause = failure.cause().unwrap_or_default();
    let cause = format!("The function '{text}' had the following error: {cause}");
    failure.cause = Some(cause.into());
    failure
}

/// Fails a call that the compiler has refused. Its arguments are evaluated first, as AWS does.
#[cold]
pub fn refuse<const N: usize>(cause: &'static str, _: [&Value; N]) -> Result<Value, Failed> {
    Err(failed(cause))
}

/// Returns the value that the path of an argument finds.
#[inline]
pub fn argument<T>(
    hit: Option<T>,
    path: &'static str,
    steps: &[Seg],
    root: &Value,
) -> Result<T, Failed> {
    hit.ok_or_else(|| missing(path, steps, root))
}

/// As recorded, a step that does not fit its value has a text of its own.
#[cold]
fn missing(path: &'static str, steps: &[Seg], root: &Value) -> Failed {
    let cause = misplaced(steps, root).unwrap_or_else(|| {
        let input = Quoted(root);
        format!(
            "The JsonPath argument for the field '{path}' could not be found in the input '{input}'"
        )
    });
    Failure::runtime_unplaced(cause)
}

/// The failure of a call because of its arguments (`States.IntrinsicFailure`).
#[cold]
fn failed(cause: impl fmt::Display) -> Failed {
    let failure = Failure::new(names::INTRINSIC_FAILURE, cause.to_string());
    Box::new(Failure { unplaced: true, ..failure })
}

/// The failure because of wrong arguments, in AWS's words.
#[cold]
fn invalid(function: &str) -> Failed {
    failed(format_args!("Invalid arguments in {function}"))
}

/// Checks that arguments are not too large to process as a whole.
fn small<'v>(function: &str, values: impl IntoIterator<Item = &'v Value>) -> Result<(), Failed> {
    let size = values.into_iter().fold(0, |sum: u64, value| sum.saturating_add(value.size()));
    if size <= MOST_BYTES { Ok(()) } else { Err(too_large(function)) }
}

#[cold]
fn too_large(function: &str) -> Failed {
    let limit = MOST_BYTES >> 20;
    failed(format_args!(
        "Invalid arguments in {function}: they or its result are larger than {limit} MiB"
    ))
}

fn array_in<'v>(function: &str, value: &'v Value) -> Result<&'v [Value], Failed> {
    value.as_array().map(asl_value::value::Array::as_slice).ok_or_else(|| invalid(function))
}

fn text_in<'v>(function: &str, value: &'v Value) -> Result<&'v str, Failed> {
    value.as_str().ok_or_else(|| invalid(function))
}

/// Returns an argument that must be a 32-bit integer; a fraction is truncated towards zero.
fn integer_in(function: &str, value: &Value) -> Result<i32, Failed> {
    let number = match value {
        Value::Int(number) => Some(*number),
        Value::Float(number) => math::exact(number.trunc()),
        Value::Null | Value::Bool(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
            None
        }
    };
    number.and_then(|number| i32::try_from(number).ok()).ok_or_else(|| invalid(function))
}

#[cfg(test)]
mod tests;
