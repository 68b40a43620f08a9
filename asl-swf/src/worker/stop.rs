//! The signal that ends workers.

use std::time::Duration;

use tokio::sync::watch;

/// Ends workers: what they have in flight may go on for their grace, nothing new is begun. Clones are the same signal; it cannot be taken
/// back.
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
pub struct Stop(watch::Sender<bool>);

impl Stop {
    /// A signal that was not given yet.
    pub fn new() -> Self {
        Self(watch::Sender::new(false))
    }

    /// Gives it.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }

    /// Whether it was given.
    pub fn is_stopped(&self) -> bool {
        *self.0.borrow()
    }

    /// Ends when it is given.
    pub async fn stopped(&self) {
        // The sender lives as long as we do.
        let _ = self.0.subscribe().wait_for(|stopped| *stopped).await;
    }

    /// Ends so long after it is given.
    pub(super) async fn expired(&self, grace: Duration) {
        self.stopped().await;
        tokio::time::sleep(grace).await;
    }
}

impl Default for Stop {
    fn default() -> Self {
        Self::new()
    }
}
