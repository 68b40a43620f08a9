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
    let Some((id, workflow_type)) = beginning(history) else {
        let why = "the history does not begin with the start of a workflow";
        return Err(ReplayError::Foreign(why.to_owned()));
    };
    let config = config(&directory, &options).map_err(|error| foreign(&error))?;
    let one = HistoryForReplay::new(history.events.clone(), id);
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
            let message = plain(&message);
            fault = Some(if is_nondeterminism {
                let here = directory.versions(&workflow_type);
                ReplayError::Different(format!(
                    "{message} (machine `{workflow_type}`, version {here})"
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

/// The workflow id and the workflow type of a history.
fn beginning(history: &History) -> Option<(String, String)> {
    let Attributes::WorkflowExecutionStartedEventAttributes(started) =
        history.events.events.first()?.attributes.as_ref()?
    else {
        return None;
    };
    Some((started.workflow_id.clone(), started.workflow_type.as_ref()?.name.clone()))
}

/// The text of a failure in the core's description of it.
fn plain(message: &str) -> String {
    let inner = message.split_once("message: \"").and_then(|(_, rest)| {
        let (text, _) = rest.split_once("\", source: ")?;
        Some(text.replace("\\\"", "\""))
    });
    inner.unwrap_or_else(|| message.to_owned())
}

#[cfg(test)]
mod tests {
    use asl_runtime::machine::Machine;
    use asl_runtime::{Compiled, TaskContext, TaskFuture, TaskSet, Value, asl_machine};

    use super::*;
    use crate::wire::{FORMAT, marker};

    asl_machine!(
        "../restate/tests/machines/order.asl.json",
        outside = true,
        default_task_timeout = 60
    );
    asl_machine!("tests/machines/changed.asl.json", default_task_timeout = 60);

    /// The history of an order, made by a real server: `ASL_BLESS=1` and the tests on a server make
    /// it again.
    const ORDER: &[u8] = include_bytes!("../../tests/histories/order.bin");

    struct Nothing;

    impl TaskSet for Nothing {
        fn call(self: Arc<Self>, _: u32, _: TaskContext, _: Value) -> TaskFuture {
            Box::pin(std::future::pending())
        }
    }

    /// The history with another marker of the same length.
    fn with_marker(marker: &str) -> History {
        let start = format!("asl{FORMAT}-");
        let at = ORDER.windows(start.len()).position(|part| part == start.as_bytes());
        let at = at.expect("a marker");
        let old = ORDER[at..at + marker.len()].to_vec();
        let mut bytes = ORDER.to_vec();
        for at in 0..=bytes.len() - old.len() {
            if bytes[at..].starts_with(&old) {
                bytes[at..at + old.len()].copy_from_slice(marker.as_bytes());
            }
        }
        History::from_bytes(&bytes).expect("a history")
    }

    fn machines(machine: &'static Machine) -> Machines {
        Machines::new().register_as("order", Compiled::new(machine, Nothing))
    }

    #[tokio::test]
    async fn a_history_fits_the_machine_that_made_it() {
        let history = with_marker(&marker(order::MACHINE.hash));
        assert!(history.len() > 20 && history.problem().is_none());
        replay(machines(&order::MACHINE), &history).await.expect("it fits");
    }

    #[tokio::test]
    async fn a_machine_that_does_something_else_is_named_with_the_task_and_the_version() {
        let history = with_marker(&marker(changed::MACHINE.hash));
        let error = replay(machines(&changed::MACHINE), &history).await.expect_err("it is another");
        assert!(matches!(error, ReplayError::Different(_)), "{error}");
        let text = error.to_string();
        for part in ["[TMPRL1100]", "'Reserve#0'", "'Hold#0'", "(machine `order`, version "] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[tokio::test]
    async fn histories_of_other_versions_and_programs_are_left_alone() {
        let refused = async |marker: &str| {
            let history = with_marker(marker);
            let error = replay(machines(&order::MACHINE), &history).await.expect_err("foreign");
            assert!(matches!(error, ReplayError::Foreign(_)), "{error}");
            error.to_string()
        };
        let start = "an execution of machine `order` cannot go on here: ";
        let other = refused(&marker(7)).await;
        assert!(other.starts_with(&format!("{start}it began with version ")), "{other}");
        let later = refused("asl9-0000000000000007").await;
        let expected = "its history has format 9, this program reads format 1";
        assert!(later.starts_with(&format!("{start}{expected}")), "{later}");
        let foreign = refused("other-program-and-its").await;
        let expected = "its history has no marker of a machine, so another program made it";
        assert_eq!(foreign, format!("{start}{expected}"));
        let types = Machines::new().register_as("count", Compiled::new(&order::MACHINE, Nothing));
        let history = with_marker(&marker(order::MACHINE.hash));
        let error = replay(types, &history).await.expect_err("there is no such machine");
        assert!(error.to_string().contains("this worker has none"), "{error}");
    }

    #[test]
    fn bytes_that_are_no_history_are_refused() {
        for bytes in [b"".as_slice(), b"nonsense", &ORDER[..ORDER.len() / 2]] {
            assert!(History::from_bytes(bytes).is_err());
        }
        assert_eq!(with_marker(&marker(7)).to_bytes().len(), ORDER.len());
    }

    #[test]
    fn the_text_of_a_failure_is_shown_without_what_is_around_it() {
        let told =
            r#"it failed: Failure { failure: Some(Failure { message: "a \"b\"", source: "" }) }"#;
        assert_eq!(plain(told), r#"a "b""#);
        assert_eq!(plain("other"), "other");
    }
}
