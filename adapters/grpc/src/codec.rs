//! A tonic codec for messages without generated types.

use prost::Message;
use prost_reflect::{DynamicMessage, MessageDescriptor};
use tonic::Status;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};

/// Encodes any message, and decodes messages of one type.
#[derive(Clone, Debug)]
pub(crate) struct Dynamic(MessageDescriptor);

impl Dynamic {
    pub(crate) fn of(answer: MessageDescriptor) -> Self {
        Self(answer)
    }
}

impl Codec for Dynamic {
    type Encode = DynamicMessage;
    type Decode = DynamicMessage;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        self.clone()
    }

    fn decoder(&mut self) -> Self {
        self.clone()
    }
}

impl Encoder for Dynamic {
    type Item = DynamicMessage;
    type Error = Status;

    fn encode(&mut self, message: DynamicMessage, to: &mut EncodeBuf<'_>) -> Result<(), Status> {
        message.encode(to).map_err(|error| Status::internal(error.to_string()))
    }
}

impl Decoder for Dynamic {
    type Item = DynamicMessage;
    type Error = Status;

    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<DynamicMessage>, Status> {
        let message = DynamicMessage::decode(self.0.clone(), from);
        message.map(Some).map_err(|error| {
            Status::internal(format!("the answer is no `{}`: {error}", self.0.full_name()))
        })
    }
}
