//! Typed inputs and outputs, and typed tasks: conversions between values and types.

use std::any::type_name;

use serde::Serialize;
use serde::de::DeserializeOwned;

use asl_execution::machine::{Kind, Machine, Node};
use asl_value::error::{ErrorParts, Failure, Occurrence, TYPE_MISMATCH, TaskError};
use asl_value::value::{self, Text, Value};

/// The input of a machine.
pub(super) fn to_value<T: Serialize>(input: &T) -> Result<Value, Failure> {
    value::to_value(input).map_err(|error| misfit::<T>("input", error))
}

/// The output of a machine.
pub fn from_value<T: DeserializeOwned>(output: Value) -> Result<T, Failure> {
    value::from_value(output).map_err(|error| misfit::<T>("output", error))
}

/// The failure of an output with its place: the state at whose end the machine ends, or the
/// definition if it ends at several.
#[cold]
pub(crate) fn at_the_end(machine: &'static Machine, failure: Failure) -> Failure {
    if failure.occurrence().is_some() {
        return failure;
    }
    let ends = |node: &&'static Node| {
        node.scope == 0
            && (matches!(node.kind, Kind::End)
                || node.transitions().iter().any(|to| to.to.is_none()))
    };
    let mut ends = machine.nodes.iter().filter(ends);
    let (first, second) = (ends.next(), ends.next());
    placed(machine, first.filter(|_| second.is_none()), failure)
}

/// A failure in a state, or in the whole definition.
#[cold]
pub(super) fn placed(
    machine: &'static Machine,
    node: Option<&'static Node>,
    failure: Failure,
) -> Failure {
    let (name, (line, column)) =
        node.map_or((machine.name, (1, 1)), |node| (node.state, node.source));
    let (state, file) = (Text::new_static(name), Text::new_static(machine.source));
    let path = state.clone();
    failure.with_occurrence(Occurrence { state, path, file, line, column, attempt: 0 })
}

#[cold]
fn misfit<T>(end: &str, error: value::Error) -> Failure {
    *mismatch(&format!("the {end} of the machine"), type_name::<T>(), error).into_failure()
}

/// The input of a task.
pub fn from_input<T: DeserializeOwned>(task: &str, input: Value) -> Result<T, TaskError> {
    value::from_value(input).map_err(|error| task_misfit::<T>("input", task, error))
}

/// The output of a task.
pub fn to_output<T: Serialize>(task: &str, output: T) -> Result<Value, TaskError> {
    value::to_value(&output).map_err(|error| task_misfit::<T>("output", task, error))
}

#[cold]
fn task_misfit<T>(end: &str, task: &str, error: value::Error) -> TaskError {
    mismatch(&format!("the {end} of task `{task}`"), type_name::<T>(), error)
}

/// The error of a value that does not fit its type; it names the place in the value.
pub(super) fn mismatch(what: &str, of: &str, error: value::Error) -> TaskError {
    let cause = format!("{what} does not fit its type `{of}`: {error}");
    TaskError::of_parts(ErrorParts {
        error: Some(Text::new_static(TYPE_MISMATCH)),
        cause: Some(cause.into()),
        ..TaskError::from(error).into_parts()
    })
}
