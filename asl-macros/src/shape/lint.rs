//! A warning of rustc for what functions of the user write and read: nothing is known of it.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use serde_derive_internals::ast::{Container, Data, Field, Variant};
use syn::spanned::Spanned;

use super::attributes::instead;
use super::fields::is_read_by_function;

/// What is unknown in a type, once for all of it.
pub(super) fn warning(container: &Container<'_>) -> Option<TokenStream> {
    if container.attrs.remote().is_some() {
        let text = "`Shape` knows no values of a type with `remote`, which serde uses by `with`: \
                    leave the derive out, and write `#[shape(as = Type)]` at the fields with it";
        return Some(show(text, container.ident.span()));
    }
    let unknown = unknown(container);
    let (_, place) = unknown.first()?;
    let names: Vec<String> = unknown.iter().map(|(name, _)| format!("`{name}`")).collect();
    let names = names.join(", ");
    let text = format!(
        "`Shape` does not know the values of {names}, which functions write or read: say \
         `#[shape(as = Type)]` with a type of the same JSON, such as `String`, or `#[shape(any)]`"
    );
    Some(show(&text, *place))
}

/// The names of fields and variants with functions, and their places.
fn unknown(container: &Container<'_>) -> Vec<(String, Span)> {
    let of_fields = |fields: &[Field<'_>], around: &str| {
        let fields = fields.iter().filter(|field| has_function(field));
        let named = fields.map(|field| {
            let name = match &field.member {
                syn::Member::Named(name) => name.to_string(),
                syn::Member::Unnamed(index) => index.index.to_string(),
            };
            (format!("{around}{name}"), field.original.span())
        });
        named.collect::<Vec<_>>()
    };
    match &container.data {
        Data::Struct(_, fields) => of_fields(fields, ""),
        Data::Enum(variants) => {
            let of_variant = |variant: &Variant<'_>| {
                if is_by_function(variant) {
                    return vec![(variant.ident.to_string(), variant.ident.span())];
                }
                of_fields(&variant.fields, &format!("{}.", variant.ident))
            };
            variants.iter().flat_map(of_variant).collect()
        }
    }
}

fn has_function(field: &Field<'_>) -> bool {
    let attributes = &field.attrs;
    let is_written = attributes.serialize_with().is_some() && !attributes.skip_serializing();
    let is_read = is_read_by_function(field) && !attributes.skip_deserializing();
    (is_written || is_read) && instead(&field.original.attrs).is_none()
}

fn is_by_function(variant: &Variant<'_>) -> bool {
    let attributes = &variant.attrs;
    (attributes.serialize_with().is_some() || attributes.deserialize_with().is_some())
        && instead(&variant.original.attrs).is_none()
}

/// In the way of the findings of `asl_machine!`, which see.
fn show(text: &str, place: Span) -> TokenStream {
    quote_spanned! {place=>
        #[warn(warnings)]
        const _: () = {
            #[must_use = #text]
            struct UnknownShape;
            const fn finding() -> [UnknownShape; 1] {
                [UnknownShape; 1]
            }
            finding();
        };
    }
}
