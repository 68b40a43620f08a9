//! How data flows through a node: raw input → selection → template → the work → selector → place → selection.

use crate::expr::intrinsics::Call;
use crate::expr::jsonpath::{Path, ReferencePath, Root};
use crate::span::Spanned;

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
    /// `ResultSelector`: evaluated over the result.
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
            Self::Object(members) => members.iter().any(|(_, value)| value.reads_data()),
            Self::Array(items) => items.iter().any(Self::reads_data),
        }
    }
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
