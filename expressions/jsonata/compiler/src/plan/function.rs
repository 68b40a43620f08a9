//! Functions that the expression defines: lambdas and transforms.

use super::block::{kept_apart, plan_frame};
use super::call::{End, plan_end};
use super::members::Members;
use super::op::{LambdaPlan, Op, Plan, Statement, TransformParts, TransformPlan};
use super::planner::{Around, Planner};
use super::reference::plan_reference;
use super::value::plan_value;
use crate::resolve::{Meaning, VariableId};
use crate::tree::{Lambda, Node, Transform};

/// `function($a, $b)<signature>{body}`
pub(super) fn plan_lambda(planner: &mut Planner<'_>, node: &Node, lambda: &Lambda) -> Plan {
    let parameters = planner.names.parameters.get(&node.place.start).cloned().unwrap_or_default();
    let ((before, body), scope) = planner.in_function(Around::Value, |planner| {
        let mut before = plan_kept_parameters(planner, &parameters);
        before.extend(plan_frame(planner, node.place.start));
        (before, plan_end(planner, &lambda.body, End::Tail))
    });
    let signature = lambda.signature.as_ref().map(|signature| signature.text.clone());
    Plan::item(Op::Lambda(LambdaPlan { parameters, signature, before, body, scope }))
}

/// Keeps the values of parameters that are no plain locals.
pub(super) fn plan_kept_parameters(
    planner: &Planner<'_>,
    parameters: &[VariableId],
) -> Vec<Statement> {
    kept_apart(planner, parameters).map(|(id, storage)| Statement::Keep(id, storage)).collect()
}

/// `|pattern|update, delete|`
pub(super) fn plan_transform(
    planner: &mut Planner<'_>,
    node: &Node,
    transform: &Transform,
) -> Plan {
    let clone = planner.names.clones.get(&node.place.start);
    let clone = clone
        .filter(|clone| !matches!(clone.end, Meaning::BuiltIn(_)) || !clone.maybe.is_empty())
        .map(|clone| plan_reference(planner, clone));
    let members = Members::new(planner, node, transform);
    let (parts, scope) = planner.in_function(Around::Value, |planner| {
        let (parts, _) = planner.in_context(|planner| match &members {
            Some(members) => members.plan(planner),
            None => plan_parts(planner, node, transform),
        });
        parts
    });
    Plan::item(Op::Transform(TransformPlan { clone, scope, parts }))
}

fn plan_parts(planner: &mut Planner<'_>, node: &Node, transform: &Transform) -> TransformParts {
    let part =
        |planner: &mut Planner<'_>, node| planner.in_part(|planner| plan_value(planner, node));
    TransformParts::Parts {
        pattern: part(planner, &transform.pattern),
        update: part(planner, &transform.update),
        delete: transform.delete.as_ref().map(|delete| plan_value(planner, delete)),
        before: plan_frame(planner, node.place.start),
    }
}
