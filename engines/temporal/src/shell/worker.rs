//! A worker: the loops of workflows and activities.

use std::collections::VecDeque;
use std::sync::Arc;

use futures_util::stream::{FuturesUnordered, StreamExt as _, TryStreamExt as _};
use temporalio_common::worker::WorkerTaskTypes;
use temporalio_sdk_core::{
    CoreRuntime, PollError, RuntimeOptions, Worker, WorkerConfig, WorkerVersioningStrategy,
    init_worker,
};
use tokio::task::JoinHandle;

use super::Pending;
use super::activities::Activities;
use super::connection::Link;
use super::runs::{Progress, Runs};
use crate::Options;
use asl_runtime::__engine::{Directory, Stores};

/// The reason why a worker does not run.
pub(crate) enum WorkerError {
    /// The server does not have the namespace, or does not describe it.
    Namespace(String),
    /// The options are not accepted.
    Options(String),
    /// The server has refused the worker's requests.
    Server(String),
}

/// A worker that runs.
pub(crate) struct Running {
    worker: Arc<Worker>,
    loops: Pending<'static, Result<(), WorkerError>>,
}

impl Running {
    /// Starts a worker.
    pub(crate) fn start(
        link: Link,
        directory: Arc<Directory>,
        options: Options,
    ) -> Pending<'static, Result<Self, WorkerError>> {
        let fault = |error: &dyn std::fmt::Display| WorkerError::Options(error.to_string());
        Box::pin(async move {
            let telemetry = RuntimeOptions::builder().heartbeat_interval(None).build();
            let telemetry = telemetry.map_err(|error| fault(&error))?;
            let runtime =
                CoreRuntime::new_assume_tokio(telemetry).map_err(|error| fault(&error))?;
            let config = config(&directory, &options).map_err(WorkerError::Options)?;
            let worker = init_worker(&runtime, config, link.connection);
            let worker = worker.map_err(|error| fault(&error))?;
            worker.validate().await.map_err(|error| WorkerError::Namespace(error.to_string()))?;
            let worker = Arc::new(worker);
            let runs = Runs::new(Arc::clone(&directory), options.clone());
            let stores = Stores::new(options.storage.clone());
            let activities = Activities { worker: Arc::clone(&worker), directory, options, stores };
            let workflows = tokio::spawn(workflows(Arc::clone(&worker), runs));
            let workflows = end_of(Arc::clone(&worker), workflows);
            let activities = end_of(Arc::clone(&worker), tokio::spawn(activities.run()));
            let loops = Box::pin(async {
                let (workflows, activities) = tokio::join!(workflows, activities);
                workflows.and(activities)
            });
            Ok(Self { worker, loops })
        })
    }

    /// Runs until a future completes. Tasks that run then get the time of an option to end.
    pub(crate) async fn until(mut self, stop: impl Future) -> Result<(), WorkerError> {
        tokio::select! {
            ended = &mut self.loops => return ended,
            _ = stop => self.worker.initiate_shutdown(),
        }
        self.end().await
    }

    fn end(self) -> Pending<'static, Result<(), WorkerError>> {
        let Self { worker, loops } = self;
        Box::pin(async move {
            let ended = loops.await;
            if let Ok(worker) = Arc::try_unwrap(worker) {
                worker.finalize_shutdown().await;
            }
            ended
        })
    }
}

/// The end of one loop, which is also that of the other: half a worker would look as if it worked.
async fn end_of(
    worker: Arc<Worker>,
    work: JoinHandle<Result<(), String>>,
) -> Result<(), WorkerError> {
    let joined = work.await;
    worker.initiate_shutdown();
    let ended = joined.unwrap_or_else(|error| Err(error.to_string()));
    ended.map_err(WorkerError::Server)
}

/// Completes activations until the worker stops. A run that takes long yields to the others, and
/// none waits for the server's answer to another one. Each has one activation at a time.
async fn workflows(worker: Arc<Worker>, mut runs: Runs) -> Result<(), String> {
    let mut busy: VecDeque<String> = VecDeque::new();
    let mut completions = FuturesUnordered::new();
    let mut next = Box::pin(worker.poll_workflow_activation());
    loop {
        let progress = tokio::select! {
            biased;
            Some(completed) = completions.next() => {
                let completed: Result<(), String> = completed;
                completed?;
                continue;
            }
            polled = &mut next => match polled {
                Ok(activation) => {
                    next = Box::pin(worker.poll_workflow_activation());
                    runs.begin_encoded(activation).await
                }
                Err(PollError::ShutDown) => break,
                Err(error) => return Err(error.to_string()),
            },
            () = tokio::task::yield_now(), if !busy.is_empty() => {
                let Some(run_id) = busy.pop_front() else { continue };
                runs.advance(run_id)
            }
        };
        match progress {
            Progress::Done(completion, _) => {
                let (worker, completion) = (&worker, runs.encoded(completion));
                completions.push(async move {
                    let completed = worker.complete_workflow_activation(completion.await).await;
                    completed.map_err(|error| error.to_string())
                });
            }
            Progress::Again(run_id) => busy.push_back(run_id),
        }
    }
    completions.try_collect().await
}

/// The configuration of a worker. Its build id is derived from the hashes of its machines.
pub(super) fn config(directory: &Directory, options: &Options) -> Result<WorkerConfig, String> {
    let task_types = WorkerTaskTypes {
        enable_workflows: true,
        enable_local_activities: true,
        enable_remote_activities: true,
        enable_nexus: false,
    };
    let build_id = build_id(directory);
    WorkerConfig::builder()
        .namespace(options.namespace.clone())
        .task_queue(options.task_queue.clone())
        .versioning_strategy(WorkerVersioningStrategy::None { build_id })
        .task_types(task_types)
        .max_outstanding_workflow_tasks(options.most_activations)
        .max_outstanding_activities(options.most_tasks)
        .max_outstanding_local_activities(options.most_tasks)
        .max_cached_workflows(options.most_cached)
        .sticky_queue_schedule_to_start_timeout(options.sticky_patience)
        .max_heartbeat_throttle_interval(options.worker_patience / 3)
        .graceful_shutdown_period(options.stop_patience)
        .build()
}

/// The build id of a worker with these machines: the hash of the only one, or one of all.
fn build_id(directory: &Directory) -> String {
    let mut hashes = directory.all().map(|tasks| tasks.machine().hash);
    let first = hashes.next().unwrap_or_default();
    let of_all = hashes.fold(first, |all, hash| all.rotate_left(5) ^ hash);
    format!("{of_all:016x}")
}
