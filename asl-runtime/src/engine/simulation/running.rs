//! Real tasks in a simulation: polled in place, with their limits on the virtual clock.

use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::task::{Context, Poll, Wake};
use std::time::Duration;

use crate::error::TaskError;
use crate::execution::Limits;
use crate::machine::{Form, TaskRow};
use crate::mutex::lock;
use crate::task::context::{News, Notes, TaskContext};
use crate::task::{Call, Compiled, TaskSet};
use crate::value::Value;

/// Real tasks, polled in place.
pub(super) struct Tasks {
    set: Arc<dyn TaskSet>,
    pub(super) signal: Arc<Signal>,
    pub(super) patience: Duration,
}

/// A real task that is running.
pub(super) struct Running {
    /// `None` once the service has answered and only a report can end the task.
    call: Option<Call>,
    /// The answer of the call, until the execution receives it.
    answer: Option<Result<Value, TaskError>>,
    pub(super) form: Form,
    limits: Limits,
    /// Time from which its limits apply: not before a worker takes it.
    begun: Option<u64>,
    /// The delay of its answer.
    pub(super) delay: u64,
    notes: Option<Arc<Notes>>,
    seen: u64,
    last_beat: u64,
}

/// The events of a real task.
pub(super) enum Heard {
    Answer(Result<Value, TaskError>),
    News(News),
}

impl Tasks {
    pub(super) fn new(compiled: &Compiled, patience: Duration) -> Self {
        Self { set: Arc::clone(compiled.tasks()), signal: Arc::default(), patience }
    }
}

impl Running {
    pub(super) fn start(
        tasks: &Tasks,
        row: &'static TaskRow,
        context: TaskContext,
        input: Value,
        limits: Limits,
        now: u64,
        delay: u64,
    ) -> Self {
        let notes = context.notes();
        let call = Some(Call::start(&tasks.set, row.task, context, input));
        let begun = (row.form != Form::Activity).then_some(now);
        Self {
            call,
            answer: None,
            form: row.form,
            limits,
            begun,
            delay,
            notes,
            seen: 0,
            last_beat: now,
        }
    }

    pub(super) fn held(limits: Limits, now: u64) -> Self {
        let last_beat = now.saturating_sub(limits.silent_for);
        let (form, begun) = (Form::Token, Some(now));
        Self {
            call: None,
            answer: None,
            form,
            limits,
            begun,
            delay: 0,
            notes: None,
            seen: 0,
            last_beat,
        }
    }

    pub(super) fn poll(&mut self, cx: &mut Context<'_>, now: u64) -> Option<Heard> {
        if let Some(call) = &mut self.call
            && let Poll::Ready(answer) = Pin::new(call).poll(cx)
        {
            (self.call, self.answer) = (None, Some(answer));
        }
        if let Some(count) = self.notes.as_ref().map(|notes| notes.count(cx.waker()))
            && count != self.seen
        {
            (self.seen, self.last_beat) = (count, now);
        }
        if let Some(news) = self
            .notes
            .as_ref()
            .and_then(|notes| notes.news(self.form))
            .filter(|news| !news.is_empty())
        {
            if news.started.is_some() && self.begun.is_none() {
                (self.begun, self.last_beat) = (Some(now), now);
            }
            return Some(Heard::News(news));
        }
        self.answer.take().map(Heard::Answer)
    }

    /// Time of its time-out.
    pub(super) fn times_out(&self) -> u64 {
        self.begun.map_or(u64::MAX, |begun| begun.saturating_add(self.limits.timeout))
    }

    /// Time of its time-out or its heartbeat limit, whichever is first.
    pub(super) fn limit(&self) -> u64 {
        let silence = self.limits.silence.filter(|_| self.begun.is_some());
        let silence = silence.map_or(u64::MAX, |silence| self.last_beat.saturating_add(silence));
        silence.min(self.times_out())
    }

    pub(super) fn is_at_work(&self) -> bool {
        self.call.is_some() || self.answer.is_some()
    }
}

/// Wakes the simulation.
#[derive(Default)]
pub(super) struct Signal {
    is_given: Mutex<bool>,
    given: Condvar,
}

impl Signal {
    /// Waits for the signal. Returns false if it does not come in time.
    pub(super) fn wait(&self, patience: Duration) -> bool {
        let is_given = lock(&self.is_given);
        let waited = self.given.wait_timeout_while(is_given, patience, |is_given| !*is_given);
        let (mut is_given, _) = waited.unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *is_given)
    }
}

impl Wake for Signal {
    fn wake(self: Arc<Self>) {
        *lock(&self.is_given) = true;
        self.given.notify_all();
    }
}
