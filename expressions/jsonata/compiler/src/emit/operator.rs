//! Operators and conditions.

use asl_language::jsonata::BuiltInId;
use proc_macro2::TokenStream;
use quote::quote;

use super::emitter::Emitter;
use super::native::{Native, emit_native, native_of};
use super::value::{emit_operand, emit_value};
use super::words::emit_words;
use crate::tree::{Kind, Node, Operator};

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
    if let Some(value) = emit_comparison(emitter, operator, left, right)
        .or_else(|| emit_scalar(emitter, operator, left, right))
    {
        return quote!(Item::from(#value));
    }
    if operator == Operator::Concatenate {
        return emit_joined(emitter, left, right);
    }
    let left = emit_operand(emitter, left);
    let right = emit_operand(emitter, right);
    quote!(operators::range(cx, #left, #right)?)
}

/// A chain of `&`, whose text grows in place, an expression of type `Item`.
fn emit_joined(emitter: &mut Emitter<'_>, left: &Node, right: &Node) -> TokenStream {
    let (first, second, rest) = joined_operands(emitter, left, right);
    let (first, second) =
        (emit_joined_operand(emitter, first), emit_joined_operand(emitter, second));
    let rest = rest.into_iter().map(|operand| emit_joined_operand(emitter, operand));
    let rest: Vec<TokenStream> = rest.collect();
    quote!({
        let mut joined = operators::Joined::default();
        joined.begin(cx, #first, #second)?;
        #(joined.add(cx, #rest)?;)*
        joined.finish()
    })
}

/// The operands of a chain of `&`: the first two, and those behind them.
fn joined_operands<'t>(
    emitter: &Emitter<'_>,
    left: &'t Node,
    right: &'t Node,
) -> (&'t Node, &'t Node, Vec<&'t Node>) {
    match &left.kind {
        Kind::Binary(Operator::Concatenate, first, second)
            if is_plain(left) && !emitter.has_level(left) =>
        {
            let (first, second, mut rest) = joined_operands(emitter, first, second);
            rest.push(right);
            (first, second, rest)
        }
        _ => (left, right, Vec::new()),
    }
}

/// An operand of `&`, which makes of it what `$string` does: twice gives the same text.
fn emit_joined_operand(emitter: &mut Emitter<'_>, node: &Node) -> TokenStream {
    match &node.kind {
        Kind::Call(call) if is_plain(node) && !emitter.has_level(node) => {
            let built_in = emitter.names.built_in(&call.callee);
            match call.arguments.as_slice() {
                [only] if built_in.is_some_and(|built_in| built_in.id == BuiltInId::String) => {
                    emit_scalar_operand(emitter, only)
                }
                _ => emit_scalar_operand(emitter, node),
            }
        }
        _ => emit_scalar_operand(emitter, node),
    }
}

/// Arithmetic and order, an expression of type `Option<f64>` or `Option<bool>`.
pub(super) fn emit_scalar(
    emitter: &mut Emitter<'_>,
    operator: Operator,
    left: &Node,
    right: &Node,
) -> Option<TokenStream> {
    let function = scalar_function(operator)?;
    let left = emit_scalar_operand(emitter, left);
    let right = emit_scalar_operand(emitter, right);
    let is_order = matches!(
        operator,
        Operator::Less | Operator::LessOrEqual | Operator::Greater | Operator::GreaterOrEqual
    );
    // Texts are read in steps.
    let cx = if is_order { quote!(cx,) } else { TokenStream::new() };
    Some(quote!(operators::#function(#cx #left, #right)?))
}

fn scalar_function(operator: Operator) -> Option<TokenStream> {
    Some(match operator {
        Operator::Add => quote!(add),
        Operator::Subtract => quote!(subtract),
        Operator::Multiply => quote!(multiply),
        Operator::Divide => quote!(divide),
        Operator::Modulo => quote!(modulo),
        Operator::Less => quote!(less),
        Operator::LessOrEqual => quote!(less_or_equal),
        Operator::Greater => quote!(greater),
        Operator::GreaterOrEqual => quote!(greater_or_equal),
        Operator::Concatenate
        | Operator::Range
        | Operator::Equal
        | Operator::NotEqual
        | Operator::And
        | Operator::Or
        | Operator::In => return None,
    })
}

/// An operand of arithmetic, order or `&`: a number or a string of Rust, `&Words`, or a `View`.
fn emit_scalar_operand(emitter: &mut Emitter<'_>, node: &Node) -> TokenStream {
    if native_of(emitter, node).is_some_and(Native::is_number)
        && let Some((native, value)) = emit_native(emitter, node)
    {
        let is_literal = matches!(node.kind, Kind::Number(_));
        let is_known = native == Native::Finite && !is_literal;
        return if is_known { quote!(operators::Finite(#value)) } else { value };
    }
    if let Some(words) = emit_words(emitter, node) {
        return quote!(&#words);
    }
    match &node.kind {
        Kind::String(text) if is_plain(node) && !emitter.has_level(node) => quote!(#text),
        _ => emit_operand(emitter, node),
    }
}

/// `-operand`, an expression of type `Option<f64>`.
pub(super) fn emit_negation(emitter: &mut Emitter<'_>, operand: &Node) -> TokenStream {
    let operand = emit_scalar_operand(emitter, operand);
    quote!(operators::negate(#operand)?)
}

/// True if a node is its kind alone.
pub(super) fn is_plain(node: &Node) -> bool {
    node.predicates.is_empty() && node.group.is_none() && !node.keeps_array
}

/// An operator whose value is always true or false, an expression of type `bool`.
pub(super) fn emit_comparison(
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
    if matches!(operator, Operator::Equal | Operator::NotEqual)
        && let Some((operand, literal)) = with_literal(left, right)
    {
        let operand = emit_scalar_operand(emitter, operand);
        let literal = emit_scalar_operand(emitter, literal);
        let is = if operator == Operator::Equal { quote!(is) } else { quote!(is_not) };
        return Some(quote!(operators::#is(#operand, #literal)));
    }
    let left = emit_operand(emitter, left);
    let right = emit_operand(emitter, right);
    Some(match operator {
        Operator::Equal => quote!(operators::equal(cx, #left, #right)?),
        Operator::NotEqual => quote!(operators::not_equal(cx, #left, #right)?),
        _ => quote!(operators::is_in(cx, #left, #right)?),
    })
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

/// The truth of a node, an expression of type `bool`.
pub(super) fn emit_truth(emitter: &mut Emitter<'_>, node: &Node) -> TokenStream {
    match native_of(emitter, node) {
        Some(Native::Boolean) => {
            if let Some((_, truth)) = emit_native(emitter, node) {
                return truth;
            }
        }
        Some(Native::MaybeBoolean) => {
            if let Some((_, truth)) = emit_native(emitter, node) {
                return quote!((#truth == Some(true)));
            }
        }
        Some(Native::Finite | Native::Number | Native::MaybeNumber) | None => {}
    }
    let operand = emit_operand(emitter, node);
    quote!(operators::is_true(cx, #operand)?)
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

/// The same where both sides are the end of a function, made by `emit_end`.
pub(super) fn emit_end_condition(
    emitter: &mut Emitter<'_>,
    condition: &Node,
    branches: [Option<&Node>; 2],
    emit_end: &mut dyn FnMut(&mut Emitter<'_>, Option<&Node>) -> TokenStream,
) -> TokenStream {
    let condition = emit_truth(emitter, condition);
    let [then, otherwise] = branches.map(|branch| emit_end(emitter, branch));
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
        if operators::is_true(cx, item.view())? { item } else { #right }
    })
}
