//! Between values and messages: the JSON mapping of Protocol Buffers.

use asl_runtime::functions::Rpc;
use asl_runtime::value::to_value as serialized;
use asl_runtime::{TaskError, Value};
use prost_reflect::{
    DeserializeOptions, DynamicMessage, MessageDescriptor, ReflectMessage, SerializeOptions,
    Value as Field,
};
use serde::{Serialize, Serializer};

use crate::status::{quoted, too_many};

/// The message that arguments make. Null is no argument.
pub(crate) fn from_value(
    rpc: &Rpc,
    kind: MessageDescriptor,
    arguments: &Value,
) -> Result<DynamicMessage, TaskError> {
    let text = if arguments.is_null() { "{}".to_owned() } else { arguments.to_json_string() };
    let mut json = serde_json::Deserializer::from_str(&text);
    // Values are at most 256 deep: the parser's own limit is lower than that, and its error is as
    // good as ours.
    let mut track = serde_path_to_error::Track::new();
    let tracked = serde_path_to_error::Deserializer::new(&mut json, &mut track);
    DynamicMessage::deserialize_with_options(kind, tracked, &DeserializeOptions::new()).map_err(
        |error| {
            let (path, error) = (track.path().to_string(), error.to_string());
            // Where the text was made by us, line and column say nothing.
            let error = error.rsplit_once(" at line ").map_or(error.as_str(), |(error, _)| error);
            let place = if path == "." {
                "the arguments".to_owned()
            } else {
                format!("the argument `{path}`")
            };
            let cause =
                format!("{} of {}/{}: {}", quoted(&place), rpc.service, rpc.method, quoted(error));
            TaskError::new("Grpc.Arguments", cause)
        },
    )
}

/// The value of an answer that has at most so many fields, those with defaults included: an empty
/// message is two bytes, its value has all fields of its type.
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
        TaskError::new("Grpc.Internal", format!("the answer: {}", quoted(&error.to_string())))
    })
}

/// Takes the fields of a message off those that are left; `false`: there are more. Messages are
/// decoded to a bounded depth.
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

/// A message as expressions can use it.
struct Printed<'m>(&'m DynamicMessage);

impl Serialize for Printed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let options =
            SerializeOptions::new().stringify_64_bit_integers(false).skip_default_fields(false);
        self.0.serialize_with_options(serializer, &options)
    }
}
