//! Replays of histories, without a server.

use std::fmt;
use std::sync::Arc;

use temporalio_common::protos::temporal::api::history::v1::history_event::Attributes;
use temporalio_sdk_core::replay::{HistoryForReplay, ReplayWorkerInput};
use temporalio_sdk_core::{PollError, init_replay_worker};

use super::history::History;
use super::runs::{Eviction, Runs};
use super::worker::config;
use crate::Machines;
use crate::machines::ServeError;

/// The reason why a history is not replayed.
#[non_exhaustive]
pub enum ReplayError {
    /// The machines cannot be served.
    Machines(ServeError),
    /// A machine does something else than the history says: the text names the task or timer, and
    /// the versions of the machine.
    Different(String),
    /// No machine has made the history, or none of the registered versions.
    Foreign(String),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Machines(error) => fmt::Display::fmt(error, f),
            Self::Different(why) => write!(f, "the history does not fit the machine: {why}"),
            Self::Foreign(why) => f.write_str(why),
        }
    }
}

asl_runtime::__readable_debug!(ReplayError);

impl std::error::Error for ReplayError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Machines(error) => Some(error),
            Self::Different(_) | Self::Foreign(_) => None,
        }
    }
}

/// Replays a history with machines: fails if a machine would do something else now than it did
/// then. No task runs, and no server is needed. A change of a machine that keeps its name can be
/// tested so before it is deployed.
///
/// # Errors
/// The history does not fit, or is that of another program.
pub async fn replay(machines: Machines, history: &History) -> Result<(), ReplayError> {
    let (directory, options) = machines.into_parts().map_err(ReplayError::Machines)?;
    let foreign = |error: &dyn fmt::Display| ReplayError::Foreign(error.to_string());
    let workflow_type = workflow_type(history);
    let Some(workflow_type) = workflow_type else {
        let why = "the history does not begin with the start of a workflow";
        return Err(ReplayError::Foreign(why.to_owned()));
    };
    let config = config(&directory, &options).map_err(|error| foreign(&error))?;
    let one = HistoryForReplay::new(history.events.clone(), "replayed".to_owned());
    let input = ReplayWorkerInput::new(config, futures_util::stream::iter([one]));
    let worker = init_replay_worker(input).map_err(|error| foreign(&error))?;
    let mut runs = Runs::new(Arc::clone(&directory), options);
    let mut fault: Option<ReplayError> = None;
    loop {
        let activation = match worker.poll_workflow_activation().await {
            Ok(activation) => activation,
            Err(PollError::ShutDown) => break,
            Err(error) => return Err(foreign(&error)),
        };
        let (completion, eviction) = runs.complete(activation);
        if let Some(Eviction { is_nondeterminism, message }) = eviction
            && fault.is_none()
        {
            let here = directory.versions(&workflow_type);
            let here: Vec<String> = here.iter().map(ToString::to_string).collect();
            let here = here.join(", ");
            fault = Some(if is_nondeterminism {
                ReplayError::Different(format!(
                    "{message} (machine `{workflow_type}`, versions: {here})"
                ))
            } else {
                ReplayError::Foreign(message)
            });
            worker.initiate_shutdown();
        }
        let completed = worker.complete_workflow_activation(completion).await;
        completed.map_err(|error| foreign(&error))?;
    }
    worker.finalize_shutdown().await;
    fault.map_or(Ok(()), Err)
}

/// The workflow type of a history.
fn workflow_type(history: &History) -> Option<String> {
    match history.events.events.first()?.attributes.as_ref()? {
        Attributes::WorkflowExecutionStartedEventAttributes(started) => {
            Some(started.workflow_type.as_ref()?.name.clone())
        }
        _ => None,
    }
}
