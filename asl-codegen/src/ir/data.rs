//! The data flow through a node: raw input, selection, template, work, selector, place, selection.

use std::sync::Arc;

use crate::expr::intrinsics::Call;
use crate::expr::jq::Program;
use crate::expr::jsonata;
use crate::expr::jsonpath::{Path, ReferencePath, Root};
use asl_source::literal::Literal;
use asl_source::span::{Span, Spanned};

/// The input of a node's work: a part of the raw input, and a template over that part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Input {
    /// `InputPath`.
    pub select: Selection,
    /// `Parameters`: evaluated over the selection.
    pub template: Option<Expr>,
}

impl Input {
    /// True if it is the whole raw input.
    pub fn is_whole(&self) -> bool {
        self.select == Selection::Whole && self.template.is_none()
    }
}

/// The way from a node's result to its output.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Output {
    /// `ResultSelector`: evaluated over the result. SM4C: the expression of a function, evaluated
    /// over its arguments.
    pub template: Option<Expr>,
    /// `ResultPath`: the place of the result in the raw input.
    pub place: Place,
    /// `OutputPath`: the part of that which is the output.
    pub select: Selection,
    /// `Assign`: evaluated over the result, with the variables as they were on entry.
    pub assign: Vec<Assignment>,
}

/// One variable of an `Assign`.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// The variable, without `$`, and the span of its key.
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
    /// The value at a path.
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
    /// SM4C: the global data become the output of the result handler, which has the result as
    /// `$value` (spec section 4.4). The frame's own data stay.
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
    /// The result of an intrinsic function; `field` as in `Path`.
    Call {
        /// The field as causes quote it.
        field: String,
        /// The call.
        call: Call,
    },
    /// The result of a jq expression: one output is the value, none or several are an array (SM4C,
    /// section 4.3).
    Jq(Query),
    /// The result of a JSONata expression.
    Jsonata(Jsonata),
    /// An object with at least one computed member; keys are distinct.
    Object(Vec<(String, Expr)>),
    /// An array with at least one computed item.
    Array(Vec<Expr>),
}

impl Expr {
    /// The expression in JSONata that it is, if it is one.
    pub(crate) fn as_jsonata(&self) -> Option<&Jsonata> {
        if let Self::Jsonata(expression) = self { Some(expression) } else { None }
    }

    /// The text, if it is a constant one.
    pub(crate) fn constant_text(&self) -> Option<&str> {
        if let Self::Literal(Literal::String(text)) = self { Some(text) } else { None }
    }

    /// True if the expression reads the value that it is evaluated over. Expressions in JSONata are
    /// evaluated over the result or the Error Output; they read the state's input besides.
    pub fn reads_data(&self) -> bool {
        match self {
            Self::Literal(_) => false,
            Self::Path { path, .. } => path.root == Root::Data,
            Self::Call { call, .. } => call.reads_data(),
            Self::Jq(query) => query.source == Source::Data,
            Self::Jsonata(expression) => expression.reads_result(),
            Self::Object(members) => members.iter().any(|(_, value)| value.reads_data()),
            Self::Array(items) => items.iter().any(Self::reads_data),
        }
    }
}

/// A JSONata expression of an ASL definition.
#[derive(Clone, Debug, PartialEq)]
pub struct Jsonata {
    /// The program.
    pub program: Arc<jsonata::Program>,
    /// The place of the expression in its state, as causes quote it: `Output/total`.
    pub field: String,
    /// The variables that the expression reads and does not bind, `$states` apart, with their
    /// places.
    pub reads: Vec<VariableRead>,
    /// The span of its string.
    pub span: Span,
}

/// A variable that an expression reads.
#[derive(Clone, Debug, PartialEq)]
pub struct VariableRead {
    /// Its name without `$`, and its place.
    pub name: Spanned<String>,
    /// True if the expression only tests whether it has a value: `$exists($name)`.
    pub is_question: bool,
}

impl Jsonata {
    /// True if the expression reads the result or the Error Output, alone or as a part of all
    /// `$states`.
    pub fn reads_result(&self) -> bool {
        let mut given = self.program.given();
        given.any(|name| matches!(name, "states" | "states.result" | "states.errorOutput"))
    }
}

/// A value of a field that the data determines.
#[derive(Clone, Debug, PartialEq)]
pub enum Computed {
    /// The value at a path of the effective input.
    Path(Path),
    /// The result of an expression.
    Jsonata(Jsonata),
}

impl Computed {
    /// The path, in JSONPath.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Path(path) => Some(path),
            Self::Jsonata(_) => None,
        }
    }

    /// True if a path reads the effective input.
    pub fn reads_data(&self) -> bool {
        self.path().is_some_and(|path| path.root == Root::Data)
    }
}

/// A jq expression of an SM4C definition.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// The program; for `fn:name` the function's expression. Its only input is `$value`, if any.
    pub program: Arc<Program>,
    /// The value of `.`.
    pub source: Source,
    /// The span of its string.
    pub span: Span,
}

/// The value of `.` in a jq expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The frame's data: the filtered view of a state, a copy of it in a parallel's child, an
    /// element of a forEach.
    Data,
    /// The current global data: for states without a filter, and for every result handler.
    Global,
}
