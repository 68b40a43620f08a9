//! Runs of single states, as the generated state functions return them.

use std::any::type_name;
use std::convert::identity;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::task::StateEngine;
use crate::task::typed::{mismatch, placed};
use asl_execution::event::Event;
use asl_execution::execution::StateStart;
use asl_execution::machine::{Machine, Node, NodeId};
use asl_value::error::{Failure, names};
use asl_value::value::{self, Value};

/// The next node, if any, and its data.
type Exit = (Option<NodeId>, Value);

/// The work of a state.
type Work<'e> = Pin<Box<dyn Future<Output = Result<Exit, Failure>> + Send + 'e>>;

/// Converts the data of an exit.
type Conversion<Exits> = Box<dyn Fn(Value) -> Result<Exits, Misfit> + Send>;

/// A running state, as its generated function returns it: a future of the exit that it takes, or of
/// its output if it has one exit only. It starts at the first poll.
///
/// ```
/// use asl_runtime::{asl_machine, json};
/// # use asl_runtime::{TaskContext, TaskError, Value};
///
/// asl_machine!("doc/greet.asl.json");
/// # struct Host;
/// # impl greet::Tasks for Host {
/// #     async fn greet(&self, cx: &TaskContext, _: Value) -> Result<Value, TaskError> {
/// #         Ok(json!(cx.execution_id()))
/// #     }
/// # }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
/// # runtime.block_on(async {
/// let machine = greet::machine(Host);
/// let ran = greet::states::greet(&machine, json!({"name": "Ada"}))
///     .context(json!({"Execution": {"Id": "order-7"}}))
///     .await?;
/// assert_eq!(ran, json!({"name": "Ada", "greeting": "order-7"}));
/// # Ok(())
/// # })
/// # }
/// ```
#[must_use = "a future does nothing unless it is awaited"]
pub struct StateRun<'e, Exits> {
    progress: Progress<'e>,
    machine: &'static Machine,
    node: NodeId,
    exits: Vec<(Option<NodeId>, Conversion<Exits>)>,
}

enum Progress<'e> {
    /// Not started: the start, and the work of the engine.
    Ready(Result<StateStart, Failure>, Box<dyn FnOnce(StateStart) -> Work<'e> + Send + 'e>),
    /// Started.
    Running(Work<'e>),
    /// Ended.
    Ended,
}

/// A value that does not fit a type: the type's name, and the reason.
#[derive(Debug)]
pub struct Misfit(&'static str, value::Error);

/// Runs a state. Its exits are added next.
pub fn run_state<'e, Exits>(
    engine: &'e impl StateEngine,
    machine: &'static Machine,
    node: NodeId,
    input: Value,
) -> StateRun<'e, Exits> {
    run_typed_state(engine, machine, node, Ok(input))
}

/// Runs a state whose input has a type. Its exits are added next.
pub fn run_typed_state<'e, Exits>(
    engine: &'e impl StateEngine,
    machine: &'static Machine,
    node: NodeId,
    input: Result<Value, Misfit>,
) -> StateRun<'e, Exits> {
    let start = input.map(StateStart::new).map_err(|misfit| {
        misfit_at(
            machine,
            node,
            &format!("the input of state `{}`", name_of(machine, node)),
            misfit,
        )
    });
    let work =
        Box::new(move |start| -> Work<'e> { Box::pin(engine.run_state(machine, node, start)) });
    StateRun { progress: Progress::Ready(start, work), machine, node, exits: Vec::new() }
}

impl<Exits: 'static> StateRun<'_, Exits> {
    /// Sets the variables that earlier states would have assigned: an object of values by name.
    pub fn variables(self, variables: Value) -> Self {
        self.started_with(|start| start.variables(variables))
    }

    /// Sets the context object: `Execution`, `StateMachine` and `Map` as in AWS's. Members that are
    /// absent are those of an execution that has just started. `State` and `Task` are always those
    /// of the run itself.
    pub fn context(self, context: Value) -> Self {
        self.started_with(|start| start.context(context))
    }

    /// Adds an event that the state finds when it waits for events.
    pub fn event(self, event: Event) -> Self {
        self.started_with(|start| start.event(event))
    }

    fn started_with(mut self, change: impl FnOnce(StateStart) -> StateStart) -> Self {
        self.progress = match self.progress {
            Progress::Ready(start, work) => Progress::Ready(start.map(change), work),
            started @ (Progress::Running(_) | Progress::Ended) => started,
        };
        self
    }

    /// Adds the exit to a node.
    #[doc(hidden)]
    pub fn exit(mut self, node: NodeId, exit: fn(Value) -> Exits) -> Self {
        self.exits.push((Some(node), Box::new(move |data| Ok(exit(data)))));
        self
    }

    /// Adds the exit at the end.
    #[doc(hidden)]
    pub fn end(mut self, exit: fn(Value) -> Exits) -> Self {
        self.exits.push((None, Box::new(move |data| Ok(exit(data)))));
        self
    }

