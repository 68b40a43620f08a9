//! JSON values that serde's attributes tell of, and the code that says them.

use asl_language::shape::hash;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;

use super::fields::Direction;

/// The JSON values of a type or of a part of it, in one direction.
pub(super) enum Set {
    /// Nothing is known.
    Any,
    Null,
    /// One text.
    Constant(String),
    /// Those of the type that a field has.
    OfField(Type),
    /// Those of another type.
    OfType(Type),
    Tuple(Vec<Self>),
    OneOf(Vec<Self>),
    Object(Object),
}

/// Objects with members of known names.
pub(super) struct Object {
    pub(super) members: Vec<Member>,
    /// Those whose members are members of these as well.
    pub(super) flattened: Vec<Set>,
    /// True if serde refuses other members.
    pub(super) is_closed: bool,
}

/// A member of an object.
pub(super) struct Member {
    pub(super) name: String,
    /// The other names that serde reads.
    pub(super) aliases: Vec<String>,
    pub(super) values: Set,
    pub(super) presence: Presence,
}

/// If an object has a member.
pub(super) enum Presence {
    Always,
    Sometimes,
    Unknown,
    /// A value of this type may say it by its absence.
    OfType(Box<Type>),
}

impl Set {
    /// Objects with these members.
    pub(super) fn object(members: Vec<Member>) -> Self {
        Self::Object(Object { members, flattened: Vec::new(), is_closed: false })
    }

    /// The code of a reference to the values.
    pub(super) fn code(&self, direction: Direction) -> TokenStream {
        match self {
            Self::Any => quote!(&__shape::Values::Any),
            Self::Null => quote!(&__shape::Values::Null),
            Self::Constant(text) => quote!(&__shape::Values::Constant(#text)),
            Self::OfField(of) | Self::OfType(of) => match direction {
                Direction::Written => quote!(__shape::ShapeOf::<#of>::OF.written()),
                Direction::Read => quote!(__shape::ShapeOf::<#of>::OF.read()),
            },
            Self::Tuple(items) => {
                let items = items.iter().map(|item| item.code(direction));
                quote!(&__shape::Values::Tuple(&[#(#items),*]))
            }
            Self::OneOf(sets) => {
                let sets = sets.iter().map(|set| set.code(direction));
                quote!(&__shape::Values::OneOf(&[#(#sets),*]))
            }
            Self::Object(object) => {
                object.code(object.members.iter().map(|member| member.code(direction)), direction)
            }
        }
    }
}

impl Object {
    /// The code of a reference to them, from that of the members.
    pub(super) fn code(
        &self,
        members: impl Iterator<Item = TokenStream>,
        direction: Direction,
    ) -> TokenStream {
        let flattened: Vec<_> = self.flattened.iter().map(|set| set.code(direction)).collect();
        let flattened = match flattened.as_slice() {
            [] => quote!(__shape::NO_SETS),
            sets => quote!(&[#(#sets),*]),
        };
        let others = if self.is_closed { quote!(Denied) } else { quote!(None) };
        quote! {
            &__shape::Values::Object(__shape::Object {
                members: &[#(#members),*],
                flattened: #flattened,
                others: __shape::Others::#others,
            })
        }
    }
}

impl Member {
    /// A member that is always there.
    pub(super) fn new(name: &str, values: Set) -> Self {
        Self { name: name.to_owned(), aliases: Vec::new(), values, presence: Presence::Always }
    }

    /// The code of the member. A literal of the struct: calls and the hash would be rustc's work.
    fn code(&self, direction: Direction) -> TokenStream {
        let (name, hash) = (&self.name, hash(&self.name));
        let aliases = match self.aliases.as_slice() {
            [] => quote!(__shape::NO_ALIASES),
            aliases => quote!(&[#(#aliases),*]),
        };
        let values = self.values.code(direction);
        let presence = match &self.presence {
            Presence::Always => quote!(__shape::Presence::Always),
            Presence::Sometimes => quote!(__shape::Presence::Sometimes),
            Presence::Unknown => quote!(__shape::Presence::Unknown),
            Presence::OfType(of) => quote!(__shape::ShapeOf::<#of>::OF.presence()),
        };
        quote! {
            __shape::Member {
                name: #name,
                hash: #hash,
                aliases: #aliases,
                values: #values,
                presence: #presence,
            }
        }
    }
}
