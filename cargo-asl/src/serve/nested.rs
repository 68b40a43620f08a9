//! Tasks that start executions of other machines of the server.

use std::sync::{Arc, OnceLock};
use std::time::{SystemTime, UNIX_EPOCH};

use asl_durable::program::OpenCall;
use asl_runtime::machine::Form;
use asl_runtime::value::Text;
use asl_runtime::{ChildExecution, TaskError, Value};
use asl_sfn_api::{Backend as _, Fault};
use asl_testing::runner::{Call, CallReply};
use serde_json::json;

use super::machines::{Machines, Shared};

/// The execution that a task waits for. It is stopped if the task's own execution no longer needs
/// it.
pub(super) type Awaited = Arc<OnceLock<Text>>;

/// Starts the execution and, depending on the form, waits for its end.
pub(super) async fn perform(shared: Arc<Shared>, call: Call, open: OpenCall, awaited: Awaited) {
    let reply = match run(&shared, &call, &open, &awaited).await {
        Ok(output) => CallReply::Return(output),
        Err(error) => CallReply::Throw {
            error: error.error().to_owned(),
            cause: error.cause().unwrap_or_default().to_owned(),
        },
    };
    open.answer(0, reply);
}

async fn run(
    shared: &Arc<Shared>,
    call: &Call,
    open: &OpenCall,
    awaited: &Awaited,
) -> Result<Value, TaskError> {
    let mut child = ChildExecution::new(&call.key, &call.input, 0)?;
    let is_named = call.input.get("Name").is_some_and(|name| name.as_str().is_some());
    let request = json!({
        "stateMachineArn": child.machine_arn.as_str(),
        "name": child.name.as_str(),
        "input": child.input.to_json_string(),
    });
    match shared.api().call("StartExecution", request).await {
        Ok(started) => {
            let arn = started.get("executionArn").and_then(|arn| arn.as_str());
            child.arn = arn.unwrap_or_default().into();
        }
        // Only this task can have started an execution of this name: before a restart.
        Err(fault) if fault.kind() == "ExecutionAlreadyExists" && !is_named => {}
        Err(fault) => return Err(refused(&fault)),
    }
    let machines = Machines::of(shared);
    let started = machines.describe(child.arn.clone()).await.map_err(|fault| refused(&fault))?;
    child.start = millis(started.summary.started);
    let answer = child.started(&call.resource);
    let Some(form) = waiting_form(&call.resource) else { return Ok(answer) };
    open.submitted(answer);
    let _ = awaited.set(child.arn.clone());
    let result = machines.wait(child.arn.clone()).await.map_err(|fault| refused(&fault))?;
    let ended = machines.describe(child.arn.clone()).await.map_err(|fault| refused(&fault))?;
    child.ended(form, &result, ended.summary.stopped.map_or(0, millis))
}

/// The form of a task that waits for the end.
fn waiting_form(resource: &str) -> Option<Form> {
    match resource.rsplit_once('.')?.1 {
        "sync" => Some(Form::Sync),
        "sync:2" => Some(Form::Sync2),
        _ => None,
    }
}

fn refused(fault: &Fault) -> TaskError {
    ChildExecution::refused(fault.kind(), fault.message())
}

fn millis(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
