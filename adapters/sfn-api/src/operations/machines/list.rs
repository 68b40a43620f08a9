//! `ListStateMachines`.

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::machine_type::MachineType;
use crate::operations::time::seconds;
use crate::page::PageRequest;
use crate::service::SfnApi;

/// `ListStateMachines`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::operations) struct ListStateMachines {
    max_results: Option<u32>,
    next_token: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::operations) struct ListedStateMachines {
    state_machines: Vec<ListedStateMachine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_token: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListedStateMachine {
    state_machine_arn: String,
    name: String,
    #[serde(rename = "type")]
    kind: MachineType,
    creation_date: f64,
}

pub(in crate::operations) fn list(
    api: &SfnApi,
    request: &ListStateMachines,
) -> Result<ListedStateMachines, Fault> {
    let page = PageRequest::read(
        &api.registry.contents().page_secret,
        &["ListStateMachines"],
        request.max_results,
        request.next_token.as_deref(),
    )?;
    let contents = api.registry.contents();
    let (machines, next_token) = page.cut(
        &contents.machines,
        |(name, _)| (*name).clone(),
        |(name, _), after| name.as_str() > after,
    );
    let item = |(name, machine): (&String, &crate::registry::StateMachine)| ListedStateMachine {
        state_machine_arn: api.scope.state_machine(name),
        name: name.clone(),
        kind: machine.kind,
        creation_date: seconds(machine.created),
    };
    Ok(ListedStateMachines { state_machines: machines.into_iter().map(item).collect(), next_token })
}
