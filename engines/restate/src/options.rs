//! Options of the machines' services.

use std::time::Duration;

use asl_runtime::execution::EventOptions;
use asl_runtime::history::ObserverHandle;
use asl_runtime::storage::StorageHandle;

/// Options of the machines' services.
///
/// ```
/// use asl_restate::Options;
///
/// let options = Options::default().long_journal(5_000);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Approximate number of journal entries after which an execution continues in another
    /// invocation, because each resumption reads the journal from its beginning. 16 KiB of data
    /// count as one entry. By default 1,000.
    pub long_journal: u64,
    /// Maximum size of a payload in bytes: a task's input or result, or an execution's output. A
    /// larger one is the error `States.DataLimitExceeded`. By default 8 MiB; Restate itself accepts
    /// 32 MiB.
    pub largest: usize,
    /// First pause before the engine retries after the loss of a process or connection.
    pub first_retry: Duration,
    /// Maximum pause; each is twice as long as the one before.
    pub longest_retry: Duration,
    /// Number of successive attempts without progress after which the engine pauses the invocation,
    /// until it is resumed.
    pub most_retries: u64,
    /// Time for which an event or report waits for an execution to start.
    pub patience: Duration,
    /// SM4C: treatment of events.
    pub events: EventOptions,
    /// Receives the events of executions, each once. It applies to executions that start from then
    /// on: a step with the name `observe` follows each step of such an execution in its journal, so
    /// that a replay reports nothing again.
    pub observer: Option<ObserverHandle>,
    /// Storage of distributed Maps, for items and results.
    pub storage: Option<StorageHandle>,
}

impl Options {
    asl_runtime::__setters! {
        long_journal: u64,
        largest: usize,
        first_retry: Duration,
        longest_retry: Duration,
        most_retries: u64,
        patience: Duration,
        events: EventOptions,
        storage: impl Into<StorageHandle> => Some,
    }

    asl_runtime::__observer! {
        "Events are reported in a step of the journal, so that a replay does not repeat them."
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            long_journal: 1_000,
            largest: 8 << 20,
            first_retry: Duration::from_millis(100),
            longest_retry: Duration::from_secs(10),
            most_retries: 10_000,
            patience: Duration::from_secs(10),
            events: EventOptions::default(),
            observer: None,
            storage: None,
        }
    }
}
