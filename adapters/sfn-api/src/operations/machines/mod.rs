//! State machines: create, update, describe, delete and list.

mod configuration;
mod create;
mod delete;
mod describe;
mod list;
mod update;

pub(super) use create::create;
pub(crate) use delete::continue_deletions;
pub(super) use delete::delete;
pub(super) use describe::{describe, describe_for_execution, role_of_execution};
pub(super) use list::list;
pub(super) use update::update;

use crate::fault::Fault;
use crate::registry::{Contents, StateMachine};
use crate::service::SfnApi;

/// The name in the ARN of a state machine without a qualifier. As recorded, a version's ARN is that
/// of no state machine.
pub(super) fn unqualified<'a>(api: &SfnApi, arn: &'a str) -> Result<&'a str, Fault> {
    let machine = api.scope.read_state_machine(arn)?;
    if machine.label.is_some() {
        return Err(Fault::new(
            "ValidationException",
            format!("the ARN of a distributed Map is not allowed here: {arn}"),
        ));
    }
    match machine.qualifier {
        None => Ok(machine.name),
        Some(_) => Err(does_not_exist(arn)),
    }
}

/// The state machine with a name, unless it is being deleted.
pub(super) fn active<'c>(
    contents: &'c Contents,
    name: &str,
    arn: &str,
) -> Result<&'c StateMachine, Fault> {
    match contents.machines.get(name) {
        None => Err(does_not_exist(arn)),
        Some(machine) if machine.is_deleting => Err(deleting(arn)),
        Some(machine) => Ok(machine),
    }
}

fn check_version_description(publish: bool, description: Option<&str>) -> Result<(), Fault> {
    if description.is_some_and(|text| !text.is_empty()) && !publish {
        return Err(Fault::new(
            "ValidationException",
            "Version description can only be set when publish is true",
        ));
    }
    Ok(())
}

fn does_not_exist(arn: &str) -> Fault {
    Fault::new("StateMachineDoesNotExist", format!("State Machine Does Not Exist: '{arn}'"))
}

fn already_exists(arn: &str) -> Fault {
    Fault::new("StateMachineAlreadyExists", format!("State Machine Already Exists: '{arn}'"))
}

fn deleting(arn: &str) -> Fault {
    Fault::new("StateMachineDeleting", format!("State Machine is being deleted: '{arn}'"))
}
