//! The loop that runs tasks as activities. The result is that of the task; Temporal counts its
//! time-out and heartbeats.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use asl_runtime::engine::remote::{RemoteCall, RemoteTask, RemoteTasks};
use asl_runtime::execution::WriteResults;
use asl_runtime::value::from_value;
use asl_runtime::{TaskError, Value};
use serde::de::DeserializeOwned;
use temporalio_common::protos::coresdk::activity_result::ActivityExecutionResult;
use temporalio_common::protos::coresdk::activity_task::{
    ActivityCancelReason, ActivityTask, Start, activity_task::Variant,
};
use temporalio_common::protos::coresdk::{ActivityHeartbeat, ActivityTaskCompletion};
use temporalio_sdk_core::{PollError, Worker};
use tokio::sync::oneshot;
use tokio::time::{Instant, interval_at};

use super::{coding, failure, payload, stores};
use crate::Options;
use crate::wire::{HEADER, READ, TaskHeader, WRITE};
use asl_runtime::__engine::{Directory, StoreFuture, Stores};

/// The parts of a worker that its activities share.
#[derive(Clone)]
pub(super) struct Activities {
    pub(super) worker: Arc<Worker>,
    pub(super) directory: Arc<Directory>,
    pub(super) options: Options,
    pub(super) stores: Stores,
}

/// The work for an activity.
enum Work {
    /// It runs this task. True if the worker sends its heartbeats.
    Task(RemoteTask, bool),
    /// It reads or writes a storage.
    Store(StoreFuture),
    /// It has failed.
    Failed(TaskError),
    /// This worker does not have the task, for this reason.
    Unknown(String),
}

impl Activities {
    /// Runs activities until the worker stops.
    pub(super) async fn run(self) -> Result<(), String> {
        let mut running: HashMap<Vec<u8>, oneshot::Sender<ActivityCancelReason>> = HashMap::new();
        loop {
            let ActivityTask { task_token, variant } = match self.worker.poll_activity_task().await
            {
                Ok(task) => task,
                Err(PollError::ShutDown) => return Ok(()),
                Err(error) => return Err(error.to_string()),
            };
            running.retain(|_, stop| !stop.is_closed());
            match variant {
                Some(Variant::Start(start)) => {
                    let (stop, stopped) = oneshot::channel();
                    running.insert(task_token.clone(), stop);
                    let this = self.clone();
                    tokio::spawn(async move { this.perform(task_token, start, stopped).await });
                }
                Some(Variant::Cancel(cancel)) => {
                    if let Some(stop) = running.remove(&task_token) {
                        // It may have ended meanwhile.
                        let _ = stop.send(cancel.reason());
                    }
                }
                None => {}
            }
        }
    }

    /// Runs one activity and reports its end.
    async fn perform(
        &self,
        task_token: Vec<u8>,
        mut start: Start,
        stopped: oneshot::Receiver<ActivityCancelReason>,
    ) {
        let codec = self.options.codec.as_ref();
        let decoded = coding::decode(codec, &mut start).await;
        let result = match decoded.map_or_else(Work::Unknown, |()| self.start(start)) {
            Work::Task(task, is_alive) => {
                let beats = || self.beat(&task_token);
                let work = async {
                    let result = Watched { task, seen: 0, beats }.await;
                    failure::sized(result, &self.options.limit())
                };
                self.supervise(work, is_alive, &task_token, stopped).await
            }
            Work::Store(store) => {
                let work = async { stores::answer(store.await, &self.options.limit()) };
                self.supervise(work, true, &task_token, stopped).await
            }
            Work::Failed(error) => ActivityExecutionResult::fail(failure::of_task(error)),
            Work::Unknown(why) => {
                // It runs again after a pause, perhaps elsewhere.
                let pause = self.options.worker_patience;
                ActivityExecutionResult::fail(failure::of_lost(&why, pause))
            }
        };
        let mut completion = ActivityTaskCompletion { task_token, result: Some(result) };
        if let Err(why) = coding::encode_end(codec, &mut completion).await {
            let failed = failure::of_task(TaskError::new("States.TaskFailed", why));
            completion.result = Some(ActivityExecutionResult::fail(failed));
        }
        // Only a completion that is malformed is refused, and ours are not.
        let _ = self.worker.complete_activity_task(completion).await;
    }

