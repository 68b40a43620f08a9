//! Moves an execution to another version of its machine after each of its steps. What is called safe
//! must be so: an execution that was only in states that are the same is the same in both versions,
//! event by event; a snapshot that moves is that execution; and its operations keep their names.

use std::collections::BTreeMap;
use std::sync::Arc;

use asl_runtime::__engine::{Migration, SameStates};
use asl_runtime::execution::{Command, Execution, Input, OpKey, Outcome, RestoreOptions, Snapshot, StartOptions};
use asl_runtime::history::{History, ObserverHandle};
use asl_runtime::machine::Machine;
use asl_runtime::versions::Outline;
use asl_runtime::{TaskError, Value, json};

use super::{Does, Job, act};

/// Maximum inputs of an execution.
const MOST_INPUTS: usize = 200;

/// Maximum bytes of a snapshot that is looked at: data of a loop may double in each round.
const MOST_BYTES: usize = 20_000;

/// The events that are due: time and order, with the operations that they end.
type Due = BTreeMap<(u64, u64), (OpKey, Outcome)>;

/// An execution, and what it waits for.
struct Driven<'j> {
    job: &'j Job,
    run: Execution,
    history: History,
    inputs: Vec<(u64, Input)>,
    due: Due,
    now: u64,
    order: u64,
    /// Names of operations, by their numbers.
    names: BTreeMap<u64, String>,
}

/// The result for a pair of versions.
#[derive(Default)]
struct Found {
    steps: i64,
    moved: i64,
    proved: i64,
    wrong: Option<String>,
}

/// Checks the moves of a run from one version to the other.
pub(super) fn checked(from: &'static Machine, to: &'static Machine, input: &Value, job: &Job) -> Value {
    let (before, after) = (Outline::new(from), Outline::new(to));
    let migration = Migration::new(&before, &after);
    let same = SameStates::of(&before, &after);
    let mut driven = Driven::start(from, input, job);
    let mut found = Found::default();
    while found.wrong.is_none() && driven.inputs.len() < MOST_INPUTS && !driven.run.has_ended() {
        let snapshot = driven.run.snapshot();
        if snapshot.to_json_string().len() > MOST_BYTES {
            break;
        }
        found.steps += 1;
        if let Err(wrong) = step(&driven, (to, snapshot), input, &migration, same.as_ref(), &mut found) {
            found.wrong = Some(wrong);
        }
        if !driven.go_on() {
            break;
        }
    }
    let Found { steps, moved, proved, wrong } = found;
    let wrong = wrong.map_or(Value::Null, Value::text);
    json!({"steps": steps, "moved": moved, "proved": proved, "wrong": wrong})
}

