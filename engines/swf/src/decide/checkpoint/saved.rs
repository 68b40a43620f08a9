//! The parts of a replay that are no part of the execution: written down beside its snapshot.

use asl_runtime::execution::{OpKey, RestoreError, Snapshot};
use asl_runtime::value::Text;
use serde::{Deserialize, Serialize};

use crate::model::event::WorkflowExecutionStarted;

use super::super::marker::Mark;
use super::super::operation::{Cancel, Class, Role};

/// A replay when a decision task has begun and all news is heard, before anything is decided.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in super::super) struct Saved {
    /// The `DecisionTaskStarted`.
    pub(super) at: i64,
    /// The time of the decision, in milliseconds since 1970.
    pub(super) now: u64,
    /// The first event, without its input.
    pub(in super::super) started: WorkflowExecutionStarted,
    /// True if the seed of tokens is that of the run id: then it is not written down.
    pub(super) has_own_seed: bool,
    #[serde(rename = "entries")]
    pub(super) operations: Vec<SavedOperation>,
    /// Indexes of the operations to cancel.
    pub(super) cancels: Vec<usize>,
    #[serde(rename = "beats")]
    pub(super) last_heartbeats: Vec<(OpKey, u64)>,
    pub(super) marks: Vec<Mark>,
    pub(super) has_deadline: bool,
    #[serde(rename = "timerTrouble")]
    pub(super) timer_refusals: u32,
    pub(super) cancelled: bool,
    pub(super) refusals: u32,
    pub(super) refusal: Option<(i64, String, String)>,
}

/// One thing that is open, or to be opened.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SavedOperation {
    pub(super) id: Text,
    pub(super) state: Text,
    pub(super) role: Role,
    /// The events that stand for it; none where it is still to be opened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) events: Vec<i64>,
    #[serde(default, skip_serializing_if = "Cancel::is_no")]
    pub(super) cancel: Cancel,
    pub(super) work: SavedWork,
}

/// The work of an entry.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum SavedWork {
    /// So many seconds.
    Timer(u64),
    /// A call that the execution waits for, or is to make: the execution issues it again.
    Call {
        class: Class,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        heartbeat: Option<u64>,
        /// The run of a child, and when it began.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        begun: Option<(Text, u64)>,
    },
    /// A call whose answer nothing waits for.
    #[serde(rename = "left")]
    Inherited(Inherited),
}

/// Something that is open at Amazon SWF, and whose answer nothing waits for.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in super::super) struct Inherited {
    pub(in super::super) class: Class,
    /// True if a child is over for its parent when it has begun.
    pub(in super::super) ends_begun: bool,
    /// The run of a child.
    pub(in super::super) run_id: Option<Text>,
    /// The `control` of a request to cancel it.
    pub(in super::super) control: Option<String>,
}

impl Saved {
    /// The text of a checkpoint; nothing if the snapshot alone is longer than this many bytes.
    pub(super) fn write(&self, run: &Snapshot, limit: usize) -> Option<String> {
        // JSON has no line break of its own.
        let (saved, run) = (serde_json::to_string(self).ok()?, run.to_json_within(limit)?);
        Some(format!("{saved}\n{run}"))
    }

    /// Reads the text of a checkpoint.
    pub(super) fn read(text: &str) -> Result<(Self, Snapshot), RestoreError> {
        let (saved, run) = text
            .split_once('\n')
            .ok_or(RestoreError::Malformed("the checkpoint has no snapshot"))?;
        let saved: Self = serde_json::from_str(saved).map_err(RestoreError::Text)?;
        Ok((saved, Snapshot::from_json_str(run)?))
    }
}
