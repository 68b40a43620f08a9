//! The syntax tree of a path.

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
    /// The objects that pass a test: those among an array's items, or an object itself. Alone in its brackets.
    Filter(Filter),
}

/// A test of an object: `?(@.a > 1 && !@.b)`.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter {
    /// All of several.
    And(Vec<Filter>),
    /// One of several.
    Or(Vec<Filter>),
    /// The opposite.
    Not(Box<Filter>),
    /// Whether the object has something at this place, `null` included.
    Exists(Place),
    /// How two values compare.
    Compare {
        /// The value before the operator.
        left: Operand,
        /// How the two must compare.
        operator: Operator,
        /// The value behind the operator.
        right: Operand,
    },
}

/// A place below `@`: definite steps, the first one a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Place(pub Vec<Segment>);

/// One side of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// What stands at a place of the object, if anything.
    Place(Place),
    /// A value in the path's text.
    Constant(Constant),
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

/// What a path finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yield {
    /// The value at one place, or nothing.
    Place,
    /// A new object of several members of one place (`$.a['b','c']`), or nothing where that is no object.
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

impl Path {
    /// What it finds: a bare value, or an array.
    pub fn yields(&self) -> Yield {
        match self.segments.split_last() {
            Some((last, before)) if before.iter().all(Segment::is_definite) => match last {
                _ if last.is_definite() => Yield::Place,
                Segment::Child(_) if last.is_member_list() => Yield::Members,
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

    /// Whether it is `['a','b']` or `..['a','b']`.
    pub fn is_member_list(&self) -> bool {
        let (Self::Child(selectors) | Self::Descendant(selectors)) = self;
        selectors.len() > 1 && selectors.iter().all(|selector| matches!(selector, Selector::Name(_)))
    }

    /// Its filter: `[?(..)]`, `..[?(..)]`.
    pub fn filter(&self) -> Option<&Filter> {
        let (Self::Child(selectors) | Self::Descendant(selectors)) = self;
        selectors.iter().find_map(|selector| if let Selector::Filter(filter) = selector { Some(filter) } else { None })
    }

    /// The selector of a child step, if it has just one.
    pub fn only(&self) -> Option<&Selector> {
        match self {
            Self::Child(selectors) => selectors.first().filter(|_| selectors.len() == 1),
            Self::Descendant(_) => None,
        }
    }
}

impl Filter {
    /// How many comparisons and existence tests it has.
    pub fn tests(&self) -> usize {
        match self {
            Self::And(filters) | Self::Or(filters) => filters.iter().map(Self::tests).sum(),
            Self::Not(inner) => inner.tests(),
            Self::Exists(_) | Self::Compare { .. } => 1,
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
        Self { text: reference.text, span: reference.span, root: Root::Data, segments }
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
