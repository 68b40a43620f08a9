//! JSON → event: everything that comes from outside is checked here.

use crate::error::{Quoted, bounded};
use crate::value::{Map, Text, Value};

use super::{Event, EventError};

impl Event {
    /// Reads the JSON text of a `CloudEvent` (structured mode).
    ///
    /// # Errors
    /// It is longer than [`Event::LARGEST`], no JSON, or no `CloudEvent`; the error says what is wrong.
    pub fn from_json_str(text: &str) -> Result<Self, EventError> {
        if text.len() > Self::LARGEST {
            return Err(refused(format!("the event is {} bytes long; at most {} are read", text.len(), Self::LARGEST)));
        }
        let value = Value::from_json_str(text).map_err(|error| refused(format!("the event is no JSON: {error}")))?;
        Self::from_value(&value)
    }

    /// Takes a `CloudEvent` that is data already.
    ///
    /// # Errors
    /// It is no `CloudEvent`; the error says what is wrong.
    pub fn from_value(value: &Value) -> Result<Self, EventError> {
        let Value::Object(members) = value else {
            return Err(refused(format!("a CloudEvent is an object; this is {}", Quoted(value))));
        };
        bounded(value).map_err(refused)?;
        match members.get("specversion") {
            Some(Value::String(version)) if version == "1.0" => {}
            Some(version) => {
                return Err(refused(format!(
                    "`specversion` of a CloudEvent is \"1.0\"; this one is {}",
                    Quoted(version)
                )));
            }
            None => return Err(missing("specversion")),
        }
        let mut event = Self {
            id: required(members.get("id"), "id")?,
            source: required(members.get("source"), "source")?,
            kind: required(members.get("type"), "type")?,
            ..Self::default()
        };
        let mut attributes = Map::default();
        for (name, value) in members.entries() {
            match name.as_str() {
                "specversion" | "id" | "source" | "type" => {}
                "subject" => event.name = text(value, name)?.unwrap_or_default(),
                "time" => event.time = text(value, name)?,
                "datacontenttype" => event.content_type = text(value, name)?,
                "dataschema" => event.schema = text(value, name)?,
                "data" => event.data = Some(value.clone()),
                "data_base64" => return Err(refused("binary data (`data_base64`) is not supported")),
                _ => attribute(&mut attributes, name, value)?,
            }
        }
        if !attributes.entries().is_empty() {
            event.attributes = Value::from(attributes);
        }
        Ok(event)
    }

    /// The event that `sendEvent` sends, of what its node has made.
    pub fn sent(input: &Value, id: String, source: impl FnOnce() -> String) -> Self {
        let text = |key| input.get(key).and_then(Value::as_str).map(Text::new);
        let attributes = input.get("contextAttributes").filter(|attributes| attributes.as_object().is_some());
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

/// An extension attribute. `CloudEvents` has strings, booleans and integers.
fn attribute(attributes: &mut Map, name: &Text, value: &Value) -> Result<(), EventError> {
    if name.is_empty() || !name.chars().all(|letter| letter.is_ascii_alphanumeric()) {
        return Err(refused(format!("`{name}` is no name of a context attribute: those have letters and digits only")));
    }
    match value {
        // As if it was not there.
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

fn required(value: Option<&Value>, name: &str) -> Result<Text, EventError> {
    value.map_or(Ok(None), |value| text(value, name))?.ok_or_else(|| missing(name))
}

/// A string that is not empty; null is as if it was not there.
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

fn refused(why: impl Into<String>) -> EventError {
    EventError(why.into())
}
