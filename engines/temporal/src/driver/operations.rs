//! The open operations, and what is open in Temporal for them.

use std::collections::BTreeMap;
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
    /// The task, for the case that its worker is lost.
    pub(super) task: Option<Box<OpenTask>>,
    /// Its timer, for a wait, or until it runs again.
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

/// A task that may have to run again.
#[derive(Debug)]
pub(super) struct OpenTask {
    pub(super) call: TaskCall,
    /// The end of its time-out.
    pub(super) until: u64,
}

/// The meaning of a number. Timers have the time at which they end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wait {
    Task(OpKey),
    Child(OpKey),
    /// A task or another machine that nothing waits for. Temporal counts it until it ends.
    Detached,
    Timer(OpKey, u64),
    /// The pause before a lost task runs again.
    Again(OpKey, u64),
    Limit(OpKey, u64),
    Silence(OpKey, u64),
    Deadline(u64),
}

/// What is open in Temporal, by number.
#[derive(Default, Debug)]
pub(super) struct Waits {
    /// The last number.
    last: Sequence,
    open: BTreeMap<Sequence, Wait>,
    calls: usize,
}

impl Waits {
    /// A number for what begins.
    pub(super) fn insert(&mut self, wait: Wait) -> Sequence {
        self.last = self.last.saturating_add(1);
        self.put(self.last, wait);
        self.last
    }

    /// Gives a number another meaning.
    pub(super) fn put(&mut self, sequence: Sequence, wait: Wait) {
        self.remove(sequence);
        self.calls = self.calls.saturating_add(usize::from(wait.is_call()));
        self.open.insert(sequence, wait);
    }

    pub(super) fn get(&self, sequence: Sequence) -> Option<Wait> {
        self.open.get(&sequence).copied()
    }

    pub(super) fn remove(&mut self, sequence: Sequence) -> Option<Wait> {
        let wait = self.open.remove(&sequence)?;
        self.calls = self.calls.saturating_sub(usize::from(wait.is_call()));
        Some(wait)
    }

    /// Number of tasks and other machines.
    pub(super) fn calls(&self) -> usize {
        self.calls
    }
}

impl Wait {
    fn is_call(self) -> bool {
        match self {
            Self::Task(_) | Self::Child(_) | Self::Detached => true,
            Self::Timer(..)
            | Self::Again(..)
            | Self::Limit(..)
            | Self::Silence(..)
            | Self::Deadline(_) => false,
        }
    }
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
    pub(super) fn with_open(&mut self, op: OpKey, change: impl FnOnce(&mut Open)) {
        if let Some(open) = self.open.get_mut(&op) {
            change(open);
        }
    }

    /// Starts a timer until a time.
    pub(super) fn timer(&mut self, wait: Wait, wake: u64, name: &str) -> Sequence {
        let sequence = self.waits.insert(wait);
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
        // It may have begun in the previous run.
        let whole = self.clock.saturating_add(call.timeout);
        let until = self.until.remove(&operation).unwrap_or(whole);
        self.with_open(op, |open| open.task = Some(Box::new(OpenTask { call, until })));
        self.start_again(op);
        if is_token {
            self.limit(op, &operation, limits);
        }
    }

    /// Runs a task in the rest of its time.
    pub(super) fn start_again(&mut self, op: OpKey) {
        let clock = self.clock;
        let Some(open) = self.open.get_mut(&op) else { return };
        let Some(task) = &mut open.task else { return };
        task.call.timeout = task.until.saturating_sub(clock);
        if task.call.timeout == 0 {
            return self.complete(op, Outcome::TimedOut);
        }
        let call = Box::new(task.call.clone());
        let sequence = self.waits.insert(Wait::Task(op));
        open.call = Some(sequence);
        self.effects.push_back(Effect::Task { sequence, call });
    }

    pub(super) fn task_ended(&mut self, sequence: Sequence, end: TaskEnd) {
        let Some(Wait::Task(op)) = self.waits.remove(sequence) else { return };
        let Some(open) = self.open.get_mut(&op) else { return };
        open.call = None;
        let form = open.form;
        let is_alive = open.task.as_ref().is_some_and(|task| task.call.header.is_alive);
        match end {
            TaskEnd::Done(answer) if form == Form::Token => {
                self.with_open(op, |open| open.task = None);
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
            TaskEnd::Silent if is_alive => self.lost.push(op),
            TaskEnd::Silent => self.complete(op, Outcome::HeartbeatMissed),
            TaskEnd::Lost { pause: 0 } => self.lost.push(op),
            TaskEnd::Lost { pause } => self.pause(op, pause),
            TaskEnd::Cancelled => {
                let error = TaskError::new("States.TaskFailed", "Temporal cancelled the task");
                self.complete(op, Outcome::Failed(error));
            }
        }
    }

    /// Starts the pause before a lost task runs again: it is the same operation with the same
    /// idempotency key.
    fn pause(&mut self, op: OpKey, millis: u64) {
        let Some(task) = self.open.get(&op).and_then(|open| open.task.as_deref()) else { return };
        let wake = self.clock.saturating_add(millis).min(task.until);
        let name = task.call.operation.clone();
        let timer = self.timer(Wait::Again(op, wake), wake, &name);
        self.with_open(op, |open| open.timer = Some(timer));
    }

    /// Abandons what is open for an operation, and removes it.
    pub(super) fn cut_off(&mut self, op: OpKey) {
        let Some(open) = self.open.remove(&op) else { return };
        if let Some(sequence) = open.call {
            self.waits.remove(sequence);
            self.effects.push_back(match open.child {
                Some(_) => Effect::CancelChild(sequence),
                None => Effect::CancelTask(sequence),
            });
        }
        for timer in [open.timer, open.limit, open.silence].into_iter().flatten() {
            if self.waits.remove(timer).is_some() {
                self.effects.push_back(Effect::CancelTimer(timer));
            }
        }
    }
}
