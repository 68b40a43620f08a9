//! Versions of state machines: publish, list and delete.

use serde::{Deserialize, Serialize};

use super::Empty;
use super::machines::{active, unqualified};
use super::time::seconds;
use crate::arn::{Qualifier, StateMachine as MachineArn};
use crate::fault::Fault;
use crate::page::PageRequest;
use crate::service::SfnApi;

/// The name of the first revision, which has no id.
const INITIAL: &str = "INITIAL";

/// `PublishStateMachineVersion`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PublishVersion {
    state_machine_arn: String,
    revision_id: Option<String>,
    description: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Version {
    state_machine_version_arn: String,
    creation_date: f64,
}

/// `ListStateMachineVersions` and `ListStateMachineAliases`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListOfMachine {
    pub(super) state_machine_arn: String,
    pub(super) max_results: Option<u32>,
    pub(super) next_token: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListedVersions {
    state_machine_versions: Vec<Version>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_token: Option<String>,
}

/// `DeleteStateMachineVersion`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeleteVersion {
    state_machine_version_arn: String,
}

pub(super) async fn publish(api: &SfnApi, request: PublishVersion) -> Result<Version, Fault> {
    let arn = &request.state_machine_arn;
    let name = unqualified(api, arn)?;
    api.registry
        .change(|contents| {
            let machine = active(contents, name, arn)?;
            let current = machine.current.id.as_deref().unwrap_or(INITIAL);
            if let Some(wanted) = request.revision_id.as_deref().filter(|id| *id != current) {
                return Err(Fault::new(
                    "ConflictException",
                    format!(
                        "Failed to publish the State Machine version for revision {wanted}. The \
                         current State Machine revision is {current}."
                    ),
                ));
            }
            let mut machine = machine.clone();
            let published = machine.publish(request.description.clone())?;
            contents.machines.insert(name.to_owned(), machine);
            Ok(Version {
                state_machine_version_arn: api.scope.qualified(name, published.number),
                creation_date: seconds(published.created),
            })
        })
        .await
}

/// The versions of a state machine, newest first.
pub(super) fn list(api: &SfnApi, request: &ListOfMachine) -> Result<ListedVersions, Fault> {
    let arn = &request.state_machine_arn;
    let MachineArn { name, .. } = api.scope.read_state_machine(arn)?;
    let page = PageRequest::read(
        &api.registry.contents().page_secret,
        &["ListStateMachineVersions", arn],
        request.max_results,
        request.next_token.as_deref(),
    )?;
    let contents = api.registry.contents();
    // The operation has no other error for it.
    let machine = contents
        .machines
        .get(name)
        .ok_or_else(|| Fault::new("InvalidArn", format!("Invalid arn: {arn}")))?;
    let (versions, next_token) = page.cut(
        machine.versions.iter().rev(),
        |version| version.number.to_string(),
        |version, after| after.parse().is_ok_and(|after| version.number < after),
    );
    let versions = versions.into_iter().map(|version| Version {
        state_machine_version_arn: api.scope.qualified(name, version.number),
        creation_date: seconds(version.created),
    });
    Ok(ListedVersions { state_machine_versions: versions.collect(), next_token })
}

/// Deletes a version, unless an alias names it. One that does not exist is deleted already.
pub(super) async fn delete(api: &SfnApi, request: DeleteVersion) -> Result<Empty, Fault> {
    let arn = &request.state_machine_version_arn;
    let MachineArn { name, qualifier, .. } = api.scope.read_state_machine(arn)?;
    let Some(Qualifier::Version(number)) = qualifier else {
        return Err(Fault::new("InvalidArn", format!("Invalid Arn: 'not a version: {arn}'")));
    };
    api.registry
        .change(|contents| {
            let Some(machine) = contents.machines.get_mut(name) else { return Ok(Empty {}) };
            let names = machine.aliases.iter().filter(|alias| alias.has(number));
            let names: Vec<_> = names.map(|alias| alias.name.as_str()).collect();
            if !names.is_empty() {
                return Err(Fault::new(
                    "ConflictException",
                    format!(
                        "Version to be deleted must not be referenced by an alias. Current list of \
                         aliases referencing this version: [{}]",
                        names.join(", ")
                    ),
                ));
            }
            machine.versions.retain(|version| version.number != number);
            Ok(Empty {})
        })
        .await
}
