//! Conditions with one output as Rust's own.

use asl_language::jq::{BuiltInId, Special};

use super::planner::{Here, Planner};
use super::tree::Condition;
use crate::syntax::{Callee, Comparison, Filter, Kind, Literal};

impl<'p> Planner<'p> {
    /// The condition that a filter with one output is.
    pub(super) fn condition(&mut self, here: &Here<'p>, filter: &'p Filter) -> Condition<'p> {
        match &filter.kind {
            Kind::Literal(Literal::Null | Literal::Bool(false)) => Condition::Known(false),
            Kind::Literal(_) => Condition::Known(true),
            Kind::And(left, right) => {
                Condition::And(self.boxed_condition(here, left), self.boxed_condition(here, right))
            }
            Kind::Or(left, right) => {
                Condition::Or(self.boxed_condition(here, left), self.boxed_condition(here, right))
            }
            Kind::Pipe(left, right)
                if matches!(right.kind, Kind::Call(Callee::Special(Special::Not), _)) =>
            {
                Condition::Not(self.boxed_condition(here, left))
            }
            Kind::Compare(comparison, left, right) => {
                self.comparison(here, *comparison, left, right)
            }
            _ => Condition::Truth(self.plan(here, filter, true)),
        }
    }

    fn comparison(
        &mut self,
        here: &Here<'p>,
        comparison: Comparison,
        left: &'p Filter,
        right: &'p Filter,
    ) -> Condition<'p> {
        match (comparison, &left.kind, &right.kind) {
            (
                Comparison::Equal,
                Kind::Call(Callee::Native(native), _),
                Kind::Literal(Literal::String(kind)),
            ) if native.is(BuiltInId::TypeName) => Condition::Kind(kind),
            _ => {
                let right = self.plan(here, right, true);
                Condition::Compare(comparison, self.plan(here, left, true), right)
            }
        }
    }
}
