//! The signal that ends workers.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

/// Stops workers: they start nothing new, and what is in flight continues for their grace period.
/// Clones share the signal. A stop is final.
///
/// ```
/// use asl_swf::worker::Stop;
///
/// let stop = Stop::new();
/// let same = stop.clone();
/// same.stop();
/// assert!(stop.is_stopped());
/// ```
#[derive(Clone, Debug)]
pub struct Stop(watch::Sender<Option<Instant>>);

impl Stop {
    /// A stop that was not requested yet.
    pub fn new() -> Self {
        Self(watch::Sender::new(None))
    }

    /// Requests the stop.
    pub fn stop(&self) {
        self.0.send_if_modified(|given| {
            let is_first = given.is_none();
            given.get_or_insert_with(Instant::now);
            is_first
        });
    }

    /// True if the stop was requested.
    pub fn is_stopped(&self) -> bool {
        self.0.borrow().is_some()
    }

    /// Waits for the request.
    pub async fn stopped(&self) {
        self.given().await;
    }

    /// Waits for the request, then for a duration.
    pub(super) async fn expired(&self, grace: Duration) {
        sleep_until(self.given().await + grace).await;
    }

    /// Time of the request.
    async fn given(&self) -> Instant {
        // `self` owns the sender.
        let given =
            self.0.subscribe().wait_for(Option::is_some).await.ok().and_then(|given| *given);
        given.unwrap_or_else(|| unreachable!("the signal that was waited for is there"))
    }
}

impl Default for Stop {
    fn default() -> Self {
        Self::new()
    }
}
