//! A run before it has an execution: its first states, as long as they need only their data and
//! tasks answer at once. Most of an execution is for what happens while a run waits. Making one,
//! and taking commands from it and outcomes to it, takes longer than most states.

use std::mem;

use crate::execution::command::Commands;
use crate::execution::event_count::EventCount;
use crate::execution::frame::{Frame, NONE, ROOT, Waiting};
use crate::execution::fuel::DEFAULT_LIMIT;
use crate::execution::ids::operation_id::Path;
use crate::execution::observe::spans::may_be_traced;
use crate::execution::step::call::checked;
use crate::execution::step::drive::drive;
use crate::execution::{Execution, OpKey, OperationId};
use crate::machine::{At, Cx, Effect, Form, Kind, LateTime, Machine, Next, Node, Step, TaskRow};
use asl_value::error::bounded;
use asl_value::value::Value;

/// The states of a run before it has an execution.
pub struct Ahead<'t> {
    machine: &'static Machine,
    data: Value,
    cx: Cx<'t>,
    time: &'t LateTime,
    at: At,
    events: EventCount,
    /// The event of the entry into the state.
    entered_event: u64,
    /// Tasks so far.
    serial: u64,
    /// Transitions since the start or the last answer of a task.
    transitions: u32,
}

/// A task that a run calls before it has an execution.
#[doc(hidden)]
pub struct AheadCall {
    pub task: &'static TaskRow,
    pub input: Value,
    pub operation_id: OperationId,
}

impl<'t> Ahead<'t> {
    /// Returns true if a machine can run without an execution, with the default options: its states
    /// need only their data, it has no quotas and no time limit, and no spans show it.
    #[inline]
    pub fn is_possible(machine: &'static Machine, data: &Value) -> bool {
        let needs_execution = !machine.needs_only_data() || machine.time_limit().is_some();
        !needs_execution && !may_be_traced() && bounded(data).is_ok()
    }

    /// A run before its first state.
    #[inline]
    pub fn new(machine: &'static Machine, data: Value, time: &'t LateTime) -> Self {
        let (profile, limits) = (machine.profile, machine.limits);
        let mut events = EventCount::STARTED;
        events.count_entry();
        Self {
            machine,
            data,
            cx: Cx { late: Some(time), profile, limits, ..Cx::default() },
            time,
            at: At { node: machine.start, visit: 0 },
            events,
            entered_event: events.last_id(),
            serial: 0,
            transitions: 0,
        }
    }

    /// Runs states from the current node on.
    #[inline]
    pub fn enter(&mut self) -> Next {
        let (before, fuel) = (self.at.visit, DEFAULT_LIMIT - 1 - self.transitions);
        let Self { machine, data, cx, at, .. } = &mut *self;
        let step = (machine.advance)(at, data, cx, fuel);
        let transitions = self.at.visit.wrapping_sub(before);
        self.transitions += transitions;
        self.events.count_transitions(transitions);
        self.entered_event = self.events.last_id();
        self.checked(step)
    }

    /// Checks the limits of the data. A step that passes is not moved.
    #[inline]
    fn checked(&self, step: Next) -> Next {
        if bounded(&self.data).is_ok() { step } else { checked(&self.data, step) }
    }

    /// Takes the output of a machine that has ended.
    #[inline]
    pub fn take_output(&mut self) -> Value {
        mem::take(&mut self.data)
    }

    /// Makes the call of a plain task with this input: one that ends with its answer and has no
    /// heartbeats. It counts as started. Any other step comes back.
    #[inline]
    pub fn start_task(&mut self, step: Next) -> Result<AheadCall, Next> {
        let Ok(Step::Task(input)) = step else { return Err(step) };
        let Some((node, task)) = self.plain_task().filter(|_| bounded(&input).is_ok()) else {
            return Err(Ok(Step::Task(input)));
        };
        self.serial += 1;
        self.events.count_task_start(task.form);
        let visit = self.at.visit;
        let operation_id = OperationId { node, visit, attempt: 0, path: Path::default() };
        Ok(AheadCall { task, input, operation_id })
    }

    /// The task of the current node, if it is plain.
    #[inline]
    fn plain_task(&self) -> Option<(&'static Node, &'static TaskRow)> {
        let node = self.machine.node(self.at.node)?;
        let Kind::Invoke(Effect::Task(task)) = &node.kind else { return None };
        let is_plain = task.form == Form::Answer && task.heartbeat_seconds.is_none();
        is_plain.then_some((node, task))
    }

    /// The operation of the last call.
    #[inline]
    pub fn operation(&self) -> OpKey {
        OpKey { serial: self.serial, frame: ROOT }
    }

    /// Continues after the answer of a task.
    #[inline]
    pub fn take_answer(&mut self, answer: Value) -> Next {
        self.events.count_task_success();
        self.transitions = 0;
        let Self { machine, data, cx, at, .. } = &mut *self;
        let step = (machine.resume)(at.node, data, cx, answer);
        let step = self.checked(step);
        let Ok(Step::Goto(node)) = step else { return step };
        self.at = At { node, visit: self.at.visit.wrapping_add(1) };
        self.transitions = 1;
        self.events.count_transitions(1);
        self.enter()
    }

    /// Continues with this step in an execution that was made for this run.
    pub fn continue_in(self, run: &mut Execution, step: Next) {
        let frame = self.into_frame(run, Waiting::Fuel);
        drive(run, frame, Some(ROOT), step);
    }

    /// Waits for the last call in an execution that was made for this run.
    pub fn wait_in(self, run: &mut Execution) {
        let waiting = Waiting::Task(self.serial);
        let frame = self.into_frame(run, waiting);
        run.state.frames.put(&mut Some(ROOT), frame);
    }

    fn into_frame(self, run: &mut Execution, waiting: Waiting) -> Frame {
        let Self { time, at, events, entered_event, serial, .. } = self;
        run.fuel.refill();
        run.fuel.spend(self.transitions);
        run.state.events = events;
        run.state.serial = serial;
        run.commands = Commands::fetched_to(serial);
        let frame = Frame::new(at.node, self.data, NONE, 0, events.last_id());
        Frame { at, entered: time.get(), entered_event, waiting, ..frame }
    }
}
