//! Child workflows: their inputs, ids, and results.

use asl_runtime::ChildExecution;
use asl_runtime::error::{Phase, Status, names};
use asl_runtime::machine::{Form, TaskRow};
use asl_runtime::value::Text;
use asl_runtime::{Failure, TaskError, Value};

use super::ids::{is_legal_id, legal_id};
use super::reports::error_name;

/// A child workflow.
pub(super) struct Child {
    task: &'static TaskRow,
    shape: Shape,
    /// The run id, once known.
    pub(super) run_id: Option<Text>,
}

/// The kind of task that starts a child.
enum Shape {
    /// `startExecution`, in one of its forms.
    Execution(ChildExecution),
    /// `invokeSubflow`, whose result is the child's output.
    Subflow(Value),
}

impl Child {
    /// The child of an `invokeSubflow`.
    pub(super) fn subflow(task: &'static TaskRow, input: Value) -> Self {
        Self { task, shape: Shape::Subflow(input), run_id: None }
    }

    /// The child of a `startExecution` with these arguments, and its workflow id.
    pub(super) fn execution(
        task: &'static TaskRow,
        given: &Value,
        key: &str,
    ) -> Result<(Self, String), TaskError> {
        let execution = ChildExecution::new(key, given, 0)?;
        let named = given.get("Name").and_then(Value::as_str);
        let child = Self { task, shape: Shape::Execution(execution), run_id: None };
        if is_legal_id(child.workflow_name()) {
            return Ok((child, legal_id(named.unwrap_or(key))));
        }
        // No workflow type can have such a name.
        Err(child.refused("WORKFLOW_TYPE_DOES_NOT_EXIST"))
    }

    /// The input.
    pub(super) fn input(&self) -> &Value {
        match &self.shape {
            Shape::Execution(execution) => &execution.input,
            Shape::Subflow(input) => input,
        }
    }

    /// The name of the workflow type, which is that of the machine.
    pub(super) fn workflow_name(&self) -> &str {
        match &self.shape {
            Shape::Execution(execution) => {
                let (arn, name) = execution.machine_names();
                name.unwrap_or(arn)
            }
            Shape::Subflow(_) => self.task.resource,
        }
    }

    /// The form of the task.
    pub(super) fn form(&self) -> Form {
        self.task.form
    }

    /// True if the parent waits for the child's end.
    pub(super) fn is_awaited(&self) -> bool {
        matches!(self.form(), Form::Sync | Form::Sync2 | Form::Subflow)
    }

    /// Records the start.
    pub(super) fn begun(&mut self, run_id: &str, now: u64) {
        self.run_id = Some(Text::new(run_id));
        if let Shape::Execution(execution) = &mut self.shape {
            execution.start = now;
        }
    }

    /// The run id and the start time, once known.
    pub(super) fn run(&self) -> Option<(Text, u64)> {
        let start = match &self.shape {
            Shape::Execution(execution) => execution.start,
            Shape::Subflow(_) => 0,
        };
        self.run_id.clone().map(|run_id| (run_id, start))
    }

    /// The response of `StartExecution`.
    pub(super) fn answer(&self) -> Value {
        match &self.shape {
            Shape::Execution(execution) => execution.started(self.task.resource),
            Shape::Subflow(_) => Value::Null,
        }
    }

    /// The result of a child for its parent.
    pub(super) fn outcome(&self, end: End, stop: u64) -> Result<Value, TaskError> {
        match &self.shape {
            Shape::Execution(execution) => execution.ended(self.form(), &end.result(), stop),
            Shape::Subflow(_) => end.result().map_err(TaskError::from_failure),
        }
    }

    /// The error of a child that could not be started.
    pub(super) fn refused(&self, cause: &str) -> TaskError {
        let is_unknown =
            matches!(cause, "WORKFLOW_TYPE_DOES_NOT_EXIST" | "WORKFLOW_TYPE_DEPRECATED");
        let is_limit = cause.contains("LIMIT_EXCEEDED") || cause.contains("RATE_EXCEEDED");
        let name = self.workflow_name();
        let said = format!("Amazon SWF did not start the child of type `{name}`: {cause}");
        match &self.shape {
            Shape::Subflow(_) if is_unknown => TaskError::new("UnknownSubflow", said),
            Shape::Subflow(_) if is_limit => TaskError::new("TooManySubflows", said),
            Shape::Execution(execution) if is_unknown => execution.has_no_machine(),
            Shape::Execution(execution) if cause == "WORKFLOW_ALREADY_RUNNING" => {
                execution.exists()
            }
            Shape::Execution(_) if is_limit => {
                ChildExecution::refused("ExecutionLimitExceeded", &said)
            }
            Shape::Execution(_) | Shape::Subflow(_) => {
                TaskError::new(error_name(cause), said).in_phase(Phase::Submit)
            }
        }
    }
}

/// The end of a child.
pub(super) enum End {
    Done(Value),
    Failed(TaskError),
    TimedOut,
    Aborted,
}

impl End {
    fn result(self) -> Result<Value, Failure> {
        Err(match self {
            Self::Done(output) => return Ok(output),
            Self::Failed(error) => {
                let name = Some(error.error()).filter(|name| !name.is_empty()).map(Text::new);
                let (cause, data) = (error.cause().map(Text::new), error.data().cloned());
                Failure::from_parts(name, cause, Status::Failed, data)
            }
            Self::TimedOut => Failure::from_parts(
                Some(Text::new_static(names::TIMEOUT)),
                None,
                Status::TimedOut,
                None,
            ),
            Self::Aborted => Failure::from_parts(None, None, Status::Aborted, None),
        })
    }
}
