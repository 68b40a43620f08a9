//! Built-ins of jq that are written in jq: those that take filters, and those that are short. Each
//! is read and compiled only if a program calls it. What the emitter or the run-time library offers
//! under the same name goes first.

mod collections;
mod dates;
mod streams;
mod strings;

/// A built-in's name and number of parameters.
pub(super) type Key = (&'static str, usize);

/// A built-in and its definition.
type Definition = (Key, &'static str);

/// Every definition, by family.
const FAMILIES: &[&[Definition]] =
    &[collections::DEFINITIONS, dates::DEFINITIONS, streams::DEFINITIONS, strings::DEFINITIONS];

/// The definition of this name and arity.
pub(super) fn find(name: &str, arity: usize) -> Option<Definition> {
    FAMILIES.iter().copied().flatten().find(|(key, _)| *key == (name, arity)).copied()
}

/// Every definition.
#[cfg(test)]
pub(super) fn all() -> impl Iterator<Item = &'static Definition> {
    FAMILIES.iter().copied().flatten()
}
