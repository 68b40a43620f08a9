//! Methods of [`Compiled`] and [`TypedMachine`] that run a machine in process.

use std::pin::Pin;
use std::task::{Context, Poll};

use crate::task::typed::at_the_end;
use crate::task::{Compiled, MachineInput, RunInput, StateEngine, TypedMachine};
use asl_execution::execution::StateStart;
use asl_execution::machine::{Machine, NodeId};
use asl_value::error::Failure;
use asl_value::value::Value;

use super::{Handle, Run, RunOptions, run, run_state, run_with, start};

impl Compiled {
    /// Runs it in this process, on tokio; `()` is no input. Await or spawn the future within a
    /// tokio runtime with time enabled. Dropping the future stops the execution and drops its
    /// tasks.
    pub fn run(&self, input: impl Into<RunInput>) -> Run {
        self.clone().into_run(input)
    }

    /// As [`Compiled::run`], without a clone: counting references takes a tenth of a run's time.
    #[doc(hidden)]
    pub fn into_run(self, input: impl Into<RunInput>) -> Run {
        run(self, input.into().into_value())
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
        start: StateStart,
    ) -> Result<(Option<NodeId>, Value), Failure> {
        self.check_machine(machine)?;
        run_state(self, node, start).await
    }
}

impl<I, O> StateEngine for TypedMachine<I, O> {
    async fn run_state(
        &self,
        machine: &'static Machine,
        node: NodeId,
        start: StateStart,
    ) -> Result<(Option<NodeId>, Value), Failure> {
        Compiled::run_state(self, machine, node, start).await
    }
}

impl<I, O> TypedMachine<I, O> {
    /// Runs it in this process, as [`Compiled::run`], with typed ends. An input or output that does
    /// not fit its type fails with `Asl.TypeMismatch`.
    pub fn run(&self, input: impl MachineInput<I>) -> TypedRun<O> {
        self.clone().into_run(input)
    }

    /// As [`TypedMachine::run`], without a clone.
    #[doc(hidden)]
    pub fn into_run(self, input: impl MachineInput<I>) -> TypedRun<O> {
        let (machine, output) = (self.typed().machine(), self.typed().reader());
        let run = input.into_value().map(|input| run(self.untyped(), input));
        TypedRun { run, machine, output }
    }

    /// As [`TypedMachine::run`], with a name, a history, a storage or services.
    pub fn run_with(&self, input: impl MachineInput<I>, options: RunOptions) -> TypedRun<O> {
        let run = input.into_value().map(|input| run_with(self, input, options));
        TypedRun { run, machine: self.typed().machine(), output: self.typed().reader() }
    }

    /// As [`TypedMachine::run_with`], with a handle. See [`Compiled::start`].
    pub fn start(&self, input: impl MachineInput<I>, options: RunOptions) -> (Handle, TypedRun<O>) {
        let (input, misfit) = match input.into_value() {
            Ok(input) => (input, None),
            Err(failure) => (Value::Null, Some(failure)),
        };
        let (handle, run) = start(self, input, options);
        // Without its run, the handle reports that the execution has ended.
        let run = misfit.map_or(Ok(run), Err);
        let (machine, output) = (self.typed().machine(), self.typed().reader());
        (handle, TypedRun { run, machine, output })
    }
}

/// The future of a typed machine's output. As [`Run`], it starts at the first poll, and dropping it
/// drops all work in progress.
///
/// By hand: an `async` block around a run takes its size twice.
#[must_use = "futures do nothing unless polled"]
pub struct TypedRun<O> {
    run: Result<Run, Failure>,
    machine: &'static Machine,
    output: fn(Value) -> Result<O, Failure>,
}

impl<O> Future for TypedRun<O> {
    type Output = Result<O, Failure>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let (machine, output) = (self.machine, self.output);
        let typed = |value| output(value).map_err(|failure| at_the_end(machine, failure));
        match &mut self.run {
            Ok(run) => Pin::new(run).poll(cx).map(|result| result.and_then(typed)),
            Err(failure) => Poll::Ready(Err(std::mem::take(failure))),
        }
    }
}
