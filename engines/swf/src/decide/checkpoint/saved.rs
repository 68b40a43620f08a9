//! The parts of a replay that are not in the execution's snapshot, and are saved beside it.

use asl_runtime::execution::{OpKey, RestoreError, Snapshot};
use asl_runtime::value::Text;
use serde::{Deserialize, Serialize};

use crate::model::event::WorkflowExecutionStarted;

use super::super::marker::Mark;
use super::super::operation::{Cancel, Class, Role};

/// A replay when a decision task has started and all earlier events were applied, before anything
/// is decided.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in super::super) struct Saved {
    /// The `DecisionTaskStarted`.
    pub(super) at: i64,
    /// The time of the decision, in milliseconds since 1970.
    pub(super) now: u64,
    /// The first event, without its input.
    pub(in super::super) started: WorkflowExecutionStarted,
    /// True if the seed of tokens is that of the run id, which is not saved.
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

/// An operation that is open, or will be.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SavedOperation {
    pub(super) id: Text,
    pub(super) state: Text,
    pub(super) role: Role,
    /// Its events; none before it is open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) events: Vec<i64>,
    #[serde(default, skip_serializing_if = "Cancel::is_no")]
    pub(super) cancel: Cancel,
    pub(super) work: SavedWork,
}

/// The work of an operation.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum SavedWork {
    /// Duration in seconds.
    Timer(u64),
    /// A call of the execution, which issues it again after the restore.
    Call {
        class: Class,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        heartbeat: Option<u64>,
        /// Run id and start time of a child.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        begun: Option<(Text, u64)>,
    },
    /// A call whose result is not awaited.
    #[serde(rename = "left")]
    Inherited(Inherited),
}

/// An open operation at Amazon SWF whose result is not awaited.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in super::super) struct Inherited {
    pub(in super::super) class: Class,
    /// True if the start of a child closes the operation.
    pub(in super::super) ends_begun: bool,
    /// Run id of a child.
    pub(in super::super) run_id: Option<Text>,
    /// The `control` of a request to cancel it.
    pub(in super::super) control: Option<String>,
}

impl Saved {
    /// The text of a checkpoint. `None` if the snapshot alone exceeds this many bytes.
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
