//! Constants: numbers and short texts in place, the rest as statics, so that constants of the
//! program need no allocation.

use std::collections::HashMap;

use proc_macro2::{Ident, Literal as Token, TokenStream};
use quote::{format_ident, quote};

use super::operand::Operand;
use crate::syntax::Literal;
use asl_source::expression::tokens::{float, integer};

/// The statics of a program.
#[derive(Default)]
pub(super) struct Statics {
    items: TokenStream,
    known: HashMap<String, Ident>,
    /// True if NaN or an infinity is among them.
    pub(super) has_special: bool,
}

impl Statics {
    /// A constant as an operand.
    pub(super) fn operand(&mut self, literal: &Literal) -> Operand {
        Operand::Constant(self.value(literal))
    }

    /// A constant as a static.
    pub(super) fn hoisted(&mut self, value: &TokenStream) -> Ident {
        self.item(&quote!(Value), value)
    }

    /// A compiled pattern as a static.
    pub(super) fn pattern(&mut self, pattern: &Literal, modifiers: &Literal) -> Ident {
        let (pattern, modifiers) = (self.value(pattern), self.value(modifiers));
        let pattern = quote!(native::Pattern::new(#pattern, #modifiers));
        self.item(&quote!(native::Pattern), &pattern)
    }

    /// A static of this type and value; equal ones are the same.
    fn item(&mut self, of: &TokenStream, value: &TokenStream) -> Ident {
        let text = format!("{of} = {value}");
        if let Some(name) = self.known.get(&text) {
            return name.clone();
        }
        let name = format_ident!("CONSTANT_{}", self.known.len());
        self.items.extend(quote!(static #name: #of = #value;));
        self.known.insert(text, name.clone());
        name
    }

    /// An expression of type `Value`, constant.
    fn value(&mut self, literal: &Literal) -> TokenStream {
        match literal {
            Literal::Null => quote!(Value::Null),
            Literal::Bool(value) => quote!(Value::Bool(#value)),
            Literal::Int(value) => {
                let number = integer(*value);
                quote!(Value::Int(#number))
            }
            Literal::Float(value, _) => {
                self.has_special |= !value.is_finite();
                number(*value)
            }
            Literal::String(value) => quote!(Value::String(Text::new_static(#value))),
            Literal::Array(items) => {
                let values: Vec<TokenStream> = items.iter().map(|item| self.value(item)).collect();
                let count = Token::usize_unsuffixed(values.len());
                let name = self.item(&quote!([Value; #count]), &quote!([#(#values),*]));
                quote!(Value::Array(Array::Static(&#name)))
            }
            Literal::Object(entries) => {
                let entries = distinct(entries);
                let values: Vec<TokenStream> = entries
                    .iter()
                    .map(|(key, value)| {
                        let value = self.value(value);
                        quote!((Text::new_static(#key), #value))
                    })
                    .collect();
                let count = Token::usize_unsuffixed(values.len());
                let name = self.item(&quote!([Entry; #count]), &quote!([#(#values),*]));
                quote!(Value::Object(Object::Static(&#name)))
            }
        }
    }

    /// The statics.
    pub(super) fn into_items(self) -> TokenStream {
        self.items
    }
}

/// Of entries with the same key, the last one's value counts.
fn distinct(entries: &[(String, Literal)]) -> Vec<(&str, &Literal)> {
    let mut distinct: Vec<(&str, &Literal)> = Vec::with_capacity(entries.len());
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (key, value) in entries {
        match places.get(key.as_str()).and_then(|at| distinct.get_mut(*at)) {
            Some(entry) => entry.1 = value,
            None => {
                places.insert(key, distinct.len());
                distinct.push((key, value));
            }
        }
    }
    distinct
}

/// A number that is no integer.
fn number(value: f64) -> TokenStream {
    if value.is_finite() {
        let number = float(value);
        return quote!(Value::Float(#number));
    }
    if value.is_nan() {
        return quote!(Value::Float(f64::NAN));
    }
    if value > 0.0 {
        quote!(Value::Float(f64::INFINITY))
    } else {
        quote!(Value::Float(f64::NEG_INFINITY))
    }
}
