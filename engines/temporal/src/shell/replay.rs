//! Replays of histories, without a server.

use std::sync::Arc;

use asl_runtime::versions::Version;
use temporalio_common::protos::temporal::api::history::v1::history_event::Attributes;
use temporalio_sdk_core::replay::{HistoryForReplay, ReplayWorkerInput};
use temporalio_sdk_core::{PollError, init_replay_worker};

use super::Pending;
use super::eviction::Eviction;
use super::history::History;
use super::runs::{Replay, Runs};
use super::worker::config;
use crate::Options;
use asl_runtime::__engine::Directory;

/// The reason why a history does not fit.
pub(crate) enum Misfit {
    /// The machine does something else.
    Different(String),
    /// No machine has made it, or none that is here.
    Foreign(String),
}

/// Replays a history with the machines of a directory: with the version that made it, or with the
/// latest.
pub(crate) fn replay_with<'a>(
    directory: &'a Arc<Directory>,
    options: Options,
    history: &'a History,
    any_version: bool,
) -> Pending<'a, Result<(), Misfit>> {
    Box::pin(replayed(directory, options, history, any_version))
}

async fn replayed(
    directory: &Arc<Directory>,
    options: Options,
    history: &History,
    any_version: bool,
) -> Result<(), Misfit> {
    let foreign = |error: &dyn std::fmt::Display| Misfit::Foreign(error.to_string());
    let Some((id, workflow_type)) = beginning(history) else {
        return Err(foreign(&"the history does not begin with the start of a workflow"));
    };
    let config = config(directory, &options).map_err(|error| foreign(&error))?;
    let one = HistoryForReplay::new(history.events.clone(), id);
    let input = ReplayWorkerInput::new(config, futures_util::stream::iter([one]));
    let worker = init_replay_worker(input).map_err(|error| foreign(&error))?;
    let mut runs = Runs::new(Arc::clone(directory), options);
    runs.replay = Some(Replay { any_version, ..Replay::default() });
    let mut misfit: Option<Misfit> = None;
    loop {
        let activation = match worker.poll_workflow_activation().await {
            Ok(activation) => activation,
            Err(PollError::ShutDown) => break,
            Err(error) => return Err(foreign(&error)),
        };
        let (completion, eviction) = runs.complete_encoded(activation).await;
        if let Some(eviction) = eviction.filter(|_| misfit.is_none()) {
            let replay = runs.replay.take().unwrap_or_default();
            misfit = Some(named(&eviction, &workflow_type, directory, &replay));
            worker.initiate_shutdown();
        }
        let completed = worker.complete_workflow_activation(completion).await;
        completed.map_err(|error| foreign(&error))?;
    }
    worker.finalize_shutdown().await;
    misfit.map_or(Ok(()), Err)
}

/// The misfit for which a run was removed.
fn named(
    eviction: &Eviction,
    workflow_type: &str,
    directory: &Directory,
    replay: &Replay,
) -> Misfit {
    let text = plain(&eviction.message);
    if !eviction.is_nondeterminism {
        return Misfit::Foreign(text);
    }
    let here = directory.told_versions(workflow_type);
    let made_by = replay.made_by.map(Version::from);
    let made_by = made_by.map_or_else(|| "none".to_owned(), |version| version.to_string());
    let begun = replay.begun.join(", ");
    Misfit::Different(format!(
        "{text}; the machine last begins {begun} (machine `{workflow_type}`, version {here}; the \
         history is of version {made_by})"
    ))
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
    use super::*;

    #[test]
    fn the_text_of_a_failure_is_shown_without_what_is_around_it() {
        let told =
            r#"it failed: Failure { failure: Some(Failure { message: "a \"b\"", source: "" }) }"#;
        assert_eq!(plain(told), r#"a "b""#);
        assert_eq!(plain("other"), "other");
    }
}
