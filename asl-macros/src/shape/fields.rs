//! Members and items.

use serde_derive_internals::ast::{Container, Field, Style, Variant};
use serde_derive_internals::attr::Default;
use syn::{GenericArgument, PathArguments, Type};

use super::attributes::{Instead, instead};
use super::own;
use super::set::{Member, Object, Presence, Set};

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
    pub(super) direction: Direction,
}

impl Of<'_> {
    /// The values of the one field that a type has.
    pub(super) fn transparent(self) -> Set {
        let held = self.container.data.all_fields().find(|field| field.attrs.transparent());
        held.map_or(Set::Any, |field| self.of_field(field))
    }

    /// The values of a type.
    pub(super) fn of_type(self, of: &Type) -> Set {
        own::replaced(of, self.container).map_or(Set::Any, Set::OfType)
    }

    /// The values of fields without a name around them.
    pub(super) fn contents(self, style: Style, fields: &[Field<'_>]) -> Set {
        match (style, fields) {
            (Style::Unit, _) => Set::Null,
            (Style::Newtype, [field]) => self.of_field(field),
            (Style::Newtype | Style::Tuple, _) => {
                // Items with a default may be missing at the end.
                if fields.iter().any(|field| self.has_default(field)) {
                    return Set::Any;
                }
                let items = fields.iter().filter(|field| !self.is_left_out(field));
                Set::Tuple(items.map(|field| self.of_field(field)).collect())
            }
            (Style::Struct, _) => self.object(None, fields),
        }
    }

    /// An object with a member for each field, after the tag.
    pub(super) fn object(self, tag: Option<Member>, fields: &[Field<'_>]) -> Set {
        let there = || fields.iter().filter(|field| !self.is_left_out(field));
        let members = there().filter(|field| !field.attrs.flatten()).map(|it| self.member(it));
        let flattened = there().filter(|field| field.attrs.flatten()).map(|it| self.of_field(it));
        Set::Object(Object {
            members: tag.into_iter().chain(members).collect(),
            flattened: flattened.collect(),
            is_closed: self.reads() && self.container.attrs.deny_unknown_fields(),
        })
    }

    fn reads(self) -> bool {
        matches!(self.direction, Direction::Read)
    }

    /// The values of a field.
    fn of_field(self, field: &Field<'_>) -> Set {
        let is_by_function = if self.reads() {
            is_read_by_function(field)
        } else {
            field.attrs.serialize_with().is_some()
        };
        match instead(&field.original.attrs) {
            Some(instead) => self.instead(&instead),
            None if is_by_function => Set::Any,
            None if !self.reads() && is_left_out_if_none(field) => {
                self.of_type(some_of(field.ty).unwrap_or(field.ty))
            }
            None => own::replaced(field.ty, self.container).map_or(Set::Any, Set::OfField),
        }
    }

    /// The contents of a variant.
    pub(super) fn of_variant(self, variant: &Variant<'_>) -> Set {
        match self.instead_of(variant) {
            Some(instead) => self.instead(&instead),
            None => self.contents(variant.style, &variant.fields),
        }
    }

    /// What takes the place of the fields of a variant.
    pub(super) fn instead_of(self, variant: &Variant<'_>) -> Option<Instead> {
        let with = match self.direction {
            Direction::Written => variant.attrs.serialize_with(),
            Direction::Read => variant.attrs.deserialize_with(),
        };
        instead(&variant.original.attrs).or_else(|| with.map(|_| Instead::Any))
    }

    fn instead(self, instead: &Instead) -> Set {
        match instead {
            Instead::Any => Set::Any,
            Instead::As(of) => self.of_type(of),
        }
    }

    fn member(self, field: &Field<'_>) -> Member {
        let name = match self.direction {
            Direction::Written => &field.attrs.name().serialize_name().value,
            Direction::Read => &field.attrs.name().deserialize_name().value,
        };
        let aliases = field.attrs.aliases().iter().map(|alias| &alias.value);
        let aliases = aliases.filter(|alias| self.reads() && *alias != name).cloned().collect();
        let presence = self.presence(field);
        Member { aliases, presence, ..Member::new(name, self.of_field(field)) }
    }

    /// If a field is there.
    pub(super) fn presence(self, field: &Field<'_>) -> Presence {
        let is_sometimes = match self.direction {
            Direction::Written => field.attrs.skip_serializing_if().is_some(),
            Direction::Read => self.has_default(field),
        };
        if is_sometimes {
            return Presence::Sometimes;
        }
        // serde takes a missing member for `None` only if it reads the field by its type.
        let is_asked = self.reads() && !is_read_by_function(field);
        if !is_asked || own::is_scalar(field.ty) {
            return Presence::Always;
        }
        let of = own::replaced(field.ty, self.container);
        of.map_or(Presence::Unknown, |of| Presence::OfType(Box::new(of)))
    }

    /// If serde fills the field by itself where it is missing.
    fn has_default(self, field: &Field<'_>) -> bool {
        self.reads()
            && !(field.attrs.default().is_none()
                && matches!(self.container.attrs.default(), Default::None))
    }

    fn is_left_out(self, field: &Field<'_>) -> bool {
        let attributes = &field.attrs;
        if self.reads() { attributes.skip_deserializing() } else { attributes.skip_serializing() }
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
    let last = own::path(of)?.segments.last().filter(|last| last.ident == "Option")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first() {
        Some(GenericArgument::Type(some)) if arguments.args.len() == 1 => Some(some),
        _ => None,
    }
}
