//! Arguments in XML.

use std::fmt::Write as _;

use asl_aws_models::{Member, Shape, ShapeId, TimestampFormat};
use asl_runtime::Value;

use crate::arguments::{Arguments, Given, inner, time_format};
use crate::problem::Problem;

/// The element around a value.
pub(super) struct Element<'e> {
    pub(super) name: &'e str,
    /// Prefix and URI of its namespace.
    pub(super) namespace: Option<(&'e str, &'e str)>,
    pub(super) is_flattened: bool,
    pub(super) format: Option<TimestampFormat>,
}

impl<'e> Element<'e> {
    pub(super) fn named(name: &'e str) -> Self {
        Self { name, namespace: None, is_flattened: false, format: None }
    }

    pub(super) fn of(member: &'e Member<'_>) -> Self {
        Self {
            name: &member.wire,
            namespace: member.namespace,
            is_flattened: member.is_flattened(),
            format: member.timestamp_format,
        }
    }
}

/// A text that grows by elements.
pub(super) struct Writer<'a> {
    arguments: Arguments<'a>,
    pub(super) text: String,
}

impl<'a> Writer<'a> {
    pub(super) fn new(arguments: Arguments<'a>) -> Self {
        Self { arguments, text: String::new() }
    }

    pub(super) fn value(
        &mut self,
        element: &Element<'_>,
        shape: ShapeId,
        input: &Value,
        path: &str,
    ) -> Result<(), Problem> {
        let arguments = self.arguments;
        let inside = arguments.shape(shape);
        if let Shape::Structure(structure) = inside {
            let members = arguments.members(structure, input, path)?;
            return self.structure(element, &members, path);
        }
        if let Shape::List { item, item_name, is_flattened, .. } = inside {
            let is_flattened = is_flattened || element.is_flattened;
            return self.list(element, is_flattened, (item, item_name), input, path);
        }
        if let Shape::Map { value, key_name, value_name, is_flattened, .. } = inside {
            let names = (key_name.unwrap_or("key"), value_name.unwrap_or("value"));
            return self.map(
                element,
                is_flattened || element.is_flattened,
                (names, value),
                input,
                path,
            );
        }
        let format = time_format(element.format, &inside, TimestampFormat::Iso8601);
        let text = arguments.scalar(&inside, format, input, path)?;
        self.open(element, "");
        self.text.push_str(&escaped(&text));
        self.close(element.name);
        Ok(())
    }

    /// An element with these members.
    pub(super) fn structure(
        &mut self,
        element: &Element<'_>,
        members: &[Given<'_>],
        path: &str,
    ) -> Result<(), Problem> {
        let mut attributes = String::new();
        for Given { member, value } in
            members.iter().filter(|given| given.member.is_xml_attribute())
        {
            let text = escaped(&self.arguments.text(value, path)?);
            // A text cannot be a faulty target.
            let _ = write!(attributes, " {}=\"{text}\"", member.wire);
        }
        self.open(element, &attributes);
        for Given { member, value } in
            members.iter().filter(|given| !given.member.is_xml_attribute())
        {
            self.value(&Element::of(member), member.shape, value, &inner(path, member.name))?;
        }
        self.close(element.name);
        Ok(())
    }

    fn list(
        &mut self,
        element: &Element<'_>,
        is_flattened: bool,
        (item, item_name): (ShapeId, Option<&str>),
        input: &Value,
        path: &str,
    ) -> Result<(), Problem> {
        let items = input.as_array().ok_or_else(|| Problem::kind(path, "an array", input))?;
        let name = if is_flattened { element.name } else { item_name.unwrap_or("member") };
        self.around(element, is_flattened, |writer| {
            items
                .iter()
                .try_for_each(|given| writer.value(&Element::named(name), item, given, path))
        })
    }

    /// Writes parts, within an element unless they are flattened.
    fn around(
        &mut self,
        element: &Element<'_>,
        is_flattened: bool,
        parts: impl FnOnce(&mut Self) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        if is_flattened {
            return parts(self);
        }
        self.open(element, "");
        parts(self)?;
        self.close(element.name);
        Ok(())
    }

    fn map(
        &mut self,
        element: &Element<'_>,
        is_flattened: bool,
        ((key_name, value_name), value): ((&str, &str), ShapeId),
        input: &Value,
        path: &str,
    ) -> Result<(), Problem> {
        let object = input.as_object().ok_or_else(|| Problem::kind(path, "an object", input))?;
        let entry = if is_flattened { element.name } else { "entry" };
        self.around(element, is_flattened, |writer| {
            for (key, given) in object.iter() {
                writer.open(&Element::named(entry), "");
                writer.open(&Element::named(key_name), "");
                writer.text.push_str(&escaped(key));
                writer.close(key_name);
                writer.value(&Element::named(value_name), value, given, &inner(path, key))?;
                writer.close(entry);
            }
            Ok(())
        })
    }

    fn open(&mut self, element: &Element<'_>, attributes: &str) {
        let namespace = match element.namespace {
            None => String::new(),
            Some(("", uri)) => format!(" xmlns=\"{}\"", escaped(uri)),
            Some((prefix, uri)) => format!(" xmlns:{prefix}=\"{}\"", escaped(uri)),
        };
        let _ = write!(self.text, "<{}{namespace}{attributes}>", element.name);
    }

    fn close(&mut self, name: &str) {
        let _ = write!(self.text, "</{name}>");
    }
}

/// A text in an element or attribute.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\r' => escaped.push_str("&#xD;"),
            '\n' => escaped.push_str("&#xA;"),
            other => escaped.push(other),
        }
    }
    escaped
}
