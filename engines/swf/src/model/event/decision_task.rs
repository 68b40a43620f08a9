//! Events of decision tasks and markers.

use serde::{Deserialize, Serialize};

use crate::model::enums::{DecisionTaskTimeoutType, RecordMarkerFailedCause};
use crate::model::task::TaskList;
use crate::model::time::Timeout;

/// A decision task was scheduled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionTaskScheduled {
    /// The task list.
    pub task_list: TaskList,
    /// Priority of its tasks: a whole number as text. Higher ones come first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_priority: Option<String>,
    /// Time-out from its start to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_to_close_timeout: Option<Timeout>,
    /// Time-out of waiting for a worker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule_to_start_timeout: Option<Timeout>,
}

/// A decision task was started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionTaskStarted {
    /// Identity of the decider or worker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<String>,
    /// Id of the event that scheduled it.
    pub scheduled_event_id: i64,
}

/// A decision task was completed. The events of its decisions follow.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionTaskCompleted {
    /// The execution context, shown by `DescribeWorkflowExecution`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub execution_context: Option<String>,
    /// Id of the event that scheduled it.
    pub scheduled_event_id: i64,
    /// Id of the event that started it, or 0.
    #[serde(default)]
    pub started_event_id: i64,
    /// The task list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_list: Option<TaskList>,
    /// Time-out of waiting in that list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_list_schedule_to_start_timeout: Option<Timeout>,
}

/// A decision task timed out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionTaskTimedOut {
    /// The kind of time-out.
    pub timeout_type: DecisionTaskTimeoutType,
    /// Id of the event that scheduled it.
    pub scheduled_event_id: i64,
    /// Id of the event that started it, or 0.
    #[serde(default)]
    pub started_event_id: i64,
}

/// A marker was recorded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MarkerRecorded {
    /// Name of the marker.
    pub marker_name: String,
    /// Details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// A marker could not be recorded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordMarkerFailed {
    /// Name of the marker.
    pub marker_name: String,
    /// The cause.
    pub cause: RecordMarkerFailedCause,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}
