//! Converts JSON to events, and checks everything that comes from outside.

use asl_value::encoding::is_base64;

use asl_value::error::{Quoted, bounded};
use asl_value::value::{Map, Text, Value};

use super::{Event, EventError};

impl Event {
    /// Reads the JSON text of a `CloudEvent` (structured mode).
    ///
    /// # Errors
    /// The text is longer than [`Event::MAX_SIZE`], not JSON, or not a `CloudEvent`; the error says
    /// what is wrong.
    #[inline]
    pub fn from_json_str(text: &str) -> Result<Self, EventError> {
        if text.len() > Self::MAX_SIZE {
            return Err(refused(format!(
                "the event is {} bytes long; at most {} are read",
                text.len(),
                Self::MAX_SIZE
            )));
        }
        let value = Value::from_json_str(text)
            .map_err(|error| refused(format!("the event is no JSON: {error}")))?;
        Self::from_value(&value)
    }

    /// Converts a `CloudEvent` in a value.
    ///
    /// # Errors
    /// It is not a `CloudEvent`; the error says what is wrong.
    #[inline]
    pub fn from_value(value: &Value) -> Result<Self, EventError> {
        let Value::Object(members) = value else {
            return Err(refused(format!("a CloudEvent is an object; this is {}", Quoted(value))));
        };
        bounded(value).map_err(refused)?;
        let mut reading = Reading::new(members.get("specversion"))?;
        for (name, value) in members.entries() {
            match name.as_str() {
                "data" => reading.event.data = Some(value.clone()),
                "data_base64" => reading.event.binary = binary(value)?,
                _ => reading.attribute(name, value)?,
            }
        }
        reading.finish()
    }

    /// Reads the JSON text of a batch of `CloudEvents`: an array of events. All of them must be
    /// valid.
    ///
    /// ```
    /// use asl_runtime::Event;
    ///
    /// let text = r#"[
    ///     {"specversion": "1.0", "id": "1", "source": "/shop", "type": "shop.paid"},
    ///     {"specversion": "1.0", "id": "2", "source": "/shop", "type": "shop.packed"}
    /// ]"#;
    /// assert_eq!(Event::batch_from_json_str(text)?.len(), 2);
    ///
    /// let refused = Event::batch_from_json_str(r#"[{"specversion": "1.0", "id": 7}]"#).unwrap_err();
    /// let why = "event 1 of 1: `id` of a CloudEvent is a string that is not empty; this one is 7";
    /// assert_eq!(refused.to_string(), why);
    /// # Ok::<(), asl_runtime::event::EventError>(())
    /// ```
    ///
    /// # Errors
    /// The text is longer than [`Event::MAX_BATCH_SIZE`] or not a JSON array, or one of the events
    /// is larger than [`Event::MAX_SIZE`] or not a `CloudEvent`; the error says what is wrong.
    #[inline]
    pub fn batch_from_json_str(text: &str) -> Result<Vec<Self>, EventError> {
        let (length, most) = (text.len(), Self::MAX_BATCH_SIZE);
        if length > most {
            return Err(refused(format!(
                "the batch is {length} bytes long; at most {most} are read"
            )));
        }
        let value = Value::from_json_str(text)
            .map_err(|error| refused(format!("the batch is no JSON: {error}")))?;
        let Value::Array(events) = &value else {
            return Err(refused(format!(
                "a batch of CloudEvents is an array; this is {}",
                Quoted(&value)
            )));
        };
        let count = events.as_slice().len();
        let read = |(at, event): (usize, &Value)| {
            if event.json_len(Self::MAX_SIZE).is_none() {
                return Err(refused(format!(
                    "event {at} of {count} is larger than {} bytes",
                    Self::MAX_SIZE
                )));
            }
            Self::from_value(event)
                .map_err(|EventError(why)| refused(format!("event {at} of {count}: {why}")))
        };
        (1..).zip(events.as_slice()).map(read).collect()
    }

    /// The event of a `sendEvent`, from the input that its node has made.
    pub fn sent(input: &Value, id: String, source: impl FnOnce() -> String) -> Self {
        let text = |key| input.get(key).and_then(Value::as_str).map(Text::new);
        let attributes =
            input.get("contextAttributes").filter(|attributes| attributes.as_object().is_some());
        Self {
            id: id.into(),
            name: text("name").unwrap_or_default(),
            source: text("source").unwrap_or_else(|| source().into()),
            kind: text("type").unwrap_or_default(),
            data: input.get("data").cloned(),
            attributes: attributes.cloned().unwrap_or_default(),
            ..Self::default()
        }
    }
}

