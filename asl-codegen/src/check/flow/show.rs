//! Shapes as text: JSON with names of types for values, `?` after an optional member, `…` for
//! further members.

use std::fmt::{self, Write};

use super::border::Border;
use super::shape::{Items, Member, Members, Shape};

/// Maximum depth. Deeper parts are only named.
const MOST_LEVELS: usize = 4;

/// Maximum number of members of the two outer levels of a brief text.
const MOST_BRIEF: [usize; 2] = [8, 3];

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Writer { f, place: None, is_brief: false }.shape(self, 0)
    }
}

/// The text of a shape, with the names of the places that values come from.
#[cfg(feature = "types")]
pub(crate) fn show(shape: &Shape, place: &dyn Fn(&Border) -> String) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = Writer { f: &mut text, place: Some(place), is_brief: false }.shape(shape, 0);
    text
}

/// The text of a shape with the first members of its two outer levels, those that are always present
/// before the others.
#[cfg(feature = "aws-models")]
pub(crate) fn brief(shape: &Shape) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = Writer { f: &mut text, place: None, is_brief: true }.shape(shape, 0);
    text
}

/// Writes a shape.
struct Writer<'a> {
    f: &'a mut dyn Write,
    /// The name of a place. None: places are not named.
    place: Option<&'a dyn Fn(&Border) -> String>,
    is_brief: bool,
}

impl Writer<'_> {
    fn shape(&mut self, shape: &Shape, level: usize) -> fmt::Result {
        let kinds = match shape {
            Shape::Any => return self.f.write_str("any"),
            Shape::Border(border) => {
                let place = self.place.map(|place| place(border));
                return self.f.write_str(place.as_deref().unwrap_or("any"));
            }
            Shape::OneOf(kinds) => kinds,
        };
        if shape.is_never() {
            return self.f.write_str("nothing");
        }
        let mut or = "";
        if let Some(members) = &kinds.object {
            self.object(members, level)?;
            or = " or ";
        }
        if let Some(items) = &kinds.array {
            self.f.write_str(or)?;
            self.array(items, level)?;
            or = " or ";
        }
        let simple = [
            (kinds.string, "string"),
            (kinds.number, "number"),
            (kinds.boolean, "boolean"),
            (kinds.null, "null"),
        ];
        for (_, word) in simple.into_iter().filter(|(possible, _)| *possible) {
            self.f.write_str(or)?;
            self.f.write_str(word)?;
            or = " or ";
        }
        Ok(())
    }

    fn object(&mut self, members: &Members, level: usize) -> fmt::Result {
        let most = if self.is_brief {
            MOST_BRIEF.get(level).copied()
        } else {
            (level < MOST_LEVELS).then_some(usize::MAX)
        };
        let Some(most) = most else { return self.f.write_str("object") };
        self.f.write_str("{")?;
        let is_brief = self.is_brief;
        let is_first = |member: &Member| is_brief && member.always;
        let first = members.known.iter().filter(|(_, member)| is_first(member));
        let others = members.known.iter().filter(|(_, member)| !is_first(member));
        for (index, (name, member)) in first.chain(others).take(most).enumerate() {
            let comma = if index > 0 { "," } else { "" };
            let sign = if member.always { "" } else { "?" };
            write!(self.f, "{comma} {name:?}{sign}: ")?;
            self.shape(&member.shape, level + 1)?;
        }
        let comma = if members.known.is_empty() { "" } else { "," };
        match (members.is_open || members.known.len() > most, members.known.is_empty()) {
            (true, _) => {
                write!(self.f, "{comma} …")?;
                if let Some(more) = &members.more {
                    self.f.write_str(": ")?;
                    self.shape(more, level + 1)?;
                }
                if let (Some(place), Some(border)) = (self.place, &members.others) {
                    write!(self.f, " of {}", place(border))?;
                }
                self.f.write_str(" }")
            }
            (false, true) => self.f.write_str("}"),
            (false, false) => self.f.write_str(" }"),
        }
    }

    fn array(&mut self, items: &Items, level: usize) -> fmt::Result {
        if level >= MOST_LEVELS {
            return self.f.write_str("array");
        }
        self.f.write_str("[")?;
        for (index, item) in items.first.iter().enumerate() {
            self.f.write_str(if index > 0 { ", " } else { "" })?;
            self.shape(item, level + 1)?;
        }
        if let Some(more) = &items.more {
            self.f.write_str(if items.first.is_empty() { "" } else { ", " })?;
            self.shape(more, level + 1)?;
            self.f.write_str(", …")?;
        }
        self.f.write_str("]")
    }
}
