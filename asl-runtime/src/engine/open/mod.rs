//! An execution whose operations are open in an engine outside of the process: the part that the
//! drivers of Restate and Temporal share. It has no I/O and reads no clock, so the same inputs
//! always give the same effects in the same order.

mod child;
mod limits;
mod waits;

use std::collections::{BTreeMap, VecDeque};

use asl_execution::execution::{
    Applied, Command, Execution, Input, OpKey, OperationId, Outcome, Report, Reported, TokenError,
};
use asl_execution::machine::Form;
use asl_value::error::{Failure, TaskError};
use asl_value::value::{Text, Value};

pub use child::{Child, ChildStart, Planned};
pub use waits::{Sequence, Wait, Waits};

/// The engine of an [`OpenExecution`].
pub trait Port {
    /// An effect in the engine.
    type Effect;
    /// Data of an open operation in this engine alone.
    type Data: Default;

    /// The name under which a machine with this name or ARN is registered, if it is.
    fn find(&self, machine: &str) -> Option<Text>;

    /// The id of what an operation starts, from its idempotency key.
    fn id(&self, key: String) -> Text {
        Text::new(key)
    }

    /// The time at which an operation times out, if it began before this driver.
    fn until(&self, _operation: &str) -> Option<u64> {
        None
    }

    /// The effect that starts a timer.
    fn start_timer(&mut self, timer: Timer<'_>) -> Self::Effect;

    /// The effect that stops a timer, if the engine needs one.
    fn stop_timer(&mut self, timer: Sequence) -> Option<Self::Effect>;

    /// The effect that abandons a task or another machine.
    fn cancel(&mut self, call: Sequence, open: &Open<Self::Data>) -> Self::Effect;
}

/// A timer to start.
#[derive(Clone, Copy, Debug)]
pub struct Timer<'a> {
    /// Its number.
    pub sequence: Sequence,
    /// The part of the execution that waits for it.
    pub wait: Wait,
    /// The time at which it ends.
    pub wake: u64,
    /// The time now.
    pub clock: u64,
    /// A name to show.
    pub name: &'a str,
}

/// The state of a driver after a turn. `C` has the data with which another driver continues.
#[derive(Debug)]
pub enum Turn<C> {
    /// It waits for an input.
    Wait,
    /// It can continue after yielding.
    Again,
    /// The execution has ended.
    Over(Result<Value, Failure>),
    /// The engine's record is long: the execution continues elsewhere.
    Full(Box<C>),
}

/// An execution with its open operations in another engine.
pub struct OpenExecution<P: Port> {
    /// The execution.
    pub execution: Execution,
    /// The engine.
    pub port: P,
    /// The latest time of an input, in milliseconds since 1970.
    pub clock: u64,
    /// The operations and timers that are open in the engine, by number.
    pub waits: Waits,
    /// The open operations.
    pub open: BTreeMap<OpKey, Open<P::Data>>,
    /// Effects that the engine has not fetched, in order.
    pub effects: VecDeque<P::Effect>,
    /// Timer of the machine's own time-out.
    pub deadline: Option<Sequence>,
    /// Number of turns since the last input.
    pub turns: u32,
    /// The inputs so far with their times, if the engine keeps them for a redrive.
    pub inputs: Option<Vec<(u64, Input)>>,
}

/// An open operation of an execution.
#[derive(Debug)]
pub struct Open<D> {
    /// Its name; empty for a wait.
    pub operation: String,
    /// The form of its task.
    pub form: Form,
    /// The task or machine that runs.
    pub call: Option<Sequence>,
    /// Its timer, for a wait.
    pub timer: Option<Sequence>,
    /// The timer for its time-out, and the time.
    pub limit: Option<(Sequence, u64)>,
    /// The timer for heartbeats.
    pub silence: Option<Sequence>,
    /// Maximum time between heartbeats, in milliseconds.
    pub longest_silence: u64,
    /// Time of the last heartbeat.
    pub beat: u64,
    /// The other machine that it runs.
    pub child: Option<Box<Child>>,
    /// Data of the engine.
    pub data: D,
}

impl<D: Default> Open<D> {
    /// An operation for which nothing is open yet.
    pub fn new(operation: String, form: Form) -> Self {
        Self {
            operation,
            form,
            call: None,
            timer: None,
            limit: None,
            silence: None,
            longest_silence: u64::MAX,
            beat: 0,
            child: None,
            data: D::default(),
        }
    }
}

impl<P: Port> OpenExecution<P> {
    /// An execution of which nothing is open in the engine yet. The timer of its own time-out starts.
    pub fn new(execution: Execution, port: P, clock: u64) -> Self {
        let mut run = Self {
            execution,
            port,
            clock,
            waits: Waits::default(),
            open: BTreeMap::new(),
            effects: VecDeque::new(),
            deadline: None,
            turns: 0,
            inputs: None,
        };
        if let Some(wake) = run.execution.deadline() {
            run.deadline = Some(run.timer(Wait::Deadline(wake), wake, "TimeoutSeconds"));
        }
        run
    }

    /// The clock is at least at this time.
    pub fn tell(&mut self, now: u64) {
        self.clock = self.clock.max(now);
    }

