//! The worker for activity tasks: polls, runs the machine's tasks, reports their results.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use asl_runtime::__engine::lock;
use asl_runtime::engine::remote::{RemoteCall, RemoteTask, RemoteTasks};
use asl_runtime::error::names;
use asl_runtime::{TaskError, Value};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::decide::Decider;
use crate::failure;
use crate::model::{ActivityTask, ActivityType};
use crate::options::OptionError;
use crate::service::{
    PollForActivityTask, RespondActivityTaskCanceled, RespondActivityTaskCompleted,
    RespondActivityTaskFailed, Swf, SwfError, SwfResult,
};

use super::attempt::Attempt;
use super::notice::{ActivityEnd, Notice, Tally};
use super::options::WorkerOptions;
use super::pollers::{self, WorkerError};
use super::retrying_client::RetryingClient;
use super::stop::Stop;

/// Polls a task list for activity tasks and runs the machines' tasks. Any number of workers and
/// processes may poll the same list.
///
/// The task context has the data of the execution: operation (the activity id), attempt, state and
/// resource. The execution id is `workflow id:run id` of the scheduling run, and the token is that
/// of the activity task, which permits reports.
pub struct ActivityWorker<S> {
    swf: Arc<S>,
    options: WorkerOptions,
    types: HashMap<ActivityType, Vec<Served>>,
    slots: usize,
    heartbeat_pause: Duration,
    watch_cancels: Option<Duration>,
    heartbeat_details: Option<HeartbeatDetails>,
}

/// Makes the `details` of a task's heartbeat, from the number of its heartbeats so far.
pub(super) type HeartbeatDetails = Arc<dyn Fn(&ActivityTask, u64) -> String + Send + Sync>;

/// Minimum interval of requests to the service.
const SHORTEST_WATCH: Duration = Duration::from_millis(100);

/// The Resource of a machine for an activity type.
struct Served {
    tasks: RemoteTasks,
    resource: &'static str,
    /// True for plain text in place of JSON: option `plain_text`.
    plain_text: bool,
}

impl<S: Swf> ActivityWorker<S> {
    /// A worker without activity types.
    ///
    /// # Errors
    /// An option that Amazon SWF would not take, or with which the worker would do nothing.
    pub fn new(swf: Arc<S>, options: WorkerOptions) -> Result<Self, OptionError> {
        options.check()?;
        Ok(Self {
            swf,
            options,
            types: HashMap::new(),
            slots: 100,
            heartbeat_pause: Duration::from_secs(10),
            watch_cancels: None,
            heartbeat_details: None,
        })
    }

    /// Adds the activity types that a decider schedules, with the tasks of its machine.
    #[must_use]
    pub fn serve(mut self, decider: &Decider, tasks: &RemoteTasks) -> Self {
        for (row, activity_type) in decider.activity_types() {
            let served = self.types.entry(activity_type.clone()).or_default();
            let is_new = |other: &Served| {
                other.resource != row.resource
                    || !std::ptr::eq(other.tasks.machine(), tasks.machine())
            };
            if served.iter().all(is_new) {
                let own = decider.options().activities.get(row.resource);
                let plain_text = own.is_some_and(|own| own.plain_text);
                served.push(Served { tasks: tasks.clone(), resource: row.resource, plain_text });
            }
        }
        self
    }

    /// Sets the maximum number of concurrent tasks. By default 100.
    #[must_use]
    pub fn slots(self, slots: usize) -> Self {
        Self { slots: slots.clamp(1, Semaphore::MAX_PERMITS), ..self }
    }

    /// Sets the minimum pause between two heartbeats of tasks without a constant
    /// `HeartbeatSeconds`. By default 10 s. With `HeartbeatSeconds` it is a quarter of them.
    #[must_use]
    pub fn heartbeat_pause(self, heartbeat_pause: Duration) -> Self {
        Self { heartbeat_pause, ..self }
    }

    /// Sets the interval of checks for a cancellation, for tasks without `HeartbeatSeconds`. Such a
    /// check is a heartbeat, so it must not be used with `HeartbeatSecondsPath`. By default only
    /// tasks that call [`heartbeat`](asl_runtime::TaskContext::heartbeat) see a cancellation.
    #[must_use]
    pub fn watch_cancels(self, every: Duration) -> Self {
        Self { watch_cancels: Some(every.max(SHORTEST_WATCH)), ..self }
    }

