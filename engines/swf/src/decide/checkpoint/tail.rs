//! The end of a history, back to the newest checkpoint, which suffices for a decision.

use asl_runtime::value::Text;

use crate::model::{Event, EventAttributes};

use super::super::event_order::newest_first;
use super::parts::{Part, is_part, join, read};

/// The end of a history.
pub(in super::super) struct Tail<'h> {
    /// The events, oldest first. The first is the `DecisionTaskStarted` whose answer has recorded
    /// the checkpoint.
    pub(in super::super) events: Vec<&'h Event>,
    /// The text of the checkpoint.
    pub(super) text: Text,
}

/// True if these newest events of a history suffice to decide because they reach back to a
/// checkpoint. [`Decider::decide`](crate::Decider::decide) accepts them without the others.
///
/// The checkpoint may be of another version of the machine. Then the answer is
/// [`DecideError::FirstPageMissing`](crate::DecideError::FirstPageMissing), and the other pages are
/// needed.
pub fn reaches_checkpoint(events: &[Event]) -> bool {
    Tail::find(events).is_some()
}

impl<'h> Tail<'h> {
    /// The events back to the newest checkpoint. `None` if there is none, if it is damaged, or if
    /// an event is missing.
    pub(in super::super) fn find(events: &'h [Event]) -> Option<Self> {
        let mut tail: Vec<&Event> = Vec::new();
        let mut parts: Vec<Part<'h>> = Vec::new();
        // The `DecisionTaskCompleted` of the answer, and its `DecisionTaskStarted`.
        let (mut completed, mut begun) = (None, None);
        for event in newest_first(events) {
            if tail.last().is_some_and(|later| event.event_id != later.event_id - 1) {
                return None;
            }
            tail.push(event);
            #[expect(clippy::wildcard_enum_match_arm, reason = "two types of fifty-five")]
            match &event.attributes {
                EventAttributes::MarkerRecorded(marker) => {
                    let answer = marker.decision_task_completed_event_id;
                    let details = marker.details.as_deref();
                    if is_part(&marker.marker_name, details)
                        && *completed.get_or_insert(answer) == answer
                    {
                        parts.push(read(details.unwrap_or_default())?);
                    }
                }
                EventAttributes::DecisionTaskCompleted(answer)
                    if completed == Some(event.event_id) =>
                {
                    begun = Some(answer.started_event_id);
                }
                _ => {}
            }
            if begun == Some(event.event_id) {
                tail.reverse();
                return Some(Self { events: tail, text: join(parts)? });
            }
        }
        None
    }

    /// The first event.
    pub(in super::super) fn begins(&self) -> i64 {
        self.events.first().map_or(0, |event| event.event_id)
    }
}
