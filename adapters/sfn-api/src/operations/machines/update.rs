//! `UpdateStateMachine`.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::configuration::{Configuration, is_same_json};
use super::{active, check_version_description, does_not_exist, unqualified};
use crate::arn::check_role;
use crate::definition;
use crate::fault::Fault;
use crate::operations::time::seconds;
use crate::registry::Revision;
use crate::service::SfnApi;
use crate::uuid::uuid;

/// `UpdateStateMachine`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::operations) struct UpdateStateMachine {
    state_machine_arn: String,
    definition: Option<String>,
    role_arn: Option<String>,
    #[serde(flatten)]
    configuration: Configuration,
    #[serde(default)]
    publish: bool,
    version_description: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::operations) struct UpdatedStateMachine {
    update_date: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    revision_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state_machine_version_arn: Option<String>,
}

impl UpdateStateMachine {
    fn check(&self) -> Result<(), Fault> {
        check_version_description(self.publish, self.version_description.as_deref())?;
        if self.definition.is_none() && self.role_arn.is_none() && self.configuration.is_empty() {
            return Err(Fault::new(
                "MissingRequiredParameter",
                "Either the definition, the role ARN, the LoggingConfiguration, or the \
                 TracingConfiguration must be specified",
            ));
        }
        self.role_arn.as_deref().map_or(Ok(()), check_role)?;
        self.configuration.check()
    }
}

pub(in crate::operations) async fn update(
    api: &SfnApi,
    request: UpdateStateMachine,
) -> Result<UpdatedStateMachine, Fault> {
    let arn = &request.state_machine_arn;
    let name = unqualified(api, arn)?;
    request.check()?;
    let kind = active(&api.registry.contents(), name, arn)?.kind;
    let compiled = match &request.definition {
        Some(text) => {
            definition::refuse_errors(text, kind).await?;
            let text = text.as_str().into();
            Some(api.backend.compile(name.into(), kind, text).await?)
        }
        None => None,
    };
    api.registry
        .change(|contents| {
            active(contents, name, arn)?;
            let Some(machine) = contents.machines.get_mut(name) else {
                return Err(does_not_exist(arn));
            };
            let mut revision = machine.current.clone();
            if let (Some(compiled), Some(text)) = (&compiled, &request.definition) {
                revision.compiled = compiled.version;
                if !is_same_json(&revision.definition, text) {
                    revision.definition = text.as_str().into();
                }
            }
            if let Some(role) = &request.role_arn {
                revision.role_arn.clone_from(role);
            }
            request.configuration.apply(&mut revision);
            machine.is_created = true;
            if revision != machine.current {
                let id = Some(uuid());
                machine.current = Revision { id, updated: SystemTime::now(), ..revision };
            }
            let published = request
                .publish
                .then(|| machine.publish(request.version_description.clone()))
                .transpose()?;
            Ok(UpdatedStateMachine {
                update_date: seconds(SystemTime::now()),
                revision_id: machine.current.id.clone(),
                state_machine_version_arn: published
                    .map(|version| api.scope.qualified(name, version.number)),
            })
        })
        .await
}
