//! Compilers run at most one for each core, and only as long as somebody waits for the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use tokio::task::spawn_blocking;

/// The compilers that may still begin.
pub(super) struct Slots {
    free: Mutex<usize>,
    freed: Condvar,
}

/// Permission for one compiler, until it is dropped.
pub(super) struct Slot<'s>(&'s Slots);

/// A request that waits for a program. Dropping all owners but the build ends the build.
#[derive(Clone)]
pub(super) struct Patience(Arc<AtomicBool>);

/// Gives up when it is dropped: the future of a request whose client has gone.
struct Waiting(Patience);

impl Slots {
    /// As many as the machine has cores.
    pub(super) fn new() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self { free: Mutex::new(cores), freed: Condvar::new() }
    }

    /// Waits for a slot.
    ///
    /// # Errors
    /// No request waits for the program any more.
    pub(super) fn take(&self, patience: &Patience) -> Result<Slot<'_>, String> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        while *free == 0 {
            free = self.freed.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        *free -= 1;
        drop(free);
        // Dropping it passes it on to the next one, so that no abandoned build stays in the queue.
        let slot = Slot(self);
        if patience.is_over() { Err("nobody waits for the program".to_owned()) } else { Ok(slot) }
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.freed.notify_one();
    }
}

impl Patience {
    /// For a program that the server itself waits for.
    pub(super) fn endless() -> Self {
        Self(Arc::default())
    }

    fn is_over(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    /// The flag that ends the build.
    pub(super) fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Release);
    }
}

/// Runs a build on a thread of its own. It ends when the future is dropped.
pub(super) async fn while_waiting<T: Send + 'static>(
    build: impl FnOnce(&Patience) -> Result<T, String> + Send + 'static,
) -> Result<T, String> {
    let patience = Patience::endless();
    let waiting = Waiting(patience.clone());
    let built = spawn_blocking(move || build(&patience)).await;
    drop(waiting);
    built.unwrap_or_else(|error| Err(error.to_string()))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn builds_that_nobody_waits_for_do_not_begin() {
        let slots = Arc::new(Slots { free: Mutex::new(1), freed: Condvar::new() });
        let begun = Arc::new(AtomicUsize::new(0));
        let build = || {
            let (slots, begun) = (Arc::clone(&slots), Arc::clone(&begun));
            while_waiting(move |patience| {
                let _slot = slots.take(patience)?;
                begun.fetch_add(1, Ordering::SeqCst);
                Ok(())
            })
        };
        let first = slots.take(&Patience::endless()).unwrap();
        for _ in 0..5 {
            let abandoned = tokio::time::timeout(Duration::from_millis(20), build()).await;
            assert!(abandoned.is_err());
        }
        let waiting = tokio::spawn(build());
        drop(first);
        assert_eq!(waiting.await.unwrap(), Ok(()));
        assert_eq!(begun.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn a_build_ends_when_its_future_is_dropped() {
        let (sender, receiver) = std::sync::mpsc::channel();
        let build = while_waiting(move |patience| {
            while !patience.is_over() {
                thread::sleep(Duration::from_millis(1));
            }
            sender.send(()).map_err(|error| error.to_string())
        });
        assert!(tokio::time::timeout(Duration::from_millis(20), build).await.is_err());
        receiver.recv_timeout(Duration::from_secs(10)).unwrap();
    }
}
