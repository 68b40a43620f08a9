//! Treatment of the detached calls that are still open when a run's result is decided.

use std::pin::Pin;

use crate::task::DetachedCalls;

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
    /// The run's future resolves at once, and the caller owns the calls.
    HandOver(DetachedCalls),
}

/// The calls of one run.
pub(super) enum RunCalls {
    /// They end with the run.
    Own(OwnCalls),
    /// They belong to the caller.
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
