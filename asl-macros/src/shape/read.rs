//! The values that serde reads.

use serde_derive_internals::ast::{Container, Data, Style, Variant};
use serde_derive_internals::attr::{Identifier, TagType};

use super::fields::{Direction, Of};
use super::set::{Member, Object, Presence, Set};

/// The values of a type.
pub(super) fn values(container: &Container<'_>) -> Set {
    let of = Of { container, direction: Direction::Read };
    if let Some(from) = container.attrs.type_from().or(container.attrs.type_try_from()) {
        return of.of_type(from);
    }
    let is_plain = container.attrs.remote().is_none()
        && matches!(container.attrs.identifier(), Identifier::No);
    if !is_plain {
        return Set::Any;
    }
    match &container.data {
        Data::Struct(..) if container.attrs.transparent() => of.transparent(),
        Data::Struct(style, fields) => of.contents(*style, fields),
        Data::Enum(variants) => {
            let variants = variants.iter().filter(|variant| !variant.attrs.skip_deserializing());
            Set::OneOf(variants.flat_map(|it| variant(it, of)).collect())
        }
    }
}

/// The sets of values that are read as a variant.
fn variant(variant: &Variant<'_>, of: Of<'_>) -> Vec<Set> {
    let contents = of.of_variant(variant);
    let is_unit = matches!(variant.style, Style::Unit) && of.instead_of(variant).is_none();
    // It takes all names that no other variant has.
    if variant.attrs.other() {
        return vec![Set::Any];
    }
    let name = &variant.attrs.name().deserialize_name().value;
    let aliases = variant.attrs.aliases().iter().map(|alias| &alias.value);
    let aliases: Vec<String> = aliases.filter(|alias| *alias != name).cloned().collect();
    let constant = || {
        if aliases.is_empty() {
            return Set::Constant(name.clone());
        }
        Set::OneOf(std::iter::once(name).chain(&aliases).cloned().map(Set::Constant).collect())
    };
    match of.container.attrs.tag() {
        TagType::None => vec![contents],
        _ if variant.attrs.untagged() => vec![contents],
        TagType::External => {
            let unit = is_unit.then(constant);
            let members = vec![Member { aliases, ..Member::new(name, contents) }];
            let only = Set::Object(Object { members, flattened: Vec::new(), is_closed: true });
            unit.into_iter().chain([only]).collect()
        }
        TagType::Internal { tag } => {
            let members = vec![Member::new(tag, constant())];
            let is_unit = matches!(variant.style, Style::Unit);
            let flattened = if is_unit { Vec::new() } else { vec![contents] };
            vec![Set::Object(Object { members, flattened, is_closed: false })]
        }
        TagType::Adjacent { tag, content } => {
            let presence = match (variant.style, &variant.fields[..]) {
                (Style::Unit, _) => Presence::Sometimes,
                (Style::Newtype, [field]) => of.presence(field),
                (Style::Newtype | Style::Tuple | Style::Struct, _) => Presence::Always,
            };
            let content = Member { presence, ..Member::new(content, contents) };
            vec![Set::object(vec![Member::new(tag, constant()), content])]
        }
    }
}
