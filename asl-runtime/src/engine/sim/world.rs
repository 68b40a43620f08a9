//! What is open outside the machine, and the virtual clock.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use crate::compiled::Compiled;
use crate::context::{Beats, TaskContext};
use crate::execution::{Command, Execution, OpId, Outcome};
use crate::machine::TaskRow;
use crate::task::{Call, TaskSet};
use crate::value::Value;

use super::script::{Delay, DelayKind, Faults, Scripted, TaskCall};

/// Who does the tasks: the script, and real ones where it has no answer.
pub(super) struct Performer<F> {
    pub(super) script: F,
    pub(super) tasks: Option<Tasks>,
}

/// Real tasks, polled in place.
pub(super) struct Tasks {
    set: Arc<dyn TaskSet>,
    signal: Arc<Signal>,
    patience: Duration,
}

pub(super) struct World<F> {
    performer: Performer<F>,
    start: u64,
    pub(super) now: u64,
    seed: u64,
    faults: Faults,
    /// Breaks ties of time: first come, first served.
    order: u64,
    due: BinaryHeap<Reverse<(u64, u64, OpId)>>,
    open: BTreeMap<OpId, Open>,
    pub(super) log: Vec<String>,
    pub(super) delays: Vec<Delay>,
}

struct Open {
    /// As the log calls it.
    name: String,
    work: Work,
}

enum Work {
    /// Ends so when it is due.
    Planned(Outcome),
    Running(Running),
}

/// A real task at work.
struct Running {
    call: Call,
    row: &'static TaskRow,
    started: u64,
    /// How much later its answer counts.
    delay: u64,
    beats: Option<Arc<Beats>>,
    seen: u64,
    last_beat: u64,
}

impl Tasks {
    pub(super) fn new(compiled: &Compiled, patience: Duration) -> Self {
        Self { set: Arc::clone(compiled.tasks()), signal: Arc::default(), patience }
    }
}

impl<F: FnMut(&TaskCall) -> Option<Scripted>> World<F> {
    pub(super) fn new(performer: Performer<F>, start: u64, seed: u64, faults: Faults) -> Self {
        let (due, open, log, delays) = (BinaryHeap::new(), BTreeMap::new(), Vec::new(), Vec::new());
        Self { performer, start, now: start, seed, faults, order: 0, due, open, log, delays }
    }

    pub(super) fn now(&self) -> u64 {
        self.now
    }

    fn note(&mut self, what: &str) {
        self.log.push(format!("{} {what}", self.now - self.start));
    }

    pub(super) fn perform(&mut self, run: &Execution, command: Command) {
        match command {
            Command::Run { op, task, input, site } => {
                let name = site.to_string();
                self.note(&name);
                let (fault, delay) = self.faults.roll(self.seed, &name);
                let (identity, seed) = run.identity();
                let context = TaskContext::new(site, task, identity, seed);
                let (after, work) = match fault {
                    Some(error) => (delay, Work::Planned(Outcome::Failed(error))),
                    None => self.work(task, context, input, delay),
                };
                if let Work::Running(running) = &work {
                    self.order += 1;
                    self.due.push(Reverse((running.limit(), self.order, op)));
                } else {
                    self.plan(op, after);
                }
                self.open.insert(op, Open { name, work });
            }
            Command::Timer { op, after } => {
                self.note(&format!("timer {after}"));
                self.note_delay(run, op, after);
                self.plan(op, after);
                let work = Work::Planned(Outcome::Done(Value::Null));
                self.open.insert(op, Open { name: "timer".to_owned(), work });
            }
            Command::Cancel { op } => self.cancel(op),
        }
    }

    /// What a call of a task does, and how long that takes.
    fn work(&mut self, task: &'static TaskRow, context: TaskContext, input: Value, delay: u64) -> (u64, Work) {
        let call = call(&context, task, input, self.now - self.start);
        if let Some(scripted) = (self.performer.script)(&call) {
            let (after, outcome) = scripted.after(delay).plan(task);
            return (after, Work::Planned(outcome));
        }
        match &self.performer.tasks {
            Some(tasks) => (0, Work::Running(Running::start(tasks, task, context, call.input, self.now, delay))),
            None => unreachable!("without tasks the script has every answer"),
        }
    }

    fn note_delay(&mut self, run: &Execution, op: OpId, millis: u64) {
        if let Some((state, is_retry)) = run.timer(op) {
            let kind = if is_retry { DelayKind::Retry } else { DelayKind::Wait };
            self.delays.push(Delay { state, kind, at: self.now - self.start, millis });
        }
    }

    fn plan(&mut self, op: OpId, after: u64) {
        self.order += 1;
        self.due.push(Reverse((self.now.saturating_add(after), self.order, op)));
    }

    fn cancel(&mut self, op: OpId) {
        if let Some(open) = self.open.remove(&op) {
            self.note(&format!("cancel {}", open.name));
        }
    }

