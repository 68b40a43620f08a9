//! What an execution of an SM4C machine tells its observer (spec: section 3.5). Off unless somebody
//! observes, and then free.

use crate::history::{Details, EventType, HistoryEvent, Observed, timestamp};
use crate::machine::{Kind, Next, NodeId, Step};
use crate::value::{Text, Value};

use super::super::Execution;
use super::super::frames::{Frame, NONE};

impl Execution {
    pub(in super::super) fn observe_start(&mut self) {
        self.observe(EventType::EnterStateMachine, None, |_| {});
    }

    /// The machine has ended; `output` is what is left of the global data where it ended well.
    pub(in super::super) fn observe_end(&mut self, output: Option<&Value>) {
        let output = output.filter(|_| !self.state.globals().is_timed_out).cloned();
        self.observe(EventType::ExitStateMachine, None, |observed| {
            if let Some(output) = output {
                observed.data = output;
            }
        });
    }

    /// A node was entered: that of a state's begin, maybe.
    pub(in super::super) fn observe_entered(&mut self, frame: &Frame) {
        if self.observer.is_some()
            && self.is_state(frame)
            && self.sm4c_node(frame).is_some_and(|node| node.is_entry)
        {
            self.observe(EventType::EnterState, Some(self.node(frame).state), |_| {});
        }
    }

    /// A node is left for another, or for the end: that may be the end of its state.
    pub(in super::super) fn observe_left(&mut self, frame: &Frame, next: Option<NodeId>) {
        let leaves = next.is_none_or(|next| self.sm4c_row(next).is_some_and(|node| node.is_entry));
        if self.observer.is_some() && leaves && self.is_state(frame) {
            self.observe(EventType::ExitState, Some(self.node(frame).state), |_| {});
        }
    }

    /// Whether a frame runs states: the root does, unless it runs the time-out's action.
    fn is_state(&self, frame: &Frame) -> bool {
        frame.parent == NONE && !self.state.globals().is_timed_out
    }

    pub(in super::super) fn observe_before(&mut self, frame: &Frame) {
        self.observe_action(frame, EventType::BeforeAction);
    }

    /// The action has done its work; nothing is told of one that failed, handled or not.
    pub(in super::super) fn observe_after(&mut self, frame: &Frame) {
        self.observe_action(frame, EventType::AfterAction);
    }

    /// The same of an action that is done as soon as it is begun.
    pub(in super::super) fn observe_done(&mut self, frame: &Frame, next: &Next) {
        if matches!(next, Ok(Step::Goto(_) | Step::End | Step::Done(_)))
            && matches!(self.node(frame).kind, Kind::Eval)
        {
            self.observe_after(frame);
        }
    }

    fn observe_action(&mut self, frame: &Frame, kind: EventType) {
        if self.observer.is_none() {
            return;
        }
        let Some(action) = self.sm4c_node(frame).and_then(|node| node.action.as_ref()) else {
            return;
        };
        self.observe(kind, None, |observed| {
            observed.action = Some((action.name.map(Text::new_static), action.kind));
        });
    }

    fn observe(
        &mut self,
        kind: EventType,
        state: Option<&'static str>,
        change: impl FnOnce(&mut Observed),
    ) {
        let Some(row) = self.machine.sm4c.filter(|_| self.observer.is_some()) else { return };
        let globals = self.state.globals();
        let mut observed = Observed {
            instance_id: self.id(),
            start: timestamp(globals.started),
            name: row.name,
            version: row.version,
            description: row.description,
            data: globals.data.clone(),
            action: None,
        };
        change(&mut observed);
        let before = self.state.events;
        self.state.events = before.saturating_add(1);
        let details = Details {
            name: state.map(Text::new_static),
            observed: Some(Box::new(observed)),
            ..Details::default()
        };
        let (id, timestamp) = (self.state.events, self.now);
        if let Some(observer) = &mut self.observer {
            observer.event(HistoryEvent {
                id,
                previous_event_id: before,
                timestamp,
                kind,
                details,
            });
        }
    }
}
