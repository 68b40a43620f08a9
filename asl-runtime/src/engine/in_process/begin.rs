//! The first poll of a run. As long as tasks answer at once, the run needs no execution.

use std::task::{Context, Poll};

use tokio::time::Instant;

#[cfg(feature = "tracing")]
use crate::task::blocking::first_poll;
use crate::task::{Call, Compiled, SharedTasks, TaskContext};
use asl_execution::execution::{Ahead, AheadCall, Execution, Given, Outcome, expect_end};
use asl_execution::machine::{LateTime, Machine, Next, Step};
use asl_value::error::bounded;
use asl_value::value::Value;

use super::handle::Arrivals;
use super::operation::{Operation, Report, row_limit};
use super::time_out::TimeOut;
use super::{COMPLETIONS, Drive, RunOptions, now, random_seed};

/// A run before its first poll.
pub(super) struct Begin {
    pub(super) compiled: Compiled,
    pub(super) input: Value,
    /// Boxed, because they are three times as large as everything else; `None` for the default.
    pub(super) options: Option<Box<RunOptions>>,
    pub(super) arrivals: Option<Arrivals>,
}

/// A run after its start.
pub(super) enum Started {
    /// It has ended with this output.
    Ended(Value),
    /// It waits, and its wakers are set.
    Waiting(Drive),
    /// It can continue.
    Running(Drive),
}

impl Begin {
    /// Starts the run.
    #[inline]
    pub(super) fn start(self, cx: &mut Context<'_>) -> Started {
        let Self { compiled, input, options, arrivals } = self;
        if let Some(options) = options {
            return Started::Running(Drive::with_options(compiled, input, *options, arrivals));
        }
        let (machine, time) = (compiled.machine(), LateTime::new(now));
        if !Ahead::is_possible(machine, &input) {
            let mut drive = new_drive(machine, time.get(), random_seed(), compiled.into_tasks());
            let given = Given { is_traced: true, ..Given::default() };
            drive.run.begin(machine.start, input, given);
            expect_end(&mut drive.run);
            return Started::Running(drive);
        }
        let mut ahead = Ahead::new(machine, input, &time);
        let step = ahead.enter();
        if matches!(step, Ok(Step::End)) {
            return Started::Ended(ahead.take_output());
        }
        let (tasks, seed) = (compiled.into_tasks(), random_seed());
        AheadRun { ahead, machine, tasks, time: &time, seed }.run(step, cx)
    }
}

fn new_drive(machine: &'static Machine, now: u64, seed: u64, tasks: SharedTasks) -> Drive {
    Drive::new(Execution::before_start(machine, now, seed), tasks)
}

/// A run that calls its tasks before it has an execution.
struct AheadRun<'t> {
    ahead: Ahead<'t>,
    machine: &'static Machine,
    tasks: SharedTasks,
    time: &'t LateTime,
    seed: u64,
}

impl AheadRun<'_> {
    /// Calls tasks until one waits or fails, or the machine ends.
    fn run(mut self, mut step: Next, cx: &mut Context<'_>) -> Started {
        for _ in 0..COMPLETIONS {
            let AheadCall { task, input, operation_id } = match self.ahead.start_task(step) {
                Ok(call) => call,
                Err(Ok(Step::End)) => return Started::Ended(self.ahead.take_output()),
                Err(step) => return Started::Running(self.into_drive(step)),
            };
            let op = self.ahead.operation();
            let context = TaskContext::ahead(op, operation_id, task, self.seed);
            let tasks = &self.tasks;
            let time_out = TimeOut::new(row_limit(task));
            let began = time_out.before_poll();
            let poll = || Call::start_and_poll(tasks, task.task, context, input, cx);
            #[cfg(feature = "tracing")]
            let answer = first_poll(task, poll);
            #[cfg(not(feature = "tracing"))]
            let answer = poll();
            match answer {
                Ok(_) if time_out.is_over(began) => {
                    return self.report(Report::End(Outcome::TimedOut));
                }
                Ok(Ok(answer)) if bounded(&answer).is_ok() => {
                    step = self.ahead.take_answer(answer);
                }
                Ok(result) => return self.report(Report::End(Outcome::from(result))),
                Err(call) => {
                    #[cfg(feature = "tracing")]
                    let call = crate::task::blocking::watched(call, task);
                    return self.wait(Operation::waiting(call, time_out), began, cx);
                }
            }
        }
        // Let others run first.
        cx.waker().wake_by_ref();
        Started::Waiting(self.into_drive(step))
    }

    /// Continues with this step in an execution.
    fn into_drive(self, step: Next) -> Drive {
        let Self { ahead, machine, tasks, time, seed } = self;
        let mut drive = new_drive(machine, time.get(), seed, tasks);
        ahead.continue_in(&mut drive.run, step);
        drive
    }

    /// Continues in an execution, which takes this report on the task.
    fn report(self, report: Report) -> Started {
        let Self { ahead, machine, tasks, time, seed } = self;
        let mut drive = new_drive(machine, time.get(), seed, tasks);
        let op = ahead.operation();
        ahead.wait_in(&mut drive.run);
        drive.take_report(op, report, None, &mut Some(time.get()));
        Started::Running(drive)
    }

    /// Waits for the task in an execution.
    fn wait(
        self,
        mut operation: Operation,
        began: Option<Instant>,
        cx: &mut Context<'_>,
    ) -> Started {
        if let Poll::Ready(report) = operation.poll_time_out(began, cx) {
            return self.report(report);
        }
        let Self { ahead, machine, tasks, time, seed } = self;
        let mut drive = new_drive(machine, time.get(), seed, tasks);
        let op = ahead.operation();
        ahead.wait_in(&mut drive.run);
        drive.open.add(op, operation);
        Started::Waiting(drive)
    }
}
