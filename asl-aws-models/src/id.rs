//! Indexes into the table of a service.

/// A shape of a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShapeId(pub(crate) u32);

/// An error of a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ErrorId(pub(crate) u32);

/// An index of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Text(pub(crate) u32);
