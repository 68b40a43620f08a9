//! The REST protocols: path, query and headers have members of their own; the rest is JSON or XML.

use asl_aws_models::{Location, Member, Operation, Shape, TimestampFormat};
use asl_runtime::Value;
use asl_runtime::value::Array;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::xml::{Element, Writer};
use super::{Wire, encoded, json};
use crate::arguments::{Arguments, Given, blob, time_format};
use crate::problem::Problem;

/// The format of bodies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Json,
    Xml,
}

pub(super) fn request(
    operation: &Operation<'_>,
    arguments: Arguments<'_>,
    input: &Value,
    format: Format,
) -> Result<Wire, Problem> {
    let mut parts = Parts { arguments, uri: operation.uri.to_owned(), wire: Wire::default() };
    operation.method.clone_into(&mut parts.wire.method);
    if let Some(shape) = operation.input
        && let Shape::Structure(structure) = arguments.shape(shape)
    {
        let payload = structure.payload.and_then(|index| structure.members.get(index)).cloned();
        let has_body = structure.members.iter().any(|member| member.location == Location::Body);
        let members = arguments.members(structure, input, "")?;
        let (body, others): (Vec<_>, Vec<_>) =
            members.into_iter().partition(|given| given.member.location == Location::Body);
        for Given { member, value } in &others {
            parts.put(member, value)?;
        }
        parts.body(operation, format, payload.as_ref(), body, has_body)?;
    }
    parts.finish()
}

struct Parts<'a> {
    arguments: Arguments<'a>,
    /// The template of the path; the values of members replace their names.
    uri: String,
    wire: Wire,
}

