//! Operators and conditions.

use proc_macro2::TokenStream;
use quote::quote;

use super::emitter::Emitter;
use super::value::{emit_operand, emit_value};
use crate::expr::jsonata::tree::{Kind, Node, Operator};

/// True if the value may be a sequence of one item.
pub(super) fn gives_sequence(operator: Operator) -> bool {
    operator == Operator::Range
}

pub(super) fn emit_binary(
    emitter: &mut Emitter<'_>,
    operator: Operator,
    left: &Node,
    right: &Node,
) -> TokenStream {
    if let Some(truth) = emit_comparison(emitter, operator, left, right) {
        return quote!(construct::boolean(#truth));
    }
    let left = emit_operand(emitter, left);
    let right = emit_operand(emitter, right);
    match operator {
        Operator::Add => quote!(operators::add(#left, #right)?),
        Operator::Subtract => quote!(operators::subtract(#left, #right)?),
        Operator::Multiply => quote!(operators::multiply(#left, #right)?),
        Operator::Divide => quote!(operators::divide(#left, #right)?),
        Operator::Modulo => quote!(operators::modulo(#left, #right)?),
        Operator::Less => quote!(operators::less(#left, #right)?),
        Operator::LessOrEqual => quote!(operators::less_or_equal(#left, #right)?),
        Operator::Greater => quote!(operators::greater(#left, #right)?),
        Operator::GreaterOrEqual => quote!(operators::greater_or_equal(#left, #right)?),
        Operator::Concatenate => quote!(operators::concatenate(cx, #left, #right)?),
        Operator::Range => quote!(operators::range(cx, #left, #right)?),
        Operator::Equal | Operator::NotEqual | Operator::And | Operator::Or | Operator::In => {
            quote!(Item::Undefined)
        }
    }
}

/// An operator whose value is always true or false, an expression of type `bool`.
fn emit_comparison(
    emitter: &mut Emitter<'_>,
    operator: Operator,
    left: &Node,
    right: &Node,
) -> Option<TokenStream> {
    if matches!(operator, Operator::And | Operator::Or) {
        let left = emit_truth(emitter, left);
        let right = emit_truth(emitter, right);
        let both = operator == Operator::And;
        return Some(if both { quote!((#left && #right)) } else { quote!((#left || #right)) });
    }
    if !matches!(operator, Operator::Equal | Operator::NotEqual | Operator::In) {
        return None;
    }
    let left = emit_operand(emitter, left);
    let right = emit_operand(emitter, right);
    Some(match operator {
        Operator::Equal => quote!(operators::equal(cx, #left, #right)?),
        Operator::NotEqual => quote!(operators::not_equal(cx, #left, #right)?),
        _ => quote!(operators::is_in(#left, #right)),
    })
}

/// The truth of a node, an expression of type `bool`.
fn emit_truth(emitter: &mut Emitter<'_>, node: &Node) -> TokenStream {
    if let Kind::Binary(operator, left, right) = &node.kind
        && node.predicates.is_empty()
        && node.group.is_none()
        && let Some(truth) = emit_comparison(emitter, *operator, left, right)
    {
        return match emitter.level_check(node) {
            Some(check) => quote!({ #check #truth }),
            None => truth,
        };
    }
    let operand = emit_operand(emitter, node);
    quote!(operators::is_true(#operand)?)
}

/// `condition ? then : otherwise`
pub(super) fn emit_condition(
    emitter: &mut Emitter<'_>,
    condition: &Node,
    then: &Node,
    otherwise: Option<&Node>,
) -> TokenStream {
    let condition = emit_truth(emitter, condition);
    let then = emit_value(emitter, then);
    let otherwise = match otherwise {
        Some(otherwise) => emit_value(emitter, otherwise),
        None => quote!(Item::Undefined),
    };
    quote!(if #condition { #then } else { #otherwise })
}

/// The same where both sides are the end of a function.
pub(super) fn emit_tail_condition(
    emitter: &mut Emitter<'_>,
    condition: &Node,
    branches: (&Node, Option<&Node>),
    emit_tail: &mut dyn FnMut(&mut Emitter<'_>, &Node) -> TokenStream,
) -> TokenStream {
    let condition = emit_truth(emitter, condition);
    let then = emit_tail(emitter, branches.0);
    let otherwise = match branches.1 {
        Some(otherwise) => emit_tail(emitter, otherwise),
        None => quote!(Ok(Tail::Done(Item::Undefined))),
    };
    quote!(if #condition { #then } else { #otherwise })
}

/// `left ?? right`
pub(super) fn emit_coalesce(emitter: &mut Emitter<'_>, left: &Node, right: &Node) -> TokenStream {
    let left = emit_value(emitter, left);
    let right = emit_value(emitter, right);
    quote!(match #left { Item::Undefined => #right, item => item })
}

/// `left ?: right`
pub(super) fn emit_default(emitter: &mut Emitter<'_>, left: &Node, right: &Node) -> TokenStream {
    let left = emit_value(emitter, left);
    let right = emit_value(emitter, right);
    quote!({
        let item = #left;
        if operators::is_true(&item)? { item } else { #right }
    })
}
