//! Values as JSON text. The writer keeps a list instead of recursing, so any depth can be printed.

use std::fmt::{self, Write};
use std::slice::Iter;

use super::{Entry, Value};

/// A container of which some children are written.
enum Open<'v> {
    Array(Iter<'v, Value>),
    Object(Iter<'v, Entry>),
}

/// The differences between our JSON text and that of jq.
pub trait Style {
    /// Containers within each other that are written; deeper ones are left out.
    const DEEPEST: usize = usize::MAX;

    /// Writes a number.
    fn write_float(number: f64, out: &mut impl Write) -> fmt::Result;

    /// True if a string must not contain this character as it is; only of ASCII.
    fn is_escaped(character: char) -> bool;

    /// True if each item has a line of its own, indented by two spaces per level.
    fn has_lines(&self) -> bool {
        false
    }
}

/// Line breaks and two spaces per level, or neither.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    Compact,
    Lines,
}

impl Style for Layout {
    fn write_float(number: f64, out: &mut impl Write) -> fmt::Result {
        match serde_json::Number::from_f64(number) {
            Some(finite) => write!(out, "{finite}"),
            None => out.write_str("null"),
        }
    }

    fn is_escaped(character: char) -> bool {
        character < ' ' || matches!(character, '"' | '\\')
    }

    fn has_lines(&self) -> bool {
        *self == Self::Lines
    }
}

/// JSON text on one line; `{:#}` on many.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = if f.alternate() { Layout::Lines } else { Layout::Compact };
        write_json(self, f, &layout)
    }
}

/// JSON text, as with `Display`.
impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

macro_rules! debug_as_json {
    ($($container:ident)*) => {$(
        /// JSON text, as that of a [`Value`].
        impl fmt::Debug for super::$container {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&Value::$container(self.clone()), f)
            }
        }
    )*};
}

debug_as_json!(Array Object);

impl Value {
    /// The JSON text, on one line.
    pub fn to_json_string(&self) -> String {
        let mut text = String::new();
        // Without the detour over `Display`, whose formatter is called through a table.
        write_json(self, &mut text, &Layout::Compact)
            .unwrap_or_else(|_| unreachable!("a text takes all that is written"));
        text
    }

    /// Appends the JSON text to a buffer.
    #[doc(hidden)]
    pub fn append_json(&self, out: &mut Vec<u8>) {
        write_json(self, &mut Bytes(out), &Layout::Compact)
            .unwrap_or_else(|_| unreachable!("a buffer takes all that is written"));
    }

    /// The length of the JSON text in bytes, or `None` if it is longer than `limit`. Takes no
    /// longer than writing `limit` bytes would.
    pub fn json_len(&self, limit: usize) -> Option<usize> {
        let mut counter = Counter { used: 0, limit };
        write_json(self, &mut counter, &Layout::Compact).ok().map(|()| counter.used)
    }
}

struct Bytes<'o>(&'o mut Vec<u8>);

impl Write for Bytes<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }

    fn write_char(&mut self, character: char) -> fmt::Result {
        match u8::try_from(character) {
            Ok(byte) if byte.is_ascii() => self.0.push(byte),
            _ => self.write_str(character.encode_utf8(&mut [0; 4]))?,
        }
        Ok(())
    }
}

struct Counter {
    used: usize,
    limit: usize,
}

impl Write for Counter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.used = self.used.saturating_add(text.len());
        if self.used > self.limit { Err(fmt::Error) } else { Ok(()) }
    }
}

/// Writes a value as JSON text.
pub fn write_json<S: Style>(value: &Value, out: &mut impl Write, style: &S) -> fmt::Result {
    let mut open = Vec::new();
    begin::<S>(value, out, &mut open)?;
    let mut first = true;
    while let Some(container) = open.last_mut() {
        let (key, child, end) = match container {
            Open::Array(items) => (None, items.next(), ']'),
            Open::Object(entries) => match entries.next() {
                Some((key, child)) => (Some(key), Some(child), '}'),
                None => (None, None, '}'),
            },
        };
        let Some(child) = child else {
            open.pop();
            if !first && style.has_lines() {
                new_line(out, open.len())?;
            }
            out.write_char(end)?;
            first = false;
            continue;
        };
        if !first {
            out.write_char(',')?;
        }
        if style.has_lines() {
            new_line(out, open.len())?;
        }
        if let Some(key) = key {
            write_string::<S>(key, out)?;
            out.write_str(if style.has_lines() { ": " } else { ":" })?;
        }
        let depth = open.len();
        begin::<S>(child, out, &mut open)?;
        first = open.len() > depth;
    }
    Ok(())
}

/// Writes a scalar, or the start of a container.
fn begin<'v, S: Style>(
    value: &'v Value,
    out: &mut impl Write,
    open: &mut Vec<Open<'v>>,
) -> fmt::Result {
    if open.len() > S::DEEPEST {
        return out.write_str("<skipped: too deep>");
    }
    match value {
        Value::Null => out.write_str("null"),
        Value::Bool(flag) => out.write_str(if *flag { "true" } else { "false" }),
        Value::Int(number) => write!(out, "{number}"),
        Value::Float(number) => S::write_float(*number, out),
        Value::String(text) => write_string::<S>(text, out),
        Value::Array(items) => {
            open.push(Open::Array(items.iter()));
            out.write_char('[')
        }
        Value::Object(object) => {
            open.push(Open::Object(object.entries().iter()));
            out.write_char('{')
        }
    }
}

fn new_line(out: &mut impl Write, depth: usize) -> fmt::Result {
    out.write_char('\n')?;
    (0..depth).try_for_each(|_| out.write_str("  "))
}

/// Bytes of a string that are searched for escapes together.
const PIECE: usize = 128;

fn write_string<S: Style>(text: &str, out: &mut impl Write) -> fmt::Result {
    out.write_char('"')?;
    let mut rest = text;
    // Piece by piece: a writer that takes no more than the beginning must not cost a search of all.
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at_checked(boundary(rest, PIECE)).unwrap_or((rest, ""));
        rest = behind;
        // Only ASCII characters are escaped, so bytes are compared: most strings have none of them.
        if !piece.bytes().any(|byte| S::is_escaped(char::from(byte))) {
            out.write_str(piece)?;
            continue;
        }
        for part in piece.split_inclusive(S::is_escaped) {
            match part.char_indices().next_back().filter(|(_, last)| S::is_escaped(*last)) {
                Some((at, last)) => {
                    out.write_str(part.split_at(at).0)?;
                    write_escape(last, out)?;
                }
                None => out.write_str(part)?,
            }
        }
    }
    out.write_char('"')
}

/// The last place at or before a byte at which a character begins.
pub fn boundary(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn write_escape(escaped: char, out: &mut impl Write) -> fmt::Result {
    match escaped {
        '"' => out.write_str("\\\""),
        '\\' => out.write_str("\\\\"),
        '\n' => out.write_str("\\n"),
        '\r' => out.write_str("\\r"),
        '\t' => out.write_str("\\t"),
        '\u{8}' => out.write_str("\\b"),
        '\u{c}' => out.write_str("\\f"),
        other => write!(out, "\\u{:04x}", u32::from(other)),
    }
}
