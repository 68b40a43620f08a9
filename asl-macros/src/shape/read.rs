//! The values that serde reads.

use proc_macro2::TokenStream;
use quote::quote;
use serde_derive_internals::ast::{Container, Data, Style, Variant};
use serde_derive_internals::attr::{Identifier, TagType};

use super::fields::{self, Direction, Of, named};

/// The values of a type.
pub(super) fn values(container: &Container<'_>, shape: &TokenStream) -> TokenStream {
    let of = Of { container, shape, direction: Direction::Read };
    if let Some(from) = container.attrs.type_from().or(container.attrs.type_try_from()) {
        let values = of.of_type(from);
        return quote!(#shape::Values::OneOf(&[#values]));
    }
    let is_plain = container.attrs.remote().is_none()
        && matches!(container.attrs.identifier(), Identifier::No);
    if !is_plain {
        return quote!(#shape::Values::Any);
    }
    match &container.data {
        Data::Struct(..) if container.attrs.transparent() => of.transparent(),
        Data::Struct(style, fields) => of.contents(*style, fields),
        Data::Enum(variants) => {
            let variants = variants.iter().filter(|variant| !variant.attrs.skip_deserializing());
            let variants = variants.flat_map(|it| variant(it, of));
            quote!(#shape::Values::OneOf(&[#(&#variants),*]))
        }
    }
}

/// The sets of values that are read as a variant.
fn variant(variant: &Variant<'_>, of: Of<'_>) -> Vec<TokenStream> {
    let shape = of.shape;
    let contents = of.of_variant(variant);
    let is_unit = matches!(variant.style, Style::Unit) && of.instead_of(variant).is_none();
    if variant.attrs.untagged() {
        return vec![contents];
    }
    // It takes all names that no other variant has.
    if variant.attrs.other() {
        return vec![quote!(#shape::Values::Any)];
    }
    let name = &variant.attrs.name().deserialize_name().value;
    let aliases = variant.attrs.aliases().iter().map(|alias| &alias.value);
    let aliases: Vec<&String> = aliases.filter(|alias| *alias != name).collect();
    let constant = || {
        if aliases.is_empty() {
            return quote!(#shape::Values::Constant(#name));
        }
        quote! {
            #shape::Values::OneOf(&[
                &#shape::Values::Constant(#name),
                #(&#shape::Values::Constant(#aliases)),*
            ])
        }
    };
    let object = |members: TokenStream, flattened: TokenStream, others: TokenStream| {
        fields::object(shape, &members, &flattened, &others)
    };
    let tag = |tag: &String| {
        let constant = constant();
        named(shape, tag, &quote!(&#constant), None, &[])
    };
    match of.container.attrs.tag() {
        TagType::None => vec![contents],
        TagType::External => {
            let only = named(shape, name, &quote!(&#contents), None, &aliases);
            let only = object(only, TokenStream::new(), quote!(Denied));
            if is_unit { vec![constant(), only] } else { vec![only] }
        }
        TagType::Internal { tag: member } => match variant.style {
            Style::Unit => vec![object(tag(member), TokenStream::new(), quote!(None))],
            Style::Newtype | Style::Tuple | Style::Struct => {
                vec![object(tag(member), quote!(&#contents), quote!(None))]
            }
        },
        TagType::Adjacent { tag: member, content } => {
            let tag = tag(member);
            let presence = match (variant.style, &variant.fields[..]) {
                (Style::Unit, _) => Some(quote!(#shape::Presence::Sometimes)),
                (Style::Newtype, [field]) => of.presence(field),
                (Style::Newtype | Style::Tuple | Style::Struct, _) => None,
            };
            let content = named(shape, content, &quote!(&#contents), presence, &[]);
            vec![object(quote!(#tag, #content), TokenStream::new(), quote!(None))]
        }
    }
}
