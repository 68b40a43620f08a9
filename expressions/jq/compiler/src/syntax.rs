//! The syntax tree of a jq program with resolved names: the parser creates it and the emitter reads
//! it.
//!
//! Every name is an id here: definitions, filter parameters, variables and labels are unique in the
//! program, so that walks over the tree need no scopes. Spans are byte ranges of the program's
//! own text; built-ins and modules have none.

use asl_language::jq::{Native, Special};

/// A byte range of the program's text; empty at 0 for code that the program's author did not write.
pub type Place = std::ops::Range<u32>;

/// A definition: an index into [`Program::definitions`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct DefinitionId(pub u32);

/// A variable: an index into [`Program::variables`]. Each binding has one of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct VariableId(pub u32);

/// A `label $name`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct LabelId(pub u32);

/// A whole program, resolved. Definitions that nothing reaches are not in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// As written.
    pub text: String,
    /// Definitions of the program, its modules and built-ins; a definition comes after the one
    /// it is nested in.
    pub definitions: Vec<Definition>,
    /// Names of variables, without `$`, by id; the first are the program's inputs (`$value`), in
    /// the order they were declared.
    pub variables: Vec<String>,
    /// The number of variables that are inputs.
    pub inputs: u32,
    pub body: Filter,
    /// Measure of its code: its filters, and what its functions are handed.
    pub weight: usize,
}

impl Program {
    /// The program `.`.
    pub fn identity() -> Self {
        Self {
            text: ".".to_owned(),
            definitions: Vec::new(),
            variables: Vec::new(),
            inputs: 0,
            body: Filter { kind: Kind::Identity, place: 0..1 },
            weight: 1,
        }
    }
}

/// `def name(parameters): body;`
#[derive(Clone, PartialEq, Debug)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    pub body: Filter,
    /// The definition it is nested in: it may use that one's parameters and variables.
    pub parent: Option<DefinitionId>,
    /// True if it can call itself, directly or through others.
    pub is_recursive: bool,
    /// True if it is a function of its own wherever it is called: its code would nest too deeply in
    /// that of its callers.
    pub is_apart: bool,
}

/// A parameter of a definition.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Its name, without `$`.
    pub name: String,
    /// `$name`: the argument is evaluated before the body, once for each of its outputs. Calls of
    /// such a parameter as a filter are resolved to [`Kind::Variable`].
    pub variable: Option<VariableId>,
}

/// A filter and its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Filter {
    pub kind: Kind,
    pub place: Place,
}

/// The kinds of filters.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// `.`
    Identity,
    /// `..`
    RecurseDefault,
    /// A number, `true`, `false`, `null`, a string without interpolation, and `$__loc__`.
    Literal(Literal),
    /// `"..\(filter).."`, with a format such as `@uri` or plain text. Pieces alternate with
    /// filters: always one piece more.
    Interpolated {
        /// The format's name without `@`; `None`: `tostring`.
        format: Option<Format>,
        /// The text between filters.
        pieces: Vec<String>,
        /// The filters.
        filters: Vec<Filter>,
    },
    /// `@name`, a format as a filter.
    Format(Format),
    /// `target.name`, `target["name"]`
    Field(Box<Filter>, String),
    /// `target[index]`; the index sees the input of the whole.
    Index(Box<Filter>, Box<Filter>),
    /// `target[from:to]`; both see the input of the whole.
    Slice(Box<Filter>, Option<Box<Filter>>, Option<Box<Filter>>),
    /// `target[]`
    Iterate(Box<Filter>),
    /// `try body catch handler`; `body?` has no handler.
    Try(Box<Filter>, Option<Box<Filter>>),
    /// `left | right`
    Pipe(Box<Filter>, Box<Filter>),
    /// `left, right`
    Comma(Box<Filter>, Box<Filter>),
    /// `-filter`
    Negate(Box<Filter>),
    /// `left + right` and its like; the right side is the outer loop.
    Arithmetic(Arithmetic, Box<Filter>, Box<Filter>),
    /// `left == right` and its like; the right side is the outer loop.
    Compare(Comparison, Box<Filter>, Box<Filter>),
    /// `left and right`
    And(Box<Filter>, Box<Filter>),
    /// `left or right`
    Or(Box<Filter>, Box<Filter>),
    /// `left // right`
    Alternative(Box<Filter>, Box<Filter>),
    /// `path = value`, `path |= f`, `path += value`, `path //= value`
    Assign(Assignment, Box<Filter>, Box<Filter>),
    /// `if c then a elif .. else b end`; without `else`, the input itself.
    If(Vec<(Filter, Filter)>, Option<Box<Filter>>),
    /// `reduce source as $x (init; update)`
    Reduce(Box<Loop>),
    /// `foreach source as $x (init; update; extract)`
    Foreach(Box<Loop>, Option<Box<Filter>>),
    /// `source as $x | body`; several patterns are destructuring alternatives (`?//`), all of which
    /// bind the same variables.
    Bind {
        /// Bound once for each output.
        source: Box<Filter>,
        /// At least one.
        patterns: Vec<Pattern>,
        /// The filter that sees the variables.
        body: Box<Filter>,
    },
    /// `label $name | body`
    Label(LabelId, Box<Filter>),
    /// `break $name`
    Break(LabelId),
    /// `$name`
    Variable(VariableId),
    /// A call.
    Call(Callee, Vec<Filter>),
    /// `{..}`: keys and values; the last entry is the innermost loop.
    Object(Vec<(Filter, Filter)>),
    /// `[..]`
    Array(Option<Box<Filter>>),
}

/// `source as pattern (init; update`
#[derive(Clone, PartialEq, Debug)]
pub struct Loop {
    pub source: Filter,
    /// The patterns that each output binds; more than one are alternatives.
    pub patterns: Vec<Pattern>,
    /// The first state.
    pub init: Filter,
    /// The next state, of the state as input.
    pub update: Filter,
}

/// The target of a call.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Callee {
    /// A definition of the program, of a module or of a built-in.
    Definition(DefinitionId),
    /// A filter parameter of a definition, by its index; it has no arguments.
    Parameter(DefinitionId, u32),
    /// A function of `asl_runtime::jq::native`: values in, one value out.
    Native(Native),
    /// A special form of the emitter: `path(f)`, `empty`, `range`, `recurse`, …
    Special(Special),
}

/// One of jq's formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// The name without `@`.
    pub name: &'static str,
    /// True if a text is its own form.
    pub passes_text: bool,
}

/// A pattern of a binding.
#[derive(Clone, PartialEq, Debug)]
pub enum Pattern {
    /// `$name`
    Variable(VariableId),
    /// `[a, b]`
    Array(Vec<Pattern>),
    /// `{key: pattern}`: the key's filter, the variable that gets the whole member
    /// (`$name: pattern`, `$name`), and the pattern for it. The filter sees the input of the
    /// binding.
    Object(Vec<(Filter, Option<VariableId>, Option<Pattern>)>),
}

/// A constant.
#[derive(Clone, PartialEq, Debug)]
pub enum Literal {
    Null,
    Bool(bool),
    /// An integer that fits.
    Int(i64),
    /// Any other number, and its text as written: jq prints a literal that nothing was computed
    /// with as it is written.
    Float(f64, String),
    String(String),
    Array(Vec<Literal>),
    Object(Vec<(String, Literal)>),
}

/// The arithmetic operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

/// The comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// The assignments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assignment {
    /// `=`
    Set,
    /// `|=`
    Update,
    /// `+=` and its like: the right side sees the input of the whole, once for each of its outputs.
    Arithmetic(Arithmetic),
    /// `//=`
    Alternative,
}
