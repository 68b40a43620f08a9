//! Tasks that wait for a job: they start it, and look at it until it has ended.

use asl_aws_models::{Job, JobRequest, JobResult, JobSource, Resource, job};
use asl_runtime::error::names;
use asl_runtime::value::Object;
use asl_runtime::{TaskError, Value};

use crate::client::{Client, End};
use crate::emr;
use crate::problem::Problem;
use crate::resource::{self, Call, Naming};

/// Maximum number of looks in a row that may fail.
const MOST_FAILED_LOOKS: u32 = 5;
/// Maximum time between two looks, in times of the first one.
const SLOWEST: u32 = 30;

/// An operation of a run: what makes its idempotency tokens, and takes reports.
#[derive(Clone, Copy)]
pub(crate) struct Operation<'o> {
    pub(crate) key: &'o str,
    /// Takes the answer of a service that has accepted a job.
    pub(crate) submitted: &'o (dyn Fn(Value) + Sync),
    /// Takes the news that a job was seen running.
    pub(crate) seen: &'o (dyn Fn() + Sync),
}

/// Starts a job and waits for its end.
pub(crate) async fn perform(
    client: &Client,
    start: &Call<'_>,
    resource: &Resource<'_>,
    request: &Value,
    operation: Operation<'_>,
) -> Result<Value, TaskError> {
    let text = format!("{}:{}{}", resource.service, resource.action, resource.pattern);
    let refused = |problem: Problem| problem.into_task_error(&text);
    let (Naming::Optimized { prefix }, Some(job)) =
        (start.naming, job(resource.service, resource.action))
    else {
        return Err(refused(Problem::new(format!("`{text}` starts no job that is known"))));
    };
    let wire = emr::request(resource, request).map_err(refused)?;
    let started =
        client.send(start, operation.key, &wire).await.map_err(|end| end.failure(&text))?;
    let started = emr::result(resource, started);
    check_tasks(job, &started)?;
    (operation.submitted)(started.clone());
    let running = Running { client, start, prefix, started, request };
    let look = running.call(job.look).map_err(refused)?;
    let stop = Stop::new(&running, job);
    let end = running.wait(job, &look, operation).await.map_err(|end| end.failure(&text))?;
    stop.disarm();
    outcome(job, end, &running.started, resource.pattern)
}

/// A job that was started.
struct Running<'r> {
    client: &'r Client,
    start: &'r Call<'r>,
    prefix: &'static str,
    started: Value,
    request: &'r Value,
}

impl<'r> Running<'r> {
    fn call(&self, request: JobRequest) -> Result<Call<'r>, Problem> {
        Call::optimized(self.start.service, request.action, self.prefix)
    }

    /// The arguments of an operation on the job.
    fn arguments(&self, request: JobRequest) -> Value {
        let mut arguments = Value::object([]);
        for (name, source) in request.members {
            let value = match source {
                JobSource::Answer(place) => self.started.pointer(place).cloned(),
                JobSource::OnlyAnswer(place) => {
                    self.started.pointer(place).map(|value| Value::array(vec![value.clone()]))
                }
                JobSource::Request(place) => self.request.pointer(place).cloned(),
                JobSource::Text(text) => Some(Value::text(*text)),
            };
            if let Some(value) = value {
                arguments.insert(*name, value);
            }
        }
        arguments
    }

    /// Looks at the job until it has ended. A few failing looks do not end the task: the job runs.
    async fn wait(
        &self,
        job: &Job,
        look: &Call<'_>,
        operation: Operation<'_>,
    ) -> Result<Ended, End> {
        let arguments = self.arguments(job.look);
        let first = self.client.options().poll;
        let (mut pause, mut failed) = (first, 0_u32);
        let mut last = Value::object([]);
        loop {
            tokio::time::sleep(pause).await;
            pause = (pause.saturating_mul(3) / 2).min(first.saturating_mul(SLOWEST));
            let description = match self.client.send(look, "", &arguments).await {
                Ok(description) => description,
                Err(End::Failed(error)) if is_gone(job, &error) => {
                    return Ok(Ended { description: last, has_succeeded: true });
                }
                Err(End::Failed(error)) if failed < MOST_FAILED_LOOKS && !is_final(&error) => {
                    failed = failed.saturating_add(1);
                    continue;
                }
                Err(end) => return Err(end),
            };
            failed = 0;
            let status =
                description.pointer(job.status).and_then(Value::as_str).unwrap_or_default();
            let has_succeeded = job.done.contains(&status);
            if has_succeeded || job.failed.contains(&status) {
                return Ok(Ended { description, has_succeeded });
            }
            (operation.seen)();
            last = description;
        }
    }
}

