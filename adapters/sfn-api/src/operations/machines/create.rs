//! `CreateStateMachine`.

use serde::{Deserialize, Serialize};

use super::configuration::Configuration;
use super::{already_exists, check_version_description, deleting};
use crate::arn;
use crate::definition;
use crate::fault::Fault;
use crate::machine_type::MachineType;
use crate::operations::time::seconds;
use crate::operations::{Tag, tags};
use crate::registry::{Contents, StateMachine};
use crate::service::SfnApi;

/// `CreateStateMachine`.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::operations) struct CreateStateMachine {
    name: String,
    definition: String,
    role_arn: String,
    #[serde(rename = "type", default)]
    kind: MachineType,
    #[serde(flatten)]
    configuration: Configuration,
    #[serde(default)]
    tags: Vec<Tag>,
    #[serde(default)]
    publish: bool,
    version_description: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::operations) struct CreatedStateMachine {
    state_machine_arn: String,
    creation_date: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    state_machine_version_arn: Option<String>,
}

impl CreateStateMachine {
    /// The answer if the machine was created before with the same request.
    fn created_before(&self, api: &SfnApi, contents: &Contents) -> Existing {
        let arn = api.scope.state_machine(&self.name);
        let Some(machine) = contents.machines.get(&self.name) else { return Existing::No };
        if machine.is_deleting {
            return Existing::Refused(deleting(&arn));
        }
        if !machine.is_created {
            return Existing::No;
        }
        let (current, wanted) = (&machine.current, &self.configuration);
        let is_same = current.definition == self.definition.as_str()
            && machine.kind == self.kind
            && current.logging == wanted.logging()
            && current.tracing == wanted.tracing()
            && current.encryption == wanted.encryption;
        if !is_same {
            return Existing::Refused(already_exists(&arn));
        }
        let published = machine.published().filter(|_| self.publish);
        Existing::Same(CreatedStateMachine {
            state_machine_version_arn: published
                .map(|version| api.scope.qualified(&self.name, version.number)),
            state_machine_arn: arn,
            creation_date: seconds(machine.created),
        })
    }
}

/// The state machine with the name of a new one.
enum Existing {
    /// There is none, or none that a client created.
    No,
    /// It was created by the same request.
    Same(CreatedStateMachine),
    /// It is another one.
    Refused(Fault),
}

pub(in crate::operations) async fn create(
    api: &SfnApi,
    request: CreateStateMachine,
) -> Result<CreatedStateMachine, Fault> {
    check_version_description(request.publish, request.version_description.as_deref())?;
    arn::check_name(&request.name)?;
    arn::check_role(&request.role_arn)?;
    request.configuration.check()?;
    let arn = api.scope.state_machine(&request.name);
    let tags = request.tags.iter().map(|tag| (tag.key.clone(), tag.value.clone())).collect();
    tags::check(&tags, &arn)?;
    match request.created_before(api, &api.registry.contents()) {
        Existing::No => {}
        Existing::Same(created) => return Ok(created),
        Existing::Refused(fault) => return Err(fault),
    }
    definition::refuse_errors(&request.definition, request.kind).await?;
    let compiled = api
        .backend
        .compile(request.name.as_str().into(), request.kind, request.definition.as_str().into())
        .await
        .map_err(|fault| match fault.kind() {
            "ConflictException" => Fault::new("StateMachineAlreadyExists", fault.message()),
            _ => fault,
        })?;
    api.registry
        .change(|contents| {
            // Another request may have created it meanwhile.
            match request.created_before(api, contents) {
                Existing::No => {}
                Existing::Same(created) => return Ok(created),
                Existing::Refused(fault) => return Err(fault),
            }
            let mut machine = StateMachine::of_backend(&compiled);
            machine.current.role_arn.clone_from(&request.role_arn);
            machine.kind = request.kind;
            machine.is_created = true;
            machine.current.definition = request.definition.as_str().into();
            machine.current.logging = request.configuration.logging();
            machine.current.tracing = request.configuration.tracing();
            machine.current.encryption.clone_from(&request.configuration.encryption);
            machine.tags = tags;
            let published = request
                .publish
                .then(|| machine.publish(request.version_description.clone()))
                .transpose()?;
            let created = CreatedStateMachine {
                state_machine_arn: arn,
                creation_date: seconds(machine.created),
                state_machine_version_arn: published
                    .map(|version| api.scope.qualified(&request.name, version.number)),
            };
            contents.deleted.remove(&request.name);
            contents.machines.insert(request.name.clone(), machine);
            Ok(created)
        })
        .await
}
