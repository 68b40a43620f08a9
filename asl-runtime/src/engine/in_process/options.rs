//! The options of a run.

use std::sync::Arc;

use crate::execution::EventOptions;
use crate::history::History;
use crate::storage::StorageHandle;
use crate::value::Text;

use super::{Detached, RunServices};

/// Options of a run; all have defaults.
///
/// ```
/// use asl_runtime::engine::in_process::RunOptions;
///
/// let options = RunOptions::default().name("order-7").spawn(true);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RunOptions {
    /// Id of the execution: part of the idempotency key of each task. Without one the name, and
    /// without that a random one.
    pub id: Text,
    /// Name of the execution.
    pub name: Text,
    /// Value of `$$.Execution.RoleArn`; used for nothing else.
    pub role_arn: Text,
    /// Value of `$$.StateMachine.Id`; by default the machine's name.
    pub machine_id: Text,
    /// Seed of all randomness; random by default.
    pub seed: Option<u64>,
    /// Collects the event history.
    pub history: Option<History>,
    /// Storage of the items and results of distributed Maps.
    pub storage: Option<StorageHandle>,
    /// Runs each task as a tokio task of its own, for tasks that compute more than they wait.
    /// Otherwise they share the execution's thread, which is cheaper.
    pub spawn: bool,
    pub(crate) services: Option<Arc<dyn RunServices>>,
    /// SM4C: treatment of events.
    pub events: EventOptions,
    /// SM4C: treatment of calls that nobody waits for and that are open when the result is decided.
    pub detached: Detached,
}

impl RunOptions {
    /// Sets [`id`](Self::id).
    #[must_use]
    pub fn id(self, id: impl Into<Text>) -> Self {
        Self { id: id.into(), ..self }
    }

    /// Sets [`name`](Self::name).
    #[must_use]
    pub fn name(self, name: impl Into<Text>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Sets [`role_arn`](Self::role_arn).
    #[must_use]
    pub fn role_arn(self, role_arn: impl Into<Text>) -> Self {
        Self { role_arn: role_arn.into(), ..self }
    }

    /// Sets [`machine_id`](Self::machine_id).
    #[must_use]
    pub fn machine_id(self, machine_id: impl Into<Text>) -> Self {
        Self { machine_id: machine_id.into(), ..self }
    }

    /// Sets [`seed`](Self::seed).
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed: Some(seed), ..self }
    }

    /// Sets [`history`](Self::history).
    #[must_use]
    pub fn history(self, history: impl Into<Option<History>>) -> Self {
        Self { history: history.into(), ..self }
    }

    /// Sets [`storage`](Self::storage).
    #[must_use]
    pub fn storage(self, storage: impl Into<StorageHandle>) -> Self {
        Self { storage: Some(storage.into()), ..self }
    }

    /// Sets [`spawn`](Self::spawn).
    #[must_use]
    pub fn spawn(self, spawn: bool) -> Self {
        Self { spawn, ..self }
    }

    /// Sets [`events`](Self::events).
    #[must_use]
    pub fn events(self, events: EventOptions) -> Self {
        Self { events, ..self }
    }

    /// Sets [`detached`](Self::detached).
    #[must_use]
    pub fn detached(self, detached: Detached) -> Self {
        Self { detached, ..self }
    }
}
