//! The results that a built-in makes of items and of texts.

use crate::syntax::Literal;

/// The way to take the outputs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Taker<'p> {
    Count,
    Sum,
    /// With this text between them.
    Joined(&'p Literal),
    /// As an object; they may be entries that are no objects.
    Entries,
    Any,
    All,
}

/// A search for a constant pattern.
#[derive(Clone, Debug)]
pub(crate) struct Search<'p> {
    pub(crate) pattern: &'p Literal,
    pub(crate) modifiers: &'p Literal,
    pub(crate) wanted: Wanted<'p>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub(crate) enum Wanted<'p> {
    /// The text with this one in the place of matches.
    Text(&'p str),
    Matches,
    /// True if there is a match.
    Truth,
}

impl Search<'_> {
    /// True if its result is a truth.
    pub(in crate::plan) fn gives_truth(&self) -> bool {
        matches!(self.wanted, Wanted::Truth)
    }
}
