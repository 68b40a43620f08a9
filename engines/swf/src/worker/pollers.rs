//! Several pollers of one worker, side by side, until the worker is stopped or one of them fails.

use std::fmt;
use std::sync::Arc;

use tokio::task::{JoinError, JoinSet};

use crate::model::WorkflowExecution;
use crate::service::{Swf, SwfError};

use super::decider::Undecided;
use super::notice::{Tally, shown};
use super::retrying_client::RetryingClient;
use super::stop::Stop;

/// Why a worker has ended before it was stopped.
#[derive(Debug)]
pub enum WorkerError {
    /// The service does not answer, or does not let us do this.
    Service(SwfError),
    /// Nothing could be decided, and nobody listens who could be told; the decision task is left to
    /// time out.
    Undecided {
        /// Whose decision task it is.
        execution: WorkflowExecution,
        /// Why.
        error: Box<Undecided>,
    },
    /// A poller has panicked: a listener, or a fault of ours.
    Panicked(String),
}

impl fmt::Display for WorkerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Service(error) => error.fmt(f),
            Self::Undecided { execution, error } => {
                write!(f, "nothing can be decided for execution {}: {error}", shown(execution))
            }
            Self::Panicked(text) => write!(f, "a poller has panicked: {text}"),
        }
    }
}

impl std::error::Error for WorkerError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Service(error) => Some(error),
            Self::Undecided { error, .. } => Some(&**error),
            Self::Panicked(_) => None,
        }
    }
}

impl From<SwfError> for WorkerError {
    fn from(error: SwfError) -> Self {
        Self::Service(error)
    }
}

impl From<JoinError> for WorkerError {
    fn from(error: JoinError) -> Self {
        Self::Panicked(error.to_string())
    }
}

/// Runs the pollers of a worker to their ends. `client.stop` is the worker's own signal: given with
/// `stop`, and when a poller fails.
pub(super) async fn run<S, F>(
    client: Arc<RetryingClient<S>>,
    stop: &Stop,
    poller: impl Fn() -> F,
) -> Result<Tally, WorkerError>
where
    S: Swf,
    F: Future<Output = Result<(), WorkerError>> + Send + 'static,
{
    let mut pollers = JoinSet::new();
    for _ in 0..client.options.pollers.max(1) {
        pollers.spawn(poller());
    }
    let mut failed = None;
    loop {
        let joined = tokio::select! {
            () = stop.stopped(), if !client.stop.is_stopped() => {
                client.stop.stop();
                continue;
            }
            joined = pollers.join_next() => joined,
        };
        let ended = match joined {
            None => break,
            Some(ended) => ended.map_err(WorkerError::from).flatten(),
        };
        if let Err(error) = ended {
            client.stop.stop();
            failed.get_or_insert(error);
        }
    }
    failed.map_or_else(|| Ok(client.counts.tally()), Err)
}
