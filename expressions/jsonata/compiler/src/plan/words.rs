//! Calls of built-ins that give texts, as values of Rust.

use asl_language::jsonata::Representation;

use super::op::{Op, Plan, Repr};
use super::operator::is_plain;
use super::planner::Planner;
use super::value::plan_operand;
use crate::tree::{Call, Kind, Node};

/// A call of a built-in that gives a text.
pub(super) fn plan_words(planner: &mut Planner<'_>, node: &Node) -> Option<Plan> {
    let Kind::Call(call) = &node.kind else { return None };
    if !is_plain(node) || planner.checked_level(node).is_some() {
        return None;
    }
    plan_words_of_call(planner, call)
}

/// The same without a check of its level.
pub(super) fn plan_words_of_call(planner: &mut Planner<'_>, call: &Call) -> Option<Plan> {
    let built_in = planner.names.built_in(&call.callee)?;
    let (text, rest) = call.arguments.split_first()?;
    if built_in.representation != Representation::Text
        || !built_in.takes_without_context(call.arguments.len())
    {
        return None;
    }
    let text =
        plan_words(planner, text).unwrap_or_else(|| plan_operand(planner, text).to(Repr::Words));
    let rest = rest.iter().map(|argument| plan_operand(planner, argument)).collect();
    let context = planner.context();
    let op = Op::WordsCall { id: built_in.id, context, text, rest };
    Some(Plan::new(Repr::Words, op))
}
