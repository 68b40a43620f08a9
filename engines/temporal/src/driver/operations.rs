//! The open operations, and what is open in Temporal for them.

use std::time::Duration;

use asl_runtime::TaskError;
use asl_runtime::execution::{Limits, OpKey, Outcome};
use asl_runtime::machine::Form;
use asl_runtime::value::Text;

use super::child::ChildPlan;
use super::effect::{Effect, Sequence, TaskCall, TaskEnd};
use super::{Driver, beyond, fits};

/// An open operation of the execution.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) form: Form,
    /// The task or machine that runs.
    pub(super) call: Option<Sequence>,
    /// The task, for the case that its worker is lost, and the end of its time-out.
    pub(super) task: Option<(Box<TaskCall>, u64)>,
    /// Its timer, for a wait.
    pub(super) timer: Option<Sequence>,
    /// The timer for its time-out.
    pub(super) limit: Option<Sequence>,
    /// The timer for heartbeats.
    pub(super) silence: Option<Sequence>,
    /// Maximum time between heartbeats, in milliseconds.
    pub(super) longest_silence: u64,
    /// Time of the last heartbeat.
    pub(super) beat: u64,
    pub(super) child: Option<Box<ChildPlan>>,
}

/// The meaning of a number. Timers have the time at which they end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wait {
    Task(OpKey),
    Child(OpKey),
    Timer(OpKey, u64),
    Limit(OpKey, u64),
    Silence(OpKey, u64),
    Deadline(u64),
}

impl Open {
    pub(super) fn new(form: Form) -> Self {
        Self {
            form,
            call: None,
            task: None,
            timer: None,
            limit: None,
            silence: None,
            longest_silence: u64::MAX,
            beat: 0,
            child: None,
        }
    }
}

impl Driver {
    /// A number for an operation that is waited for.
    pub(super) fn wait(&mut self, wait: Wait) -> Sequence {
        self.last = self.last.saturating_add(1);
        self.waits.insert(self.last, wait);
        self.last
    }

    pub(super) fn with_open(&mut self, op: OpKey, change: impl FnOnce(&mut Open)) {
        if let Some(open) = self.open.get_mut(&op) {
            change(open);
        }
    }

    /// Starts a timer until a time.
    pub(super) fn timer(&mut self, wait: Wait, wake: u64, name: &str) -> Sequence {
        let sequence = self.wait(wait);
        // Temporal has no timers without a duration.
        let millis = wake.saturating_sub(self.clock).max(1);
        let after = Duration::from_millis(millis);
        self.effects.push_back(Effect::Timer { sequence, after, name: Text::from(name) });
        sequence
    }

    /// Runs a task as an activity. Temporal counts its time-out and heartbeats. For a task with a
    /// token, whose report may come long after the activity, the driver counts them.
    pub(super) fn call(&mut self, op: OpKey, form: Form, mut call: TaskCall, limits: Limits) {
        let is_token = form == Form::Token;
        if is_token {
            call.silence = None;
        }
        call.header.is_alive = call.silence.is_none();
        self.open.insert(op, Open::new(form));
        if !fits(&call.input, self.largest) {
            let failure = beyond("the input of a task", self.largest);
            return self.complete(op, Outcome::Failed(TaskError::from_failure(failure)));
        }
        let operation = call.operation.clone();
        let until = self.clock.saturating_add(call.timeout);
        self.start(op, Box::new(call), until);
        if is_token {
            self.limit(op, &operation, limits);
        }
    }

    fn start(&mut self, op: OpKey, call: Box<TaskCall>, until: u64) {
        let sequence = self.wait(Wait::Task(op));
        self.effects.push_back(Effect::Task { sequence, call: call.clone() });
        self.with_open(op, |open| {
            open.call = Some(sequence);
            open.task = Some((call, until));
        });
    }

    pub(super) fn task_ended(&mut self, sequence: Sequence, end: TaskEnd) {
        let Some(Wait::Task(op)) = self.waits.remove(&sequence) else { return };
        let Some(open) = self.open.get_mut(&op) else { return };
        open.call = None;
        let (form, task) = (open.form, open.task.take());
        match end {
            TaskEnd::Done(answer) if form == Form::Token => {
                if self.run.submitted(op, &answer, self.clock) {
                    let clock = self.clock;
                    self.with_open(op, |open| open.beat = clock);
                } else {
                    self.cut_off(op);
                }
            }
            TaskEnd::Done(output) => self.complete(op, Outcome::Done(output)),
            TaskEnd::Failed(error) => self.complete(op, Outcome::Failed(error)),
            TaskEnd::TimedOut => self.complete(op, Outcome::TimedOut),
            TaskEnd::Silent => match task {
                Some((call, until)) if call.header.is_alive => self.lost(op, call, until),
                Some(_) | None => self.complete(op, Outcome::HeartbeatMissed),
            },
            TaskEnd::Cancelled => {
                let error = TaskError::new("States.TaskFailed", "Temporal cancelled the task");
                self.complete(op, Outcome::Failed(error));
            }
        }
    }

    /// Runs a task again whose worker was lost: it is the same operation with the same idempotency
    /// key, within the rest of its time.
    fn lost(&mut self, op: OpKey, mut call: Box<TaskCall>, until: u64) {
        let rest = until.saturating_sub(self.clock);
        if rest == 0 {
            return self.complete(op, Outcome::TimedOut);
        }
        call.timeout = rest;
        self.start(op, call, until);
    }

    /// Abandons what is open for an operation, and removes it.
    pub(super) fn cut_off(&mut self, op: OpKey) {
        let Some(open) = self.open.remove(&op) else { return };
        if let Some(sequence) = open.call {
            self.waits.remove(&sequence);
            self.effects.push_back(match open.child {
                Some(_) => Effect::CancelChild(sequence),
                None => Effect::CancelTask(sequence),
            });
        }
        for timer in [open.timer, open.limit, open.silence].into_iter().flatten() {
            if self.waits.remove(&timer).is_some() {
                self.effects.push_back(Effect::CancelTimer(timer));
            }
        }
    }
}
