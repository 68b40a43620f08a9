//! Emits the shapes of a function as Rust types, in a module with the function's name: `Arguments`,
//! `Answer`, and the types in them.
//!
//! All names except ours are written with `types::`, so that a schema may be called `Option` or
//! `String`.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::super::docs;
use super::super::names::{Words, distinct, legal};
use crate::ir::function::{Described, Field, NamedKind, NamedShape, Others, Shape, ShapeId};

/// The types of a function.
pub(super) fn module(
    name: &Ident,
    function: &str,
    described: &Described,
    private: &TokenStream,
) -> TokenStream {
    let types = Types::new(described);
    let arguments = types.arguments();
    let shapes = described
        .shapes
        .list
        .iter()
        .zip(&types.names)
        .map(|(shape, name)| types.shape(name, shape));
    let answer = types.of(&described.result);
    let doc = docs::line(&format!("Types of {function}."));
    quote! {
        #doc
        pub mod #name {
            use #private::described::types;

            #arguments

            /// The result of the function.
            pub type Answer = #answer;

            #(#shapes)*
        }
    }
}

/// Path of serde for its derives. In their string, a path cannot begin with `$crate`.
const SERDE: &str = "types::serde";

struct Types<'a> {
    described: &'a Described,
    /// By id.
    names: Vec<Ident>,
    /// The shapes that a shape contains directly, by id.
    holds: Vec<Vec<ShapeId>>,
}

impl<'a> Types<'a> {
    fn new(described: &'a Described) -> Self {
        let words = |text: &str| Words::of(text).or("type");
        let list = &described.shapes.list;
        let own = ["Arguments", "Answer"].map(words);
        let all =
            distinct(own.into_iter().chain(list.iter().map(|shape| words(&shape.name))).collect());
        let names =
            all.iter().skip(2).map(|words| format_ident!("{}", legal(&words.camel()))).collect();
        let holds = list.iter().map(|shape| held(&shape.kind)).collect();
        Self { described, names, holds }
    }

    fn arguments(&self) -> TokenStream {
        let described = self.described;
        let fields: Vec<Field> = described
            .arguments
            .iter()
            .map(|argument| Field {
                name: argument.name.clone(),
                alias: argument.alias.clone(),
                shape: argument.shape.clone(),
                required: argument.required,
            })
            .collect();
        let name = format_ident!("Arguments");
        self.object(
            &name,
            "What the function takes.",
            &fields,
            described.others != Others::None,
            None,
        )
    }

    fn shape(&self, name: &Ident, shape: &NamedShape) -> TokenStream {
        let doc = docs::name(&shape.name);
        let id = self.names.iter().position(|known| known == name);
        let id = id.and_then(|id| u32::try_from(id).ok()).map(ShapeId);
        match &shape.kind {
            NamedKind::Object { fields, open } => self.object(name, &doc, fields, *open, id),
            NamedKind::Words(words) => Self::words(name, &doc, words),
        }
    }

