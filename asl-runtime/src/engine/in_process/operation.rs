//! An open operation: a task with its limits, a read or write, or a timer.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::time::Instant;

use crate::engine::stores::StoreFuture;
use crate::task::context::{Notes, Progress, TaskContext};
use crate::task::{Call, SharedTasks};
use asl_execution::execution::{Limits, Outcome};
use asl_execution::machine::{Form, TaskRow};
use asl_value::value::Value;

use super::time_out::{Answer, TimeOut, Work};

/// An open operation: a task, a read, a write or a timer.
pub struct Operation(Kind);

enum Kind {
    Task {
        call: Call,
        time_out: TimeOut,
    },
    Watched(Box<Watched>),
    Timer(TimeOut),
    /// Reads items or writes results.
    Store(StoreFuture),
}

/// A report on an operation.
pub enum Report {
    /// The operation ended.
    End(Outcome),
    /// The service answered, and a report by token ends the task.
    Answer(Value),
    /// The call reported something, and continues.
    Progress(Progress),
}

impl Report {
    /// Returns true if the operation does not continue after this report.
    #[inline]
    pub(super) fn is_end(&self) -> bool {
        matches!(self, Self::End(_))
    }
}

/// A task with heartbeats, with reports other than its answer, or in a tokio task of its own.
struct Watched {
    /// `None` once it has answered.
    work: Option<Work>,
    answer: Option<Answer>,
    form: Form,
    notes: Option<Arc<Notes>>,
    /// Heartbeats so far.
    seen: u64,
    /// True once the limits apply: not before a worker takes the work.
    has_begun: bool,
    time_out: TimeOut,
    /// Longest time between heartbeats, and the time until the next one is due.
    silence: Option<(u64, TimeOut)>,
}

impl Operation {
    /// Starts a task. With `spawn`, it runs as a tokio task of its own.
    #[inline]
    pub fn task(
        tasks: &SharedTasks,
        row: &'static TaskRow,
        context: TaskContext,
        input: Value,
        limits: Limits,
        spawn: bool,
    ) -> Self {
        let notes = context.notes();
        let call = Call::start(tasks, row.task, context, input);
        let work = if spawn {
            // The limit of an activity begins with its worker.
            Work::spawn(call, (row.form != Form::Activity).then_some(limits.timeout))
        } else {
            #[cfg(feature = "tracing")]
            let call = crate::task::blocking::watched(call, row);
            if notes.is_none() {
                return Self(Kind::Task { call, time_out: TimeOut::new(limits.timeout) });
            }
            Work::InPlace(call)
        };
        let watched = Watched { work: Some(work), notes, ..Watched::new(row.form, limits) };
        Self(Kind::Watched(Box::new(watched)))
    }

    /// A task without heartbeats that was polled once and waits.
    pub(super) fn waiting(call: Call, time_out: TimeOut) -> Self {
        Self(Kind::Task { call, time_out })
    }

    /// A task whose service answered before the execution was saved: only its limits remain.
    pub(super) fn held(limits: Limits) -> Self {
        let notes = limits.silence.map(|_| Arc::default());
        Self(Kind::Watched(Box::new(Watched { notes, ..Watched::new(Form::Token, limits) })))
    }

    /// The shared notes on heartbeats that are reported by token.
    pub fn notes(&self) -> Option<&Arc<Notes>> {
        match &self.0 {
            Kind::Watched(watched) => watched.notes.as_ref(),
            Kind::Task { .. } | Kind::Timer(_) | Kind::Store(_) => None,
        }
    }

    /// Reads items or writes results.
    pub fn store(future: StoreFuture) -> Self {
        Self(Kind::Store(future))
    }

    pub(super) fn timer(millis: u64) -> Self {
        Self(Kind::Timer(TimeOut::new(millis)))
    }

