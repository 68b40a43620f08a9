//! The open operations, and the virtual clock.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use crate::engine::stores::{StoreFuture, Stores};
use crate::task::context::{Progress, TaskContext, Worker};
use asl_execution::event::Event;
use asl_execution::execution::{Command, Execution, Limits, OpKey, OperationId, Outcome};
use asl_execution::machine::{Form, TaskRow};
use asl_value::error::TaskError;
use asl_value::value::Value;

use super::plan::{Happening, Plan, plan};
use super::running::{Report, Running, Tasks};
use super::script::{Delay, DelayKind, DetachedCall, Faults, Scripted, TaskCall};

/// The performer of tasks: the script, and real tasks for calls that it has no answer for.
pub(super) struct Performer<F> {
    pub(super) script: F,
    pub(super) tasks: Option<Tasks>,
}

pub(super) struct Environment<F> {
    pub(super) performer: Performer<F>,
    pub(super) start: u64,
    pub(super) now: u64,
    seed: u64,
    faults: Faults,
    /// Counter that orders simultaneous events.
    pub(super) order: u64,
    pub(super) due: BinaryHeap<Reverse<(u64, u64, OpKey)>>,
    pub(super) open: BTreeMap<OpKey, Open>,
    /// Events to deliver, by time and order.
    pub(super) incoming: BTreeMap<(u64, u64), Event>,
    pub(super) log: Vec<String>,
    pub(super) delays: Vec<Delay>,
    /// Detached calls.
    pub(super) detached: Vec<DetachedCall>,
    pub(super) stores: Stores,
    /// The reason why the simulation ended the execution, if it did.
    pub(super) problem: Option<String>,
}

pub(super) struct Open {
    /// Index in the list of detached calls, if it is one.
    pub(super) detached: Option<usize>,
    /// Name in the log.
    pub(super) name: String,
    pub(super) work: Work,
}

pub(super) enum Work {
    /// Scripted happenings, each at its virtual time.
    Planned(Plan),
    Running(Running),
}

impl<F: FnMut(&TaskCall) -> Option<Scripted>> Environment<F> {
    pub(super) fn new(performer: Performer<F>, start: u64, seed: u64, faults: Faults) -> Self {
        let (due, open, log, delays) = (BinaryHeap::new(), BTreeMap::new(), Vec::new(), Vec::new());
        let (incoming, detached, stores) = (BTreeMap::new(), Vec::new(), Stores::default());
        let (now, order) = (start, 0);
        Self {
            performer,
            start,
            now,
            seed,
            faults,
            order,
            due,
            open,
            incoming,
            log,
            delays,
            detached,
            stores,
            problem: None,
        }
    }

    pub(super) fn now(&self) -> u64 {
        self.now
    }

    /// Schedules an event.
    pub(super) fn expect(&mut self, at: u64, event: Event) {
        self.order += 1;
        self.incoming.insert((at, self.order), event);
    }

    pub(super) fn note(&mut self, what: &str) {
        self.log.push(format!("{} {what}", self.now - self.start));
    }

    pub(super) fn perform(&mut self, run: &mut Execution, command: Command) {
        match command {
            Command::Run { op, task, input, operation_id, limits, credentials } => {
                let name = operation_id.to_string();
                self.note(&name);
                let (fault, delay) = self.faults.roll(self.seed, &name);
                let is_watched = limits.silence.is_some();
                let context =
                    TaskContext::new(run, op, operation_id, task, credentials, is_watched);
                let work = match fault {
                    Some(error) => {
                        Work::Planned(Plan::from([(delay, Happening::End(Outcome::Failed(error)))]))
                    }
                    None => {
                        let call = call(&context, task, input, self.now - self.start, true);
                        self.work(task, context, &call, limits, delay)
                    }
                };
                self.start(op, name, work);
            }
            Command::Hold { op, operation_id, limits } => self.hold(op, &operation_id, limits),
            Command::Timer { op, after } => {
                self.note(&format!("timer {after}"));
                self.note_delay(run, op, after);
                let work = Work::Planned(Plan::from([(
                    after,
                    Happening::End(Outcome::Done(Value::Null)),
                )]));
                self.start(op, "timer".to_owned(), work);
            }
            Command::Read { op, read } => {
                let name = format!("{} read {}", read.operation_id(), read.position());
                let answer = self.stores.read(read);
                self.ask_store(op, name, answer);
            }
            Command::Write { op, write } => {
                let name = format!("{} write", write.operation_id());
                let answer = self.stores.write(*write);
                self.ask_store(op, name, answer);
            }
            Command::Detach { op, task, input, operation_id } => {
                let name = operation_id.to_string();
                self.note(&format!("detached {name}"));
                let context = TaskContext::new(run, op, operation_id, task, None, false);
                // The `timeout` of a detached call is ignored.
                let limits = Limits { timeout: u64::MAX, silence: None, silent_for: 0 };
                let call = call(&context, task, input, self.now - self.start, false);
                let work = self.work(task, context, &call, limits, 0);
                self.start(op, name, work);
                if let Some(open) = self.open.get_mut(&op) {
                    open.detached = Some(self.detached.len());
                }
                self.detached.push(DetachedCall { call, end: None, outlived: false });
                run.acknowledge(op);
            }
            Command::Cancel { op } => self.cancel(op),
        }
    }

