//! Other machines that a task runs. A registered machine runs in the same engine, under the
//! operation's idempotency key or the name in the task's input. Any other machine is left to the
//! machine's own task.

use asl_execution::execution::{ChildExecution, Limits, OpKey, OperationId, Outcome};
use asl_execution::machine::{Form, TaskRow};
use asl_value::error::{Failure, TaskError};
use asl_value::value::{Text, Value};

use super::{OpenExecution, Port};

/// Another machine that an operation runs.
#[derive(Debug)]
pub struct Child {
    /// The arguments of `startExecution`. `None` for a subflow.
    pub execution: Option<ChildExecution>,
    /// The Resource as written.
    pub resource: &'static str,
}

/// The start of another machine.
#[derive(Debug)]
pub struct ChildStart {
    /// The operation.
    pub op: OpKey,
    /// Its task.
    pub task: &'static TaskRow,
    /// Its name.
    pub operation: String,
    /// Its limits.
    pub limits: Limits,
    /// The name under which the machine is registered.
    pub machine: Text,
    /// The id of the execution.
    pub id: Text,
    /// Its input.
    pub input: Value,
    /// For its answer and its end.
    pub child: Child,
}

/// The way in which a task is run.
#[derive(Debug)]
pub enum Planned {
    /// By the machine's own task, with this input.
    Task(Value),
    /// As another machine.
    Machine(Box<ChildStart>),
    /// It has failed.
    Failed(TaskError),
}

impl<P: Port> OpenExecution<P> {
    /// The way in which a task is run: a registered machine is run as such.
    pub fn plan(
        &self,
        op: OpKey,
        (task, limits): (&'static TaskRow, Limits),
        input: Value,
        operation_id: &OperationId,
    ) -> Planned {
        let resource = task.resource;
        let start = |machine, id, input, execution| {
            let (operation, child) = (operation_id.to_string(), Child { execution, resource });
            let start = ChildStart { op, task, operation, limits, machine, id, input, child };
            Planned::Machine(Box::new(start))
        };
        if let Some(machine) = self.subflow(task) {
            return start(machine, self.key(operation_id), input, None);
        }
        if !ChildExecution::is_started_by(task.resource) {
            return Planned::Task(input);
        }
        let execution = match ChildExecution::new(&self.key(operation_id), &input, self.clock) {
            Ok(execution) => execution,
            Err(error) => return Planned::Failed(error),
        };
        let (arn, name) = execution.machine_names();
        let found = self.port.find(arn).or_else(|| self.port.find(name?));
        let Some(machine) = found else { return Planned::Task(input) };
        let (id, input) = (execution.name.clone(), execution.input.clone());
        start(machine, id, input, Some(execution))
    }

    /// The registered machine of a subflow, if any.
    pub fn subflow(&self, task: &TaskRow) -> Option<Text> {
        if task.form == Form::Subflow { self.port.find(task.resource) } else { None }
    }

    /// The end of another machine.
    pub fn child_ended(&mut self, op: OpKey, result: &Result<Value, Failure>) {
        let Some(open) = self.open.get_mut(&op) else { return };
        open.call = None;
        let outcome = match open.child.take().and_then(|child| child.execution) {
            Some(execution) => execution.ended(open.form, result, self.clock),
            None => result.clone().map_err(TaskError::from_failure),
        };
        self.complete(op, Outcome::from(outcome));
    }
}
