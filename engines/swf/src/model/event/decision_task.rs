//! Decision tasks and markers: what deciders do.

use serde::{Deserialize, Serialize};

use crate::model::enums::{DecisionTaskTimeoutType, RecordMarkerFailedCause};
use crate::model::task::TaskList;
use crate::model::time::Timeout;

/// A decision task waits for a decider.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionTaskScheduled {
    /// Where tasks are polled.
    pub task_list: TaskList,
    /// A whole number as text; tasks with higher ones are handed out first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_priority: Option<String>,
    /// How long it may take once it is started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_to_close_timeout: Option<Timeout>,
    /// How long it may wait for a worker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule_to_start_timeout: Option<Timeout>,
}

/// A decider took the decision task.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionTaskStarted {
    /// Who took it, as they named themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<String>,
    /// The event that scheduled it.
    pub scheduled_event_id: i64,
}

/// The decider answered; what it decided follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionTaskCompleted {
    /// The decider's note for those who describe the execution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub execution_context: Option<String>,
    /// The event that scheduled it.
    pub scheduled_event_id: i64,
    /// The event that started it; 0 if it was not.
    #[serde(default)]
    pub started_event_id: i64,
    /// Where tasks are polled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_list: Option<TaskList>,
    /// How long a task may wait in that list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_list_schedule_to_start_timeout: Option<Timeout>,
}

/// The decider did not answer in time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionTaskTimedOut {
    /// Which time ran out.
    pub timeout_type: DecisionTaskTimeoutType,
    /// The event that scheduled it.
    pub scheduled_event_id: i64,
    /// The event that started it; 0 if it was not.
    #[serde(default)]
    pub started_event_id: i64,
}

/// The decider left a note in the history.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MarkerRecorded {
    /// What the marker is called.
    pub marker_name: String,
    /// More about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// The decider could not leave a note in the history.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordMarkerFailed {
    /// What the marker is called.
    pub marker_name: String,
    /// Why.
    pub cause: RecordMarkerFailedCause,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}
