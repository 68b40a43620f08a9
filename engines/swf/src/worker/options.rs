//! How pollers go about it: what both workers are told.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::options::{OptionError, check_id, check_length};

use super::notice::Notice;

/// Longest identity, in characters.
const LONGEST_IDENTITY: usize = 256;

/// Where a worker polls, and how patient it is. What is left out has a default that suits the
/// service.
#[derive(Clone)]
pub struct WorkerOptions {
    /// The domain.
    pub domain: String,
    /// The task list.
    pub task_list: String,
    /// Who polls: stands in the histories. By default `asl-swf` and the number of the process.
    pub identity: String,
    /// Polls at once. 1 by default.
    pub pollers: usize,
    /// The longest a poll may take; the service holds it for up to 60 seconds. 75 s by default.
    pub poll_limit: Duration,
    /// The longest any other call may take. 15 s by default.
    pub call_limit: Duration,
    /// The pauses between a call that failed and the next.
    pub backoff: Backoff,
    /// How long calls of one kind may go on failing because the service cannot be reached, answers
    /// late, throttles or has faults of its own. Then the worker ends with the last error. `None`:
    /// for ever; the listener hears of every failure. Two minutes by default.
    pub patience: Option<Duration>,
    /// How long polls, tasks and answers in flight may go on when the worker is stopped. What is
    /// not done then is cut off, and left to its time-outs. 65 s by default: the service may hand
    /// out a task as long as it holds a poll.
    pub grace: Duration,
    /// Hears what the worker does.
    pub listener: Option<Listener>,
}

/// Hears what a worker does. Called in between: whatever takes long must be handed on.
pub type Listener = Arc<dyn Fn(&Notice<'_>) + Send + Sync>;

/// The pauses between a call that failed and the next: each is twice as long as the one before,
/// less a random part, at most a half.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backoff {
    /// The first pause. 100 ms by default.
    pub first: Duration,
    /// The longest. 20 s by default.
    pub longest: Duration,
}

impl WorkerOptions {
    /// The defaults, for this domain and task list.
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

    /// The same with a listener.
    #[must_use]
    pub fn listener(self, listener: impl Fn(&Notice<'_>) + Send + Sync + 'static) -> Self {
        Self { listener: Some(Arc::new(listener)), ..self }
    }

    /// True if a worker can work with these options.
    pub(super) fn check(&self) -> Result<(), OptionError> {
        check_id("domain", &self.domain)?;
        check_id("task_list", &self.task_list)?;
        check_length("identity", &self.identity, LONGEST_IDENTITY)?;
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
    /// The pause after so many failures in a row, with this chance.
    pub(super) fn pause(&self, failures: u32, chance: u64) -> Duration {
        let doubled = 2_u32.saturating_pow(failures.saturating_sub(1).min(31));
        let whole = self.first.saturating_mul(doubled).min(self.longest);
        // 1,024 steps between a half and the whole.
        let part = u32::try_from(chance % 1025).unwrap_or(0);
        (whole / 2).saturating_add((whole / 2).saturating_mul(part) / 1024)
    }
}

/// A number that nobody can foretell: two workers that failed together do not come back together.
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
