//! Conditions with one output as Rust's own.

use asl_language::jq::{BuiltInId, Special};

use crate::syntax::{Callee, Comparison, Filter, Kind, Literal};

/// The truth of the only output of a filter.
#[derive(Clone, Debug)]
pub(crate) enum Condition<'p> {
    Known(bool),
    And(Box<Self>, Box<Self>),
    Or(Box<Self>, Box<Self>),
    Not(Box<Self>),
    /// `type == "kind"`
    Kind(&'p str),
    /// The right side is computed first.
    Compare(Comparison, &'p Filter, &'p Filter),
    /// That of a value.
    Truth(&'p Filter),
}

/// The condition that a filter with one output is.
pub(crate) fn condition(filter: &Filter) -> Condition<'_> {
    let boxed = |filter| Box::new(condition(filter));
    match &filter.kind {
        Kind::Literal(Literal::Null | Literal::Bool(false)) => Condition::Known(false),
        Kind::Literal(_) => Condition::Known(true),
        Kind::And(left, right) => Condition::And(boxed(left), boxed(right)),
        Kind::Or(left, right) => Condition::Or(boxed(left), boxed(right)),
        Kind::Pipe(left, right)
            if matches!(right.kind, Kind::Call(Callee::Special(Special::Not), _)) =>
        {
            Condition::Not(boxed(left))
        }
        Kind::Compare(comparison, left, right) => match (comparison, &left.kind, &right.kind) {
            (
                Comparison::Equal,
                Kind::Call(Callee::Native(native), _),
                Kind::Literal(Literal::String(kind)),
            ) if native.is(BuiltInId::TypeName) => Condition::Kind(kind),
            _ => Condition::Compare(*comparison, left, right),
        },
        _ => Condition::Truth(filter),
    }
}
