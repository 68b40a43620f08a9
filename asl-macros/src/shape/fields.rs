//! Members and items.

use asl_language::shape::hash;
use proc_macro2::TokenStream;
use quote::quote;
use serde_derive_internals::ast::{Container, Field, Style, Variant};
use serde_derive_internals::attr::Default;
use syn::{GenericArgument, PathArguments, Type, TypePath};

use super::attributes::{Instead, instead};
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
    /// The values of the one field that a type has.
    pub(super) fn transparent(self) -> TokenStream {
        let held = self.container.data.all_fields().find(|field| field.attrs.transparent());
        match held.map(std::slice::from_ref) {
            Some(held) => self.contents(Style::Newtype, held),
            None => {
                let shape = self.shape;
                quote!(#shape::Values::Any)
            }
        }
    }

    /// The values of a type.
    pub(super) fn of_type(self, of: &Type) -> TokenStream {
        let shape = self.shape;
        let Some(of) = own::replaced(of, self.container, shape) else {
            return quote!(&#shape::Values::Any);
        };
        let values = match self.direction {
            Direction::Written => quote!(written()),
            Direction::Read => quote!(read()),
        };
        quote!(#shape::ShapeOf::<#of>::OF.#values)
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
        object(shape, &quote!(#(#members),*), &quote!(#(#flattened),*), &others)
    }

    /// The values of a field.
    fn of_field(self, field: &Field<'_>) -> TokenStream {
        let is_by_function = match self.direction {
            Direction::Written => field.attrs.serialize_with().is_some(),
            Direction::Read => is_read_by_function(field),
        };
        match instead(&field.original.attrs) {
            Some(instead) => self.instead(&instead),
            None if is_by_function => self.instead(&Instead::Any),
            None => {
                let written = matches!(self.direction, Direction::Written);
                let some = some_of(field.ty).filter(|_| written && is_left_out_if_none(field));
                self.of_type(some.unwrap_or(field.ty))
            }
        }
    }

    /// The contents of a variant.
    pub(super) fn of_variant(self, variant: &Variant<'_>) -> TokenStream {
        let Some(instead) = self.instead_of(variant) else {
            return self.contents(variant.style, &variant.fields);
        };
        let (shape, values) = (self.shape, self.instead(&instead));
        quote!(#shape::Values::OneOf(&[#values]))
    }

    /// What takes the place of the fields of a variant.
    pub(super) fn instead_of(self, variant: &Variant<'_>) -> Option<Instead> {
        let with = match self.direction {
            Direction::Written => variant.attrs.serialize_with(),
            Direction::Read => variant.attrs.deserialize_with(),
        };
        instead(&variant.original.attrs).or_else(|| with.map(|_| Instead::Any))
    }

    fn instead(self, instead: &Instead) -> TokenStream {
        let shape = self.shape;
        match instead {
            Instead::Any => quote!(&#shape::Values::Any),
            Instead::As(of) => self.of_type(of),
        }
    }

    fn member(self, field: &Field<'_>) -> TokenStream {
        let (shape, values) = (self.shape, self.of_field(field));
        let name = match self.direction {
            Direction::Written => &field.attrs.name().serialize_name().value,
            Direction::Read => &field.attrs.name().deserialize_name().value,
        };
        let aliases = field.attrs.aliases().iter().map(|alias| &alias.value);
        let aliases: Vec<&String> = aliases.filter(|alias| *alias != name).collect();
        let aliases = aliases.as_slice();
        let aliases = if matches!(self.direction, Direction::Read) { aliases } else { &[] };
        named(shape, name, &values, self.presence(field), aliases)
    }

    /// If a field is there; `None`: always, as a new member is.
    pub(super) fn presence(self, field: &Field<'_>) -> Option<TokenStream> {
        let shape = self.shape;
        let is_sometimes = match self.direction {
            Direction::Written => field.attrs.skip_serializing_if().is_some(),
            Direction::Read => self.has_default(field),
        };
        if is_sometimes {
            return Some(quote!(#shape::Presence::Sometimes));
        }
        // serde takes a missing member for `None` only if it reads the field by its type.
        let is_asked = matches!(self.direction, Direction::Read) && !is_read_by_function(field);
        if !is_asked || own::is_scalar(field.ty) {
            return None;
        }
        match own::replaced(field.ty, self.container, shape) {
            Some(of) => Some(quote!(#shape::ShapeOf::<#of>::OF.presence())),
            None => Some(quote!(#shape::Presence::Unknown)),
        }
    }

    /// If serde fills the field by itself where it is missing.
    pub(super) fn has_default(self, field: &Field<'_>) -> bool {
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

/// A set of objects.
pub(super) fn object(
    shape: &TokenStream,
    members: &TokenStream,
    flattened: &TokenStream,
    others: &TokenStream,
) -> TokenStream {
    let flattened =
        if flattened.is_empty() { quote!(#shape::NO_SETS) } else { quote!(&[#flattened]) };
    quote! {
        #shape::Values::Object(#shape::Object {
            members: &[#members],
            flattened: #flattened,
            others: #shape::Others::#others,
        })
    }
}

/// A member. A literal of the struct: calls and the hash would be rustc's work.
pub(super) fn named(
    shape: &TokenStream,
    name: &str,
    values: &TokenStream,
    presence: Option<TokenStream>,
    aliases: &[&String],
) -> TokenStream {
    let hash = hash(name);
    let aliases = match aliases {
        [] => quote!(#shape::NO_ALIASES),
        aliases => quote!(&[#(#aliases),*]),
    };
    let presence = presence.unwrap_or_else(|| quote!(#shape::Presence::Always));
    quote! {
        #shape::Member {
            name: #name,
            hash: #hash,
            aliases: #aliases,
            values: #values,
            presence: #presence,
        }
    }
}

/// If a function of the user reads a field. `borrow` sets one of serde's own, for `Cow`.
pub(super) fn is_read_by_function(field: &Field<'_>) -> bool {
    let function = field.attrs.deserialize_with();
    let first = function.and_then(|function| function.path.segments.first());
    first.is_some_and(|first| first.ident != "_serde")
}

/// If serde leaves the field out where it is `None`.
fn is_left_out_if_none(field: &Field<'_>) -> bool {
    let of = field.attrs.skip_serializing_if().map(|path| &path.path.segments);
    let names = of.into_iter().flatten().rev().map(|segment| segment.ident.to_string());
    names.take(2).eq(["is_none", "Option"])
}

/// The type in an `Option`.
fn some_of(of: &Type) -> Option<&Type> {
    // A type that a macro was given is in a group.
    let Type::Path(TypePath { qself: None, path, .. }) = serde_derive_internals::ungroup(of) else {
        return None;
    };
    let last = path.segments.last().filter(|last| last.ident == "Option")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first() {
        Some(GenericArgument::Type(some)) if arguments.args.len() == 1 => Some(some),
        _ => None,
    }
}
