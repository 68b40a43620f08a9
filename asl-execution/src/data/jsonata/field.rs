//! A field with an expression, and its failures in AWS's words.

use super::evaluated::Lack;
use crate::machine::Cx;
use asl_jsonata::{Fault, message};
use asl_language::hash::fnv1a;
use asl_value::error::{Failed, Failure, Quoted, names};
use asl_value::expression::Limit;
use asl_value::random::uuid_of;
use asl_value::value::{Text, Value};

/// An expression in a field of a state.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The place of the expression in its state: `Output/total`.
    pub(super) path: &'static str,
    /// The expression, without its delimiters.
    text: &'static str,
}

impl Field {
    /// A field: the place of its expression in the state, and the text of the expression.
    pub const fn new(path: &'static str, text: &'static str) -> Self {
        Self { path, text }
    }

    /// The name of the field, without the objects around it.
    pub(super) fn name(&self) -> &'static str {
        self.path.rsplit('/').next().unwrap_or(self.path)
    }

    /// The number of the expression among the random calls of its state. It depends on the field
    /// alone, so that other versions of the machine draw the same numbers.
    #[expect(clippy::cast_possible_truncation, reason = "the lower half of a hash is one, too")]
    pub(super) fn call(&self) -> u32 {
        fnv1a(self.path.as_bytes()) as u32
    }

    /// The failure of an expression that threw an error. AWS reports an internal one by a UUID.
    #[cold]
    pub(super) fn threw(&self, cx: &Cx<'_>, fault: &Fault) -> Failed {
        match fault {
            Fault::Error(thrown) if thrown.is_internal => {
                // Part 0 is the seed of the expression itself.
                let uuid = uuid_of(cx.chance(self.call(), 1), cx.chance(self.call(), 2));
                self.failed(&format!("threw an internal error during evaluation. {uuid}"))
            }
            Fault::Error(thrown) => self.failed(&format!(
                "threw an error during evaluation. {}: {}",
                thrown.code,
                message::of(thrown)
            )),
            Fault::Limit(limit) => {
                self.failed(&format!("threw an error during evaluation: {}", bound(*limit)))
            }
        }
    }

    /// The failure of an expression without a value.
    #[cold]
    pub(super) fn lacks(&self, lack: Lack) -> Failed {
        self.failed(match lack {
            Lack::Undefined => "returned nothing (undefined).",
            Lack::Function => "returned an unsupported result type.",
        })
    }

    /// The failure of an expression whose result is of another type than the field has.
    #[cold]
    pub(super) fn unexpected(&self, wanted: &str, found: &Value) -> Failed {
        self.failed(&format!(
            "returned an unexpected result type. Expected '{wanted}', but was '{}' for value: {}",
            kind(found),
            Quoted(found)
        ))
    }

    /// The failure of an expression, with a sentence about it.
    #[cold]
    fn failed(&self, ending: &str) -> Failed {
        let Self { path, text, .. } = self;
        self.refused(format!(
            "The JSONata expression '{text}' specified for the field '{path}' {ending}"
        ))
    }

    /// The failure of a value that the field does not accept.
    #[cold]
    pub(super) fn refused(&self, cause: impl Into<Text>) -> Failed {
        Box::new(Failure { location: Some(self.path), ..evaluation_error(cause) })
    }
}

/// The failure of a state whose data cannot be computed.
#[cold]
pub(super) fn evaluation_error(cause: impl Into<Text>) -> Failure {
    Failure { unplaced: true, ..Failure::new(names::QUERY_EVALUATION_ERROR, cause) }
}

/// AWS's words for a limit.
fn bound(limit: Limit) -> &'static str {
    match limit {
        Limit::Fuel => "Expression evaluation timeout",
        Limit::Depth => {
            "Stack overflow error: Check for non-terminating recursive function. Consider rewriting as tail-recursive"
        }
        Limit::Size => {
            "Expression evaluation memory limit exceeded: Check for excessive memory usage"
        }
    }
}

/// The name of a value's type in JSONata.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Int(_) | Value::Float(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
