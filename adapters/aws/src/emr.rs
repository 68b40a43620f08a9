//! The actions of EMR in Step Functions' own form, which has one cluster or step where EMR has lists
//! of them: `elasticmapreduce:addStep` is `addJobFlowSteps` of EMR.

use asl_aws_models::{Resource, integration};
use asl_runtime::Value;
use asl_runtime::value::Object;

use crate::problem::Problem;

/// The service of EMR in calls through the SDK.
pub(crate) const SERVICE: &str = "emr";

/// An action in Step Functions' own form.
#[derive(Debug)]
struct Action {
    /// Its name.
    name: &'static str,
    /// The action of EMR.
    operation: &'static str,
    /// The members with other names at EMR.
    members: &'static [(&'static str, Target)],
    /// The places of values in EMR's answer, and the members of the result.
    result: &'static [(&'static str, &'static str)],
}

/// The member of EMR that has a value.
#[derive(Clone, Copy, Debug)]
enum Target {
    /// The value itself.
    Plain(&'static str),
    /// A list of this one value.
    ListOf(&'static str),
}

use Target::{ListOf, Plain};

static ACTIONS: &[Action] = &[
    Action {
        name: "addStep",
        operation: "addJobFlowSteps",
        members: &[("ClusterId", Plain("JobFlowId")), ("Step", ListOf("Steps"))],
        result: &[("/StepIds/0", "StepId")],
    },
    Action {
        name: "cancelStep",
        operation: "cancelSteps",
        members: &[("StepId", ListOf("StepIds"))],
        result: &[("/CancelStepsInfoList/0", "CancelStepsInfo")],
    },
    Action {
        name: "createCluster",
        operation: "runJobFlow",
        members: &[],
        result: &[("/JobFlowId", "ClusterId"), ("/ClusterArn", "ClusterArn")],
    },
    Action {
        name: "setClusterTerminationProtection",
        operation: "setTerminationProtection",
        members: &[("ClusterId", ListOf("JobFlowIds"))],
        result: &[],
    },
    Action {
        name: "terminateCluster",
        operation: "terminateJobFlows",
        members: &[("ClusterId", ListOf("JobFlowIds"))],
        result: &[],
    },
];

fn action(service: &str, name: &str) -> Option<&'static Action> {
    let is_emr = service == "elasticmapreduce";
    ACTIONS.iter().find(|action| is_emr && action.name == name)
}

/// The action of EMR that performs one in Step Functions' own form.
pub(crate) fn operation(service: &str, name: &str) -> Option<&'static str> {
    action(service, name).map(|action| action.operation)
}

/// The request in EMR's form. Those of other services stay as they are.
pub(crate) fn request(resource: &Resource<'_>, request: &Value) -> Result<Value, Problem> {
    let Some(action) = action(resource.service, resource.action).filter(|_| !resource.is_sdk)
    else {
        return Ok(request.clone());
    };
    let Some(members) = request.as_object() else {
        return Err(Problem::kind("", "an object", request));
    };
    let own = integration(resource.service, resource.action).and_then(|known| known.own);
    let (required, optional) = own.map_or((&[][..], &[][..]), |own| (own.required, own.optional));
    let known = |name: &str| required.contains(&name) || optional.contains(&name);
    if let Some(unknown) = members.keys().find(|name| !known(name)) {
        return Err(Problem::unknown(unknown));
    }
    if let Some(missing) = required.iter().find(|name| request.get(name).is_none()) {
        return Err(Problem::missing(missing));
    }
    let mut wire = Value::object([]);
    for (name, value) in members.iter() {
        match action.members.iter().find(|(own, _)| *own == name) {
            None => wire.insert(name, value.clone()),
            Some((_, Plain(other))) => wire.insert(*other, value.clone()),
            Some((_, ListOf(other))) => wire.insert(*other, Value::array(vec![value.clone()])),
        };
    }
    Ok(wire)
}

/// The result in Step Functions' form. Those of other services stay as they are.
pub(crate) fn result(resource: &Resource<'_>, answer: Value) -> Value {
    let Some(action) = action(resource.service, resource.action).filter(|_| !resource.is_sdk)
    else {
        return answer;
    };
    let found = |(place, name): &(&'static str, &'static str)| {
        Some((*name, answer.pointer(place)?.clone()))
    };
    let mut result: Value = action.result.iter().filter_map(found).collect();
    for (name, value) in answer.as_object().into_iter().flat_map(Object::iter) {
        if name.starts_with("Sdk") {
            result.insert(name, value.clone());
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use asl_aws_models::{Shape, Spelling};

    #[test]
    fn members_are_those_of_emr() {
        let service = asl_aws_models::service(SERVICE).expect("EMR");
        for action in ACTIONS {
            let operation = service.operation(action.operation).expect("an operation");
            let Some(Shape::Structure(input)) = operation.input.and_then(|id| service.shape(id))
            else {
                panic!("{} takes nothing", action.name)
            };
            let names: Vec<_> =
                input.members.iter().map(|member| member.written(Spelling::Optimized)).collect();
            let own = integration("elasticmapreduce", action.name).and_then(|known| known.own);
            let own = own.expect("a request of its own");
            for name in own.required.iter().chain(own.optional) {
                let other = action.members.iter().find(|(own, _)| own == name);
                let wanted = other.map_or(*name, |(_, Plain(other) | ListOf(other))| other);
                assert!(names.contains(&wanted.to_owned()), "{}: {wanted}", action.operation);
            }
        }
    }
}
