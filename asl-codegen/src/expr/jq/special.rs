//! Built-ins that only the emitter can do, because their arguments are filters or their outputs
//! many.

/// One of them. Whether it is one by need (`path`) or because it is faster so (`first`), the
/// prelude does not define it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) enum Special {
    /// `empty`
    Empty,
    /// `error`: the input is the error.
    Error,
    /// `not`
    Not,
    /// `path(f)`
    Path,
    /// `first(f)`
    First,
    /// `last(f)`
    Last,
    /// `limit(n; f)`
    Limit,
    /// `isempty(f)`
    IsEmpty,
    /// `range(to)`
    RangeTo,
    /// `range(from; to)`
    Range,
    /// `recurse`
    Recurse,
    /// `del(f)`
    Delete,
    /// `tostream`
    ToStream,
}

/// The special of this name and arity.
pub(super) fn find(name: &str, arity: usize) -> Option<Special> {
    match (name, arity) {
        ("empty", 0) => Some(Special::Empty),
        ("error", 0) => Some(Special::Error),
        ("not", 0) => Some(Special::Not),
        ("path", 1) => Some(Special::Path),
        ("first", 1) => Some(Special::First),
        ("last", 1) => Some(Special::Last),
        ("limit", 2) => Some(Special::Limit),
        ("isempty", 1) => Some(Special::IsEmpty),
        ("range", 1) => Some(Special::RangeTo),
        ("range", 2) => Some(Special::Range),
        ("recurse", 0) => Some(Special::Recurse),
        ("del", 1) => Some(Special::Delete),
        ("tostream", 0) => Some(Special::ToStream),
        _ => None,
    }
}
