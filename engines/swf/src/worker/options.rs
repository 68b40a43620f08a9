//! Options of both kinds of workers.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::limits::LONGEST_NAME;
use crate::options::{OptionError, check_id, check_length};

use super::notice::Notice;

/// The options of a worker. The defaults suit the service.
#[derive(Clone)]
#[non_exhaustive]
pub struct WorkerOptions {
    /// The domain.
    pub domain: String,
    /// The task list.
    pub task_list: String,
    /// Identity of the worker, shown in histories. By default `asl-swf` and the process id.
    pub identity: String,
    /// Number of concurrent polls. By default 1.
    pub pollers: usize,
    /// Time-out of polls, which the service holds for up to 60 seconds. By default 75 s.
    pub poll_limit: Duration,
    /// Time-out of other calls. By default 15 s.
    pub call_limit: Duration,
    /// Pauses between repeated calls.
    pub backoff: Backoff,
    /// Maximum duration of repeated failures of one call because the service is unreachable, late,
    /// throttling or faulty. Then the worker ends with the last error. `None` means no maximum; the
    /// listener is notified of every failure. By default two minutes.
    pub patience: Option<Duration>,
    /// Grace period for polls, tasks and answers in flight after a stop. Whatever remains is
    /// dropped, and times out. By default 65 s, because the service may hand out a task as long as
    /// it holds a poll.
    pub grace: Duration,
    /// Receives the worker's notices.
    pub listener: Option<Listener>,
}

/// Receives a worker's notices. It is called on the worker's task and must return quickly.
pub type Listener = Arc<dyn Fn(&Notice<'_>) + Send + Sync>;

/// Pauses between repeated calls: each is twice as long as the one before, minus a random part of
/// at most half.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backoff {
    /// First pause. By default 100 ms.
    pub first: Duration,
    /// Maximum pause. By default 20 s.
    pub longest: Duration,
}

impl WorkerOptions {
    /// Default options for a domain and a task list.
    pub fn new(domain: impl Into<String>, task_list: impl Into<String>) -> Self {
        Self {
            domain: domain.into(),
            task_list: task_list.into(),
            identity: format!("asl-swf {}", std::process::id()),
            pollers: 1,
            poll_limit: Duration::from_secs(75),
            call_limit: Duration::from_secs(15),
            backoff: Backoff::default(),
            patience: Some(Duration::from_secs(120)),
            grace: Duration::from_secs(65),
            listener: None,
        }
    }

    asl_runtime::__setters! {
        identity: impl Into<String>,
        pollers: usize,
        poll_limit: Duration,
        call_limit: Duration,
        backoff: Backoff,
        patience: impl Into<Option<Duration>>,
        grace: Duration,
    }

    /// Adds a listener.
    #[must_use]
    pub fn listener(self, listener: impl Fn(&Notice<'_>) + Send + Sync + 'static) -> Self {
        Self { listener: Some(Arc::new(listener)), ..self }
    }

    /// Checks the options.
    pub(super) fn check(&self) -> Result<(), OptionError> {
        check_id("domain", &self.domain)?;
        check_id("task_list", &self.task_list)?;
        check_length("identity", &self.identity, LONGEST_NAME)?;
        if self.pollers == 0 {
            return Err(OptionError::new("pollers", "a worker without pollers does nothing"));
        }
        for (option, limit) in [("poll_limit", self.poll_limit), ("call_limit", self.call_limit)] {
            if limit.is_zero() {
                return Err(OptionError::new(option, "no call ends in no time"));
            }
        }
        if self.backoff.first > self.backoff.longest {
            return Err(OptionError::new("backoff", "the first pause is longer than the longest"));
        }
        Ok(())
    }

    pub(super) fn report(&self, notice: &Notice<'_>) {
        if let Some(listener) = &self.listener {
            listener(notice);
        }
    }
}

impl fmt::Debug for WorkerOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { domain, task_list, identity, pollers, .. } = self;
        f.debug_struct("WorkerOptions")
            .field("domain", domain)
            .field("task_list", task_list)
            .field("identity", identity)
            .field("pollers", pollers)
            .finish_non_exhaustive()
    }
}

impl Default for Backoff {
    fn default() -> Self {
        Self { first: Duration::from_millis(100), longest: Duration::from_secs(20) }
    }
}

impl Backoff {
    /// The pause after a number of successive failures, for a random number.
    pub(super) fn pause(&self, failures: u32, chance: u64) -> Duration {
        let doubled = 2_u32.saturating_pow(failures.saturating_sub(1).min(31));
        let whole = self.first.saturating_mul(doubled).min(self.longest);
        // 1,024 steps between half and the whole pause.
        let part = u32::try_from(chance % 1025).unwrap_or(0);
        (whole / 2).saturating_add((whole / 2).saturating_mul(part) / 1024)
    }
}

/// A random number, so that workers that failed together do not retry together.
pub(super) fn chance() -> u64 {
    use std::hash::{BuildHasher as _, RandomState};
    RandomState::new().hash_one(0_u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest_less_a_half_at_most() {
        let backoff =
            Backoff { first: Duration::from_millis(100), longest: Duration::from_secs(1) };
        let whole = |failures| backoff.pause(failures, 1024).as_millis();
        assert_eq!(
            [whole(1), whole(2), whole(4), whole(5), whole(u32::MAX)],
            [100, 200, 800, 1000, 1000]
        );
        assert_eq!(backoff.pause(3, 0), Duration::from_millis(200));
        for failures in 1..10 {
            let pause = backoff.pause(failures, chance());
            assert!(
                pause * 2 >= backoff.pause(failures, 1024) && pause <= backoff.longest,
                "{pause:?}"
            );
        }
    }
}
