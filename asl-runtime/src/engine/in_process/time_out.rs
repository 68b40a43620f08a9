//! The time-out of a task. It wins over a result that comes after it, also if the thread was blocked
//! meanwhile, so that nothing could poll the timer.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::task::Call;
use asl_execution::execution::Limits;
use asl_value::error::TaskError;
use asl_value::value::Value;

/// Longest sleep in milliseconds: a year. tokio ends sleeps beyond 2^36 early.
const LONGEST_SLEEP: u64 = 31_536_000_000;

/// tokio's timers count milliseconds, so a result that comes with the time-out may be seen this much
/// later.
const RESOLUTION: Duration = Duration::from_millis(1);

/// Returns true if a task that began at this time has ended after its limit.
fn is_late(began: Instant, limit: u64, ended: Instant) -> bool {
    ended.duration_since(began) >= Duration::from_millis(limit) + RESOLUTION
}

/// A time limit of a task or machine, or the time of a timer.
pub(super) struct TimeOut {
    /// Milliseconds that are not part of the current sleep.
    left: u64,
    /// Created after the first `Pending`: a task that answers at once never needs a timer.
    sleep: Option<Pin<Box<Sleep>>>,
}

impl TimeOut {
    #[inline]
    pub(super) fn new(limit: u64) -> Self {
        Self { left: limit, sleep: None }
    }

    /// The start of a poll of the task, if it is the first one and can reach the limit. A task
    /// cannot reach a limit of a year in one poll, so the clock is not read for such.
    #[inline]
    pub(super) fn before_poll(&self) -> Option<Instant> {
        (self.sleep.is_none() && self.left < LONGEST_SLEEP).then(Instant::now)
    }

    /// Returns true if a result that came in a poll that [began](Self::before_poll) at this time
    /// came after the limit.
    #[inline]
    pub(super) fn is_over(&self, began: Option<Instant>) -> bool {
        match &self.sleep {
            Some(sleep) => self.left == 0 && Instant::now() >= sleep.deadline() + RESOLUTION,
            None => {
                self.left > 0
                    && began.is_some_and(|began| is_late(began, self.left, Instant::now()))
            }
        }
    }

    /// Polls the timer after a poll of the task that [began](Self::before_poll) at this time.
    pub(super) fn poll(&mut self, began: Option<Instant>, cx: &mut Context<'_>) -> Poll<()> {
        if let (None, Some(began)) = (&self.sleep, began) {
            let end = began + next_sleep(&mut self.left);
            self.sleep = Some(Box::pin(sleep_until(end)));
        }
        poll_timer(&mut self.sleep, &mut self.left, cx)
    }

    /// Starts again with this limit.
    pub(super) fn restart(&mut self, limit: u64) {
        self.left = limit;
        if let Some(sleep) = &mut self.sleep {
            sleep.as_mut().reset(Instant::now() + next_sleep(&mut self.left));
        }
    }
}

/// The next sleep of a timer, subtracted from the remaining time.
fn next_sleep(left: &mut u64) -> Duration {
    let part = (*left).min(LONGEST_SLEEP);
    *left -= part;
    Duration::from_millis(part)
}

/// Polls a timer of any length as a sequence of sleeps. The first sleep starts at the first poll.
/// One of [`Limits::NO_TIMEOUT`] has none.
fn poll_timer(
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

/// A call of a task, in place or as a tokio task of its own. Dropping it stops the call.
pub(super) enum Work {
    InPlace(Call),
    Spawned(JoinHandle<Answer>),
}

/// The result of a call.
pub(super) struct Answer {
    pub(super) result: Result<Value, TaskError>,
    /// True if it came after the limit, if that is known.
    pub(super) is_late: Option<bool>,
}

impl Work {
    /// Runs a call in a tokio task of its own, which notes if it ends after the limit: nothing may
    /// be able to poll the execution then.
    pub(super) fn spawn(call: Call, limit: Option<u64>) -> Self {
        let began = Instant::now();
        Self::Spawned(tokio::spawn(async move {
            let result = call.await;
            let is_late = limit.map(|limit| is_late(began, limit, Instant::now()));
            Answer { result, is_late }
        }))
    }

    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Answer> {
        match self {
            Self::InPlace(call) => {
                Pin::new(call).poll(cx).map(|result| Answer { result, is_late: None })
            }
            Self::Spawned(handle) => {
                let joined = ready!(Pin::new(handle).poll(cx));
                // Panics are caught within the task, so this error means that the runtime shuts
                // down.
                Poll::Ready(joined.unwrap_or_else(|error| Answer {
                    result: Err(TaskError::from(error)),
                    is_late: Some(false),
                }))
            }
        }
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        if let Self::Spawned(handle) = self {
            handle.abort();
        }
    }
}
