//! The places where functions of numbers count their calls and turns.

use crate::plan::native::native_of;
use crate::plan::operator::{is_plain, with_literal};
use crate::plan::planner::Planner;
use crate::plan::reference::storage;
use crate::resolve::{Storage, VariableId};
use crate::tree::{Kind, Node, Operator};

/// The place of the counters while a function runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Counting {
    /// In the run, for everything that the function calls.
    InRun,
    /// The depth of calls is a parameter: nothing but the function itself makes calls in it.
    Depth,
    /// The turns of its loop are counted in a local: nothing else in it takes steps.
    Turns,
}

/// The counting of a function of numbers, whose form for them is known.
pub(super) fn of(planner: &Planner<'_>, id: VariableId, body: &Node) -> Counting {
    let mut calls = Calls { id, has_inner: false };
    if planner.counts_levels() || !calls.are_all_in(planner, body, Place::End) {
        return Counting::InRun;
    }
    if calls.has_inner { Counting::Depth } else { Counting::Turns }
}

/// The place of a part in its function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Its value is the result.
    End,
    Inside,
}

/// The calls in a function.
struct Calls {
    id: VariableId,
    /// True if the function calls itself before its end.
    has_inner: bool,
}

impl Calls {
    /// True if nothing in a node but calls of the function with numbers takes steps or makes calls.
    fn are_all_in(&mut self, planner: &Planner<'_>, node: &Node, place: Place) -> bool {
        if !is_plain(node) {
            return false;
        }
        match &node.kind {
            Kind::Number(_) | Kind::Bool(_) | Kind::String(_) => true,
            Kind::Variable(_) => planner
                .names
                .certain_variable(node)
                .is_some_and(|id| storage(planner, id) == Storage::Local),
            Kind::Negate(operand) => self.are_all_in(planner, operand, Place::Inside),
            Kind::Binary(operator, left, right) => {
                takes_no_steps(planner, *operator, left, right)
                    && self.are_all_in(planner, left, Place::Inside)
                    && self.are_all_in(planner, right, Place::Inside)
            }
            Kind::Condition(condition, then, otherwise) => {
                native_of(planner, condition).is_some()
                    && self.are_all_in(planner, condition, Place::Inside)
                    && self.are_all_in(planner, then, place)
                    && otherwise.as_deref().is_none_or(|node| self.are_all_in(planner, node, place))
            }
            Kind::Block { expressions, .. } => match expressions.as_slice() {
                [only] => self.are_all_in(planner, only, place),
                _ => false,
            },
            Kind::Call(call) => {
                self.has_inner |= place == Place::Inside || !call.is_tail;
                super::numbers_of_call(planner, self.id, &call.arguments).is_some()
                    && planner.names.direct_function(&call.callee) == Some(self.id)
                    && call
                        .arguments
                        .iter()
                        .all(|argument| self.are_all_in(planner, argument, Place::Inside))
            }
            _ => false,
        }
    }
}

/// True if an operator takes no steps: long texts are compared, and arrays searched for what is
/// true, in steps.
fn takes_no_steps(planner: &Planner<'_>, operator: Operator, left: &Node, right: &Node) -> bool {
    match operator {
        Operator::Add
        | Operator::Subtract
        | Operator::Multiply
        | Operator::Divide
        | Operator::Modulo => true,
        Operator::Less
        | Operator::LessOrEqual
        | Operator::Greater
        | Operator::GreaterOrEqual
        | Operator::And
        | Operator::Or => native_of(planner, left).is_some() && native_of(planner, right).is_some(),
        Operator::Equal | Operator::NotEqual => with_literal(left, right).is_some(),
        Operator::Concatenate | Operator::Range | Operator::In => false,
    }
}
