//! Typed ends, typed tasks and typed exits: from values to types and back.

use std::fmt::Display;
use std::pin::Pin;
#[cfg(feature = "tokio")]
use std::task::{Context, Poll};

use serde::Serialize;
use serde::de::DeserializeOwned;

#[cfg(feature = "tokio")]
use crate::engine::in_process::{Run, RunOptions};
use crate::error::{Failure, TaskError, names};
use crate::machine::{Machine, NodeId};
#[cfg(feature = "tokio")]
use crate::task::{Compiled, StateEngine};
use crate::value::{self, Text, Value};

/// Runs a machine with typed ends.
#[cfg(feature = "tokio")]
pub fn run_typed<O>(
    compiled: &Compiled,
    input: Result<Value, Failure>,
    output: fn(Value) -> Result<O, Failure>,
    options: RunOptions,
) -> impl Future<Output = Result<O, Failure>> + Send + use<O> {
    Typed { run: input.map(|input| compiled.run_with(input, options)), output }
}

/// A run with a typed output. By hand: an `async` block around a run takes its size twice.
#[cfg(feature = "tokio")]
struct Typed<O> {
    run: Result<Run, Failure>,
    output: fn(Value) -> Result<O, Failure>,
}

#[cfg(feature = "tokio")]
impl<O> Future for Typed<O> {
    type Output = Result<O, Failure>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let output = self.output;
        match &mut self.run {
            Ok(run) => Pin::new(run).poll(cx).map(|result| result.and_then(output)),
            Err(failure) => Poll::Ready(Err(std::mem::take(failure))),
        }
    }
}

/// One state of a machine under way: what its generated function returns.
pub type StateRun<'e, Exits> = Pin<Box<dyn Future<Output = Result<Exits, Failure>> + Send + 'e>>;

/// Runs one state; `exits` names the way out that it took.
pub fn run_state<'e, Exits: 'e>(
    engine: &'e impl StateEngine,
    machine: &'static Machine,
    node: NodeId,
    input: Value,
    exits: fn((Option<NodeId>, Value)) -> Result<Exits, Failure>,
) -> StateRun<'e, Exits> {
    Box::pin(async move { exits(engine.run_state(machine, node, input).await?) })
}

/// The input of a machine.
pub fn to_value<T: Serialize>(input: T) -> Result<Value, Failure> {
    value::to_value(&input).map_err(|error| misfit("input", &error))
}

/// The output of a machine.
pub fn from_value<T: DeserializeOwned>(output: Value) -> Result<T, Failure> {
    value::from_value(output).map_err(|error| misfit("output", &error))
}

#[cold]
fn misfit(end: &str, error: &dyn Display) -> Failure {
    Failure::new(names::RUNTIME, format!("the {end} of the machine does not fit its type: {error}"))
}

/// The input of a task.
pub fn from_input<T: DeserializeOwned>(task: &str, input: Value) -> Result<T, TaskError> {
    value::from_value(input).map_err(|error| task_misfit("input", task, &error))
}

/// The output of a task.
pub fn to_output<T: Serialize>(task: &str, output: T) -> Result<Value, TaskError> {
    value::to_value(&output).map_err(|error| task_misfit("output", task, &error))
}

#[cold]
fn task_misfit(end: &str, task: &str, error: &dyn Display) -> TaskError {
    let cause = format!("the {end} of task `{task}` does not fit its type: {error}");
    TaskError::new(Text::new_static(names::TASK_FAILED), cause)
}
