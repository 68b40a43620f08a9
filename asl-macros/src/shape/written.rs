//! The values that serde writes.

use proc_macro2::TokenStream;
use quote::quote;
use serde_derive_internals::ast::{Container, Data, Style, Variant};
use serde_derive_internals::attr::TagType;

use super::fields::{self, Direction, Of, named};

/// The values of a type.
pub(super) fn values(container: &Container<'_>, shape: &TokenStream) -> TokenStream {
    let of = Of { container, shape, direction: Direction::Written };
    if let Some(into) = container.attrs.type_into() {
        let values = of.of_type(into);
        return quote!(#shape::Values::OneOf(&[#values]));
    }
    if container.attrs.remote().is_some() {
        return quote!(#shape::Values::Any);
    }
    match &container.data {
        Data::Struct(..) if container.attrs.transparent() => of.transparent(),
        Data::Struct(Style::Struct, fields) => {
            let tag = match container.attrs.tag() {
                TagType::Internal { tag } => {
                    let name = &container.attrs.name().serialize_name().value;
                    Some(named(shape, tag, &quote!(&#shape::Values::Constant(#name)), None, &[]))
                }
                TagType::External | TagType::Adjacent { .. } | TagType::None => None,
            };
            of.object(tag, fields)
        }
        Data::Struct(style, fields) => of.contents(*style, fields),
        Data::Enum(variants) => {
            let variants = variants.iter().filter(|variant| !variant.attrs.skip_serializing());
            let variants = variants.map(|it| variant(it, of));
            quote!(#shape::Values::OneOf(&[#(&#variants),*]))
        }
    }
}

fn variant(variant: &Variant<'_>, of: Of<'_>) -> TokenStream {
    let shape = of.shape;
    let name = &variant.attrs.name().serialize_name().value;
    let contents = || of.of_variant(variant);
    let is_plain = of.instead_of(variant).is_none();
    let is_unit = matches!(variant.style, Style::Unit) && is_plain;
    let constant = quote!(#shape::Values::Constant(#name));
    let of_text =
        |name: &str, values: &TokenStream| named(shape, name, &quote!(&#values), None, &[]);
    let object = |members: TokenStream, flattened: TokenStream| {
        fields::object(shape, &members, &flattened, &quote!(None))
    };
    if variant.attrs.untagged() {
        return contents();
    }
    match of.container.attrs.tag() {
        TagType::None => contents(),
        TagType::External if is_unit => constant,
        TagType::External => object(of_text(name, &contents()), TokenStream::new()),
        TagType::Internal { tag } => {
            let tag = of_text(tag, &constant);
            match variant.style {
                Style::Struct if is_plain => of.object(Some(tag), &variant.fields),
                _ if is_unit => object(tag, TokenStream::new()),
                Style::Unit | Style::Newtype | Style::Tuple | Style::Struct => {
                    let contents = contents();
                    object(tag, quote!(&#contents))
                }
            }
        }
        TagType::Adjacent { tag, content } => {
            let tag = of_text(tag, &constant);
            if is_unit {
                return object(tag, TokenStream::new());
            }
            let content = of_text(content, &contents());
            object(quote!(#tag, #content), TokenStream::new())
        }
    }
}
