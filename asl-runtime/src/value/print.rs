//! Values as JSON text. Written with a list, not with the stack, so any depth can be printed.

use std::fmt::{self, Write};
use std::slice::Iter;

use super::{Entry, Value};

/// A container of which some children are written.
enum Open<'v> {
    Array(Iter<'v, Value>),
    Object(Iter<'v, Entry>),
}

/// Line breaks and two spaces per level, or neither.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    Compact,
    Lines,
}

/// JSON text on one line; `{:#}` on many.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = if f.alternate() { Layout::Lines } else { Layout::Compact };
        write_value(self, f, layout)
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
        self.to_string()
    }

    /// The length of the JSON text in bytes, or `None` if it is longer than `limit`. Takes no
    /// longer than writing `limit` bytes would.
    pub fn json_len(&self, limit: usize) -> Option<usize> {
        let mut counter = Counter { used: 0, limit };
        write_value(self, &mut counter, Layout::Compact).ok().map(|()| counter.used)
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

fn write_value(value: &Value, out: &mut impl Write, layout: Layout) -> fmt::Result {
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
            if !first {
                new_line(out, open.len(), layout)?;
            }
            out.write_char(end)?;
            first = false;
            continue;
        };
        if !first {
            out.write_char(',')?;
        }
        new_line(out, open.len(), layout)?;
        if let Some(key) = key {
            write_string(key, out)?;
            out.write_str(if layout == Layout::Lines { ": " } else { ":" })?;
        }
        let depth = open.len();
        begin(child, out, &mut open)?;
        first = open.len() > depth;
    }
    Ok(())
}

/// Writes a scalar, or the start of a container.
fn begin<'v>(value: &'v Value, out: &mut impl Write, open: &mut Vec<Open<'v>>) -> fmt::Result {
    match value {
        Value::Null => out.write_str("null"),
        Value::Bool(flag) => out.write_str(if *flag { "true" } else { "false" }),
        Value::Int(number) => write!(out, "{number}"),
        Value::Float(number) => match serde_json::Number::from_f64(*number) {
            Some(finite) => write!(out, "{finite}"),
            None => out.write_str("null"),
        },
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

fn new_line(out: &mut impl Write, depth: usize, layout: Layout) -> fmt::Result {
    if layout == Layout::Compact {
        return Ok(());
    }
    out.write_char('\n')?;
    (0..depth).try_for_each(|_| out.write_str("  "))
}

fn write_string(text: &str, out: &mut impl Write) -> fmt::Result {
    out.write_char('"')?;
    for part in text.split_inclusive(|c: char| c < ' ' || c == '"' || c == '\\') {
        match part.char_indices().next_back() {
            Some((at, last)) if last < ' ' || last == '"' || last == '\\' => {
                out.write_str(part.split_at(at).0)?;
                write_escape(last, out)?;
            }
            _ => out.write_str(part)?,
        }
    }
    out.write_char('"')
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