    /// Sets the `details` of heartbeats, made from the task and the number of its heartbeats so
    /// far, cut at 2,048 characters. The history shows those of the last heartbeat when a task
    /// times out. By default there are none.
    #[must_use]
    pub fn heartbeat_details(
        self,
        details: impl Fn(&ActivityTask, u64) -> String + Send + Sync + 'static,
    ) -> Self {
        Self { heartbeat_details: Some(Arc::new(details)), ..self }
    }

    /// Polls until the worker is stopped, and returns its totals. Dropping the future drops
    /// everything in flight.
    ///
    /// # Errors
    /// The service cannot be reached for longer than the options' patience, or does not let us do
    /// this. Tasks in flight have ended then, within the grace.
    pub async fn run(self, stop: &Stop) -> Result<Tally, WorkerError> {
        let Self { swf, options, types, slots, heartbeat_pause, watch_cancels, heartbeat_details } =
            self;
        let client = Arc::new(RetryingClient::new(swf, options, Stop::new()));
        let poller = Arc::new(Poller {
            client: Arc::clone(&client),
            types,
            slots: Arc::new(Semaphore::new(slots)),
            heartbeat_pause,
            watch_cancels,
            heartbeat_details,
            broken: Mutex::new(None),
        });
        pollers::run(client, stop, || Arc::clone(&poller).poll()).await
    }
}

struct Poller<S> {
    client: Arc<RetryingClient<S>>,
    types: HashMap<ActivityType, Vec<Served>>,
    slots: Arc<Semaphore>,
    heartbeat_pause: Duration,
    watch_cancels: Option<Duration>,
    heartbeat_details: Option<HeartbeatDetails>,
    /// The error that ends the worker, because reports are impossible.
    broken: Mutex<Option<SwfError>>,
}

impl<S: Swf> Poller<S> {
    async fn poll(self: Arc<Self>) -> Result<(), WorkerError> {
        let mut running = JoinSet::new();
        let polled = self.poll_into(&mut running).await;
        // Each ends by itself, at the latest with the grace period.
        let mut panicked = None;
        while let Some(done) = running.join_next().await {
            panicked = panicked.or(done.err());
        }
        polled?;
        if let Some(panic) = panicked {
            return Err(panic.into());
        }
        let broken = lock(&self.broken).take();
        broken.map_or(Ok(()), |error| Err(error.into()))
    }

    async fn poll_into(self: &Arc<Self>, running: &mut JoinSet<()>) -> Result<(), WorkerError> {
        let options = &self.client.options;
        let request = PollForActivityTask {
            domain: options.domain.clone(),
            task_list: options.task_list.clone(),
            identity: Some(options.identity.clone()),
        };
        loop {
            while let Some(done) = running.try_join_next() {
                done?;
            }
            let slot = tokio::select! {
                slot = Arc::clone(&self.slots).acquire_owned() => slot,
                () = self.client.stop.stopped() => return Ok(()),
            };
            let poll = || self.client.swf.poll_for_activity_task(request.clone());
            let polled =
                self.client.poll("PollForActivityTask", ActivityTask::is_empty, poll).await;
            let Some(task) = polled.inspect_err(|_| self.client.stop.stop())? else {
                return Ok(());
            };
            let poller = Arc::clone(self);
            running.spawn(async move {
                if let Err(error) = poller.perform(&task).await {
                    poller.client.stop.stop();
                    lock(&poller.broken).get_or_insert(error);
                }
                drop(slot);
            });
        }
    }

    async fn perform(&self, task: &ActivityTask) -> SwfResult<()> {
        self.client.options.report(&Notice::Began { task });
        let end = match self.start(task) {
            Ok(remote) => self.attempt(task, &remote).drive(remote).await?,
            Err(error) => ActivityEnd::Failed(error),
        };
        if !matches!(end, ActivityEnd::Completed(_)) {
            self.client.counts.failed.add();
        }
        if let Some(answered) = self.report(task, &end).await? {
            match answered {
                Ok(()) => self.client.counts.answered.add(),
                Err(error) => self.client.lost(&task.workflow_execution, &error),
            }
        }
        self.client.options.report(&Notice::Ended { task, end: &end });
        Ok(())
    }

