//! An expression as it was parsed: one node for each operator. [`super::process`] makes the tree of
//! [`super::tree`] of it.

use super::tree::{Name, Operator, Place, Regex};

/// A part of an expression.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Raw {
    pub(super) kind: RawKind,
    pub(super) place: Place,
    /// `[]` behind it.
    pub(super) keeps_array: bool,
    /// The nesting of parts here, this one included.
    pub(super) height: u16,
}

/// The kinds of parts.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum RawKind {
    Null,
    Bool(bool),
    Number(f64),
    String(String),
    Regex(Regex),
    Name(String),
    Variable(String),
    Wildcard,
    Descendants,
    Parent,
    /// The end of the expression in the place of an operand.
    End,
    /// Text that could not be read; a fault has been reported.
    Wrong,
    /// `a.b.c`: at least two.
    Dots(Vec<Raw>),
    /// `a[b]`
    Filter(Box<Raw>, Box<Raw>),
    /// `a{b: c}`
    Group(Box<Raw>, Vec<(Raw, Raw)>),
    /// `a^(b, >c)`
    Sort(Box<Raw>, Vec<RawTerm>),
    /// `a@$name`
    Focus(Box<Raw>, Name),
    /// `a#$name`
    Index(Box<Raw>, Name),
    /// `$name := a`
    Bind(Name, Box<Raw>),
    Negate(Box<Raw>),
    Binary(Operator, Box<Raw>, Box<Raw>),
    Coalesce(Box<Raw>, Box<Raw>),
    Default(Box<Raw>, Box<Raw>),
    Apply(Box<Raw>, Box<Raw>),
    Array(Vec<Raw>),
    Object(Vec<(Raw, Raw)>),
    Condition(Box<Raw>, Box<Raw>, Option<Box<Raw>>),
    Block(Vec<Raw>),
    Call(Box<Raw>, Vec<Raw>),
    /// `None`: `?`
    Partial(Box<Raw>, Vec<Option<Raw>>),
    Lambda(Box<RawLambda>),
    Transform(Box<RawTransform>),
}

/// A term of `^(..)`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RawTerm {
    pub(super) key: Raw,
    pub(super) is_descending: bool,
}

/// `function($a)<signature>{body}`
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RawLambda {
    pub(super) parameters: Vec<Name>,
    pub(super) signature: Option<Name>,
    pub(super) body: Raw,
}

/// `|pattern|update, delete|`
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RawTransform {
    pub(super) pattern: Raw,
    pub(super) update: Raw,
    pub(super) delete: Option<Raw>,
}

impl Raw {
    /// A part with its place. It knows its height from that of its parts.
    pub(super) fn new(kind: RawKind, place: Place) -> Self {
        let height = kind.height().saturating_add(1);
        Self { kind, place, keeps_array: false, height }
    }
}

/// Additional height of a transform: its code is a generic call with a closure, and rustc bounds the
/// nesting of such types by 128.
const MORE_OF_TRANSFORM: u16 = 7;

impl RawKind {
    /// The height of the highest part.
    fn height(&self) -> u16 {
        match self {
            Self::Null
            | Self::Bool(_)
            | Self::Number(_)
            | Self::String(_)
            | Self::Regex(_)
            | Self::Name(_)
            | Self::Variable(_)
            | Self::Wildcard
            | Self::Descendants
            | Self::Parent
            | Self::End
            | Self::Wrong => 0,
            Self::Negate(part)
            | Self::Focus(part, _)
            | Self::Index(part, _)
            | Self::Bind(_, part) => part.height,
            Self::Filter(left, right)
            | Self::Binary(_, left, right)
            | Self::Coalesce(left, right)
            | Self::Default(left, right)
            | Self::Apply(left, right) => left.height.max(right.height),
            Self::Dots(parts) | Self::Array(parts) | Self::Block(parts) => highest(parts),
            Self::Group(base, entries) => base.height.max(highest_entry(entries)),
            Self::Object(entries) => highest_entry(entries),
            Self::Sort(base, terms) => {
                let terms = terms.iter().map(|term| term.key.height).max();
                base.height.max(terms.unwrap_or(0))
            }
            Self::Condition(condition, then, otherwise) => {
                let otherwise = otherwise.as_ref().map_or(0, |part| part.height);
                condition.height.max(then.height).max(otherwise)
            }
            Self::Call(callee, arguments) => callee.height.max(highest(arguments)),
            Self::Partial(callee, arguments) => {
                let arguments = arguments.iter().flatten().map(|part| part.height).max();
                callee.height.max(arguments.unwrap_or(0))
            }
            Self::Lambda(lambda) => lambda.body.height,
            Self::Transform(transform) => {
                let delete = transform.delete.as_ref().map_or(0, |part| part.height);
                let highest = transform.pattern.height.max(transform.update.height).max(delete);
                highest.saturating_add(MORE_OF_TRANSFORM)
            }
        }
    }
}

fn highest(parts: &[Raw]) -> u16 {
    parts.iter().map(|part| part.height).max().unwrap_or(0)
}

fn highest_entry(entries: &[(Raw, Raw)]) -> u16 {
    entries.iter().map(|(key, value)| key.height.max(value.height)).max().unwrap_or(0)
}
