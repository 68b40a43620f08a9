//! Methods of [`Compiled`] that run a machine in process.

use std::pin::Pin;
use std::task::{Context, Poll};

use crate::error::Failure;
use crate::machine::{Machine, NodeId};
use crate::task::{Compiled, RunInput, StateEngine};
use crate::value::Value;

use super::{Handle, Run, RunOptions, run_state, run_with, start};

impl Compiled {
    /// Runs it in this process, on tokio; `()` is no input. Await or spawn the future within a
    /// tokio runtime with time enabled. Dropping the future stops the execution and drops its
    /// tasks.
    pub fn run(&self, input: impl Into<RunInput>) -> Run {
        self.run_with(input, RunOptions::default())
    }

    /// As [`Compiled::run`], with a name, a history, a storage or services.
    pub fn run_with(&self, input: impl Into<RunInput>, options: RunOptions) -> Run {
        run_with(self, input, options)
    }

    /// As [`Compiled::run_with`], with a handle that cancels the execution or sends it events. While
    /// the handle or a clone of it exists, an execution that waits for events keeps waiting.
    pub fn start(&self, input: impl Into<RunInput>, options: RunOptions) -> (Handle, Run) {
        start(self, input, options)
    }
}

impl StateEngine for Compiled {
    async fn run_state(
        &self,
        machine: &'static Machine,
        node: NodeId,
        input: Value,
    ) -> Result<(Option<NodeId>, Value), Failure> {
        self.check_machine(machine)?;
        run_state(self, node, input).await
    }
}

/// Runs a machine with typed ends.
pub fn run_typed<O>(
    compiled: &Compiled,
    input: Result<Value, Failure>,
    output: fn(Value) -> Result<O, Failure>,
    options: RunOptions,
) -> impl Future<Output = Result<O, Failure>> + Send + use<O> {
    Typed { run: input.map(|input| compiled.run_with(input, options)), output }
}

/// A run with a typed output. By hand: an `async` block around a run takes its size twice.
struct Typed<O> {
    run: Result<Run, Failure>,
    output: fn(Value) -> Result<O, Failure>,
}

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
