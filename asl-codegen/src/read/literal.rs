//! Constants of a definition, and expressions that are constant because all their parts are.

use std::collections::HashSet;

use crate::ir::{Expr, Literal};
use asl_source::source::{Json, Member, Node};

/// The constant that a node is; of a key given twice the first counts.
pub(crate) fn literal_of(node: &Node) -> Literal {
    match &node.value {
        Json::Null => Literal::Null,
        Json::Bool(value) => Literal::Bool(*value),
        // The readers of texts refuse numbers beyond binary64.
        Json::Number(text) => text
            .parse()
            .map_or_else(|_| Literal::Float(text.parse().unwrap_or_default()), Literal::Int),
        Json::String(text) => Literal::String(text.value.clone()),
        Json::Array(items) => Literal::Array(items.iter().map(literal_of).collect()),
        Json::Object(members) => Literal::Object(
            distinct(members)
                .map(|member| (member.key.value.clone(), literal_of(&member.value)))
                .collect(),
        ),
    }
}

/// The first member of each name.
pub(crate) fn distinct(members: &[Member]) -> impl Iterator<Item = &Member> {
    let mut seen = HashSet::new();
    members.iter().filter(move |member| seen.insert(member.key.value.as_str()))
}

/// An array, constant if all its items are.
pub(crate) fn array_of(items: Vec<Expr>) -> Expr {
    if !items.iter().all(|item| matches!(item, Expr::Literal(_))) {
        return Expr::Array(items);
    }
    Expr::Literal(Literal::Array(items.into_iter().filter_map(constant).collect()))
}

/// An object, constant if all its members are.
pub(crate) fn object_of(members: Vec<(String, Expr)>) -> Expr {
    if !members.iter().all(|(_, value)| matches!(value, Expr::Literal(_))) {
        return Expr::Object(members);
    }
    let members = members.into_iter().filter_map(|(key, value)| Some((key, constant(value)?)));
    Expr::Literal(Literal::Object(members.collect()))
}

fn constant(value: Expr) -> Option<Literal> {
    match value {
        Expr::Literal(literal) => Some(literal),
        Expr::Path { .. }
        | Expr::Call { .. }
        | Expr::Jq(_)
        | Expr::Jsonata(_)
        | Expr::Object(_)
        | Expr::Array(_) => None,
    }
}
