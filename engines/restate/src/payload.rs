//! Payloads: JSON text, with our own reader and writer, because data may nest deeper than
//! `serde_json` permits.

use std::convert::Infallible;
use std::pin::Pin;

use bytes::Bytes;
use restate_sdk::context::DurableFuture;
use restate_sdk::errors::TerminalError;
use restate_sdk::serde::{Deserialize, InputMetadata, PayloadMetadata, Serialize};
use serde::de::DeserializeOwned;

use asl_runtime::Value;

/// The input from a completed future.
pub(crate) type Sign = Result<Payload, TerminalError>;
/// A durable future of any kind.
pub(crate) type Durable<'ctx> = Pin<Box<dyn DurableFuture<Output = Sign> + Send + 'ctx>>;

/// JSON text. Empty without data.
#[derive(Clone, Debug, Default)]
pub(crate) struct Payload(Bytes);

impl Payload {
    /// Writes data.
    pub(crate) fn of<T: serde::Serialize>(data: &T) -> Self {
        let text = serde_json::to_vec(data)
            .unwrap_or_else(|error| unreachable!("all of it can be written: {error}"));
        Self(Bytes::from(text))
    }

    /// Reads data of ours.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, String> {
        let mut reader = serde_json::Deserializer::from_slice(&self.0);
        // `Value` bounds its depth, and no other type of ours nests.
        reader.disable_recursion_limit();
        let read = T::deserialize(&mut reader).map_err(|error| error.to_string())?;
        reader.end().map_err(|error| error.to_string())?;
        Ok(read)
    }

    /// Reads data of users. Without data it is an empty object.
    pub(crate) fn value(&self) -> Result<Value, String> {
        if self.0.is_empty() {
            return Ok(Value::object([]));
        }
        Value::from_json_slice(&self.0).map_err(|error| error.to_string())
    }

    /// The raw bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The raw bytes of a payload.
    #[cfg(test)]
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        Self(Bytes::copy_from_slice(bytes))
    }

    /// Bytes of text.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

impl From<Vec<u8>> for Payload {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Bytes::from(bytes))
    }
}

impl Serialize for Payload {
    type Error = Infallible;

    fn serialize(&self) -> Result<Bytes, Self::Error> {
        Ok(self.0.clone())
    }
}

impl Deserialize for Payload {
    type Error = Infallible;

    fn deserialize(bytes: &mut Bytes) -> Result<Self, Self::Error> {
        Ok(Self(bytes.clone()))
    }
}

impl PayloadMetadata for Payload {
    fn input_metadata() -> InputMetadata {
        InputMetadata { is_required: false, ..InputMetadata::default() }
    }
}

/// Metadata of a payload of any media type, for events in the binary mode of HTTP.
pub(crate) struct AnyPayload;

impl PayloadMetadata for AnyPayload {
    fn input_metadata() -> InputMetadata {
        InputMetadata { accept_content_type: "*/*", is_required: false }
    }
}