    fn start(&self, start: Start) -> Work {
        if start.input.iter().chain(start.header_fields.values()).any(coding::is_encoded) {
            return Work::Unknown(coding::NO_CODEC.to_owned());
        }
        let header = start.header_fields.get(HEADER).ok_or("the activity has no task".to_owned());
        let header = match header.and_then(payload::read::<TaskHeader>) {
            Ok(header) => header,
            Err(why) => return Work::Failed(TaskError::new("States.TaskFailed", why)),
        };
        let input = match payload::first(&start.input) {
            Ok(input) => input,
            Err(why) => return Work::Failed(TaskError::new("States.TaskFailed", why)),
        };
        match start.activity_type.as_str() {
            READ => return store(input, |read| self.stores.read(read)),
            WRITE => return store(input, |write: Box<WriteResults>| self.stores.write(*write)),
            _ => {}
        }
        let TaskHeader { machine, hash, resource, id, name, token, credentials, .. } = header;
        // The worker that has a local activity also has its execution.
        let (is_alive, operation) = (header.is_alive && !start.is_local, header.operation);
        let with_hash = self.directory.all().find(|tasks| tasks.machine().hash == hash);
        let tasks: Option<&RemoteTasks> = with_hash.or_else(|| {
            let workflow_type = self.directory.find(&machine)?;
            self.directory.latest(&workflow_type)
        });
        let Some(tasks) = tasks else {
            return Work::Unknown(format!("this worker has no machine `{machine}`"));
        };
        let call = RemoteCall::new(operation.unwrap_or_else(|| start.activity_id.into()))
            .resource(resource)
            .execution_id(id)
            .execution_name(name)
            .token(token)
            .credentials(credentials);
        match tasks.start(call, input) {
            Ok(task) => Work::Task(task, is_alive),
            Err(error) => Work::Unknown(error.to_string()),
        }
    }

    /// Runs a task to its end, or drops it when it is cancelled.
    async fn supervise(
        &self,
        work: impl Future<Output = Result<Value, TaskError>>,
        is_alive: bool,
        task_token: &[u8],
        mut stopped: oneshot::Receiver<ActivityCancelReason>,
    ) -> ActivityExecutionResult {
        let pause = self.pause();
        let mut alive = interval_at(Instant::now() + pause, pause);
        let mut work = std::pin::pin!(work);
        loop {
            tokio::select! {
                biased;
                result = &mut work => {
                    return match result {
                        Ok(output) => ActivityExecutionResult::ok(payload::write(&output)),
                        Err(error) => ActivityExecutionResult::fail(failure::of_task(error)),
                    };
                }
                reason = &mut stopped => {
                    return match reason {
                        Ok(ActivityCancelReason::WorkerShutdown) => {
                            let why = "the worker has stopped";
                            let lost = failure::of_lost(why, Duration::ZERO);
                            ActivityExecutionResult::fail(lost)
                        }
                        Ok(_) | Err(_) => {
                            ActivityExecutionResult::cancel(failure::cancelled())
                        }
                    };
                }
                _ = alive.tick(), if is_alive => self.beat(task_token),
            }
        }
    }

    /// Time between heartbeats of the worker.
    fn pause(&self) -> Duration {
        (self.options.worker_patience / 3).max(Duration::from_millis(1))
    }

    fn beat(&self, task_token: &[u8]) {
        let (task_token, details) = (task_token.to_vec(), Vec::new());
        self.worker.record_activity_heartbeat(ActivityHeartbeat { task_token, details });
    }
}

/// A read or write with this request.
fn store<T: DeserializeOwned>(request: Value, perform: impl FnOnce(Box<T>) -> StoreFuture) -> Work {
    match from_value(request) {
        Ok(request) => Work::Store(perform(Box::new(request))),
        Err(why) => Work::Unknown(format!("the request to a storage: {why}")),
    }
}

/// A task whose heartbeats are reported.
struct Watched<F> {
    task: RemoteTask,
    /// Heartbeats so far.
    seen: u64,
    beats: F,
}

impl<F: FnMut() + Unpin> Future for Watched<F> {
    type Output = Result<Value, TaskError>;

    fn poll(
        mut self: std::pin::Pin<&mut Self>,
        waking: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Self::Output> {
        let polled = std::pin::Pin::new(&mut self.task).poll(waking);
        if polled.is_pending() {
            let seen = self.task.heartbeats(waking);
            if seen != self.seen {
                self.seen = seen;
                (self.beats)();
            }
        }
        polled
    }
}
