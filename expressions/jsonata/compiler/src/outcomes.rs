//! The value that a condition compares, and the outcomes for which it holds.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "only comparisons are special; everything else is its own truth"
)]

use asl_language::jsonata::BuiltInId;

use super::Program;
use super::resolve::Names;
use super::tree::{Kind, Node, Operator};
use asl_source::expression::outcomes::Outcomes;

impl Program {
    /// The text that a condition compares, without blanks, and the outcomes for which it holds.
    /// Conditions about the same text whose outcomes are complete leave no case open.
    pub fn outcomes(&self) -> (String, Outcomes) {
        self.outcomes_of(&self.names(), &self.expression.body)
    }

    fn outcomes_of(&self, names: &Names, node: &Node) -> (String, Outcomes) {
        let itself = || (self.squeezed(node), Outcomes::LESS);
        if !node.predicates.is_empty() || node.group.is_some() {
            return itself();
        }
        match &node.kind {
            Kind::Bool(true) => (String::new(), Outcomes::ALL),
            Kind::Block { expressions, .. } => match expressions.as_slice() {
                [inner] => self.outcomes_of(names, inner),
                _ => itself(),
            },
            Kind::Call(call) if is_not(names, &call.callee) => match call.arguments.as_slice() {
                [inner] => {
                    let (about, outcomes) = self.outcomes_of(names, inner);
                    (about, outcomes.complement())
                }
                _ => itself(),
            },
            Kind::Binary(operator, left, right) => self.compared(*operator, left, right, node),
            _ => itself(),
        }
    }

    fn compared(
        &self,
        operator: Operator,
        left: &Node,
        right: &Node,
        node: &Node,
    ) -> (String, Outcomes) {
        let outcomes = match operator {
            Operator::Less => Outcomes::LESS,
            Operator::LessOrEqual => Outcomes::LESS.or(Outcomes::EQUAL),
            Operator::Greater => Outcomes::GREATER,
            Operator::GreaterOrEqual => Outcomes::GREATER.or(Outcomes::EQUAL),
            Operator::Equal => Outcomes::EQUAL,
            Operator::NotEqual => Outcomes::EQUAL.complement(),
            _ => return (self.squeezed(node), Outcomes::LESS),
        };
        match (operator, &right.kind) {
            (Operator::Equal, Kind::Bool(true)) => (self.squeezed(left), Outcomes::LESS),
            (Operator::Equal, Kind::Bool(false)) => {
                (self.squeezed(left), Outcomes::LESS.complement())
            }
            _ => (format!("{} {}", self.squeezed(left), self.squeezed(right)), outcomes),
        }
    }

    /// The text of a node without blanks.
    fn squeezed(&self, node: &Node) -> String {
        let at = |byte: u32| usize::try_from(byte).unwrap_or(usize::MAX);
        let text = self.text().get(at(node.place.start)..at(node.place.end)).unwrap_or_default();
        text.chars().filter(|c| !c.is_whitespace()).collect()
    }
}

fn is_not(names: &Names, callee: &Node) -> bool {
    names.built_in(callee).is_some_and(|built_in| built_in.id == BuiltInId::Not)
}
