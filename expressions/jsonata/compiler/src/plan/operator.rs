//! Operators and conditions.

use asl_language::jsonata::BuiltInId;

use super::native::{Native, native_of, plan_native};
use super::op::{Op, Plan, Repr};
use super::planner::Planner;
use super::value::{plan_operand, plan_value};
use super::words::plan_words;
use crate::tree::{Kind, Node, Operator};

/// True if the value may be a sequence of one item.
pub(super) fn gives_sequence(operator: Operator) -> bool {
    operator == Operator::Range
}

pub(super) fn plan_binary(
    planner: &mut Planner<'_>,
    operator: Operator,
    left: &Node,
    right: &Node,
) -> Plan {
    if let Some(value) = plan_comparison(planner, operator, left, right)
        .or_else(|| plan_scalar(planner, operator, left, right))
    {
        return value.to(Repr::Item);
    }
    if operator == Operator::Concatenate {
        let operands = joined_operands(planner, left, right);
        let operands = operands.into_iter().map(|operand| plan_joined_operand(planner, operand));
        return Plan::item(Op::Joined(operands.collect()));
    }
    let left = plan_operand(planner, left);
    let right = plan_operand(planner, right);
    Plan::runtime(Repr::Item, ("operators", "range"), vec![left, right])
}

/// The operands of a chain of `&`, whose text grows in place.
fn joined_operands<'t>(planner: &Planner<'_>, left: &'t Node, right: &'t Node) -> Vec<&'t Node> {
    let mut operands = match &left.kind {
        Kind::Binary(Operator::Concatenate, first, second)
            if is_plain(left) && !planner.has_level(left) =>
        {
            joined_operands(planner, first, second)
        }
        _ => vec![left],
    };
    operands.push(right);
    operands
}

/// An operand of `&`, which makes of it what `$string` does: twice gives the same text.
fn plan_joined_operand(planner: &mut Planner<'_>, node: &Node) -> Plan {
    match &node.kind {
        Kind::Call(call) if is_plain(node) && !planner.has_level(node) => {
            let built_in = planner.names.built_in(&call.callee);
            match call.arguments.as_slice() {
                [only] if built_in.is_some_and(|built_in| built_in.id == BuiltInId::String) => {
                    plan_scalar_operand(planner, only)
                }
                _ => plan_scalar_operand(planner, node),
            }
        }
        _ => plan_scalar_operand(planner, node),
    }
}

/// Arithmetic and order.
pub(super) fn plan_scalar(
    planner: &mut Planner<'_>,
    operator: Operator,
    left: &Node,
    right: &Node,
) -> Option<Plan> {
    let number = Repr::Native(Native::MaybeNumber);
    let order = Repr::Native(Native::MaybeBoolean);
    let (function, repr) = match operator {
        Operator::Add => ("add", number),
        Operator::Subtract => ("subtract", number),
        Operator::Multiply => ("multiply", number),
        Operator::Divide => ("divide", number),
        Operator::Modulo => ("modulo", number),
        Operator::Less => ("less", order),
        Operator::LessOrEqual => ("less_or_equal", order),
        Operator::Greater => ("greater", order),
        Operator::GreaterOrEqual => ("greater_or_equal", order),
        Operator::Concatenate
        | Operator::Range
        | Operator::Equal
        | Operator::NotEqual
        | Operator::And
        | Operator::Or
        | Operator::In => return None,
    };
    let left = plan_scalar_operand(planner, left);
    let right = plan_scalar_operand(planner, right);
    // Texts are read in steps.
    let call = if repr == order { Plan::runtime } else { Plan::fallible };
    Some(call(repr, ("operators", function), vec![left, right]))
}

