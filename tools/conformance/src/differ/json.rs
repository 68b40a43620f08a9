//! JSON for the reference interpreter: objects keep the order of their members, and are equal in
//! any order.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// Matches a text that no specification fixes, such as most causes.
pub(crate) const ANY_TEXT: &str = "\u{1}any text";

/// A JSON value.
#[derive(Clone, Debug)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// An object.
pub(crate) fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

/// A text.
pub(crate) fn text(text: impl Into<String>) -> Json {
    Json::Text(text.into())
}

/// A number.
pub(crate) fn number(number: impl Into<f64>) -> Json {
    Json::Number(number.into())
}

impl Json {
    /// A member of an object.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        let Self::Object(members) = self else { return None };
        members.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// A member that is a text.
    pub(crate) fn text_at(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(Self::as_text)
    }

    /// A member that is a number.
    pub(crate) fn number_at(&self, key: &str) -> Option<f64> {
        self.get(key).and_then(Self::as_number)
    }

    /// The items of a member that is an array; empty if it is absent.
    pub(crate) fn items_at(&self, key: &str) -> &[Self] {
        match self.get(key) {
            Some(Self::Array(items)) => items,
            _ => &[],
        }
    }

    pub(crate) fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    pub(crate) fn as_number(&self) -> Option<f64> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }

    /// Sets a member of an object. Other values are unchanged.
    pub(crate) fn set(&mut self, key: &str, value: Self) {
        let Self::Object(members) = self else { return };
        match members.iter_mut().find(|(name, _)| name == key) {
            Some((_, old)) => *old = value,
            None => members.push((key.to_owned(), value)),
        }
    }

    /// Sets a member of an object before all others.
    pub(crate) fn put_first(&mut self, key: &str, value: Self) {
        if let Self::Object(members) = self {
            members.insert(0, (key.to_owned(), value));
        }
    }

    /// True for a state of this type.
    pub(crate) fn is(&self, kind: &str) -> bool {
        self.text_at("Type") == Some(kind)
    }

    /// Number of values, including itself.
    pub(crate) fn nodes(&self) -> usize {
        1 + match self {
            Self::Array(items) => items.iter().map(Self::nodes).sum(),
            Self::Object(members) => members.iter().map(|(_, value)| value.nodes()).sum(),
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::Text(_) => 0,
        }
    }

    /// Levels of nesting.
    pub(crate) fn depth(&self) -> usize {
        1 + match self {
            Self::Array(items) => items.iter().map(Self::depth).max().unwrap_or(0),
            Self::Object(members) => {
                members.iter().map(|(_, value)| value.depth()).max().unwrap_or(0)
            }
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::Text(_) => 0,
        }
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text(a), Self::Text(b)) => a == b || a == ANY_TEXT || b == ANY_TEXT,
            (Self::Object(a), Self::Object(b)) => {
                a.len() == b.len() && a.iter().all(|(key, value)| other.get(key) == Some(value))
            }
            (Self::Array(a), Self::Array(b)) => a == b,
            (Self::Number(a), Self::Number(b)) => a == b,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Null, Self::Null) => true,
            _ => false,
        }
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(value) => write!(f, "{value}"),
            Self::Text(value) => f.write_str(&quoted(value)),
            Self::Array(items) => {
                f.write_str("[")?;
                for (at, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if at == 0 { "" } else { "," })?;
                }
                f.write_str("]")
            }
            Self::Object(members) => {
                f.write_str("{")?;
                for (at, (key, value)) in members.iter().enumerate() {
                    write!(f, "{}{}:{value}", if at == 0 { "" } else { "," }, quoted(key))?;
                }
                f.write_str("}")
            }
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyJson)
    }
}

struct AnyJson;

#[expect(clippy::cast_precision_loss, reason = "the generator makes small numbers")]
impl<'de> Visitor<'de> for AnyJson {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Json::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Json::Object(members))
    }
}
