//! The syntax tree of an expression, with the meaning of jsonata-js's processed tree: `a.b[c]` is a
//! path of steps with stages, names are steps, and tail calls and parents (`%`) are marked.
//!
//! The evaluation of a node, in jsonata-js's order: its [`Kind`]; its `predicates`, each on the
//! whole result; its `group`, but a path applies its group itself, to the tuples if it has any;
//! then a sequence of one item becomes the item unless `keeps_array` is set.

/// A byte range of the expression's text.
pub(super) type Place = std::ops::Range<u32>;

/// A whole expression.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Expression {
    /// As written.
    pub(super) text: String,
    pub(super) body: Node,
    /// The label of each `%`, by [`ParentId`]. Several may share one. `None`: no step is its
    /// parent, as in the body of a lambda, and its value is undefined.
    pub(super) parents: Vec<Option<Label>>,
}

/// A parent operator: an index into [`Expression::parents`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ParentId(pub(super) u32);

/// A name for the item that a step was evaluated for. `%` reads it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub(super) struct Label(pub(super) u32);

/// A name or a variable, and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Name {
    /// A variable's name is without `$`.
    pub(super) text: String,
    pub(super) place: Place,
}

/// A part of an expression.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// All of its bytes, its predicates and group included.
    pub(super) place: Place,
    /// `e[predicate]` where `e` is no path: applied to the whole result. A path has stages instead.
    pub(super) predicates: Vec<Node>,
    /// `e{key: value}`
    pub(super) group: Option<Group>,
    /// `e[]`: a sequence of one item remains an array.
    pub(super) keeps_array: bool,
    /// Its level in its function, for expressions of states.
    pub(super) level: Level,
}

/// The kinds of nodes.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Kind {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number; a minus before a number is part of it.
    Number(f64),
    /// A string, decoded. Half of a surrogate pair is U+FFFD.
    String(String),
    /// `/pattern/flags`
    Regex(Regex),
    /// A name or a string as the step of a path: the member of this name. Only steps are names.
    Name(String),
    /// `$name`; `$` is the empty name (the context), `$$` the name `$` (the input).
    Variable(String),
    /// `*`
    Wildcard,
    /// `**`
    Descendants,
    /// `%`
    Parent(ParentId),
    /// `a.b[c]@$d#$e^(f)`
    Path(Path),
    /// `^(terms)`, which is only ever a step: the tuples or items before it, sorted.
    Sort(Vec<SortTerm>),
    /// `-e`
    Negate(Box<Node>),
    /// `left + right` and its like, except for the following three.
    Binary(Operator, Box<Node>, Box<Node>),
    /// `left ?? right`: the left side if it exists. Edition 2.2.
    Coalesce(Box<Node>, Box<Node>),
    /// `left ?: right`: the left side if it is true as `$boolean` sees it. Edition 2.2.
    Default(Box<Node>, Box<Node>),
    /// `left ~> right`. If the right side is a [`Kind::Call`], the left side is its first argument.
    Apply(Box<Node>, Box<Node>),
    /// `[items]`. A [`Operator::Range`] as an item gives its numbers.
    Array {
        items: Vec<Node>,
        /// True for a step behind or before a dot: the array stays one value.
        is_cons: bool,
    },
    /// `{key: value}`
    Object(Vec<(Node, Node)>),
    /// `condition ? then : otherwise`
    Condition(Box<Node>, Box<Node>, Option<Box<Node>>),
    /// `(first; second)`
    Block {
        expressions: Vec<Node>,
        /// True if one of the expressions is an array that stays one value: [`Node::is_cons`].
        is_cons: bool,
    },
    /// `$name := value`
    Bind(Name, Box<Node>),
    /// `function($a, $b)<signature>{body}`
    Lambda(Box<Lambda>),
    /// `callee(arguments)`
    Call(Box<Call>),
    /// `callee(argument, ?)`: a function of the arguments that are `None`.
    Partial(Box<Node>, Vec<Option<Node>>),
    /// `|pattern|update, delete|`: a function.
    Transform(Box<Transform>),
    /// Text that could not be read; a fault has been reported.
    Wrong,
}

/// Operators between two values. Their text is the token of jsonata-js's messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Concatenate,
    And,
    Or,
    In,
    Range,
}

