//! Drives an execution without I/O: turns its commands into effects, and inputs from Restate into
//! completions. It never waits and reads no clock, so the same inputs always give the same effects
//! in the same order, as a replay of the journal requires.
//!
//! Its clock consists of the times in inputs: the end of a task, the sending of a message, the time
//! of a timer. So it costs no journal entries, which reading a clock would. The clock is monotonic.
//! It may be behind, but never ahead: timers are therefore set for points in time.

mod child;
mod effect;
mod limits;
mod mailbox;
mod operations;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use asl_runtime::execution::{
    Command, Execution, Limits, OpKey, OperationId, Outcome, keyed_number,
};
use asl_runtime::machine::{Form, TaskRow};
use asl_runtime::value::Text;
use asl_runtime::{TaskError, Value};

use crate::directory::Directory;
use crate::wire::{Carried, Chunk, FORMAT, TaskAnswer, TaskEnd, TaskRequest};

pub(crate) use effect::{AtOnce, Effect, Heard, StoreWork, Tag, Turn};

use operations::{Open, Wait};

/// Maximum number of turns, of ten thousand transitions each, without waiting.
const MOST_TURNS: u32 = 1_000;

/// Maximum size of the snapshot for another invocation, in bytes. A larger execution stays in its
/// invocation.
const LARGEST_SNAPSHOT: usize = 16 << 20;

/// Bytes of data that count as one more journal entry.
const ENTRY: u64 = 16 * 1024;

/// An execution with its open operations in Restate.
pub(crate) struct Driver {
    run: Execution,
    directory: Arc<Directory>,
    /// The execution's seed, from which the prefix of idempotency keys is derived.
    seed: u64,
    /// The latest time of an input, in milliseconds since 1970.
    clock: u64,
    is_observed: bool,
    is_in_place: bool,
    /// Number of the last operation.
    tags: Tag,
    open: BTreeMap<OpKey, Open>,
    waits: BTreeMap<Tag, Wait>,
    effects: VecDeque<Effect>,
    /// Timer of the machine's own time-out.
    deadline: Option<Tag>,
    /// Open operations of the previous invocation.
    carried: BTreeMap<String, Carried>,
    /// Approximate number of journal entries.
    entries: u64,
    /// True if this invocation has advanced the execution. Reopening the operations of another one
    /// does not, however many entries it takes.
    has_advanced: bool,
    /// Number of entries of a long journal.
    long: u64,
    /// Number of turns since the last input.
    turns: u32,
    /// Number of processed messages.
    messages: usize,
}

/// Data of a driver besides its execution.
pub(crate) struct Setting {
    pub(crate) directory: Arc<Directory>,
    /// The header of the execution's journal.
    pub(crate) seed: u64,
    pub(crate) clock: u64,
    /// Number of entries of a long journal.
    pub(crate) long: u64,
    /// True if the journal has entries for reports to an observer.
    pub(crate) is_observed: bool,
    /// True if tasks run in the invocation that drives the execution.
    pub(crate) is_in_place: bool,
    pub(crate) carried: BTreeMap<String, Carried>,
}

/// Prefix of idempotency keys. Restate shows them, and the seed cannot be computed from it.
fn key_prefix(seed: u64) -> u64 {
    keyed_number(&seed.to_be_bytes(), b"idempotency keys")
}

impl Driver {
    pub(crate) fn new(run: Execution, setting: Setting) -> Self {
        let Setting { directory, seed, clock, long, is_observed, is_in_place, carried } = setting;
        let mut driver = Self {
            run,
            directory,
            seed,
            clock,
            is_observed,
            is_in_place,
            tags: 0,
            open: BTreeMap::new(),
            waits: BTreeMap::new(),
            effects: VecDeque::new(),
            deadline: None,
            carried,
            entries: 0,
            has_advanced: false,
            long: long.max(1),
            turns: 0,
            messages: 0,
        };
        if let Some(wake) = driver.run.deadline() {
            driver.deadline = Some(driver.until(Wait::Deadline(wake), wake));
        }
        driver
    }

    /// Number of processed messages.
    pub(crate) fn messages(&self) -> usize {
        self.messages
    }

    /// Takes the effects of a turn, in order.
    pub(crate) fn effects(&mut self, turn: &Turn) -> Vec<Effect> {
        let effects: Vec<Effect> = self.effects.drain(..).collect();
        let is_alone = self.open.len() == 1;
        effects.into_iter().map(|effect| self.settled(effect, is_alone, turn)).collect()
    }

