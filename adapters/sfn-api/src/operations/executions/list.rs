//! `ListExecutions`.

use asl_durable::{List, Order, State};
use serde::{Deserialize, Serialize};

use super::super::map_runs::find;
use super::ExecutionStatus;
use super::members::ExecutionSummary;
use super::sync::type_not_supported;
use crate::fault::Fault;
use crate::machine_type::MachineType;
use crate::page::PageRequest;
use crate::service::SfnApi;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct ListExecutions {
    state_machine_arn: Option<String>,
    map_run_arn: Option<String>,
    status_filter: Option<ExecutionStatus>,
    redrive_filter: Option<String>,
    max_results: Option<u32>,
    next_token: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct ListedExecutions {
    executions: Vec<ExecutionSummary>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_token: Option<String>,
}

pub(in super::super) async fn list(
    api: &SfnApi,
    request: ListExecutions,
) -> Result<ListedExecutions, Fault> {
    let arn = match (request.state_machine_arn, request.map_run_arn) {
        (Some(arn), None) => arn,
        (None, Some(run)) => return Err(no_children(api, &run).await),
        (None, None) | (Some(_), Some(_)) => {
            return Err(Fault::new(
                "ValidationException",
                "Must provide either stateMachineArn or mapRunArn",
            ));
        }
    };
    if request.redrive_filter.is_some() {
        return Err(Fault::new(
            "ValidationException",
            "redriveFilter can only be used with mapRunArn",
        ));
    }
    let machine = api.scope.read_state_machine(&arn)?;
    check_listed(api, &arn, machine.name)?;
    let status = format!("{:?}", request.status_filter);
    let page = PageRequest::read(
        &api.registry.contents().page_secret,
        &["ListExecutions", &arn, &status],
        request.max_results,
        request.next_token.as_deref(),
    )?;
    let mut list = List::default()
        .machine(machine.name)
        .order(Order::NewestFirst)
        .after(page.after().unwrap_or_default())
        .limit(page.limit());
    list.label = machine.qualifier.is_some().then(|| arn.as_str().into());
    list.state = request.status_filter.map(state).transpose()?;
    let found = api.backend.list(list).await?;
    Ok(ListedExecutions {
        executions: found
            .executions
            .iter()
            .map(|summary| ExecutionSummary::new(api, summary))
            .collect(),
        next_token: found.next.map(|next| page.token(&next)),
    })
}

/// The fault for a request to list the child executions of a Map Run.
async fn no_children(api: &SfnApi, run: &str) -> Fault {
    match find(api, run).await {
        Ok(_) => Fault::new(
            "ValidationException",
            "child executions of a Map Run are parts of their parent here and cannot be listed: \
             use DescribeMapRun and the history of the parent",
        ),
        Err(fault) => fault,
    }
}

/// Checks that a state machine exists whose executions can be listed.
fn check_listed(api: &SfnApi, arn: &str, machine: &str) -> Result<(), Fault> {
    let contents = api.registry.contents();
    let Some(found) = contents.machines.get(machine) else {
        return Err(Fault::new(
            "StateMachineDoesNotExist",
            format!("State Machine Does Not Exist: '{arn}'"),
        ));
    };
    match found.kind {
        MachineType::Standard => Ok(()),
        MachineType::Express => Err(type_not_supported()),
    }
}

/// The state of the executions with a status.
fn state(status: ExecutionStatus) -> Result<State, Fault> {
    Ok(match status {
        ExecutionStatus::Running => State::Running,
        ExecutionStatus::Succeeded => State::Succeeded,
        ExecutionStatus::Failed => State::Failed,
        ExecutionStatus::TimedOut => State::TimedOut,
        ExecutionStatus::Aborted => State::Aborted,
        ExecutionStatus::PendingRedrive => {
            return Err(Fault::new(
                "ValidationException",
                "The PENDING_REDRIVE status filter can only be used with mapRunArn",
            ));
        }
    })
}
