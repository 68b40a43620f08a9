//! Aliases of versions: create, describe, update, delete and list.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::Empty;
use super::machines::{active, unqualified};
use super::time::seconds;
use super::versions::ListOfMachine;
use crate::arn::{Qualifier, StateMachine as MachineArn};
use crate::fault::Fault;
use crate::page::PageRequest;
use crate::registry::{Alias, Contents, Route};
use crate::service::SfnApi;

/// Maximum number of aliases of a state machine, as at AWS.
const MOST_ALIASES: usize = 100;

/// A version and its percentage of starts.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Routing {
    state_machine_version_arn: String,
    weight: u64,
}

/// `CreateStateMachineAlias`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreateAlias {
    name: String,
    description: Option<String>,
    routing_configuration: Vec<Routing>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListedAlias {
    state_machine_alias_arn: String,
    creation_date: f64,
}

/// `DescribeStateMachineAlias` and `DeleteStateMachineAlias`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AliasArn {
    state_machine_alias_arn: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DescribedAlias {
    state_machine_alias_arn: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    routing_configuration: Vec<Routing>,
    creation_date: f64,
    update_date: f64,
}

/// `UpdateStateMachineAlias`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct UpdateAlias {
    state_machine_alias_arn: String,
    description: Option<String>,
    routing_configuration: Option<Vec<Routing>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct UpdatedAlias {
    update_date: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListedAliases {
    state_machine_aliases: Vec<ListedAlias>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_token: Option<String>,
}

/// Creates an alias. Repeating the request answers as before.
pub(super) async fn create(api: &SfnApi, request: CreateAlias) -> Result<ListedAlias, Fault> {
    let (machine_name, routes) = routes(api, &request.routing_configuration)?;
    api.registry
        .change(|contents| {
            check_versions(contents, &machine_name, &routes, &request.routing_configuration)?;
            let arn = api.scope.state_machine(&machine_name);
            let mut machine = active(contents, &machine_name, &arn)?.clone();
            let created = match machine.alias(&request.name) {
                Some(alias)
                    if alias.routes == routes && alias.description == request.description =>
                {
                    alias.created
                }
                Some(_) => {
                    return Err(Fault::new(
                        "ConflictException",
                        "Failed to create alias because an alias with the same name and a \
                         different routing configuration already exists.",
                    ));
                }
                None if machine.aliases.len() >= MOST_ALIASES => {
                    return Err(Fault::new(
                        "ServiceQuotaExceededException",
                        format!("a state machine has at most {MOST_ALIASES} aliases: delete some"),
                    ));
                }
                None => {
                    let now = SystemTime::now();
                    machine.aliases.push(Alias {
                        name: request.name.clone(),
                        description: request.description.clone(),
                        routes: routes.clone(),
                        created: now,
                        updated: now,
                    });
                    now
                }
            };
            contents.machines.insert(machine_name.clone(), machine);
            Ok(ListedAlias {
                state_machine_alias_arn: api.scope.qualified(&machine_name, &request.name),
                creation_date: seconds(created),
            })
        })
        .await
}

pub(super) fn describe(api: &SfnApi, request: AliasArn) -> Result<DescribedAlias, Fault> {
    let (machine, name) = read_alias(api, &request.state_machine_alias_arn)?;
    let contents = api.registry.contents();
    let alias = contents.machines.get(machine).and_then(|machine| machine.alias(name));
    let alias = alias.ok_or_else(not_found)?;
    let routing = alias.routes.iter().map(|route| Routing {
        state_machine_version_arn: api.scope.qualified(machine, route.version),
        weight: route.weight,
    });
    Ok(DescribedAlias {
        name: alias.name.clone(),
        description: alias.description.clone(),
        routing_configuration: routing.collect(),
        creation_date: seconds(alias.created),
        update_date: seconds(alias.updated),
        state_machine_alias_arn: request.state_machine_alias_arn,
    })
}

pub(super) async fn update(api: &SfnApi, request: UpdateAlias) -> Result<UpdatedAlias, Fault> {
    let (machine_name, name) = read_alias(api, &request.state_machine_alias_arn)?;
    if request.description.is_none() && request.routing_configuration.is_none() {
        // AWS's model declares no MissingRequiredParameter for this operation.
        return Err(Fault::new(
            "ValidationException",
            "Either the description or the RoutingConfiguration must be specified",
        ));
    }
    let routing = request.routing_configuration.as_deref();
    let routes = routing.map(|routing| routes(api, routing)).transpose()?;
    api.registry
        .change(|contents| {
            if let (Some((of, routes)), Some(routing)) = (&routes, routing) {
                if of != machine_name {
                    return Err(Fault::new(
                        "ValidationException",
                        "Routing configuration must contain versions of the alias's state machine",
                    ));
                }
                check_versions(contents, of, routes, routing)?;
            }
            let machine = contents.machines.get_mut(machine_name).ok_or_else(not_found)?;
            let mut aliases = machine.aliases.iter_mut();
            let alias = aliases.find(|alias| alias.name == name).ok_or_else(not_found)?;
            if request.description.is_some() {
                alias.description.clone_from(&request.description);
            }
            if let Some((_, routes)) = &routes {
                alias.routes.clone_from(routes);
            }
            alias.updated = SystemTime::now();
            Ok(UpdatedAlias { update_date: seconds(alias.updated) })
        })
        .await
}

/// Deletes an alias. One that does not exist is deleted already.
pub(super) async fn delete(api: &SfnApi, request: AliasArn) -> Result<Empty, Fault> {
    let (machine, name) = read_alias(api, &request.state_machine_alias_arn)?;
    api.registry
        .change(|contents| {
            if let Some(machine) = contents.machines.get_mut(machine) {
                machine.aliases.retain(|alias| alias.name != name);
            }
            Ok(Empty {})
        })
        .await
}

/// The aliases of a state machine or of a version, in the order of their creation, as recorded.
pub(super) fn list(api: &SfnApi, request: &ListOfMachine) -> Result<ListedAliases, Fault> {
    let arn = &request.state_machine_arn;
    let MachineArn { name, qualifier, .. } = api.scope.read_state_machine(arn)?;
    let version = match qualifier {
        Some(Qualifier::Version(number)) => Some(number),
        Some(Qualifier::Alias(_)) => unqualified(api, arn).map(|_| None)?,
        None => None,
    };
    let page = PageRequest::read(
        &api.registry.contents().page_secret,
        &["ListStateMachineAliases", arn],
        request.max_results,
        request.next_token.as_deref(),
    )?;
    let contents = api.registry.contents();
    let machine = active(&contents, name, arn)?;
    if version.is_some_and(|version| machine.version(version).is_none()) {
        return Err(not_found());
    }
    let position = |name: &str| machine.aliases.iter().position(|alias| alias.name == name);
    let of_version =
        machine.aliases.iter().filter(|alias| version.is_none_or(|version| alias.has(version)));
    // If the last alias of the page before was deleted, the list begins again.
    let (aliases, next_token) = page.cut(
        of_version,
        |alias| alias.name.clone(),
        |alias, after| position(&alias.name) > position(after),
    );
    let aliases = aliases.into_iter().map(|alias| ListedAlias {
        state_machine_alias_arn: api.scope.qualified(name, &alias.name),
        creation_date: seconds(alias.created),
    });
    Ok(ListedAliases { state_machine_aliases: aliases.collect(), next_token })
}

/// Machine and name of an alias by its ARN.
fn read_alias<'a>(api: &SfnApi, arn: &'a str) -> Result<(&'a str, &'a str), Fault> {
    let machine = api.scope.read_state_machine(arn)?;
    match machine.qualifier {
        Some(Qualifier::Alias(alias)) => Ok((machine.name, alias)),
        Some(Qualifier::Version(_)) | None => {
            Err(Fault::new("InvalidArn", format!("Invalid Arn: 'not an alias: {arn}'")))
        }
    }
}

