//! Runs of expressions, each in a thread of its own, for at most some time.

use std::error::Error;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Runs a function in a thread with the default stack, as users' programs do.
pub(crate) fn run<T: Send + 'static>(
    limit: Duration,
    function: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Box<dyn Error>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(function()));
    receiver.recv_timeout(limit).map_err(|error| match error {
        RecvTimeoutError::Timeout => "the program ran for too long".into(),
        RecvTimeoutError::Disconnected => "the program panicked".into(),
    })
}
