//! Calls that no execution waits for.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::task::Call;
use asl_value::mutex::lock;

/// Detached calls of any number of runs. Clones share the same calls.
///
/// Each call is a task of tokio: it makes progress without being polled by its run, and stops when
/// the runtime does.
#[derive(Clone, Debug, Default)]
pub struct DetachedCalls(Arc<Shared>);

/// A weak reference to [`DetachedCalls`], for the contexts of its own calls.
#[derive(Clone, Debug)]
pub(crate) struct WeakCalls(Weak<Shared>);

#[derive(Debug, Default)]
struct Shared {
    calls: Mutex<JoinSet<()>>,
    /// Number of calls that have not ended.
    open: watch::Sender<usize>,
}

impl Drop for Shared {
    fn drop(&mut self) {
        let calls = self.calls.get_mut().unwrap_or_else(PoisonError::into_inner);
        // They were handed over, so only an explicit `cancel` ends them.
        calls.detach_all();
    }
}

impl DetachedCalls {
    /// A collection without calls.
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of calls that have not ended.
    pub fn open(&self) -> usize {
        *self.0.open.borrow()
    }

    /// Waits until no call is open.
    pub async fn ended(&self) {
        let mut open = self.0.open.subscribe();
        // The sender lives as long as `self`.
        let _ = open.wait_for(|open| *open == 0).await;
    }

    /// Drops the calls that are still open.
    pub fn cancel(&self) {
        self.calls().abort_all();
    }

    /// Starts a call.
    pub(crate) fn start(&self, call: Call) {
        let place = Place::new(&self.0);
        let mut calls = self.calls();
        while calls.try_join_next().is_some() {}
        calls.spawn(async move {
            let _place = place;
            drop(call.await);
        });
    }

    pub(crate) fn downgrade(&self) -> WeakCalls {
        WeakCalls(Arc::downgrade(&self.0))
    }

    fn calls(&self) -> MutexGuard<'_, JoinSet<()>> {
        lock(&self.0.calls)
    }
}

impl WeakCalls {
    pub(crate) fn upgrade(&self) -> Option<DetachedCalls> {
        self.0.upgrade().map(DetachedCalls)
    }
}

/// An open call, which is counted until this is dropped.
struct Place(Weak<Shared>);

impl Place {
    fn new(shared: &Arc<Shared>) -> Self {
        shared.open.send_modify(|open| *open = open.saturating_add(1));
        Self(Arc::downgrade(shared))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(shared) = self.0.upgrade() {
            shared.open.send_modify(|open| *open = open.saturating_sub(1));
        }
    }
}
