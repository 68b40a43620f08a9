//! How machines are served.

use std::time::Duration;

use asl_runtime::execution::EventOptions;
use asl_runtime::storage::StorageHandle;

/// How machines are served. What is left out has a default that suits most.
///
/// ```
/// use asl_restate::Options;
///
/// let options = Options { long_journal: 5_000, ..Options::default() };
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// Entries of a journal, about, after which an execution goes on in another invocation: a
    /// journal is read again from its beginning whenever an invocation is resumed. 16 KiB of data
    /// count as one more. 1,000 by default.
    pub long_journal: u64,
    /// Bytes of the largest message: what a task is given or answers, what an execution ends with.
    /// More of it is an error, `States.DataLimitExceeded`. 8 MiB by default; Restate itself takes
    /// 32, and a task's input is often its last answer and more.
    pub largest: usize,
    /// The time before the engine tries again when a process or a connection was lost.
    pub first_retry: Duration,
    /// The longest such time; each is twice the one before.
    pub longest_retry: Duration,
    /// So many attempts in a row that failed without any progress, then the engine pauses the
    /// invocation, and it goes on when somebody resumes it.
    pub most_retries: u64,
    /// How long an event or report waits for an execution that has not begun.
    pub patience: Duration,
    /// SM4C: how executions deal with events.
    pub events: EventOptions,
    /// Where distributed Maps read items from and write results to.
    pub storage: Option<StorageHandle>,
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
            storage: None,
        }
    }
}
