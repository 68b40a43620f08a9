//! The version of a state machine that the ARN in a start names.

use asl_runtime::versions::Version;

use super::Registry;
use crate::arn::{Qualifier, Scope, StateMachine as MachineArn};
use crate::fault::Fault;
use crate::machine_type::MachineType;

/// The target of a start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    /// Name of the state machine.
    pub(crate) machine: String,
    pub(crate) kind: MachineType,
    /// The version of the compiled machine.
    pub(crate) compiled: Version,
    /// The published version, if the ARN names one or an alias.
    pub(crate) version: Option<u64>,
    /// The alias, if the ARN names one.
    pub(crate) alias: Option<String>,
    /// The role of the executions; empty if no client gave one.
    pub(crate) role_arn: String,
}

impl Target {
    /// The ARNs of the version and the alias, as the label of an execution.
    pub(crate) fn label(&self, scope: &Scope) -> String {
        let version = self.version.map(|number| scope.qualified(&self.machine, number));
        let alias = self.alias.as_ref().map(|alias| scope.qualified(&self.machine, alias));
        [version, alias].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

impl Registry {
    /// The target of a start by an ARN, for an execution with a name. An alias with two versions
    /// gives each its part of the names.
    pub(crate) fn target(
        &self,
        arn: &str,
        machine: MachineArn<'_>,
        execution: &str,
    ) -> Result<Target, Fault> {
        let missing = || {
            Fault::new("StateMachineDoesNotExist", format!("State Machine Does Not Exist: '{arn}'"))
        };
        if machine.label.is_some() {
            return Err(Fault::new(
                "ValidationException",
                format!("a distributed Map cannot be started by itself: {arn}"),
            ));
        }
        let contents = self.contents();
        let found = contents.machines.get(machine.name).ok_or_else(missing)?;
        if found.is_deleting {
            return Err(Fault::new(
                "StateMachineDeleting",
                format!("State Machine is being deleted: '{arn}'"),
            ));
        }
        let (version, alias) = match machine.qualifier {
            None => (None, None),
            Some(Qualifier::Version(number)) => (Some(number), None),
            Some(Qualifier::Alias(name)) => {
                let alias = found.alias(name).ok_or_else(missing)?;
                (Some(alias.route(execution).ok_or_else(missing)?), Some(name.to_owned()))
            }
        };
        let revision = match version {
            Some(number) => &found.version(number).ok_or_else(missing)?.revision,
            None => &found.current,
        };
        Ok(Target {
            machine: machine.name.to_owned(),
            kind: found.kind,
            compiled: revision.compiled,
            version,
            alias,
            role_arn: revision.role_arn.clone(),
        })
    }
}
