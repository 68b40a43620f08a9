//! The query protocols: a form with a name for each scalar, such as `Tags.member.1.Key`.

use asl_aws_models::{Member, Operation, Shape, ShapeId, TimestampFormat};
use asl_runtime::Value;

use super::{Wire, encoded};
use crate::arguments::{Arguments, Given, inner, time_format};
use crate::problem::Problem;

/// The query protocol, or that of EC2, which has other names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    Query,
    Ec2,
}

pub(super) fn request(
    operation: &Operation<'_>,
    arguments: Arguments<'_>,
    input: &Value,
    dialect: Dialect,
) -> Result<Wire, Problem> {
    let mut form = Form { arguments, dialect, fields: Vec::new() };
    form.put("Action", operation.name);
    form.put("Version", arguments.service.api_version());
    if let Some(shape) = operation.input {
        form.value(&Place::default_of(shape), "", input, "")?;
    }
    let fields: Vec<String> = form
        .fields
        .iter()
        .map(|(name, value)| format!("{}={}", encoded(name), encoded(value)))
        .collect();
    let kind = "application/x-www-form-urlencoded; charset=utf-8";
    Ok(Wire {
        method: "POST".to_owned(),
        path: "/".to_owned(),
        headers: vec![("content-type".to_owned(), kind.to_owned())],
        body: fields.join("&"),
        ..Wire::default()
    })
}

/// A shape where a member or list has it.
struct Place {
    shape: ShapeId,
    is_flattened: bool,
    format: Option<TimestampFormat>,
}

impl Place {
    fn default_of(shape: ShapeId) -> Self {
        Self { shape, is_flattened: false, format: None }
    }
}

struct Form<'a> {
    arguments: Arguments<'a>,
    dialect: Dialect,
    fields: Vec<(String, String)>,
}

impl Form<'_> {
    fn put(&mut self, name: &str, value: impl Into<String>) {
        self.fields.push((name.to_owned(), value.into()));
    }

    fn value(
        &mut self,
        place: &Place,
        name: &str,
        input: &Value,
        path: &str,
    ) -> Result<(), Problem> {
        let arguments = self.arguments;
        let inside = arguments.shape(place.shape);
        if let Shape::Structure(structure) = inside {
            let members = arguments.members(structure, input, path)?;
            return self.members(members, name, path);
        }
        if let Shape::List { item, item_name, is_flattened, .. } = inside {
            let name = self.list_name(name, item_name, is_flattened || place.is_flattened);
            return self.list(item, &name, input, path);
        }
        if let Shape::Map { value, key_name, value_name, is_flattened, .. } = inside {
            let names = (key_name.unwrap_or("key"), value_name.unwrap_or("value"));
            let is_flattened = is_flattened || place.is_flattened;
            let name = if is_flattened { name.to_owned() } else { format!("{name}.entry") };
            return self.map(value, names, &name, input, path);
        }
        let format = time_format(place.format, &inside, TimestampFormat::Iso8601);
        let text = arguments.scalar(&inside, format, input, path)?;
        self.put(name, text);
        Ok(())
    }

    fn members(&mut self, members: Vec<Given<'_>>, name: &str, path: &str) -> Result<(), Problem> {
        for Given { member, value } in members {
            let name = inner(name, &self.member_name(&member));
            let place = Place {
                shape: member.shape,
                is_flattened: member.is_flattened(),
                format: member.timestamp_format,
            };
            self.value(&place, &name, &value, &inner(path, member.name))?;
        }
        Ok(())
    }

    /// EC2 has names of its own for requests, or those of the responses with a capital letter.
    fn member_name(&self, member: &Member<'_>) -> String {
        if self.dialect == Dialect::Query {
            return member.wire.to_string();
        }
        if let Some(name) = member.query_name {
            return name.to_owned();
        }
        let mut letters = member.wire.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_ascii_uppercase().to_string() + letters.as_str()
        })
    }

    /// The name of a list's items, to which their numbers are added. A flattened list has the name
    /// of its items in place of its own, if they have one.
    fn list_name(&self, name: &str, item_name: Option<&str>, is_flattened: bool) -> String {
        match (self.dialect, is_flattened, item_name) {
            (Dialect::Ec2, _, _) | (Dialect::Query, true, None) => name.to_owned(),
            (Dialect::Query, true, Some(item)) => match name.rsplit_once('.') {
                Some((outer, _)) => format!("{outer}.{item}"),
                None => item.to_owned(),
            },
            (Dialect::Query, false, item) => format!("{name}.{}", item.unwrap_or("member")),
        }
    }

    fn list(
        &mut self,
        item: ShapeId,
        name: &str,
        input: &Value,
        path: &str,
    ) -> Result<(), Problem> {
        let items = input.as_array().ok_or_else(|| Problem::kind(path, "an array", input))?;
        if items.is_empty() && self.dialect == Dialect::Query {
            // An empty list replaces what there is; without it nothing would change.
            let whole = name.strip_suffix(".member").unwrap_or(name);
            self.put(whole, "");
        }
        for (number, given) in (1..).zip(items) {
            self.value(&Place::default_of(item), &format!("{name}.{number}"), given, path)?;
        }
        Ok(())
    }

    fn map(
        &mut self,
        value: ShapeId,
        (key_name, value_name): (&str, &str),
        name: &str,
        input: &Value,
        path: &str,
    ) -> Result<(), Problem> {
        let object = input.as_object().ok_or_else(|| Problem::kind(path, "an object", input))?;
        for (number, (key, given)) in (1..).zip(object.iter()) {
            self.put(&format!("{name}.{number}.{key_name}"), key);
            let name = format!("{name}.{number}.{value_name}");
            self.value(&Place::default_of(value), &name, given, &inner(path, key))?;
        }
        Ok(())
    }
}
