//! Histories of executions, to be replayed.

use std::fmt;

use prost::Message as _;
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

    /// Reads a history that [`to_bytes`](Self::to_bytes) has written.
    ///
    /// # Errors
    /// The bytes are no history: the text says where.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let events = Events::decode(bytes).map_err(|error| error.to_string())?;
        if events.events.is_empty() {
            return Err("the history has no events".to_owned());
        }
        Ok(Self { events })
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
