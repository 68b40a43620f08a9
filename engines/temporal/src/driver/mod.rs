//! Drives an execution without I/O: turns its commands into effects, and inputs from Temporal into
//! completions. It reads no clock and never waits, so the same activations always give the same
//! effects in the same order, as the replay of a history requires.
//!
//! Its clock is the time of the activation, which is in the history. A timer may fire at an earlier
//! time than it was set for, as clocks of servers differ, so its own time counts too.

mod child;
mod effect;
mod limits;
mod operations;
mod reports;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use asl_runtime::execution::{Cancellation, Command, Execution, OpKey, Outcome};
use asl_runtime::machine::Form;
use asl_runtime::value::Text;
use asl_runtime::{Failure, TaskError, Value};

use crate::directory::Directory;
use crate::wire::{Chunk, FORMAT, TaskHeader};

pub(crate) use effect::{ChildRefusal, Effect, Input, LONGEST, Sequence, TaskCall, TaskEnd, Turn};

use operations::{Open, Wait};

/// Maximum number of turns, of ten thousand transitions each, without waiting.
const MOST_TURNS: u32 = 1_000;

/// Maximum size of the snapshot for another run, in bytes. Temporal accepts payloads of 2 MiB. A
/// larger execution stays in its run.
const LARGEST_SNAPSHOT: usize = 1_900_000;

/// Number of events of a history from which on no new operation starts, so that the open ones end
/// and the execution continues in another run. Temporal ends runs of more than 51,200 events.
const LONGEST_HISTORY: u32 = 16_384;

/// Maximum number of kept texts about messages that were not accepted.
const MOST_REFUSALS: usize = 8;

/// An execution with its open operations in Temporal.
pub(crate) struct Driver {
    run: Execution,
    directory: Arc<Directory>,
    /// The time of the latest activation, in milliseconds since 1970.
    clock: u64,
    /// Maximum size of a payload in bytes.
    largest: usize,
    /// Number of the last operation of Temporal.
    last: Sequence,
    open: BTreeMap<OpKey, Open>,
    waits: BTreeMap<Sequence, Wait>,
    effects: VecDeque<Effect>,
    /// Timer of the machine's own time-out.
    deadline: Option<Sequence>,
    /// Length of the history, if Temporal suggests to continue in another run.
    long: Option<u32>,
    /// True if the snapshot was too large for another run.
    is_too_large: bool,
    /// Number of turns since the last input.
    turns: u32,
    /// Reasons why messages were not accepted, for the query `state`.
    refusals: VecDeque<String>,
}

/// Data of a driver besides its execution.
pub(crate) struct Setting {
    pub(crate) directory: Arc<Directory>,
    pub(crate) clock: u64,
    pub(crate) largest: usize,
}

impl Driver {
    pub(crate) fn new(run: Execution, setting: Setting) -> Self {
        let Setting { directory, clock, largest } = setting;
        let mut driver = Self {
            run,
            directory,
            clock,
            largest,
            last: 0,
            open: BTreeMap::new(),
            waits: BTreeMap::new(),
            effects: VecDeque::new(),
            deadline: None,
            long: None,
            is_too_large: false,
            turns: 0,
            refusals: VecDeque::new(),
        };
        if let Some(wake) = driver.run.deadline() {
            driver.deadline = Some(driver.timer(Wait::Deadline(wake), wake, "TimeoutSeconds"));
        }
        driver
    }

    /// Begins an activation at this time. `long` has the length of the history if Temporal suggests
    /// to continue in another run.
    pub(crate) fn activate(&mut self, now: u64, long: Option<u32>) {
        self.clock = self.clock.max(now);
        self.long = long;
        self.turns = 0;
    }

    /// The execution as text, for the query `state`.
    pub(crate) fn state(&self) -> Value {
        let text = self.run.snapshot().to_json_within(self.largest);
        let snapshot = text.and_then(|text| Value::from_json_str(&text).ok());
        let refused = self.refusals.iter().map(Value::text);
        Value::object([
            ("machine", Value::text(self.run.machine().name)),
            ("version", Value::from(format!("{:016x}", self.run.machine().hash))),
            ("snapshot", snapshot.unwrap_or_default()),
            ("refused", Value::from(refused.collect::<Vec<_>>())),
        ])
    }

    /// Takes the effects of a turn, in order.
    pub(crate) fn effects(&mut self) -> Vec<Effect> {
        self.effects.drain(..).collect()
    }

    /// Advances the execution as far as possible.
    pub(crate) fn turn(&mut self) -> Turn {
        loop {
            if let Some(chunk) = self.chunk() {
                return Turn::Full(Box::new(chunk));
            }
            if self.holds_back() {
                return Turn::Wait;
            }
            let mut has_acted = false;
            while let Some(command) = self.run.next_command() {
                has_acted = true;
                self.perform(command);
            }
            if let Some(result) = self.run.take_result() {
                return Turn::Over(result);
            }
            if !self.run.is_runnable() {
                if has_acted {
                    continue;
                }
                return Turn::Wait;
            }
            self.turns = if has_acted { 0 } else { self.turns.saturating_add(1) };
            if self.turns > MOST_TURNS {
                let cause = "the machine made 10,000,000 transitions without waiting for anything";
                self.run.give_up(cause, self.clock);
            } else {
                self.run.advance(self.clock);
            }
        }
    }

    /// Applies an input. Inputs for closed operations are ignored.
    pub(crate) fn apply(&mut self, input: Input) {
        match input {
            Input::Fired(sequence) => self.fired(sequence),
            Input::Task(sequence, end) => self.task_ended(sequence, end),
            Input::ChildStarted(sequence, started) => self.child_started(sequence, started),
            Input::ChildEnded(sequence, result) => self.child_ended(sequence, &result),
            Input::Event(event) => self.event(&event),
            Input::Report(token, report) => self.report(&token, report),
            Input::Foreign(what) => self.refuse(what),
            Input::Cancel(reason) => {
                let reason = Cancellation::new("", reason);
                self.run.cancel_with(reason, self.clock);
            }
        }
    }

