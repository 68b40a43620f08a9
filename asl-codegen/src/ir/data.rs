//! How data flows through a node: raw input → selection → template → the work → selector → place →
//! selection.

use std::sync::Arc;

use crate::expr::intrinsics::Call;
use crate::expr::jq::Program;
use crate::expr::jsonpath::{Path, ReferencePath, Root};
use crate::span::{Span, Spanned};

/// What a node works on: part of the raw input, then a template over that part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Input {
    /// `InputPath`.
    pub select: Selection,
    /// `Parameters`: evaluated over the selection.
    pub template: Option<Expr>,
}

/// What becomes of a node's result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Output {
    /// `ResultSelector`: evaluated over the result. SM4C: the expression of a function, evaluated
    /// over its arguments.
    pub template: Option<Expr>,
    /// `ResultPath`: where the result goes in the raw input.
    pub place: Place,
    /// `OutputPath`: what of that is handed on.
    pub select: Selection,
    /// `Assign`: evaluated over the result, with the variables as they were on entry.
    pub assign: Vec<Assignment>,
}

/// One variable of an `Assign`.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// The variable, without `$`, and where its key stands.
    pub name: Spanned<String>,
    /// Its value.
    pub value: Expr,
}

/// `InputPath`, `OutputPath`.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Selection {
    /// All of it (`$`, or absent).
    #[default]
    Whole,
    /// `null`: an empty object instead.
    Nothing,
    /// What the path finds.
    Path(Path),
}

/// `ResultPath`.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Place {
    /// The result replaces the raw input (`$`, or absent).
    #[default]
    Whole,
    /// `null`: the result is dropped.
    Discard,
    /// The result is written into the raw input.
    At(ReferencePath),
    /// SM4C: the global data becomes what the handler makes of it, with the result as `$value`
    /// (spec section 4.4). The frame's own data stays.
    Merge(Query),
}

/// A computed value.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A constant.
    Literal(Literal),
    /// A path on the data; `field` is the key that causes name (`value.$`).
    Path {
        /// The field as causes quote it.
        field: String,
        /// The path.
        path: Path,
    },
    /// What an intrinsic function makes; `field` as in `Path`.
    Call {
        /// The field as causes quote it.
        field: String,
        /// The call.
        call: Call,
    },
    /// What a jq expression makes: one output is the value, none or several are an array (SM4C,
    /// section 4.3).
    Jq(Query),
    /// An object with at least one computed member; keys are distinct.
    Object(Vec<(String, Expr)>),
    /// An array with at least one computed item.
    Array(Vec<Expr>),
}

impl Expr {
    /// Whether a path in it looks at the data.
    pub fn reads_data(&self) -> bool {
        match self {
            Self::Literal(_) => false,
            Self::Path { path, .. } => path.root == Root::Data,
            Self::Call { call, .. } => call.reads_data(),
            Self::Jq(query) => query.source == Source::Data,
            Self::Object(members) => members.iter().any(|(_, value)| value.reads_data()),
            Self::Array(items) => items.iter().any(Self::reads_data),
        }
    }
}

/// A jq expression of an SM4C definition.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// What it does; of `fn:name` the function's expression. Its inputs are none, or `$value`.
    pub program: Arc<Program>,
    /// What it looks at.
    pub source: Source,
    /// The string that it stands in.
    pub span: Span,
}

/// What `.` is in a jq expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The frame's data: the filtered view of a state, a copy of it in a parallel's child, an
    /// element of a forEach.
    Data,
    /// The global data, as it is now: a state without filter looks at it, and every result handler
    /// does.
    Global,
}

/// A constant of the definition.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the kinds of JSON")]
pub enum Literal {
    Null,
    Bool(bool),
    /// An integer that fits.
    Int(i64),
    /// Any other number; finite.
    Float(f64),
    String(String),
    Array(Vec<Literal>),
    Object(Vec<(String, Literal)>),
}
