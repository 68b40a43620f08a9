//! Structs that have the same members in both directions.

use asl_language::shape::hash;
use proc_macro2::TokenStream;
use quote::quote;
use serde_derive_internals::ast::{Container, Data, Field, Style};
use serde_derive_internals::attr::{Identifier, TagType};
use syn::parse_quote;

use super::attributes::instead;
use super::fields::{Direction, Of, is_read_by_function};
use super::{own, with_shapes};

/// The implementation of `Fields`, with values of a set of members. `None` if the directions differ.
pub(super) fn implementation(
    container: &Container<'_>,
    name: &TokenStream,
    shape: &TokenStream,
) -> Option<TokenStream> {
    let Data::Struct(Style::Struct, fields) = &container.data else { return None };
    let attributes = &container.attrs;
    let is_plain = matches!(attributes.tag(), TagType::External)
        && matches!(attributes.identifier(), Identifier::No)
        && attributes.type_from().is_none()
        && attributes.type_try_from().is_none()
        && attributes.type_into().is_none()
        && attributes.remote().is_none()
        && !attributes.transparent()
        && !attributes.deny_unknown_fields();
    if !is_plain {
        return None;
    }
    let of = Of { container, shape, direction: Direction::Read };
    let members: Vec<TokenStream> =
        fields.iter().map(|field| member(field, of)).collect::<Option<_>>()?;
    let of = &container.ident;
    let mut generics = with_shapes(container.generics, shape);
    generics.params.push(parse_quote!(__W: #shape::Way));
    let (parameters, _, bounds) = generics.split_for_impl();
    let (_, arguments, _) = container.generics.split_for_impl();
    Some(quote! {
        impl #parameters #shape::Fields<__W> for #of #arguments #bounds {
            const VALUES: &'static #shape::Values<'static> =
                &#shape::Values::Named(#name, &#shape::Values::Object(#shape::Object {
                    members: &[#(#members),*],
                    flattened: #shape::NO_SETS,
                    others: #shape::Others::None,
                }));
        }
    })
}

/// A member. `None` if it differs between the directions in more than its type.
fn member(field: &Field<'_>, of: Of<'_>) -> Option<TokenStream> {
    let (attributes, shape) = (&field.attrs, of.shape);
    let name = &attributes.name().serialize_name().value;
    let is_plain = *name == attributes.name().deserialize_name().value
        && attributes.aliases().iter().all(|alias| alias.value == *name)
        && attributes.serialize_with().is_none()
        && !is_read_by_function(field)
        && attributes.skip_serializing_if().is_none()
        && !attributes.skip_serializing()
        && !attributes.skip_deserializing()
        && !attributes.flatten()
        && instead(&field.original.attrs).is_none();
    if !is_plain {
        return None;
    }
    let (of_field, hash) = (own::replaced(field.ty, of.container, shape)?, hash(name));
    // rustc finds a function sooner than a constant that a type or a trait has, and its method.
    let member = if own::is_of_std(&of_field) {
        quote!(#shape::member::<__W, #of_field>(#name, #hash))
    } else {
        quote!(#shape::ShapeOf::<#of_field>::OF.member::<__W>(#name, #hash))
    };
    Some(if of.has_default(field) { quote!(#shape::with_default::<__W>(#member)) } else { member })
}
