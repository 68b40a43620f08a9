//! The reader of the text, which keeps the events before a fault.

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::{Map, Value};

use super::event::Event;

/// The content of the text.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) events: Vec<Event>,
    pub(super) name: Option<String>,
    /// True if there are pages after this one.
    pub(super) has_more: bool,
    /// True if there is a list of events.
    pub(super) has_events: bool,
}

/// The content of a text, and the fault that ended it.
pub(super) fn found(text: &str) -> (Found, Option<serde_json::Error>) {
    let mut found = Found::default();
    let mut reader = serde_json::Deserializer::from_str(text);
    let result = Whole(&mut found).deserialize(&mut reader).and_then(|()| reader.end());
    (found, result.err())
}

/// The whole text: an object with `events`, or an array.
struct Whole<'f>(&'f mut Found);

impl<'de> DeserializeSeed<'de> for Whole<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Whole<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `events`, or an array of events")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<(), A::Error> {
        Events(self.0).visit_seq(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        while let Some(key) = members.next_key::<String>()? {
            match key.as_str() {
                "events" => members.next_value_seed(Events(self.0))?,
                "nextToken" | "nextPageToken" | "NextToken" => {
                    self.0.has_more = !members.next_value::<Value>()?.is_null();
                }
                "workflowType" => {
                    let named = members.next_value::<Value>()?;
                    self.0.name = named.get("name").and_then(Value::as_str).map(str::to_owned);
                }
                _ => {
                    members.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// The list of events.
struct Events<'f>(&'f mut Found);

impl<'de> DeserializeSeed<'de> for Events<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Events<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of events")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        self.0.has_events = true;
        while let Some(members) = list.next_element::<Map<String, Value>>()? {
            let position = self.0.events.len() + 1;
            self.0.events.push(Event::read(members, position).map_err(A::Error::custom)?);
        }
        Ok(())
    }
}
