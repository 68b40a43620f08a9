//! The concurrent pollers of a worker, until it is stopped or one of them fails.

use std::fmt;
use std::sync::Arc;

use tokio::task::{JoinError, JoinSet};

use crate::model::WorkflowExecution;
use crate::service::{Swf, SwfError};

use super::decider::Undecided;
use super::notice::{Tally, shown};
use super::retrying_client::RetryingClient;
use super::stop::Stop;

/// The reason why a worker ended before it was stopped.
pub enum WorkerError {
    /// The service is unreachable, or refuses access.
    Service(SwfError),
    /// No decision was possible, and there is no listener. The decision task will time out.
    Undecided {
        /// The execution of the decision task.
        execution: WorkflowExecution,
        /// The cause.
        error: Box<Undecided>,
    },
    /// A poller panicked, in a listener or by a bug of this crate.
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

asl_runtime::__readable_debug!(WorkerError);

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

/// Runs the pollers of a worker to their ends. `client.stop` is the worker's own signal, given with
/// `stop` or when a poller fails.
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
