//! Runs an execution by itself, without store or engine, for comparison with the durable engine. It
//! can be saved, dropped and restored after every step.

use std::collections::{BTreeMap, BTreeSet};

use asl_runtime::History;
use asl_runtime::execution::{
    Command, Execution, Input, Limits, OpKey, OperationId, Outcome, RestoreOptions, Snapshot,
    StartOptions,
};
use asl_runtime::history::ObserverHandle;
use asl_runtime::machine::{Form, Machine};
use asl_runtime::{Failure, Value};

use crate::script::{Act, Script, TaskEvent};

/// Approximate start of runs, in milliseconds since 1970.
pub(crate) const START: u64 = 1_767_225_600_000;

/// The execution to run.
#[derive(Clone, Copy)]
pub(crate) struct Job<'j> {
    pub(crate) machine: &'static Machine,
    pub(crate) id: &'j str,
    pub(crate) seed: u64,
    pub(crate) fuel: u32,
    pub(crate) script: Script,
    /// In milliseconds since 1970.
    pub(crate) start: u64,
}

/// The action between two steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Between {
    Nothing,
    /// It is saved as text, dropped, and restored.
    Restore,
}

/// The results of a run.
#[derive(PartialEq, Debug)]
pub(crate) struct Story {
    pub(crate) result: Result<Value, Failure>,
    pub(crate) history: String,
    /// All inputs with their times.
    pub(crate) inputs: Vec<(u64, String)>,
    /// All attempts with the number of their starts.
    pub(crate) attempts: BTreeSet<String>,
}

/// An open operation.
struct Open {
    key: String,
    /// Time of its time-out.
    times_out: u64,
    /// Maximum time between heartbeats, and the time when it is exceeded.
    silence: Option<u64>,
    silent_until: u64,
}

/// The next event, in the order of simultaneous events.
enum Next {
    Timer(OpKey),
    TimedOut(OpKey),
    Silent(OpKey),
    Task(OpKey, TaskEvent),
    Act(Act),
}

struct Reference<'j> {
    job: Job<'j>,
    run: Execution,
    history: History,
    now: u64,
    open: BTreeMap<OpKey, Open>,
    timers: BTreeSet<(u64, OpKey)>,
    /// Future reports on known attempts, by time, key and number.
    task_events: BTreeMap<(u64, String, usize), TaskEvent>,
    acts: Vec<(u64, Act)>,
    /// True if nothing is restored, so that each attempt must start once.
    is_straight: bool,
    /// An attempt that started twice nevertheless.
    twice: Option<String>,
    story: Story,
}

/// Runs a machine to its end. It is an error if there is none.
pub(crate) fn run(job: Job<'_>, between: Between) -> Result<Story, String> {
    let mut reference = Reference::start(job, between);
    for _ in 0..100_000 {
        reference.fetch();
        if let Some(key) = reference.twice {
            return Err(format!(
                "{}: two attempts have the idempotency key {key}",
                job.machine.name
            ));
        }
        if reference.run.has_ended() {
            return Ok(reference.end());
        }
        if between == Between::Restore {
            reference.restore()?;
        }
        if reference.run.is_runnable() {
            reference.apply(Input::Advance);
            continue;
        }
        reference.step()?;
    }
    Err(format!("{} does not come to an end", job.machine.name))
}

/// Runs it again from its inputs, as text. Returns its history.
pub(crate) fn replay(job: Job<'_>, inputs: &[(u64, String)]) -> Result<String, String> {
    let history = History::default();
    let mut run = start(job, &history);
    for (now, input) in inputs {
        while run.next_command().is_some() {}
        run.apply(Input::from_json_str(input).map_err(|error| error.to_string())?, *now);
    }
    Ok(history.to_json().to_json_string())
}

fn start(job: Job<'_>, history: &History) -> Execution {
    let options = StartOptions::default()
        .id(job.id)
        .name(job.id)
        .now(job.start)
        .seed(job.seed)
        .fuel(job.fuel)
        .observer(ObserverHandle::from(history.clone()));
    Execution::start(job.machine, job.script.input(job.id), options)
}

impl<'j> Reference<'j> {
    fn start(job: Job<'j>, between: Between) -> Self {
        let history = History::default();
        let run = start(job, &history);
        let acts = job.script.acts(job.id, job.machine.sm4c.is_some());
        Self {
            job,
            run,
            history,
            now: job.start,
            open: BTreeMap::new(),
            timers: BTreeSet::new(),
            task_events: BTreeMap::new(),
            acts: acts.into_iter().map(|(after, act)| (job.start + after, act)).rev().collect(),
            is_straight: between == Between::Nothing,
            twice: None,
            story: Story {
                result: Ok(Value::Null),
                history: String::new(),
                inputs: Vec::new(),
                attempts: BTreeSet::new(),
            },
        }
    }

    fn end(mut self) -> Story {
        self.story.result = self.run.take_result().unwrap_or(Ok(Value::Null));
        self.story.history = self.history.to_json().to_json_string();
        self.story
    }

    fn apply(&mut self, input: Input) {
        let text = input.to_json_string();
        if self.run.apply(input, self.now).changed() {
            self.story.inputs.push((self.now, text));
        }
    }

    fn fetch(&mut self) {
        while let Some(command) = self.run.next_command() {
            self.perform(command);
        }
    }

