//! Members and items.

use proc_macro2::TokenStream;
use quote::quote;
use serde_derive_internals::ast::{Container, Field, Style};
use serde_derive_internals::attr::Default;
use syn::Type;

use super::own;

/// One of both directions.
#[derive(Clone, Copy)]
pub(super) enum Direction {
    Written,
    Read,
}

/// What the fields of a type or of a variant need to know.
#[derive(Clone, Copy)]
pub(super) struct Of<'a> {
    pub(super) container: &'a Container<'a>,
    /// The path of the module `shape`.
    pub(super) shape: &'a TokenStream,
    pub(super) direction: Direction,
}

impl Of<'_> {
    /// The values of a type.
    pub(super) fn of_type(self, of: &Type) -> TokenStream {
        let shape = self.shape;
        let Some(of) = own::replaced(of, self.container, shape) else {
            return quote!(&#shape::Values::Any);
        };
        match self.direction {
            Direction::Written => quote!(#shape::ShapeOf::<#of>::WRITTEN),
            Direction::Read => quote!(#shape::ShapeOf::<#of>::READ),
        }
    }

    /// The values of fields without a name around them.
    pub(super) fn contents(self, style: Style, fields: &[Field<'_>]) -> TokenStream {
        let shape = self.shape;
        match (style, fields) {
            (Style::Unit, _) => quote!(#shape::Values::Null),
            (Style::Newtype, [field]) => {
                let values = self.of_field(field);
                quote!(#shape::Values::OneOf(&[#values]))
            }
            (Style::Newtype | Style::Tuple, _) => {
                let items = fields.iter().filter(|field| !self.is_left_out(field));
                let items = items.map(|field| self.of_field(field));
                // Items with a default may be missing at the end.
                if fields.iter().any(|field| self.has_default(field)) {
                    return quote!(#shape::Values::Any);
                }
                quote!(#shape::Values::Tuple(&[#(#items),*]))
            }
            (Style::Struct, _) => self.object(None, fields),
        }
    }

    /// An object with a member for each field, after those that are given.
    pub(super) fn object(self, first: Option<TokenStream>, fields: &[Field<'_>]) -> TokenStream {
        let shape = self.shape;
        let there = || fields.iter().filter(|field| !self.is_left_out(field));
        let members = there().filter(|field| !field.attrs.flatten()).map(|it| self.member(it));
        let members = first.into_iter().chain(members);
        let flattened = there().filter(|field| field.attrs.flatten()).map(|it| self.of_field(it));
        let others = match self.direction {
            Direction::Read if self.container.attrs.deny_unknown_fields() => quote!(Denied),
            Direction::Read | Direction::Written => quote!(None),
        };
        quote! {
            #shape::Values::Object(#shape::Object {
                members: &[#(#members),*],
                flattened: &[#(#flattened),*],
                others: #shape::Others::#others,
            })
        }
    }

    /// The values of a field.
    fn of_field(self, field: &Field<'_>) -> TokenStream {
        let with = match self.direction {
            Direction::Written => field.attrs.serialize_with(),
            Direction::Read => field.attrs.deserialize_with(),
        };
        let shape = self.shape;
        if with.is_some() { quote!(&#shape::Values::Any) } else { self.of_type(field.ty) }
    }

    fn member(self, field: &Field<'_>) -> TokenStream {
        let (shape, values) = (self.shape, self.of_field(field));
        let name = match self.direction {
            Direction::Written => &field.attrs.name().serialize_name().value,
            Direction::Read => &field.attrs.name().deserialize_name().value,
        };
        let presence = self.presence(field);
        let aliases = field.attrs.aliases().iter().map(|alias| &alias.value);
        let aliases: Vec<&String> = aliases.filter(|alias| *alias != name).collect();
        let aliases = (matches!(self.direction, Direction::Read) && !aliases.is_empty())
            .then(|| quote!(.aliases(&[#(#aliases),*])));
        quote!(#shape::Member::new(#name, #values).presence(#presence) #aliases)
    }

    /// If a field is there.
    pub(super) fn presence(self, field: &Field<'_>) -> TokenStream {
        let shape = self.shape;
        let is_sometimes = match self.direction {
            Direction::Written => field.attrs.skip_serializing_if().is_some(),
            Direction::Read => self.has_default(field),
        };
        if is_sometimes {
            return quote!(#shape::Presence::Sometimes);
        }
        // serde takes a missing member for `None` only if it reads the field by its type.
        let is_asked =
            matches!(self.direction, Direction::Read) && field.attrs.deserialize_with().is_none();
        match own::replaced(field.ty, self.container, shape) {
            Some(of) if is_asked => quote!(#shape::ShapeOf::<#of>::PRESENCE),
            None if is_asked => quote!(#shape::Presence::Unknown),
            Some(_) | None => quote!(#shape::Presence::Always),
        }
    }

    /// If serde fills the field by itself where it is missing.
    fn has_default(self, field: &Field<'_>) -> bool {
        matches!(self.direction, Direction::Read)
            && !(field.attrs.default().is_none()
                && matches!(self.container.attrs.default(), Default::None))
    }

    fn is_left_out(self, field: &Field<'_>) -> bool {
        match self.direction {
            Direction::Written => field.attrs.skip_serializing(),
            Direction::Read => field.attrs.skip_deserializing(),
        }
    }
}
