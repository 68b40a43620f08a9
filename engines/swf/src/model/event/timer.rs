//! Timers.

use serde::{Deserialize, Serialize};

use crate::model::enums::{CancelTimerFailedCause, StartTimerFailedCause};
use crate::model::time::Timeout;

/// A timer was started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TimerStarted {
    /// The timer's id, unique among the open ones of its execution.
    pub timer_id: String,
    /// The decider's own note; nobody else sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// How long it takes to fire.
    pub start_to_fire_timeout: Timeout,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// A timer could not be started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StartTimerFailed {
    /// The timer's id, unique among the open ones of its execution.
    pub timer_id: String,
    /// Why.
    pub cause: StartTimerFailedCause,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// The timer's time is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TimerFired {
    /// The timer's id, unique among the open ones of its execution.
    pub timer_id: String,
    /// The event that started it; 0 if it was not.
    #[serde(default)]
    pub started_event_id: i64,
}

/// The timer was cancelled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TimerCanceled {
    /// The timer's id, unique among the open ones of its execution.
    pub timer_id: String,
    /// The event that started it; 0 if it was not.
    #[serde(default)]
    pub started_event_id: i64,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// The timer could not be cancelled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CancelTimerFailed {
    /// The timer's id, unique among the open ones of its execution.
    pub timer_id: String,
    /// Why.
    pub cause: CancelTimerFailedCause,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}
