//! Options of a store.

use std::time::Duration;

use asl_runtime::services::Services;
use asl_runtime::storage::StorageHandle;

/// Options of a store.
///
/// ```
/// use std::time::Duration;
/// use asl_durable::Options;
///
/// let options = Options::default().park_after(Duration::from_secs(5));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// An execution that has waited for so long for nothing but time, reports by token or events is
    /// written down and leaves memory, up to an entry in the index. A minute.
    pub park_after: Duration,
    /// Keeps what has come in for each execution until it is purged, so that its history can be
    /// told and it can be redriven. Without it compaction keeps a snapshot of what goes on, and the
    /// result of what has ended. True.
    pub keep_history: bool,
    /// Rewrites the journal by itself when more than half of it is garbage. True.
    pub compact_by_itself: bool,
    /// Opens a store although executions in it go on in machines or versions that are not
    /// registered: they are left alone, listed as
    /// [`WaitsForMachine`](super::State::WaitsForMachine), and go on when the store is opened with
    /// their machine again. False: opening is an error that names them.
    pub allow_unknown: bool,
    /// Where distributed Maps read items from and write results to.
    pub storage: Option<StorageHandle>,
    /// Activities, for workers of this process; one of its own by default. Reports by token and
    /// machines that start machines go through the store in any case.
    pub services: Option<Services>,
    /// What the randomness of executions is made of; random by default. For tests that compare
    /// runs: who knows it can make task tokens.
    pub seed: Option<u64>,
    /// Completions after which an execution is written down as a whole, so that opening the store
    /// need not apply them all again. 1,000.
    pub snapshot_every: u32,
    /// Bytes of an execution that is written down as a whole. A larger one is not: it stays in
    /// memory while it waits, and when the store is opened, all that has come in is applied again.
    /// 4 MiB.
    pub largest_snapshot: usize,
    /// Bytes of a record that is read. An execution with a larger one goes on no more, and the
    /// others do: see [`CallError::TooLarge`](super::CallError::TooLarge). 128 MiB, which is more
    /// than this version writes.
    pub largest_record: usize,
    /// Bytes of a file of the journal before the next one begins. 64 MiB.
    pub segment_bytes: u64,
    /// Transitions before an execution that waits for nothing lets others go on: for tests. A store
    /// is always opened with the same.
    #[doc(hidden)]
    pub fuel: u32,
}

impl Options {
    asl_runtime::__setters! {
        park_after: Duration,
        keep_history: bool,
        compact_by_itself: bool,
        allow_unknown: bool,
        services: Services,
        seed: u64,
        snapshot_every: u32,
        largest_snapshot: usize,
        largest_record: usize,
        segment_bytes: u64,
        #[doc(hidden)]
        fuel: u32,
    }

    /// Sets `storage`.
    #[must_use]
    pub fn storage(self, storage: impl Into<StorageHandle>) -> Self {
        Self { storage: Some(storage.into()), ..self }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            park_after: Duration::from_secs(60),
            keep_history: true,
            compact_by_itself: true,
            allow_unknown: false,
            storage: None,
            services: None,
            seed: None,
            snapshot_every: 1_000,
            largest_snapshot: 4 << 20,
            largest_record: 128 << 20,
            segment_bytes: 64 << 20,
            fuel: 10_000,
        }
    }
}
