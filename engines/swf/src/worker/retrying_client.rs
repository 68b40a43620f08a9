//! The line to the service: calls with limits, made again after pauses where that may help.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use crate::model::WorkflowExecution;
use crate::service::{Swf, SwfError, SwfErrorKind, SwfResult};

use super::notice::{Counts, Notice};
use super::options::{WorkerOptions, chance};
use super::stop::Stop;

/// An empty answer that comes sooner than this was no long poll.
const TOO_SOON: Duration = Duration::from_millis(500);

/// What a worker and everything it has under way share.
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

    /// Makes a call until it succeeds, fails for good, or patience ends. Each call has a limit of
    /// its own.
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
                let message = format!("nothing was heard for {} s", limit.as_secs_f32());
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

    /// Polls until the answer is something; nothing when the worker is to stop. A poll in flight
    /// then may go on for the grace: the service may be about to answer it, and what it hands out
    /// is lost when nobody hears it.
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
            // Not made again once the worker is to stop.
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
            // A service that does not hold polls would be asked without end.
            soon = if from.elapsed() < TOO_SOON { soon.saturating_add(1) } else { 0 };
            if soon > 0 {
                self.pause(soon).await;
            }
        }
        Ok(None)
    }

    /// A pause that a stop ends.
    async fn pause(&self, failures: u32) {
        tokio::select! {
            () = sleep(self.options.backoff.pause(failures, chance())) => {}
            () = self.stop.stopped() => {}
        }
    }

    /// A call for a task that we hold. What concerns the worker as a whole is the outer error, what
    /// concerns the task the inner one. A worker that is to stop makes it again no longer than its
    /// grace: the service has time-outs for what was not heard.
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

    /// The service does not take the answer of a task.
    pub(super) fn lost(&self, execution: &WorkflowExecution, error: &SwfError) {
        self.counts.lost.add();
        self.options.report(&Notice::Lost { execution, error });
    }
}

/// The error of a call that a stop has cut off.
fn cut_off(action: &'static str) -> SwfError {
    SwfError::new(SwfErrorKind::Late, action, "", "the worker was stopped, and its grace is over")
}

/// The last error of a call that was made again and again.
fn given_up(error: &SwfError, failures: u32, after: Duration) -> SwfError {
    let message = match error.message() {
        "" => format!("given up after {failures} failures in {} s", after.as_secs()),
        message => {
            format!("{message}; given up after {failures} failures in {} s", after.as_secs())
        }
    };
    SwfError::new(error.kind(), error.action(), error.code(), message)
}
