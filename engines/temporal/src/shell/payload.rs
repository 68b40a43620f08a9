//! Payloads: JSON text, with our own reader and writer, because data may nest deeper than
//! `serde_json` permits.

use std::collections::HashMap;
use std::time::Duration;

use asl_runtime::Value;
use serde::Serialize;
use serde::de::DeserializeOwned;
use temporalio_common::protos::temporal::api::common::v1::{Payload, Payloads};

/// The member of the metadata that has the format of the data.
pub(super) const ENCODING: &str = "encoding";
/// The format of ours.
const JSON: &[u8] = b"json/plain";
/// The format of no data.
const NULL: &[u8] = b"binary/null";

/// Writes data.
pub(super) fn write<T: Serialize>(data: &T) -> Payload {
    let text = serde_json::to_string(data)
        .unwrap_or_else(|error| unreachable!("all of our data can be written: {error}"));
    from_text(text)
}

/// JSON text as a payload.
pub(super) fn from_text(text: String) -> Payload {
    let metadata = HashMap::from([(ENCODING.to_owned(), JSON.to_vec())]);
    Payload { metadata, data: text.into_bytes(), ..Payload::default() }
}

/// Writes a list with one element.
pub(super) fn write_one<T: Serialize>(data: &T) -> Payloads {
    Payloads { payloads: vec![write(data)] }
}

/// Reads data of ours.
pub(super) fn read<T: DeserializeOwned>(payload: &Payload) -> Result<T, String> {
    let mut reader = serde_json::Deserializer::from_slice(&payload.data);
    // `Value` bounds its depth, and no other type of ours nests.
    reader.disable_recursion_limit();
    let read = T::deserialize(&mut reader).map_err(|error| error.to_string())?;
    reader.end().map_err(|error| error.to_string())?;
    Ok(read)
}

/// Reads data of users: JSON or nothing.
pub(super) fn value(payload: &Payload) -> Result<Value, String> {
    match payload.metadata.get(ENCODING).map(Vec::as_slice) {
        Some(NULL) => Ok(Value::Null),
        Some(JSON) => Value::from_json_slice(&payload.data).map_err(|error| error.to_string()),
        Some(other) => Err(format!(
            "its encoding is `{}`, and machines take `json/plain` only",
            String::from_utf8_lossy(other)
        )),
        None => Err("it has no encoding, and machines take `json/plain` only".to_owned()),
    }
}

/// The first of some payloads. Without one it is an empty object.
pub(super) fn first(payloads: &[Payload]) -> Result<Value, String> {
    payloads.first().map_or_else(|| Ok(Value::object([])), value)
}

/// Milliseconds as Temporal's type of durations, whatever its name is.
pub(super) fn duration<T: TryFrom<Duration>>(millis: u64) -> Option<T> {
    T::try_from(Duration::from_millis(millis)).ok()
}

#[cfg(test)]
mod tests {
    use asl_runtime::json;

    use super::*;

    #[test]
    fn only_json_is_data() {
        assert_eq!(value(&write(&json!({"a": [1]}))), Ok(json!({"a": [1]})));
        let of = |encoding: &[u8], data: &[u8]| Payload {
            metadata: HashMap::from([(ENCODING.to_owned(), encoding.to_vec())]),
            data: data.to_vec(),
            ..Payload::default()
        };
        assert_eq!(value(&of(NULL, b"")), Ok(Value::Null));
        assert!(value(&of(JSON, b"{")).is_err());
        let error = value(&of(b"binary/plain", b"1")).expect_err("it is no JSON");
        assert_eq!(error, "its encoding is `binary/plain`, and machines take `json/plain` only");
        assert!(value(&Payload::default()).is_err());
        assert_eq!(first(&[]), Ok(json!({})));
    }

    #[test]
    fn data_may_be_deep() {
        let deep = (0..200).fold(json!(1), |inner, _| json!([inner]));
        assert_eq!(read::<Value>(&write(&deep)), Ok(deep));
    }
}
