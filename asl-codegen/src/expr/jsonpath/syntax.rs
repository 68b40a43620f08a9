//! The syntax tree of a path.

use super::error::PathError;
use asl_source::span::Span;

/// A Path, which can have several hits.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// The text as written, for causes and documentation.
    pub text: String,
    /// Place in the definition.
    pub span: Span,
    /// The value that the path starts from.
    pub root: Root,
    /// Steps from the root.
    pub segments: Vec<Segment>,
    /// Warnings: parts that its author probably did not intend.
    pub doubts: Vec<PathError>,
    /// The reason for which every evaluation fails, in the words of the library behind Step
    /// Functions.
    pub fault: Option<String>,
    /// AWS: a slice of something that is there but no array is a failure, unless a step before it
    /// can have several hits.
    pub is_strict: bool,
}

/// The value that a path starts from.
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

/// A selector of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Selector {
    /// A member.
    Name(String),
    /// All children.
    Wildcard,
    /// An item. A negative index counts from the end.
    Index(i64),
    /// Items from, to (exclusive), step.
    Slice(Option<i64>, Option<i64>, Option<i64>),
    /// AWS: a new object of several members. Only in the last step, alone in its brackets.
    Members(Vec<String>),
    /// AWS: the objects that pass a test, among an array's items or the object itself. Alone in its
    /// brackets.
    Objects(Filter),
    /// RFC 9535: the children that pass a test.
    Children(Filter),
}

/// A test of a node: `?(@.a > 1 && !@.b)`.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter {
    /// All of several tests.
    And(Vec<Filter>),
    /// At least one of several tests.
    Or(Vec<Filter>),
    /// The negation of a test.
    Not(Box<Filter>),
    /// A path that finds a value, `null` included.
    Exists(Query),
    /// A comparison of two values.
    Compare {
        /// The value before the operator.
        left: Operand,
        /// The operator.
        operator: Operator,
        /// The value after the operator.
        right: Operand,
    },
    /// RFC 9535: a text that matches a pattern.
    Matches {
        /// The part of the text that must match.
        extent: Extent,
        /// The text. Other values do not match.
        text: Operand,
        /// The I-Regexp (RFC 9485).
        pattern: Pattern,
    },
}

/// A path within a filter.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// The node that the path starts from.
    pub start: Start,
    /// Steps, all of them definite except in existence tests and arguments of functions.
    pub segments: Vec<Segment>,
}

/// The start of a path within a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// `@`: the node that is tested.
    Tested,
    /// `$`: the root of the path around the filter.
    Root,
}

/// An operand of a comparison, or an argument that is a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// The value at one place, if any.
    Place(Query),
    /// A literal.
    Constant(Constant),
    /// RFC 9535: the result of a function, if any.
    Function(Box<Function>),
}

/// RFC 9535: a function whose result is a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Function {
    /// `length()`: characters of a string, items of an array, members of an object.
    Length(Operand),
    /// `count()`: number of nodes that a path reaches.
    Count(Query),
    /// `value()`: the value of the only node that a path reaches.
    Value(Query),
}

/// The part of a text that must match a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// `match()`: the whole text.
    Whole,
    /// `search()`: any part.
    Part,
}

/// A pattern.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// A literal in the path.
    Literal(String),
    /// A value that is known at run time only.
    Computed(Operand),
}

/// The six comparison operators.
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

/// A literal in a filter.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// An integer in the range of `i64`.
    Int(i64),
    /// Another finite number.
    Float(f64),
    /// `'text'`, `"text"`
    String(String),
}

/// The kind of result of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yield {
    /// The value at one place, or nothing.
    Place,
    /// A new object of several members of one place (`$.a['b','c']`), or nothing if there is no
    /// object at that place.
    Members,
    /// The array of all hits.
    Hits,
}

/// A path that names exactly one place (seed: "Reference Paths").
#[derive(Clone, Debug, PartialEq)]
pub struct ReferencePath {
    /// The text as written.
    pub text: String,
    /// Place in the definition.
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
    /// True if the path names one place: RFC 9535's "singular query".
    pub fn is_definite(&self) -> bool {
        self.segments.iter().all(Segment::is_definite)
    }
}

impl Path {
    /// The kind of result: a single value, or an array.
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

    /// True if the path names one place.
    pub fn is_definite(&self) -> bool {
        self.yields() == Yield::Place
    }

    /// True for the root alone: `$`, `$$`, `$name`.
    pub fn is_root(&self) -> bool {
        self.segments.is_empty()
    }

    /// True for `$`, the whole data.
    pub fn is_data(&self) -> bool {
        self.is_root() && self.root == Root::Data
    }
}

impl Segment {
    /// True if the selector selects at most one node.
    pub fn is_definite(&self) -> bool {
        matches!(self.only(), Some(Selector::Name(_) | Selector::Index(_)))
    }

    /// The names in AWS's `['a','b']` and `..['a','b']`, which make an object.
    pub fn members(&self) -> Option<&[String]> {
        match self.selectors() {
            [Selector::Members(names)] => Some(names),
            _ => None,
        }
    }

    /// The selectors, for the node or for all nodes below it.
    pub fn selectors(&self) -> &[Selector] {
        let (Self::Child(selectors) | Self::Descendant(selectors)) = self;
        selectors
    }

    /// The selector of a child step with only one.
    pub fn only(&self) -> Option<&Selector> {
        match self {
            Self::Child(selectors) => selectors.first().filter(|_| selectors.len() == 1),
            Self::Descendant(_) => None,
        }
    }
}

impl Selector {
    /// The name, if the selector is one.
    pub(super) fn into_name(self) -> Option<String> {
        if let Self::Name(name) = self { Some(name) } else { None }
    }
}

impl ReferencePath {
    /// True for `$`, the whole data.
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
            fault: None,
            is_strict: false,
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
