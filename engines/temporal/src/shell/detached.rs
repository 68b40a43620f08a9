//! Runs of tasks that nothing waits for: each is a workflow with one activity.

use std::collections::HashMap;

use asl_runtime::Failure;
use asl_runtime::error::Status;
use asl_runtime::value::Text;
use temporalio_common::protos::coresdk::workflow_activation::workflow_activation_job::Variant as Job;
use temporalio_common::protos::coresdk::workflow_activation::{
    InitializeWorkflow, WorkflowActivation,
};
use temporalio_common::protos::coresdk::workflow_commands::workflow_command::Variant as Kind;
use temporalio_common::protos::coresdk::workflow_commands::{
    CancelWorkflowExecution, CompleteWorkflowExecution, ContinueAsNewWorkflowExecution, StartTimer,
    WorkflowCommand,
};
use temporalio_common::protos::temporal::api::common::v1::Payload;

use super::activation::task_end;
use super::commands::{self, Place};
use super::{failure, payload};
use crate::driver::{LONGEST, Sequence, TaskCall, TaskEnd};
use crate::wire::{DETACHED, DetachedTask, HEADER};

/// A run of a task that nothing waits for.
pub(super) struct DetachedRun {
    call: TaskCall,
    /// The header and the input, for another run.
    header: Option<Payload>,
    input: Vec<Payload>,
    /// Number of the last activity or timer.
    last: Sequence,
}

impl DetachedRun {
    /// The run that begins, and its first command.
    ///
    /// # Errors
    /// There is no task in its header.
    pub(super) fn start(
        begin: &InitializeWorkflow,
        place: &Place,
    ) -> Result<(Self, WorkflowCommand), Failure> {
        let unread = |why: String| Failure::new("States.Runtime", why);
        let header = begin.headers.get(HEADER).cloned();
        let task = header.as_ref().ok_or("it has no task".to_owned());
        let task = task.and_then(payload::read::<DetachedTask>).map_err(unread)?;
        let input = payload::first(&begin.arguments).map_err(unread)?;
        let DetachedTask { operation, method, header: mut of_task } = task;
        of_task.is_alive = true;
        let call =
            TaskCall { operation, method, header: of_task, input, timeout: LONGEST, silence: None };
        let mut run = Self { call, header, input: begin.arguments.clone(), last: 0 };
        let first = run.run_task(place);
        Ok((run, first))
    }

    /// The commands of an activation. A lost task runs again, in another run if Temporal suggests
    /// one.
    pub(super) fn activate(
        &mut self,
        activation: WorkflowActivation,
        place: &Place,
    ) -> Vec<WorkflowCommand> {
        let mut commands = Vec::new();
        let (mut step, mut cancelled) = (None, None);
        let is_long = activation.continue_as_new_suggested;
        for job in activation.jobs.into_iter().filter_map(|job| job.variant) {
            match job {
                Job::ResolveActivity(resolved) => {
                    step = Some(self.ended(task_end(resolved), is_long, place));
                }
                Job::FireTimer(_) => step = Some(self.run_again(is_long, place)),
                Job::CancelWorkflow(cancel) => {
                    // The next heartbeat of the worker tells it to drop the task.
                    cancelled = Some(Text::from(cancel.reason));
                }
                Job::QueryWorkflow(query) => {
                    let why = "is for machines, and this is a task that nothing waits for";
                    commands.push(commands::refused_query(&query, why));
                }
                Job::DoUpdate(update) => commands.push(commands::refused_update(&update)),
                Job::InitializeWorkflow(_)
                | Job::UpdateRandomSeed(_)
                | Job::ResolveChildWorkflowExecutionStart(_)
                | Job::ResolveChildWorkflowExecution(_)
                | Job::NotifyHasPatch(_)
                | Job::SignalWorkflow(_)
                | Job::ResolveSignalExternalWorkflow(_)
                | Job::ResolveRequestCancelExternalWorkflow(_)
                | Job::ResolveNexusOperationStart(_)
                | Job::ResolveNexusOperation(_)
                | Job::RemoveFromCache(_) => {}
            }
        }
        if cancelled.is_some() {
            let failure = Failure::from_parts(None, cancelled, Status::Aborted, None);
            let details = Some(failure::of_cancelled(&failure));
            step = Some(Kind::CancelWorkflowExecution(CancelWorkflowExecution { details }).into());
        }
        commands.extend(step);
        commands
    }

    fn ended(&mut self, end: TaskEnd, is_long: bool, place: &Place) -> WorkflowCommand {
        match end {
            TaskEnd::Done(output) => {
                let result = Some(payload::write(&output));
                let done = CompleteWorkflowExecution { result };
                Kind::CompleteWorkflowExecution(done).into()
            }
            TaskEnd::Silent | TaskEnd::Lost { pause: 0 } => self.run_again(is_long, place),
            TaskEnd::Lost { pause } => {
                self.last = self.last.saturating_add(1);
                let start_to_fire_timeout = payload::duration(pause);
                Kind::StartTimer(StartTimer { seq: self.last, start_to_fire_timeout }).into()
            }
            TaskEnd::Failed(error) => commands::fail(&error.into_failure()),
            TaskEnd::TimedOut => {
                commands::fail(&Failure::new("States.Timeout", "the task has not ended"))
            }
            TaskEnd::Cancelled => {
                commands::fail(&Failure::new("States.TaskFailed", "Temporal cancelled the task"))
            }
        }
    }

    fn run_again(&mut self, is_long: bool, place: &Place) -> WorkflowCommand {
        if !is_long {
            return self.run_task(place);
        }
        let headers = self.header.iter().map(|header| (HEADER.to_owned(), header.clone()));
        Kind::ContinueAsNewWorkflowExecution(ContinueAsNewWorkflowExecution {
            workflow_type: DETACHED.to_owned(),
            arguments: self.input.clone(),
            headers: headers.collect::<HashMap<_, _>>(),
            ..ContinueAsNewWorkflowExecution::default()
        })
        .into()
    }

    fn run_task(&mut self, place: &Place) -> WorkflowCommand {
        self.last = self.last.saturating_add(1);
        Kind::ScheduleActivity(commands::activity(self.last, self.call.clone(), place)).into()
    }
}
