//! The order of the events, and the answered decision tasks: the information that a replay needs
//! first.

use std::collections::{HashMap, HashSet};

use crate::model::event::WorkflowExecutionStarted;
use crate::model::{Event, EventAttributes};

use super::error::DecideError;

/// The events, oldest first. Polls with `reverseOrder` return the newest first.
pub(super) fn in_order(events: &[Event]) -> Result<Vec<&Event>, DecideError> {
    let (Some(first), Some(last)) = (events.first(), events.last()) else {
        return Err(DecideError::Empty);
    };
    let mut ordered: Vec<&Event> = events.iter().collect();
    if first.event_id > last.event_id {
        ordered.reverse();
    }
    for (event, expected) in ordered.iter().zip(1..) {
        check(event.event_id, expected)?;
    }
    Ok(ordered)
}

/// The events, newest first.
pub(super) fn newest_first(events: &[Event]) -> impl Iterator<Item = &Event> {
    let is_reversed = match (events.first(), events.last()) {
        (Some(first), Some(last)) => first.event_id > last.event_id,
        _ => false,
    };
    // One of the two is empty.
    let (there, back) = if is_reversed { (events, &[][..]) } else { (&[][..], events) };
    there.iter().chain(back.iter().rev())
}

fn check(found: i64, expected: i64) -> Result<(), DecideError> {
    if found == expected {
        return Ok(());
    }
    Err(match expected {
        1 => DecideError::FirstPageMissing { first: found },
        _ if found == expected - 1 => DecideError::Duplicate { event_id: found },
        _ if found < expected => DecideError::Disordered { event_id: found },
        _ => DecideError::Gap { after: expected - 1, found },
    })
}

/// The first event.
pub(super) fn beginning<'h>(
    events: &[&'h Event],
) -> Result<&'h WorkflowExecutionStarted, DecideError> {
    match events.first().map(|event| &event.attributes) {
        Some(EventAttributes::WorkflowExecutionStarted(started)) => Ok(started),
        Some(other) => Err(DecideError::NotStarted { event_type: other.event_type().to_owned() }),
        None => Err(DecideError::Empty),
    }
}

/// The answered decision tasks. Events before a task that timed out belong to the next one.
#[derive(Default)]
pub(super) struct Outline {
    /// Event ids of `DecisionTaskCompleted`, by those of `DecisionTaskStarted`.
    completed: HashMap<i64, i64>,
    /// The `DecisionTaskCompleted` whose answers continued in a new run, or tried to.
    continued: HashSet<i64>,
    /// The task to answer now.
    current: Option<i64>,
    /// Start time of the first task that was answered, or is to be.
    begun: Option<u64>,
}

/// One decision task.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    /// It timed out.
    Lost,
    /// It was answered.
    Answered {
        /// True if the answer continued in a new run, or tried to.
        continued: bool,
    },
    /// It is the task to answer now.
    Current,
}

impl Outline {
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few types of fifty-five")]
    /// `current` is the task of a poll's response, if known.
    pub(super) fn new(events: &[&Event], current: Option<i64>) -> Self {
        let mut outline = Self::default();
        let mut lost = HashSet::new();
        let mut last = None;
        for event in events {
            match &event.attributes {
                EventAttributes::DecisionTaskStarted(_) => last = Some(event.event_id),
                EventAttributes::DecisionTaskCompleted(completed) => {
                    outline.completed.insert(completed.started_event_id, event.event_id);
                }
                EventAttributes::DecisionTaskTimedOut(timed_out) => {
                    lost.insert(timed_out.started_event_id);
                }
                other => outline.continued.extend(continued(other)),
            }
        }
        let is_open = |id: &i64| !outline.completed.contains_key(id) && !lost.contains(id);
        outline.current = current.or(last).filter(is_open);
        outline.begun = events.iter().find(|event| outline.decides(event)).map(|event| time(event));
        outline
    }

    fn decides(&self, event: &Event) -> bool {
        matches!(event.attributes, EventAttributes::DecisionTaskStarted(_))
            && self.task(event.event_id) != Task::Lost
    }

    /// The state of the task with this `DecisionTaskStarted`.
    pub(super) fn task(&self, started: i64) -> Task {
        match self.completed.get(&started) {
            Some(completed) => Task::Answered { continued: self.continued.contains(completed) },
            None if self.current == Some(started) => Task::Current,
            None => Task::Lost,
        }
    }

    /// Start time of the first task that was answered, or is to be, in milliseconds since 1970.
    pub(super) fn begun(&self) -> Option<u64> {
        self.begun
    }
}

/// The `DecisionTaskCompleted` that an event belongs to, if its answer continued in a new run.
#[expect(clippy::wildcard_enum_match_arm, reason = "two types of fifty-five")]
fn continued(attributes: &EventAttributes) -> Option<i64> {
    match attributes {
        EventAttributes::WorkflowExecutionContinuedAsNew(continued) => {
            Some(continued.decision_task_completed_event_id)
        }
        EventAttributes::ContinueAsNewWorkflowExecutionFailed(failed) => {
            Some(failed.decision_task_completed_event_id)
        }
        _ => None,
    }
}

/// Time of an event in milliseconds since 1970.
pub(super) fn time(event: &Event) -> u64 {
    u64::try_from(event.event_timestamp.as_millis()).unwrap_or_default()
}
