//! Histories read again, up to each decision task and as a whole.

use asl_swf::model::{Decision, Event, EventAttributes, WorkflowExecution};
use asl_swf::{Decider, History, reaches_checkpoint};

use super::world::{Sent, World, text};

/// The answers that were given again.
pub(crate) struct Replayed {
    pub(crate) answers: usize,
    /// Those that were also given from the newest events alone.
    pub(crate) resumed: usize,
}

impl World {
    /// Every answer that was sent is what the history up to its decision task gives, in either
    /// order, with its checkpoints or without.
    pub(crate) fn replay(&self) -> Replayed {
        let mut resumed = 0;
        for Sent { execution, started, decisions } in &self.sent {
            let mut events = self.double.history(execution).unwrap();
            let WorkflowExecution { workflow_id, run_id } = execution;
            let EventAttributes::WorkflowExecutionStarted(begun) = &events[0].attributes else {
                panic!("no start")
            };
            let decider = &self.deciders[&begun.workflow_type.name];
            events.truncate(usize::try_from(*started).unwrap());
            for _ in 0..2 {
                let history = History {
                    events: &events,
                    workflow_id,
                    run_id,
                    started_event_id: Some(*started),
                };
                let again = decider
                    .decide(history)
                    .unwrap_or_else(|error| panic!("{error}\n{}", text(&events)));
                assert_eq!(&again.decisions, decisions, "at event {started}: {}", text(&events));
                // With a checkpoint or from the first event: the same.
                let whole = decider
                    .replay(history)
                    .unwrap_or_else(|error| panic!("{error}\n{}", text(&events)));
                assert_eq!(
                    &whole.decisions,
                    decisions,
                    "at event {started}, all of it: {}",
                    text(&events)
                );
                assert_eq!(whole.states, again.states, "at event {started}: {}", text(&events));
                events.reverse();
            }
            if decider.options().checkpoints > 0 {
                resumed += decides_from_the_newest_events(decider, execution, &events, decisions);
            }
        }
        for run in self.double.runs("w") {
            self.read_to_its_end(&run);
        }
        Replayed { answers: self.sent.len(), resumed }
    }

    /// The whole history, with all that came behind the last decision task, fits the machine.
    fn read_to_its_end(&self, run: &WorkflowExecution) {
        let events = self.double.history(run).unwrap();
        let EventAttributes::WorkflowExecutionStarted(begun) = &events[0].attributes else {
            panic!("no start")
        };
        let history = History {
            events: &events,
            workflow_id: &run.workflow_id,
            run_id: &run.run_id,
            started_event_id: None,
        };
        let decided = self.deciders[&begun.workflow_type.name].decide(history);
        decided.unwrap_or_else(|error| panic!("{error}\n{}", text(&events)));
    }
}

/// The newest events suffice, as soon as they reach back to a checkpoint; 1 if there is one.
fn decides_from_the_newest_events(
    decider: &Decider,
    execution: &WorkflowExecution,
    events: &[Event],
    decisions: &[Decision],
) -> usize {
    let newest: Vec<Event> = events.iter().rev().cloned().collect();
    let Some(enough) = (1..newest.len()).find(|count| reaches_checkpoint(&newest[..*count])) else {
        return 0;
    };
    let WorkflowExecution { workflow_id, run_id } = execution;
    let started_event_id = newest.first().map(|event| event.event_id);
    let history = History { events: &newest[..enough], workflow_id, run_id, started_event_id };
    let again = decider.decide(history).unwrap_or_else(|error| panic!("{error}\n{}", text(events)));
    assert_eq!(
        again.decisions,
        decisions,
        "from the newest {enough} of {}: {}",
        newest.len(),
        text(events)
    );
    1
}
