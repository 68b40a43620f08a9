//! Constants: numbers and short texts in place, the rest as statics, so that constants of the
//! program need no allocation.

use std::collections::HashMap;

use proc_macro2::{Ident, Literal as Token, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::code::{Code, Value};
use super::operand::Operand;
use crate::syntax::Literal;
use asl_source::expression::tokens::{float, integer};

/// A constant that costs nothing to make.
#[derive(Clone, Debug)]
pub(super) struct Constant {
    /// A text that only equal constants share.
    key: String,
    pub(super) value: Code<Value>,
}

impl Constant {
    fn new(key: impl Into<String>, value: Code<Value>) -> Self {
        Self { key: key.into(), value }
    }

    pub(super) fn null() -> Self {
        Self::new("null", code!(Value::Null))
    }

    pub(super) fn bool(value: bool) -> Self {
        Self::new(value.to_string(), code!(Value::Bool(#value)))
    }

    pub(super) fn empty_array() -> Self {
        Self::new("[]", code!(Value::Array(Array::Static(&[]))))
    }

    pub(super) fn empty_object() -> Self {
        Self::new("{}", code!(Value::Object(Object::Static(&[]))))
    }
}

/// The statics of a program.
#[derive(Default)]
pub(super) struct Statics {
    items: TokenStream,
    /// The names of statics by the keys of their constants.
    known: HashMap<String, Ident>,
    /// True if NaN or an infinity is among them.
    pub(super) has_special: bool,
}

impl Statics {
    /// A constant as an operand.
    pub(super) fn operand(&mut self, literal: &Literal) -> Operand {
        Operand::Constant(self.constant(literal))
    }

    /// A constant as a static.
    pub(super) fn hoisted(&mut self, Constant { key, value }: &Constant) -> Ident {
        self.item(format!("&{key}"), &quote!(Value), value)
    }

    /// A compiled pattern as a static.
    pub(super) fn pattern(&mut self, pattern: &Literal, modifiers: &Literal) -> Ident {
        let [pattern, modifiers] = [pattern, modifiers].map(|literal| self.constant(literal));
        let key = format!("/{}/{}", pattern.key, modifiers.key);
        let (pattern, modifiers) = (pattern.value, modifiers.value);
        let pattern = quote!(native::Pattern::new(#pattern, #modifiers));
        self.item(key, &quote!(native::Pattern), &pattern)
    }

    /// The static of a key; it is made if there is none.
    fn item(&mut self, key: String, of: &TokenStream, value: &impl ToTokens) -> Ident {
        if let Some(name) = self.known.get(&key) {
            return name.clone();
        }
        let name = format_ident!("CONSTANT_{}", self.known.len());
        self.items.extend(quote!(static #name: #of = #value;));
        self.known.insert(key, name.clone());
        name
    }

    fn constant(&mut self, literal: &Literal) -> Constant {
        match literal {
            Literal::Null => Constant::null(),
            Literal::Bool(value) => Constant::bool(*value),
            Literal::Int(value) => {
                let number = integer(*value);
                Constant::new(value.to_string(), code!(Value::Int(#number)))
            }
            Literal::Float(value, _) => {
                self.has_special |= !value.is_finite();
                Constant::new(format!("{:x}f", value.to_bits()), number(*value))
            }
            Literal::String(value) => {
                Constant::new(format!("{value:?}"), code!(Value::String(Text::new_static(#value))))
            }
            Literal::Array(items) => {
                let items = items.iter().map(|item| self.constant(item));
                let (keys, values): (Vec<_>, Vec<_>) =
                    items.map(|item| (item.key, item.value)).unzip();
                let name = self.list(format!("[{}]", keys.join(", ")), &quote!(Value), &values);
                Constant::new(name.to_string(), code!(Value::Array(Array::Static(&#name))))
            }
            Literal::Object(entries) => {
                let entries = distinct(entries).into_iter().map(|(name, value)| {
                    let Constant { key, value } = self.constant(value);
                    (format!("{name:?}: {key}"), quote!((Text::new_static(#name), #value)))
                });
                let (keys, values): (Vec<_>, Vec<_>) = entries.unzip();
                let key = format!("{{{}}}", keys.join(", "));
                let name = self.list(key, &quote!(Entry), &values);
                Constant::new(name.to_string(), code!(Value::Object(Object::Static(&#name))))
            }
        }
    }

    /// The static of the items or entries of a key.
    fn list(&mut self, key: String, of: &TokenStream, values: &[impl ToTokens]) -> Ident {
        let count = Token::usize_unsuffixed(values.len());
        self.item(key, &quote!([#of; #count]), &quote!([#(#values),*]))
    }

    /// True if there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty()
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
fn number(value: f64) -> Code<Value> {
    if value.is_finite() {
        let number = float(value);
        return code!(Value::Float(#number));
    }
    if value.is_nan() {
        return code!(Value::Float(f64::NAN));
    }
    if value > 0.0 {
        code!(Value::Float(f64::INFINITY))
    } else {
        code!(Value::Float(f64::NEG_INFINITY))
    }
}
