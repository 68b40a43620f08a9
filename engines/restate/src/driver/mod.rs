//! Drives an execution without I/O: turns its commands into effects, and inputs from Restate into
//! completions. It never waits and reads no clock, so the same inputs always give the same effects
//! in the same order, as a replay of the journal requires.
//!
//! Its clock consists of the times in inputs: the end of a task, the sending of a message, the time
//! of a timer. So it costs no journal entries, which reading a clock would. The clock is monotonic.
//! It may be behind, but never ahead: timers are therefore set for points in time.

mod child;
mod effect;
mod mailbox;
mod port;

use std::collections::BTreeMap;
use std::sync::Arc;

use asl_runtime::__engine::{Open, OpenExecution, Planned, Wait};
use asl_runtime::execution::{
    Command, Execution, Limits, OpKey, OperationId, Outcome, keyed_number,
};
use asl_runtime::machine::{Form, TaskRow};
use asl_runtime::value::Text;
use asl_runtime::{TaskError, Value};

use crate::wire::{Carried, Chunk, FORMAT, TaskAnswer, TaskEnd, TaskRequest};
use asl_runtime::__engine::Directory;

pub(crate) use effect::{AtOnce, Effect, Heard, StoreWork, Tag, Turn};

use port::Restate;

/// Maximum number of turns, of ten thousand transitions each, without waiting.
const MOST_TURNS: u32 = 1_000;

/// Maximum size of the snapshot for another invocation, in bytes. A larger execution stays in its
/// invocation.
const LARGEST_SNAPSHOT: usize = 16 << 20;

/// Bytes of data that count as one more journal entry.
const ENTRY: u64 = 16 * 1024;

