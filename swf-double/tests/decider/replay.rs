//! Histories read again, up to each decision task and as a whole.

use asl_swf::History;
use asl_swf::model::{EventAttributes, WorkflowExecution};

use super::world::{Sent, World, text};

impl World {
    /// Every answer that was sent is what the history up to its decision task gives, in either order; how many there were.
    pub(crate) fn replay(&self) -> usize {
        for Sent { execution, started, decisions } in &self.sent {
            let mut events = self.double.history(execution).unwrap();
            let WorkflowExecution { workflow_id, run_id } = execution;
            let EventAttributes::WorkflowExecutionStarted(begun) = &events[0].attributes else { panic!("no start") };
            let decider = &self.deciders[&begun.workflow_type.name];
            events.truncate(usize::try_from(*started).unwrap());
            for _ in 0..2 {
                let history = History { events: &events, workflow_id, run_id, started_event_id: Some(*started) };
                let again = decider.decide(history).unwrap_or_else(|error| panic!("{error}\n{}", text(&events)));
                assert_eq!(&again.decisions, decisions, "at event {started}: {}", text(&events));
                events.reverse();
            }
        }
        for run in self.double.runs("w") {
            self.read_to_its_end(&run);
        }
        self.sent.len()
    }

    /// The whole history, with all that came behind the last decision task, fits the machine.
    fn read_to_its_end(&self, run: &WorkflowExecution) {
        let events = self.double.history(run).unwrap();
        let EventAttributes::WorkflowExecutionStarted(begun) = &events[0].attributes else { panic!("no start") };
        let history =
            History { events: &events, workflow_id: &run.workflow_id, run_id: &run.run_id, started_event_id: None };
        let decided = self.deciders[&begun.workflow_type.name].decide(history);
        decided.unwrap_or_else(|error| panic!("{error}\n{}", text(&events)));
    }
}
