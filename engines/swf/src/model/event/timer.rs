//! Events of timers.

use serde::{Deserialize, Serialize};

use crate::model::enums::{CancelTimerFailedCause, StartTimerFailedCause};
use crate::model::time::Timeout;

/// A timer was started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TimerStarted {
    /// The timer id, unique among the open timers of its execution.
    pub timer_id: String,
    /// Data for later decision tasks of the execution only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// Duration.
    pub start_to_fire_timeout: Timeout,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// A timer could not be started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StartTimerFailed {
    /// The timer id, unique among the open timers of its execution.
    pub timer_id: String,
    /// The cause.
    pub cause: StartTimerFailedCause,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// A timer fired.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TimerFired {
    /// The timer id, unique among the open timers of its execution.
    pub timer_id: String,
    /// Id of the event that started it, or 0.
    #[serde(default)]
    pub started_event_id: i64,
}

/// The timer was cancelled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TimerCanceled {
    /// The timer id, unique among the open timers of its execution.
    pub timer_id: String,
    /// Id of the event that started it, or 0.
    #[serde(default)]
    pub started_event_id: i64,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// The timer could not be cancelled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CancelTimerFailed {
    /// The timer id, unique among the open timers of its execution.
    pub timer_id: String,
    /// The cause.
    pub cause: CancelTimerFailedCause,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}
