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
        /// Made after the first `Pending`, for a task with heartbeats before: one that answers at once never pays for a
        /// timer.
        limits: Option<Box<Limits>>,
    },
    Timer(Pin<Box<Sleep>>),
}

#[derive(Default)]
pub(super) struct Limits {
    time: Option<Pin<Box<Sleep>>>,
    silence: Option<Silence>,
}

/// The time since the last heartbeat.
struct Silence {
    seconds: u32,
    time: Option<Pin<Box<Sleep>>>,
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
        let silence = row.heartbeat_seconds.zip(context.beats());
        let silence = silence.map(|(seconds, beats)| Silence { seconds, time: None, beats, seen: 0 });
        let limits = silence.map(|silence| Box::new(Limits { time: None, silence: Some(silence) }));
        let call = Call::start(tasks, row.task, context, input);
        let call = if spawn { Call::of(Box::pin(Spawned(tokio::spawn(call)))) } else { call };
        Self::Task { call, row, limits }
    }

    pub(super) fn timer(millis: u64) -> Self {
        Self::Timer(Box::pin(sleep(Duration::from_millis(millis))))
    }

    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Outcome> {
        let (call, row, limits) = match self {
            Self::Timer(sleep) => return sleep.as_mut().poll(cx).map(|()| Outcome::Done(Value::Null)),
            Self::Task { call, row, limits } => (call, row, limits),
        };
        if let Poll::Ready(result) = Pin::new(call).poll(cx) {
            return Poll::Ready(result.map_or_else(Outcome::Failed, Outcome::Done));
        }
        limits.get_or_insert_default().poll(row, cx)
    }
}

fn seconds(seconds: u32) -> Pin<Box<Sleep>> {
    Box::pin(sleep(Duration::from_secs(u64::from(seconds))))
}

impl Limits {
    fn poll(&mut self, row: &TaskRow, cx: &mut Context<'_>) -> Poll<Outcome> {
        let time = self.time.get_or_insert_with(|| seconds(row.timeout_seconds));
        if time.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Outcome::TimedOut);
        }
        self.silence.as_mut().map_or(Poll::Pending, |silence| silence.poll(cx).map(|()| Outcome::HeartbeatMissed))
    }
}

impl Silence {
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let count = self.beats.count(cx.waker());
        let time = self.time.get_or_insert_with(|| seconds(self.seconds));
        if count != self.seen {
            self.seen = count;
            time.as_mut().reset(Instant::now() + Duration::from_secs(u64::from(self.seconds)));
        }
        time.as_mut().poll(cx)
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
