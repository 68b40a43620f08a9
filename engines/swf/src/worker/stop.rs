//! The signal that ends workers.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

/// Ends workers: what they have in flight may go on for their grace, nothing new is begun. Clones
/// are the same signal; it cannot be taken back.
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
    /// A signal that was not given yet.
    pub fn new() -> Self {
        Self(watch::Sender::new(None))
    }

    /// Gives it.
    pub fn stop(&self) {
        self.0.send_if_modified(|given| {
            let is_first = given.is_none();
            given.get_or_insert_with(Instant::now);
            is_first
        });
    }

    /// Whether it was given.
    pub fn is_stopped(&self) -> bool {
        self.0.borrow().is_some()
    }

    /// Ends when it is given.
    pub async fn stopped(&self) {
        self.given().await;
    }

    /// Ends so long after it is given.
    pub(super) async fn expired(&self, grace: Duration) {
        sleep_until(self.given().await + grace).await;
    }

    /// When it was given.
    async fn given(&self) -> Instant {
        // The sender lives as long as we do.
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
