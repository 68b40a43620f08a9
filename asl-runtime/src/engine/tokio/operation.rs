//! One thing under way: a task with its limits, or a timer.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{Instant, Sleep, sleep};

use crate::context::{Beats, TaskContext};
use crate::error::TaskError;
use crate::execution::Outcome;
use crate::machine::TaskRow;
use crate::task::{Call, TaskSet};
use crate::value::Value;

pub(super) enum Operation {
    Task {
        call: Call,
        row: &'static TaskRow,
        beats: Option<Arc<Beats>>,
        /// Made after the first `Pending`: a task that answers at once never pays for a timer.
        limits: Option<Box<Limits>>,
    },
    Timer(Pin<Box<Sleep>>),
}

pub(super) struct Limits {
    time: Pin<Box<Sleep>>,
    silence: Option<Silence>,
}

/// The time since the last heartbeat.
struct Silence {
    seconds: u32,
    time: Pin<Box<Sleep>>,
    beats: Arc<Beats>,
    seen: u64,
}

impl Operation {
    pub(super) fn task(
        tasks: &Arc<dyn TaskSet>,
        row: &'static TaskRow,
        context: TaskContext,
        input: Value,
        spawn: bool,
    ) -> Self {
        let beats = context.beats();
        let call = Call::start(tasks, row.task, context, input);
        let call = if spawn { Call::of(Box::pin(Spawned(tokio::spawn(call)))) } else { call };
        Self::Task { call, row, beats, limits: None }
    }

    pub(super) fn timer(millis: u64) -> Self {
        Self::Timer(Box::pin(sleep(Duration::from_millis(millis))))
    }

    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Outcome> {
        let (call, row, beats, limits) = match self {
            Self::Timer(sleep) => return sleep.as_mut().poll(cx).map(|()| Outcome::Done(Value::Null)),
            Self::Task { call, row, beats, limits } => (call, row, beats, limits),
        };
        if let Poll::Ready(result) = Pin::new(call).poll(cx) {
            return Poll::Ready(result.map_or_else(Outcome::Failed, Outcome::Done));
        }
        limits.get_or_insert_with(|| Box::new(Limits::new(row, beats.take()))).poll(cx)
    }
}

fn seconds(seconds: u32) -> Pin<Box<Sleep>> {
    Box::pin(sleep(Duration::from_secs(u64::from(seconds))))
}

impl Limits {
    fn new(row: &TaskRow, beats: Option<Arc<Beats>>) -> Self {
        let silence = row.heartbeat_seconds.zip(beats);
        Self {
            time: seconds(row.timeout_seconds),
            silence: silence.map(|(limit, beats)| Silence { seconds: limit, time: seconds(limit), beats, seen: 0 }),
        }
    }

    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Outcome> {
        if self.time.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Outcome::TimedOut);
        }
        let Some(silence) = &mut self.silence else { return Poll::Pending };
        let count = silence.beats.count(cx.waker());
        if count != silence.seen {
            silence.seen = count;
            silence.time.as_mut().reset(Instant::now() + Duration::from_secs(u64::from(silence.seconds)));
        }
        silence.time.as_mut().poll(cx).map(|()| Outcome::HeartbeatMissed)
    }
}

/// A task as a tokio task of its own; it ends with us.
struct Spawned(JoinHandle<Result<Value, TaskError>>);

impl Future for Spawned {
    type Output = Result<Value, TaskError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let joined = ready!(Pin::new(&mut self.0).poll(cx));
        // A panic is contained within; what is left is a runtime that shuts down.
        Poll::Ready(joined.unwrap_or_else(|error| Err(TaskError::from(error))))
    }
}

impl Drop for Spawned {
    fn drop(&mut self) {
        self.0.abort();
    }
}
