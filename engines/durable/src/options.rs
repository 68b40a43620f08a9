//! Options of a store.

use std::time::Duration;

use asl_runtime::history::ObserverHandle;
use asl_runtime::services::Services;
use asl_runtime::storage::StorageHandle;
use asl_runtime::value::Text;

use super::Limit;

/// Options of a store.
///
/// ```
/// use std::time::Duration;
/// use asl_durable::Options;
///
/// let options = Options::default().park_after(Duration::from_secs(5));
/// ```
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent options, each set by its name")]
#[non_exhaustive]
pub struct Options {
    /// Time after which an execution that waits is parked. A snapshot goes to disk, and only an
    /// index entry stays in memory, with the futures of its running tasks. One with a running task
    /// is not parked if a subscriber of `tracing` wants its span. One minute by default.
    pub park_after: Duration,
    /// Keep all inputs of an execution until it is purged, which its history and redrives need.
    /// Otherwise compaction keeps only a snapshot of unfinished executions and the results of
    /// finished ones. True by default.
    pub keep_history: bool,
    /// Compact the journal automatically when more than half of it is garbage. True by default.
    pub compact_by_itself: bool,
    /// Open a store even if unfinished executions need machines or versions that are not
    /// registered. They are listed as [`WaitsForMachine`](super::State::WaitsForMachine), and
    /// continue when the store is opened with their machine. By default opening fails with an error
    /// that names them.
    pub allow_unknown: bool,
    /// Treatment of unfinished executions in versions that are not registered, of machines that are:
    /// by default they move to the registered version, where that is safe.
    pub versions: OldVersions,
    /// Name of the program, which the store keeps beside the versions that it brings. By default
    /// the name of its file.
    pub program: Text,
    /// Refuse to open a store if data of unfinished executions do not fit the types that the program
    /// has now, with an error that names them. By default the store opens, logs them with `tracing`
    /// and lists them: see [`Durable::unfit_data`](super::Durable::unfit_data).
    pub refuse_unfit_data: bool,
    /// Storage from which distributed Maps read items and to which they write results.
    pub storage: Option<StorageHandle>,
    /// Activities, for workers of this process. By default the store has its own. Reports by token
    /// and starts of child machines always go through the store.
    pub services: Option<Services>,
    /// Receives the events of all executions, after their causes are on disk. Called on the store's
    /// thread.
    pub observer: Option<ObserverHandle>,
    /// Limits of the calls of tasks over the whole store. None by default.
    pub limits: Vec<Limit>,
    /// Seed of the randomness of executions. Random by default; a fixed seed is for tests that
    /// compare runs, because it reveals task tokens.
    pub seed: Option<u64>,
    /// Number of inputs after which the store writes a snapshot, so that opening the store need not
    /// apply all of them again. 1,000 by default.
    pub snapshot_every: u32,
    /// Maximum bytes of a snapshot. A larger execution stays in memory while it waits, and opening
    /// the store applies all its inputs again. 4 MiB by default.
    pub largest_snapshot: usize,
    /// Maximum bytes of a record. An execution with a larger record cannot continue, but the others
    /// do: see [`CallError::TooLarge`](super::CallError::TooLarge). 128 MiB by default, more than
    /// this version writes.
    pub largest_record: usize,
    /// Size after which the next file of the journal begins. 64 MiB by default.
    pub segment_bytes: u64,
    /// Bytes after which a batch is written early, and of the records of moves that are kept while
    /// it is not known if all executions can move, for tests. 64 MiB by default.
    #[doc(hidden)]
    pub batch_bytes: usize,
    /// Open a socket in the directory, through which tools of the same user reach the store, such as
    /// `cargo asl store`. True by default. There is none on systems other than Unix, and none if
    /// other users can enter the directory; the store works without it.
    pub socket: bool,
    /// Maximum transitions before a runnable execution yields to others, for tests. A store must
    /// always be opened with the same value.
    #[doc(hidden)]
    pub fuel: u32,
}

/// Treatment of unfinished executions whose version is not registered, although their machine is,
/// in another version. Executions whose version is registered stay in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OldVersions {
    /// They continue in the version that was registered last, if nothing changed that they have done
    /// or wait for. If one cannot, opening fails, and none moves.
    #[default]
    Move,
    /// They stay, and continue when their version is registered again. Until then they are in the
    /// state [`WaitsForMachine`](crate::State::WaitsForMachine).
    Keep,
    /// Opening fails with an error that names them, also with [`Options::allow_unknown`].
    Refuse,
}

impl Options {
    asl_runtime::__setters! {
        park_after: Duration,
        keep_history: bool,
        compact_by_itself: bool,
        allow_unknown: bool,
        versions: OldVersions,
        program: impl Into<Text>,
        refuse_unfit_data: bool,
        services: Services,
        seed: u64,
        snapshot_every: u32,
        largest_snapshot: usize,
        largest_record: usize,
        segment_bytes: u64,
        socket: bool,
        storage: impl Into<StorageHandle> => Some,
        #[doc(hidden)]
        batch_bytes: usize,
        #[doc(hidden)]
        fuel: u32,
    }

    asl_runtime::__observer!();

    /// Adds a limit of the calls of a task.
    #[must_use]
    pub fn limit(mut self, limit: Limit) -> Self {
        self.limits.push(limit);
        self
    }

    /// With the name of this program's file, if no name is given.
    pub(super) fn with_program(mut self) -> Self {
        if self.program.is_empty() {
            let file = std::env::current_exe().unwrap_or_default();
            let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
            self.program = name.unwrap_or_default().into();
        }
        self
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            park_after: Duration::from_secs(60),
            keep_history: true,
            compact_by_itself: true,
            allow_unknown: false,
            versions: OldVersions::Move,
            program: Text::default(),
            refuse_unfit_data: false,
            storage: None,
            services: None,
            observer: None,
            limits: Vec::new(),
            seed: None,
            snapshot_every: 1_000,
            largest_snapshot: 4 << 20,
            largest_record: 128 << 20,
            segment_bytes: 64 << 20,
            batch_bytes: 64 << 20,
            socket: true,
            fuel: 10_000,
        }
    }
}
