//! Calls that the machine does not wait for, and what becomes of those that are open when the run's
//! result is decided.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::task::Call;

/// SM4C: treatment of the calls without `waitForCompletion` that are still open when a run's result
/// is decided.
///
/// Such calls are never cancelled by the run: neither by its failure nor by the machine's time-out.
///
/// ```
/// use asl_runtime::engine::in_process::{Detached, DetachedCalls, RunOptions, run_with};
/// use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
///
/// asl_machine!("doc/tell.sm4c.json"); // -> mod tell; it calls `tellStock` and does not wait for it
///
/// struct Shop;
///
/// impl tell::Functions for Shop {
///     async fn tell_stock(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
///         tokio::time::sleep(std::time::Duration::from_millis(10)).await;
///         Ok(json!(null))
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// // By default the future resolves when the call has ended, too.
/// assert_eq!(tell::run(Shop, json!({"id": 7})).await?, json!({"id": 7}));
///
/// // A service that must answer at once takes the open calls over, and waits for them when it shuts down.
/// let calls = DetachedCalls::new();
/// let options = RunOptions::default().detached(Detached::HandOver(calls.clone()));
/// assert_eq!(run_with(&tell::machine(Shop), json!({"id": 8}), options).await?, json!({"id": 8}));
/// assert_eq!(calls.open(), 1);
/// calls.ended().await;
/// assert_eq!(calls.open(), 0);
/// # Ok(())
/// # })
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub enum Detached {
    /// The run's future resolves when these calls have ended as well. Dropping the future drops
    /// them.
    #[default]
    Await,
    /// The run's future resolves at once, and the calls belong to the caller.
    HandOver(DetachedCalls),
}

/// Calls of any number of runs that nobody waits for. Its clones are the same.
///
/// Each call is a task of tokio: it makes progress without anybody who waits for it, and stops when
/// the runtime does.
#[derive(Clone, Debug, Default)]
pub struct DetachedCalls(Arc<Shared>);

/// The same, without keeping it: for the contexts of its own calls.
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
        // They were handed over: only an explicit `cancel` ends them.
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
    pub(super) fn start(&self, call: Call) {
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
        self.0.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl WeakCalls {
    pub(crate) fn upgrade(&self) -> Option<DetachedCalls> {
        self.0.upgrade().map(DetachedCalls)
    }
}

/// An open call; counted until this is dropped.
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

/// The calls of one run.
pub(super) enum RunCalls {
    /// They end with the run.
    Own(OwnCalls),
    /// They are the caller's.
    HandedOver(DetachedCalls),
}

/// Calls that are dropped together with the run.
#[derive(Default)]
pub(super) struct OwnCalls(DetachedCalls);

impl Drop for OwnCalls {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl RunCalls {
    pub(super) fn new(detached: Detached) -> Self {
        match detached {
            Detached::Await => Self::Own(OwnCalls::default()),
            Detached::HandOver(calls) => Self::HandedOver(calls),
        }
    }

    pub(super) fn calls(&self) -> &DetachedCalls {
        match self {
            Self::Own(own) => &own.0,
            Self::HandedOver(calls) => calls,
        }
    }

    /// A future of the end of all calls that the run waits for; `None` if it waits for none.
    pub(super) fn into_end(self) -> Option<Pin<Box<dyn Future<Output = ()> + Send>>> {
        match self {
            Self::Own(own) if own.0.open() > 0 => {
                Some(Box::pin(async move { own.0.ended().await }))
            }
            Self::Own(_) | Self::HandedOver(_) => None,
        }
    }
}
