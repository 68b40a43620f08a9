//! The built-in functions by their names.

mod arrays;
mod higher_order;
mod numbers;
mod objects;
mod strings;

use super::Stop;
use super::evaluate::{Evaluated, Evaluation};
use super::value::Value;

pub(super) use objects::lookup;

/// A built-in function.
pub(super) struct Native {
    name: &'static str,
    /// Without its angle brackets.
    pub(super) signature: &'static str,
    /// The number of parameters, as other functions count them.
    pub(super) arity: usize,
    pub(super) run: fn(&Evaluation, &[Value]) -> Evaluated,
}

const fn native(
    name: &'static str,
    signature: &'static str,
    arity: usize,
    run: fn(&Evaluation, &[Value]) -> Evaluated,
) -> Native {
    Native { name, signature, arity, run }
}

/// The function of a name.
pub(super) fn find(name: &str) -> Option<&'static Native> {
    let lists = [numbers::ALL, strings::ALL, arrays::ALL, objects::ALL, higher_order::ALL];
    lists.into_iter().flatten().find(|native| native.name == name)
}

/// Functions that this interpreter does not have.
pub(super) const LEFT_OUT: &[&str] = &[
    "match",
    "replace",
    "formatNumber",
    "formatBase",
    "formatInteger",
    "parseInteger",
    "random",
    "shuffle",
    "base64encode",
    "base64decode",
    "encodeUrl",
    "encodeUrlComponent",
    "decodeUrl",
    "decodeUrlComponent",
    "eval",
    "now",
    "millis",
    "toMillis",
    "fromMillis",
    "partition",
    "range",
    "hash",
    "uuid",
    "parse",
];

/// An argument.
fn at(arguments: &[Value], place: usize) -> &Value {
    arguments.get(place).unwrap_or(&Value::Undefined)
}

/// A number, or `None` if it is undefined. Others fail as an exception of JavaScript does.
fn number(arguments: &[Value], place: usize) -> Result<Option<f64>, Stop> {
    match at(arguments, place) {
        Value::Undefined => Ok(None),
        Value::Number(number) => Ok(Some(*number)),
        _ => Err(Stop::error("T0410")),
    }
}

/// A string, or `None` if it is undefined.
fn text(arguments: &[Value], place: usize) -> Result<Option<&str>, Stop> {
    match at(arguments, place) {
        Value::Undefined => Ok(None),
        Value::Text(text) => Ok(Some(text)),
        _ => Err(Stop::error("T0410")),
    }
}

/// The items of an array, or `None` if it is undefined.
fn items(arguments: &[Value], place: usize) -> Result<Option<&[Value]>, Stop> {
    match at(arguments, place) {
        Value::Undefined => Ok(None),
        Value::Array(items, _) => Ok(Some(items)),
        _ => Err(Stop::error("T0410")),
    }
}
