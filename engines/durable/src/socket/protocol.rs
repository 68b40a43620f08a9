//! The lines that a store and a tool exchange.

use serde::{Deserialize, Serialize};

use asl_runtime::error::TaskError;
use asl_runtime::execution::Cancellation;
use asl_runtime::value::{Text, Value};

use super::super::{CallError, HistoryPage, HistoryRange, Reply, Request, UnfitData};

/// Version of the protocol. Both sides must have the same.
pub(super) const VERSION: u32 = 1;

/// Maximum bytes of a request: data of 16 MiB with escapes.
pub(super) const LONGEST_REQUEST: u64 = 40 << 20;

/// Maximum bytes of an answer.
pub(super) const LONGEST_ANSWER: u64 = 1 << 30;

/// A request as read. Each call uses some of the fields.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Call {
    #[serde(rename = "v")]
    pub(super) version: u32,
    #[serde(rename = "call")]
    pub(super) name: String,
    #[serde(default)]
    pub(super) id: Text,
    #[serde(default)]
    pub(super) error: Text,
    #[serde(default)]
    pub(super) cause: Text,
    #[serde(default)]
    pub(super) token: Text,
    #[serde(default)]
    pub(super) output: Value,
    #[serde(default)]
    pub(super) state: Text,
    #[serde(default)]
    pub(super) reverse: bool,
    #[serde(default)]
    pub(super) after: Option<u64>,
    #[serde(default)]
    pub(super) limit: usize,
}

/// An answer.
#[derive(Serialize, Deserialize)]
pub(super) struct Answer {
    #[serde(rename = "v")]
    pub(super) version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) result: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
}

impl Answer {
    pub(super) fn new(result: Result<Value, String>) -> Self {
        let (result, error) = match result {
            Ok(result) => (Some(result), None),
            Err(error) => (None, Some(error)),
        };
        Self { version: VERSION, result, error }
    }
}

/// Reads a line, and converts it to the request of the store.
pub(super) fn read_call(line: &[u8]) -> Result<Request, String> {
    let call: Call = read(line).map_err(|error| format!("the request cannot be read: {error}"))?;
    request(call)
}

/// Converts a call to the request of the store.
pub(super) fn request(call: Call) -> Result<Request, String> {
    let Call { version, name, id, error, cause, token, output, state, reverse, after, limit } =
        call;
    if version != VERSION {
        return Err(format!(
            "the process speaks version {VERSION} of the protocol, and the tool version {version}: \
             use the tool of the same release"
        ));
    }
    Ok(match name.as_str() {
        "describe" => Request::Describe(id),
        "history" => Request::History(id),
        "history-page" => Request::HistoryPage(id, HistoryRange { reverse, after, limit }),
        "redrive" => Request::Redrive(id, Text::default()),
        "cancel" => Request::Cancel(id, Cancellation::new(error, cause)),
        "move" => Request::MoveTo { id, state, data: output },
        "purge" => Request::Purge(id),
        "check" => Request::Check,
        "success" => Request::success(&token, output),
        "failure" => Request::failure(&token, TaskError::new(error, cause)),
        _ => return Err("the process does not know this call".to_owned()),
    })
}

/// Reads the JSON of a line. Data may be nested deeper than `serde_json`'s own limit allows;
/// `Value` has a limit of its own, and nothing else nests.
pub(super) fn read<'l, T: Deserialize<'l>>(line: &'l [u8]) -> Result<T, serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_slice(line);
    reader.disable_recursion_limit();
    let read = T::deserialize(&mut reader)?;
    reader.end()?;
    Ok(read)
}

/// The answer to a request.
pub(super) fn answer(reply: Result<Reply, CallError>) -> Result<Value, String> {
    match reply.map_err(|error| error.to_string())? {
        Reply::Done | Reply::Redriven(_) => Ok(Value::Null),
        Reply::Description(told) => Ok(told.to_json()),
        Reply::History(history) => Ok(history),
        Reply::Unfit(unfit) => Ok(unfit.iter().map(UnfitData::to_json).collect()),
        Reply::HistoryPage(HistoryPage { events, next }) => Ok(Value::object([
            ("events", Value::array(events)),
            (
                "next",
                next.map_or(Value::Null, |next| i64::try_from(next).unwrap_or(i64::MAX).into()),
            ),
        ])),
        Reply::Started(_)
        | Reply::Page(_)
        | Reply::Ended(_)
        | Reply::MapRuns(_)
        | Reply::Purged(_)
        | Reply::Compacted(_)
        | Reply::Versions(_)
        | Reply::Needs(_)
        | Reply::Migrated(_) => Err("the answer has no form in the protocol".to_owned()),
    }
}
