//! Operators: arithmetic, comparison, logic, and conditions as Rust's own.

use asl_language::jq::Special;
use proc_macro2::TokenStream;
use quote::quote;

use super::emitter::{Emitter, Next, block};
use super::operand::Operand;
use super::scope::Scope;
use crate::expr::jq::analysis::Outputs;
use crate::expr::jq::emit::value::emit_each;
use crate::expr::jq::syntax::{Arithmetic, Callee, Comparison, Filter, Kind, Literal};

pub(super) fn emit_negate<'p>(
    emitter: &mut Emitter<'p>,
    inner: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    emit_each(emitter, inner, input, scope, &mut |emitter, value| {
        let value = value.borrow();
        next.make(emitter, Operand::Once(quote!(negate(cx, #value)?)))
    })
}

/// `left + right`: the right side is the outer loop. A left side that nothing else needs grows
/// in place.
pub(super) fn emit_arithmetic<'p>(
    emitter: &mut Emitter<'p>,
    operator: Arithmetic,
    left: &'p Filter,
    right: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    let grows = operator == Arithmetic::Add && matches!(left.kind, Kind::Identity)
        || emitter.consumes(left);
    let (moves, borrows) = (grows && input.is_owned(), may_borrow(right));
    let right_outputs = emitter.outputs(right, scope);
    emit_each(emitter, right, &input.lent(), scope, &mut |emitter, right| {
        // What moves the input must not be borrowed from.
        let (bound, right) = if moves && borrows {
            right.own(emitter, "right")
        } else {
            right.stable(emitter, "right")
        };
        let left_input = if moves { input.within(right_outputs) } else { input.lent() };
        let rest = emit_each(emitter, left, &left_input, scope, &mut |emitter, left| {
            let value = calculated(operator, &left, &right);
            next.make(emitter, Operand::Once(value))
        });
        quote!(#bound #rest)
    })
}

/// Comparisons, `and`, `or`.
pub(super) fn emit_logic<'p>(
    emitter: &mut Emitter<'p>,
    filter: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    if emitter.has_one(filter, scope) {
        let condition = emit_condition(emitter, filter, input, scope);
        return next.make(emitter, Operand::Truth(condition.clone()));
    }
    match &filter.kind {
        Kind::Compare(comparison, left, right) => {
            emit_each(emitter, right, &input.lent(), scope, &mut |emitter, right| {
                let (bound, right) = right.stable(emitter, "right");
                let rest = emit_each(emitter, left, &input.lent(), scope, &mut |emitter, left| {
                    let condition = compared(*comparison, &left, &right);
                    next.make(emitter, Operand::Truth(condition.clone()))
                });
                quote!(#bound #rest)
            })
        }
        Kind::And(left, right) => emit_connective(emitter, left, right, false, input, scope, next),
        Kind::Or(left, right) => emit_connective(emitter, left, right, true, input, scope, next),
        _ => unreachable!("the other kinds have no logic"),
    }
}

/// `left and right`, `left or right` with several outputs: where the left side decides, the
/// right one is not looked at.
fn emit_connective<'p>(
    emitter: &mut Emitter<'p>,
    left: &'p Filter,
    right: &'p Filter,
    decides: bool,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    emitter.shared(next, |emitter, next| {
        emit_each(emitter, left, &input.lent(), scope, &mut |emitter, left| {
            let left = left.truth();
            let decided = next.make(emitter, Operand::Constant(quote!(Value::Bool(#decides))));
            let rest = emit_each(emitter, right, &input.lent(), scope, &mut |emitter, right| {
                let right = right.truth();
                next.make(emitter, Operand::Truth(right))
            });
            quote!(if (#left) == #decides { #decided } else { #rest })
        })
    })
}

/// The truth of the only output of a filter that has one, as an expression of type `bool`.
pub(super) fn emit_condition<'p>(
    emitter: &mut Emitter<'p>,
    filter: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
) -> TokenStream {
    match &filter.kind {
        Kind::Literal(Literal::Null | Literal::Bool(false)) => quote!(false),
        Kind::Literal(_) => quote!(true),
        Kind::And(left, right) => {
            let (left, right) = emit_both(emitter, left, right, input, scope);
            quote!((#left && #right))
        }
        Kind::Or(left, right) => {
            let (left, right) = emit_both(emitter, left, right, input, scope);
            quote!((#left || #right))
        }
        Kind::Pipe(left, right)
            if matches!(right.kind, Kind::Call(Callee::Special(Special::Not), _)) =>
        {
            let condition = emit_condition(emitter, left, input, scope);
            quote!(!#condition)
        }
        Kind::Compare(comparison, left, right) => {
            let (mut statements, right) = emitter.only(right, &input.lent(), scope);
            // What comes first in jq is computed first.
            let (bound, right) = right.stable(emitter, "right");
            let (more, left) = emitter.only(left, &input.lent(), scope);
            statements.extend(quote!(#bound #more));
            block(&statements, &compared(*comparison, &left, &right))
        }
        _ => {
            let (statements, value) = emitter.only(filter, &input.lent(), scope);
            block(&statements, &value.truth())
        }
    }
}

fn emit_both<'p>(
    emitter: &mut Emitter<'p>,
    left: &'p Filter,
    right: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
) -> (TokenStream, TokenStream) {
    (emit_condition(emitter, left, input, scope), emit_condition(emitter, right, input, scope))
}

/// Code that runs for each output of a condition, with the statements of both ways.
pub(super) fn emit_test<'p>(
    emitter: &mut Emitter<'p>,
    condition: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    then: &mut dyn FnMut(&mut Emitter<'p>, TokenStream) -> TokenStream,
) -> TokenStream {
    if emitter.outputs(condition, scope) == Outputs::One {
        let condition = emit_condition(emitter, condition, input, scope);
        return then(emitter, condition);
    }
    emit_each(emitter, condition, &input.lent(), scope, &mut |emitter, value| {
        then(emitter, value.truth())
    })
}

/// True if what a filter gives may be a part of its input.
pub(super) fn may_borrow(filter: &Filter) -> bool {
    match &filter.kind {
        Kind::Variable(_) | Kind::Literal(_) => false,
        Kind::Field(target, _) | Kind::Index(target, _) => may_borrow(target),
        Kind::Pipe(left, right) => may_borrow(left) && may_borrow(right),
        _ => true,
    }
}

pub(super) fn calculated(operator: Arithmetic, left: &Operand, right: &Operand) -> TokenStream {
    let (owned, left_value) = (left.is_owned(), left.value());
    let (left, right) = (left.borrow(), right.borrow());
    match operator {
        Arithmetic::Add if owned => quote!(add_to(cx, #left_value, #right)?),
        Arithmetic::Add => quote!(add(cx, #left, #right)?),
        Arithmetic::Subtract => quote!(subtract(cx, #left, #right)?),
        Arithmetic::Multiply => quote!(multiply(cx, #left, #right)?),
        Arithmetic::Divide => quote!(divide(cx, #left, #right)?),
        Arithmetic::Modulo => quote!(modulo(cx, #left, #right)?),
    }
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
