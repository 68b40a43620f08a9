//! Time limits of a year and more, such as that of a task without `TimeoutSeconds`. They need no
//! timers: a search of all operations in progress finds those that are over.

use std::num::NonZeroU32;
use std::sync::Weak;
use std::time::{Duration, Instant};

use asl_runtime::execution::Limits;

use super::outside::Outside;

/// Shortest limit that is long, in milliseconds: a year.
const LONG: u64 = 31_536_000_000;

/// Longest time between two searches. An operation that begins in between has a later limit.
pub(super) const BETWEEN_SEARCHES: Duration = Duration::from_secs(24 * 60 * 60);

/// The end of a long limit, in seconds since the store was opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LongLimit(NonZeroU32);

impl LongLimit {
    /// Takes a long time-out out of the limits of a task.
    pub(super) fn take(limits: &mut Limits, opened: Instant) -> Option<Self> {
        if limits.timeout < LONG {
            return None;
        }
        let end = opened.elapsed().saturating_add(Duration::from_millis(limits.timeout));
        limits.timeout = Limits::NO_TIMEOUT;
        let seconds = u32::try_from(end.as_secs()).unwrap_or(u32::MAX);
        NonZeroU32::new(seconds.saturating_add(1)).map(Self)
    }

    /// The rest of it at this time since the store was opened.
    pub(super) fn left(self, now: Duration) -> Duration {
        Duration::from_secs(self.0.get().into()).saturating_sub(now)
    }
}

/// Ends operations whose long limit is over, as long as the store is open and has any with such a
/// limit. Without one there is no timer, because a runtime with timers reads the clock whenever it
/// sleeps.
pub(super) async fn end_overdue(outside: Weak<Outside>) {
    let mut next = BETWEEN_SEARCHES;
    loop {
        tokio::time::sleep(next).await;
        let Some(later) = outside.upgrade().and_then(|outside| outside.end_overdue()) else {
            return;
        };
        next = later;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_limits_are_taken() {
        let opened = Instant::now();
        let mut limits = Limits { timeout: LONG - 1, silence: None, silent_for: 0 };
        assert_eq!(LongLimit::take(&mut limits, opened), None);
        assert_eq!(limits.timeout, LONG - 1);
        limits.timeout = LONG;
        let limit = LongLimit::take(&mut limits, opened).expect("it is long");
        assert_eq!(limits.timeout, Limits::NO_TIMEOUT);
        let year = Duration::from_millis(LONG);
        assert!(limit.left(Duration::from_millis(LONG - 1_000)) > Duration::ZERO);
        assert_eq!(limit.left(year + Duration::from_secs(60)), Duration::ZERO);
    }
}