    fn perform(&mut self, command: Command) {
        match command {
            Command::Run { op, task, operation_id, limits, .. } => {
                self.begin(op, task.form, &operation_id, limits);
            }
            Command::Hold { op, operation_id, limits } => {
                self.begin(op, Form::Token, &operation_id, limits);
            }
            Command::Timer { op, after } => {
                self.timers.insert((self.now + after, op));
            }
            Command::Cancel { op } => {
                self.open.remove(&op);
                self.timers.retain(|(_, timer)| *timer != op);
            }
            // Detached calls end elsewhere.
            Command::Detach { op, .. } => self.apply(Input::Acknowledge(op)),
            Command::Read { op, .. } | Command::Write { op, .. } => {
                self.apply(Input::Complete(op, Outcome::TimedOut));
            }
        }
    }

    fn begin(&mut self, op: OpKey, form: Form, operation_id: &OperationId, limits: Limits) {
        let key = format!("{}.{operation_id}", self.job.id);
        if self.story.attempts.insert(key.clone()) {
            let events = self.job.script.attempt(&key, form, &limits);
            let number = events.iter().enumerate();
            let due = number
                .map(|(at, (after, event))| ((self.now + after, key.clone(), at), event.clone()));
            self.task_events.extend(due);
        } else if self.is_straight {
            self.twice.get_or_insert(key.clone());
        }
        // The environment enforces the limits of tasks that only answer.
        let Limits { timeout, silence, silent_for } = if form == Form::Token {
            limits
        } else {
            Limits { timeout: u64::MAX, silence: None, silent_for: 0 }
        };
        let times_out = self.now.saturating_add(timeout);
        let silent_until =
            silence.map_or(u64::MAX, |most| self.now + most.saturating_sub(silent_for));
        self.open.insert(op, Open { key, times_out, silence, silent_until });
    }

    /// Drops everything that is not in the snapshot, except for future reports.
    fn restore(&mut self) -> Result<(), String> {
        let text = self.run.snapshot().to_json_string();
        let snapshot = Snapshot::from_json_str(&text).map_err(|error| error.to_string())?;
        let observer = Some(ObserverHandle::from(self.history.clone()));
        let options =
            RestoreOptions::default().now(self.now).fuel(self.job.fuel).observer(observer);
        self.run = Execution::restore(self.job.machine, snapshot, options)
            .map_err(|error| error.to_string())?;
        self.open.clear();
        self.timers.clear();
        self.fetch();
        Ok(())
    }

    /// Continues to the next event.
    fn step(&mut self) -> Result<(), String> {
        let limits = self.open.iter().map(|(op, open)| {
            let silent = (open.silent_until, *op, Next::Silent(*op));
            let over = (open.times_out, *op, Next::TimedOut(*op));
            if silent.0 < over.0 { silent } else { over }
        });
        let timers = self.timers.iter().map(|(at, op)| (*at, *op, Next::Timer(*op)));
        let engine = limits.chain(timers).min_by_key(|(at, op, _)| (*at, *op));
        let next_event = self.task_events.first_key_value().map_or(u64::MAX, |(key, _)| key.0);
        let act = self.acts.last().map_or(u64::MAX, |(at, _)| *at);
        let (at, next) = match engine {
            Some((at, _, next)) if at <= next_event && at <= act => (at, Some(next)),
            Some(_) | None if next_event < act => (next_event, self.next_task_event()),
            Some(_) | None => (act, self.acts.pop().map(|(_, act)| Next::Act(act))),
        };
        if let Some(deadline) = self.run.deadline().filter(|deadline| *deadline <= at) {
            self.now = self.now.max(deadline);
            self.apply(Input::Advance);
            return Ok(());
        }
        if at == u64::MAX {
            return Err(format!("{} waits for what never comes", self.job.machine.name));
        }
        self.now = self.now.max(at);
        if let Some(next) = next {
            self.take(next);
        }
        Ok(())
    }

    fn next_task_event(&mut self) -> Option<Next> {
        let ((_, key, _), event) = self.task_events.pop_first()?;
        let op = self.open.iter().find(|(_, open)| open.key == key).map(|(op, _)| *op)?;
        Some(Next::Task(op, event))
    }

    fn take(&mut self, next: Next) {
        let input = match next {
            Next::Timer(op) => {
                self.timers.retain(|(_, timer)| *timer != op);
                Input::Complete(op, Outcome::Done(Value::Null))
            }
            Next::TimedOut(op) => Input::Complete(op, Outcome::TimedOut),
            Next::Silent(op) => Input::Complete(op, Outcome::HeartbeatMissed),
            Next::Task(op, event) => self.hear(op, event),
            Next::Act(Act::Send(event)) => Input::Send(event),
            Next::Act(Act::Cancel) => Input::Cancel,
        };
        let ended = if let Input::Complete(op, _) = &input { Some(*op) } else { None };
        self.apply(input);
        // Reports may have ended their operations as well.
        self.open.retain(|op, _| Some(*op) != ended && self.run.is_open(*op));
    }

    fn hear(&mut self, op: OpKey, event: TaskEvent) -> Input {
        match event {
            TaskEvent::Ended(outcome) => Input::Complete(op, outcome),
            TaskEvent::Submitted(answer) => Input::Submitted(op, answer),
            TaskEvent::Report(report) => {
                let now = self.now;
                if let Some(open) = self.open.get_mut(&op) {
                    open.silent_until = open.silence.map_or(u64::MAX, |most| now + most);
                }
                Input::Report(op, report)
            }
        }
    }
}