/// A path. The input of a step is the result of the step before it, item by item.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Path {
    /// At least one. A first step that is a variable does not iterate over the context.
    pub(super) steps: Vec<Step>,
    /// `[]` after one of the steps: a sequence of one item remains an array.
    pub(super) keeps_singleton: bool,
    /// True if the result is the tuples themselves, if there are any: an outer path or a filter
    /// needs their labels.
    pub(super) gives_tuples: bool,
}

/// A step of a path.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Step {
    pub(super) node: Node,
    /// `@$focus`: the variable is each item, and the context of the next step remains that of this
    /// one.
    pub(super) focus: Option<String>,
    /// `#$index` before all stages: the variable is the index of each item.
    pub(super) index: Option<String>,
    pub(super) stages: Vec<Stage>,
    /// The label of the item that this step is evaluated for.
    pub(super) label: Option<Label>,
    /// True if it binds a variable or a label, or gives tuples that have some: this step and all
    /// after it work on tuples.
    pub(super) is_tuple: bool,
}

/// A change of a step's result, in the order they are written.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Stage {
    /// `[predicate]`: a filter, or an index.
    Filter(Node),
    /// `#$name` after another stage: the index of each item at this point.
    Index(Name),
}

/// `{key: value}` after an expression. Values of equal keys are grouped.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Group {
    pub(super) entries: Vec<(Node, Node)>,
    pub(super) place: Place,
}

/// A term of `^(..)`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SortTerm {
    pub(super) key: Node,
    pub(super) is_descending: bool,
}

/// A function that the expression defines.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Lambda {
    pub(super) parameters: Vec<Name>,
    /// `<n-n:n>` with its brackets. It has been checked.
    pub(super) signature: Option<Name>,
    pub(super) body: Node,
}

/// A call.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Call {
    pub(super) callee: Node,
    pub(super) arguments: Vec<Node>,
    /// True if its result is the result of the lambda around it: it does not deepen the stack.
    pub(super) is_tail: bool,
}

/// `|pattern|update, delete|`
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Transform {
    pub(super) pattern: Node,
    pub(super) update: Node,
    pub(super) delete: Option<Node>,
}

/// A regular expression in JavaScript's dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Regex {
    pub(super) pattern: String,
    /// `i`
    pub(super) ignores_case: bool,
    /// `m`
    pub(super) is_multiline: bool,
}

impl Node {
    pub(super) fn new(kind: Kind, place: Place) -> Self {
        Self {
            kind,
            place,
            predicates: Vec::new(),
            group: None,
            keeps_array: false,
            level: Level::default(),
        }
    }

    /// True if the first step of a path is this node and does not iterate over the context.
    pub(super) fn is_cons(&self) -> bool {
        matches!(self.kind, Kind::Array { is_cons: true, .. } | Kind::Block { is_cons: true, .. })
    }
}

impl Step {
    pub(super) fn new(node: Node) -> Self {
        Self { node, focus: None, index: None, stages: Vec::new(), label: None, is_tuple: false }
    }

    /// Makes stages of the predicates: a path filters the items of a step.
    pub(super) fn make_stages(&mut self) {
        self.stages.extend(self.node.predicates.drain(..).map(Stage::Filter));
    }
}

impl Operator {
    /// True if the result is undefined as soon as one of the operands is.
    pub(super) fn needs_both(self) -> bool {
        match self {
            Self::Add
            | Self::Subtract
            | Self::Multiply
            | Self::Divide
            | Self::Modulo
            | Self::Less
            | Self::LessOrEqual
            | Self::Greater
            | Self::GreaterOrEqual => true,
            Self::Equal
            | Self::NotEqual
            | Self::Concatenate
            | Self::And
            | Self::Or
            | Self::In
            | Self::Range => false,
        }
    }

    /// As it is written.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Modulo => "%",
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::Concatenate => "&",
            Self::And => "and",
            Self::Or => "or",
            Self::In => "in",
            Self::Range => "..",
        }
    }
}

/// The level of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Level {
    /// The number of parts of its function around it, itself included. 0 before it is measured.
    pub(super) own: u16,
    /// True if functions that it calls take the place of the function around it.
    pub(super) is_tail: bool,
    /// The deepest level that its evaluation certainly comes to, if this must be checked before it.
    pub(super) checked: Option<u16>,
}

impl Level {
    /// The number of parts of its function around the node, itself included.
    pub(super) fn own(self) -> u16 {
        self.own
    }

    /// The number of parts of its function around a function that the node calls.
    pub(super) fn of_calls(self) -> u16 {
        if self.is_tail { 0 } else { self.own }
    }
}
