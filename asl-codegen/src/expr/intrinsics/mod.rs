//! Intrinsic functions (today's States Language: "Intrinsic Functions"): read and checked at
//! compile time, emitted as calls.

mod check;
mod parser;
mod signature;

pub use parser::{CallError, CallErrorKind, Parsed, parse};
pub use signature::{Signature, names};

use crate::expr::jsonpath::{Path, Root};
use crate::ir::Literal;
use crate::span::Span;

/// Calls nest at most so deep, as AWS documents it.
pub const MOST_NESTED: usize = 10;

/// A call: `States.Format('{}', $.a)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// As written.
    pub text: String,
    /// Where it stands in the definition.
    pub span: Span,
    /// Which function.
    pub function: Function,
    /// Its arguments: as many as the function takes, unless the call is refused.
    pub arguments: Vec<Argument>,
    /// The cause of its failure, if the call fails whatever its data are: the runtime's function
    /// cannot be called so.
    pub refused: Option<String>,
    /// The texts around the placeholders of a `States.Format` whose template is written out: one
    /// more than there are values.
    pub texts: Vec<String>,
    /// Its number among the calls of the machine that make something random, from 0.
    pub number: u32,
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// A text in single quotes, a number, `true`, `false` or `null`.
    Literal(Literal),
    /// A number that is too large for any: its call is refused.
    Overflow,
    /// What a path finds.
    Path(Path),
    /// What another function makes.
    Call(Call),
}

impl Call {
    /// Whether a path in its arguments looks at the data.
    pub fn reads_data(&self) -> bool {
        self.paths().iter().any(|path| path.root == Root::Data)
    }

    /// The paths in its arguments, also of calls in it. Calls nest [`MOST_NESTED`] deep.
    pub fn paths(&self) -> Vec<&Path> {
        let mut paths = Vec::new();
        for argument in &self.arguments {
            match argument {
                Argument::Literal(_) | Argument::Overflow => {}
                Argument::Path(path) => paths.push(path),
                Argument::Call(call) => paths.extend(call.paths()),
            }
        }
        paths
    }

    /// Numbers the calls in it that make something random, and itself.
    pub fn number(&mut self, next: &mut u32) {
        for argument in &mut self.arguments {
            if let Argument::Call(call) = argument {
                call.number(next);
            }
        }
        if matches!(self.function, Function::Uuid | Function::MathRandom) {
            self.number = *next;
            *next = next.saturating_add(1);
        }
    }
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

#[cfg(test)]
mod tests;
