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
/// let charge = ActivityOptions {
///     control: Some("charged once".into()),
///     limits: ActivityLimits { schedule_to_close: Some(Timeout::Seconds(360)), ..ActivityLimits::default() },
///     ..ActivityOptions::default()
/// };
/// ```
#[derive(Clone, Debug, Default)]
pub struct ActivityOptions {
    /// The name of its activity type, or of its Lambda function; by default derived from the
    /// Resource, see [`Decider::activity_types`](crate::Decider::activity_types).
    pub name: Option<Text>,
    /// The version of its activity type.
    pub version: Option<Text>,
    /// The task list that its tasks are polled from.
    pub task_list: Option<Text>,
    /// Its time limits, where the definition gives none.
    pub limits: ActivityLimits,
    /// Its priority; tasks with a higher one are handed out first.
    pub priority: Option<i32>,
    /// Its `control`, made of its input; also that of a Lambda function.
    pub control: Option<Note>,
    /// Its id, made of its input. By default it is made of the state, the visit and the attempt,
    /// which workers read from it. An id that is open already gets a number behind it.
    pub id: Option<Note>,
    /// Sends an input that is a JSON string as the text itself, without quotes.
    pub plain_text: bool,
    /// True if Amazon SWF itself calls the Lambda function.
    pub lambda: Option<bool>,
}

/// The time limits of activities. A limit of the definition itself counts before these.
///
/// A limit that nobody gives is `NONE` for a machine in the States Language, whose text says so,
/// and is left out for SM4C: then the default counts that the activity type was registered with.
/// [`Timeout::Unlimited`] is an explicit `NONE`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ActivityLimits {
    /// The time that it may wait for a worker.
    pub schedule_to_start: Option<Timeout>,
    /// The time from its scheduling to its end. The time limit of the definition, which is also
    /// `startToClose`, is its default; this option counts before it.
    pub schedule_to_close: Option<Timeout>,
    /// The time that a worker may take.
    pub start_to_close: Option<Timeout>,
    /// The time between two heartbeats.
    pub heartbeat: Option<Timeout>,
}

impl ActivityLimits {
    /// These limits, and others where there is none.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            schedule_to_start: self.schedule_to_start.or(other.schedule_to_start),
            schedule_to_close: self.schedule_to_close.or(other.schedule_to_close),
            start_to_close: self.start_to_close.or(other.start_to_close),
            heartbeat: self.heartbeat.or(other.heartbeat),
        }
    }
}
