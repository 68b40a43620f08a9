//! Nodes that never fail, but for limits.

use crate::tree::{Kind, Node, Operator, Stage, Step};

/// True if the evaluation of a node may end with an error.
pub(in crate::plan) fn can_fail(node: &Node) -> bool {
    if node.group.is_some() || node.predicates.iter().any(can_fail) {
        return true;
    }
    match &node.kind {
        Kind::Null
        | Kind::Bool(_)
        | Kind::Number(_)
        | Kind::String(_)
        | Kind::Name(_)
        | Kind::Variable(_)
        | Kind::Wildcard
        | Kind::Descendants => false,
        Kind::Path(path) => path.steps.iter().any(can_step_fail),
        Kind::Binary(Operator::Equal | Operator::NotEqual | Operator::In, left, right) => {
            can_fail(left) || can_fail(right)
        }
        Kind::Array { items, .. } => items.iter().any(can_fail),
        Kind::Object(entries) => entries
            .iter()
            .any(|(key, value)| !matches!(key.kind, Kind::String(_)) || can_fail(value)),
        Kind::Block { expressions, .. } => expressions.iter().any(can_fail),
        _ => true,
    }
}

fn can_step_fail(step: &Step) -> bool {
    let can_stage_fail = |stage: &Stage| matches!(stage, Stage::Filter(filter) if can_fail(filter));
    step.is_tuple || can_fail(&step.node) || step.stages.iter().any(can_stage_fail)
}
