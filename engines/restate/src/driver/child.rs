//! Other machines that a task runs, which are executions of their own in Restate.

use asl_runtime::__engine::{ChildStart, Open, Wait};
use asl_runtime::ChildExecution;
use asl_runtime::execution::{Limits, OpKey};
use asl_runtime::machine::{Form, TaskRow};

use super::port::InRestate;
use super::{AtOnce, Driver, Effect, Tag};

impl Driver {
    pub(super) fn start_child(&mut self, start: ChildStart) {
        let ChildStart { op, task, operation, limits, machine, id: key, input, mut child } = start;
        let open = Open::new(operation, task.form);
        let is_awaited = matches!(task.form, Form::Sync | Form::Sync2 | Form::Subflow);
        if let Some(execution) = child.execution.as_ref().filter(|_| !is_awaited) {
            self.run.port.entries += 2;
            self.at_once(AtOnce::Start { service: machine, key, input });
            self.run.open.insert(op, open);
            return self.started(op, task, limits, execution);
        }
        let tag = self.run.waits.insert(Wait::Child(op));
        self.run.port.entries += 4;
        let carried = self.run.port.carried.get(&open.operation);
        let carried = carried.and_then(|carried| carried.child.clone());
        let invocation = carried.as_ref().map(|(invocation, _)| invocation.clone());
        let effect = match carried {
            Some((invocation, start)) => {
                if let Some(execution) = &mut child.execution {
                    execution.start = start;
                }
                Effect::AtOnce(AtOnce::Adopt { tag, invocation })
            }
            None => Effect::Child { tag, service: machine, key, input },
        };
        // Its invocation id identifies it for the next invocation, which continues to wait.
        let (child, data) = (Some(Box::new(child)), InRestate { is_keyed: true, invocation });
        self.run.open.insert(op, Open { call: Some(tag), child, data, ..open });
        self.run.effects.push_back(effect);
        if limits.has_own_timeout(task) || limits.silence.is_some() {
            self.run.limit(op, limits, true);
        }
    }

    /// Handles the start of a machine whose end is not awaited.
    fn started(
        &mut self,
        op: OpKey,
        task: &'static TaskRow,
        limits: Limits,
        execution: &ChildExecution,
    ) {
        self.run.task_ended(op, Ok(execution.started(task.resource)));
        if task.form == Form::Token && self.run.open.contains_key(&op) {
            self.run.limit(op, limits, true);
        }
    }

    /// Records the invocation id of a machine.
    pub(crate) fn child_is(&mut self, tag: Tag, invocation: &str) {
        let Some(Wait::Child(op)) = self.run.waits.get(tag) else { return };
        self.run.with_open(op, |open| open.data.invocation = Some(invocation.to_owned()));
    }
}