    fn attempt<'t>(&'t self, task: &'t ActivityTask, remote: &RemoteTask) -> Attempt<'t, S> {
        let own =
            remote.row().heartbeat_seconds.map(|seconds| Duration::from_secs(seconds.into()) / 4);
        let watch = self.watch_cancels.filter(|_| own.is_none());
        let details = self.heartbeat_details.as_ref();
        Attempt::new(&self.client, task, own.unwrap_or(self.heartbeat_pause), watch)
            .with_details(details)
    }

    /// Starts the task of the machine with this operation.
    fn start(&self, task: &ActivityTask) -> Result<RemoteTask, TaskError> {
        let failed = |cause: String| TaskError::new(names::TASK_FAILED, cause);
        let ActivityType { name, version } = &task.activity_type;
        let served = self.types.get(&task.activity_type);
        let served = served
            .ok_or_else(|| failed(format!("this worker has no activity `{name}` `{version}`")))?;
        let execution = &task.workflow_execution;
        let call = |resource: &'static str| {
            RemoteCall::new(task.activity_id.as_str())
                .resource(resource)
                .execution_id(format!("{}:{}", execution.workflow_id, execution.run_id))
                .execution_name(execution.workflow_id.as_str())
                .token(task.task_token.as_str())
        };
        let text = task.input.as_deref();
        let mut unknown = None;
        for Served { tasks, resource, plain_text } in served {
            let input = match text {
                Some(text) if *plain_text => plain(text),
                Some(text) => Value::from_json_str(text).map_err(|error| {
                    failed(format!("the input of `{}` is not JSON: {error}", task.activity_id))
                })?,
                None => Value::Null,
            };
            match tasks.start(call(resource), input) {
                Ok(remote) => return Ok(remote),
                Err(error) => unknown = Some(error),
            }
        }
        Err(failed(unknown.map_or_else(
            || format!("no machine has the activity `{name}`"),
            |error| error.to_string(),
        )))
    }

    /// Reports the end of a task to the service, if the service waits for it.
    async fn report(
        &self,
        task: &ActivityTask,
        end: &ActivityEnd,
    ) -> SwfResult<Option<Result<(), SwfError>>> {
        let task_token = task.task_token.clone();
        let client = &self.client;
        let answered = match end {
            ActivityEnd::Completed(result) => {
                let request =
                    RespondActivityTaskCompleted { task_token, result: Some(result.clone()) };
                let respond = || self.client.swf.respond_activity_task_completed(request.clone());
                client.report("RespondActivityTaskCompleted", respond).await?
            }
            ActivityEnd::Failed(error) => {
                let (reason, details) = failure::write(error);
                let request =
                    RespondActivityTaskFailed { task_token, reason: Some(reason), details };
                let respond = || self.client.swf.respond_activity_task_failed(request.clone());
                client.report("RespondActivityTaskFailed", respond).await?
            }
            ActivityEnd::Canceled => {
                let request = RespondActivityTaskCanceled { task_token, details: None };
                let respond = || self.client.swf.respond_activity_task_canceled(request.clone());
                client.report("RespondActivityTaskCanceled", respond).await?
            }
            ActivityEnd::Abandoned | ActivityEnd::CutOff => return Ok(None),
        };
        Ok(Some(answered))
    }
}

/// Plain text as input: only an object or an array is JSON.
fn plain(text: &str) -> Value {
    let structured = Value::from_json_str(text)
        .ok()
        .filter(|value| matches!(value, Value::Object(_) | Value::Array(_)));
    structured.unwrap_or_else(|| Value::text(text))
}

impl<S> fmt::Debug for ActivityWorker<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let types: Vec<&ActivityType> = self.types.keys().collect();
        f.debug_struct("ActivityWorker")
            .field("options", &self.options)
            .field("types", &types)
            .finish_non_exhaustive()
    }
}
