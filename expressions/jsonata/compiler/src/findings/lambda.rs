//! The functions of the expression that are called by the name of a variable.

use std::collections::{HashMap, HashSet};

use asl_language::jsonata::BuiltInId;

use super::is_plain;
use crate::parts::visit;
use crate::resolve::{Names, VariableId};
use crate::tree::{Kind, Lambda, Node, Operator};

/// A function that a variable is, which is bound once.
pub(super) struct KnownLambda<'t> {
    pub(super) lambda: &'t Lambda,
    /// For each parameter: true if the function reads it, and never asks if it is undefined.
    pub(super) is_needed: Vec<bool>,
}

/// The functions that variables are which are bound once, and are no parameters.
pub(super) fn find_lambdas<'t>(
    body: &'t Node,
    names: &Names,
) -> HashMap<VariableId, KnownLambda<'t>> {
    let mut bindings: HashMap<VariableId, usize> = HashMap::new();
    for id in names.binds.values().chain(names.parameters.values().flatten()) {
        *bindings.entry(*id).or_default() += 1;
    }
    let mut lambdas = HashMap::new();
    visit(body, &mut |node| {
        let Kind::Bind(name, value) = &node.kind else { return };
        let id = names.binds.get(&name.place.start).copied();
        if let (Some(id), Kind::Lambda(lambda)) = (id, &value.kind)
            && is_plain(value)
            && bindings.get(&id) == Some(&1)
        {
            lambdas.insert(id, KnownLambda { lambda, is_needed: needed(lambda, names) });
        }
    });
    lambdas
}

fn needed(lambda: &Lambda, names: &Names) -> Vec<bool> {
    let (mut read, mut tested) = (HashSet::new(), HashSet::new());
    visit(&lambda.body, &mut |node| {
        read.extend(variable(node));
        tested.extend(tested_in(node, names));
    });
    let is_needed = |name: &str| read.contains(name) && !tested.contains(name);
    lambda.parameters.iter().map(|name| is_needed(&name.text)).collect()
}

fn variable(node: &Node) -> Option<&str> {
    match &node.kind {
        Kind::Variable(name) => Some(name),
        _ => None,
    }
}

/// The variables of which a node asks if they are undefined, or that may be.
fn tested_in<'t>(node: &'t Node, names: &Names) -> Vec<&'t str> {
    match &node.kind {
        Kind::Call(call) => {
            let is_test = matches!(
                names.built_in(&call.callee).map(|built_in| built_in.id),
                Some(
                    BuiltInId::Exists
                        | BuiltInId::TypeOf
                        | BuiltInId::Boolean
                        | BuiltInId::Not
                        | BuiltInId::Count
                )
            );
            call.arguments.iter().filter(|_| is_test).filter_map(variable).collect()
        }
        Kind::Coalesce(left, _) | Kind::Default(left, _) | Kind::Condition(left, ..) => {
            variable(left).into_iter().collect()
        }
        Kind::Binary(
            Operator::And | Operator::Or | Operator::Equal | Operator::NotEqual | Operator::In,
            left,
            right,
        ) => [left, right].into_iter().filter_map(|node| variable(node)).collect(),
        Kind::Array { items, .. } => items.iter().filter_map(variable).collect(),
        _ => Vec::new(),
    }
}