    /// Calls the storage, which must answer at once. Virtual time stands still meanwhile.
    fn ask_store(&mut self, op: OpKey, name: String, mut answer: StoreFuture) {
        self.note(&name);
        let outcome = match answer.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(outcome) => outcome,
            Poll::Pending => {
                let cause = "a simulation needs a storage that answers at once";
                Outcome::Failed(TaskError::new("States.Runtime", cause))
            }
        };
        self.start(op, name, Work::Planned(Plan::from([(0, Happening::End(outcome))])));
    }

    /// Determines the behaviour of a call.
    fn work(
        &mut self,
        task: &'static TaskRow,
        context: TaskContext,
        call: &TaskCall,
        limits: Limits,
        delay: u64,
    ) -> Work {
        if let Some(scripted) = (self.performer.script)(call) {
            return Work::Planned(plan(scripted.after(delay), limits, task.form));
        }
        let input = call.input.clone();
        match &self.performer.tasks {
            Some(tasks) => {
                Work::Running(Running::start(tasks, task, context, input, limits, self.now, delay))
            }
            None => unreachable!("without tasks the script has every answer"),
        }
    }

    /// Restores a task whose service answered before: only its limits remain.
    fn hold(&mut self, op: OpKey, operation_id: &OperationId, limits: Limits) {
        let name = operation_id.to_string();
        self.note(&format!("hold {name}"));
        let Some(tasks) = &self.performer.tasks else {
            unreachable!("a scripted task ends by its script")
        };
        let held = Running::held(tasks, limits, self.now);
        self.start(op, name, Work::Running(held));
    }

    fn start(&mut self, op: OpKey, name: String, mut work: Work) {
        if let Work::Planned(plan) = &mut work {
            for (at, _) in plan {
                *at = at.saturating_add(self.now);
            }
        }
        self.open.insert(op, Open { detached: None, name, work });
        self.wake_for(op);
    }

    fn note_delay(&mut self, run: &Execution, op: OpKey, millis: u64) {
        if let Some((state, is_retry)) = run.timer(op) {
            let kind = if is_retry { DelayKind::Retry } else { DelayKind::Wait };
            self.delays.push(Delay { state, kind, at: self.now - self.start, millis });
        }
    }

    fn cancel(&mut self, op: OpKey) {
        if let Some(open) = self.open.remove(&op) {
            self.note(&format!("cancel {}", open.name));
        }
    }

    /// After a restore: cancels operations that the execution no longer waits for, and starts those
    /// that are not open yet.
    pub(super) fn reconcile(&mut self, run: &mut Execution) {
        let wanted: Vec<Command> = std::iter::from_fn(|| run.next_command()).collect();
        let ops: Vec<OpKey> = wanted.iter().filter_map(Command::starts).collect();
        let lost =
            self.open.iter().filter(|(op, open)| open.detached.is_none() && !ops.contains(op));
        let lost: Vec<OpKey> = lost.map(|(op, _)| *op).collect();
        for op in lost {
            self.cancel(op);
        }
        for command in wanted {
            let is_detached = matches!(command, Command::Detach { .. });
            if is_detached || command.starts().is_some_and(|op| !self.open.contains_key(&op)) {
                self.perform(run, command);
            }
        }
    }

    pub(super) fn happen(&mut self, run: &mut Execution, op: OpKey, happening: Happening) {
        if let Some(place) = self.open.get(&op).and_then(|open| open.detached) {
            return self.happen_detached(op, place, happening);
        }
        let continues = match happening {
            Happening::Started(worker) => run.started(op, worker, self.now),
            Happening::Submitted(answer) => run.submitted(op, &answer, self.now),
            Happening::Events(events) => {
                for event in events {
                    self.expect(self.now, event);
                }
                true
            }
            Happening::End(outcome) => {
                self.open.remove(&op);
                run.complete(op, outcome, self.now)
            }
        };
        if continues {
            self.wake_for(op);
        } else {
            self.open.remove(&op);
        }
    }

    /// Applies the reports of a real task.
    pub(super) fn apply_report(&mut self, run: &mut Execution, op: OpKey, report: Report) {
        match report {
            Report::Progress(Progress { started, submitted }) => {
                if let Some(Worker(worker)) = started {
                    self.happen(run, op, Happening::Started(worker));
                }
                if let Some(answer) = submitted {
                    self.happen(run, op, Happening::Submitted(answer));
                }
            }
            Report::Answer(Err(error))
                if let Some(problem) = self.lacks_runtime(run, op, &error.to_string()) =>
            {
                self.refuse(run, problem);
            }
            Report::Answer(result) => {
                let happening = match (&self.open.get(&op).map(|open| &open.work), result) {
                    (Some(Work::Running(Running { form: Form::Token, .. })), Ok(answer)) => {
                        Happening::Submitted(answer)
                    }
                    (_, result) => Happening::End(Outcome::from(result)),
                };
                self.happen(run, op, happening);
            }
        }
    }

    /// The next report of a real task, for which the thread waits. `None` if no task is running or
    /// nothing wakes one in time.
    pub(super) fn next_report(&mut self) -> Option<(OpKey, Report)> {
        let Tasks { signal, host, .. } = self.performer.tasks.as_ref()?;
        let (signal, patience) = (Arc::clone(signal), host.patience());
        loop {
            if let Some(report) = self.poll_tasks() {
                return Some(report);
            }
            if !self.running().any(Running::is_awaited) {
                return None;
            }
            if !signal.wait(patience) {
                self.running_mut().for_each(Running::fall_silent);
                return None;
            }
        }
    }

    /// The next report of a real task that was woken.
    pub(super) fn poll_tasks(&mut self) -> Option<(OpKey, Report)> {
        let signal = Arc::clone(&self.performer.tasks.as_ref()?.signal);
        let ops: Vec<OpKey> = self.open.keys().copied().collect();
        for op in ops {
            let Some(Open { work: Work::Running(running), .. }) = self.open.get_mut(&op) else {
                continue;
            };
            match running.poll(&signal, self.now) {
                Some(Report::Answer(result)) if running.delay > 0 => {
                    let delay = running.delay;
                    self.put_off(op, delay, result);
                }
                Some(report) => return Some((op, report)),
                None => {}
            }
        }
        None
    }

    /// The real tasks.
    pub(super) fn running(&self) -> impl Iterator<Item = &Running> {
        self.open.values().filter_map(|open| match &open.work {
            Work::Running(running) => Some(running),
            Work::Planned(_) => None,
        })
    }

    fn running_mut(&mut self) -> impl Iterator<Item = &mut Running> {
        self.open.values_mut().filter_map(|open| match &mut open.work {
            Work::Running(running) => Some(running),
            Work::Planned(_) => None,
        })
    }

    /// Delays an answer.
    fn put_off(&mut self, op: OpKey, delay: u64, result: Result<Value, TaskError>) {
        let Some(open) = self.open.get_mut(&op) else { return };
        let at = self.now.saturating_add(delay);
        let plan = match (&open.work, result) {
            (Work::Running(running), Ok(answer)) if running.form == Form::Token => {
                let end = Happening::End(Outcome::TimedOut);
                Plan::from([(at, Happening::Submitted(answer)), (running.limit().max(at), end)])
            }
            (_, result) => Plan::from([(at, Happening::End(Outcome::from(result)))]),
        };
        open.work = Work::Planned(plan);
        self.wake_for(op);
    }
}

#[inline]
fn call(context: &TaskContext, row: &TaskRow, input: Value, at: u64, is_awaited: bool) -> TaskCall {
    TaskCall {
        state: context.state(),
        resource: row.resource,
        method: row.method,
        task: row.task,
        input,
        attempt: context.attempt(),
        operation: context.operation(),
        at,
        form: row.form,
        name: context.name(),
        is_awaited,
        credentials: context.credentials().cloned(),
    }
}
