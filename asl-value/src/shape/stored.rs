//! Shapes as text, for engines that keep with their executions what the types were.

use serde::{Deserialize, Serialize};

use asl_language::shape::{Member, Name, Object, Others, Presence, Values};

/// Maximum number of sets within a set that is converted: as text it is too large to be kept.
const MOST_SETS: usize = 20_000;

/// A set of values that owns its parts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Stored {
    Any,
    Never,
    Null,
    Boolean,
    /// The bounds as text: JSON's readers cut off such numbers.
    Integer(String, String),
    Number,
    Text,
    Constant(String),
    List(Box<Self>),
    Tuple(Vec<Self>),
    Map(Box<Self>),
    Object(StoredObject),
    OneOf(Vec<Self>),
    Named(u64, String, Box<Self>),
    Own(u64),
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct StoredObject {
    members: Vec<StoredMember>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    flattened: Vec<Stored>,
    others: StoredOthers,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct StoredMember {
    name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    aliases: Vec<String>,
    values: Stored,
    presence: StoredPresence,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredPresence {
    Always,
    Sometimes,
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredOthers {
    None,
    Denied,
    Any,
}

/// A set as compact JSON text; `None` if it is very large.
#[inline]
pub fn to_text(values: &Values<'_>) -> Option<String> {
    let mut left = MOST_SETS;
    serde_json::to_string(&stored(values, &mut left)?).ok()
}

/// Reads a text of [`to_text`]. The result stays in memory until the process ends, as the sets of
/// the program do: read only texts that differ from that of the program.
///
/// `None` if the text is of an unknown form, or too large.
#[inline]
pub fn from_text(text: &str) -> Option<&'static Values<'static>> {
    let stored: Stored = serde_json::from_str(text).ok()?;
    let mut left = MOST_SETS;
    kept(stored, &mut left)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "what is new is kept as unknown")]
#[inline]
fn stored(values: &Values<'_>, left: &mut usize) -> Option<Stored> {
    *left = left.checked_sub(1)?;
    Some(match values {
        Values::Never => Stored::Never,
        Values::Null => Stored::Null,
        Values::Boolean => Stored::Boolean,
        Values::Integer(least, greatest) => {
            Stored::Integer(least.to_string(), greatest.to_string())
        }
        Values::Number => Stored::Number,
        Values::Text => Stored::Text,
        Values::Constant(text) => Stored::Constant((*text).to_owned()),
        Values::List(item) => Stored::List(Box::new(stored(item, left)?)),
        Values::Tuple(items) => Stored::Tuple(all_stored(items, left)?),
        Values::Map(member) => Stored::Map(Box::new(stored(member, left)?)),
        Values::Object(object) => Stored::Object(stored_object(object, left)?),
        Values::OneOf(sets) => Stored::OneOf(all_stored(sets, left)?),
        Values::Named(name, values) => {
            Stored::Named(name.id, name.text.to_owned(), Box::new(stored(values, left)?))
        }
        Values::Own(id) => Stored::Own(*id),
        _ => Stored::Any,
    })
}

#[inline]
fn all_stored(sets: &[&Values<'_>], left: &mut usize) -> Option<Vec<Stored>> {
    sets.iter().map(|set| stored(set, left)).collect()
}

#[inline]
fn stored_object(object: &Object<'_>, left: &mut usize) -> Option<StoredObject> {
    let members = object.members.iter().map(|member| {
        Some(StoredMember {
            name: member.name.to_owned(),
            aliases: member.aliases.iter().map(|alias| (*alias).to_owned()).collect(),
            values: stored(member.values, left)?,
            presence: match member.presence {
                Presence::Always => StoredPresence::Always,
                Presence::Sometimes => StoredPresence::Sometimes,
                Presence::Unknown => StoredPresence::Unknown,
            },
        })
    });
    Some(StoredObject {
        members: members.collect::<Option<_>>()?,
        flattened: all_stored(object.flattened, left)?,
        others: match object.others {
            Others::None => StoredOthers::None,
            Others::Denied => StoredOthers::Denied,
            Others::Any => StoredOthers::Any,
        },
    })
}

#[inline]
fn kept(stored: Stored, left: &mut usize) -> Option<&'static Values<'static>> {
    *left = left.checked_sub(1)?;
    let values = match stored {
        Stored::Any => Values::Any,
        Stored::Never => Values::Never,
        Stored::Null => Values::Null,
        Stored::Boolean => Values::Boolean,
        Stored::Integer(least, greatest) => {
            Values::Integer(least.parse().ok()?, greatest.parse().ok()?)
        }
        Stored::Number => Values::Number,
        Stored::Text => Values::Text,
        Stored::Constant(text) => Values::Constant(text.leak()),
        Stored::List(item) => Values::List(kept(*item, left)?),
        Stored::Tuple(items) => Values::Tuple(all_kept(items, left)?),
        Stored::Map(member) => Values::Map(kept(*member, left)?),
        Stored::Object(object) => Values::Object(kept_object(object, left)?),
        Stored::OneOf(sets) => Values::OneOf(all_kept(sets, left)?),
        Stored::Named(id, text, values) => {
            Values::Named(Name { id, text: text.leak() }, kept(*values, left)?)
        }
        Stored::Own(id) => Values::Own(id),
    };
    Some(Box::leak(Box::new(values)))
}

#[inline]
fn all_kept(sets: Vec<Stored>, left: &mut usize) -> Option<&'static [&'static Values<'static>]> {
    let sets: Option<Vec<&'static Values<'static>>> =
        sets.into_iter().map(|set| kept(set, left)).collect();
    Some(sets?.leak())
}

#[inline]
fn kept_object(object: StoredObject, left: &mut usize) -> Option<Object<'static>> {
    let members = object.members.into_iter().map(|member| {
        let aliases: Vec<&'static str> =
            member.aliases.into_iter().map(|alias| &*alias.leak()).collect();
        let presence = match member.presence {
            StoredPresence::Always => Presence::Always,
            StoredPresence::Sometimes => Presence::Sometimes,
            StoredPresence::Unknown => Presence::Unknown,
        };
        let values = kept(member.values, left)?;
        Some(Member::new(member.name.leak(), values).aliases(aliases.leak()).presence(presence))
    });
    let members: Option<Vec<Member<'static>>> = members.collect();
    Some(Object {
        members: members?.leak(),
        flattened: all_kept(object.flattened, left)?,
        others: match object.others {
            StoredOthers::None => Others::None,
            StoredOthers::Denied => Others::Denied,
            StoredOthers::Any => Others::Any,
        },
    })
}
