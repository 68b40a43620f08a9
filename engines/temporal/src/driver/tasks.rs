//! Tasks, which are activities.

use asl_runtime::__engine::{Open, Port as _, Wait};
use asl_runtime::TaskError;
use asl_runtime::execution::{Limits, OpKey, Outcome};
use asl_runtime::machine::Form;

use super::effect::{Effect, Sequence, TaskCall, TaskEnd};
use super::port::OpenTask;
use super::{Driver, beyond, stores};
use crate::wire::{READ, WRITE};

impl Driver {
    /// Runs a task as an activity. Temporal counts its time-out and heartbeats. For a task with a
    /// token, whose report may come long after the activity, the driver counts them.
    pub(super) fn call(&mut self, op: OpKey, form: Form, mut call: TaskCall, limits: Limits) {
        let is_token = form == Form::Token;
        if is_token {
            call.silence = None;
        }
        call.header.is_alive = call.silence.is_none();
        self.run.open.insert(op, Open::new(call.operation.clone(), form));
        if !self.limit.fits(&call.input) {
            let failure = beyond("the input of a task", self.limit.largest);
            return self.run.complete(op, Outcome::Failed(TaskError::from_failure(failure)));
        }
        let operation = call.operation.clone();
        // It may date from the previous run.
        let whole = self.run.clock.saturating_add(call.timeout);
        let until = self.run.port.until(&operation).unwrap_or(whole);
        self.run.with_open(op, |open| open.data = Some(Box::new(OpenTask { call, until })));
        self.start_again(op);
        if is_token {
            self.run.limit(op, limits, true);
        }
    }

    /// Runs a task in the rest of its time.
    pub(super) fn start_again(&mut self, op: OpKey) {
        let clock = self.run.clock;
        let Some(open) = self.run.open.get_mut(&op) else { return };
        let Some(task) = &mut open.data else { return };
        task.call.timeout = task.until.saturating_sub(clock);
        if task.call.timeout == 0 {
            return self.run.complete(op, Outcome::TimedOut);
        }
        let call = Box::new(task.call.clone());
        let sequence = self.run.waits.insert(Wait::Call(op));
        open.call = Some(sequence);
        self.run.effects.push_back(Effect::Task { sequence, call });
    }

    pub(super) fn task_ended(&mut self, sequence: Sequence, end: TaskEnd) {
        let Some(Wait::Call(op)) = self.run.waits.remove(sequence) else { return };
        let Some(open) = self.run.open.get_mut(&op) else { return };
        open.call = None;
        let is_alive = open.data.as_ref().is_some_and(|task| task.call.header.is_alive);
        let method = open.data.as_ref().map(|task| task.call.method.clone());
        match end {
            TaskEnd::Done(answer) => {
                open.data = None;
                self.answered(&answer);
                if matches!(method.as_deref(), Some(READ | WRITE)) {
                    return self.run.complete(op, stores::outcome(answer));
                }
                self.run.task_ended(op, Ok(answer));
            }
            TaskEnd::Failed(error) => self.run.task_ended(op, Err(error)),
            TaskEnd::TimedOut => self.run.complete(op, Outcome::TimedOut),
            TaskEnd::Silent if is_alive => self.lost.push(op),
            TaskEnd::Silent => self.run.complete(op, Outcome::HeartbeatMissed),
            TaskEnd::Lost { pause: 0 } => self.lost.push(op),
            TaskEnd::Lost { pause } => self.pause(op, pause),
            TaskEnd::Cancelled => {
                let error = TaskError::new("States.TaskFailed", "Temporal cancelled the task");
                self.run.complete(op, Outcome::Failed(error));
            }
        }
    }

    /// Starts the pause before a lost task runs again: it is the same operation with the same
    /// idempotency key.
    fn pause(&mut self, op: OpKey, millis: u64) {
        let Some(task) = self.run.open.get(&op).and_then(|open| open.data.as_deref()) else {
            return;
        };
        let wake = self.run.clock.saturating_add(millis).min(task.until);
        let name = task.call.operation.clone();
        let timer = self.run.timer(Wait::Again(op, wake), wake, &name);
        self.run.with_open(op, |open| open.timer = Some(timer));
    }
}