    /// Polls for the next report.
    #[inline]
    pub fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Report> {
        match &mut self.0 {
            Kind::Timer(time) => {
                time.poll(None, cx).map(|()| Report::End(Outcome::Done(Value::Null)))
            }
            Kind::Task { call, time_out } => {
                let began = time_out.before_poll();
                if let Poll::Ready(result) = Pin::new(call).poll(cx) {
                    let is_late = time_out.is_over(began);
                    let outcome = if is_late { Outcome::TimedOut } else { result.into() };
                    return Poll::Ready(Report::End(outcome));
                }
                self.poll_time_out(began, cx)
            }
            Kind::Watched(watched) => watched.poll(cx),
            Kind::Store(future) => future.as_mut().poll(cx).map(Report::End),
        }
    }

    /// Polls the time-out of a task that is not watched, after a poll of the task that began at this
    /// time.
    pub(super) fn poll_time_out(
        &mut self,
        began: Option<Instant>,
        cx: &mut Context<'_>,
    ) -> Poll<Report> {
        let Kind::Task { call: _, time_out } = &mut self.0 else { return Poll::Pending };
        time_out.poll(began, cx).map(|()| Report::End(Outcome::TimedOut))
    }
}

/// The time-out of a task whose definition has it as a number, in milliseconds.
#[inline]
pub(super) fn row_limit(row: &TaskRow) -> u64 {
    u64::from(row.timeout_seconds) * 1000
}

impl Watched {
    fn new(form: Form, limits: Limits) -> Self {
        let Limits { timeout, silence, silent_for } = limits;
        let due = |limit: u64| (limit, TimeOut::new(limit.saturating_sub(silent_for)));
        Self {
            work: None,
            answer: None,
            form,
            notes: None,
            seen: 0,
            has_begun: form != Form::Activity,
            time_out: TimeOut::new(timeout),
            silence: silence.map(due),
        }
    }

    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Report> {
        let began = self.time_out.before_poll();
        let silent_from = self.silence.as_ref().and_then(|(_, due)| due.before_poll());
        if let Some(work) = &mut self.work
            && let Poll::Ready(answer) = work.poll(cx)
        {
            (self.work, self.answer) = (None, Some(answer));
        }
        if let Some(progress) = self.progress(cx) {
            return Poll::Ready(Report::Progress(progress));
        }
        let Some(answer) = self.answer.take() else {
            return self.poll_limits(began, silent_from, cx).map(Report::End);
        };
        if let Some(outcome) = self.late(&answer, began, silent_from) {
            return Poll::Ready(Report::End(outcome));
        }
        Poll::Ready(match (answer.result, self.form) {
            (Ok(answer), Form::Token) => Report::Answer(answer),
            (result, _) => Report::End(Outcome::from(result)),
        })
    }

    /// The outcome in place of an answer that comes after a limit.
    fn late(
        &self,
        answer: &Answer,
        began: Option<Instant>,
        silent_from: Option<Instant>,
    ) -> Option<Outcome> {
        if !self.has_begun {
            return None;
        }
        if answer.is_late.unwrap_or_else(|| self.time_out.is_over(began)) {
            return Some(Outcome::TimedOut);
        }
        let (_, due) = self.silence.as_ref()?;
        // Nothing tells when the heartbeats of the first poll came.
        let silent_from = silent_from.filter(|_| self.seen == 0);
        due.is_over(silent_from).then_some(Outcome::HeartbeatMissed)
    }

    /// The reports of the call. Its heartbeats count at once.
    fn progress(&mut self, cx: &Context<'_>) -> Option<Progress> {
        let notes = self.notes.as_ref()?;
        let count = notes.count(cx.waker());
        if count != self.seen {
            self.seen = count;
            if let Some((limit, due)) = &mut self.silence {
                due.restart(*limit);
            }
        }
        let progress = notes.progress(self.form).filter(|progress| !progress.is_empty())?;
        self.has_begun |= progress.started.is_some();
        Some(progress)
    }

    fn poll_limits(
        &mut self,
        began: Option<Instant>,
        silent_from: Option<Instant>,
        cx: &mut Context<'_>,
    ) -> Poll<Outcome> {
        if !self.has_begun {
            return Poll::Pending;
        }
        if self.time_out.poll(began, cx).is_ready() {
            return Poll::Ready(Outcome::TimedOut);
        }
        let Some((_, due)) = &mut self.silence else { return Poll::Pending };
        due.poll(silent_from, cx).map(|()| Outcome::HeartbeatMissed)
    }
}