/// An event while its attributes are read.
#[derive(Default)]
pub(super) struct Reading {
    event: Event,
    attributes: Map,
}

impl Reading {
    /// An event of this `specversion`, without other attributes yet.
    #[inline]
    pub(super) fn new(version: Option<&Value>) -> Result<Self, EventError> {
        match version {
            Some(Value::String(version)) if version == "1.0" => Ok(Self::default()),
            Some(version) => {
                let what = "`specversion` of a CloudEvent is \"1.0\"";
                Err(refused(format!("{what}; this one is {}", Quoted(version))))
            }
            None => Err(missing("specversion")),
        }
    }

    /// Adds an attribute: one of the core's, or an extension.
    #[inline]
    pub(super) fn attribute(&mut self, name: &Text, value: &Value) -> Result<(), EventError> {
        let event = &mut self.event;
        match name.as_str() {
            "specversion" => {}
            "id" => event.id = text(value, name)?.unwrap_or_default(),
            "source" => event.source = text(value, name)?.unwrap_or_default(),
            "type" => event.kind = text(value, name)?.unwrap_or_default(),
            "subject" => event.name = text(value, name)?.unwrap_or_default(),
            "time" => event.time = text(value, name)?,
            "datacontenttype" => event.content_type = text(value, name)?,
            "dataschema" => event.schema = text(value, name)?,
            _ => extension(&mut self.attributes, name, value)?,
        }
        Ok(())
    }

    /// The event, if it has all required attributes.
    #[inline]
    pub(super) fn finish(self) -> Result<Event, EventError> {
        let Self { mut event, attributes } = self;
        for (name, text) in [("id", &event.id), ("source", &event.source), ("type", &event.kind)] {
            if text.is_empty() {
                return Err(missing(name));
            }
        }
        if event.data.is_some() && event.binary.is_some() {
            return Err(refused("a CloudEvent has `data` or `data_base64`; this one has both"));
        }
        if !attributes.entries().is_empty() {
            event.attributes = Value::from(attributes);
        }
        Ok(event)
    }
}

/// Parses `data_base64`.
#[inline]
fn binary(value: &Value) -> Result<Option<Text>, EventError> {
    if value.is_null() {
        return Ok(None);
    }
    let text = value.as_str().filter(|text| is_base64(text));
    let what = "`data_base64` of a CloudEvent is a string in Base64";
    text.map(|text| Some(Text::new(text)))
        .ok_or_else(|| refused(format!("{what}; this one is {}", Quoted(value))))
}

/// Adds an extension attribute. `CloudEvents` allows strings, booleans and integers.
#[inline]
fn extension(attributes: &mut Map, name: &Text, value: &Value) -> Result<(), EventError> {
    if name.is_empty()
        || !name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
    {
        let what =
            "is no name of a context attribute: those have lower-case letters and digits only";
        return Err(refused(format!("`{name}` {what}")));
    }
    match value {
        // Null means absent.
        Value::Null => {}
        Value::Bool(_) | Value::Int(_) | Value::String(_) => {
            attributes.insert(name.clone(), value.clone());
        }
        Value::Float(_) | Value::Array(_) | Value::Object(_) => {
            let what = "a context attribute is a string, an integer or a boolean";
            return Err(refused(format!("{what}; `{name}` is {}", Quoted(value))));
        }
    }
    Ok(())
}

/// A string that is not empty. Null means absent.
#[inline]
fn text(value: &Value, name: &str) -> Result<Option<Text>, EventError> {
    if value.is_null() {
        return Ok(None);
    }
    match value.as_str().filter(|text| !text.is_empty()) {
        Some(text) => Ok(Some(Text::new(text))),
        None => {
            let what = format!("`{name}` of a CloudEvent is a string that is not empty");
            Err(refused(format!("{what}; this one is {}", Quoted(value))))
        }
    }
}

fn missing(name: &str) -> EventError {
    refused(format!("a CloudEvent has `{name}`; this one has not"))
}

pub(super) fn refused(why: impl Into<String>) -> EventError {
    EventError(why.into())
}
