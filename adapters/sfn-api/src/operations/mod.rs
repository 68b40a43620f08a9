//! The operations of the API, one function for each.

mod activities;
mod aliases;
mod executions;
mod machines;
mod map_runs;
mod tags;
mod tasks;
mod test_state;
mod time;
mod validate;
mod versions;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::fault::Fault;
use crate::service::SfnApi;

pub(crate) use machines::continue_deletions;

/// An answer without members.
#[derive(Serialize)]
struct Empty {}

/// A tag of a resource.
#[derive(Clone, Serialize, Deserialize)]
struct Tag {
    key: String,
    #[serde(default)]
    value: String,
}

/// Performs an operation with a request that fits the model.
pub(crate) async fn call(api: &SfnApi, operation: &str, input: Value) -> Result<Value, Fault> {
    match operation {
        "CreateStateMachine" => output(machines::create(api, read(input)?).await?),
        "UpdateStateMachine" => output(machines::update(api, read(input)?).await?),
        "DescribeStateMachine" => output(machines::describe(api, &read(input)?)?),
        "DescribeStateMachineForExecution" => {
            output(machines::describe_for_execution(api, read(input)?).await?)
        }
        "DeleteStateMachine" => output(machines::delete(api, read(input)?).await?),
        "ListStateMachines" => output(machines::list(api, &read(input)?)?),
        "PublishStateMachineVersion" => output(versions::publish(api, read(input)?).await?),
        "ListStateMachineVersions" => output(versions::list(api, &read(input)?)?),
        "DeleteStateMachineVersion" => output(versions::delete(api, read(input)?).await?),
        "CreateStateMachineAlias" => output(aliases::create(api, read(input)?).await?),
        "DescribeStateMachineAlias" => output(aliases::describe(api, read(input)?)?),
        "UpdateStateMachineAlias" => output(aliases::update(api, read(input)?).await?),
        "DeleteStateMachineAlias" => output(aliases::delete(api, read(input)?).await?),
        "ListStateMachineAliases" => output(aliases::list(api, &read(input)?)?),
        "TagResource" => output(tags::tag(api, read(input)?).await?),
        "UntagResource" => output(tags::untag(api, read(input)?).await?),
        "ListTagsForResource" => output(tags::list(api, &read(input)?)?),
        "ValidateStateMachineDefinition" => output(validate::validate(read(input)?).await?),
        "TestState" => test_state::test(api, read(input)?).await,
        "StartExecution" => output(executions::start(api, read(input)?).await?),
        "DescribeExecution" => output(executions::describe(api, read(input)?).await?),
        "ListExecutions" => output(executions::list(api, read(input)?).await?),
        "StopExecution" => output(executions::stop(api, read(input)?).await?),
        "RedriveExecution" => output(executions::redrive(api, read(input)?).await?),
        "GetExecutionHistory" => output(executions::history(api, read(input)?).await?),
        "StartSyncExecution" => output(executions::start_sync(api, read(input)?).await?),
        "CreateActivity" => output(activities::create(api, read(input)?).await?),
        "DescribeActivity" => output(activities::describe(api, &read(input)?)?),
        "DeleteActivity" => output(activities::delete(api, read(input)?).await?),
        "ListActivities" => output(activities::list(api, &read(input)?)?),
        "GetActivityTask" => output(activities::get_task(api, read(input)?).await?),
        "DescribeMapRun" => output(map_runs::describe(api, read(input)?).await?),
        "ListMapRuns" => output(map_runs::list(api, read(input)?).await?),
        "UpdateMapRun" => output(map_runs::update(api, read(input)?).await?),
        "SendTaskSuccess" => output(tasks::success(api, read(input)?).await?),
        "SendTaskFailure" => output(tasks::failure(api, read(input)?).await?),
        "SendTaskHeartbeat" => output(tasks::heartbeat(api, read(input)?).await?),
        _ => Err(Fault::new(
            "UnknownOperationException",
            format!("there is no operation `{operation}`"),
        )),
    }
}

fn read<T: DeserializeOwned>(input: Value) -> Result<T, Fault> {
    serde_json::from_value(input)
        .map_err(|error| Fault::new("SerializationException", error.to_string()))
}

fn output(output: impl Serialize) -> Result<Value, Fault> {
    serde_json::to_value(output).map_err(|error| Fault::new("InternalFailure", error.to_string()))
}
