//! Child machines. A registered machine runs as an execution of its own in Restate, under the
//! operation's idempotency key or the name in the task's input. Any other machine is left to the
//! machine's own task.

use asl_runtime::ChildExecution;
use asl_runtime::execution::{Limits, OpKey, OperationId, Outcome};
use asl_runtime::machine::{Form, TaskRow};
use asl_runtime::value::Text;
use asl_runtime::{Failure, TaskError, Value};

use super::operations::{Open, Wait};
use super::{AtOnce, Driver, Effect, Tag};

/// A child machine that an operation waits for.
#[derive(Debug)]
pub(super) struct ChildPlan {
    /// The arguments of `startExecution`. `None` for a subflow.
    execution: Option<ChildExecution>,
    /// The invocation id, once known.
    pub(super) invocation: Option<String>,
}

/// The execution of a child machine.
struct Target {
    service: Text,
    key: Text,
    input: Value,
}

impl ChildPlan {
    /// Start time.
    pub(super) fn start(&self) -> u64 {
        self.execution.as_ref().map_or(0, |execution| execution.start)
    }
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
        if let Some(service) = self.subflow(task) {
            let plan = ChildPlan { execution: None, invocation: None };
            self.child(op, task, operation_id, limits, plan, Target { service, key, input });
            return None;
        }
        if !task.resource.ends_with("startExecution")
            && !task.resource.contains("states:startExecution")
        {
            return Some(input);
        }
        let execution = match ChildExecution::new(&key, &input, self.clock) {
            Ok(execution) => execution,
            Err(error) => {
                self.open.insert(op, Open::new(operation_id.to_string(), task.form));
                self.complete(op, Outcome::Failed(error));
                return None;
            }
        };
        let (arn, name) = execution.machine_names();
        let Some(service) = self.directory.find(arn).or_else(|| self.directory.find(name?)) else {
            return Some(input);
        };
        let (name, given) = (execution.name.clone(), execution.input.clone());
        if matches!(task.form, Form::Sync | Form::Sync2) {
            let plan = ChildPlan { execution: Some(execution), invocation: None };
            self.child(
                op,
                task,
                operation_id,
                limits,
                plan,
                Target { service, key: name, input: given },
            );
            return None;
        }
        self.entries += 2;
        self.at_once(AtOnce::Start { service, key: name, input: given });
        self.started(op, task, operation_id, limits, &execution);
        None
    }

    /// The registered machine of a subflow, if any.
    pub(super) fn subflow(&self, task: &TaskRow) -> Option<Text> {
        if task.form == Form::Subflow { self.directory.find(task.resource) } else { None }
    }

    /// Handles the start of a machine whose end is not awaited.
    fn started(
        &mut self,
        op: OpKey,
        task: &'static TaskRow,
        operation_id: &OperationId,
        limits: Limits,
        execution: &ChildExecution,
    ) {
        self.open.insert(op, Open::new(operation_id.to_string(), task.form));
        let answer = execution.started(task.resource);
        if task.form != Form::Token {
            self.complete(op, Outcome::Done(answer));
        } else if self.run.submitted(op, &answer, self.clock) {
            self.limit(op, limits, true);
        } else {
            self.close(op);
        }
    }

    fn child(
        &mut self,
        op: OpKey,
        task: &'static TaskRow,
        operation_id: &OperationId,
        limits: Limits,
        mut plan: ChildPlan,
        target: Target,
    ) {
        let operation = operation_id.to_string();
        let tag = self.wait(Wait::Child(op));
        self.entries += 4;
        let effect = match self.carried.get(&operation).and_then(|carried| carried.child.clone()) {
            Some((invocation, start)) => {
                plan.invocation = Some(invocation.clone());
                if let Some(execution) = &mut plan.execution {
                    execution.start = start;
                }
                Effect::AtOnce(AtOnce::Adopt { tag, invocation })
            }
            None => {
                let Target { service, key, input } = target;
                Effect::Child { tag, service, key, input }
            }
        };
        // Its invocation id identifies it for the next invocation, which continues to wait.
        let open = Open {
            call: Some(tag),
            is_keyed: true,
            child: Some(Box::new(plan)),
            ..Open::new(operation, task.form)
        };
        self.open.insert(op, open);
        self.effects.push_back(effect);
        if limits.has_own_timeout(task) || limits.silence.is_some() {
            self.limit(op, limits, true);
        }
    }

    /// Records the invocation id of a machine.
    pub(crate) fn child_is(&mut self, tag: Tag, invocation: &str) {
        let Some(Wait::Child(op)) = self.waits.get(&tag).copied() else { return };
        self.with_open(op, |open| {
            if let Some(child) = &mut open.child {
                child.invocation = Some(invocation.to_owned());
            }
        });
    }

    pub(super) fn child_ended(&mut self, op: OpKey, result: &Result<Value, Failure>, now: u64) {
        self.tell(now);
        let Some(open) = self.open.get_mut(&op) else { return };
        open.call = None;
        let outcome = match open.child.take().and_then(|child| child.execution) {
            Some(execution) => execution.ended(open.form, result, self.clock),
            None => result.clone().map_err(TaskError::from_failure),
        };
        self.complete(op, Outcome::from(outcome));
    }
}
