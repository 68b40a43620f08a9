//! Events of activity tasks.

use serde::{Deserialize, Serialize};

use crate::model::enums::{
    ActivityTaskTimeoutType, RequestCancelActivityTaskFailedCause, ScheduleActivityTaskFailedCause,
};
use crate::model::task::{ActivityType, TaskList};
use crate::model::time::Timeout;

/// An activity task was scheduled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivityTaskScheduled {
    /// The activity type.
    pub activity_type: ActivityType,
    /// The activity id, unique among the open activities of its execution.
    pub activity_id: String,
    /// The input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// Data for later decision tasks of the execution only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// Time-out of waiting for a worker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule_to_start_timeout: Option<Timeout>,
    /// Time-out from its scheduling to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule_to_close_timeout: Option<Timeout>,
    /// Time-out from its start to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_to_close_timeout: Option<Timeout>,
    /// The task list.
    pub task_list: TaskList,
    /// Priority of its tasks: a whole number as text. Higher ones come first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_priority: Option<String>,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
    /// Time-out between heartbeats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heartbeat_timeout: Option<Timeout>,
}

/// An activity task could not be scheduled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleActivityTaskFailed {
    /// The activity type.
    pub activity_type: ActivityType,
    /// The activity id, unique among the open activities of its execution.
    pub activity_id: String,
    /// The cause.
    pub cause: ScheduleActivityTaskFailedCause,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// An activity task was started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivityTaskStarted {
    /// Identity of the decider or worker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<String>,
    /// Id of the event that scheduled it.
    pub scheduled_event_id: i64,
}

/// The activity task was completed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivityTaskCompleted {
    /// The result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Id of the event that scheduled it.
    pub scheduled_event_id: i64,
    /// Id of the event that started it, or 0.
    #[serde(default)]
    pub started_event_id: i64,
}

/// The activity task failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivityTaskFailed {
    /// The reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// Id of the event that scheduled it.
    pub scheduled_event_id: i64,
    /// Id of the event that started it, or 0.
    #[serde(default)]
    pub started_event_id: i64,
}

/// The activity task timed out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivityTaskTimedOut {
    /// The kind of time-out.
    pub timeout_type: ActivityTaskTimeoutType,
    /// Id of the event that scheduled it.
    pub scheduled_event_id: i64,
    /// Id of the event that started it, or 0.
    #[serde(default)]
    pub started_event_id: i64,
    /// Details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
}

/// The activity task was cancelled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivityTaskCanceled {
    /// Details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// Id of the event that scheduled it.
    pub scheduled_event_id: i64,
    /// Id of the event that started it, or 0.
    #[serde(default)]
    pub started_event_id: i64,
    /// Id of the latest event that requested its cancellation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_cancel_requested_event_id: Option<i64>,
}

/// A cancellation of the activity task was requested.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivityTaskCancelRequested {
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
    /// The activity id, unique among the open activities of its execution.
    pub activity_id: String,
}

/// A request to cancel an activity task failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestCancelActivityTaskFailed {
    /// The activity id, unique among the open activities of its execution.
    pub activity_id: String,
    /// The cause.
    pub cause: RequestCancelActivityTaskFailedCause,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}
