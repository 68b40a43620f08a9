//! Tasks that start executions: `arn:aws:states:::states:startExecution`, with `.sync`, `.sync:2`
//! and `.waitForTaskToken`, and `arn:aws:states:::aws-sdk:sfn:startExecution`.

use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::engine::in_process::{RunOptions, now, run_until_decided};
use crate::task::Compiled;
use crate::task::context::TaskContext;
use asl_execution::machine::Form;
use asl_value::error::{Failure, TaskError};
use asl_value::value::{Text, Value};

use super::{Ended, Services};
use asl_execution::execution::ChildExecution;

/// Maximum number of running child executions. It turns endless recursion of a machine into an
/// error, as at AWS.
const MOST_CHILDREN: usize = 100_000;

/// A running child execution.
#[derive(Clone, Debug)]
pub(super) struct Child {
    execution: ChildExecution,
    ended: Ended,
    handle: Option<AbortHandle>,
}

/// Stops the child when the task that waits for it is dropped.
struct Stop<'c>(&'c Child);

impl Drop for Stop<'_> {
    #[inline]
    fn drop(&mut self) {
        if self.0.ended.borrow().is_none() {
            self.0.handle.iter().for_each(AbortHandle::abort);
        }
    }
}

impl Services {
    /// The task: starts an execution and, depending on its form, waits for the end.
    pub(super) async fn start_execution(
        &self,
        cx: &TaskContext,
        input: &Value,
    ) -> Result<Value, TaskError> {
        let child = self.start(cx, input)?;
        let started = child.execution.started(cx.resource());
        match cx.form() {
            Form::Sync | Form::Sync2 => {}
            Form::Answer
            | Form::Token
            | Form::Activity
            | Form::Rest
            | Form::Rpc
            | Form::Event
            | Form::Subflow => {
                return Ok(started);
            }
        }
        cx.submitted(started);
        let stop = Stop(&child);
        let mut ended = child.ended.clone();
        // The sender is only gone if the child was stopped.
        let result = match ended.wait_for(Option::is_some).await {
            Ok(result) => result.clone().unwrap_or_else(|| Err(aborted())),
            Err(_) => Err(aborted()),
        };
        drop(stop);
        child.execution.ended(cx.form(), &result, now())
    }

    /// Starts an execution, unless it is running already.
    #[inline]
    fn start(&self, cx: &TaskContext, input: &Value) -> Result<Child, TaskError> {
        let execution = ChildExecution::new(&cx.idempotency_key(), input, now())?;
        let mut state = self.lock();
        let (machine, options) =
            state.machine(&execution.machine_arn).ok_or_else(|| execution.has_no_machine())?;
        if let Some(child) = state.children.get(&execution.arn) {
            if child.execution.input == execution.input {
                return Ok(child.clone());
            }
            return Err(execution.exists());
        }
        if state.children.len() >= MOST_CHILDREN {
            let cause = format!("{MOST_CHILDREN} child executions are running already");
            return Err(ChildExecution::refused("ExecutionLimitExceeded", &cause));
        }
        let (sender, ended) = watch::channel(None);
        let child = Child { execution, ended, handle: None };
        state.children.insert(child.execution.arn.clone(), child.clone());
        drop(state);
        let handle = self.spawn(&machine, options, &child, sender);
        // Other tasks that wait for the child must be able to stop it too.
        if let Some(listed) = self.lock().children.get_mut(&child.execution.arn) {
            listed.handle = Some(handle.clone());
        }
        Ok(Child { handle: Some(handle), ..child })
    }

    #[inline]
    fn spawn(
        &self,
        machine: &Compiled,
        options: RunOptions,
        child: &Child,
        sender: watch::Sender<Option<Result<Value, Failure>>>,
    ) -> AbortHandle {
        let ChildExecution { arn, name, machine_arn, input, .. } = child.execution.clone();
        let options =
            options.id(arn.clone()).name(name).machine_id(machine_arn).services(self.clone());
        let run = run_until_decided(machine.clone(), input, options);
        let (listed, run_of_child) =
            (Listed { services: self.clone(), arn }, RunOfChild::new(self.clone()));
        let task = tokio::spawn(async move {
            let (result, calls) = run.await;
            // Remove it from the list first: those that are notified of the end may start it again.
            drop(listed);
            sender.send_replace(Some(result));
            calls.await;
            drop(run_of_child);
        });
        task.abort_handle()
    }
}

/// An entry in the list of children. Dropping this removes it.
struct Listed {
    services: Services,
    arn: Text,
}

impl Drop for Listed {
    #[inline]
    fn drop(&mut self) {
        self.services.lock().children.remove(&self.arn);
    }
}

/// The run of a child with its detached calls. Dropping this ends the count of it.
struct RunOfChild(Services);

impl RunOfChild {
    #[inline]
    fn new(services: Services) -> Self {
        let mut state = services.lock();
        state.child_runs = state.child_runs.saturating_add(1);
        drop(state);
        Self(services)
    }
}

impl Drop for RunOfChild {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.child_runs = state.child_runs.saturating_sub(1);
        drop(state);
        self.0.shared.ended.notify_waiters();
    }
}

impl super::State {
    /// The machine of an ARN: registered under the ARN, or under its name, which a version may
    /// follow.
    #[inline]
    pub(super) fn machine(&self, arn: &str) -> Option<(Compiled, RunOptions)> {
        let name = arn.split(':').nth(6);
        let found = self.machines.get(arn).or_else(|| self.machines.get(name?));
        let by_name =
            || self.machines.iter().find(|(known, _)| known.split(':').nth(6) == Some(arn));
        found.or_else(|| by_name().map(|(_, machine)| machine)).cloned()
    }
}

fn aborted() -> Failure {
    *Failure::aborted()
}
