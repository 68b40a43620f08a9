//! Values as JSON text, as jq prints them: compact, keys in the order of the object, numbers by
//! [`number`].

use std::fmt::{self, Write};
use std::slice::Iter;

use super::fault::boundary;
use super::number;
use crate::value::{Entry, Value};

/// Bytes of a string that are looked at together.
const PIECE: usize = 128;

/// What is nested deeper than this is not printed.
const DEPTH: usize = 10_000;

/// A container of which some children are written.
enum Open<'v> {
    Array(Iter<'v, Value>),
    Object(Iter<'v, Entry>),
}

/// Writes a value, with a list instead of the stack.
pub fn write(value: &Value, out: &mut impl Write) -> fmt::Result {
    let mut open = Vec::new();
    begin(value, out, &mut open)?;
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
            out.write_char(end)?;
            first = false;
            continue;
        };
        if !first {
            out.write_char(',')?;
        }
        if let Some(key) = key {
            write_string(key, out)?;
            out.write_char(':')?;
        }
        let depth = open.len();
        begin(child, out, &mut open)?;
        first = open.len() > depth;
    }
    Ok(())
}

/// Writes a scalar, or the start of a container.
fn begin<'v>(value: &'v Value, out: &mut impl Write, open: &mut Vec<Open<'v>>) -> fmt::Result {
    if open.len() > DEPTH {
        return out.write_str("<skipped: too deep>");
    }
    match value {
        Value::Null => out.write_str("null"),
        Value::Bool(flag) => out.write_str(if *flag { "true" } else { "false" }),
        Value::Int(number) => write!(out, "{number}"),
        Value::Float(number) => number::write_float(*number, out),
        Value::String(text) => write_string(text, out),
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

/// jq escapes what JSON has to, and the delete character.
fn is_escaped(character: char) -> bool {
    character < ' ' || matches!(character, '"' | '\\' | '\u{7f}')
}

fn write_string(text: &str, out: &mut impl Write) -> fmt::Result {
    out.write_char('"')?;
    let mut rest = text;
    // Piece by piece: a writer that wants no more than the beginning must not cost a look at all.
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at_checked(boundary(rest, PIECE)).unwrap_or((rest, ""));
        rest = behind;
        write_piece(piece, out)?;
    }
    out.write_char('"')
}

fn write_piece(text: &str, out: &mut impl Write) -> fmt::Result {
    for part in text.split_inclusive(is_escaped) {
        let Some(escaped) = part.chars().next_back().filter(|last| is_escaped(*last)) else {
            out.write_str(part)?;
            continue;
        };
        out.write_str(part.strip_suffix(escaped).unwrap_or(part))?;
        write_escape(escaped, out)?;
    }
    Ok(())
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
