//! Histories of executions, to be replayed.

use std::fmt;
use std::sync::OnceLock;

use prost::Message as _;
use prost_reflect::{DescriptorPool, DeserializeOptions, DynamicMessage, MessageDescriptor};
use temporalio_common::protos::temporal::api::enums::v1::EventType;
use temporalio_common::protos::temporal::api::history::v1::History as Events;
use temporalio_common::protos::temporal::api::history::v1::history_event::Attributes;

/// The history of an execution as Temporal has it. See
/// [`Client::history`](crate::Client::history) and [`replay`](crate::replay).
#[derive(Clone, PartialEq)]
pub struct History {
    pub(super) events: Events,
}

impl History {
    pub(super) fn new(events: Events) -> Self {
        Self { events }
    }

    /// Reads a history: the JSON that Temporal's command line and its UI write, or what
    /// [`to_bytes`](Self::to_bytes) has written.
    ///
    /// # Errors
    /// The bytes are no history: the text says where.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let decoded = Events::decode(bytes).map_err(|error| error.to_string());
        let events = match decoded {
            Err(_) if text.trim_ascii_start().starts_with(b"{") => read_json(text)?,
            decoded => decoded?,
        };
        if events.events.is_empty() {
            return Err("the history has no events".to_owned());
        }
        Ok(Self { events })
    }

    /// The history as JSON, as Temporal's command line and its UI write it.
    pub fn to_json(&self) -> String {
        let message = DynamicMessage::decode(message_type(), self.to_bytes().as_slice());
        let text = message.map_err(|error| error.to_string()).and_then(|message| {
            serde_json::to_string_pretty(&message).map_err(|error| error.to_string())
        });
        text.unwrap_or_else(|error| unreachable!("every history can be written: {error}"))
    }

    /// The history as bytes: the message `temporal.api.history.v1.History` of Temporal's protocol.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.events.encode_to_vec()
    }

    /// The reason for which no worker advances the execution: the text of the last failed workflow
    /// task, if none has succeeded since.
    pub fn problem(&self) -> Option<String> {
        for event in self.events.events.iter().rev() {
            if let Some(Attributes::WorkflowTaskFailedEventAttributes(failed)) = &event.attributes {
                return failed.failure.as_ref().map(|told| told.message.clone());
            }
            if event.event_type() == EventType::WorkflowTaskCompleted {
                return None;
            }
        }
        None
    }

    /// Number of its events.
    pub fn len(&self) -> usize {
        self.events.events.len()
    }

    /// True if it has no events.
    pub fn is_empty(&self) -> bool {
        self.events.events.is_empty()
    }
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("History").field("len", &self.len()).finish_non_exhaustive()
    }
}

/// The type of the message, by whose descriptor JSON is read and written.
fn message_type() -> MessageDescriptor {
    /// The part of the protocol's descriptors that the build script keeps.
    const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/history.bin"));
    static TYPE: OnceLock<MessageDescriptor> = OnceLock::new();
    let read = || {
        let pool = DescriptorPool::decode(DESCRIPTORS).ok()?;
        pool.get_message_by_name("temporal.api.history.v1.History")
    };
    let found = TYPE.get_or_init(|| {
        read().unwrap_or_else(|| unreachable!("the build script has written the descriptors"))
    });
    found.clone()
}

/// Reads the JSON form. Members that later servers have added are left out.
fn read_json(text: &[u8]) -> Result<Events, String> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    let options = DeserializeOptions::new().deny_unknown_fields(false);
    let message = DynamicMessage::deserialize_with_options(message_type(), &mut reader, &options)
        .and_then(|message| reader.end().map(|()| message))
        .map_err(|error| error.to_string())?;
    Events::decode(message.encode_to_vec().as_slice()).map_err(|error| error.to_string())
}
