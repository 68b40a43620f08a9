//! The options of a run.

use std::sync::Arc;

use asl_execution::execution::EventOptions;
use asl_execution::history::{History, ObserverHandle};
use asl_execution::storage::StorageHandle;
use asl_value::value::Text;

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
    /// Id of the execution, part of the idempotency key of each task. By default the name, or a
    /// random id if that is empty.
    pub id: Text,
    /// Name of the execution.
    pub name: Text,
    /// Value of `$$.Execution.RoleArn`; it has no other use.
    pub role_arn: Text,
    /// Value of `$$.StateMachine.Id`; by default the machine's name.
    pub machine_id: Text,
    /// Seed of all randomness; random by default.
    pub seed: Option<u64>,
    /// Collects the event history.
    pub history: Option<History>,
    /// Receives the events of the execution as they happen.
    pub observer: Option<ObserverHandle>,
    /// Storage of the items and results of distributed Maps.
    pub storage: Option<StorageHandle>,
    /// Runs each task as a tokio task of its own, for tasks that compute more than they wait. By
    /// default tasks share the execution's thread, which is cheaper; a task that blocks then delays
    /// everything else of its execution (`docs/guide/running.md`).
    pub spawn: bool,
    pub(crate) services: Option<Arc<dyn RunServices>>,
    /// SM4C: treatment of events.
    pub events: EventOptions,
    /// SM4C: treatment of detached calls that are open when the result is decided.
    pub detached: Detached,
}

impl RunOptions {
    crate::__setters! {
        id: impl Into<Text>,
        name: impl Into<Text>,
        role_arn: impl Into<Text>,
        machine_id: impl Into<Text>,
        seed: u64,
        history: impl Into<Option<History>>,
        spawn: bool,
        events: EventOptions,
        detached: Detached,
    }

    crate::__observer!();

    /// Sets `storage`.
    #[must_use]
    pub fn storage(self, storage: impl Into<StorageHandle>) -> Self {
        Self { storage: Some(storage.into()), ..self }
    }
}
