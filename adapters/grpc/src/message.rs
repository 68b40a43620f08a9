//! Conversion between values and messages, by the JSON mapping of Protocol Buffers.

use asl_http::excerpt;
use asl_runtime::functions::Rpc;
use asl_runtime::value::to_value as serialized;
use asl_runtime::{TaskError, Value};
use prost_reflect::{
    DeserializeOptions, DynamicMessage, MessageDescriptor, ReflectMessage, SerializeOptions,
    Value as Field,
};
use serde::{Serialize, Serializer};

use crate::status::too_many;

/// Builds a message from arguments. A null argument counts as missing.
pub(crate) fn from_value(
    rpc: &Rpc,
    kind: MessageDescriptor,
    arguments: &Value,
) -> Result<DynamicMessage, TaskError> {
    let text = if arguments.is_null() { "{}".to_owned() } else { arguments.to_json_string() };
    let mut json = serde_json::Deserializer::from_str(&text);
    // Values nest at most 256 deep; the parser has a lower limit and reports it.
    let mut track = serde_path_to_error::Track::new();
    let tracked = serde_path_to_error::Deserializer::new(&mut json, &mut track);
    DynamicMessage::deserialize_with_options(kind, tracked, &DeserializeOptions::new()).map_err(
        |error| {
            let (path, error) = (track.path().to_string(), error.to_string());
            // Line and column refer to text that this function created.
            let error = error.rsplit_once(" at line ").map_or(error.as_str(), |(error, _)| error);
            let place = if path == "." {
                "the arguments".to_owned()
            } else {
                format!("the argument `{path}`")
            };
            let cause = format!(
                "{} of {}/{}: {}",
                excerpt(&place),
                rpc.service,
                rpc.method,
                excerpt(error)
            );
            TaskError::new("Grpc.Arguments", cause)
        },
    )
}

/// The value of a response. `fields` bounds the number of fields, defaults included: an empty
/// message has two bytes, but its value has all fields of its type.
pub(crate) fn to_value(
    rpc: &Rpc,
    message: &DynamicMessage,
    most: usize,
) -> Result<Value, TaskError> {
    let mut left = most;
    if !count(message, &mut left) {
        return Err(too_many(rpc, most));
    }
    serialized(&Printed(message)).map_err(|error| {
        TaskError::new("Grpc.Internal", format!("the answer: {}", excerpt(&error.to_string())))
    })
}

/// Subtracts the fields of a message from the remaining number. Returns `false` if there are more.
/// The decoder bounds the depth.
fn count(message: &DynamicMessage, left: &mut usize) -> bool {
    let all = ReflectMessage::descriptor(message).fields().len();
    let Some(rest) = left.checked_sub(all.max(1)) else { return false };
    *left = rest;
    message.fields().all(|(_, value)| count_value(value, left))
}

fn count_value(value: &Field, left: &mut usize) -> bool {
    match value {
        Field::Message(message) => count(message, left),
        Field::List(items) => items.iter().all(|item| count_value(item, left)),
        Field::Map(entries) => entries.values().all(|value| count_value(value, left)),
        Field::Bool(_)
        | Field::I32(_)
        | Field::I64(_)
        | Field::U32(_)
        | Field::U64(_)
        | Field::F32(_)
        | Field::F64(_)
        | Field::String(_)
        | Field::Bytes(_)
        | Field::EnumNumber(_) => {
            let rest = left.checked_sub(1);
            *left = rest.unwrap_or(0);
            rest.is_some()
        }
    }
}

/// A message as a value for expressions.
struct Printed<'m>(&'m DynamicMessage);

impl Serialize for Printed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let options =
            SerializeOptions::new().stringify_64_bit_integers(false).skip_default_fields(false);
        self.0.serialize_with_options(serializer, &options)
    }
}
