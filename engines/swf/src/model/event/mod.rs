//! The events of a history.

mod activity;
mod child;
mod decision_task;
mod external;
mod lambda;
mod timer;
mod types;
mod workflow;

use serde::de::{DeserializeOwned, Error};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

pub use activity::*;
pub use child::*;
pub use decision_task::*;
pub use external::*;
pub use lambda::*;
pub use timer::*;
pub use types::EventAttributes;
pub use workflow::*;

use crate::model::time::Timestamp;

/// One event of a history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Position in the history, from 1.
    pub event_id: i64,
    /// Time of the event.
    pub event_timestamp: Timestamp,
    /// Type and attributes.
    pub attributes: EventAttributes,
}

/// Declares `EventAttributes`: a variant for each type, with the key of its attributes.
macro_rules! event_types {
    ($($(#[$doc:meta])* $Type:ident = $key:literal,)*) => {
        /// The type of an event with its attributes, a struct of the same name.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum EventAttributes {
            $(
                $(#[$doc])*
                $Type($Type),
            )*
            /// An event of unknown type.
            Unknown($crate::model::event::Unknown),
        }

        impl EventAttributes {
            /// All known types.
            pub const TYPES: &[&str] = &[$(stringify!($Type)),*];

            /// Name of the type at Amazon SWF.
            pub fn event_type(&self) -> &str {
                match self {
                    $(Self::$Type(_) => stringify!($Type),)*
                    Self::Unknown(unknown) => &unknown.event_type,
                }
            }

            /// Reads the attributes of this type from the fields of an event.
            pub(super) fn read(
                event_type: &str,
                fields: &mut serde_json::Map<String, serde_json::Value>,
            ) -> Result<Self, String> {
                match event_type {
                    $(stringify!($Type) => $crate::model::event::attributes($key, fields).map(Self::$Type),)*
                    _ => Ok(Self::Unknown($crate::model::event::Unknown::read(event_type, fields))),
                }
            }

            /// Writes the attributes under their key.
            pub(super) fn write<M: serde::ser::SerializeMap>(&self, event: &mut M) -> Result<(), M::Error> {
                match self {
                    $(Self::$Type(attributes) => event.serialize_entry($key, attributes),)*
                    Self::Unknown(unknown) => unknown.fields.iter().try_for_each(|(key, value)| event.serialize_entry(key, value)),
                }
            }
        }
    };
}

pub(super) use event_types;

/// An event of unknown type, unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// Name of the type.
    pub event_type: String,
    /// The fields of the event besides type, id and time.
    pub fields: Map<String, Value>,
}

impl Unknown {
    fn read(event_type: &str, fields: &mut Map<String, Value>) -> Self {
        Self { event_type: event_type.to_owned(), fields: std::mem::take(fields) }
    }
}

/// Reads the attributes under a key.
fn attributes<T: DeserializeOwned>(
    key: &str,
    fields: &mut Map<String, Value>,
) -> Result<T, String> {
    let Some(attributes) = fields.remove(key).filter(|attributes| !attributes.is_null()) else {
        let others: Vec<_> = fields
            .keys()
            .filter(|key| key.ends_with("EventAttributes"))
            .map(|key| format!("`{key}`"))
            .collect();
        let others =
            if others.is_empty() { String::new() } else { format!(", but {}", others.join(", ")) };
        return Err(format!("has no `{key}`{others}"));
    };
    serde_json::from_value(attributes).map_err(|error| format!("has `{key}` with a fault: {error}"))
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut event = serializer.serialize_map(None)?;
        event.serialize_entry("eventId", &self.event_id)?;
        event.serialize_entry("eventTimestamp", &self.event_timestamp)?;
        event.serialize_entry("eventType", self.attributes.event_type())?;
        self.attributes.write(&mut event)?;
        event.end()
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fields = Map::deserialize(deserializer)?;
        let event_id: i64 = field("eventId", &mut fields)
            .map_err(|error| D::Error::custom(format_args!("an event {error}")))?;
        let fault = |error| D::Error::custom(format_args!("event {event_id} {error}"));
        let event_timestamp = field("eventTimestamp", &mut fields).map_err(fault)?;
        let event_type: String = field("eventType", &mut fields).map_err(fault)?;
        let fault =
            |error| D::Error::custom(format_args!("event {event_id}, `{event_type}`, {error}"));
        let attributes = EventAttributes::read(&event_type, &mut fields).map_err(fault)?;
        Ok(Self { event_id, event_timestamp, attributes })
    }
}

/// Reads a required field.
fn field<T: DeserializeOwned>(key: &str, fields: &mut Map<String, Value>) -> Result<T, String> {
    let value = fields.remove(key).ok_or_else(|| format!("has no `{key}`"))?;
    serde_json::from_value(value).map_err(|error| format!("has `{key}` with a fault: {error}"))
}
