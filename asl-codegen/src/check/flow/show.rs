//! Shapes as text: JSON with names of types for values, `?` after an optional member, `…` for
//! further members.

use std::fmt;

use super::shape::{Items, Members, Shape};

/// Maximum depth. Deeper parts are only named.
const MOST_LEVELS: usize = 4;

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(self, 0, f)
    }
}

fn show(shape: &Shape, level: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(kinds) = shape.kinds() else { return f.write_str("any") };
    if shape.is_never() {
        return f.write_str("nothing");
    }
    let mut written = false;
    let mut or = |f: &mut fmt::Formatter<'_>| {
        let text = if std::mem::replace(&mut written, true) { " or " } else { "" };
        f.write_str(text)
    };
    if let Some(members) = &kinds.object {
        or(f)?;
        object(members, level, f)?;
    }
    if let Some(items) = &kinds.array {
        or(f)?;
        array(items, level, f)?;
    }
    let simple = [
        (kinds.string, "string"),
        (kinds.number, "number"),
        (kinds.boolean, "boolean"),
        (kinds.null, "null"),
    ];
    for (_, word) in simple.into_iter().filter(|(possible, _)| *possible) {
        or(f)?;
        f.write_str(word)?;
    }
    Ok(())
}

fn object(members: &Members, level: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if level >= MOST_LEVELS {
        return f.write_str("object");
    }
    f.write_str("{")?;
    for (index, (name, member)) in members.known.iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        let sign = if member.always { "" } else { "?" };
        write!(f, "{comma} {name:?}{sign}: ")?;
        show(&member.shape, level + 1, f)?;
    }
    let comma = if members.known.is_empty() { "" } else { "," };
    match (members.is_open, members.known.is_empty()) {
        (true, _) => write!(f, "{comma} … }}"),
        (false, true) => f.write_str("}"),
        (false, false) => f.write_str(" }"),
    }
}

fn array(items: &Items, level: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if level >= MOST_LEVELS {
        return f.write_str("array");
    }
    f.write_str("[")?;
    for (index, item) in items.first.iter().enumerate() {
        f.write_str(if index > 0 { ", " } else { "" })?;
        show(item, level + 1, f)?;
    }
    if let Some(more) = &items.more {
        f.write_str(if items.first.is_empty() { "" } else { ", " })?;
        show(more, level + 1, f)?;
        f.write_str(", …")?;
    }
    f.write_str("]")
}
