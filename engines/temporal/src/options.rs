//! Options of a worker.

use std::time::Duration;

use asl_runtime::execution::EventOptions;
use asl_runtime::history::ObserverHandle;
use asl_runtime::storage::StorageHandle;

use crate::codec::CodecHandle;
use crate::driver::Limit;
use crate::wire::Choices;

/// Options of a worker.
///
/// ```
/// use asl_temporal::Options;
///
/// let options = Options::default().namespace("shop").task_queue("orders");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The namespace. By default `default`.
    pub namespace: String,
    /// The task queue, for executions and for tasks. By default `asl`.
    pub task_queue: String,
    /// Maximum size of a payload in bytes: a task's input or result, or an execution's output. A
    /// larger one is the error `States.DataLimitExceeded`. By default 1.9 MB; Temporal accepts
    /// 2 MiB. A codec's growth counts too.
    pub largest: usize,
    /// Time after which a task without `HeartbeatSeconds` is lost if its worker sends no heartbeat;
    /// it runs again then. By default 30 seconds.
    pub worker_patience: Duration,
    /// Time in which the worker that has an execution in memory must begin with its next step,
    /// before others may. By default 10 seconds.
    pub sticky_patience: Duration,
    /// Time that running tasks get to end when the worker stops. By default 10 seconds.
    pub stop_patience: Duration,
    /// Maximum number of executions that the worker advances at once. By default 100.
    pub most_activations: usize,
    /// Maximum number of tasks that run at once. By default 200.
    pub most_tasks: usize,
    /// Maximum number of executions in memory. By default 1,000.
    pub most_cached: usize,
    /// SM4C: treatment of events.
    pub events: EventOptions,
    /// Tasks without `HeartbeatSeconds` whose time-out is at most so long are local activities: they
    /// run in the worker that advances their execution, which spares the way through the server. Of
    /// a lost worker they run again. Longer than a few seconds is of no use. By default zero: none.
    pub local_tasks: Duration,
    /// True if the error of a failed execution is written to the search attribute `AslError` of the
    /// type Keyword, which the namespace must have: without it, no failure is accepted. By default
    /// false.
    pub error_attribute: bool,
    /// Encodes payloads, for example by encryption.
    pub codec: Option<CodecHandle>,
    /// Receives the events of executions.
    pub observer: Option<ObserverHandle>,
    /// Storage of distributed Maps, for items and results. Any worker of the task queue may read
    /// and write.
    pub storage: Option<StorageHandle>,
}

impl Options {
    asl_runtime::__setters! {
        namespace: impl Into<String>,
        task_queue: impl Into<String>,
        largest: usize,
        worker_patience: Duration,
        sticky_patience: Duration,
        stop_patience: Duration,
        most_activations: usize,
        most_tasks: usize,
        most_cached: usize,
        events: EventOptions,
        local_tasks: Duration,
        error_attribute: bool,
        storage: impl Into<StorageHandle> => Some,
    }

    /// Encodes payloads with a codec. Clients and replays need the same.
    #[must_use]
    pub fn codec(self, codec: impl Into<CodecHandle>) -> Self {
        Self { codec: Some(codec.into()), ..self }
    }

    /// The limit of payloads.
    pub(crate) fn limit(&self) -> Limit {
        Limit { largest: self.largest, codec: self.codec.clone() }
    }

    /// The choices of executions that begin.
    pub(crate) fn choices(&self) -> Choices {
        let local = u64::try_from(self.local_tasks.as_millis()).unwrap_or(u64::MAX);
        Choices { has_memo: true, has_attribute: self.error_attribute, local }
    }

    asl_runtime::__observer! {
        "Replays report nothing; a worker that is lost before it completes a step reports it again."
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            namespace: "default".to_owned(),
            task_queue: "asl".to_owned(),
            largest: 1_900_000,
            worker_patience: Duration::from_secs(30),
            sticky_patience: Duration::from_secs(10),
            stop_patience: Duration::from_secs(10),
            most_activations: 100,
            most_tasks: 200,
            most_cached: 1_000,
            events: EventOptions::default(),
            local_tasks: Duration::ZERO,
            error_attribute: false,
            codec: None,
            observer: None,
            storage: None,
        }
    }
}
