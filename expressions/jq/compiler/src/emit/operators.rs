//! Operators: arithmetic, comparison, logic, and conditions as Rust's own.

use proc_macro2::TokenStream;
use quote::quote;

use super::emitter::{At, Next, block};
use super::numbers::emit_numbers;
use super::operand::Operand;
use crate::analysis::Outputs;
use crate::emit::value::emit_each;
use crate::plan::{self, Calculation, Condition};
use crate::syntax::{Arithmetic, Comparison, Filter, Kind};

pub(super) fn emit_negate<'p>(at: &At<'p>, inner: &'p Filter, next: &mut Next<'_>) -> TokenStream {
    emit_each(at, inner, &mut |value| {
        let value = value.borrow();
        next.make(Operand::Tried(quote!(negate(cx, #value))))
    })
}

/// `left + right`: the right side is the outer loop. A left side that nothing else needs grows
/// in place.
pub(super) fn emit_arithmetic<'p>(
    at: &At<'p>,
    operator: Arithmetic,
    left: &'p Filter,
    right: &'p Filter,
    next: &mut Next<'_>,
) -> TokenStream {
    let (moves, owns) =
        match plan::calculation(&at.site(), (operator, left, right), at.input.form()) {
            Calculation::Numbers(term) => {
                at.note(left, &format_args!("numbers of Rust: {term}"));
                let (statements, number) = emit_numbers(at, &term);
                let rest = next.make(Operand::Once(number));
                return quote!(#statements #rest);
            }
            Calculation::Values { moves, owns } => (moves, owns),
        };
    let right_outputs = at.outputs(right);
    emit_each(&at.lent(), right, &mut |right| {
        let (bound, right) =
            if owns { right.own(at.emitter, "right") } else { right.stable(at.emitter, "right") };
        let left_input = if moves { at.input.within(right_outputs) } else { at.input.lent() };
        let rest = emit_each(&at.on(left_input), left, &mut |left| {
            next.make(calculated(operator, &left, &right))
        });
        quote!(#bound #rest)
    })
}

/// Comparisons, `and`, `or`.
pub(super) fn emit_logic<'p>(at: &At<'p>, filter: &'p Filter, next: &mut Next<'_>) -> TokenStream {
    if at.has_one(filter) {
        let condition = emit_condition(at, filter);
        return next.make(Operand::Truth(condition.clone()));
    }
    match &filter.kind {
        Kind::Compare(comparison, left, right) => emit_each(&at.lent(), right, &mut |right| {
            let (bound, right) = right.stable(at.emitter, "right");
            let rest = emit_each(&at.lent(), left, &mut |left| {
                let condition = compared(*comparison, &left, &right);
                next.make(Operand::Truth(condition.clone()))
            });
            quote!(#bound #rest)
        }),
        Kind::And(left, right) => emit_connective(at, left, right, false, next),
        Kind::Or(left, right) => emit_connective(at, left, right, true, next),
        _ => unreachable!("the other kinds have no logic"),
    }
}

/// `left and right`, `left or right` with several outputs: if the left side decides, the right one
/// is not evaluated.
fn emit_connective<'p>(
    at: &At<'p>,
    left: &'p Filter,
    right: &'p Filter,
    decides: bool,
    next: &mut Next<'_>,
) -> TokenStream {
    at.emitter.shared(next, |next| {
        emit_each(&at.lent(), left, &mut |left| {
            let left = left.truth();
            let decided = next.make(Operand::Constant(quote!(Value::Bool(#decides))));
            let rest = emit_each(&at.lent(), right, &mut |right| {
                let right = right.truth();
                next.make(Operand::Truth(right))
            });
            quote!(if (#left) == #decides { #decided } else { #rest })
        })
    })
}

/// The truth of the only output of a filter that has one, as an expression of type `bool`.
pub(super) fn emit_condition<'p>(at: &At<'p>, filter: &'p Filter) -> TokenStream {
    emit_planned_condition(at, &plan::condition(filter))
}

fn emit_planned_condition<'p>(at: &At<'p>, condition: &Condition<'p>) -> TokenStream {
    let emit = |condition| emit_planned_condition(at, condition);
    match condition {
        Condition::Known(truth) => quote!(#truth),
        Condition::And(left, right) => {
            let (left, right) = (emit(left), emit(right));
            quote!((#left && #right))
        }
        Condition::Or(left, right) => {
            let (left, right) = (emit(left), emit(right));
            quote!((#left || #right))
        }
        Condition::Not(inner) => {
            let inner = emit(inner);
            quote!(!#inner)
        }
        Condition::Kind(kind) => {
            let input = at.input.borrow();
            quote!(is_kind(#input, #kind))
        }
        Condition::Compare(comparison, left, right) => {
            let (mut statements, right) = at.lent().only(right);
            // What comes first in jq is computed first.
            let (bound, right) = right.stable(at.emitter, "right");
            let (more, left) = at.lent().only(left);
            statements.extend(quote!(#bound #more));
            block(&statements, &compared(*comparison, &left, &right))
        }
        Condition::Truth(filter) => {
            let (statements, value) = at.lent().only(filter);
            block(&statements, &value.truth())
        }
    }
}

/// Code that runs for each output of a condition, with the statements of both ways.
pub(super) fn emit_test<'p>(
    at: &At<'p>,
    condition: &'p Filter,
    then: &mut dyn FnMut(TokenStream) -> TokenStream,
) -> TokenStream {
    if at.outputs(condition) == Outputs::One {
        let condition = emit_condition(at, condition);
        return then(condition);
    }
    emit_each(&at.lent(), condition, &mut |value| then(value.truth()))
}

pub(super) fn calculated(operator: Arithmetic, left: &Operand, right: &Operand) -> Operand {
    let (owned, left_value) = (left.is_owned(), left.value());
    let (left, right) = (left.borrow(), right.borrow());
    Operand::Tried(match operator {
        Arithmetic::Add if owned => quote!(add_to(cx, #left_value, #right)),
        Arithmetic::Add => quote!(add(cx, #left, #right)),
        Arithmetic::Subtract => quote!(subtract(cx, #left, #right)),
        Arithmetic::Multiply => quote!(multiply(cx, #left, #right)),
        Arithmetic::Divide => quote!(divide(cx, #left, #right)),
        Arithmetic::Modulo => quote!(modulo(cx, #left, #right)),
    })
}

fn compared(comparison: Comparison, left: &Operand, right: &Operand) -> TokenStream {
    let (left, right) = (left.borrow(), right.borrow());
    match comparison {
        Comparison::Equal => quote!(equal(cx, #left, #right)?),
        Comparison::NotEqual => quote!(!equal(cx, #left, #right)?),
        Comparison::Less => quote!(less(cx, #left, #right)?),
        Comparison::LessOrEqual => quote!(less_or_equal(cx, #left, #right)?),
        Comparison::Greater => quote!(!less_or_equal(cx, #left, #right)?),
        Comparison::GreaterOrEqual => quote!(!less(cx, #left, #right)?),
    }
}
