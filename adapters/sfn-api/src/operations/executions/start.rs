//! `StartExecution`.

use asl_durable::Start;
use asl_runtime::value::{Text, Value};
use serde::{Deserialize, Serialize};

use super::super::time::seconds;
use crate::arn::check_name;
use crate::fault::Fault;
use crate::machine_type::MachineType;
use crate::service::SfnApi;
use crate::uuid::uuid;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct StartExecution {
    state_machine_arn: String,
    name: Option<String>,
    input: Option<String>,
    #[serde(default)]
    trace_header: Text,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct StartedExecution {
    execution_arn: String,
    start_date: f64,
}

/// Starts an execution. A start with the name and the input of a running one answers as the first
/// start did; executions of Express state machines have no such limit of their names.
pub(in super::super) async fn start(
    api: &SfnApi,
    request: StartExecution,
) -> Result<StartedExecution, Fault> {
    let (_, start) = prepare(api, request)?;
    let started = api.backend.start(start).await?;
    if !started.is_new {
        let before = api.backend.describe(started.id.clone()).await?;
        if before.summary.state.is_over() {
            return Err(Fault::new(
                "ExecutionAlreadyExists",
                format!("Execution Already Exists: '{}'", started.id),
            ));
        }
    }
    Ok(StartedExecution {
        execution_arn: started.id.to_string(),
        start_date: seconds(started.started),
    })
}

/// Splits `ARN#CASE`, with which Step Functions Local names a case of a mock file. Backends with
/// mocks find the case, with its `#`, at the end of the machine's name.
fn split_case(arn: &str) -> (&str, &str) {
    arn.split_at(arn.find('#').unwrap_or(arn.len()))
}

/// The type of the state machine, and the start for the backend.
pub(super) fn prepare(
    api: &SfnApi,
    request: StartExecution,
) -> Result<(MachineType, Start), Fault> {
    let (arn, case) = split_case(&request.state_machine_arn);
    let machine = api.scope.read_state_machine(arn)?;
    let input = read_input(request.input.as_deref())?;
    if let Some(name) = &request.name {
        check_name(name)?;
    }
    let name = request.name.unwrap_or_else(uuid);
    let target = api.registry.target(arn, machine, &name)?;
    let id = match target.kind {
        MachineType::Standard => api.scope.execution(&target.machine, &name),
        MachineType::Express => api.scope.express(&target.machine, &name, &uuid()),
    };
    let start = Start::new(format!("{}{case}", target.machine), input)
        .version(target.compiled)
        .id(id)
        .name(name)
        .label(target.label(&api.scope))
        .role_arn(target.role_arn)
        .machine_id(api.scope.state_machine(&target.machine))
        .trace_header(request.trace_header);
    Ok((target.kind, start))
}

/// Reads the input of an execution. Without one it is `{}`.
fn read_input(input: Option<&str>) -> Result<Value, Fault> {
    Value::from_json_str(input.unwrap_or("{}")).map_err(|error| {
        Fault::new(
            "InvalidExecutionInput",
            format!("Invalid State Machine Execution Input: '{error}'"),
        )
    })
}
