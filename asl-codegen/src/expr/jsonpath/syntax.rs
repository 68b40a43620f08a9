//! The syntax tree of a path.

use crate::span::Span;

/// A Path: may have several hits.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// As written, for causes and documentation.
    pub text: String,
    /// Where it stands in the definition.
    pub span: Span,
    /// Steps from the root.
    pub segments: Vec<Segment>,
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq)]
pub enum Segment {
    /// `.a`, `[0]`, `[*]`, `['a','b']`, `[1:3]`: children.
    Child(Vec<Selector>),
    /// `..a`, `..*`, `..[0]`: the node itself and all below it, then the selectors.
    Descendant(Vec<Selector>),
}

/// What a step selects.
#[derive(Clone, Debug, PartialEq)]
pub enum Selector {
    /// A member.
    Name(String),
    /// All children.
    Wildcard,
    /// An item; negative counts from the end.
    Index(i64),
    /// Items from, to (exclusive), step.
    Slice(Option<i64>, Option<i64>, Option<i64>),
}

/// A path that names exactly one place (seed: "Reference Paths").
#[derive(Clone, Debug, PartialEq)]
pub struct ReferencePath {
    /// As written.
    pub text: String,
    /// Where it stands in the definition.
    pub span: Span,
    /// Steps from the root.
    pub steps: Vec<ReferenceStep>,
}

/// One step of a Reference Path.
#[derive(Clone, Debug, PartialEq)]
pub enum ReferenceStep {
    /// A member.
    Key(String),
    /// An item.
    Index(u32),
}

impl Path {
    /// Whether the path can have one hit at most: then it yields the bare value, otherwise an array.
    pub fn is_definite(&self) -> bool {
        self.segments.iter().all(|segment| match segment {
            Segment::Child(selectors) => matches!(selectors.as_slice(), [Selector::Name(_) | Selector::Index(_)]),
            Segment::Descendant(_) => false,
        })
    }
}
