//! Values as JSON text, as jq prints them: compact, keys in the order of the object, numbers by
//! [`number`].

use std::fmt::{self, Write};

use super::number;
use asl_value::value::{Style, Value, write_json};

/// The style of jq.
struct Jq;

impl Style for Jq {
    const DEEPEST: usize = 10_000;

    fn write_float(number: f64, out: &mut impl Write) -> fmt::Result {
        number::write_float(number, out)
    }

    /// jq also escapes the delete character.
    fn is_escaped(character: char) -> bool {
        character < ' ' || matches!(character, '"' | '\\' | '\u{7f}')
    }
}

/// Writes a value.
pub fn write(value: &Value, out: &mut impl Write) -> fmt::Result {
    write_json(value, out, &Jq)
}
