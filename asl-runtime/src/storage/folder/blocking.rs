//! File operations, which block, off the threads that run machines.

use crate::storage::StorageError;
#[cfg(feature = "tokio")]
use crate::storage::StorageErrorKind;

/// Runs blocking work: on tokio's blocking threads, or without tokio on the current thread.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StorageError> + Send + 'static,
) -> Result<T, StorageError> {
    #[cfg(feature = "tokio")]
    if let Ok(tokio) = tokio::runtime::Handle::try_current() {
        let shut_down = |error| StorageError::new(StorageErrorKind::Other, "the runtime", error);
        return tokio.spawn_blocking(work).await.unwrap_or_else(|error| Err(shut_down(error)));
    }
    work()
}
