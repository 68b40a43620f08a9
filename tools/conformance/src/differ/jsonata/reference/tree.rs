//! Trees of expressions: paths are flat lists of steps, and predicates belong to their step.

use std::rc::Rc;

/// A part of an expression.
#[expect(clippy::struct_excessive_bools, reason = "marks of different operators")]
#[derive(Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// Predicates of an expression that is no step.
    pub(super) predicates: Vec<Stage>,
    /// Predicates and positions of a step.
    pub(super) stages: Vec<Stage>,
    pub(super) group: Option<Vec<(Node, Node)>>,
    /// `[]` behind it: a single item remains an array.
    pub(super) keeps_array: bool,
    /// The first or last step of a path that is an array constructor, whose arrays are not flattened.
    pub(super) constructs: bool,
    /// The step makes tuples of variables.
    pub(super) tuple: bool,
    /// A call at the end of a function: its result is that of the function as it is.
    pub(super) is_tail: bool,
    /// The variable of `@`.
    pub(super) focus: Option<String>,
    /// The variable of `#` directly behind the step.
    pub(super) index: Option<String>,
    /// The parent that a `%` behind this step refers to.
    pub(super) ancestor: Option<usize>,
    /// Parents that no step has been found for.
    pub(super) seeking: Vec<usize>,
}

/// A predicate, or the position in all items.
#[derive(Debug)]
pub(super) enum Stage {
    Filter(Node),
    Index(String),
}

#[derive(Debug)]
pub(super) enum Kind {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    Name(String),
    /// The name without `$`.
    Variable(String),
    Wildcard,
    Descendants,
    /// Its number in the table of parents.
    Parent(usize),
    Path {
        steps: Vec<Node>,
        keeps_singleton: bool,
    },
    Sort(Vec<Term>),
    Binary(&'static str, Box<Node>, Box<Node>),
    Negate(Box<Node>),
    Array(Vec<Node>),
    Object(Vec<(Node, Node)>),
    Block(Vec<Node>),
    Condition(Box<Node>, Box<Node>, Option<Box<Node>>),
    /// `??` and `?:`.
    Coalesce(Box<Node>, Box<Node>),
    Elvis(Box<Node>, Box<Node>),
    Bind(String, Box<Node>),
    Call(Box<Node>, Vec<Node>),
    Partial(Box<Node>, Vec<Node>),
    /// `?` among the arguments of a partial application.
    Open,
    Apply(Box<Node>, Box<Node>),
    Lambda(Rc<Lambda>),
    Transform(Rc<Transform>),
}

/// A term of `^()`.
#[derive(Debug)]
pub(super) struct Term {
    pub(super) descending: bool,
    pub(super) node: Node,
}

#[derive(Debug)]
pub(super) struct Lambda {
    pub(super) parameters: Vec<String>,
    pub(super) signature: Option<String>,
    pub(super) body: Node,
}

#[derive(Debug)]
pub(super) struct Transform {
    pub(super) pattern: Node,
    pub(super) update: Node,
    pub(super) delete: Option<Node>,
}

/// A parent that `%` refers to: `levels` steps up; equal labels are one variable.
#[derive(Clone, Debug)]
pub(super) struct Parent {
    pub(super) label: usize,
    pub(super) levels: i32,
}

impl Node {
    pub(super) fn new(kind: Kind) -> Self {
        Self {
            kind,
            predicates: Vec::new(),
            stages: Vec::new(),
            group: None,
            keeps_array: false,
            constructs: false,
            tuple: false,
            is_tail: false,
            focus: None,
            index: None,
            ancestor: None,
            seeking: Vec::new(),
        }
    }

    pub(super) fn path(steps: Vec<Self>) -> Self {
        Self::new(Kind::Path { steps, keeps_singleton: false })
    }
}
