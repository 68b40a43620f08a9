//! AWS's JSON protocols: the body is an object, and a header names the operation.

use asl_aws_models::{Operation, Shape, ShapeId, TimestampFormat};
use asl_runtime::Value;
use asl_runtime::value::Map;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::Wire;
use crate::arguments::{Arguments, Given, blob, boolean, inner, integer, number, time};
use crate::problem::Problem;
use crate::timestamp;

pub(super) fn request(
    operation: &Operation<'_>,
    arguments: Arguments<'_>,
    input: &Value,
    version: &str,
) -> Result<Wire, Problem> {
    let body = match operation.input {
        Some(shape) => value(arguments, shape, None, input, "")?,
        None => Value::object([]),
    };
    let target = arguments.service.target_prefix().unwrap_or_default();
    Ok(Wire {
        method: "POST".to_owned(),
        path: "/".to_owned(),
        headers: vec![
            ("content-type".to_owned(), format!("application/x-amz-json-{version}")),
            ("x-amz-target".to_owned(), format!("{target}.{}", operation.name)),
        ],
        body: body.to_json_string(),
        ..Wire::default()
    })
}

/// An argument in JSON.
pub(super) fn value(
    arguments: Arguments<'_>,
    shape: ShapeId,
    format: Option<TimestampFormat>,
    input: &Value,
    path: &str,
) -> Result<Value, Problem> {
    Ok(match arguments.shape(shape) {
        Shape::Structure(structure) => {
            object(arguments, arguments.members(structure, input, path)?, path)?
        }
        Shape::List { item, .. } => {
            let items = input.as_array().ok_or_else(|| Problem::kind(path, "an array", input))?;
            let items = items.iter().filter(|item| !item.is_null());
            let items = items.map(|given| value(arguments, item, None, given, path));
            Value::array(items.collect::<Result<_, _>>()?)
        }
        Shape::Map { value: inside, .. } => {
            let object =
                input.as_object().ok_or_else(|| Problem::kind(path, "an object", input))?;
            let mut map = Map::default();
            for (key, given) in object.iter().filter(|(_, given)| !given.is_null()) {
                map.insert(key, value(arguments, inside, None, given, &inner(path, key))?);
            }
            Value::from(map)
        }
        Shape::String { .. } => Value::from(arguments.text(input, path)?),
        Shape::Integer(_) | Shape::Long(_) => Value::from(integer(input, path)?),
        Shape::Float(_) | Shape::Double(_) => fraction(input, path)?,
        Shape::Boolean => Value::from(boolean(input, path)?),
        Shape::Blob(_) => Value::from(STANDARD.encode(blob(input))),
        Shape::Timestamp(of_shape) => moment(input, format.or(of_shape), path)?,
        Shape::Document => input.clone(),
    })
}

/// The members of an object.
pub(super) fn object(
    arguments: Arguments<'_>,
    members: Vec<Given<'_>>,
    path: &str,
) -> Result<Value, Problem> {
    let mut map = Map::default();
    for Given { member, value: given } in members {
        let path = inner(path, member.name);
        let found = value(arguments, member.shape, member.timestamp_format, &given, &path)?;
        map.insert(&*member.wire, found);
    }
    Ok(Value::from(map))
}

/// A number as it was written, so that a whole one stays whole.
fn fraction(input: &Value, path: &str) -> Result<Value, Problem> {
    let read = number(input, path)?;
    Ok(if input.as_f64().is_some() { input.clone() } else { Value::from(read) })
}

fn moment(input: &Value, format: Option<TimestampFormat>, path: &str) -> Result<Value, Problem> {
    let format = format.unwrap_or(TimestampFormat::Unix);
    let text = timestamp::written(time(input, path)?, format)
        .ok_or_else(|| Problem::kind(path, "a time", input))?;
    Ok(match format {
        TimestampFormat::Unix => Value::from_json_str(&text).unwrap_or_default(),
        TimestampFormat::Iso8601 | TimestampFormat::Rfc822 => Value::from(text),
    })
}
