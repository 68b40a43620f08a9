//! Conditions that are always true or always false.

use asl_language::jsonata::signature::Types;

use super::{Findings, is_plain};
use crate::tree::{Kind, Node, Operator};

/// The truth of a node as `$boolean` sees it, if it is always the same. That of an operator is
/// reported where the operator is.
pub(super) fn truth(findings: &mut Findings<'_>, node: &Node) -> Option<bool> {
    if !is_plain(node) {
        return None;
    }
    match &node.kind {
        Kind::Null => Some(false),
        Kind::Bool(value) => Some(*value),
        Kind::Number(number) => Some(*number != 0.0),
        Kind::String(text) => Some(!text.is_empty()),
        Kind::Array { items, .. } if items.is_empty() => Some(false),
        Kind::Object(entries) if entries.is_empty() => Some(false),
        Kind::Binary(..) => None,
        _ => {
            let types = findings.types(node);
            // An unknown variable has been reported itself.
            let is_false = types == Types::FUNCTION
                || types == Types::MISSING && findings.unknown_name(node).is_none();
            is_false.then_some(false)
        }
    }
}

/// The result of `=` or `!=`, if it is always the same.
pub(super) fn equality(
    findings: &mut Findings<'_>,
    operator: Operator,
    left: &Node,
    right: &Node,
) -> Option<bool> {
    let (left_types, right_types) = (findings.types(left), findings.types(right));
    if left_types == Types::MISSING || right_types == Types::MISSING {
        // As in jsonata-js, undefined is neither equal nor unequal to anything.
        let is_unknown = [left, right].iter().any(|node| findings.unknown_name(node).is_some());
        return (!is_unknown).then_some(false);
    }
    if is_plain(left)
        && is_plain(right)
        && let Some(is_equal) = is_equal(&left.kind, &right.kind)
    {
        return Some(is_equal == (operator == Operator::Equal));
    }
    let is_certain = !left_types.and(right_types).meets(Types::MISSING);
    let never_equal = !left_types.without(Types::MISSING).meets(right_types);
    match operator {
        Operator::Equal if never_equal => Some(false),
        Operator::NotEqual if never_equal && is_certain => Some(true),
        _ => None,
    }
}

/// True if `left in right` is always false.
pub(super) fn is_never_in(findings: &mut Findings<'_>, left: &Node, right: &Node) -> bool {
    let (left_types, right) = (findings.types(left), findings.shape(right));
    let items = right.of_items();
    // An unknown variable has been reported itself.
    right.types != Types::MISSING && !left_types.without(Types::MISSING).meets(items)
}

/// The result of comparing two literals.
fn is_equal(left: &Kind, right: &Kind) -> Option<bool> {
    match (left, right) {
        (Kind::Null, Kind::Null) => Some(true),
        (Kind::Bool(left), Kind::Bool(right)) => Some(left == right),
        (Kind::Number(left), Kind::Number(right)) => Some(left.total_cmp(right).is_eq()),
        (Kind::String(left), Kind::String(right)) => Some(left == right),
        _ => None,
    }
}
