//! Changes of a store that no process has open. Without the code of machines, executions can be
//! cancelled and purged, but not redriven.

use std::time::Duration;

use asl_durable::{CallError, Durable, Fault, JournalError, StoreError};
use tokio::runtime::Runtime;

use super::Place;

/// A store, open without machines.
pub(super) struct Offline {
    runtime: Runtime,
    store: Durable,
}

impl Offline {
    /// Opens the store, under its lock. Nothing continues in it. `instead` is what to do if a process
    /// has it open.
    pub(super) fn open(place: &Place, instead: &str) -> Result<Self, String> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        let runtime = runtime.map_err(|error| format!("cannot start a runtime: {error}"))?;
        match runtime.block_on(place.open_alone()) {
            Ok(store) => Ok(Self { runtime, store }),
            Err(StoreError::Journal(JournalError { path, fault: Fault::InUse(process) })) => {
                let process = process.map_or("a process".to_owned(), |it| format!("process {it}"));
                Err(format!("{process} has the store `{path}` open: {instead}"))
            }
            Err(error) => Err(error.to_string()),
        }
    }

    pub(super) fn cancel(&self, id: &str, error: &str, cause: &str) -> Result<(), String> {
        self.done(self.store.cancel(id, error, cause))
    }

    pub(super) fn purge(&self, id: &str) -> Result<(), String> {
        self.done(self.store.purge(id))
    }

    /// The reason why it cannot redrive.
    #[expect(clippy::unused_self, reason = "as the other changes")]
    pub(super) fn redrive(&self) -> String {
        "a redrive needs the code of the machine: start the program that opens the store, and leave \
         out --offline"
            .to_owned()
    }

    fn done(&self, call: impl Future<Output = Result<(), CallError>>) -> Result<(), String> {
        self.runtime.block_on(call).map_err(|error| error.to_string())
    }
}

impl Drop for Offline {
    fn drop(&mut self) {
        // Each answer is on disk already, and nothing is in progress.
        let _ = self.runtime.block_on(self.store.close(Duration::ZERO));
    }
}
