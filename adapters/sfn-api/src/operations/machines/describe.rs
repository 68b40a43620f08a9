//! `DescribeStateMachine` and `DescribeStateMachineForExecution`.

use std::collections::{BTreeMap, BTreeSet};

use asl_durable::Summary;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::does_not_exist;
use crate::arn::{Qualifier, StateMachine as MachineArn};
use crate::backend::Definition;
use crate::definition;
use crate::fault::Fault;
use crate::machine_type::MachineType;
use crate::operations::time::seconds;
use crate::registry::{Revision, StateMachine};
use crate::service::SfnApi;

/// `DescribeStateMachine`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::operations) struct DescribeStateMachine {
    state_machine_arn: String,
    included_data: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::operations) struct DescribedStateMachine {
    state_machine_arn: String,
    name: String,
    status: &'static str,
    #[serde(rename = "type")]
    kind: MachineType,
    creation_date: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(flatten)]
    revision: DescribedRevision,
}

/// The members of a description that belong to a revision.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::operations) struct DescribedRevision {
    definition: String,
    role_arn: String,
    logging_configuration: Value,
    tracing_configuration: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    encryption_configuration: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    revision_id: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    variable_references: BTreeMap<String, BTreeSet<String>>,
}

/// `DescribeStateMachineForExecution`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::operations) struct DescribeForExecution {
    execution_arn: String,
    included_data: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::operations) struct DescribedForExecution {
    state_machine_arn: String,
    name: String,
    update_date: f64,
    #[serde(flatten)]
    revision: DescribedRevision,
}

impl DescribedRevision {
    fn new(api: &SfnApi, revision: &Revision, included_data: Option<&str>) -> Self {
        let with_definition = included_data != Some("METADATA_ONLY");
        Self {
            // AWS answers no empty text; that of a machine may be unknown.
            definition: match revision.definition.as_str() {
                text if with_definition && !text.is_empty() => text.to_owned(),
                _ => "{}".to_owned(),
            },
            role_arn: role_arn(api, revision),
            logging_configuration: revision.logging.clone(),
            tracing_configuration: revision.tracing.clone(),
            encryption_configuration: revision.encryption.clone(),
            revision_id: revision.id.clone(),
            variable_references: if with_definition {
                definition::variable_references(&revision.definition)
            } else {
                BTreeMap::new()
            },
        }
    }
}

pub(in crate::operations) fn describe(
    api: &SfnApi,
    request: &DescribeStateMachine,
) -> Result<DescribedStateMachine, Fault> {
    let arn = &request.state_machine_arn;
    let MachineArn { name, qualifier, .. } = api.scope.read_state_machine(arn)?;
    let contents = api.registry.contents();
    let machine = contents.machines.get(name).ok_or_else(|| does_not_exist(arn))?;
    let version = match qualifier {
        None => None,
        Some(Qualifier::Version(number)) => {
            Some(machine.version(number).ok_or_else(|| does_not_exist(arn))?)
        }
        Some(Qualifier::Alias(_)) => return Err(does_not_exist(arn)),
    };
    let revision = version.map_or(&machine.current, |version| &version.revision);
    Ok(DescribedStateMachine {
        name: name.to_owned(),
        status: if machine.is_deleting { "DELETING" } else { "ACTIVE" },
        kind: machine.kind,
        creation_date: seconds(version.map_or(machine.created, |version| version.created)),
        description: version.and_then(|version| version.description.clone()),
        revision: DescribedRevision::new(api, revision, request.included_data.as_deref()),
        state_machine_arn: arn.clone(),
    })
}

pub(in crate::operations) async fn describe_for_execution(
    api: &SfnApi,
    request: DescribeForExecution,
) -> Result<DescribedForExecution, Fault> {
    let execution = api.scope.read_execution(&request.execution_arn)?;
    if execution.express.is_some() {
        return Err(Fault::new(
            "InvalidArn",
            "Invalid Arn: 'Resource type not valid in this context: express'",
        ));
    }
    let summary = api.backend.describe(request.execution_arn.as_str().into()).await?.summary;
    let revision = revision_of(api, &summary);
    Ok(DescribedForExecution {
        state_machine_arn: api.scope.state_machine(&summary.machine),
        name: summary.machine.to_string(),
        update_date: seconds(revision.updated),
        revision: DescribedRevision::new(api, &revision, request.included_data.as_deref()),
    })
}

/// The role of the machine of an execution.
pub(in crate::operations) fn role_of_execution(api: &SfnApi, summary: &Summary) -> String {
    role_arn(api, &revision_of(api, summary))
}

fn role_arn(api: &SfnApi, revision: &Revision) -> String {
    match revision.role_arn.as_str() {
        "" => api.scope.role(),
        role => role.to_owned(),
    }
}

/// The revision that an execution runs.
fn revision_of(api: &SfnApi, summary: &Summary) -> Revision {
    let contents = api.registry.contents();
    let machine = contents.machines.get(summary.machine.as_str());
    match machine.and_then(|machine| machine.revision_of(summary.version)) {
        Some(revision) => revision.clone(),
        None => earlier_revision(api, summary),
    }
}

/// The revision of a machine that was updated or deleted since: only its definition is known.
fn earlier_revision(api: &SfnApi, summary: &Summary) -> Revision {
    let compiled = api.backend.machines().into_iter();
    let mut same =
        compiled.filter(|other| other.name == summary.machine && other.version == summary.version);
    let definition = same.next().unwrap_or_else(|| Definition {
        name: summary.machine.clone(),
        version: summary.version,
        text: "{}".into(),
    });
    let machine = StateMachine::of_backend(&definition);
    Revision { updated: summary.started, ..machine.current }
}
