//! Events that a machine receives and sends: `CloudEvents` 1.0.

mod http;
mod read;

use std::fmt;

use asl_value::encoding::to_base64;
use serde::{Deserialize, Serialize};

use asl_value::value::{Map, Object, Text, Value};

/// An event as in `CloudEvents` 1.0. Its `subject` is its name in the `events` of a definition;
/// without a name it is identified by type and source.
///
/// ```
/// use asl_runtime::{Event, json};
///
/// let text = r#"{"specversion": "1.0", "id": "7", "source": "/shop", "type": "shop.paid", "subject": "paid", "data": {"amount": 3}}"#;
/// let event = Event::from_json_str(text)?;
/// assert_eq!(event, Event::named("paid").with_id("7").with_source("/shop").with_type("shop.paid").with_data(json!({"amount": 3})));
///
/// let refused = Event::from_json_str(r#"{"specversion": "1.0", "id": 7}"#).unwrap_err();
/// assert_eq!(refused.to_string(), "`id` of a CloudEvent is a string that is not empty; this one is 7");
/// # Ok::<(), asl_runtime::event::EventError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    pub(crate) id: Text,
    pub(crate) name: Text,
    pub(crate) source: Text,
    pub(crate) kind: Text,
    pub(crate) time: Option<Text>,
    pub(crate) content_type: Option<Text>,
    pub(crate) schema: Option<Text>,
    pub(crate) data: Option<Value>,
    /// Binary data as Base64, in place of `data`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) binary: Option<Text>,
    /// Extension attributes by name: an object, or null.
    pub(crate) attributes: Value,
}

/// Reason why data is not an event, or not an acceptable one.
#[derive(Clone, PartialEq, Eq)]
pub struct EventError(String);

impl fmt::Display for EventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

asl_language::__readable_error!(EventError);

/// The keys of an event in expressions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum EventKeys {
    /// The keys of `CloudEvents` together with those of the original's simple host.
    #[default]
    Both,
    /// `EventId`, `EventName`, `EventSource`, `EventType`, `Timestamp`, `Data`,
    /// `ContextAttributes`.
    Names,
    /// `specversion`, `id`, `source`, `type`, `subject`, `time`, `data` or `data_base64`, and each
    /// extension attribute under its own name.
    CloudEvents,
}

impl Event {
    /// Maximum length of an event's text, and default maximum size of an event that an execution
    /// accepts, in bytes.
    pub const MAX_SIZE: usize = 256 * 1024;

    /// Maximum length in bytes of the text of a batch of events.
    pub const MAX_BATCH_SIZE: usize = 16 * Self::MAX_SIZE;

    /// An event with this name and no other attributes.
    pub fn named(name: impl Into<Text>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Sets the id.
    #[must_use]
    pub fn with_id(self, id: impl Into<Text>) -> Self {
        Self { id: id.into(), ..self }
    }

    /// Sets the type.
    #[must_use]
    pub fn with_type(self, kind: impl Into<Text>) -> Self {
        Self { kind: kind.into(), ..self }
    }

    /// Sets the source.
    #[must_use]
    pub fn with_source(self, source: impl Into<Text>) -> Self {
        Self { source: source.into(), ..self }
    }

    /// Sets the data.
    #[must_use]
    pub fn with_data(self, data: impl Into<Value>) -> Self {
        Self { data: Some(data.into()), binary: None, ..self }
    }

    /// Sets binary data, which expressions see as Base64 under `data_base64` and `Data`.
    #[must_use]
    pub fn with_bytes(self, bytes: impl AsRef<[u8]>) -> Self {
        Self { data: None, binary: Some(to_base64(bytes.as_ref()).into()), ..self }
    }

    /// Adds a context attribute. `CloudEvents` allows only lower-case letters and digits in names.
    #[must_use]
    pub fn with_attribute(
        mut self,
        name: impl Into<Text> + AsRef<str>,
        value: impl Into<Value>,
    ) -> Self {
        if self.attributes.is_null() {
            self.attributes = Value::object([]);
        }
        self.attributes.insert(name, value);
        self
    }

    /// Its id; empty if it has none.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its name (`subject`); empty if it has none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its source. Empty if it has none.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Its type; empty if it has none.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Its time.
    pub fn time(&self) -> Option<&str> {
        self.time.as_deref()
    }

    /// Its data, unless they are binary.
    pub fn data(&self) -> Option<&Value> {
        self.data.as_ref()
    }

    /// Its binary data as Base64 (`data_base64`), if it has any.
    pub fn data_base64(&self) -> Option<&str> {
        self.binary.as_deref()
    }

    /// A context attribute (an extension attribute of `CloudEvents`).
    pub fn attribute(&self, name: &str) -> Option<&Value> {
        self.attributes.get(name)
    }

    /// The event in JSON (structured mode of `CloudEvents`). An event without a type has its name
    /// as the type there.
    pub fn to_json(&self) -> Value {
        let mut json = Map::default();
        self.cloud_event(&mut json);
        Value::from(json)
    }

    /// The event as expressions see it.
    pub(crate) fn shown(&self, keys: EventKeys, name: &str) -> Value {
        let mut json = Map::default();
        if keys != EventKeys::Names {
            self.cloud_event(&mut json);
            if self.name.is_empty() && !name.is_empty() {
                json.insert("subject", name);
            }
        }
        if keys != EventKeys::CloudEvents {
            self.by_names(&mut json, name);
        }
        Value::from(json)
    }

    fn cloud_event(&self, json: &mut Map) {
        json.insert("specversion", "1.0");
        json.insert("id", self.id.clone());
        json.insert("source", self.source.clone());
        json.insert(
            "type",
            if self.kind.is_empty() { self.name.clone() } else { self.kind.clone() },
        );
        if !self.name.is_empty() {
            json.insert("subject", self.name.clone());
        }
        let rest = [
            ("time", &self.time),
            ("datacontenttype", &self.content_type),
            ("dataschema", &self.schema),
        ];
        for (key, text) in rest {
            if let Some(text) = text {
                json.insert(key, text.clone());
            }
        }
        for (name, value) in self.attributes.as_object().into_iter().flat_map(Object::entries) {
            json.insert(name.clone(), value.clone());
        }
        if let Some(data) = &self.data {
            json.insert("data", data.clone());
        }
        if let Some(binary) = &self.binary {
            json.insert("data_base64", binary.clone());
        }
    }

    fn by_names(&self, json: &mut Map, name: &str) {
        let text = |text: &str| if text.is_empty() { Value::Null } else { Value::text(text) };
        json.insert("EventId", text(&self.id));
        json.insert("EventName", text(if self.name.is_empty() { name } else { &self.name }));
        json.insert("EventSource", text(&self.source));
        json.insert("EventType", text(&self.kind));
        if let Some(time) = &self.time {
            json.insert("Timestamp", time.clone());
        }
        let binary = || self.binary.clone().map(Value::from);
        json.insert("Data", self.data.clone().or_else(binary).unwrap_or_default());
        let attributes =
            if self.attributes.is_null() { Value::object([]) } else { self.attributes.clone() };
        json.insert("ContextAttributes", attributes);
    }
}

#[cfg(test)]
mod tests;
