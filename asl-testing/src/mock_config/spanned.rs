//! JSON with places. `serde_json` gives line and column only for faulty syntax, so each level of
//! the file is read as raw slices of the text, whose addresses give their places. The file has five
//! levels; everything below is data, so nothing here recurses.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// A JSON value in the text.
#[derive(Clone, Copy)]
pub(super) struct Spanned<'t> {
    text: &'t str,
    raw: &'t RawValue,
}

/// A member of an object, with the place of its name.
pub(super) struct Member<'t> {
    pub(super) name: String,
    pub(super) at: usize,
    pub(super) value: Spanned<'t>,
}

impl<'t> Spanned<'t> {
    /// The value of a text.
    pub(super) fn parse(text: &'t str) -> Result<Self, serde_json::Error> {
        Ok(Self { text, raw: serde_json::from_str(text)? })
    }

    /// Its byte offset.
    pub(super) fn at(self) -> usize {
        offset(self.text, self.raw)
    }

    /// Its JSON text.
    pub(super) fn json(self) -> &'t str {
        self.raw.get()
    }

    /// A string's content.
    pub(super) fn string(self) -> Option<String> {
        serde_json::from_str(self.json()).ok()
    }

    /// The members of an object in their order, including repeated names.
    pub(super) fn members(self) -> Option<Vec<Member<'t>>> {
        let Members(members) = serde_json::from_str(self.json()).ok()?;
        let member = |(key, raw): (&'t RawValue, &'t RawValue)| {
            let name = serde_json::from_str(key.get()).ok()?;
            Some(Member {
                name,
                at: offset(self.text, key),
                value: Spanned { text: self.text, raw },
            })
        };
        members.into_iter().map(member).collect()
    }
}

fn offset(text: &str, raw: &RawValue) -> usize {
    raw.get().as_ptr().addr().saturating_sub(text.as_ptr().addr())
}

struct Members<'t>(Vec<(&'t RawValue, &'t RawValue)>);

impl<'de: 't, 't> Deserialize<'de> for Members<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor).map(|members| Self(members.0))
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Members(members))
    }
}
