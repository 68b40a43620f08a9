//! Other machines that a task runs, which are child workflows.

use asl_runtime::__engine::{ChildStart, Open, Wait};
use asl_runtime::execution::Outcome;
use asl_runtime::machine::Form;
use asl_runtime::{ChildExecution, TaskError};

use super::Driver;
use super::effect::{ChildRefusal, Effect, Sequence};

impl Driver {
    pub(super) fn start_child(&mut self, start: ChildStart) {
        let ChildStart { op, task, operation, limits, machine, id, input, child } = start;
        let open = Open::new(operation, task.form);
        if let Err(failure) = self.sized(&input) {
            self.run.open.insert(op, open);
            return self.run.complete(op, Outcome::Failed(TaskError::from_failure(failure)));
        }
        let is_detached = !matches!(task.form, Form::Sync | Form::Sync2 | Form::Subflow);
        let sequence = self.run.waits.insert(Wait::Child(op));
        let (call, child) = (Some(sequence), Some(Box::new(child)));
        self.run.open.insert(op, Open { call, child, ..open });
        let effect = Effect::Child { sequence, machine, id, input, is_detached };
        self.run.effects.push_back(effect);
        if limits.has_own_timeout(task) || limits.silence.is_some() || task.form == Form::Token {
            self.run.limit(op, limits, true);
        }
    }

    pub(super) fn child_started(&mut self, sequence: Sequence, started: Result<(), ChildRefusal>) {
        let wait = self.run.waits.get(sequence);
        if started.is_err() {
            self.run.waits.remove(sequence);
        }
        let Some(Wait::Child(op)) = wait else { return };
        let Some(open) = self.run.open.get_mut(&op) else { return };
        let form = open.form;
        let Some(child) = &open.child else { return };
        let execution = child.execution.as_ref();
        if let Err(refusal) = started {
            let error = refused(&refusal, execution);
            open.call = None;
            return self.run.complete(op, Outcome::Failed(error));
        }
        let Some(execution) = execution else { return };
        let answer = execution.started(child.resource);
        match form {
            Form::Sync | Form::Sync2 | Form::Subflow => {
                self.run.submitted(op, answer);
            }
            Form::Answer | Form::Token | Form::Activity | Form::Rest | Form::Rpc | Form::Event => {
                // Nothing waits for its end.
                self.run.waits.put(sequence, Wait::Detached);
                (open.call, open.child) = (None, None);
                self.run.task_ended(op, Ok(answer));
            }
        }
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
