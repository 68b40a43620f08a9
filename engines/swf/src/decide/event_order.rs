//! The events in their order, and which decision tasks were answered: all that is to be known
//! before the replay.

use std::collections::{HashMap, HashSet};

use crate::model::event::WorkflowExecutionStarted;
use crate::model::{Event, EventAttributes};

use super::error::DecideError;

/// The events from the first to the last. Newest first, as polls with `reverseOrder` answer, is an
/// order too.
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

/// The events from the last to the first.
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

/// Which decision tasks have decided something. Those that timed out never did: what came before
/// them belongs to the next one.
#[derive(Default)]
pub(super) struct Outline {
    /// By `DecisionTaskStarted`: its `DecisionTaskCompleted`.
    completed: HashMap<i64, i64>,
    /// The `DecisionTaskCompleted` whose answer was, or tried, to go on in a new run.
    continued: HashSet<i64>,
    /// The task that is to be answered now.
    current: Option<i64>,
    /// When the first task began that has decided something, or is to.
    begun: Option<u64>,
}

/// One decision task.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    /// It timed out.
    Lost,
    /// It was answered; whether with going on in a new run.
    Answered {
        /// Whether the answer was, or tried, to go on in a new run.
        continued: bool,
    },
    /// It is to be answered now.
    Current,
}

impl Outline {
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few types of fifty-five")]
    /// `current`: the task that a poll has answered with, where that is known.
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

    /// What became of the task with this `DecisionTaskStarted`.
    pub(super) fn task(&self, started: i64) -> Task {
        match self.completed.get(&started) {
            Some(completed) => Task::Answered { continued: self.continued.contains(completed) },
            None if self.current == Some(started) => Task::Current,
            None => Task::Lost,
        }
    }

    /// When the first task began that has decided something, or is to; in milliseconds since 1970.
    pub(super) fn begun(&self) -> Option<u64> {
        self.begun
    }
}

/// The `DecisionTaskCompleted` whose answer this tells of, if that was to go on in a new run.
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

/// When an event happened, in milliseconds since 1970.
pub(super) fn time(event: &Event) -> u64 {
    u64::try_from(event.event_timestamp.as_millis()).unwrap_or_default()
}
