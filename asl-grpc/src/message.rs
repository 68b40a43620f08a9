//! Between values and messages: the JSON mapping of Protocol Buffers.

use asl_runtime::functions::Rpc;
use asl_runtime::value::to_value as serialized;
use asl_runtime::{TaskError, Value};
use prost_reflect::{DeserializeOptions, DynamicMessage, MessageDescriptor, SerializeOptions};
use serde::{Serialize, Serializer};

/// The message that arguments make. Null is no argument.
pub(crate) fn from_value(rpc: &Rpc, kind: MessageDescriptor, arguments: &Value) -> Result<DynamicMessage, TaskError> {
    let text = if arguments.is_null() { "{}".to_owned() } else { arguments.to_json_string() };
    let mut json = serde_json::Deserializer::from_str(&text);
    // Values are at most 256 deep: the parser's own limit is lower than that, and its error is as good as ours.
    let mut track = serde_path_to_error::Track::new();
    let tracked = serde_path_to_error::Deserializer::new(&mut json, &mut track);
    DynamicMessage::deserialize_with_options(kind, tracked, &DeserializeOptions::new()).map_err(|error| {
        let (path, error) = (track.path().to_string(), error.to_string());
        // Where the text was made by us, line and column say nothing.
        let error = error.rsplit_once(" at line ").map_or(error.as_str(), |(error, _)| error);
        let place = if path == "." { "the arguments".to_owned() } else { format!("the argument `{path}`") };
        TaskError::new("Grpc.Arguments", format!("{place} of {}/{}: {error}", rpc.service, rpc.method))
    })
}

/// The value of an answer.
pub(crate) fn to_value(message: &DynamicMessage) -> Result<Value, TaskError> {
    serialized(&Printed(message)).map_err(|error| TaskError::new("Grpc.Internal", format!("the answer: {error}")))
}

/// A message as expressions can use it.
struct Printed<'m>(&'m DynamicMessage);

impl Serialize for Printed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let options = SerializeOptions::new().stringify_64_bit_integers(false).skip_default_fields(false);
        self.0.serialize_with_options(serializer, &options)
    }
}