    /// Applies an input to the execution, and keeps it if the engine has asked for that.
    pub fn apply(&mut self, input: Input) -> Applied {
        let kept = self.inputs.is_some().then(|| input.clone());
        let applied = self.execution.apply(input, self.clock);
        if let Some(inputs) = self.inputs.as_mut().filter(|_| applied.changed()) {
            inputs.extend(kept.map(|input| (self.clock, input)));
        }
        applied
    }

    /// The answer of a service to a task that continues. The operation is closed if that ends it.
    /// Returns true if it is still open.
    pub fn submitted(&mut self, op: OpKey, answer: Value) -> bool {
        self.apply(Input::Submitted(op, answer));
        let is_open = self.execution.is_open(op);
        if !is_open {
            self.cut_off(op);
        }
        is_open
    }

    /// Changes an operation, if it is open.
    pub fn with_open(&mut self, op: OpKey, change: impl FnOnce(&mut Open<P::Data>)) {
        if let Some(open) = self.open.get_mut(&op) {
            change(open);
        }
    }

    /// The idempotency key of an operation, as an id in the engine.
    pub fn key(&self, operation_id: &OperationId) -> Text {
        self.port.id(format!("{}.{operation_id}", self.execution.id()))
    }

    /// Performs a command that concerns timers only. Returns any other one.
    pub fn perform(&mut self, command: Command) -> Option<Command> {
        match command {
            Command::Hold { op, operation_id, limits } => {
                self.open.insert(op, Open::new(operation_id.to_string(), Form::Token));
                self.limit(op, limits, true);
            }
            Command::Timer { op, after } => {
                let name = self.execution.timer(op).map_or("", |(state, _)| state);
                let wake = self.clock.saturating_add(after);
                self.open.insert(op, Open::new(String::new(), Form::Answer));
                let timer = self.timer(Wait::Timer(op, wake), wake, name);
                self.with_open(op, |open| open.timer = Some(timer));
            }
            Command::Cancel { op } => self.cut_off(op),
            Command::Run { .. }
            | Command::Read { .. }
            | Command::Write { .. }
            | Command::Detach { .. } => return Some(command),
        }
        None
    }

    /// Advances the execution after a turn, which may have performed commands. After so many turns
    /// without any, of ten thousand transitions each, the execution fails.
    pub fn advance(&mut self, has_acted: bool, most_turns: u32) {
        self.turns = if has_acted { 0 } else { self.turns.saturating_add(1) };
        if self.turns > most_turns {
            let millions = most_turns / 100;
            let cause = format!(
                "the machine made {millions},000,000 transitions without waiting for anything"
            );
            self.apply(Input::GiveUp(Text::new(cause)));
        } else {
            self.apply(Input::Advance);
        }
    }

    /// The result of the task of an operation. For a task with a token it is the answer of the
    /// service, and the operation stays open.
    pub fn task_ended(&mut self, op: OpKey, result: Result<Value, TaskError>) {
        match result {
            Ok(answer) if self.open.get(&op).is_some_and(|open| open.form == Form::Token) => {
                let clock = self.clock;
                if self.submitted(op, answer) {
                    self.with_open(op, |open| open.beat = clock);
                }
            }
            result => self.complete(op, Outcome::from(result)),
        }
    }

    /// Applies a report with a task token.
    ///
    /// # Errors
    /// The execution does not wait for it.
    pub fn report(&mut self, token: &str, report: Report) -> Result<(), TokenError> {
        let op = self.execution.by_token(token)?;
        let Applied::Reported(reported) = self.apply(Input::Report(op, report)) else {
            return Err(TokenError::Closed);
        };
        match reported {
            Reported::Ended(op) => self.cut_off(op),
            Reported::Alive(op) => {
                let clock = self.clock;
                self.with_open(op, |open| open.beat = clock);
            }
            // The answer of the service precedes the report.
            Reported::Early(_) => {}
        }
        Ok(())
    }

    /// Closes an operation, abandons what is open for it, and completes it.
    pub fn complete(&mut self, op: OpKey, outcome: Outcome) {
        self.cut_off(op);
        self.apply(Input::Complete(op, outcome));
    }

    /// Closes an operation and abandons what is open for it. Its inputs are ignored from now on.
    pub fn cut_off(&mut self, op: OpKey) {
        let Some(open) = self.open.remove(&op) else { return };
        if let Some(call) = open.call {
            self.waits.remove(call);
            self.effects.push_back(self.port.cancel(call, &open));
        }
        let limit = open.limit.map(|(timer, _)| timer);
        for timer in [open.timer, limit, open.silence].into_iter().flatten() {
            if self.waits.remove(timer).is_some() {
                self.effects.extend(self.port.stop_timer(timer));
            }
        }
    }

    /// Closes the operations that the execution no longer waits for. A snapshot has no
    /// cancellations, so this is needed before another driver continues.
    pub fn cut_off_ended(&mut self) {
        let is_over = |op: &OpKey| !self.execution.is_open(*op);
        let over: Vec<OpKey> = self.open.keys().copied().filter(is_over).collect();
        for op in over {
            self.cut_off(op);
        }
    }
}