/// Checks the move at this moment.
fn step(
    driven: &Driven<'_>,
    (to, snapshot): (&'static Machine, Snapshot),
    input: &Value,
    migration: &Migration<'_>,
    same: Option<&Arc<SameStates>>,
    found: &mut Found,
) -> Result<(), String> {
    let moved = migration.restate(snapshot, to).ok().map(|(snapshot, _)| snapshot);
    if let Some(moved) = &moved {
        found.moved += 1;
        let options = RestoreOptions::default().now(driven.now);
        let run = Execution::restore(to, moved.clone(), options).map_err(|error| error.to_string())?;
        for operation in run.operations() {
            let (name, before) = (operation.operation_id.to_string(), driven.names.get(&operation.op.serial()));
            if before.is_some_and(|before| *before != name) {
                return Err(format!("`{before:?}` is called `{name}` after the move"));
            }
        }
        if run.operations().len() < driven.run.operations().len() {
            return Err("an operation was lost".to_owned());
        }
    }
    let Some(same) = same else { return Ok(()) };
    let history = History::default();
    let observer = ObserverHandle::from(Arc::clone(same));
    let observers = [observer, ObserverHandle::from(history.clone())];
    let runs: Vec<Execution> = observers.into_iter().map(|observer| driven.again(to, input, observer)).collect();
    if runs.first().is_none_or(|run| same.take_other(run).is_some()) {
        return Ok(());
    }
    found.proved += 1;
    if history.to_json() != driven.history.to_json() {
        let (old, new) = (driven.history.to_json(), history.to_json());
        return Err(format!("the histories differ: {} {}", old.to_json_string(), new.to_json_string()));
    }
    let Some(moved) = moved else { return Ok(()) };
    let proved = runs.first().map(|run| run.snapshot().to_json_string()).unwrap_or_default();
    if proved != moved.to_json_string() {
        return Err(format!("a moved execution is another one: {} {proved}", moved.to_json_string()));
    }
    Ok(())
}

impl<'j> Driven<'j> {
    fn start(machine: &'static Machine, input: &Value, job: &'j Job) -> Self {
        let history = History::default();
        let options = options(job).observer(ObserverHandle::from(history.clone()));
        let run = Execution::start(machine, input.clone(), options);
        let (inputs, due, names) = (Vec::new(), Due::new(), BTreeMap::new());
        let mut driven = Self { job, run, history, inputs, due, now: job.start, order: 0, names };
        driven.fetch();
        driven
    }

    /// The same inputs in another version.
    fn again(&self, machine: &'static Machine, input: &Value, observer: ObserverHandle) -> Execution {
        let mut run = Execution::start(machine, input.clone(), options(self.job).observer(observer));
        while run.next_command().is_some() {}
        for (now, input) in &self.inputs {
            run.apply(input.clone(), *now);
            while run.next_command().is_some() {}
        }
        run
    }

    fn fetch(&mut self) {
        while let Some(command) = self.run.next_command() {
            match command {
                Command::Run { op, input, operation_id, limits, .. } => {
                    self.names.insert(op.serial(), operation_id.to_string());
                    let (after, outcome) = self.answer(operation_id.state(), input, limits.timeout);
                    self.add(op, after, outcome);
                }
                Command::Timer { op, after } => self.add(op, after, Outcome::Done(Value::Null)),
                Command::Cancel { op } => self.due.retain(|_, (other, _)| *other != op),
                Command::Detach { op, .. } => self.run.acknowledge(op),
                Command::Read { op, .. } | Command::Write { op, .. } => self.add(op, 0, Outcome::TimedOut),
                Command::Hold { .. } => {}
            }
        }
    }

    /// The outcome of a task, and the time until then.
    fn answer(&self, state: &str, input: Value, timeout: u64) -> (u64, Outcome) {
        let Some(act) = act(state, self.now, self.job) else { return (timeout, Outcome::TimedOut) };
        let outcome = match &act.does {
            Does::Answer(text) => Value::from_json_str(text).map_or(Outcome::TimedOut, Outcome::Done),
            Does::Echo => Outcome::Done(input),
            Does::Fail(error, cause) => Outcome::Failed(TaskError::new(error.as_str(), cause.as_str())),
            Does::Hang => Outcome::TimedOut,
        };
        if act.after >= timeout || matches!(act.does, Does::Hang) {
            return (timeout, Outcome::TimedOut);
        }
        (act.after, outcome)
    }

    fn add(&mut self, op: OpKey, after: u64, outcome: Outcome) {
        self.order += 1;
        self.due.insert((self.now.saturating_add(after), self.order), (op, outcome));
    }

    /// Applies the next input. Returns false if there is none.
    fn go_on(&mut self) -> bool {
        let deadline = self.run.deadline().unwrap_or(u64::MAX);
        let input = if self.run.is_runnable() {
            Input::Advance
        } else if let Some(next) = self.due.first_entry()
            && next.key().0 < deadline
        {
            let ((time, _), (op, outcome)) = next.remove_entry();
            self.now = time;
            Input::Complete(op, outcome)
        } else if deadline < u64::MAX {
            self.now = deadline;
            Input::Advance
        } else {
            return false;
        };
        self.run.apply(input.clone(), self.now);
        self.inputs.push((self.now, input));
        self.fetch();
        true
    }
}

fn options(job: &Job) -> StartOptions {
    StartOptions::default().id("x").name("x").now(job.start).seed(job.seed)
}
