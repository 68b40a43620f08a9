//! The syntax tree of a path.

use super::error::PathError;
use crate::span::Span;

/// A Path: may have several hits.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// As written, for causes and documentation.
    pub text: String,
    /// Where it stands in the definition.
    pub span: Span,
    /// What it looks at.
    pub root: Root,
    /// Steps from the root.
    pub segments: Vec<Segment>,
    /// What in it is probably not what its author wants.
    pub doubts: Vec<PathError>,
}

/// What a path looks at.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Root {
    /// `$`: the data.
    Data,
    /// `$$`: the context object.
    Context,
    /// `$name`: a variable.
    Variable(String),
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
    /// AWS: a new object of several members, as the last step. Alone in its brackets.
    Members(Vec<String>),
    /// AWS: the objects that pass a test, those among an array's items or an object itself. Alone
    /// in its brackets.
    Objects(Filter),
    /// RFC 9535: the children that pass a test.
    Children(Filter),
}

/// A test of a node: `?(@.a > 1 && !@.b)`.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter {
    /// All of several.
    And(Vec<Filter>),
    /// One of several.
    Or(Vec<Filter>),
    /// The opposite.
    Not(Box<Filter>),
    /// Whether there is something, `null` included.
    Exists(Query),
    /// How two values compare.
    Compare {
        /// The value before the operator.
        left: Operand,
        /// How the two must compare.
        operator: Operator,
        /// The value behind the operator.
        right: Operand,
    },
    /// RFC 9535: whether a text matches a pattern.
    Matches {
        /// All of the text, or a part of it.
        extent: Extent,
        /// The text; anything else does not match.
        text: Operand,
        /// The I-Regexp (RFC 9485).
        pattern: Pattern,
    },
}

/// A path within a filter.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// Where it begins.
    pub start: Start,
    /// Steps from there: definite ones, but for existence tests and arguments of functions.
    pub segments: Vec<Segment>,
}

/// Where a path within a filter begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// `@`: the node that is tested.
    Tested,
    /// `$`: what the path around the filter looks at.
    Root,
}

/// One side of a comparison, or an argument that is a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// What stands at one place, if anything.
    Place(Query),
    /// A value in the path's text.
    Constant(Constant),
    /// RFC 9535: what a function makes, if anything.
    Function(Box<Function>),
}

/// RFC 9535: a function that makes a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Function {
    /// Characters of a string, items of an array, members of an object.
    Length(Operand),
    /// How many nodes a path reaches.
    Count(Query),
    /// The value of the only node that a path reaches.
    Value(Query),
}

/// How much of a text must match a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// `match()`: all of it.
    Whole,
    /// `search()`: some part of it.
    Part,
}

/// What a text is matched with.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// A text in the path.
    Literal(String),
    /// What is known at run time only.
    Computed(Operand),
}

/// The six comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// A value in a filter's text.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// An integer that fits.
    Int(i64),
    /// Any other number; finite.
    Float(f64),
    /// `'text'`, `"text"`
    String(String),
}

/// How paths are written and what they reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// As Step Functions has it.
    #[default]
    Aws,
    /// As Step Functions has it, but several names (`$['a','b']`) find the array of their values,
    /// as the specification says. `profile = spec` makes it of [`Dialect::Aws`].
    Spec,
    /// RFC 9535.
    Rfc9535,
}

/// What a path finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yield {
    /// The value at one place, or nothing.
    Place,
    /// A new object of several members of one place (`$.a['b','c']`), or nothing where that is no
    /// object.
    Members,
    /// The array of all hits.
    Hits,
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

impl Query {
    /// Whether it names one place: RFC 9535's "singular query".
    pub fn is_definite(&self) -> bool {
        self.segments.iter().all(Segment::is_definite)
    }
}

impl Path {
    /// What it finds: a bare value, or an array.
    pub fn yields(&self) -> Yield {
        match self.segments.split_last() {
            Some((last, before)) if before.iter().all(Segment::is_definite) => match last {
                _ if last.is_definite() => Yield::Place,
                Segment::Child(_) if last.members().is_some() => Yield::Members,
                Segment::Child(_) | Segment::Descendant(_) => Yield::Hits,
            },
            Some(_) => Yield::Hits,
            None => Yield::Place,
        }
    }

    /// Whether it names one place.
    pub fn is_definite(&self) -> bool {
        self.yields() == Yield::Place
    }

    /// Whether it is all of what it looks at: `$`, `$$`, `$name`.
    pub fn is_root(&self) -> bool {
        self.segments.is_empty()
    }

    /// Whether it is `$`: all of the data.
    pub fn is_data(&self) -> bool {
        self.is_root() && self.root == Root::Data
    }
}

impl Segment {
    /// Whether it selects one node at most.
    pub fn is_definite(&self) -> bool {
        matches!(self.only(), Some(Selector::Name(_) | Selector::Index(_)))
    }

    /// The list of AWS's `['a','b']` and `..['a','b']`, which makes an object.
    pub fn members(&self) -> Option<&[String]> {
        match self.selectors() {
            [Selector::Members(names)] => Some(names),
            _ => None,
        }
    }

    /// What it selects, of its node or of all below it.
    pub fn selectors(&self) -> &[Selector] {
        let (Self::Child(selectors) | Self::Descendant(selectors)) = self;
        selectors
    }

    /// The selector of a child step, if it has just one.
    pub fn only(&self) -> Option<&Selector> {
        match self {
            Self::Child(selectors) => selectors.first().filter(|_| selectors.len() == 1),
            Self::Descendant(_) => None,
        }
    }
}

impl Selector {
    /// The name of a member.
    pub(super) fn into_name(self) -> Option<String> {
        if let Self::Name(name) = self { Some(name) } else { None }
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
        let segments =
            reference.steps.into_iter().map(|step| Segment::Child(vec![step.into()])).collect();
        Self {
            text: reference.text,
            span: reference.span,
            root: Root::Data,
            segments,
            doubts: Vec::new(),
        }
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