/// An operand of arithmetic, order or `&`: a number or a text of Rust, or a view.
fn plan_scalar_operand(planner: &mut Planner<'_>, node: &Node) -> Plan {
    if native_of(planner, node).is_some_and(Native::is_number)
        && let Some(value) = plan_native(planner, node)
    {
        let is_literal = matches!(node.kind, Kind::Number(_));
        let is_known = value.repr == Repr::Native(Native::Finite) && !is_literal;
        return if is_known { value.to(Repr::Finite) } else { value };
    }
    if let Some(words) = plan_words(planner, node) {
        return words.to(Repr::WordsRef);
    }
    match &node.kind {
        Kind::String(text) if is_plain(node) && !planner.has_level(node) => Plan::text(text),
        _ => plan_operand(planner, node),
    }
}

/// `-operand`
pub(super) fn plan_negation(planner: &mut Planner<'_>, operand: &Node) -> Plan {
    let operand = plan_scalar_operand(planner, operand);
    let number = Repr::Native(Native::MaybeNumber);
    Plan::fallible(number, ("operators", "negate"), vec![operand])
}

/// True if a node is its kind alone.
pub(super) fn is_plain(node: &Node) -> bool {
    node.predicates.is_empty() && node.group.is_none() && !node.keeps_array
}

/// An operator whose value is always true or false.
pub(super) fn plan_comparison(
    planner: &mut Planner<'_>,
    operator: Operator,
    left: &Node,
    right: &Node,
) -> Option<Plan> {
    let truth = Repr::Native(Native::Boolean);
    if matches!(operator, Operator::And | Operator::Or) {
        let sides = [left, right].map(|side| plan_truth(planner, side));
        let is_and = operator == Operator::And;
        return Some(Plan::new(truth, Op::Both { is_and, sides }));
    }
    let function = match operator {
        Operator::Equal => "equal",
        Operator::NotEqual => "not_equal",
        Operator::In => "is_in",
        _ => return None,
    };
    if operator != Operator::In
        && let Some((operand, literal)) = with_literal(left, right)
    {
        let operand = plan_scalar_operand(planner, operand);
        let literal = plan_scalar_operand(planner, literal);
        let is = if operator == Operator::Equal { "is" } else { "is_not" };
        return Some(Plan::pure(truth, ("operators", is), vec![operand, literal]));
    }
    let left = plan_operand(planner, left);
    let right = plan_operand(planner, right);
    Some(Plan::runtime(truth, ("operators", function), vec![left, right]))
}

/// The sides of a comparison, if one is a number or a string: the other one, and the literal.
pub(super) fn with_literal<'t>(left: &'t Node, right: &'t Node) -> Option<(&'t Node, &'t Node)> {
    let is_literal = |node: &Node| {
        is_plain(node)
            && match node.kind {
                Kind::String(_) => true,
                // Integers of data beyond 2^53 keep their digits, and are compared with all of them.
                Kind::Number(number) => number.abs() < 9_007_199_254_740_992.0,
                _ => false,
            }
    };
    match (is_literal(left), is_literal(right)) {
        (_, true) => Some((left, right)),
        (true, false) => Some((right, left)),
        (false, false) => None,
    }
}

/// The truth of a node.
pub(super) fn plan_truth(planner: &mut Planner<'_>, node: &Node) -> Plan {
    let truth = Repr::Native(Native::Boolean);
    let is_boolean = native_of(planner, node).is_some_and(|native| !native.is_number());
    if is_boolean && let Some(value) = plan_native(planner, node) {
        return value.to(truth);
    }
    let operand = plan_operand(planner, node);
    Plan::runtime(truth, ("operators", "is_true"), vec![operand])
}

/// `condition ? then : otherwise`
pub(super) fn plan_condition(
    planner: &mut Planner<'_>,
    condition: &Node,
    then: &Node,
    otherwise: Option<&Node>,
) -> Plan {
    let condition = plan_truth(planner, condition);
    let then = plan_value(planner, then);
    let otherwise = match otherwise {
        Some(otherwise) => plan_value(planner, otherwise),
        None => Plan::item(Op::Undefined),
    };
    Plan::item(Op::Condition(condition, then, otherwise))
}
