//! Nodes whose values are numbers or Booleans of Rust.

use asl_language::jsonata::{BuiltIn, Representation};

use super::op::{Constant, Op, Plan, Repr};
use super::operator::{self, is_plain};
use super::planner::Planner;
use super::{block, call, direct};
use crate::tree::{Kind, Node, Operator};

/// The type of such a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Native {
    /// `f64` that certainly is finite, so that operators do not check it
    Finite,
    /// `f64`
    Number,
    /// `Option<f64>`: undefined is `None`.
    MaybeNumber,
    /// `bool`
    Boolean,
    /// `Option<bool>`
    MaybeBoolean,
}

impl Native {
    /// True for numbers.
    pub(super) fn is_number(self) -> bool {
        matches!(self, Self::Finite | Self::Number | Self::MaybeNumber)
    }

    /// True for numbers that are certainly there.
    pub(super) fn is_certain_number(self) -> bool {
        matches!(self, Self::Finite | Self::Number)
    }

    /// The same type, where the value may be undefined.
    pub(crate) fn or_missing(self) -> Self {
        match self {
            Self::Finite | Self::Number | Self::MaybeNumber => Self::MaybeNumber,
            Self::Boolean | Self::MaybeBoolean => Self::MaybeBoolean,
        }
    }

    /// The type of values of both types.
    fn or(self, other: Self) -> Option<Self> {
        if self.fits(other) {
            return Some(other);
        }
        if other.fits(self) {
            return Some(self);
        }
        (self.or_missing() == other.or_missing()).then_some(self.or_missing())
    }

    /// True if a value of this type can become one of the other type.
    pub(super) fn fits(self, other: Self) -> bool {
        let is_number = self == Self::Finite && other == Self::Number;
        self == other || is_number || self.or_missing() == other
    }
}

/// The type of a node's value, if it is emitted as one of Rust.
pub(super) fn native_of(planner: &Planner<'_>, node: &Node) -> Option<Native> {
    if !is_plain(node) {
        return None;
    }
    match &node.kind {
        Kind::Number(number) if number.is_finite() => Some(Native::Finite),
        Kind::Number(_) => Some(Native::Number),
        Kind::Bool(_) => Some(Native::Boolean),
        Kind::Negate(operand) => Some(match native_of(planner, operand) {
            Some(native) if native.is_certain_number() => native,
            _ => Native::MaybeNumber,
        }),
        Kind::Binary(operator, left, right) => of_operator(planner, *operator, [left, right]),
        Kind::Condition(_, then, otherwise) => {
            let then = native_of(planner, then)?;
            match otherwise {
                Some(otherwise) => then.or(native_of(planner, otherwise)?),
                None => Some(then.or_missing()),
            }
        }
        Kind::Block { expressions, .. } => native_of(planner, expressions.last()?),
        Kind::Variable(_) => planner.native(planner.names.certain_variable(node)?),
        Kind::Call(call) => match planner.names.built_in(&call.callee) {
            Some(built_in) => of_built_in(built_in),
            None => direct::native_of_call(planner, call),
        },
        _ => None,
    }
}

/// The type of the result of a built-in.
pub(super) fn of_built_in(built_in: &BuiltIn) -> Option<Native> {
    match built_in.representation {
        Representation::Truth => Some(Native::Boolean),
        Representation::MaybeTruth => Some(Native::MaybeBoolean),
        Representation::Number => Some(Native::Number),
        Representation::MaybeNumber => Some(Native::MaybeNumber),
        Representation::Item | Representation::Text => None,
    }
}

fn of_operator(planner: &Planner<'_>, operator: Operator, operands: [&Node; 2]) -> Option<Native> {
    match operator {
        Operator::Add
        | Operator::Subtract
        | Operator::Multiply
        | Operator::Divide
        | Operator::Modulo => Some(of_arithmetic(planner, operator, operands)),
        Operator::Less | Operator::LessOrEqual | Operator::Greater | Operator::GreaterOrEqual => {
            Some(Native::MaybeBoolean)
        }
        Operator::Equal | Operator::NotEqual | Operator::And | Operator::Or | Operator::In => {
            Some(Native::Boolean)
        }
        Operator::Concatenate | Operator::Range => None,
    }
}

