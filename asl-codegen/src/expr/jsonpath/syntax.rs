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
        self.segments.iter().all(Segment::is_definite)
    }

    /// Whether it is `$`: all of the data.
    pub fn is_root(&self) -> bool {
        self.segments.is_empty()
    }
}

impl Segment {
    /// Whether it selects one node at most.
    pub fn is_definite(&self) -> bool {
        matches!(self.only(), Some(Selector::Name(_) | Selector::Index(_)))
    }

    /// The selector of a child step, if it has just one.
    pub fn only(&self) -> Option<&Selector> {
        match self {
            Self::Child(selectors) => selectors.first().filter(|_| selectors.len() == 1),
            Self::Descendant(_) => None,
        }
    }
}

impl ReferencePath {
    /// Whether it is `$`: all of the data.
    pub fn is_root(&self) -> bool {
        self.steps.is_empty()
    }
}

impl From<ReferencePath> for Path {
    fn from(reference: ReferencePath) -> Self {
        let segments = reference.steps.into_iter().map(|step| Segment::Child(vec![step.into()])).collect();
        Self { text: reference.text, span: reference.span, segments }
    }
}

impl From<ReferenceStep> for Selector {
    fn from(step: ReferenceStep) -> Self {
        match step {
            ReferenceStep::Key(name) => Self::Name(name),
            ReferenceStep::Index(index) => Self::Index(i64::from(index)),
        }
    }
}
