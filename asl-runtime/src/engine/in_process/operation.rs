//! An open operation: a task with its limits, a read or write, or a timer.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{Instant, Sleep};

use crate::engine::stores::StoreFuture;
use crate::error::TaskError;
use crate::execution::{Limits, Outcome};
use crate::machine::{Form, TaskRow};
use crate::task::context::{Notes, Progress, TaskContext};
use crate::task::{Call, SharedTasks};
use crate::value::Value;

/// An open operation: a task, a read, a write or a timer.
pub struct Operation(Kind);

enum Kind {
    Task {
        call: Call,
        /// Milliseconds of the time-out that are not part of the current sleep.
        left: u64,
        /// Created after the first `Pending`: a task that answers at once never needs a timer.
        time: Option<Pin<Box<Sleep>>>,
    },
    Watched(Box<Watched>),
    Timer {
        /// Milliseconds that are not part of the current sleep.
        left: u64,
        time: Option<Pin<Box<Sleep>>>,
    },
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

/// A task with heartbeats, or with reports other than its answer.
struct Watched {
    /// `None` once it has answered.
    call: Option<Call>,
    answer: Option<Result<Value, TaskError>>,
    form: Form,
    limits: Limits,
    notes: Option<Arc<Notes>>,
    /// Heartbeats so far.
    seen: u64,
    /// True once the limits apply: not before a worker takes the work.
    has_begun: bool,
    time: Option<Pin<Box<Sleep>>>,
    silence: Option<Pin<Box<Sleep>>>,
    /// Milliseconds until the next heartbeat that are not part of the current sleep.
    silence_left: u64,
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
        let call = if spawn {
            Call::of(Box::pin(Spawned(tokio::spawn(call))))
        } else {
            #[cfg(feature = "tracing")]
            let call = crate::task::blocking::watched(call, row);
            call
        };
        if notes.is_none() {
            return Self(Kind::Task { call, left: limits.timeout, time: None });
        }
        let watched = Watched { call: Some(call), notes, ..Watched::new(row.form, limits) };
        Self(Kind::Watched(Box::new(watched)))
    }

    /// A task without heartbeats that was polled once and waits.
    pub(super) fn waiting(call: Call, row: &'static TaskRow) -> Self {
        #[cfg(feature = "tracing")]
        let call = crate::task::blocking::watched(call, row);
        Self(Kind::Task { call, left: u64::from(row.timeout_seconds) * 1000, time: None })
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
            Kind::Task { .. } | Kind::Timer { .. } | Kind::Store(_) => None,
        }
    }

    /// Reads items or writes results.
    pub fn store(future: StoreFuture) -> Self {
        Self(Kind::Store(future))
    }

    pub(super) fn timer(millis: u64) -> Self {
        Self(Kind::Timer { left: millis, time: None })
    }

    /// Polls for the next report.
    #[inline]
    pub fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Report> {
        match &mut self.0 {
            Kind::Timer { left, time } => {
                poll_timer(time, left, cx).map(|()| Report::End(Outcome::Done(Value::Null)))
            }
            Kind::Task { call, .. } => {
                if let Poll::Ready(result) = Pin::new(call).poll(cx) {
                    return Poll::Ready(Report::End(Outcome::from(result)));
                }
                self.poll_time_out(cx)
            }
            Kind::Watched(watched) => watched.poll(cx),
            Kind::Store(future) => future.as_mut().poll(cx).map(Report::End),
        }
    }

    /// Polls the time-out of a task that is not watched.
    pub(super) fn poll_time_out(&mut self, cx: &mut Context<'_>) -> Poll<Report> {
        let Kind::Task { call: _, left, time } = &mut self.0 else { return Poll::Pending };
        poll_timer(time, left, cx).map(|()| Report::End(Outcome::TimedOut))
    }
}

/// Longest sleep in milliseconds: a year. tokio ends sleeps beyond 2^36 early.
const LONGEST_SLEEP: u64 = 31_536_000_000;

