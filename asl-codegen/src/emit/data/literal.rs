//! Emits constants: scalars in place, and each container as a static of its own, so that a machine
//! neither allocates nor counts references for constants of its definition.

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;

use crate::emit::names::Names;
use crate::ir::{Literal, NodeId};
use asl_source::expression::tokens::{float, integer};

/// The statics of one slot of a node (`CHARGE_CARD_RESULT`, `CHARGE_CARD_RESULT_1`, …).
pub(in crate::emit) struct Statics<'a> {
    names: &'a Names,
    node: NodeId,
    slot: &'static str,
    count: usize,
    items: TokenStream,
}

impl<'a> Statics<'a> {
    /// Without statics yet.
    pub(in crate::emit) fn new(names: &'a Names, node: NodeId, slot: &'static str) -> Self {
        Self { names, node, slot, count: 0, items: TokenStream::new() }
    }

    /// A constant expression of type `Value`. Its containers are added to the statics.
    pub(in crate::emit) fn value(&mut self, literal: &Literal) -> TokenStream {
        match literal {
            Literal::Null => quote!(Value::Null),
            Literal::Bool(value) => quote!(Value::Bool(#value)),
            Literal::Int(value) => {
                let number = integer(*value);
                quote!(Value::Int(#number))
            }
            Literal::Float(value) => {
                let number = float(*value);
                quote!(Value::Float(#number))
            }
            Literal::String(value) => quote!(Value::String(Text::new_static(#value))),
            Literal::Array(items) if items.is_empty() => quote!(Value::Array(Array::Static(&[]))),
            Literal::Array(items) => {
                let name = self.next();
                let values: Vec<TokenStream> = items.iter().map(|item| self.value(item)).collect();
                let count = Token::usize_unsuffixed(values.len());
                self.items.extend(quote!(static #name: [Value; #count] = [#(#values),*];));
                quote!(Value::Array(Array::Static(&#name)))
            }
            Literal::Object(entries) if entries.is_empty() => {
                quote!(Value::Object(Object::Static(&[])))
            }
            Literal::Object(entries) => {
                let name = self.next();
                let values: Vec<TokenStream> =
                    entries.iter().map(|(key, value)| self.entry(key, value)).collect();
                let count = Token::usize_unsuffixed(values.len());
                self.items.extend(quote!(static #name: [Entry; #count] = [#(#values),*];));
                quote!(Value::Object(Object::Static(&#name)))
            }
        }
    }

    fn entry(&mut self, key: &str, value: &Literal) -> TokenStream {
        let value = self.value(value);
        quote!((Text::new_static(#key), #value))
    }

    fn next(&mut self) -> proc_macro2::Ident {
        let name = self.names.constant(self.node, self.slot, self.count);
        self.count += 1;
        name
    }

    /// The statics.
    pub(in crate::emit) fn into_items(self) -> TokenStream {
        self.items
    }
}