    /// Adds the exit to a node, whose data have a type.
    #[doc(hidden)]
    pub fn typed_exit<T: DeserializeOwned + 'static>(
        self,
        node: NodeId,
        exit: fn(T) -> Exits,
    ) -> Self {
        self.converted(Some(node), exit)
    }

    /// Adds the exit at the end, whose data have a type.
    #[doc(hidden)]
    pub fn typed_end<T: DeserializeOwned + 'static>(self, exit: fn(T) -> Exits) -> Self {
        self.converted(None, exit)
    }

    fn converted<T: DeserializeOwned + 'static>(
        mut self,
        to: Option<NodeId>,
        exit: fn(T) -> Exits,
    ) -> Self {
        let convert = move |data| match value::from_value(data) {
            Ok(data) => Ok(exit(data)),
            Err(error) => Err(Misfit(type_name::<T>(), error)),
        };
        self.exits.push((to, Box::new(convert)));
        self
    }

    fn left(&self, (to, data): Exit) -> Result<Exits, Failure> {
        let Some((_, convert)) = self.exits.iter().find(|(exit, _)| *exit == to) else {
            return Err(no_such_exit(self.machine, to));
        };
        convert(data).map_err(|misfit| {
            let state = name_of(self.machine, self.node);
            let to = to.map_or_else(
                || "at its end".to_owned(),
                |to| format!("to `{}`", name_of(self.machine, to)),
            );
            let what = format!("the output of state `{state}` {to}");
            misfit_at(self.machine, self.node, &what, misfit)
        })
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

impl<T: DeserializeOwned + 'static> StateRun<'_, T> {
    /// Adds the only exit, to a node, whose data have a type.
    #[doc(hidden)]
    pub fn leads_typed_to(self, node: NodeId) -> Self {
        self.converted(Some(node), identity)
    }

    /// Adds the only exit, at the end, whose data have a type.
    #[doc(hidden)]
    pub fn ends_typed(self) -> Self {
        self.converted(None, identity)
    }
}

impl<Exits: 'static> Future for StateRun<'_, Exits> {
    type Output = Result<Exits, Failure>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut work = match std::mem::replace(&mut self.progress, Progress::Ended) {
            Progress::Ready(Ok(start), work) => work(start),
            Progress::Ready(Err(misfit), _) => return Poll::Ready(Err(misfit)),
            Progress::Running(work) => work,
            Progress::Ended => return Poll::Pending,
        };
        match work.as_mut().poll(cx) {
            Poll::Ready(result) => Poll::Ready(result.and_then(|exit| self.left(exit))),
            Poll::Pending => {
                self.progress = Progress::Running(work);
                Poll::Pending
            }
        }
    }
}

impl<Exits> fmt::Debug for StateRun<'_, Exits> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StateRun").field("machine", &self.machine.name).finish_non_exhaustive()
    }
}

/// An input of a state whose data are a `T` as a whole: a `T`, a reference to one, or a value. `Form`
/// tells these apart; rustc infers it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the input of a state that takes `{T}`",
    label = "not a `{T}`, or not `serde::Serialize`",
    note = "the input is a `{T}`, a `&{T}` or a `Value`, and `{T}` has `#[derive(serde::Serialize)]`"
)]
pub trait StateInput<T, Form> {
    /// The value with which the state starts.
    ///
    /// # Errors
    /// The input cannot be converted to a value.
    #[doc(hidden)]
    fn into_input(self) -> Result<Value, Misfit>;
}

/// The form of an input that is a value.
#[derive(Debug)]
pub enum ByValue {}

/// The form of an input that has its type.
#[derive(Debug)]
pub enum ByType {}

/// The form of an input that is a reference.
#[derive(Debug)]
pub enum ByReference {}

impl<T> StateInput<T, ByValue> for Value {
    fn into_input(self) -> Result<Value, Misfit> {
        Ok(self)
    }
}

impl<T: Serialize> StateInput<T, ByType> for T {
    fn into_input(self) -> Result<Value, Misfit> {
        input_of(&self)
    }
}

impl<T: Serialize> StateInput<T, ByReference> for &T {
    fn into_input(self) -> Result<Value, Misfit> {
        input_of(self)
    }
}

fn input_of<T: Serialize>(input: &T) -> Result<Value, Misfit> {
    value::to_value(input).map_err(|error| Misfit(type_name::<T>(), error))
}

/// A type of the data with which a state leaves.
#[diagnostic::on_unimplemented(
    message = "a state cannot lead on with a `{Self}`",
    label = "`{Self}` is not `serde::Deserialize`",
    note = "the function returns a `{Self}`, read from the state's output: add \
            `#[derive(serde::Deserialize)]` to it"
)]
pub trait StateOutput<'de>: Deserialize<'de> {}

impl<'de, T: Deserialize<'de>> StateOutput<'de> for T {}

fn row_of(machine: &'static Machine, node: NodeId) -> Option<&'static Node> {
    machine.nodes.get(usize::try_from(node.0).ok()?)
}

fn name_of(machine: &'static Machine, node: NodeId) -> &'static str {
    row_of(machine, node).map_or("", |row| row.state)
}

#[cold]
fn misfit_at(
    machine: &'static Machine,
    node: NodeId,
    what: &str,
    Misfit(type_name, error): Misfit,
) -> Failure {
    let failure = *mismatch(what, type_name, error).into_failure();
    placed(machine, row_of(machine, node), failure)
}

#[cold]
fn no_such_exit(machine: &'static Machine, exit: Option<NodeId>) -> Failure {
    let exit = exit.map_or("its end", |node| name_of(machine, node));
    let cause =
        format!("machine `{}` went to {exit}, where this state does not lead", machine.name);
    Failure::new(names::RUNTIME, cause)
}
