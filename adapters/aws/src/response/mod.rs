//! The result of an operation, from the response of its service.

mod json;
pub(crate) mod tree;
mod xml;

use asl_aws_models::{Location, Member, Operation, Protocol, Service, Shape, Spelling, Structure};
use asl_http::Answer;
use asl_runtime::Value;
use asl_runtime::value::{Map, Object};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::arguments::shape;
use crate::timestamp;

use tree::Element;

/// A call whose results are written.
#[derive(Clone, Copy)]
pub(crate) struct Results<'a> {
    pub(crate) service: &'a Service,
    pub(crate) spelling: Spelling,
}

/// The parts of a response that have members.
pub(crate) struct Received<'r> {
    pub(crate) answer: &'r Answer,
    pub(crate) body: &'r [u8],
}

/// The result of an operation, with the names of Step Functions.
///
/// # Errors
/// The reason why the response is none of this operation.
pub(crate) fn result(
    operation: &Operation<'_>,
    results: Results<'_>,
    received: &Received<'_>,
) -> Result<Value, String> {
    let Some(output) = operation.output else { return Ok(Value::object([])) };
    let Shape::Structure(structure) = shape(results.service, output) else {
        return Ok(Value::object([]));
    };
    match results.service.protocol() {
        Protocol::Json10 | Protocol::Json11 | Protocol::Cbor => {
            results.structure_of_json(structure, &parsed(received.body)?)
        }
        Protocol::RestJson | Protocol::RestXml => results.rest(structure, received),
        Protocol::Query => {
            let root = Element::read(text(received.body)?)?;
            let inside = operation.result_wrapper.and_then(|name| root.child(name));
            results.structure_of_xml(structure, inside.unwrap_or(&root))
        }
        Protocol::Ec2 => results.structure_of_xml(structure, &Element::read(text(received.body)?)?),
    }
}

impl<'a> Results<'a> {
    /// The name of a member in results.
    fn name(self, member: &Member<'_>) -> String {
        member.written(self.spelling)
    }

    fn is_optimized(self) -> bool {
        self.spelling == Spelling::Optimized
    }

    fn rest(self, structure: Structure<'a>, received: &Received<'_>) -> Result<Value, String> {
        let payload = structure.payload.and_then(|index| structure.members.get(index)).cloned();
        let mut map = Map::default();
        let (body, others): (Vec<_>, Vec<_>) =
            structure.members.into_iter().partition(|member| member.location == Location::Body);
        for member in &others {
            if let Some(value) = self.outside_of_body(member, received)? {
                map.insert(self.name(member), value);
            }
        }
        match payload {
            Some(member) => {
                if let Some(value) = self.payload(&member, received.body)? {
                    map.insert(self.name(&member), value);
                }
            }
            None if body.is_empty() || received.body.is_empty() => {}
            None => {
                let rest = Structure {
                    members: body,
                    payload: None,
                    is_union: false,
                    is_event_stream: false,
                };
                let value = match self.service.protocol() {
                    Protocol::RestXml => {
                        self.structure_of_xml(rest, &Element::read(text(received.body)?)?)?
                    }
                    Protocol::RestJson
                    | Protocol::Json10
                    | Protocol::Json11
                    | Protocol::Query
                    | Protocol::Ec2
                    | Protocol::Cbor => self.structure_of_json(rest, &parsed(received.body)?)?,
                };
                for (name, value) in value.as_object().into_iter().flat_map(Object::iter) {
                    map.insert(name, value.clone());
                }
            }
        }
        Ok(Value::from(map))
    }

