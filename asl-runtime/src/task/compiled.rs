//! A machine with its tasks, and the engines that can run one state of it.

use std::fmt;
use std::sync::Arc;

use crate::task::{ServiceCalls, SharedTasks, TaskSet};
use asl_execution::execution::StateStart;
use asl_execution::machine::{Machine, NodeId};
use asl_value::error::Failure;
use asl_value::value::Value;

/// A machine with its tasks, which every engine takes. Cloning it is cheap.
#[derive(Clone)]
pub struct Compiled {
    machine: &'static Machine,
    tasks: SharedTasks,
}

impl Compiled {
    /// Combines a machine with its tasks; the generated function `machine` calls this.
    pub fn new(machine: &'static Machine, tasks: impl TaskSet) -> Self {
        Self { machine, tasks: SharedTasks::new(tasks) }
    }

    /// A machine that calls no task.
    #[doc(hidden)]
    pub fn without_tasks(machine: &'static Machine) -> Self {
        Self { machine, tasks: SharedTasks::NONE }
    }

    /// The machine with services that perform the calls of others, such as AWS's: see
    /// [`ServiceCalls`].
    #[must_use]
    pub fn with_services(self, services: impl ServiceCalls) -> Self {
        Self { tasks: self.tasks.with_services(Arc::new(services)), ..self }
    }

    /// The machine: its static transition table.
    pub fn machine(&self) -> &'static Machine {
        self.machine
    }

    /// Its tasks, for engines.
    #[doc(hidden)]
    pub fn tasks(&self) -> &SharedTasks {
        &self.tasks
    }

    #[cfg(feature = "tokio")]
    pub(crate) fn into_tasks(self) -> SharedTasks {
        self.tasks
    }

    /// Checks that state functions of this machine may run here.
    pub(crate) fn check_machine(&self, machine: &'static Machine) -> Result<(), Failure> {
        if std::ptr::eq(self.machine, machine) || self.machine.hash == machine.hash {
            return Ok(());
        }
        let cause = format!(
            "a state of machine `{}` cannot run with the tasks of `{}`",
            machine.name, self.machine.name
        );
        Err(*Failure::runtime(cause))
    }
}

impl fmt::Debug for Compiled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Compiled").field("machine", &self.machine.name).finish_non_exhaustive()
    }
}

/// An engine for the generated state functions: [`Compiled`] on tokio, or the simulation.
pub trait StateEngine: Sync {
    /// Runs one state of a machine with its retriers and catchers, by
    /// [`Execution::start_at`](crate::execution::Execution::start_at). Returns the next state,
    /// `None` for the end, and the output.
    fn run_state(
        &self,
        machine: &'static Machine,
        node: NodeId,
        start: StateStart,
    ) -> impl Future<Output = Result<(Option<NodeId>, Value), Failure>> + Send;
}
