//! Drives an execution without I/O: turns its commands into effects, and inputs from Temporal into
//! completions. It reads no clock and never waits, so the same activations always give the same
//! effects in the same order, as the replay of a history requires.
//!
//! Its clock is the time of the activation, which is in the history. A timer may fire at an earlier
//! time than it was set for, as clocks of servers differ, so its own time counts too.

mod bounds;
mod child;
mod effect;
mod port;
mod redrive;
mod reports;
mod stores;
mod tasks;
mod timers;

use std::collections::{BTreeMap, VecDeque};
use std::mem;
use std::sync::Arc;

use asl_runtime::__engine::{OpenExecution, Planned, Wait};
use asl_runtime::execution::{
    Cancellation, Command, Execution, Input as Change, OpKey, OperationId, Outcome,
};
use asl_runtime::machine::TaskRow;
use asl_runtime::value::{Text, to_value};
use asl_runtime::{Failure, Value};

use crate::wire::{Choices, Chunk, FORMAT, READ, TaskHeader, WRITE};
use asl_runtime::__engine::Directory;

pub(crate) use bounds::{Length, Limit, beyond, bounded_id};
pub(crate) use redrive::Kept;

pub(crate) use effect::{ChildRefusal, Effect, Input, LONGEST, Sequence, TaskCall, TaskEnd, Turn};

use bounds::Answers;
use port::Temporal;
use redrive::{Origin, Unread};
use timers::Timers;

/// Maximum number of turns, of ten thousand transitions each, without waiting. All of them are one
/// workflow task, which Temporal gives to another worker after ten seconds.
const MOST_TURNS: u32 = 100;

/// Maximum number of kept texts about messages that were not accepted.
const MOST_REFUSALS: usize = 8;

/// An execution with its open operations in Temporal.
pub(crate) struct Driver {
    run: OpenExecution<Temporal>,
    limit: Limit,
    answers: Answers,
    timers: Timers,
    /// Tasks and detached calls that Temporal does not take yet.
    queue: VecDeque<Command>,
    /// Tasks to run again, as their workers were lost.
    lost: Vec<OpKey>,
    /// The failure of a detached call, which ends the execution: without that it would not be seen.
    fault: Option<Failure>,
    /// Bytes of inputs in the effects of this activation.
    sent: usize,
    /// Length of the history, if Temporal suggests to continue in another run.
    long: Option<Length>,
    /// Length from which on the execution continues in another run.
    least: Length,
    /// Reasons why messages were not accepted, for the query `state`.
    refusals: VecDeque<String>,
    /// True if its end was returned. Inputs may follow, such as ends of cancelled tasks.
    is_over: bool,
    /// The beginning of a replay, whose inputs are kept.
    origin: Option<Origin>,
    /// The end of that replay, if more has happened.
    unread: Option<Unread>,
}

/// Data of a driver besides its execution.
pub(crate) struct Setting {
    pub(crate) directory: Arc<Directory>,
    pub(crate) clock: u64,
    pub(crate) limit: Limit,
    /// As in [`Chunk`].
    pub(crate) answer: usize,
    /// As in [`Chunk`].
    pub(crate) until: BTreeMap<String, u64>,
    /// As in [`Chunk`].
    pub(crate) refused: VecDeque<String>,
    /// In a replay, which a redrive may follow.
    pub(crate) kept: Option<Kept>,
}

impl Driver {
    pub(crate) fn new(run: Execution, setting: Setting) -> Self {
        let Setting { directory, clock, limit, answer, until, refused: refusals, kept } = setting;
        let (origin, inputs) = kept.map(|kept| (kept.origin, kept.inputs)).unzip();
        let run = OpenExecution::new(run, Temporal::new(directory, until), clock);
        Self {
            run: OpenExecution { inputs, ..run },
            limit,
            answers: Answers { recent: answer },
            timers: Timers::default(),
            queue: VecDeque::new(),
            lost: Vec::new(),
            fault: None,
            sent: 0,
            long: None,
            least: Length::default(),
            refusals,
            is_over: false,
            origin,
            unread: None,
        }
    }

    /// Begins an activation at this time. `long` has the length of the history if Temporal suggests
    /// to continue in another run.
    pub(crate) fn activate(&mut self, now: u64, long: Option<Length>) {
        self.run.tell(now);
        self.long = long;
        (self.run.turns, self.sent) = (0, 0);
    }

    /// The execution as text, for the query `state`.
    pub(crate) fn state(&self) -> Value {
        let text = self.run.execution.snapshot().to_json_within(self.limit.largest);
        let snapshot = text.and_then(|text| Value::from_json_str(&text).ok());
        let refused = self.refusals.iter().map(Value::text);
        Value::object([
            ("machine", Value::text(self.run.execution.machine().name)),
            ("version", Value::from(format!("{:016x}", self.run.execution.machine().hash))),
            ("snapshot", snapshot.unwrap_or_default()),
            ("refused", Value::from(refused.collect::<Vec<_>>())),
        ])
    }

