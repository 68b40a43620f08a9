//! Real tasks in a simulation: polled in place, with their limits on the virtual clock.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering, fence};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use crate::task::context::{Notes, Progress, TaskContext};
use crate::task::{Call, Compiled, MAX_SECONDS, SharedTasks};
use asl_execution::execution::Limits;
use asl_execution::machine::{Form, TaskRow};
use asl_value::error::TaskError;
use asl_value::mutex::lock;
use asl_value::value::Value;

use super::stuck::Host;

/// Real tasks, polled in place.
pub(super) struct Tasks {
    set: SharedTasks,
    pub(super) signal: Arc<Signal>,
    pub(super) host: Host,
}

/// A real task that is running.
pub(super) struct Running {
    /// `None` once the service has answered and only a report can end the task.
    call: Option<Call>,
    /// The answer of the call, until the execution receives it.
    answer: Option<Result<Value, TaskError>>,
    pub(super) form: Form,
    /// The state and the row of the call; `None` for a restored task whose service has answered.
    pub(super) called: Option<(&'static str, &'static TaskRow)>,
    limits: Limits,
    /// Time from which its limits apply: not before a worker takes it.
    begun: Option<u64>,
    /// The delay of its answer.
    pub(super) delay: u64,
    notes: Option<Arc<Notes>>,
    seen: u64,
    last_beat: u64,
    waker: Arc<TaskWaker>,
    /// True if nothing has woken it for the whole patience of the simulation.
    is_silent: bool,
}

/// The events of a real task.
pub(super) enum Report {
    Answer(Result<Value, TaskError>),
    Progress(Progress),
}

impl Tasks {
    pub(super) fn new(compiled: &Compiled, host: Host) -> Self {
        Self { set: compiled.tasks().clone(), signal: Arc::default(), host }
    }
}

impl Running {
    #[inline]
    pub(super) fn start(
        tasks: &Tasks,
        row: &'static TaskRow,
        context: TaskContext,
        input: Value,
        limits: Limits,
        now: u64,
        delay: u64,
    ) -> Self {
        let (notes, called) = (context.notes(), Some((context.state(), row)));
        let call = Some(Call::start(&tasks.set, row.task, context, input));
        let begun = (row.form != Form::Activity).then_some(now);
        Self {
            call,
            delay,
            notes,
            called,
            form: row.form,
            begun,
            last_beat: now,
            ..Self::held(tasks, limits, now)
        }
    }

    /// A task whose service answered before.
    #[inline]
    pub(super) fn held(tasks: &Tasks, limits: Limits, now: u64) -> Self {
        Self {
            call: None,
            answer: None,
            form: Form::Token,
            called: None,
            limits,
            begun: Some(now),
            delay: 0,
            notes: None,
            seen: 0,
            last_beat: now.saturating_sub(limits.silent_for),
            waker: Arc::new(TaskWaker::new(&tasks.signal)),
            is_silent: false,
        }
    }

    /// Polls the call if it was woken, and returns its next report.
    #[inline]
    pub(super) fn poll(&mut self, signal: &Arc<Signal>, now: u64) -> Option<Report> {
        if let Some(call) = &mut self.call
            && self.waker.take()
        {
            self.is_silent = false;
            let waker = Waker::from(Arc::clone(&self.waker));
            if let Poll::Ready(answer) = Pin::new(call).poll(&mut Context::from_waker(&waker)) {
                (self.call, self.answer) = (None, Some(answer));
            }
        }
        if let Some(notes) = &self.notes {
            let count = notes.count(&Waker::from(Arc::clone(signal)));
            if count != self.seen {
                (self.seen, self.last_beat) = (count, now);
            }
        }
        if let Some(progress) = self
            .notes
            .as_ref()
            .and_then(|notes| notes.progress(self.form))
            .filter(|progress| !progress.is_empty())
        {
            if progress.started.is_some() && self.begun.is_none() {
                (self.begun, self.last_beat) = (Some(now), now);
            }
            return Some(Report::Progress(progress));
        }
        self.answer.take().map(Report::Answer)
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

    /// Returns true if its future has not ended.
    pub(super) fn is_at_work(&self) -> bool {
        self.call.is_some()
    }

    /// Returns true if its future has not ended and something can wake it.
    pub(super) fn can_wake(&self) -> bool {
        self.call.is_some() && self.waker.is_held()
    }

    /// Returns true if it may still be woken within the patience of the simulation.
    pub(super) fn is_awaited(&self) -> bool {
        !self.is_silent && self.can_wake()
    }

    /// Notes that nothing has woken it for the whole patience of the simulation.
    pub(super) fn fall_silent(&mut self) {
        self.is_silent = true;
    }

    /// Returns true if it has a limit of time. The longest time-out, 3 years, is AWS's default.
    pub(super) fn has_limit(&self) -> bool {
        self.limits.silence.is_some() || self.limits.timeout < u64::from(MAX_SECONDS) * 1_000
    }
}

/// Wakes one task and the simulation.
struct TaskWaker {
    is_woken: AtomicBool,
    signal: Arc<Signal>,
}

impl TaskWaker {
    /// A waker of a task that was not polled yet.
    fn new(signal: &Arc<Signal>) -> Self {
        Self { is_woken: AtomicBool::new(true), signal: Arc::clone(signal) }
    }

    /// Returns true if the task was woken since the last call.
    fn take(&self) -> bool {
        self.is_woken.swap(false, Ordering::AcqRel)
    }

    /// Returns true if the task was woken or something can wake it: without a copy of its waker,
    /// nothing can.
    fn is_held(self: &Arc<Self>) -> bool {
        let is_shared = Arc::strong_count(self) > 1;
        // A copy that was dropped meanwhile has left its mark before.
        fence(Ordering::Acquire);
        is_shared || self.is_woken.load(Ordering::Acquire)
    }
}

impl Wake for TaskWaker {
    #[inline]
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.is_woken.store(true, Ordering::Release);
        self.signal.give();
    }
}

/// Wakes the simulation.
#[derive(Default)]
pub(super) struct Signal {
    state: Mutex<SignalState>,
    given: Condvar,
}

#[derive(Default)]
struct SignalState {
    is_given: bool,
    /// Waker of the async task that runs the simulation, if one does.
    waker: Option<Waker>,
}

impl Signal {
    #[inline]
    fn give(&self) {
        let waker = {
            let mut state = lock(&self.state);
            state.is_given = true;
            state.waker.take()
        };
        self.given.notify_all();
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Waits for the signal. Returns false if it does not come in time.
    #[inline]
    pub(super) fn wait(&self, patience: Duration) -> bool {
        let state = lock(&self.state);
        let waited = self.given.wait_timeout_while(state, patience, |state| !state.is_given);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut state.is_given)
    }

    /// Registers the waker of an async task for the next signal.
    #[cfg(all(feature = "testing", feature = "tokio"))]
    pub(super) fn register(&self, waker: &Waker) {
        lock(&self.state).waker = Some(waker.clone());
    }
}

impl Wake for Signal {
    #[inline]
    fn wake(self: Arc<Self>) {
        self.give();
    }
}