    /// No other operation can cancel a call that is alone, and the execution stays in this
    /// invocation while it is open. So only its own limits, or the machine's, require more than a
    /// plain call, and without them the task may run in place.
    fn settled(&mut self, effect: Effect, is_alone: bool, turn: &Turn) -> Effect {
        let Effect::Call { tag, request, .. } = effect else { return effect };
        let may_end = !is_alone || self.deadline.is_some();
        let open = match self.waits.get(&tag) {
            Some(Wait::Call(op)) => self.open.get_mut(op),
            Some(_) | None => None,
        };
        let was_keyed =
            self.carried.get(&request.operation).is_some_and(|carried| carried.is_keyed);
        let key = (was_keyed || !is_alone)
            .then(|| format!("{:016x}.{}", key_prefix(self.seed), request.operation));
        let is_cancellable = match open {
            Some(open) => {
                open.is_keyed = key.is_some();
                may_end || open.limit.is_some() || open.silence.is_some()
            }
            // It is cancelled right after its start.
            None => true,
        };
        // In other turns the execution continues while the task runs.
        let is_idle = matches!(turn, Turn::Wait);
        if self.is_in_place && is_idle && key.is_none() && !is_cancellable {
            self.entries += 2;
            return Effect::InPlace { tag, request };
        }
        self.entries += 3;
        Effect::Call { tag, request, key, is_cancellable }
    }

    /// Advances the execution as far as possible.
    pub(crate) fn turn(&mut self) -> Turn {
        if let Some(chunk) = self.chunk() {
            return Turn::Full(Box::new(chunk));
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
            return Turn::Wait;
        }
        self.turns = if has_acted { 0 } else { self.turns.saturating_add(1) };
        if self.turns > MOST_TURNS {
            self.give_up("the machine made 10,000,000 transitions without waiting for anything");
        } else {
            self.run.advance(self.clock);
        }
        Turn::Again
    }

    /// True if an input is outstanding.
    pub(crate) fn is_waiting(&self) -> bool {
        !self.waits.is_empty()
    }

    /// Ends the execution because no input is outstanding, or because it cannot continue.
    pub(crate) fn give_up(&mut self, cause: &str) {
        self.run.give_up(cause, self.clock);
    }

    /// Handles the cancellation of the invocation. Its calls are cancelled already.
    pub(crate) fn cancel(&mut self) {
        self.run.cancel(self.clock);
    }

    /// Applies an input. Inputs of cancelled operations are ignored.
    pub(crate) fn heard(&mut self, tag: Tag, heard: Heard) {
        self.turns = 0;
        let Some(wait) = self.waits.remove(&tag) else { return };
        self.has_advanced = true;
        match (wait, heard) {
            (Wait::Call(op), Heard::Task(answer)) => self.answered(op, answer),
            (Wait::Child(op), Heard::Child(result, now)) => self.child_ended(op, &result, now),
            (Wait::Store(op), Heard::Store(outcome, now)) => {
                self.tell(now);
                self.complete(op, *outcome);
            }
            (Wait::Timer(op, wake), Heard::Slept) => {
                self.tell(wake);
                self.complete(op, Outcome::Done(Value::Null));
            }
            (Wait::Limit(op, wake), Heard::Slept) => {
                self.tell(wake);
                self.complete(op, Outcome::TimedOut);
            }
            (Wait::Silence(op, wake), Heard::Slept) => {
                self.tell(wake);
                self.silent(op);
            }
            (Wait::Deadline(wake), Heard::Slept) => {
                self.tell(wake);
                self.deadline = None;
                self.run.advance(self.clock);
            }
            // Our own service never does this, but a journal is external data.
            (_, _) => self.give_up(
                "the journal has an entry that does not belong to what the execution waits for",
            ),
        }
    }

    /// The data with which another invocation continues, if the journal is long and all open
    /// operations can be reopened. The snapshot contains pending commands, except for
    /// cancellations.
    fn chunk(&mut self) -> Option<Chunk> {
        if self.entries < self.long || !self.has_advanced || self.run.has_ended() {
            return None;
        }
        let still = |op: &OpKey| self.run.is_open(*op);
        if self.open.iter().any(|(op, open)| still(op) && open.call.is_some() && !open.is_keyed) {
            return None;
        }
        let Some(snapshot) = self.run.snapshot().to_json_within(LARGEST_SNAPSHOT) else {
            self.stay();
            return None;
        };
        let over: Vec<OpKey> = self.open.keys().copied().filter(|op| !still(op)).collect();
        for op in over {
            self.cut_off(op);
        }
        let carried = self.open.values().filter_map(Open::carried).collect();
        let Self { run, clock, seed, is_observed, is_in_place, .. } = self;
        Some(Chunk {
            format: FORMAT,
            hash: run.machine().hash,
            snapshot,
            clock: *clock,
            seed: *seed,
            is_observed: *is_observed,
            is_in_place: *is_in_place,
            carried,
            mail: Vec::new(),
        })
    }

    /// The snapshot is too large for Restate. The next attempt follows at twice the length of the
    /// journal.
    pub(crate) fn stay(&mut self) {
        self.long = self.long.saturating_mul(2);
    }

    /// Counts bytes of data as journal entries.
    pub(crate) fn weigh(&mut self, bytes: usize) {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        self.entries = self.entries.saturating_add(bytes / ENTRY);
    }

    /// Counts a journal entry.
    pub(crate) fn count_entry(&mut self) {
        self.entries = self.entries.saturating_add(1);
    }

    fn at_once(&mut self, effect: AtOnce) {
        self.effects.push_back(Effect::AtOnce(effect));
    }

    fn tell(&mut self, now: u64) {
        self.clock = self.clock.max(now);
    }

