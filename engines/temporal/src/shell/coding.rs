//! Encodes and decodes all payloads of a message.

use std::collections::HashMap;
use std::future::ready;

use futures_util::future::BoxFuture;
use prost::Message as _;
use temporalio_common::data_converters::PayloadConversionError;
use temporalio_common::payload_visitor::{
    AsyncPayloadVisitor, PayloadField, PayloadFieldData, PayloadVisitable,
};
use temporalio_common::protos::coresdk::ActivityTaskCompletion;
use temporalio_common::protos::coresdk::activity_result::activity_execution_result;
use temporalio_common::protos::coresdk::workflow_commands::workflow_command::Variant as Kind;
use temporalio_common::protos::coresdk::workflow_completion::{
    WorkflowActivationCompletion, workflow_activation_completion::Status,
};
use temporalio_common::protos::temporal::api::common::v1::Payload;

use super::failure;
use super::payload::ENCODING;
use crate::codec::{Codec, CodecHandle};

/// The encoding of a payload that a codec has encoded, as in Temporal's SDKs.
const ENCODED: &[u8] = b"binary/encrypted";

/// Parts of the fields that stay readable: the server reads search attributes, and summaries and
/// memos have only names of the definition.
const READABLE: [&str; 3] = ["SearchAttributes", "UserMetadata.summary", "Memo.fields"];

/// The reason why data are not read that a codec has encoded.
pub(super) const NO_CODEC: &str = "its payloads are encoded, and this worker has no codec";

/// True if a codec has encoded the payload, and none has decoded it.
pub(super) fn is_encoded(payload: &Payload) -> bool {
    payload.metadata.get(ENCODING).is_some_and(|encoding| encoding == ENCODED)
}

/// Decodes the payloads of a message.
pub(super) async fn decode(
    codec: Option<&CodecHandle>,
    message: &mut (impl PayloadVisitable + ?Sized),
) -> Result<(), String> {
    let decode = |codec: &dyn Codec, payload: &mut Payload| {
        if !is_encoded(payload) {
            return Ok(());
        }
        let plain = codec.decode(std::mem::take(&mut payload.data))?;
        *payload = Payload::decode(plain.as_slice()).map_err(|error| error.to_string())?;
        Ok(())
    };
    let decoded = visit(codec, message, decode).await;
    decoded.map_err(|why| format!("a payload cannot be decoded: {why}"))
}

/// Encodes the payloads of a message.
pub(super) async fn encode(
    codec: Option<&CodecHandle>,
    message: &mut impl PayloadVisitable,
) -> Result<(), String> {
    let encode = |codec: &dyn Codec, payload: &mut Payload| {
        let data = codec.encode(payload.encode_to_vec())?;
        let metadata = HashMap::from([(ENCODING.to_owned(), ENCODED.to_vec())]);
        *payload = Payload { metadata, data, ..Payload::default() };
        Ok(())
    };
    let encoded = visit(codec, message, encode).await;
    encoded.map_err(|why| format!("a payload cannot be encoded: {why}"))
}

/// Encodes the payloads of a step of a workflow, and the text of its failure.
pub(super) async fn encode_step(
    codec: Option<&CodecHandle>,
    completion: &mut WorkflowActivationCompletion,
) -> Result<(), String> {
    if codec.is_some()
        && let Some(Status::Successful(success)) = &mut completion.status
    {
        for command in &mut success.commands {
            if let Some(Kind::FailWorkflowExecution(failed)) = &mut command.variant {
                failed.failure.as_mut().map(failure::hide);
            }
        }
    }
    encode(codec, completion).await
}

/// Encodes the payloads of the end of an activity, and the text of its failure.
pub(super) async fn encode_end(
    codec: Option<&CodecHandle>,
    completion: &mut ActivityTaskCompletion,
) -> Result<(), String> {
    let status = completion.result.as_mut().and_then(|result| result.status.as_mut());
    if codec.is_some()
        && let Some(activity_execution_result::Status::Failed(failed)) = status
    {
        failed.failure.as_mut().map(failure::hide);
    }
    encode(codec, completion).await
}

async fn visit<F>(
    codec: Option<&CodecHandle>,
    message: &mut (impl PayloadVisitable + ?Sized),
    change: F,
) -> Result<(), String>
where
    F: Fn(&dyn Codec, &mut Payload) -> Result<(), String> + Send,
{
    let Some(CodecHandle(codec)) = codec else { return Ok(()) };
    let mut visitor = Visitor { codec: codec.as_ref(), change };
    let visited = message.visit_payloads_mut(&mut visitor).await;
    visited.map_err(|error| error.to_string())
}

struct Visitor<'c, F> {
    codec: &'c dyn Codec,
    change: F,
}

impl<F> AsyncPayloadVisitor for Visitor<'_, F>
where
    F: Fn(&dyn Codec, &mut Payload) -> Result<(), String> + Send,
{
    fn visit<'a>(
        &'a mut self,
        field: PayloadField<'a>,
    ) -> BoxFuture<'a, Result<(), PayloadConversionError>> {
        let payloads = match field.data {
            PayloadFieldData::Single(payload) => std::slice::from_mut(payload),
            PayloadFieldData::Repeated(payloads) => payloads.as_mut_slice(),
            PayloadFieldData::Payloads(payloads) => payloads.payloads.as_mut_slice(),
        };
        let is_readable = READABLE.iter().any(|part| field.path.contains(part));
        let mut payloads = payloads.iter_mut().filter(|_| !is_readable);
        let changed = payloads.try_for_each(|payload| (self.change)(self.codec, payload));
        let changed = changed.map_err(|why| PayloadConversionError::EncodingError(why.into()));
        Box::pin(ready(changed))
    }
}
