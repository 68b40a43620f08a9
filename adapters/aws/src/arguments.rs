//! The members that a request gives to a structure, in the spelling of Step Functions.

use asl_aws_models::{Member, Service, Shape, ShapeId, Spelling, Structure, TimestampFormat};
use asl_language::timestamp::Moment;
use asl_runtime::__engine::uuid_of;
use asl_runtime::Value;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac_sha256::Hash;

use crate::problem::Problem;
use crate::timestamp;

/// A call whose arguments are read.
#[derive(Clone, Copy)]
pub(crate) struct Arguments<'a> {
    pub(crate) service: &'a Service,
    pub(crate) spelling: Spelling,
    /// The key of the operation, from which idempotency tokens are made.
    pub(crate) key: &'a str,
}

/// A member and its argument.
pub(crate) struct Given<'a> {
    pub(crate) member: Member<'a>,
    pub(crate) value: Value,
}

impl<'a> Arguments<'a> {
    /// The arguments of a structure's members, in the model's order. Null stands for no argument.
    pub(crate) fn members(
        self,
        structure: Structure<'a>,
        value: &Value,
        path: &str,
    ) -> Result<Vec<Given<'a>>, Problem> {
        let object = value.as_object().ok_or_else(|| Problem::kind(path, "an object", value))?;
        let mut names = Vec::new();
        let mut missing = None;
        let mut given = Vec::new();
        for member in structure.members {
            let name = member.written(self.spelling);
            match object.get(&name).filter(|value| !value.is_null()) {
                Some(value) => given.push(Given { value: value.clone(), member }),
                None if member.is_idempotency_token() => {
                    given.push(Given { value: Value::from(self.token(&name)), member });
                }
                None if member.is_required() => missing = missing.or_else(|| Some(name.clone())),
                None => {}
            }
            names.push(name);
        }
        // A misspelt member is often the one that is missing.
        if let Some(unknown) = object.keys().find(|key| !names.iter().any(|name| name == key)) {
            return Err(Problem::unknown(&inner(path, unknown)));
        }
        match missing {
            Some(missing) => Err(Problem::missing(&inner(path, &missing))),
            None => Ok(given),
        }
    }

    /// A token that is the same for each delivery of the operation.
    fn token(self, member: &str) -> String {
        let hash = Hash::hash(format!("{}/{member}", self.key).as_bytes());
        let (high, rest) = hash.split_at(8);
        let number = |bytes: &[u8]| {
            bytes.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte))
        };
        uuid_of(number(high), number(rest))
    }

    pub(crate) fn shape(self, id: ShapeId) -> Shape<'a> {
        shape(self.service, id)
    }

    /// The text of a scalar of a shape, as forms, XML, paths and headers have it. Times have the
    /// format of the shape, or this one.
    pub(crate) fn scalar(
        self,
        inside: &Shape<'_>,
        format: TimestampFormat,
        value: &Value,
        path: &str,
    ) -> Result<String, Problem> {
        Ok(match inside {
            Shape::Integer(_) | Shape::Long(_) => integer(value, path)?.to_string(),
            Shape::Float(_) | Shape::Double(_) => {
                Value::from(number(value, path)?).to_json_string()
            }
            Shape::Boolean => boolean(value, path)?.to_string(),
            Shape::Blob(_) => STANDARD.encode(blob(value)),
            Shape::Timestamp(_) => timestamp::written(time(value, path)?, format)
                .ok_or_else(|| Problem::kind(path, "a time", value))?,
            Shape::String { .. }
            | Shape::Document
            | Shape::Structure(_)
            | Shape::List { .. }
            | Shape::Map { .. } => self.text(value, path)?,
        })
    }

    /// The text of an argument. The optimized integrations take data where the service takes
    /// text, such as the `MessageBody` of SQS: it becomes JSON.
    pub(crate) fn text(self, value: &Value, path: &str) -> Result<String, Problem> {
        if let Some(text) = value.as_str() {
            return Ok(text.to_owned());
        }
        let is_data = value.as_object().is_some() || value.as_array().is_some();
        if is_data && self.spelling == Spelling::Sdk {
            return Err(Problem::kind(path, "a text", value));
        }
        Ok(value.to_json_string())
    }
}

/// A shape of a service's table.
pub(crate) fn shape(service: &Service, id: ShapeId) -> Shape<'_> {
    let Some(shape) = service.shape(id) else {
        unreachable!("the table of a service has the shapes that it names")
    };
    shape
}

/// The bytes of a blob: a text's own, or those of data as JSON.
pub(crate) fn blob(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_json_string(), str::to_owned)
}

/// A whole number; the service's SDK takes texts of numbers, too.
pub(crate) fn integer(value: &Value, path: &str) -> Result<i64, Problem> {
    let read = value.as_str().and_then(|text| text.parse().ok());
    read.or_else(|| value.as_i64()).ok_or_else(|| Problem::kind(path, "a whole number", value))
}

/// A number, as for [`integer`].
pub(crate) fn number(value: &Value, path: &str) -> Result<f64, Problem> {
    let read =
        value.as_str().and_then(|text| text.parse().ok()).filter(|read: &f64| read.is_finite());
    read.or_else(|| value.as_f64()).ok_or_else(|| Problem::kind(path, "a number", value))
}

/// A boolean, as for [`integer`].
pub(crate) fn boolean(value: &Value, path: &str) -> Result<bool, Problem> {
    let read = value.as_str().and_then(|text| text.parse().ok());
    read.or_else(|| value.as_bool()).ok_or_else(|| Problem::kind(path, "true or false", value))
}

/// A time.
pub(crate) fn time(value: &Value, path: &str) -> Result<Moment, Problem> {
    timestamp::argument(value).ok_or_else(|| Problem::kind(path, "a time", value))
}

/// The path of a member, for messages.
pub(crate) fn inner(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// The format of times at a place: that of the member, of the shape, or the protocol's.
pub(crate) fn time_format(
    member: Option<TimestampFormat>,
    inside: &Shape<'_>,
    protocol: TimestampFormat,
) -> TimestampFormat {
    let Shape::Timestamp(of_shape) = inside else { return protocol };
    member.or(*of_shape).unwrap_or(protocol)
}
