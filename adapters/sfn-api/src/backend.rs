//! Backends, which run the executions of compiled machines.

use std::pin::Pin;
use std::time::SystemTime;

use asl_durable::{Description, HistoryPage, HistoryRange, List, MapRun, Page, Start, Started};
use asl_runtime::error::{Failure, TaskError};
use asl_runtime::execution::MapRunUpdate;
use asl_runtime::value::{Text, Value};
use asl_runtime::versions::Version;
use asl_testing::runner::StateTest;

use crate::fault::Fault;
use crate::machine_type::MachineType;

/// The future answer of a backend.
pub type Answer<'b, T> = Pin<Box<dyn Future<Output = Result<T, Fault>> + Send + 'b>>;

/// A machine that a backend can run.
#[derive(Clone, PartialEq, Debug)]
pub struct Definition {
    /// Name of the machine.
    pub name: Text,
    /// Its version.
    pub version: Version,
    /// The text of the definition.
    pub text: Text,
}

/// Runs the executions of compiled machines: a store in this process, processes that `cargo asl
/// serve` started, or Restate. Ids of executions are their ARNs.
pub trait Backend: Send + Sync + 'static {
    /// The machines that are compiled, each version of a machine after the older ones.
    fn machines(&self) -> Vec<Definition>;

    /// The compiled machine for a definition that a client sent: the one that exists, or one that
    /// the backend compiles now. The definition is valid.
    ///
    /// A backend that cannot compile refuses another definition of a machine that it has with
    /// `ConflictException` and the differences.
    fn compile(&self, name: Text, kind: MachineType, text: Text) -> Answer<'_, Definition>;

    /// Tests a state of a valid definition, in which the rest is made up if the client sent a state
    /// alone. Returns the answer of `TestState` with JSON in place of its texts.
    fn test_state(&self, _definition: Text, _test: StateTest) -> Answer<'_, Value> {
        Box::pin(async {
            Err(Fault::new("ValidationException", "this server does not test single states"))
        })
    }

    /// Starts an execution, or returns the one with the same id, machine and input.
    fn start(&self, start: Start) -> Answer<'_, Started>;

    /// The description of an execution.
    fn describe(&self, id: Text) -> Answer<'_, Description>;

    /// Some executions.
    fn list(&self, list: List) -> Answer<'_, Page>;

    /// Waits for the end of an execution.
    fn wait(&self, id: Text) -> Answer<'_, Result<Value, Failure>>;

    /// Cancels an execution, unless it has ended. Returns the time of its end.
    fn stop(&self, id: Text, error: Text, cause: Text) -> Answer<'_, SystemTime>;

    /// Resumes an execution where it failed, unless a redrive with the same token did. Returns the
    /// time of the redrive.
    fn redrive(&self, id: Text, token: Text) -> Answer<'_, SystemTime>;

    /// A page of the history of an execution, in AWS's form.
    fn history(&self, id: Text, range: HistoryRange) -> Answer<'_, HistoryPage>;

    /// The Map Runs of an execution, in the order of their starts.
    fn map_runs(&self, id: Text) -> Answer<'_, Vec<MapRun>>;

    /// Changes a running Map Run of an execution.
    fn update_map_run(&self, id: Text, update: MapRunUpdate) -> Answer<'_, ()>;

    /// Reports on the task with a token.
    fn report(&self, token: Text, report: TaskReport) -> Answer<'_, ()>;

    /// Waits for work on an activity, given by its ARN: the token and the input. Dropping the
    /// future takes no work.
    fn next_activity(&self, activity: Text, worker: Text) -> Answer<'_, (Text, Value)>;
}

/// A report on a task by its token.
#[derive(Clone, Debug)]
pub enum TaskReport {
    /// `SendTaskSuccess`.
    Success(Value),
    /// `SendTaskFailure`.
    Failure(TaskError),
    /// `SendTaskHeartbeat`.
    Heartbeat,
}