    /// Takes the effects of a turn, in order.
    pub(crate) fn effects(&mut self) -> Vec<Effect> {
        let Self { run, timers, .. } = self;
        timers.start(run.effects.drain(..), &run.waits, run.clock)
    }

    /// Advances the execution.
    pub(crate) fn turn(&mut self) -> Turn {
        loop {
            while let Some(sequence) = self.timers.take_due(self.run.clock) {
                self.fired(sequence);
            }
            if let Some(chunk) = self.chunk() {
                return Turn::Full(Box::new(chunk));
            }
            if self.holds_back() {
                return Turn::Wait;
            }
            self.start_queued();
            let mut has_acted = false;
            while let Some(command) = self.run.execution.next_command() {
                has_acted = true;
                self.perform(command);
            }
            // Detached calls start before the execution ends.
            if self.queue.is_empty()
                && let Some(result) = self.run.execution.result()
            {
                if mem::replace(&mut self.is_over, true) {
                    return Turn::Wait;
                }
                let result = result.cloned().map_err(Clone::clone);
                return Turn::Over(self.fault.take().map_or(result, Err));
            }
            if self.run.execution.is_runnable() {
                self.run.advance(has_acted, MOST_TURNS);
                return Turn::Again;
            }
            if !has_acted {
                return Turn::Wait;
            }
        }
    }

    /// Counts an answer that has arrived, as it is: a codec may fail, and a replay counts the same.
    fn answered(&mut self, answer: &Value) {
        self.answers.add(answer.json_len(self.limit.largest).unwrap_or(self.limit.largest));
    }

    /// Applies an input. Inputs for closed operations are ignored.
    pub(crate) fn apply(&mut self, input: Input) {
        match input {
            Input::Fired(sequence) => {
                self.timers.fired(sequence);
                self.fired(sequence);
            }
            Input::Task(sequence, end) => self.task_ended(sequence, end),
            Input::ChildStarted(sequence, started) => self.child_started(sequence, started),
            Input::ChildEnded(sequence, result) => {
                if let Some(Wait::Child(op)) = self.run.waits.remove(sequence) {
                    if let Ok(output) = &result {
                        self.answered(output);
                    }
                    self.run.child_ended(op, &result);
                }
            }
            Input::Event(event) => self.event(&event),
            Input::Report(token, report) => self.report(&token, report),
            Input::Foreign(what) => self.refuse(what),
            Input::Cancel(reason) => {
                self.run.port.reason.clone_from(&reason);
                self.run.apply(Change::from(Cancellation::new("", reason)));
            }
        }
    }

    /// Handles the end of a timer.
    fn fired(&mut self, sequence: Sequence) {
        match self.run.waits.remove(sequence) {
            Some(Wait::Again(op, wake)) => {
                self.run.tell(wake);
                self.run.with_open(op, |open| open.timer = None);
                self.lost.push(op);
            }
            Some(wait) => self.run.fired(wait),
            None => {}
        }
    }

    /// True if no new operation may start, because the history is too long.
    fn holds_back(&self) -> bool {
        let is_long =
            |length: Length| length.reaches(bounds::LONGEST) && length.reaches(self.least);
        self.long.is_some_and(is_long) && !self.run.execution.has_ended() && self.has_open_work()
    }

    /// True if a task or another machine runs, which would end with this run.
    fn has_open_work(&self) -> bool {
        self.run
            .open
            .iter()
            .any(|(op, open)| open.call.is_some() && self.run.execution.is_open(*op))
    }

    /// The data with which another run continues, if Temporal suggests that and nothing runs. The
    /// snapshot contains pending commands. If it is too large, the next attempt follows at twice
    /// the length of the history.
    fn chunk(&mut self) -> Option<Chunk> {
        let long = self.long.filter(|length| length.reaches(self.least))?;
        if self.run.execution.has_ended() || self.has_open_work() {
            return None;
        }
        let text = self.run.execution.snapshot().to_json_within(bounds::LARGEST_SNAPSHOT);
        let Some(snapshot) = text.filter(|text| self.carries(text)) else {
            self.least = long.doubled();
            return None;
        };
        self.run.cut_off_ended();
        // The timers end with this run.
        let is_timer =
            |effect: &Effect| matches!(effect, Effect::Timer { .. } | Effect::CancelTimer(_));
        self.run.effects.retain(|effect| !is_timer(effect));
        let refused = self.refusals.clone();
        let until = self.run.open.values().filter_map(|open| {
            let limit = open.limit.map(|(_, until)| until);
            let until = limit.or_else(|| Some(open.data.as_deref()?.until))?;
            Some((open.operation.clone(), until))
        });
        let until = until.collect();
        let (hash, clock) = (self.run.execution.machine().hash, self.run.clock);
        // Those of the run are added by the shell.
        let choices = Choices::default();
        let (redrive, answer) = (String::new(), self.answers.recent);
        let format = FORMAT;
        Some(Chunk { format, hash, choices, clock, until, answer, refused, snapshot, redrive })
    }