    fn object(
        &self,
        name: &Ident,
        doc: &str,
        fields: &[Field],
        open: bool,
        id: Option<ShapeId>,
    ) -> TokenStream {
        let others = "others".to_owned();
        let words = fields.iter().map(|field| Words::of(&field.name).or("field"));
        let names = distinct(words.chain([Words::of(&others)]).collect());
        let mut members: Vec<TokenStream> = fields
            .iter()
            .zip(&names)
            .map(|(field, name)| self.field(field, &legal(&name.snake()), id))
            .collect();
        if open && let Some(others) = names.last() {
            let others = format_ident!("{}", others.snake());
            members.push(quote! {
                /// Members that the document does not name.
                #[serde(flatten)]
                pub #others: types::BTreeMap<types::String, types::Value>,
            });
        }
        let (doc, serde) = (docs::line(doc), SERDE);
        // An unknown argument is an error, as it is without types.
        let strict = (!open && id.is_none()).then(|| quote!(, deny_unknown_fields));
        quote! {
            #doc
            #[derive(types::Clone, types::Debug, types::PartialEq, types::Serialize, types::Deserialize)]
            #[serde(crate = #serde #strict)]
            pub struct #name {
                #(#members)*
            }
        }
    }

    fn field(&self, field: &Field, name: &str, of: Option<ShapeId>) -> TokenStream {
        let doc = docs::line(&docs::name(&field.name));
        let (name, key) = (format_ident!("{name}"), &field.name);
        let inner = if let Shape::Nullable(inner) = &field.shape { inner } else { &field.shape };
        let mut of_type = self.of(inner);
        if let (Shape::Named(held), Some(of)) = (inner, of)
            && self.reaches(*held, of)
        {
            of_type = quote!(types::Box<#of_type>);
        }
        let is_optional = !field.required || matches!(field.shape, Shape::Nullable(_));
        let text = name.to_string();
        let rename = (text.trim_start_matches("r#") != key).then(|| quote!(rename = #key,));
        let alias = field.alias.as_ref().map(|alias| quote!(alias = #alias,));
        let default = is_optional.then(|| quote!(default,));
        // A required null is written; everything else that is absent is left out.
        let skip =
            (!field.required).then(|| quote!(skip_serializing_if = "types::Option::is_none"));
        let of_type = if is_optional { quote!(types::Option<#of_type>) } else { of_type };
        let attributes = quote!(#rename #alias #default #skip);
        let attributes = (!attributes.is_empty()).then(|| quote!(#[serde(#attributes)]));
        quote! {
            #doc
            #attributes
            pub #name: #of_type,
        }
    }

    fn words(name: &Ident, doc: &str, words: &[String]) -> TokenStream {
        let names = words.iter().map(|word| Words::of(word).or("word"));
        let names = distinct(names.chain([Words::of("Other")]).collect());
        let variants = words.iter().zip(&names).map(|(word, name)| {
            let (name, doc) = (legal(&name.camel()), docs::line(&docs::name(word)));
            let rename = (name != *word).then(|| quote!(#[serde(rename = #word)]));
            let name = format_ident!("{name}");
            quote! {
                #doc
                #rename
                #name,
            }
        });
        let other = names.last().map(|name| format_ident!("{}", name.camel()));
        let (doc, serde) = (docs::line(doc), SERDE);
        quote! {
            #doc
            #[derive(types::Clone, types::Debug, types::PartialEq, types::Serialize, types::Deserialize)]
            #[serde(crate = #serde)]
            pub enum #name {
                #(#variants)*
                /// A word that the document does not have.
                #[serde(untagged)]
                #other(types::String),
            }
        }
    }

    /// The type of a shape.
    fn of(&self, shape: &Shape) -> TokenStream {
        match shape {
            Shape::Any => quote!(types::Value),
            Shape::Boolean => quote!(types::bool),
            Shape::Integer => quote!(types::i64),
            Shape::Number => quote!(types::f64),
            Shape::String => quote!(types::String),
            Shape::Array(item) => {
                let item = self.of(item);
                quote!(types::Vec<#item>)
            }
            Shape::Map(value) => {
                let value = self.of(value);
                quote!(types::BTreeMap<types::String, #value>)
            }
            Shape::Nullable(inner) => {
                let inner = self.of(inner);
                quote!(types::Option<#inner>)
            }
            Shape::Named(id) => match self.names.get(id.0 as usize) {
                Some(name) => quote!(#name),
                None => quote!(types::Value),
            },
        }
    }

    /// Returns true if a shape contains another one, or itself, directly.
    fn reaches(&self, from: ShapeId, to: ShapeId) -> bool {
        let mut seen = vec![false; self.holds.len()];
        let mut open = vec![from];
        while let Some(id) = open.pop() {
            if id == to {
                return true;
            }
            let at = id.0 as usize;
            if let Some(seen) = seen.get_mut(at).filter(|seen| !**seen) {
                *seen = true;
                open.extend(self.holds.get(at).into_iter().flatten());
            }
        }
        false
    }
}

/// The named shapes that a shape contains directly, not inside a list or a map.
fn held(kind: &NamedKind) -> Vec<ShapeId> {
    let NamedKind::Object { fields, .. } = kind else { return Vec::new() };
    fields.iter().filter_map(|field| name_of(&field.shape)).collect()
}

/// The named shape that a shape is, or is besides null.
fn name_of(shape: &Shape) -> Option<ShapeId> {
    match shape {
        Shape::Named(id) => Some(*id),
        Shape::Nullable(inner) => name_of(inner),
        Shape::Any
        | Shape::Boolean
        | Shape::Integer
        | Shape::Number
        | Shape::String
        | Shape::Array(_)
        | Shape::Map(_) => None,
    }
}
