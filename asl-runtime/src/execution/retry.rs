//! Which retriers and catchers answer to an error, and how long a retry waits (seed: "Retrying
//! after error", "Fallback states").

use crate::error::{Failure, Status, Timeout, names};
use crate::machine::{Profile, Retrier};
use asl_language::hash::fnv1a;
use asl_language::random::scramble;

use super::Execution;
use super::reports::veiled;

/// Longest delay before a retry, in milliseconds: about 30,000 years. No engine could keep a timer
/// for a delay that has grown to all that a number can hold, so a longer one is an error.
pub(crate) const LONGEST_DELAY: u64 = 1_000_000_000_000_000;

/// The cause of an error for a delay that is longer.
pub(crate) fn delay_too_long(retries: u32) -> String {
    format!(
        "the delay before retry {retries} would be longer than 30,000 years: set a longest delay for the retries"
    )
}

/// Where the error that a state reports comes from.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Origin {
    /// The state itself, or its task.
    State,
    /// A branch of this Parallel.
    Branch,
}

/// Whether a retrier's or catcher's list names this error.
///
/// `States.ALL` is any error, one without a name included; `States.TaskFailed` any error with a
/// name but time-outs; a missed heartbeat answers to both names of time-outs; the error of a branch
/// answers to `States.BranchFailed` too, but keeps its name, as AWS reports it. Fatal errors are
/// not asked about: nothing catches them.
pub(crate) fn matches(errors: &[&str], failure: &Failure, origin: Origin) -> bool {
    errors.iter().any(|name| names_it(name, failure, origin))
}

fn names_it(name: &str, failure: &Failure, origin: Origin) -> bool {
    match name {
        names::ALL => true,
        names::TASK_FAILED => failure.error().is_some_and(|error| error != names::TIMEOUT),
        names::HEARTBEAT_TIMEOUT if failure.timeout == Timeout::Heartbeat => true,
        names::BRANCH_FAILED if origin == Origin::Branch => true,
        name => failure.error() == Some(name),
    }
}

impl Execution {
    /// True if nothing catches a failure.
    pub(super) fn is_fatal(&self, failure: &Failure) -> bool {
        if self.is_sm4c() || failure.error() != Some(names::RUNTIME) {
            return failure.status != Status::Failed;
        }
        // The specification lets `States.ALL` match any error. A full history has no room for a
        // catcher.
        self.machine.profile == Profile::Aws
            || failure.status != Status::Failed
            || self.is_exhausted()
    }
}

impl Retrier {
    /// The delay before retry number `retries` (0 = the first), in milliseconds; `None` for one
    /// that is longer than [`LONGEST_DELAY`].
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, which is what we want"
    )]
    pub(crate) fn delay(&self, retries: u32) -> Option<u64> {
        let exponent = i32::try_from(retries).unwrap_or(i32::MAX);
        let delay = (f64::from(self.interval_seconds) * self.backoff_rate.powi(exponent) * 1000.0)
            .round() as u64;
        let delay = self.max_delay_seconds.map_or(delay, |most| delay.min(u64::from(most) * 1000));
        (delay <= LONGEST_DELAY).then_some(delay)
    }

    /// A part of a delay, from nothing to all of it, that is the same whenever this attempt is
    /// looked at.
    pub(super) fn jittered(delay: u64, seed: u64, operation: &str) -> u64 {
        // A delay can be seen, and must not tell the seed.
        let dice = scramble(veiled(b"jitter", seed) ^ fnv1a(operation.as_bytes()));
        delay.checked_add(1).map_or(dice, |sides| dice % sides)
    }
}
