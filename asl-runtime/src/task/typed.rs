//! Typed inputs and outputs, typed tasks and typed exits: conversions between values and types.

use std::any::type_name;
use std::convert::identity;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::task::StateEngine;
use asl_execution::machine::{Kind, Machine, Node, NodeId};
use asl_value::error::{ErrorParts, Failure, Occurrence, TYPE_MISMATCH, TaskError, names};
use asl_value::value::{self, Text, Value};

/// The next node, if any, and its data.
type Exit = (Option<NodeId>, Value);

/// A next node with the function that converts the data to its exit.
type NamedExit<Exits> = (Option<NodeId>, fn(Value) -> Exits);

/// A running state, as its generated function returns it: a future of the exit that it takes, or of
/// its output if it has one exit only.
#[must_use = "a future does nothing unless it is awaited"]
pub struct StateRun<'e, Exits> {
    run: Pin<Box<dyn Future<Output = Result<Exit, Failure>> + Send + 'e>>,
    machine: &'static Machine,
    exits: Vec<NamedExit<Exits>>,
}

/// Runs a state. Its exits are added next.
pub fn run_state<'e, Exits>(
    engine: &'e impl StateEngine,
    machine: &'static Machine,
    node: NodeId,
    input: Value,
) -> StateRun<'e, Exits> {
    StateRun { run: Box::pin(engine.run_state(machine, node, input)), machine, exits: Vec::new() }
}

impl<Exits> StateRun<'_, Exits> {
    /// Adds the exit to a node.
    #[doc(hidden)]
    pub fn exit(mut self, node: NodeId, exit: fn(Value) -> Exits) -> Self {
        self.exits.push((Some(node), exit));
        self
    }

    /// Adds the exit at the end.
    #[doc(hidden)]
    pub fn end(mut self, exit: fn(Value) -> Exits) -> Self {
        self.exits.push((None, exit));
        self
    }
}

impl StateRun<'_, Value> {
    /// Adds the only exit, to a node.
    #[doc(hidden)]
    pub fn leads_to(self, node: NodeId) -> Self {
        self.exit(node, identity)
    }

    /// Adds the only exit, at the end.
    #[doc(hidden)]
    pub fn ends(self) -> Self {
        self.end(identity)
    }
}

impl<Exits> Future for StateRun<'_, Exits> {
    type Output = Result<Exits, Failure>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Poll::Ready(result) = self.run.as_mut().poll(cx) else { return Poll::Pending };
        Poll::Ready(result.and_then(|(node, output)| {
            match self.exits.iter().find(|(to, _)| *to == node) {
                Some((_, exit)) => Ok(exit(output)),
                None => Err(no_such_exit(self.machine, node)),
            }
        }))
    }
}

impl<Exits> fmt::Debug for StateRun<'_, Exits> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StateRun").field("machine", &self.machine.name).finish_non_exhaustive()
    }
}

#[cold]
fn no_such_exit(machine: &'static Machine, exit: Option<NodeId>) -> Failure {
    let row = exit.and_then(|node| machine.nodes.get(usize::try_from(node.0).ok()?));
    let exit = row.map_or("its end", |row| row.state);
    let cause =
        format!("machine `{}` went to {exit}, where this state does not lead", machine.name);
    Failure::new(names::RUNTIME, cause)
}

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
    let ends = |node: &&Node| {
        node.scope == 0
            && (matches!(node.kind, Kind::End)
                || node.transitions().iter().any(|to| to.to.is_none()))
    };
    let mut ends = machine.nodes.iter().filter(ends);
    let (name, (line, column)) = match (ends.next(), ends.next()) {
        (Some(node), None) => (node.state, node.source),
        _ => (machine.name, (1, 1)),
    };
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
fn mismatch(what: &str, of: &str, error: value::Error) -> TaskError {
    let cause = format!("{what} does not fit its type `{of}`: {error}");
    TaskError::of_parts(ErrorParts {
        error: Some(Text::new_static(TYPE_MISMATCH)),
        cause: Some(cause.into()),
        ..TaskError::from(error).into_parts()
    })
}
