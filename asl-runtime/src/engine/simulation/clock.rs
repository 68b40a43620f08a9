//! The passing of virtual time: what happens next, and when.

use std::cmp::Reverse;

use asl_execution::execution::{Execution, OpKey, Outcome};

use super::environment::{Environment, Work};
use super::plan::Happening;
use super::script::{Scripted, TaskCall};

/// The cause of the failure of an execution that waits while nothing can happen.
const NO_EVENT: &str = "the machine waits for an event, and nothing can send it one";

impl<F: FnMut(&TaskCall) -> Option<Scripted>> Environment<F> {
    /// Schedules the next happening of an operation.
    pub(super) fn wake_for(&mut self, op: OpKey) {
        if let Some(at) = self.time_of(op) {
            self.order += 1;
            self.due.push(Reverse((at, self.order, op)));
        }
    }

    /// The time of the next happening of an operation.
    fn time_of(&self, op: OpKey) -> Option<u64> {
        match &self.open.get(&op)?.work {
            Work::Planned(plan) => plan.front().map(|(at, _)| *at),
            Work::Running(running) => Some(running.limit()).filter(|limit| *limit < u64::MAX),
        }
    }

    /// Completes the operation that ends next.
    pub(super) fn step(&mut self, run: &mut Execution) {
        match self.next_report() {
            Some((op, report)) => self.apply_report(run, op, report),
            None => self.pass_time(run),
        }
    }

    /// The time of the next happening that needs no real task; `u64::MAX` if there is none.
    #[cfg(all(feature = "testing", feature = "tokio"))]
    pub(super) fn next_time(&mut self, run: &Execution) -> u64 {
        let due = self.next_due().map(|(at, ..)| at);
        let incoming = self.incoming.first_key_value().map(|((at, _), _)| *at);
        due.into_iter().chain(incoming).chain(run.deadline()).min().unwrap_or(u64::MAX)
    }

    /// The time of the next happening of a detached call; `u64::MAX` if there is none.
    #[cfg(all(feature = "testing", feature = "tokio"))]
    pub(super) fn next_time_of_detached(&mut self) -> u64 {
        self.next_due().map_or(u64::MAX, |(at, ..)| at)
    }

    /// Registers the waker of the async task that runs the simulation.
    #[cfg(all(feature = "testing", feature = "tokio"))]
    pub(super) fn register(&self, waker: &std::task::Waker) {
        if let Some(tasks) = &self.performer.tasks {
            tasks.signal.register(waker);
        }
    }

    /// The next happening of an operation: time, order, operation.
    pub(super) fn next_due(&mut self) -> Option<(u64, u64, OpKey)> {
        while let Some(Reverse((at, order, op))) = self.due.peek().copied() {
            match self.time_of(op) {
                Some(time) if time <= at => return Some((at, order, op)),
                // It was delayed or sent a heartbeat since.
                Some(_) => {
                    self.due.pop();
                    self.wake_for(op);
                }
                None => {
                    self.due.pop();
                }
            }
        }
        None
    }

    /// Lets time pass until the next happening.
    pub(super) fn pass_time(&mut self, run: &mut Execution) {
        let deadline = run.deadline().unwrap_or(u64::MAX);
        let due = self.next_due();
        let incoming = self.incoming.first_key_value().map(|(time, _)| *time);
        let next = due.map(|(at, order, _)| (at, order));
        if let Some(event) = incoming.filter(|(at, _)| *at < deadline)
            && next.is_none_or(|next| event < next)
        {
            return self.deliver(run);
        }
        if let Some((at, _, op)) = due.filter(|(at, ..)| *at < deadline) {
            self.due.pop();
            let Some(happening) = self.due_now(op, at) else { return };
            if let Some(problem) = self.stuck_at_limit(run, op) {
                return self.refuse(run, problem);
            }
            self.now = self.now.max(at);
            self.happen(run, op, happening);
        } else if deadline == u64::MAX {
            match self.stuck_for_ever(run) {
                Some(problem) => self.refuse(run, problem),
                None => run.give_up(NO_EVENT, self.now),
            }
        } else if let Some(problem) = self.stuck_at_deadline(run) {
            self.refuse(run, problem);
        } else {
            self.now = self.now.max(deadline);
            run.advance(self.now);
        }
    }

    /// Ends the execution because the simulation cannot continue.
    pub(super) fn refuse(&mut self, run: &mut Execution, problem: String) {
        run.give_up(&problem, self.now);
        self.problem.get_or_insert(problem);
    }

    /// Delivers the next event to the machine.
    fn deliver(&mut self, run: &mut Execution) {
        let Some(((at, _), event)) = self.incoming.pop_first() else { return };
        self.now = self.now.max(at);
        let name = event.name().to_owned();
        match run.send(event, self.now) {
            Ok(()) => self.note(&format!("event {name}")),
            Err(refused) => self.note(&format!("refused event {name}: {refused}")),
        }
    }

    /// The happening that is due for an operation.
    pub(super) fn due_now(&mut self, op: OpKey, at: u64) -> Option<Happening> {
        match &mut self.open.get_mut(&op)?.work {
            Work::Planned(plan) => plan.pop_front().map(|(_, happening)| happening),
            Work::Running(running) if running.times_out() <= at => {
                Some(Happening::End(Outcome::TimedOut))
            }
            Work::Running(_) => Some(Happening::End(Outcome::HeartbeatMissed)),
        }
    }
}