/// A job that has ended.
struct Ended {
    /// Its last description.
    description: Value,
    has_succeeded: bool,
}

/// True if the error says that a job has ended by not existing any more.
fn is_gone(job: &Job, error: &TaskError) -> bool {
    job.gone.is_some_and(|gone| error.error().rsplit('.').next() == Some(gone))
}

/// True if looking again cannot help.
fn is_final(error: &TaskError) -> bool {
    error.error() == names::DATA_LIMIT_EXCEEDED || error.error().contains("AccessDenied")
}

/// Stops the job when the task that waits for it is dropped.
struct Stop {
    client: Client,
    service: &'static str,
    prefix: &'static str,
    request: Option<(&'static str, Value)>,
}

impl Stop {
    fn new(running: &Running<'_>, job: &Job) -> Self {
        let request = job.stop.map(|request| (request.action, running.arguments(request)));
        Self {
            client: running.client.clone(),
            service: running.start.service.name(),
            prefix: running.prefix,
            request,
        }
    }

    /// The job has ended.
    fn disarm(mut self) {
        self.request = None;
    }
}

impl Drop for Stop {
    fn drop(&mut self) {
        let Some((action, arguments)) = self.request.take() else { return };
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let (client, service, prefix) = (self.client.clone(), self.service, self.prefix);
        runtime.spawn(async move {
            // The answer does not matter: the job may have ended.
            let Ok(table) = resource::table(service) else { return };
            if let Ok(call) = Call::optimized(&table, action, prefix) {
                let _ = client.send(&call, "", &arguments).await;
            }
        });
    }
}

/// ECS answers without a task if it cannot place one.
fn check_tasks(job: &Job, started: &Value) -> Result<(), TaskError> {
    let JobResult::Containers(place) = job.result else { return Ok(()) };
    if started.pointer(place).is_some() {
        return Ok(());
    }
    Err(TaskError::new("AmazonECS.Unknown", started.to_json_string()))
}

/// The result of the task.
fn outcome(job: &Job, end: Ended, started: &Value, pattern: &str) -> Result<Value, TaskError> {
    let Ended { mut description, mut has_succeeded } = end;
    description.remove("SdkHttpMetadata");
    description.remove("SdkResponseMetadata");
    let at = |place: &str| description.pointer(place).cloned().unwrap_or_default();
    let result = match job.result {
        JobResult::At(place) => at(place),
        JobResult::Named(name, place) => Value::object([(name, at(place))]),
        JobResult::Containers(place) => {
            let result = at(place);
            has_succeeded = ended_well(&result);
            result
        }
        JobResult::WithAnswer => {
            for (name, value) in started.as_object().into_iter().flat_map(Object::iter) {
                if !name.starts_with("Sdk") {
                    description.insert(name, value.clone());
                }
            }
            description
        }
        JobResult::Execution if pattern == ".sync:2" => with_documents(description),
        JobResult::Execution => description,
    };
    if !has_succeeded {
        return Err(TaskError::new(names::TASK_FAILED, result.to_json_string()));
    }
    Ok(result)
}

/// True if every container of a task that has an exit code has ended well.
fn ended_well(task: &Value) -> bool {
    let containers = task.get("Containers").and_then(Value::as_array);
    let mut codes = containers
        .into_iter()
        .flat_map(|all| all.iter())
        .map(|container| container.get("ExitCode"));
    let started = task.get("StopCode").and_then(Value::as_str) != Some("TaskFailedToStart");
    started && codes.all(|code| code.is_none_or(|code| code.as_i64() == Some(0)))
}

/// An execution whose input and output are data.
fn with_documents(mut description: Value) -> Value {
    for name in ["Input", "Output"] {
        let text = description.get(name).and_then(Value::as_str);
        if let Some(document) = text.and_then(|text| Value::from_json_str(text).ok()) {
            description.insert(name, document);
        }
    }
    description
}