/// The type of a number that is computed of these operands. Each is looked at once: they are deep.
fn of_arithmetic(planner: &Planner<'_>, operator: Operator, operands: [&Node; 2]) -> Native {
    let natives = operands.map(|operand| native_of(planner, operand));
    if natives == [Some(Native::Finite); 2] && stays_finite(operator, operands.map(literal)) {
        return Native::Finite;
    }
    let is_certain = |native: Option<Native>| native.is_some_and(Native::is_certain_number);
    if natives.into_iter().all(is_certain) { Native::Number } else { Native::MaybeNumber }
}

/// Numbers whose sum with any finite number is finite: less than half of the distance between the
/// largest doubles, which is 2^971.
const SMALL: f64 = 9_007_199_254_740_992.0;

/// True if the result of finite numbers certainly is finite, because one of them is a literal.
fn stays_finite(operator: Operator, [left, right]: [Option<f64>; 2]) -> bool {
    let has = |fits: fn(f64) -> bool| [left, right].into_iter().flatten().any(fits);
    match operator {
        Operator::Add | Operator::Subtract => has(|number| number.abs() < SMALL),
        Operator::Multiply => has(|number| number.abs() <= 1.0),
        Operator::Divide => right.is_some_and(|number| number.abs() >= 1.0),
        Operator::Modulo => right.is_some_and(|number| number != 0.0),
        _ => false,
    }
}

/// The number that a node is, if it is written in the program.
fn literal(node: &Node) -> Option<f64> {
    match node.kind {
        Kind::Number(number) if is_plain(node) => Some(number),
        _ => None,
    }
}

/// The value of a node as one of Rust, of the type that [`native_of`] tells.
pub(super) fn plan_native(planner: &mut Planner<'_>, node: &Node) -> Option<Plan> {
    let value = plan_unchecked_native(planner, node)?;
    Some(value.checked(planner.checked_level(node)))
}

/// The same without a check of its level.
pub(super) fn plan_unchecked_native(planner: &mut Planner<'_>, node: &Node) -> Option<Plan> {
    let native = native_of(planner, node)?;
    let value = plan_kind(planner, node, native)?;
    Some(Plan { repr: Repr::Native(native), ..value })
}

/// The value of a node as one of this type.
pub(super) fn plan_as(planner: &mut Planner<'_>, node: &Node, native: Native) -> Option<Plan> {
    Some(plan_native(planner, node)?.to(Repr::Native(native)))
}

fn plan_kind(planner: &mut Planner<'_>, node: &Node, native: Native) -> Option<Plan> {
    let repr = Repr::Native(native);
    match &node.kind {
        Kind::Number(number) => Some(Plan::new(repr, Op::Constant(Constant::Number(*number)))),
        Kind::Bool(value) => Some(Plan::new(repr, Op::Constant(Constant::Bool(*value)))),
        Kind::Negate(operand) => Some(certain(operator::plan_negation(planner, operand), native)),
        Kind::Binary(operator, left, right) => {
            if let Some(comparison) = operator::plan_comparison(planner, *operator, left, right) {
                return Some(comparison);
            }
            let scalar = operator::plan_scalar(planner, *operator, left, right)?;
            Some(certain(scalar, native))
        }
        Kind::Condition(condition, then, otherwise) => {
            let condition = operator::plan_truth(planner, condition);
            let then = plan_as(planner, then, native)?;
            let otherwise = match otherwise {
                Some(otherwise) => plan_as(planner, otherwise, native)?,
                None => Plan::new(repr, Op::Undefined),
            };
            Some(Plan::new(repr, Op::Condition(condition, then, otherwise)))
        }
        Kind::Block { expressions, .. } => {
            let last = &mut |planner: &mut Planner<'_>, last: &Node| {
                plan_as(planner, last, native).unwrap_or(Plan::new(repr, Op::Undefined))
            };
            block::plan_statements(planner, node, expressions, last)
        }
        Kind::Variable(_) => {
            let id = planner.names.certain_variable(node)?;
            Some(super::reference::variable(planner, id, repr))
        }
        Kind::Call(call) if planner.names.built_in(&call.callee).is_some() => {
            call::plan_native_call(planner, node, call, native)
        }
        Kind::Call(call) => call::plan_call_of_numbers(planner, call, node.level.of_calls()),
        _ => None,
    }
}

/// The result of an operator, which may be missing, as a value of this type.
fn certain(result: Plan, native: Native) -> Plan {
    if native == native.or_missing() {
        result
    } else {
        Plan::new(Repr::Native(native), Op::Certain(result))
    }
}