    /// After a restore: cancels what nobody wants any more, and starts what is not open yet.
    pub(super) fn reconcile(&mut self, run: &mut Execution) {
        let wanted: Vec<Command> = std::iter::from_fn(|| run.next_command()).collect();
        let ops: Vec<OpId> = wanted.iter().filter_map(Command::starts).collect();
        let lost: Vec<OpId> = self.open.keys().filter(|op| !ops.contains(op)).copied().collect();
        for op in lost {
            self.cancel(op);
        }
        for command in wanted {
            if command.starts().is_some_and(|op| !self.open.contains_key(&op)) {
                self.perform(run, command);
            }
        }
    }

    /// Completes what ends next.
    pub(super) fn step(&mut self, run: &mut Execution) {
        if let Some((op, outcome)) = self.next_answer() {
            run.complete(op, outcome, self.now);
            return;
        }
        let deadline = run.deadline().unwrap_or(u64::MAX);
        while let Some(Reverse((at, _, op))) = self.due.peek().copied() {
            if at >= deadline {
                break;
            }
            self.due.pop();
            if let Some(outcome) = self.due_now(op, at) {
                self.now = self.now.max(at);
                self.open.remove(&op);
                run.complete(op, outcome, self.now);
                return;
            }
        }
        if deadline == u64::MAX {
            run.give_up("the machine waits for an event, and nobody can send it one", self.now);
        } else {
            self.now = self.now.max(deadline);
            run.advance(self.now);
        }
    }

    /// What a due time means for an operation: its end, or nothing if it was cancelled or has sent heartbeats since.
    fn due_now(&mut self, op: OpId, at: u64) -> Option<Outcome> {
        match &mut self.open.get_mut(&op)?.work {
            Work::Planned(outcome) => Some(outcome.clone()),
            Work::Running(running) => {
                if running.times_out() <= at {
                    return Some(Outcome::TimedOut);
                }
                let limit = running.limit();
                if limit <= at {
                    return Some(Outcome::HeartbeatMissed);
                }
                self.order += 1;
                self.due.push(Reverse((limit, self.order, op)));
                None
            }
        }
    }

    /// The next answer of a real task. `None`: none is at work, or none gives a sign of life.
    fn next_answer(&mut self) -> Option<(OpId, Outcome)> {
        let Tasks { signal, patience, .. } = self.performer.tasks.as_ref()?;
        let (signal, patience) = (Arc::clone(signal), *patience);
        let waker = Waker::from(Arc::clone(&signal));
        loop {
            let mut is_working = false;
            let mut late = None;
            for (op, open) in &mut self.open {
                let Work::Running(running) = &mut open.work else { continue };
                is_working = true;
                let Poll::Ready(outcome) = running.poll(&mut Context::from_waker(&waker), self.now) else { continue };
                late = Some((*op, running.delay, outcome));
                break;
            }
            match late {
                Some((op, 0, outcome)) => {
                    self.open.remove(&op);
                    return Some((op, outcome));
                }
                Some((op, delay, outcome)) => {
                    if let Some(open) = self.open.get_mut(&op) {
                        open.work = Work::Planned(outcome);
                    }
                    self.plan(op, delay);
                }
                None if is_working && signal.wait(patience) => {}
                None => return None,
            }
        }
    }
}

fn call(context: &TaskContext, row: &TaskRow, input: Value, at: u64) -> TaskCall {
    TaskCall {
        state: context.state(),
        resource: row.resource,
        method: row.method,
        input,
        attempt: context.attempt(),
        operation: context.operation(),
        at,
    }
}

impl Running {
    fn start(tasks: &Tasks, row: &'static TaskRow, context: TaskContext, input: Value, now: u64, delay: u64) -> Self {
        let beats = context.beats();
        let call = Call::start(&tasks.set, row.task, context, input);
        Self { call, row, started: now, delay, beats, seen: 0, last_beat: now }
    }

    fn poll(&mut self, cx: &mut Context<'_>, now: u64) -> Poll<Outcome> {
        let polled = Pin::new(&mut self.call).poll(cx);
        if let Some(count) = self.beats.as_ref().map(|beats| beats.count(cx.waker()))
            && count != self.seen
        {
            (self.seen, self.last_beat) = (count, now);
        }
        polled.map(|result| result.map_or_else(Outcome::Failed, Outcome::Done))
    }

    fn times_out(&self) -> u64 {
        self.started.saturating_add(u64::from(self.row.timeout_seconds) * 1000)
    }

    /// When its time or its silence is too long, whichever is first.
    fn limit(&self) -> u64 {
        let silence =
            self.row.heartbeat_seconds.map(|seconds| self.last_beat.saturating_add(u64::from(seconds) * 1000));
        silence.map_or(self.times_out(), |silence| silence.min(self.times_out()))
    }
}

/// Wakes the simulation.
#[derive(Default)]
struct Signal {
    is_given: Mutex<bool>,
    given: Condvar,
}

impl Signal {
    /// Waits for the signal; false if it does not come in time.
    fn wait(&self, patience: Duration) -> bool {
        let is_given = self.is_given.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.given.wait_timeout_while(is_given, patience, |is_given| !*is_given);
        let (mut is_given, _) = waited.unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *is_given)
    }
}

impl Wake for Signal {
    fn wake(self: Arc<Self>) {
        *self.is_given.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.given.notify_all();
    }
}
