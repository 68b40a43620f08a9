//! The values that serde writes.

use serde_derive_internals::ast::{Container, Data, Style, Variant};
use serde_derive_internals::attr::TagType;

use super::fields::{Direction, Of};
use super::set::{Member, Object, Set};

/// The values of a type.
pub(super) fn values(container: &Container<'_>) -> Set {
    let of = Of { container, direction: Direction::Written };
    if let Some(into) = container.attrs.type_into() {
        return of.of_type(into);
    }
    if container.attrs.remote().is_some() {
        return Set::Any;
    }
    match &container.data {
        Data::Struct(..) if container.attrs.transparent() => of.transparent(),
        Data::Struct(Style::Struct, fields) => {
            let tag = match container.attrs.tag() {
                TagType::Internal { tag } => {
                    let name = &container.attrs.name().serialize_name().value;
                    Some(Member::new(tag, Set::Constant(name.clone())))
                }
                TagType::External | TagType::Adjacent { .. } | TagType::None => None,
            };
            of.object(tag, fields)
        }
        Data::Struct(style, fields) => of.contents(*style, fields),
        Data::Enum(variants) => {
            let variants = variants.iter().filter(|variant| !variant.attrs.skip_serializing());
            Set::OneOf(variants.map(|it| variant(it, of)).collect())
        }
    }
}

fn variant(variant: &Variant<'_>, of: Of<'_>) -> Set {
    let name = &variant.attrs.name().serialize_name().value;
    let contents = || of.of_variant(variant);
    let is_plain = of.instead_of(variant).is_none();
    let is_unit = matches!(variant.style, Style::Unit) && is_plain;
    let constant = || Set::Constant(name.clone());
    match of.container.attrs.tag() {
        TagType::None => contents(),
        _ if variant.attrs.untagged() => contents(),
        TagType::External if is_unit => constant(),
        TagType::External => Set::object(vec![Member::new(name, contents())]),
        TagType::Internal { tag } => {
            let tag = Member::new(tag, constant());
            match variant.style {
                Style::Struct if is_plain => of.object(Some(tag), &variant.fields),
                _ if is_unit => Set::object(vec![tag]),
                Style::Unit | Style::Newtype | Style::Tuple | Style::Struct => {
                    let flattened = vec![contents()];
                    Set::Object(Object { members: vec![tag], flattened, is_closed: false })
                }
            }
        }
        TagType::Adjacent { tag, content } => {
            let tag = Member::new(tag, constant());
            let content = (!is_unit).then(|| Member::new(content, contents()));
            Set::object(std::iter::once(tag).chain(content).collect())
        }
    }
}