    /// True if a text is small enough for the arguments of another run.
    fn carries(&self, text: &str) -> bool {
        let limit = Limit { largest: bounds::LARGEST_SNAPSHOT, ..self.limit.clone() };
        limit.size_of(text.len(), || text.to_owned()).is_some()
    }

    fn perform(&mut self, command: Command) {
        let Some(command) = self.run.perform(command) else { return };
        let is_next = self.queue.is_empty();
        self.queue.push_back(command);
        if is_next {
            self.start_queued();
        }
    }

    /// Starts what Temporal takes now. The rest follows in later activations: there is one, because
    /// something has started.
    fn start_queued(&mut self) {
        for op in mem::take(&mut self.lost) {
            self.start_again(op);
        }
        while let Some(command) = self.queue.pop_front() {
            // An input beyond the limit is an error, and is not sent.
            let bytes = match &command {
                Command::Run { input, .. } | Command::Detach { input, .. } => {
                    self.limit.size(input).unwrap_or(0)
                }
                // About as large as all results of a file.
                Command::Write { .. } => self.limit.largest,
                Command::Read { .. } => 0,
                Command::Hold { .. } | Command::Timer { .. } | Command::Cancel { .. } => continue,
            };
            let is_wanted = command.starts().is_none_or(|op| self.run.execution.is_open(op));
            if !is_wanted {
                continue;
            }
            if !self.has_room(bytes) {
                return self.queue.push_front(command);
            }
            self.sent = self.sent.saturating_add(bytes);
            self.start_command(command);
        }
    }

    /// True if Temporal takes another task with an input of this size in this activation.
    fn has_room(&self, bytes: usize) -> bool {
        let fits = self.sent == 0 || self.sent.saturating_add(bytes) <= self.limit.largest;
        fits && self.run.waits.calls() < self.answers.most_calls()
    }

    fn start_command(&mut self, command: Command) {
        match command {
            Command::Run { op, task, input, operation_id, limits, credentials } => {
                let input = match self.run.plan(op, (task, limits), input, &operation_id) {
                    Planned::Task(input) => input,
                    Planned::Machine(start) => return self.start_child(*start),
                    Planned::Failed(error) => {
                        return self.run.complete(op, Outcome::Failed(error));
                    }
                };
                let credentials = credentials.map(|value| *value);
                let header = self.header(op, task.resource, credentials);
                let operation = operation_id.to_string();
                let call = TaskCall::new(operation, task.method, header, input, limits);
                self.call(op, task.form, call, limits);
            }
            Command::Detach { op, task, input, operation_id } => {
                self.run.apply(Change::Acknowledge(op));
                self.detach(op, task, input, &operation_id);
            }
            Command::Read { op, read } => {
                let name = format!("{}.read.{}", read.operation_id(), read.position());
                self.start_store(op, READ, name, to_value(&*read));
            }
            Command::Write { op, write } => {
                let name = format!("{}.write", write.operation_id());
                self.start_store(op, WRITE, name, to_value(&*write));
            }
            Command::Hold { .. } | Command::Timer { .. } | Command::Cancel { .. } => {}
        }
    }

    /// Starts a task or a machine that nothing waits for.
    fn detach(&mut self, op: OpKey, task: &'static TaskRow, input: Value, name: &OperationId) {
        if let Err(failure) = self.sized(&input) {
            self.run.apply(Change::GiveUp(Text::new_static("a detached call was not made")));
            self.fault.get_or_insert(failure);
            return;
        }
        let id = self.run.key(name);
        let sequence = self.run.waits.insert(Wait::Detached);
        let effect = match self.run.subflow(task) {
            Some(machine) => Effect::Child { sequence, machine, id, input, is_detached: true },
            None => {
                let header = self.header(op, task.resource, None);
                let operation = name.to_string();
                let call = Box::new(TaskCall::detached(operation, task.method, header, input));
                Effect::Detached { sequence, id, call }
            }
        };
        self.run.effects.push_back(effect);
    }

    /// The data of a task beside its input.
    fn header(&self, op: OpKey, resource: &str, credentials: Option<Value>) -> TaskHeader {
        TaskHeader {
            machine: Text::new_static(self.run.execution.machine().name),
            hash: self.run.execution.machine().hash,
            resource: Text::from(resource),
            id: self.run.execution.id(),
            name: self.run.execution.name(),
            token: self.run.execution.token_of(op),
            credentials,
            is_alive: false,
            operation: None,
        }
    }

    fn refuse(&mut self, why: String) {
        if self.refusals.len() >= MOST_REFUSALS {
            self.refusals.pop_front();
        }
        self.refusals.push_back(why);
    }

    /// The failure of a payload that is too large, if it is.
    fn sized(&self, input: &Value) -> Result<(), Failure> {
        if self.limit.fits(input) {
            return Ok(());
        }
        Err(beyond("an input", self.limit.largest))
    }
}

#[cfg(test)]
#[expect(clippy::wildcard_enum_match_arm, reason = "tests look for one kind of effect")]
mod tests;