/// The state machine and the versions of a routing configuration.
fn routes(api: &SfnApi, routing: &[Routing]) -> Result<(String, Vec<Route>), Fault> {
    let mut weights = Vec::new();
    let (mut name, mut routes) = (String::new(), Vec::<Route>::new());
    for Routing { state_machine_version_arn, weight } in routing {
        let machine = api.scope.read_state_machine(state_machine_version_arn)?;
        let Some(Qualifier::Version(version)) = machine.qualifier else {
            return Err(refused("contain state machine version ARNs", routing));
        };
        if routes.iter().any(|route| route.version == version) && name == machine.name {
            return Err(refused("contain distinct state machine version ARNs", routing));
        }
        if !name.is_empty() && name != machine.name {
            return Err(refused("contain versions of one state machine", routing));
        }
        machine.name.clone_into(&mut name);
        routes.push(Route { version, weight: *weight });
        weights.push(*weight);
    }
    if weights.iter().sum::<u64>() != 100 {
        return Err(Fault::new(
            "ValidationException",
            format!("Sum of routing configuration weights must equal 100. Received: {weights:?}"),
        ));
    }
    Ok((name, routes))
}

/// Checks that the versions exist.
fn check_versions(
    contents: &Contents,
    machine: &str,
    routes: &[Route],
    routing: &[Routing],
) -> Result<(), Fault> {
    let machine = contents.machines.get(machine).ok_or_else(not_found)?;
    if routes.iter().all(|route| machine.version(route.version).is_some()) {
        return Ok(());
    }
    Err(refused("contain state machine version ARNs", routing))
}

fn refused(rule: &str, routing: &[Routing]) -> Fault {
    let arns: Vec<_> =
        routing.iter().map(|route| route.state_machine_version_arn.as_str()).collect();
    let arns = arns.join(", ");
    Fault::new(
        "ValidationException",
        format!("Routing configuration must {rule}. Received: [{arns}]"),
    )
}

fn not_found() -> Fault {
    Fault::new("ResourceNotFound", "Request references a resource that does not exist.")
}
