//! The errors of jq's built-ins, with the values in them cut short as jq 1.8 does.

use std::fmt::{self, Write};

use super::{Exit, json};
use asl_value::value::{Text, Value, boundary, write_quoted};

/// Bytes of a value that an error shows, dots and closing mark included.
const SHOWN: usize = 29;

/// The JSON text of a value, at most 29 bytes of it: `"a long te..."`.
#[cold]
pub fn dump(value: &Value) -> String {
    let mut start = Start(String::new());
    let is_whole = json::write(value, &mut start).is_ok();
    let mut text = start.0;
    if is_whole && text.len() <= SHOWN {
        return text;
    }
    let close = match text.as_bytes().first() {
        Some(b'"') => "\"",
        Some(b'[') => "]",
        Some(b'{') => "}",
        _ => "",
    };
    text.truncate(boundary(&text, SHOWN - 3 - close.len()));
    text + "..." + close
}

/// Keeps a little more than is shown, and refuses the rest: a large value is not printed to be
/// thrown away.
struct Start(String);

impl Write for Start {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = (SHOWN + 4).saturating_sub(self.0.len());
        let taken = text.get(..boundary(text, room)).unwrap_or(text);
        self.0.push_str(taken);
        if taken.len() < text.len() { Err(fmt::Error) } else { Ok(()) }
    }
}

/// A raised value that is no string, as jq prints it. Of a long one it is the beginning: data that
/// shares its parts can have far more text than memory.
pub struct Raised<'v>(pub &'v Value);

impl fmt::Display for Raised<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_quoted(f, |out| json::write(self.0, out))
    }
}

/// `number (1) cannot be ..`
#[cold]
pub fn bad(value: &Value, text: &str) -> Exit {
    Exit::error(format!("{} ({}) {text}", value.kind(), dump(value)))
}

/// `number (1) and string ("a") cannot be ..`
#[cold]
pub fn bad_pair(left: &Value, right: &Value, text: &str) -> Exit {
    Exit::error(format!(
        "{} ({}) and {} ({}) {text}",
        left.kind(),
        dump(left),
        right.kind(),
        dump(right)
    ))
}

/// An error whose text is fixed.
#[cold]
pub(super) fn plain(text: &'static str) -> Exit {
    Exit::error(Text::new_static(text))
}

/// `Cannot index number with string ("a")`
#[cold]
pub fn cannot_index(value: &Value, key: &Value) -> Exit {
    let (of, with) = (value.kind(), key.kind());
    Exit::error(format!("Cannot index {of} with {with} ({})", dump(key)))
}

/// `Cannot iterate over number (1)`
#[cold]
pub fn cannot_iterate(value: &Value) -> Exit {
    Exit::error(format!("Cannot iterate over {} ({})", value.kind(), dump(value)))
}