/// The next sleep of a timer, subtracted from the remaining time.
fn next_sleep(left: &mut u64) -> Duration {
    let part = (*left).min(LONGEST_SLEEP);
    *left -= part;
    Duration::from_millis(part)
}

/// Polls a timer of any length as a sequence of sleeps. The first sleep starts at the first poll.
/// One of [`Limits::NO_TIMEOUT`] has none.
pub(super) fn poll_timer(
    sleep: &mut Option<Pin<Box<Sleep>>>,
    left: &mut u64,
    cx: &mut Context<'_>,
) -> Poll<()> {
    if *left == Limits::NO_TIMEOUT {
        return Poll::Pending;
    }
    let sleep = sleep.get_or_insert_with(|| Box::pin(tokio::time::sleep(next_sleep(left))));
    loop {
        ready!(sleep.as_mut().poll(cx));
        if *left == 0 {
            return Poll::Ready(());
        }
        let next = sleep.deadline() + next_sleep(left);
        sleep.as_mut().reset(next);
    }
}

impl Watched {
    fn new(form: Form, limits: Limits) -> Self {
        Self {
            call: None,
            answer: None,
            form,
            limits,
            notes: None,
            seen: 0,
            has_begun: form != Form::Activity,
            time: None,
            silence: None,
            silence_left: 0,
        }
    }

    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Report> {
        if let Some(call) = &mut self.call
            && let Poll::Ready(answer) = Pin::new(call).poll(cx)
        {
            (self.call, self.answer) = (None, Some(answer));
        }
        if let Some(progress) = self.progress(cx) {
            return Poll::Ready(Report::Progress(progress));
        }
        match (self.answer.take(), self.form) {
            (Some(Ok(answer)), Form::Token) => return Poll::Ready(Report::Answer(answer)),
            (Some(result), _) => return Poll::Ready(Report::End(Outcome::from(result))),
            (None, _) => {}
        }
        self.poll_limits(cx).map(Report::End)
    }

    /// The reports of the call. Its heartbeats count at once.
    fn progress(&mut self, cx: &Context<'_>) -> Option<Progress> {
        let notes = self.notes.as_ref()?;
        let count = notes.count(cx.waker());
        if count != self.seen {
            (self.seen, self.limits.silent_for) = (count, 0);
            if let (Some(silence), Some(limit)) = (&mut self.silence, self.limits.silence) {
                self.silence_left = limit;
                silence.as_mut().reset(Instant::now() + next_sleep(&mut self.silence_left));
            }
        }
        let progress = notes.progress(self.form).filter(|progress| !progress.is_empty())?;
        self.has_begun |= progress.started.is_some();
        Some(progress)
    }

    fn poll_limits(&mut self, cx: &mut Context<'_>) -> Poll<Outcome> {
        if !self.has_begun {
            return Poll::Pending;
        }
        let Limits { timeout: _, silence, silent_for } = self.limits;
        if poll_timer(&mut self.time, &mut self.limits.timeout, cx).is_ready() {
            return Poll::Ready(Outcome::TimedOut);
        }
        let Some(limit) = silence else { return Poll::Pending };
        if self.silence.is_none() {
            self.silence_left = limit.saturating_sub(silent_for);
        }
        poll_timer(&mut self.silence, &mut self.silence_left, cx).map(|()| Outcome::HeartbeatMissed)
    }
}

/// A task as a tokio task of its own. Dropping this aborts it.
struct Spawned(JoinHandle<Result<Value, TaskError>>);

impl Future for Spawned {
    type Output = Result<Value, TaskError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let joined = ready!(Pin::new(&mut self.0).poll(cx));
        // Panics are caught within the task, so this error means that the runtime shuts down.
        Poll::Ready(joined.unwrap_or_else(|error| Err(TaskError::from(error))))
    }
}

impl Drop for Spawned {
    fn drop(&mut self) {
        self.0.abort();
    }
}