    /// A member in the status or the headers.
    fn outside_of_body(
        self,
        member: &Member<'a>,
        received: &Received<'_>,
    ) -> Result<Option<Value>, String> {
        let headers = &received.answer.headers;
        match member.location {
            Location::StatusCode => Ok(Some(Value::from(received.answer.status.as_u16()))),
            Location::Headers => {
                let prefix = member.wire.to_ascii_lowercase();
                let mut map = Map::default();
                for (name, value) in headers {
                    if let Some(name) = name.as_str().strip_prefix(&prefix) {
                        map.insert(name, String::from_utf8_lossy(value.as_bytes()).into_owned());
                    }
                }
                Ok(Some(Value::from(map)))
            }
            Location::Header => {
                let Some(value) = headers.get(&*member.wire) else { return Ok(None) };
                let text = String::from_utf8_lossy(value.as_bytes());
                self.header(member, &text).map(Some)
            }
            Location::Body | Location::Uri | Location::QueryString => Ok(None),
        }
    }

    fn header(self, member: &Member<'a>, text: &str) -> Result<Value, String> {
        if member.is_json_value() {
            let json = STANDARD.decode(text).ok().and_then(|bytes| String::from_utf8(bytes).ok());
            return Ok(Value::from(json.unwrap_or_else(|| text.to_owned())));
        }
        if let Shape::List { .. } = shape(self.service, member.shape) {
            return Ok(text.split(',').map(str::trim).map(Value::from).collect());
        }
        self.scalar(&shape(self.service, member.shape), text)
    }

    fn payload(self, member: &Member<'a>, body: &[u8]) -> Result<Option<Value>, String> {
        let inside = shape(self.service, member.shape);
        match &inside {
            Shape::Blob(_) | Shape::String { .. } => return Ok(Some(bytes(body))),
            Shape::Structure(_)
            | Shape::List { .. }
            | Shape::Map { .. }
            | Shape::Integer(_)
            | Shape::Long(_)
            | Shape::Float(_)
            | Shape::Double(_)
            | Shape::Boolean
            | Shape::Timestamp(_)
            | Shape::Document => {}
        }
        if body.is_empty() {
            return Ok(None);
        }
        if self.service.protocol() == Protocol::RestXml {
            let root = Element::read(text(body)?)?;
            return self.value_of_xml(inside, &root).map(Some);
        }
        self.value_of_json(inside, &parsed(body)?).map(Some)
    }

    /// A scalar from a text, which is where XML and headers have it.
    fn scalar(self, inside: &Shape<'_>, text: &str) -> Result<Value, String> {
        let number = || {
            let number = text
                .trim()
                .parse::<f64>()
                .ok()
                .and_then(|_| Value::from_json_str(text.trim()).ok());
            number.ok_or_else(|| format!("`{}` is no number", asl_http::excerpt(text)))
        };
        match inside {
            Shape::Integer(_) | Shape::Long(_) | Shape::Float(_) | Shape::Double(_) => number(),
            Shape::Boolean => Ok(Value::from(text.trim().eq_ignore_ascii_case("true"))),
            Shape::Timestamp(_) => Ok(self.moment(text)),
            Shape::Blob(_) => Ok(decoded(text)),
            Shape::String { .. }
            | Shape::Document
            | Shape::Structure(_)
            | Shape::List { .. }
            | Shape::Map { .. } => Ok(Value::from(text)),
        }
    }

    /// A time; what is none stays text.
    fn moment(self, text: &str) -> Value {
        match timestamp::read(text.trim()) {
            Some(moment) => timestamp::result(moment, self.is_optimized()),
            None => Value::from(text),
        }
    }
}

/// Bytes as a result: text, as Step Functions returns them. What is no text is Base64.
fn bytes(bytes: &[u8]) -> Value {
    match str::from_utf8(bytes) {
        Ok(text) => Value::from(text),
        Err(_) => Value::from(STANDARD.encode(bytes)),
    }
}

/// Bytes that the protocol has as Base64.
fn decoded(text: &str) -> Value {
    STANDARD.decode(text.trim()).map_or_else(|_| Value::from(text), |decoded| bytes(&decoded))
}

fn text(body: &[u8]) -> Result<&str, String> {
    str::from_utf8(body).map_err(|_| "it is not UTF-8 text".to_owned())
}

fn parsed(body: &[u8]) -> Result<Value, String> {
    if body.is_empty() {
        return Ok(Value::object([]));
    }
    Value::from_json_slice(body).map_err(|error| format!("it is not JSON: {error}"))
}
