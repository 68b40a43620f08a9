//! Other machines that a task runs. A registered machine runs as a child workflow, under the
//! operation's idempotency key or the name in the task's input. Any other machine is left to the
//! machine's own task.

use asl_runtime::ChildExecution;
use asl_runtime::execution::{Limits, OpKey, OperationId, Outcome};
use asl_runtime::machine::{Form, TaskRow};
use asl_runtime::value::Text;
use asl_runtime::{Failure, TaskError, Value};

use super::Driver;
use super::bounds::bounded_id;
use super::effect::{ChildRefusal, Effect, Sequence};
use super::operations::{Open, Wait};

/// Another machine that an operation runs.
#[derive(Debug)]
pub(super) struct ChildPlan {
    /// The arguments of `startExecution`. `None` for a subflow.
    execution: Option<ChildExecution>,
    /// The Resource as written.
    resource: &'static str,
}

impl Driver {
    /// Performs a task that runs a registered machine. Returns the input of any other task.
    pub(super) fn run_child(
        &mut self,
        op: OpKey,
        task: &'static TaskRow,
        input: Value,
        operation_id: &OperationId,
        limits: Limits,
    ) -> Option<Value> {
        let key = self.key(operation_id);
        let resource = task.resource;
        if let Some(machine) = self.subflow(task) {
            let plan = ChildPlan { execution: None, resource };
            let operation = operation_id.to_string();
            self.child(op, task, (&operation, limits), plan, (machine, key, input));
            return None;
        }
        if !resource.ends_with("startExecution") && !resource.contains("states:startExecution") {
            return Some(input);
        }
        let execution = match ChildExecution::new(&key, &input, self.clock) {
            Ok(execution) => execution,
            Err(error) => {
                self.open.insert(op, Open::new(task.form));
                self.complete(op, Outcome::Failed(error));
                return None;
            }
        };
        let (arn, name) = execution.machine_names();
        let Some(machine) = self.directory.find(arn).or_else(|| self.directory.find(name?)) else {
            return Some(input);
        };
        let target = (machine, execution.name.clone(), execution.input.clone());
        let plan = ChildPlan { execution: Some(execution), resource };
        self.child(op, task, (&operation_id.to_string(), limits), plan, target);
        None
    }

    /// The registered machine of a subflow, if any.
    pub(super) fn subflow(&self, task: &TaskRow) -> Option<Text> {
        if task.form == Form::Subflow { self.directory.find(task.resource) } else { None }
    }

    /// The idempotency key of an operation.
    pub(super) fn key(&self, operation_id: &OperationId) -> Text {
        bounded_id(format!("{}.{operation_id}", self.run.id()))
    }

    fn child(
        &mut self,
        op: OpKey,
        task: &'static TaskRow,
        (operation, limits): (&str, Limits),
        plan: ChildPlan,
        (machine, id, input): (Text, Text, Value),
    ) {
        self.open.insert(op, Open::new(task.form));
        if let Err(failure) = self.sized(&input) {
            return self.complete(op, Outcome::Failed(TaskError::from_failure(failure)));
        }
        let is_detached = !matches!(task.form, Form::Sync | Form::Sync2 | Form::Subflow);
        let sequence = self.waits.insert(Wait::Child(op));
        self.effects.push_back(Effect::Child { sequence, machine, id, input, is_detached });
        self.with_open(op, |open| {
            open.call = Some(sequence);
            open.child = Some(Box::new(plan));
        });
        if limits.has_own_timeout(task) || limits.silence.is_some() || task.form == Form::Token {
            self.limit(op, operation, limits);
        }
    }

    pub(super) fn child_started(&mut self, sequence: Sequence, started: Result<(), ChildRefusal>) {
        let wait = self.waits.get(sequence);
        if started.is_err() {
            self.waits.remove(sequence);
        }
        let Some(Wait::Child(op)) = wait else { return };
        let Some(open) = self.open.get_mut(&op) else { return };
        let form = open.form;
        let Some(plan) = &open.child else { return };
        let execution = plan.execution.as_ref();
        if let Err(refusal) = started {
            let error = refused(&refusal, execution);
            open.call = None;
            return self.complete(op, Outcome::Failed(error));
        }
        let Some(execution) = execution else { return };
        let answer = execution.started(plan.resource);
        match form {
            Form::Sync | Form::Sync2 | Form::Subflow => {
                if !self.run.submitted(op, &answer, self.clock) {
                    self.cut_off(op);
                }
                return;
            }
            Form::Answer | Form::Token | Form::Activity | Form::Rest | Form::Rpc | Form::Event => {}
        }
        // Nothing waits for its end.
        self.waits.put(sequence, Wait::Detached);
        open_end(self.open.get_mut(&op));
        if form != Form::Token {
            self.complete(op, Outcome::Done(answer));
        } else if !self.run.submitted(op, &answer, self.clock) {
            self.cut_off(op);
        }
    }

    pub(super) fn child_ended(&mut self, sequence: Sequence, result: &Result<Value, Failure>) {
        let Some(Wait::Child(op)) = self.waits.remove(sequence) else { return };
        let Some(open) = self.open.get_mut(&op) else { return };
        open.call = None;
        let form = open.form;
        let outcome = match open.child.take().and_then(|child| child.execution) {
            Some(execution) => execution.ended(form, result, self.clock),
            None => result.clone().map_err(TaskError::from_failure),
        };
        self.complete(op, Outcome::from(outcome));
    }
}

/// Another machine continues without this execution.
fn open_end(open: Option<&mut Open>) {
    if let Some(open) = open {
        (open.call, open.child) = (None, None);
    }
}

/// The error of a task whose machine was not started.
fn refused(refusal: &ChildRefusal, execution: Option<&ChildExecution>) -> TaskError {
    match (refusal, execution) {
        (ChildRefusal::Exists, Some(execution)) => execution.exists(),
        (ChildRefusal::Exists, None) => {
            TaskError::new("States.TaskFailed", "there is a workflow with the id of this subflow")
        }
        (ChildRefusal::Other(why), Some(_)) => ChildExecution::refused("ValidationException", why),
        (ChildRefusal::Other(why), None) => TaskError::new("States.TaskFailed", why.as_str()),
    }
}