    fn perform(&mut self, command: Command) {
        match command {
            Command::Run { op, task, input, operation_id, limits, credentials } => {
                if let Some(input) = self.run_child(op, task, input, &operation_id, limits) {
                    let request = self.request(
                        op,
                        task,
                        &operation_id,
                        input,
                        credentials.map(|value| *value),
                    );
                    self.call(op, task, request, limits);
                }
            }
            Command::Hold { op, operation_id, limits } => {
                self.open.insert(op, Open::new(operation_id.to_string(), Form::Token));
                self.limit(op, limits, true);
            }
            Command::Timer { op, after } => {
                let wake = self.clock.saturating_add(after);
                self.open.insert(op, Open::new(String::new(), Form::Answer));
                let tag = self.until(Wait::Timer(op, wake), wake);
                self.with_open(op, |open| open.timer = Some(tag));
            }
            Command::Read { op, read } => {
                let tag = self.store(op);
                self.effects.push_back(Effect::Store { tag, work: StoreWork::Read(read) });
            }
            Command::Write { op, write } => {
                let tag = self.store(op);
                self.effects.push_back(Effect::Store { tag, work: StoreWork::Write(write) });
            }
            Command::Detach { op, task, input, operation_id } => {
                self.has_advanced = true;
                self.detach(op, task, input, &operation_id);
                self.run.acknowledge(op);
            }
            Command::Cancel { op } => self.cut_off(op),
        }
    }

    fn store(&mut self, op: OpKey) -> Tag {
        self.entries += 1;
        self.open.insert(op, Open::new(String::new(), Form::Answer));
        self.wait(Wait::Store(op))
    }

    /// The request to the task service.
    fn request(
        &self,
        op: OpKey,
        task: &'static TaskRow,
        operation_id: &OperationId,
        input: Value,
        credentials: Option<Value>,
    ) -> Box<TaskRequest> {
        Box::new(TaskRequest {
            hash: self.run.machine().hash,
            operation: operation_id.to_string(),
            resource: Text::new_static(task.resource),
            id: self.run.id(),
            name: self.run.name(),
            token: self.run.token_of(op),
            credentials,
            timeout: None,
            silence: None,
            input,
        })
    }

    /// Calls a task. The task service enforces its limits by a clock. If the definition has a
    /// time-out, a sleep also enforces it in case that the service is down. For a task with a token
    /// only the driver enforces limits.
    fn call(
        &mut self,
        op: OpKey,
        task: &'static TaskRow,
        request: Box<TaskRequest>,
        limits: Limits,
    ) {
        let is_token = task.form == Form::Token;
        let silence = limits.silence.filter(|_| !is_token);
        let request = Box::new(TaskRequest { timeout: Some(limits.timeout), silence, ..*request });
        let tag = self.wait(Wait::Call(op));
        let open = Open { call: Some(tag), ..Open::new(request.operation.clone(), task.form) };
        self.open.insert(op, open);
        // Keys and cancellability are known when all operations of this turn have been started.
        self.effects.push_back(Effect::Call { tag, request, key: None, is_cancellable: false });
        if is_token || (limits.has_own_timeout(task) && task.form != Form::Activity) {
            self.limit(op, limits, is_token);
        }
    }

    fn detach(
        &mut self,
        op: OpKey,
        task: &'static TaskRow,
        input: Value,
        operation_id: &OperationId,
    ) {
        self.entries += 2;
        let key = self.key(operation_id);
        if let Some(service) = self.subflow(task) {
            self.at_once(AtOnce::Start { service, key, input });
            return;
        }
        let request = self.request(op, task, operation_id, input, None);
        self.at_once(AtOnce::Detach(request));
    }

    /// The idempotency key of an operation.
    fn key(&self, operation_id: &OperationId) -> Text {
        Text::new(format!("{}.{operation_id}", self.run.id()))
    }

    fn answered(&mut self, op: OpKey, answer: Result<TaskAnswer, String>) {
        let form = self.open.get(&op).map_or(Form::Answer, |open| open.form);
        self.with_open(op, |open| open.call = None);
        let end = match answer {
            Ok(TaskAnswer { end, now }) => {
                self.tell(now);
                end
            }
            Err(cause) => TaskEnd::Err(TaskError::new("States.TaskFailed", cause)),
        };
        match end {
            TaskEnd::Ok(answer) if form == Form::Token => {
                if self.run.submitted(op, &answer, self.clock) {
                    let clock = self.clock;
                    self.with_open(op, |open| open.beat = clock);
                } else {
                    self.close(op);
                }
            }
            TaskEnd::Ok(output) => self.complete(op, Outcome::Done(output)),
            TaskEnd::Err(error) => self.complete(op, Outcome::Failed(error)),
            TaskEnd::TimedOut => self.complete(op, Outcome::TimedOut),
            TaskEnd::Silent => self.complete(op, Outcome::HeartbeatMissed),
        }
    }

    /// Closes an operation and abandons what is still open for it.
    fn complete(&mut self, op: OpKey, outcome: Outcome) {
        self.cut_off(op);
        self.run.complete(op, outcome, self.clock);
    }
}

#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod tests;
