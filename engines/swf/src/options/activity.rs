//! The options of activities.

use asl_runtime::value::Text;

use crate::model::Timeout;

use super::Note;

/// The options of the activities of one Resource.
///
/// ```
/// use asl_swf::model::Timeout;
/// use asl_swf::{ActivityLimits, ActivityOptions};
///
/// let limits = ActivityLimits {
///     schedule_to_close: Some(Timeout::Seconds(360)),
///     ..ActivityLimits::default()
/// };
/// let charge = ActivityOptions::default().control("charged once").limits(limits);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ActivityOptions {
    /// Name of its activity type or Lambda function. By default it is derived from the Resource:
    /// see [`Decider::activity_types`](crate::Decider::activity_types).
    pub name: Option<Text>,
    /// The version of its activity type.
    pub version: Option<Text>,
    /// Task list of its tasks.
    pub task_list: Option<Text>,
    /// Its time limits, where the definition gives none.
    pub limits: ActivityLimits,
    /// Priority of its tasks: higher ones come first.
    pub priority: Option<i32>,
    /// Its `control`, made from its input; also for a Lambda function.
    pub control: Option<Note>,
    /// Its id, made from its input. By default it consists of state, visit and attempt, which
    /// workers read from it. An id that is in use gets a number appended.
    pub id: Option<Note>,
    /// If true, an input that is a string is sent as plain text, not as JSON.
    pub plain_text: bool,
    /// True if Amazon SWF itself calls the Lambda function.
    pub lambda: Option<bool>,
}

impl ActivityOptions {
    asl_runtime::__setters! {
        name: impl Into<Text> => Some,
        version: impl Into<Text> => Some,
        task_list: impl Into<Text> => Some,
        limits: ActivityLimits,
        priority: i32,
        control: impl Into<Note> => Some,
        id: impl Into<Note> => Some,
        plain_text: bool,
        lambda: bool,
    }
}

/// The time limits of activities. A limit of the definition itself counts before these.
///
/// A missing limit is `NONE` for a machine in the States Language, as its specification says. For
/// SM4C it is omitted, so that the default of the activity type applies. [`Timeout::Unlimited`] is
/// an explicit `NONE`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ActivityLimits {
    /// Time-out of waiting for a worker.
    pub schedule_to_start: Option<Timeout>,
    /// Time-out from its scheduling to its end. By default the definition's time-out, which is also
    /// `startToClose`.
    pub schedule_to_close: Option<Timeout>,
    /// Time-out of the worker.
    pub start_to_close: Option<Timeout>,
    /// Time-out between heartbeats.
    pub heartbeat: Option<Timeout>,
}

impl ActivityLimits {
    /// These limits, completed by others.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            schedule_to_start: self.schedule_to_start.or(other.schedule_to_start),
            schedule_to_close: self.schedule_to_close.or(other.schedule_to_close),
            start_to_close: self.start_to_close.or(other.start_to_close),
            heartbeat: self.heartbeat.or(other.heartbeat),
        }
    }
}
