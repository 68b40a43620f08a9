//! Filters as conditions: `search.compares(node.at(["a"]), Order::LessThan, Some(&Value::Int(1))) && node.at(["b"]).is_none()`.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::definite;
use crate::expr::jsonpath::{Constant, Filter, Operand, Operator};

/// The test of an object as an expression of type `bool`; `node` is of type `&Value`.
pub(super) fn test(filter: &Filter, node: &TokenStream, search: &Ident) -> TokenStream {
    match filter {
        Filter::And(all) => joined(all, node, search, &quote!(&&)),
        Filter::Or(any) => joined(any, node, search, &quote!(||)),
        Filter::Not(inner) => opposite(inner, node, search),
        Filter::Exists(place) => {
            let place = definite(&place.0, node);
            quote!(#place.is_some())
        }
        Filter::Compare { left, operator, right } => {
            let (left, right) = (operand(left, node), operand(right, node));
            let (not, order) = order(*operator);
            quote!(#not #search.compares(#left, #order, #right))
        }
    }
}

/// The opposite of the test.
pub(super) fn opposite(filter: &Filter, node: &TokenStream, search: &Ident) -> TokenStream {
    let inner = test(filter, node, search);
    match filter {
        Filter::And(_) | Filter::Or(_) => quote!(!(#inner)),
        Filter::Not(inner) => test(inner, node, search),
        Filter::Exists(place) => {
            let place = definite(&place.0, node);
            quote!(#place.is_none())
        }
        Filter::Compare { left, operator: Operator::NotEqual, right } => {
            let (left, right) = (operand(left, node), operand(right, node));
            quote!(#search.compares(#left, Order::Equals, #right))
        }
        Filter::Compare { .. } => quote!(!#inner),
    }
}

/// Tests with an operator between them, those of another operator in parentheses.
fn joined(filters: &[Filter], node: &TokenStream, search: &Ident, with: &TokenStream) -> TokenStream {
    let mut joined = TokenStream::new();
    for (number, filter) in filters.iter().enumerate() {
        if number > 0 {
            joined.extend(with.clone());
        }
        let test = test(filter, node, search);
        joined.extend(if matches!(filter, Filter::And(_) | Filter::Or(_)) { quote!((#test)) } else { test });
    }
    joined
}

/// A comparison as an order; `!=` is the opposite of one.
fn order(operator: Operator) -> (Option<TokenStream>, TokenStream) {
    match operator {
        Operator::Equal => (None, quote!(Order::Equals)),
        Operator::NotEqual => (Some(quote!(!)), quote!(Order::Equals)),
        Operator::Less => (None, quote!(Order::LessThan)),
        Operator::LessOrEqual => (None, quote!(Order::LessThanEquals)),
        Operator::Greater => (None, quote!(Order::GreaterThan)),
        Operator::GreaterOrEqual => (None, quote!(Order::GreaterThanEquals)),
    }
}

/// An expression of type `Option<&Value>`.
fn operand(operand: &Operand, node: &TokenStream) -> TokenStream {
    match operand {
        Operand::Place(place) => definite(&place.0, node),
        Operand::Constant(constant) => {
            let value = value(constant);
            quote!(Some(&#value))
        }
    }
}

fn value(constant: &Constant) -> TokenStream {
    match constant {
        Constant::Null => quote!(Value::Null),
        Constant::Bool(value) => quote!(Value::Bool(#value)),
        Constant::Int(value) => {
            let number = Literal::i64_unsuffixed(*value);
            quote!(Value::Int(#number))
        }
        Constant::Float(value) => {
            let number = Literal::f64_unsuffixed(*value);
            quote!(Value::Float(#number))
        }
        Constant::String(value) => quote!(Value::String(Text::new_static(#value))),
    }
}
