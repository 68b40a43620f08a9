//! An interpreter of JSONata, written naively from the language's documentation: trees are
//! evaluated as they are, and nothing is shared with the compiler.
//!
//! Regular expressions, picture strings, dates and random numbers are no part of it.

mod call;
mod evaluate;
mod functions;
mod lexer;
mod number_text;
mod operators;
mod parser;
mod path;
mod process;
mod signature;
mod sort;
#[cfg(test)]
mod tests;
mod tree;
mod tuple;
mod value;

use std::thread;

use super::super::json::Json;
use evaluate::{Evaluation, Frame};
use value::{Shape, Value};

/// The reason for which there is no result.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Stop {
    /// The code of an error.
    Error(String),
    /// The evaluation is too deep or too long.
    Limit,
    /// A part of the language that this interpreter does not have.
    Unsupported(&'static str),
}

impl Stop {
    fn error(code: &str) -> Self {
        Self::Error(code.to_owned())
    }
}

/// The outcome of an expression: `Ok(None)` is undefined.
pub(crate) type Outcome = Result<Option<Json>, Stop>;

/// The stack of an evaluation: levels are not small in a debug build.
const STACK: usize = 256 << 20;

/// The outcome of an expression on an input, with these variables.
pub(crate) fn run(text: &str, input: Option<&Json>, variables: &[(String, Json)]) -> Outcome {
    thread::scope(|scope| {
        let on_thread = || evaluate(text, input, variables);
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, on_thread);
        match thread.map(thread::ScopedJoinHandle::join) {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => Err(Stop::Limit),
        }
    })
}

/// The same on the stack of the caller, for small expressions.
pub(crate) fn evaluate(text: &str, input: Option<&Json>, variables: &[(String, Json)]) -> Outcome {
    let (tree, labels) = parser::parse(text)?;
    let input = input.map_or(Value::Undefined, Value::from_json);
    let input = match input {
        Value::Array(..) => Value::Array(vec![input].into(), Shape::Input),
        _ => input,
    };
    let frame = Frame::new(None);
    for (name, value) in variables {
        frame.bind(name, Value::from_json(value));
    }
    frame.bind("$", input.clone());
    let evaluation = Evaluation::new(labels);
    match evaluation.evaluate(&tree, &input, &frame)? {
        Value::Undefined => Ok(None),
        Value::Tuples(_) => Err(Stop::Unsupported("tuples as a result")),
        value => match value.to_json() {
            Some(json) => Ok(Some(json)),
            None => Err(Stop::Unsupported("a function in the result")),
        },
    }
}