/// An execution with its open operations in Restate.
pub(crate) struct Driver {
    run: OpenExecution<Restate>,
    /// The execution's seed, from which the prefix of idempotency keys is derived.
    seed: u64,
    is_observed: bool,
    is_in_place: bool,
    /// True if this invocation has advanced the execution. Reopening the operations of another one
    /// does not, however many entries it takes.
    has_advanced: bool,
    /// Number of entries of a long journal.
    long: u64,
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
        Self {
            run: OpenExecution::new(run, Restate { directory, carried, entries: 0 }, clock),
            seed,
            is_observed,
            is_in_place,
            has_advanced: false,
            long: long.max(1),
            messages: 0,
        }
    }

    /// Number of processed messages.
    pub(crate) fn messages(&self) -> usize {
        self.messages
    }

    /// Takes the effects of a turn, in order.
    pub(crate) fn effects(&mut self, turn: &Turn) -> Vec<Effect> {
        let effects: Vec<Effect> = self.run.effects.drain(..).collect();
        let is_alone = self.run.open.len() == 1;
        effects.into_iter().map(|effect| self.settled(effect, is_alone, turn)).collect()
    }

    /// No other operation can cancel a call that is alone, and the execution stays in this
    /// invocation while it is open. So only its own limits, or the machine's, require more than a
    /// plain call, and without them the task may run in place.
    fn settled(&mut self, effect: Effect, is_alone: bool, turn: &Turn) -> Effect {
        let Effect::Call { tag, request, .. } = effect else { return effect };
        let may_end = !is_alone || self.run.deadline.is_some();
        let open = match self.run.waits.get(tag) {
            Some(Wait::Call(op)) => self.run.open.get_mut(&op),
            Some(_) | None => None,
        };
        let was_keyed =
            self.run.port.carried.get(&request.operation).is_some_and(|carried| carried.is_keyed);
        let key = (was_keyed || !is_alone)
            .then(|| format!("{:016x}.{}", key_prefix(self.seed), request.operation));
        let is_cancellable = match open {
            Some(open) => {
                open.data.is_keyed = key.is_some();
                may_end || open.limit.is_some() || open.silence.is_some()
            }
            // It is cancelled right after its start.
            None => true,
        };
        // In other turns the execution continues while the task runs.
        let is_idle = matches!(turn, Turn::Wait);
        if self.is_in_place && is_idle && key.is_none() && !is_cancellable {
            self.run.port.entries += 2;
            return Effect::InPlace { tag, request };
        }
        self.run.port.entries += 3;
        Effect::Call { tag, request, key, is_cancellable }
    }

    /// Advances the execution as far as possible.
    pub(crate) fn turn(&mut self) -> Turn {
        if let Some(chunk) = self.chunk() {
            return Turn::Full(Box::new(chunk));
        }
        let mut has_acted = false;
        while let Some(command) = self.run.execution.next_command() {
            has_acted = true;
            self.perform(command);
        }
        if let Some(result) = self.run.execution.take_result() {
            return Turn::Over(result);
        }
        if !self.run.execution.is_runnable() {
            return Turn::Wait;
        }
        self.run.advance(has_acted, MOST_TURNS);
        Turn::Again
    }

    /// True if an input is outstanding.
    pub(crate) fn is_waiting(&self) -> bool {
        !self.run.waits.is_empty()
    }

    /// Ends the execution because no input is outstanding, or because it cannot continue.
    pub(crate) fn give_up(&mut self, cause: &str) {
        self.run.execution.give_up(cause, self.run.clock);
    }

    /// Handles the cancellation of the invocation. Its calls are cancelled already.
    pub(crate) fn cancel(&mut self) {
        self.run.execution.cancel(self.run.clock);
    }

    /// Applies an input. Inputs of cancelled operations are ignored.
    pub(crate) fn heard(&mut self, tag: Tag, heard: Heard) {
        self.run.turns = 0;
        let Some(wait) = self.run.waits.remove(tag) else { return };
        self.has_advanced = true;
        match (wait, heard) {
            (Wait::Call(op), Heard::Task(answer)) => self.answered(op, answer),
            (Wait::Child(op), Heard::Child(result, now)) => {
                self.run.tell(now);
                self.run.child_ended(op, &result);
            }
            (Wait::Store(op), Heard::Store(outcome, now)) => {
                self.run.tell(now);
                self.run.complete(op, *outcome);
            }
            (
                wait @ (Wait::Timer(..) | Wait::Limit(..) | Wait::Silence(..) | Wait::Deadline(_)),
                Heard::Slept,
            ) => self.run.fired(wait),
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
        if self.run.port.entries < self.long || !self.has_advanced || self.run.execution.has_ended()
        {
            return None;
        }
        let still = |op: &OpKey| self.run.execution.is_open(*op);
        if self
            .run
            .open
            .iter()
            .any(|(op, open)| still(op) && open.call.is_some() && !open.data.is_keyed)
        {
            return None;
        }
        let Some(snapshot) = self.run.execution.snapshot().to_json_within(LARGEST_SNAPSHOT) else {
            self.stay();
            return None;
        };
        self.run.cut_off_ended();
        let carried = self.run.open.values().filter_map(port::carried).collect();
        let Self { run, seed, is_observed, is_in_place, .. } = self;
        Some(Chunk {
            format: FORMAT,
            hash: run.execution.machine().hash,
            snapshot,
            clock: run.clock,
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
        self.run.port.entries = self.run.port.entries.saturating_add(bytes / ENTRY);
    }

    /// Counts a journal entry.
    pub(crate) fn count_entry(&mut self) {
        self.run.port.entries = self.run.port.entries.saturating_add(1);
    }

    fn at_once(&mut self, effect: AtOnce) {
        self.run.effects.push_back(Effect::AtOnce(effect));
    }

    fn perform(&mut self, command: Command) {
        let Some(command) = self.run.perform(command) else { return };
        match command {
            Command::Run { op, task, input, operation_id, limits, credentials } => {
                match self.run.plan(op, (task, limits), input, &operation_id) {
                    Planned::Task(input) => {
                        let credentials = credentials.map(|value| *value);
                        let request = self.request(op, task, &operation_id, input, credentials);
                        self.call(op, task, request, limits);
                    }
                    Planned::Machine(start) => self.start_child(*start),
                    Planned::Failed(error) => self.run.complete(op, Outcome::Failed(error)),
                }
            }
            Command::Read { op, read } => {
                let tag = self.store(op);
                self.run.effects.push_back(Effect::Store { tag, work: StoreWork::Read(read) });
            }
            Command::Write { op, write } => {
                let tag = self.store(op);
                self.run.effects.push_back(Effect::Store { tag, work: StoreWork::Write(write) });
            }
            Command::Detach { op, task, input, operation_id } => {
                self.has_advanced = true;
                self.detach(op, task, input, &operation_id);
                self.run.execution.acknowledge(op);
            }
            Command::Hold { .. } | Command::Timer { .. } | Command::Cancel { .. } => {}
        }
    }

    fn store(&mut self, op: OpKey) -> Tag {
        self.run.port.entries += 1;
        self.run.open.insert(op, Open::new(String::new(), Form::Answer));
        self.run.waits.insert(Wait::Store(op))
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
            hash: self.run.execution.machine().hash,
            operation: operation_id.to_string(),
            resource: Text::new_static(task.resource),
            id: self.run.execution.id(),
            name: self.run.execution.name(),
            token: self.run.execution.token_of(op),
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
        let tag = self.run.waits.insert(Wait::Call(op));
        let open = Open { call: Some(tag), ..Open::new(request.operation.clone(), task.form) };
        self.run.open.insert(op, open);
        // Keys and cancellability are known when all operations of this turn have been started.
        self.run.effects.push_back(Effect::Call { tag, request, key: None, is_cancellable: false });
        if is_token || (limits.has_own_timeout(task) && task.form != Form::Activity) {
            self.run.limit(op, limits, is_token);
        }
    }

    fn detach(
        &mut self,
        op: OpKey,
        task: &'static TaskRow,
        input: Value,
        operation_id: &OperationId,
    ) {
        self.run.port.entries += 2;
        let key = self.run.key(operation_id);
        if let Some(service) = self.run.subflow(task) {
            self.at_once(AtOnce::Start { service, key, input });
            return;
        }
        let request = self.request(op, task, operation_id, input, None);
        self.at_once(AtOnce::Detach(request));
    }

    fn answered(&mut self, op: OpKey, answer: Result<TaskAnswer, String>) {
        self.run.with_open(op, |open| open.call = None);
        let end = match answer {
            Ok(TaskAnswer { end, now }) => {
                self.run.tell(now);
                end
            }
            Err(cause) => TaskEnd::Err(TaskError::new("States.TaskFailed", cause)),
        };
        match end {
            TaskEnd::Ok(answer) => self.run.task_ended(op, Ok(answer)),
            TaskEnd::Err(error) => self.run.task_ended(op, Err(error)),
            TaskEnd::TimedOut => self.run.complete(op, Outcome::TimedOut),
            TaskEnd::Silent => self.run.complete(op, Outcome::HeartbeatMissed),
        }
    }
}

#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod tests;
