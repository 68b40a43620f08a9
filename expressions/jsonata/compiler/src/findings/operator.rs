//! Operators whose operands they never take, and comparisons with one outcome only.

use asl_language::jsonata::signature::Types;

use super::site::{Context, Reach, Site};
use super::{Findings, in_words, is_plain, problem, truth};
use crate::problem::Problem;
use crate::tree::{Kind, Node, Operator, Transform};

/// Maximum number of numbers in a range.
const LONGEST_RANGE: f64 = 1e7;

/// Operands of an operator.
type Operands<'n> = (&'n Node, &'n Node);

impl Findings<'_> {
    /// Checks `left operator right`.
    pub(super) fn binary(
        &mut self,
        operator: Operator,
        left: &Node,
        right: &Node,
        node: &Node,
        site: Site,
    ) {
        match operator {
            Operator::Add
            | Operator::Subtract
            | Operator::Multiply
            | Operator::Divide
            | Operator::Modulo => self.numbers((left, right), operator, site),
            Operator::Less
            | Operator::LessOrEqual
            | Operator::Greater
            | Operator::GreaterOrEqual => self.ordered((left, right), operator, node, site),
            Operator::Equal | Operator::NotEqual => self.equal((left, right), operator, node),
            Operator::In if truth::is_never_in(self, left, right) => {
                let values = [("left", in_words(self.types(left)))];
                self.doubt(&problem::NEVER_IN, &node.place, &values);
            }
            Operator::And | Operator::Or => {
                self.condition(left);
                self.condition(right);
            }
            Operator::Range => self.range((left, right), node, site),
            Operator::In | Operator::Concatenate => {}
        }
    }

    /// Reports an operand that has none of these types. Undefined is one of them.
    fn operand(
        &mut self,
        operand: &Node,
        taken: Types,
        problem: &Problem,
        operator: &str,
        site: Site,
    ) -> bool {
        let types = self.types(operand);
        if types.meets(taken.and(Types::MISSING)) {
            return true;
        }
        let values = [("operator", operator.to_owned()), ("types", in_words(types))];
        self.fails(problem, &operand.place, &values, site);
        false
    }

    fn numbers(&mut self, (left, right): Operands<'_>, operator: Operator, site: Site) {
        for operand in [left, right] {
            let is_added = operator == Operator::Add && self.types(operand) == Types::STRING;
            let problem = if is_added { &problem::ADDED_STRING } else { &problem::NOT_A_NUMBER };
            if !self.operand(operand, Types::NUMBER, problem, operator.text(), site) {
                return;
            }
        }
    }

    /// Checks `-operand`.
    pub(super) fn negated(&mut self, operand: &Node, site: Site) {
        self.operand(operand, Types::NUMBER, &problem::NOT_A_NUMBER, "-", site);
    }

    fn ordered(
        &mut self,
        (left, right): Operands<'_>,
        operator: Operator,
        node: &Node,
        site: Site,
    ) {
        let text = operator.text();
        let taken = Types::NUMBER.and(Types::STRING);
        if !self.operand(left, taken, &problem::NOT_ORDERED, text, site)
            || !self.operand(right, taken, &problem::NOT_ORDERED, text, site)
        {
            return;
        }
        let types = (self.types(left), self.types(right));
        if types == (Types::NUMBER, Types::STRING) || types == (Types::STRING, Types::NUMBER) {
            let values = [
                ("operator", text.to_owned()),
                ("left", in_words(types.0)),
                ("right", in_words(types.1)),
            ];
            self.fails(&problem::MIXED_ORDER, &node.place, &values, site);
        }
    }

    fn equal(&mut self, (left, right): Operands<'_>, operator: Operator, node: &Node) {
        let Some(result) = truth::equality(self, operator, left, right) else { return };
        let (left, right) = (self.types(left), self.types(right));
        // Undefined is named where there is nothing else.
        let shown = |types: Types| match types.without(Types::MISSING) {
            Types::NONE => in_words(types),
            types => in_words(types),
        };
        let values = [
            ("operator", operator.text().to_owned()),
            ("result", result.to_string()),
            ("left", shown(left)),
            ("right", shown(right)),
        ];
        let is_same = left == right && left != Types::MISSING;
        let problem = if is_same { &problem::CONSTANT_COMPARISON } else { &problem::NEVER_EQUAL };
        self.doubt(problem, &node.place, &values);
    }

    fn range(&mut self, (left, right): Operands<'_>, node: &Node, site: Site) {
        if !self.operand(left, Types::NUMBER, &problem::NOT_AN_INTEGER, "..", site)
            || !self.operand(right, Types::NUMBER, &problem::NOT_AN_INTEGER, "..", site)
        {
            return;
        }
        let (from, to) = (literal(left), literal(right));
        for (number, operand) in [(from, left), (to, right)] {
            if number.is_some_and(|number| number.fract() != 0.0) {
                let values =
                    [("operator", "..".to_owned()), ("types", "no whole number".to_owned())];
                self.fails(&problem::NOT_AN_INTEGER, &operand.place, &values, site);
                return;
            }
        }
        if let (Some(from), Some(to)) = (from, to)
            && to - from + 1.0 > LONGEST_RANGE
        {
            self.fails(&problem::LONG_RANGE, &node.place, &[], site);
        }
    }

    /// Reports a condition that is always the same.
    pub(super) fn condition(&mut self, test: &Node) {
        if let Some(truth) = truth::truth(self, test) {
            let values = [("result", truth.to_string())];
            self.doubt(&problem::CONSTANT_CONDITION, &test.place, &values);
        }
    }

    /// Checks the keys of an object or of a grouping.
    pub(super) fn keys(&mut self, entries: &[(Node, Node)], site: Site) {
        for (key, _) in entries {
            self.operand(key, Types::STRING, &problem::NOT_A_KEY, "", site);
        }
    }

    /// Checks `|pattern|update, delete|`.
    pub(super) fn transform(&mut self, transform: &Transform) {
        let site = Site { reach: Reach::Maybe, context: Context::Item };
        self.operand(&transform.update, Types::OBJECT, &problem::NOT_AN_UPDATE, "", site);
        if let Some(delete) = &transform.delete {
            let taken = Types::STRING.and(Types::ARRAY);
            self.operand(delete, taken, &problem::NOT_DELETED, "", site);
        }
    }
}

/// The value of a number.
pub(super) fn literal(node: &Node) -> Option<f64> {
    match &node.kind {
        Kind::Number(number) if is_plain(node) => Some(*number),
        _ => None,
    }
}