impl Parts<'_> {
    /// A member outside of the body.
    fn put(&mut self, member: &Member<'_>, value: &Value) -> Result<(), Problem> {
        let wire = &*member.wire;
        match member.location {
            Location::Uri => {
                let text = self.scalar(member, value, TimestampFormat::Iso8601)?;
                if text.is_empty() {
                    // Without it the path would be that of another operation.
                    return Err(Problem::new(format!("\"{}\" must not be empty", member.name)));
                }
                let greedy = text.split('/').map(encoded).collect::<Vec<_>>().join("/");
                self.uri = self.uri.replace(&format!("{{{wire}+}}"), &greedy);
                self.uri = self.uri.replace(&format!("{{{wire}}}"), &encoded(&text));
                if member.is_host_label() {
                    self.wire.labels.push((member.name.to_owned(), text));
                }
            }
            Location::QueryString => self.query(member, value)?,
            Location::Header => {
                let text = self.header(member, value)?;
                self.wire.headers.push((wire.to_ascii_lowercase(), text));
            }
            Location::Headers => {
                let object = value.as_object();
                let object =
                    object.ok_or_else(|| Problem::kind(member.name, "an object", value))?;
                for (name, value) in object.iter() {
                    let name = format!("{wire}{name}").to_ascii_lowercase();
                    self.wire.headers.push((name, self.arguments.text(value, member.name)?));
                }
            }
            // A status is a member of responses only.
            Location::Body | Location::StatusCode => {}
        }
        Ok(())
    }

    fn query(&mut self, member: &Member<'_>, value: &Value) -> Result<(), Problem> {
        let name = member.wire.to_string();
        let inside = self.arguments.shape(member.shape);
        if let Shape::List { .. } = inside {
            let items = value.as_array();
            let items = items.ok_or_else(|| Problem::kind(member.name, "an array", value))?;
            for item in items {
                let text = self.arguments.text(item, member.name)?;
                self.wire.query.push((name.clone(), text));
            }
            return Ok(());
        }
        if let Shape::Map { .. } = inside {
            let object = value.as_object();
            let object = object.ok_or_else(|| Problem::kind(member.name, "an object", value))?;
            for (key, value) in object.iter() {
                let values = value.as_array().map_or(std::slice::from_ref(value), Array::as_slice);
                for value in values {
                    let text = self.arguments.text(value, member.name)?;
                    self.wire.query.push((key.to_owned(), text));
                }
            }
            return Ok(());
        }
        let text = self.scalar(member, value, TimestampFormat::Iso8601)?;
        self.wire.query.push((name, text));
        Ok(())
    }

    fn header(&self, member: &Member<'_>, value: &Value) -> Result<String, Problem> {
        if member.is_json_value() {
            return Ok(STANDARD.encode(blob(value)));
        }
        let Some(items) = value.as_array() else {
            return self.scalar(member, value, TimestampFormat::Rfc822);
        };
        let items = items.iter().map(|item| self.arguments.text(item, member.name));
        Ok(items.collect::<Result<Vec<_>, _>>()?.join(","))
    }

    /// The text of a scalar in the path, the query or a header.
    fn scalar(
        &self,
        member: &Member<'_>,
        value: &Value,
        format: TimestampFormat,
    ) -> Result<String, Problem> {
        let inside = self.arguments.shape(member.shape);
        let format = time_format(member.timestamp_format, &inside, format);
        self.arguments.scalar(&inside, format, value, member.name)
    }

    fn body(
        &mut self,
        operation: &Operation<'_>,
        format: Format,
        payload: Option<&Member<'_>>,
        members: Vec<Given<'_>>,
        has_body: bool,
    ) -> Result<(), Problem> {
        let Some(payload) = payload else {
            if members.is_empty() && !(has_body && format == Format::Json) {
                return Ok(());
            }
            self.wire.body = self.document(operation, format, members)?;
            self.set_json(format);
            return Ok(());
        };
        let given = members.into_iter().find(|given| given.member.name == payload.name);
        let is_document = matches!(
            self.arguments.shape(payload.shape),
            Shape::Structure(_) | Shape::Document | Shape::List { .. } | Shape::Map { .. }
        );
        match (given, is_document) {
            (Some(Given { value, .. }), false) => self.wire.body = blob(&value),
            (Some(given), true) => {
                self.wire.body = self.payload(format, &given)?;
                self.set_json(format);
            }
            (None, true) if format == Format::Json => {
                "{}".clone_into(&mut self.wire.body);
                self.set_json(format);
            }
            (None, _) => {}
        }
        Ok(())
    }

    /// The members of the body as one document.
    fn document(
        &self,
        operation: &Operation<'_>,
        format: Format,
        members: Vec<Given<'_>>,
    ) -> Result<String, Problem> {
        if format == Format::Json {
            return Ok(json::object(self.arguments, members, "")?.to_json_string());
        }
        let name = operation
            .input_element
            .map_or_else(|| format!("{}Request", operation.name), str::to_owned);
        let namespace = operation.input_namespace.or(self.arguments.service.xml_namespace());
        let mut writer = Writer::new(self.arguments);
        let root = Element { namespace: namespace.map(|uri| ("", uri)), ..Element::named(&name) };
        writer.structure(&root, &members, "")?;
        Ok(writer.text)
    }

    /// The member that is the whole body.
    fn payload(&self, format: Format, given: &Given<'_>) -> Result<String, Problem> {
        let Given { member, value } = given;
        if format == Format::Json {
            let body = json::value(self.arguments, member.shape, None, value, member.name)?;
            return Ok(body.to_json_string());
        }
        let mut writer = Writer::new(self.arguments);
        writer.value(&Element::of(member), member.shape, value, member.name)?;
        Ok(writer.text)
    }

    fn set_json(&mut self, format: Format) {
        let is_given = self.wire.headers.iter().any(|(name, _)| name == "content-type");
        if format == Format::Json && !is_given {
            self.wire.headers.push(("content-type".to_owned(), "application/json".to_owned()));
        }
    }

    /// The path and the query of the template.
    fn finish(mut self) -> Result<Wire, Problem> {
        let (path, query) = self.uri.split_once('?').unwrap_or((&self.uri, ""));
        if path.contains('{') {
            return Err(Problem::new(format!("a part of the path `{path}` has no value")));
        }
        let fixed = query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (name.to_owned(), value.to_owned())
        });
        let members = std::mem::take(&mut self.wire.query);
        self.wire.query = fixed.chain(members).collect();
        self.wire.path = path.to_owned();
        Ok(self.wire)
    }
}
