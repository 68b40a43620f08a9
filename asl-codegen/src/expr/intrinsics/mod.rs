//! Intrinsic functions (today's States Language: "Intrinsic Functions"): read and checked at compile time, emitted as calls.

use crate::expr::jsonpath::{Path, Root};
use crate::ir::Literal;
use crate::span::Span;

/// A call: `States.Format('{}', $.a)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// As written.
    pub text: String,
    /// Where it stands in the definition.
    pub span: Span,
    /// Which function.
    pub function: Function,
    /// Its arguments: as many as the function takes.
    pub arguments: Vec<Argument>,
}

impl Call {
    /// Whether a path in its arguments looks at the data.
    pub fn reads_data(&self) -> bool {
        self.arguments.iter().any(|argument| match argument {
            Argument::Literal(_) => false,
            Argument::Path(path) => path.root == Root::Data,
            Argument::Call(call) => call.reads_data(),
        })
    }
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// A text in single quotes, a number, `true`, `false` or `null`.
    Literal(Literal),
    /// What a path finds.
    Path(Path),
    /// What another function makes.
    Call(Call),
}

/// The 18 functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words of the specification")]
pub enum Function {
    Format,
    StringToJson,
    JsonToString,
    Array,
    ArrayPartition,
    ArrayContains,
    ArrayRange,
    ArrayGetItem,
    ArrayLength,
    ArrayUnique,
    Base64Encode,
    Base64Decode,
    Hash,
    JsonMerge,
    MathRandom,
    MathAdd,
    StringSplit,
    Uuid,
}
