//! `StartExecution`.

use asl_durable::Start;
use asl_runtime::__engine::random_seed;
use asl_runtime::value::{Text, Value};
use serde::{Deserialize, Serialize};

use super::super::time::seconds;
use crate::arn::check_name;
use crate::fault::Fault;
use crate::service::SfnApi;

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
/// start did.
pub(in super::super) async fn start(
    api: &SfnApi,
    request: StartExecution,
) -> Result<StartedExecution, Fault> {
    let machine = api.scope.read_state_machine(&request.state_machine_arn)?.name;
    let input = read_input(request.input.as_deref())?;
    if let Some(name) = &request.name {
        check_name(name)?;
    }
    let name = request.name.unwrap_or_else(unique_name);
    let id = api.scope.execution(machine, &name);
    let start = Start::new(machine, input)
        .name(name)
        .id(id)
        .machine_id(api.scope.state_machine(machine))
        .trace_header(request.trace_header);
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

/// Reads the input of an execution. Without one it is `{}`.
fn read_input(input: Option<&str>) -> Result<Value, Fault> {
    Value::from_json_str(input.unwrap_or("{}")).map_err(|error| {
        Fault::new(
            "InvalidExecutionInput",
            format!("Invalid State Machine Execution Input: '{error}'"),
        )
    })
}

/// A name for an execution that was started without one: a random UUID.
fn unique_name() -> String {
    let [high, low] = [random_seed(), random_seed()];
    let (time, version) = (high >> 16 & 0xffff, high & 0xfff);
    let variant = low >> 48 & 0x3fff | 0x8000;
    format!("{:08x}-{time:04x}-4{version:03x}-{variant:04x}-{:012x}", high >> 32, low << 16 >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_random_uuids() {
        let names: std::collections::BTreeSet<_> = (0..1_000).map(|_| unique_name()).collect();
        assert_eq!(names.len(), 1_000);
        for name in names {
            let lengths: Vec<_> = name.split('-').map(str::len).collect();
            assert_eq!(lengths, [8, 4, 4, 4, 12], "{name}");
            assert!(name[14..].starts_with('4') && "89ab".contains(&name[19..20]), "{name}");
        }
    }
}
