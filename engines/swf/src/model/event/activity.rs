//! Activity tasks.

use serde::{Deserialize, Serialize};

use crate::model::enums::{
    ActivityTaskTimeoutType, RequestCancelActivityTaskFailedCause, ScheduleActivityTaskFailedCause,
};
use crate::model::task::{ActivityType, TaskList};
use crate::model::time::Timeout;

/// An activity task waits for a worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivityTaskScheduled {
    /// What is to be done.
    pub activity_type: ActivityType,
    /// The activity's id, unique among the open ones of its execution.
    pub activity_id: String,
    /// What it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// The decider's own note; nobody else sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// How long it may wait for a worker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule_to_start_timeout: Option<Timeout>,
    /// How long it may take from being scheduled to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule_to_close_timeout: Option<Timeout>,
    /// How long it may take once it is started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_to_close_timeout: Option<Timeout>,
    /// Where tasks are polled.
    pub task_list: TaskList,
    /// A whole number as text; tasks with higher ones are handed out first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_priority: Option<String>,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
    /// How long the worker may be silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heartbeat_timeout: Option<Timeout>,
}

/// An activity task could not be scheduled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleActivityTaskFailed {
    /// What is to be done.
    pub activity_type: ActivityType,
    /// The activity's id, unique among the open ones of its execution.
    pub activity_id: String,
    /// Why.
    pub cause: ScheduleActivityTaskFailedCause,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// A worker took the activity task.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivityTaskStarted {
    /// Who took it, as they named themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<String>,
    /// The event that scheduled it.
    pub scheduled_event_id: i64,
}

/// The activity task was completed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivityTaskCompleted {
    /// What came out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The event that scheduled it.
    pub scheduled_event_id: i64,
    /// The event that started it; 0 if it was not.
    #[serde(default)]
    pub started_event_id: i64,
}

/// The activity task failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivityTaskFailed {
    /// Why, in a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// More about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// The event that scheduled it.
    pub scheduled_event_id: i64,
    /// The event that started it; 0 if it was not.
    #[serde(default)]
    pub started_event_id: i64,
}

/// The activity task took too long.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivityTaskTimedOut {
    /// Which time ran out.
    pub timeout_type: ActivityTaskTimeoutType,
    /// The event that scheduled it.
    pub scheduled_event_id: i64,
    /// The event that started it; 0 if it was not.
    #[serde(default)]
    pub started_event_id: i64,
    /// More about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
}

/// The activity task was cancelled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivityTaskCanceled {
    /// More about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// The event that scheduled it.
    pub scheduled_event_id: i64,
    /// The event that started it; 0 if it was not.
    #[serde(default)]
    pub started_event_id: i64,
    /// The last request to cancel it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_cancel_requested_event_id: Option<i64>,
}

/// The decider asked that the activity task be cancelled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivityTaskCancelRequested {
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
    /// The activity's id, unique among the open ones of its execution.
    pub activity_id: String,
}

/// That an activity task be cancelled could not be asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestCancelActivityTaskFailed {
    /// The activity's id, unique among the open ones of its execution.
    pub activity_id: String,
    /// Why.
    pub cause: RequestCancelActivityTaskFailedCause,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}
