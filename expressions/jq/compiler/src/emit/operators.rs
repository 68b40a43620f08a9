//! Operators: arithmetic, comparison, logic, and conditions as Rust's own.

use proc_macro2::TokenStream;
use quote::quote;

use super::code::Code;
use super::emitter::{At, Next, block};
use super::literal::Constant;
use super::operand::Operand;
use super::value::emit_each;
use crate::plan::tree::{Condition, Node, Test};
use crate::syntax::{Arithmetic, Comparison};

pub(super) fn emit_negate(at: &At<'_>, inner: &Node<'_>, next: &mut Next<'_>) -> TokenStream {
    emit_each(at, inner, &mut |value| {
        let value = value.borrow();
        next.make(Operand::Tried(code!(negate(cx, #value))))
    })
}

/// `left + right`: the right side is the outer loop. A left side that nothing else needs grows
/// in place; `owns`: nothing may borrow from it then.
pub(super) fn emit_calculation(
    at: &At<'_>,
    operator: Arithmetic,
    [left, right]: [&Node<'_>; 2],
    owns: bool,
    next: &mut Next<'_>,
) -> TokenStream {
    emit_each(at, right, &mut |right| {
        let (bound, right) =
            if owns { right.own(at.emitter, "right") } else { right.stable(at.emitter, "right") };
        let rest = emit_each(at, left, &mut |left| next.make(calculated(operator, &left, &right)));
        quote!(#bound #rest)
    })
}

/// A comparison of each output with each other one.
pub(super) fn emit_comparison(
    at: &At<'_>,
    comparison: Comparison,
    left: &Node<'_>,
    right: &Node<'_>,
    next: &mut Next<'_>,
) -> TokenStream {
    emit_each(at, right, &mut |right| {
        let (bound, right) = right.stable(at.emitter, "right");
        let rest = emit_each(at, left, &mut |left| {
            let condition = compared(comparison, &left, &right);
            next.make(Operand::Truth(condition))
        });
        quote!(#bound #rest)
    })
}

/// `left and right`, `left or right` with several outputs: if the left side decides, the right one
/// is not evaluated.
pub(super) fn emit_connective(
    at: &At<'_>,
    left: &Node<'_>,
    right: &Node<'_>,
    decides: bool,
    next: &mut Next<'_>,
) -> TokenStream {
    at.emitter.shared(next, |next| {
        emit_each(at, left, &mut |left| {
            let left = left.truth();
            let decided = next.make(Operand::Constant(Constant::bool(decides)));
            let rest = emit_each(at, right, &mut |right| {
                let right = right.truth();
                next.make(Operand::Truth(right))
            });
            quote!(if (#left) == #decides { #decided } else { #rest })
        })
    })
}

/// The truth of the only output of a filter that has one.
pub(super) fn emit_condition(at: &At<'_>, of: &Condition<'_>) -> Code<bool> {
    let emit = |condition| emit_condition(at, condition);
    match of {
        Condition::Known(truth) => code!(#truth),
        Condition::And(left, right) => {
            let (left, right) = (emit(left), emit(right));
            code!((#left && #right))
        }
        Condition::Or(left, right) => {
            let (left, right) = (emit(left), emit(right));
            code!((#left || #right))
        }
        Condition::Not(inner) => {
            let inner = emit(inner);
            code!(!#inner)
        }
        Condition::Kind(kind) => {
            let input = at.input.borrow();
            code!(is_kind(#input, #kind))
        }
        Condition::Compare(comparison, left, right) => {
            let (mut statements, right) = at.only(right);
            // What comes first in jq is computed first.
            let (bound, right) = right.stable(at.emitter, "right");
            let (more, left) = at.only(left);
            statements.extend(quote!(#bound #more));
            block(of.has_statements(), &statements, compared(*comparison, &left, &right))
        }
        Condition::Truth(node) => {
            let (statements, value) = at.only(node);
            block(of.has_statements(), &statements, value.truth())
        }
    }
}

/// Code that runs for each output of a condition, with the statements of both ways.
pub(super) fn emit_test(
    at: &At<'_>,
    test: &Test<'_>,
    then: &mut dyn FnMut(Code<bool>) -> TokenStream,
) -> TokenStream {
    match test {
        Test::One(condition) => {
            let condition = emit_condition(at, condition);
            then(condition)
        }
        Test::Each(node) => emit_each(at, node, &mut |value| then(value.truth())),
    }
}

pub(super) fn calculated(operator: Arithmetic, left: &Operand, right: &Operand) -> Operand {
    let (owned, left_value) = (left.repr().is_owned(), left.value());
    let (left, right) = (left.borrow(), right.borrow());
    Operand::Tried(match operator {
        Arithmetic::Add if owned => code!(add_to(cx, #left_value, #right)),
        Arithmetic::Add => code!(add(cx, #left, #right)),
        Arithmetic::Subtract => code!(subtract(cx, #left, #right)),
        Arithmetic::Multiply => code!(multiply(cx, #left, #right)),
        Arithmetic::Divide => code!(divide(cx, #left, #right)),
        Arithmetic::Modulo => code!(modulo(cx, #left, #right)),
    })
}

fn compared(comparison: Comparison, left: &Operand, right: &Operand) -> Code<bool> {
    let (left, right) = (left.borrow(), right.borrow());
    match comparison {
        Comparison::Equal => code!(equal(cx, #left, #right)?),
        Comparison::NotEqual => code!(!equal(cx, #left, #right)?),
        Comparison::Less => code!(less(cx, #left, #right)?),
        Comparison::LessOrEqual => code!(less_or_equal(cx, #left, #right)?),
        Comparison::Greater => code!(!less_or_equal(cx, #left, #right)?),
        Comparison::GreaterOrEqual => code!(!less(cx, #left, #right)?),
    }
}
