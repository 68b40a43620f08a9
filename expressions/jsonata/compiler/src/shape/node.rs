//! The shapes of nodes by their kinds.

use asl_language::jsonata::signature::Types;

use super::{Shape, Shapes};
use crate::tree::{Kind, Node, Operator, Path};

impl Shapes<'_> {
    /// The shape of a node's value before its predicates and its group.
    pub(crate) fn of_kind(&self, node: &Node) -> Shape {
        match &node.kind {
            Kind::Null => Shape::one(Types::NULL),
            Kind::Bool(_) => Shape::one(Types::BOOLEAN),
            Kind::Number(_) => Shape::one(Types::NUMBER),
            Kind::String(_) => Shape::one(Types::STRING),
            Kind::Regex(_) | Kind::Lambda(_) | Kind::Partial(..) | Kind::Transform(_) => {
                Shape::one(Types::FUNCTION)
            }
            Kind::Object(_) => Shape::one(Types::OBJECT),
            Kind::Variable(_) => self.of_variable(node),
            Kind::Path(path) => self.of_path(path),
            Kind::Negate(operand) => {
                Shape::one(Types::NUMBER).or_missing_if(self.of(operand).may_be(Types::MISSING))
            }
            Kind::Binary(operator, left, right) => self.of_binary(*operator, left, right),
            Kind::Coalesce(left, right) => self.of_either(left, right),
            Kind::Default(left, right) => self.of(left).without(Types::MISSING).or(self.of(right)),
            Kind::Apply(left, right) => match &right.kind {
                Kind::Call(call) => self.of_call(call, Some(left)),
                _ => Shape::ANY,
            },
            Kind::Array { items, .. } => self.of_array(items),
            Kind::Condition(_, then, otherwise) => {
                let missing = Shape::one(Types::MISSING);
                let otherwise = otherwise.as_ref().map_or(missing, |node| self.of(node));
                self.of(then).or(otherwise)
            }
            Kind::Block { expressions, .. } => {
                expressions.last().map_or(Shape::one(Types::MISSING), |last| self.of(last))
            }
            Kind::Bind(_, value) => self.of(value),
            Kind::Call(call) => self.of_call(call, None),
            Kind::Name(_)
            | Kind::Wildcard
            | Kind::Descendants
            | Kind::Parent(_)
            | Kind::Sort(_)
            | Kind::Wrong => Shape::ANY,
        }
    }

    fn of_variable(&self, node: &Node) -> Shape {
        let reference = self.names.references.get(&node.place.start);
        reference.map_or(Shape::ANY, |reference| self.of_reference(reference))
    }

    /// `left ?? right`
    fn of_either(&self, left: &Node, right: &Node) -> Shape {
        let left = self.of(left);
        if left.may_be(Types::MISSING) {
            left.without(Types::MISSING).or(self.of(right))
        } else {
            left
        }
    }

    fn of_binary(&self, operator: Operator, left: &Node, right: &Node) -> Shape {
        let types = match operator {
            Operator::Add
            | Operator::Subtract
            | Operator::Multiply
            | Operator::Divide
            | Operator::Modulo => Types::NUMBER,
            Operator::Less
            | Operator::LessOrEqual
            | Operator::Greater
            | Operator::GreaterOrEqual => Types::BOOLEAN,
            Operator::Equal | Operator::NotEqual | Operator::And | Operator::Or | Operator::In => {
                return Shape::one(Types::BOOLEAN);
            }
            Operator::Concatenate => return Shape::one(Types::STRING),
            Operator::Range => return Shape::sequence(Types::NUMBER),
        };
        let is_missing = |node| self.of(node).may_be(Types::MISSING);
        Shape::one(types).or_missing_if(is_missing(left) || is_missing(right))
    }

    fn of_array(&self, nodes: &[Node]) -> Shape {
        let mut items = Types::NONE;
        for node in nodes {
            let shape = self.of(node);
            let is_whole = matches!(node.kind, Kind::Array { .. });
            items = items.and(if is_whole { shape.types } else { shape.of_items() });
        }
        Shape::array(items)
    }

    fn of_path(&self, path: &Path) -> Shape {
        if path.steps.iter().any(|step| step.is_tuple) {
            return Shape::ANY;
        }
        // A sort gives the items of the step before it.
        let last = path.steps.iter().rev().find(|step| !matches!(step.node.kind, Kind::Sort(_)));
        let Some(last) = last else { return Shape::ANY };
        let shape = self.of(&last.node);
        let mut items = shape.of_items();
        if shape.may_be(Types::ARRAY) && last.node.is_cons() {
            items = items.and(Types::ARRAY);
        }
        let is_array = shape.may_be(Types::ARRAY);
        let sequence = Shape::sequence(items);
        // An array that is the only result stays what it is.
        if is_array { sequence.or(Shape::array(shape.items)) } else { sequence }
    }
}