    /// True if no new operation may start, because the history is too long.
    fn holds_back(&self) -> bool {
        let is_long = self.long.is_some_and(|length| length >= LONGEST_HISTORY);
        is_long && !self.is_too_large && !self.run.has_ended() && self.has_open_work()
    }

    /// True if a task or another machine runs, which would end with this run.
    fn has_open_work(&self) -> bool {
        self.open.iter().any(|(op, open)| open.call.is_some() && self.run.is_open(*op))
    }

    /// The data with which another run continues, if Temporal suggests that and nothing runs. The
    /// snapshot contains pending commands.
    fn chunk(&mut self) -> Option<Chunk> {
        self.long?;
        if self.is_too_large || self.run.has_ended() || self.has_open_work() {
            return None;
        }
        let Some(snapshot) = self.run.snapshot().to_json_within(LARGEST_SNAPSHOT) else {
            self.is_too_large = true;
            return None;
        };
        // A snapshot has no cancellations.
        let is_over = |op: &OpKey| !self.run.is_open(*op);
        let over: Vec<OpKey> = self.open.keys().copied().filter(is_over).collect();
        for op in over {
            self.cut_off(op);
        }
        // The timers end with this run.
        let is_timer =
            |effect: &Effect| matches!(effect, Effect::Timer { .. } | Effect::CancelTimer(_));
        self.effects.retain(|effect| !is_timer(effect));
        let hash = self.run.machine().hash;
        Some(Chunk { format: FORMAT, hash, snapshot, clock: self.clock })
    }

    fn perform(&mut self, command: Command) {
        match command {
            Command::Run { op, task, input, operation_id, limits, credentials } => {
                if let Some(input) = self.run_child(op, task, input, &operation_id, limits) {
                    let credentials = credentials.map(|value| *value);
                    let header = self.header(op, task.resource, credentials);
                    let operation = operation_id.to_string();
                    let call = TaskCall::new(operation, task.method, header, input, limits);
                    self.call(op, task.form, call, limits);
                }
            }
            Command::Hold { op, operation_id, limits } => {
                self.open.insert(op, Open::new(Form::Token));
                self.limit(op, &operation_id.to_string(), limits);
            }
            Command::Timer { op, after } => {
                let name = self.run.timer(op).map_or("", |(state, _)| state);
                let wake = self.clock.saturating_add(after);
                self.open.insert(op, Open::new(Form::Answer));
                let timer = self.timer(Wait::Timer(op, wake), wake, name);
                self.with_open(op, |open| open.timer = Some(timer));
            }
            Command::Read { op, .. } => self.no_storage(op, "States.ItemReaderFailed"),
            Command::Write { op, .. } => self.no_storage(op, "States.ResultWriterFailed"),
            Command::Detach { op, task, input, operation_id } => {
                let id = self.key(&operation_id);
                let effect = match self.subflow(task) {
                    Some(machine) => self.child_effect(machine, id, input, true),
                    None => {
                        let header = self.header(op, task.resource, None);
                        let operation = operation_id.to_string();
                        let call = TaskCall::detached(operation, task.method, header, input);
                        self.last = self.last.saturating_add(1);
                        Effect::Detached { sequence: self.last, id, call: Box::new(call) }
                    }
                };
                self.effects.push_back(effect);
                self.run.acknowledge(op);
            }
            Command::Cancel { op } => self.cut_off(op),
        }
    }

    fn no_storage(&mut self, op: OpKey, error: &'static str) {
        let cause = "readers of items and writers of results do not run on Temporal yet: read them \
                     in a task";
        self.complete(op, Outcome::Failed(TaskError::new(error, cause)));
    }

    /// The data of a task beside its input.
    fn header(&self, op: OpKey, resource: &str, credentials: Option<Value>) -> TaskHeader {
        TaskHeader {
            machine: Text::new_static(self.run.machine().name),
            hash: self.run.machine().hash,
            resource: Text::from(resource),
            id: self.run.id(),
            name: self.run.name(),
            token: self.run.token_of(op),
            credentials,
            is_alive: false,
        }
    }

    /// Removes an operation, abandons what is open for it, and completes it.
    fn complete(&mut self, op: OpKey, outcome: Outcome) {
        self.cut_off(op);
        self.run.complete(op, outcome, self.clock);
    }

    fn tell(&mut self, now: u64) {
        self.clock = self.clock.max(now);
    }

    fn refuse(&mut self, why: String) {
        if self.refusals.len() >= MOST_REFUSALS {
            self.refusals.pop_front();
        }
        self.refusals.push_back(why);
    }

    /// The failure of a payload that is too large, if it is.
    fn sized(&self, input: &Value) -> Result<(), Failure> {
        if fits(input, self.largest) {
            return Ok(());
        }
        Err(beyond("an input", self.largest))
    }
}

/// True if a value has at most this many bytes of text.
pub(crate) fn fits(value: &Value, largest: usize) -> bool {
    value.to_json_string().len() <= largest
}

/// The failure of data beyond the limit of a payload.
pub(crate) fn beyond(what: &str, largest: usize) -> Failure {
    let cause = format!("{what} of more than {largest} bytes, which is what goes through Temporal");
    Failure::new("States.DataLimitExceeded", cause)
}

#[cfg(test)]
#[expect(clippy::wildcard_enum_match_arm, reason = "tests look for one kind of effect")]
mod tests;
