//! Intrinsic functions (today's States Language: "Intrinsic Functions"): read and checked at
//! compile time, emitted as calls.

mod check;
mod parser;

pub use asl_language::intrinsics::{Function, INTRINSICS, Intrinsic};
pub use parser::{CallError, CallErrorKind, Parsed, parse};

use crate::expr::jsonpath::{Path, Root};
use asl_source::literal::Literal;
use asl_source::span::Span;

/// Maximum depth of nested calls, as AWS documents it.
pub const MOST_NESTED: usize = 10;

/// A call: `States.Format('{}', $.a)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The text as written.
    pub text: String,
    /// The place in the definition.
    pub span: Span,
    /// The function being called.
    pub function: Function,
    /// Its arguments: as many as the function takes, unless the call is refused.
    pub arguments: Vec<Argument>,
    /// The cause of its failure, if the call fails for all data. The runtime's function cannot be
    /// called in this way.
    pub refused: Option<String>,
    /// The texts around the placeholders of `States.Format` with a literal template: one more than
    /// there are values.
    pub texts: Vec<String>,
    /// Its number among the random calls of the machine, from 0.
    pub number: u32,
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// A text in single quotes, a number, `true`, `false` or `null`.
    Literal(Literal),
    /// A number that exceeds every number type; its call is refused.
    Overflow,
    /// The value that a path finds.
    Path(Path),
    /// The result of another call.
    Call(Call),
}

impl Call {
    /// Returns true if a path in its arguments reads the data.
    pub fn reads_data(&self) -> bool {
        self.paths().iter().any(|path| path.root == Root::Data)
    }

    /// Returns the paths in its arguments, including those of nested calls. The recursion is at
    /// most [`MOST_NESTED`] deep.
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

    /// Numbers the random calls in it, and itself.
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

#[cfg(test)]
mod tests;
