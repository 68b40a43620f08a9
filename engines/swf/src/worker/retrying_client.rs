//! The client of workers: calls with time-outs, repeated after pauses if that may help.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use crate::model::WorkflowExecution;
use crate::service::{Swf, SwfError, SwfErrorKind, SwfResult};

use super::notice::{Counts, Notice};
use super::options::{WorkerOptions, chance};
use super::stop::Stop;

/// Minimum duration of an empty long poll. A faster empty response is followed by a pause.
const TOO_SOON: Duration = Duration::from_millis(500);

/// The client that a worker shares with its running tasks.
pub(super) struct RetryingClient<S> {
    pub(super) swf: Arc<S>,
    pub(super) options: WorkerOptions,
    pub(super) stop: Stop,
    pub(super) counts: Counts,
}

impl<S: Swf> RetryingClient<S> {
    pub(super) fn new(swf: Arc<S>, options: WorkerOptions, stop: Stop) -> Self {
        Self { swf, options, stop, counts: Counts::default() }
    }

    /// Repeats a call until it succeeds, fails permanently, or patience ends. Each call has its own
    /// time-out.
    async fn call<T, F>(
        &self,
        action: &'static str,
        limit: Duration,
        call: impl Fn() -> F,
    ) -> SwfResult<T>
    where
        F: Future<Output = SwfResult<T>> + Send,
    {
        let mut failures = 0_u32;
        let mut since = None;
        loop {
            let late = |_| {
                let message = format!("there was no response for {} s", limit.as_secs_f32());
                Err(SwfError::new(SwfErrorKind::Late, action, "", message))
            };
            let error = match timeout(limit, call()).await.unwrap_or_else(late) {
                Err(error) if error.is_transient() => error,
                answer => return answer,
            };
            failures = failures.saturating_add(1);
            let since: &mut Instant = since.get_or_insert_with(Instant::now);
            let pause = self.options.backoff.pause(failures, chance());
            if self.options.patience.is_some_and(|patience| since.elapsed() + pause > patience) {
                return Err(given_up(&error, failures, since.elapsed()));
            }
            self.counts.retries.add();
            self.options.report(&Notice::Retry { error: &error, failures, pause });
            sleep(pause).await;
        }
    }

    /// Polls until a task arrives, or returns `None` when the worker stops. A poll in flight
    /// continues for the grace period: a task that the service hands out to an abandoned poll would
    /// be lost.
    pub(super) async fn poll<T, F>(
        &self,
        action: &'static str,
        is_empty: impl Fn(&T) -> bool,
        call: impl Fn() -> F,
    ) -> SwfResult<Option<T>>
    where
        F: Future<Output = SwfResult<T>> + Send,
    {
        let mut soon = 0_u32;
        while !self.stop.is_stopped() {
            let from = Instant::now();
            let polled = AtomicBool::new(false);
            // No further poll after a stop.
            let once = || {
                let is_over = polled.swap(true, Ordering::Relaxed) && self.stop.is_stopped();
                let poll = (!is_over).then(&call);
                async move { if let Some(poll) = poll { poll.await.map(Some) } else { Ok(None) } }
            };
            let answer = tokio::select! {
                biased;
                answer = self.call(action, self.options.poll_limit, once) => answer?,
                () = self.stop.expired(self.options.grace) => return Ok(None),
            };
            let Some(answer) = answer else { return Ok(None) };
            self.counts.polls.add();
            if !is_empty(&answer) {
                return Ok(Some(answer));
            }
            // Without a pause, a service that does not hold polls would be called in a loop.
            soon = if from.elapsed() < TOO_SOON { soon.saturating_add(1) } else { 0 };
            if soon > 0 {
                self.pause(soon).await;
            }
        }
        Ok(None)
    }

    /// A pause, ended early by a stop.
    async fn pause(&self, failures: u32) {
        tokio::select! {
            () = sleep(self.options.backoff.pause(failures, chance())) => {}
            () = self.stop.stopped() => {}
        }
    }

    /// Reports on a task. The outer error concerns the whole worker, the inner one the task. After
    /// a stop the call is repeated only within the grace period; the service has time-outs for lost
    /// reports.
    pub(super) async fn report<T, F>(
        &self,
        action: &'static str,
        call: impl Fn() -> F,
    ) -> SwfResult<Result<T, SwfError>>
    where
        F: Future<Output = SwfResult<T>> + Send,
    {
        let answer = tokio::select! {
            biased;
            answer = self.call(action, self.options.call_limit, call) => answer,
            () = self.stop.expired(self.options.grace) => return Ok(Err(cut_off(action))),
        };
        match answer {
            Ok(answer) => Ok(Ok(answer)),
            Err(error) => match error.kind() {
                SwfErrorKind::Unknown
                | SwfErrorKind::UnhandledDecision
                | SwfErrorKind::Refused
                | SwfErrorKind::AlreadyThere
                | SwfErrorKind::LimitExceeded => Ok(Err(error)),
                SwfErrorKind::Throttled
                | SwfErrorKind::Unreachable
                | SwfErrorKind::Late
                | SwfErrorKind::Broken
                | SwfErrorKind::NotPermitted => Err(error),
            },
        }
    }

    /// Counts and reports an answer that the service refused.
    pub(super) fn lost(&self, execution: &WorkflowExecution, error: &SwfError) {
        self.counts.lost.add();
        self.options.report(&Notice::Lost { execution, error });
    }
}

/// The error of a call that a stop ended.
fn cut_off(action: &'static str) -> SwfError {
    SwfError::new(SwfErrorKind::Late, action, "", "the worker was stopped, and its grace is over")
}

/// The last error of a repeated call.
fn given_up(error: &SwfError, failures: u32, after: Duration) -> SwfError {
    let message = match error.message() {
        "" => format!("given up after {failures} failures in {} s", after.as_secs()),
        message => {
            format!("{message}; given up after {failures} failures in {} s", after.as_secs())
        }
    };
    SwfError::new(error.kind(), error.action(), error.code(), message)
}
