//! The server of the generated crate: the machines of the jobs in a durable store behind the Step
//! Functions API. Their tasks answer as in virtual time, from the script of the job that the
//! execution's name gives.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs::File;
use std::io::{BufRead, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use asl_durable::Durable;
use asl_runtime::error::Phase;
use asl_runtime::machine::{Form, Machine};
use asl_runtime::storage::{Memory, ObjectName};
use asl_runtime::{Compiled, TaskContext, TaskError, TaskFuture, TaskSet, Value, json};
use serde::Deserialize;

use super::runner::script::{Answer, Picked, Script};
use super::serve::serve;

/// A case to run.
#[derive(Deserialize)]
struct Job {
    machine: usize,
    script: Script,
    #[serde(default)]
    objects: Vec<Stored>,
}

/// An object in a store.
#[derive(Deserialize)]
struct Stored {
    bucket: String,
    key: String,
    body: String,
}

/// The tasks of all machines.
struct Scripts {
    /// The scripts, by the names of executions: `case-7`.
    by_name: Mutex<BTreeMap<String, Script>>,
    calls: Mutex<File>,
    store: OnceLock<Durable>,
}

/// Serves until standard input is closed. Prints the address when it is ready.
pub(crate) fn run(
    machines: impl Fn(usize) -> Option<&'static Machine>,
    jobs: impl BufRead,
    calls: File,
    folder: &Path,
) -> Result<(), Box<dyn Error>> {
    let (mut scripts, mut wanted, storage) = (BTreeMap::new(), BTreeSet::new(), Memory::new());
    for (number, line) in jobs.lines().enumerate() {
        let job: Job = serde_json::from_str(&line?)?;
        for object in job.objects {
            storage.put(ObjectName::new(object.bucket, object.key), object.body);
        }
        wanted.insert(job.machine);
        scripts.insert(format!("case-{number}"), job.script);
    }
    let tasks = Arc::new(Scripts {
        by_name: Mutex::new(scripts),
        calls: Mutex::new(calls),
        store: OnceLock::new(),
    });
    let machines = wanted
        .into_iter()
        .filter_map(machines)
        .map(|machine| Compiled::new(machine, Shared(Arc::clone(&tasks))))
        .collect();
    serve(machines, storage, folder, |store| drop(tasks.store.set(store.clone())))
}

/// The tasks of one machine.
struct Shared(Arc<Scripts>);

impl TaskSet for Shared {
    fn call(self: Arc<Self>, _: u32, cx: TaskContext, input: Value) -> TaskFuture {
        let scripts = Arc::clone(&self.0);
        Box::pin(async move {
            let picked = scripts.pick(&cx, &input);
            if let Some(worker) = picked.worker {
                cx.started_by(worker.name.map(Into::into));
            }
            if let Some(answer) = picked.submitted {
                cx.submitted(read(&answer)?);
            }
            // The engine takes the reports before the result.
            tokio::task::yield_now().await;
            let result = match picked.answer {
                Some(Answer::Never) => std::future::pending().await,
                Some(Answer::Echo) => Ok(input),
                Some(Answer::Return(text)) => read(&text),
                Some(Answer::Fail { error, cause, phase }) => {
                    Err(failed(error, cause, phase.as_deref()))
                }
                None => Err(TaskError::new(
                    "Conformance.NoSuchCall",
                    "the recording has no further call of this task",
                )),
            };
            let is_reported =
                result.as_ref().map_or_else(|error| error.phase() == Phase::Run, |_| true);
            if cx.form() == Form::Token && is_reported {
                return scripts.report(&cx.token(), result).await;
            }
            result
        })
    }
}

impl Scripts {
    /// The answer to a call, which is recorded.
    fn pick(&self, cx: &TaskContext, input: &Value) -> Picked {
        let id = cx.execution_id();
        let case = id.split([':', '/', '.', '#']).find(|part| part.starts_with("case-"));
        let case = case.unwrap_or_default();
        let mut scripts = self.by_name.lock().unwrap_or_else(PoisonError::into_inner);
        let picked = match scripts.get_mut(case) {
            Some(script) => script.pick(cx.resource(), input),
            None => Script::default().pick(cx.resource(), input),
        };
        let script = picked.call.and_then(|call| i64::try_from(call).ok());
        let call = json!({
            "case": case,
            "resource": cx.resource(),
            "state": cx.state(),
            "input": input.to_json_string(),
            "script": script,
        });
        let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        // A call that is not recorded is a difference.
        let _ = writeln!(calls, "{}", call.to_json_string());
        picked
    }

    /// Ends a task by its token. Its call is dropped then.
    async fn report(
        &self,
        token: &str,
        result: Result<Value, TaskError>,
    ) -> Result<Value, TaskError> {
        let Some(store) = self.store.get() else { return result };
        let reported = match result {
            Ok(output) => store.success(token, output).await,
            Err(error) => store.failure(token, error).await,
        };
        match reported {
            Ok(()) => std::future::pending().await,
            Err(error) => Err(TaskError::new("Conformance.NoTask", error.to_string())),
        }
    }
}

fn failed(error: Option<String>, cause: Option<String>, phase: Option<&str>) -> TaskError {
    let error = match (error, cause) {
        (Some(error), Some(cause)) => TaskError::new(error, cause),
        (Some(error), None) => TaskError::named(error),
        (None, cause) => TaskError::without_name(cause.map(Into::into)),
    };
    error.in_phase(match phase {
        Some("schedule") => Phase::Schedule,
        Some("start") => Phase::Start,
        Some("submit") => Phase::Submit,
        Some(_) | None => Phase::Run,
    })
}

fn read(text: &str) -> Result<Value, TaskError> {
    Value::from_json_str(text)
        .map_err(|error| TaskError::new("Conformance.BadAnswer", error.to_string()))
}
