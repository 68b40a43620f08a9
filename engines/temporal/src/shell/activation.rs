//! Jobs of an activation as inputs of a driver.

use asl_runtime::execution::Report;
use asl_runtime::value::Text;
use asl_runtime::{Failure, TaskError, Value};
use temporalio_common::protos::coresdk::activity_result::activity_resolution;
use temporalio_common::protos::coresdk::child_workflow::{
    StartChildWorkflowExecutionFailedCause as Cause, child_workflow_result,
};
use temporalio_common::protos::coresdk::workflow_activation::resolve_child_workflow_execution_start as start;
use temporalio_common::protos::coresdk::workflow_activation::workflow_activation_job::Variant as Job;
use temporalio_common::protos::coresdk::workflow_activation::{
    InitializeWorkflow, ResolveActivity, ResolveChildWorkflowExecution,
    ResolveChildWorkflowExecutionStart, SignalWorkflow, WorkflowActivation,
};

use super::{failure, payload};
use crate::driver::{ChildRefusal, Input, TaskEnd};
use crate::wire::{EVENT, REPORT};

/// The input in a job. `None` for jobs that the execution does not see.
pub(super) fn input(job: Job) -> Option<Input> {
    match job {
        Job::FireTimer(timer) => Some(Input::Fired(timer.seq)),
        Job::ResolveActivity(resolved) => {
            let sequence = resolved.seq;
            Some(Input::Task(sequence, task_end(resolved)))
        }
        Job::ResolveChildWorkflowExecutionStart(started) => {
            Some(Input::ChildStarted(started.seq, child_start(started)))
        }
        Job::ResolveChildWorkflowExecution(ended) => {
            Some(Input::ChildEnded(ended.seq, child_end(ended)))
        }
        Job::SignalWorkflow(signal) => Some(message(&signal)),
        Job::CancelWorkflow(cancel) => Some(Input::Cancel(Text::from(cancel.reason))),
        // The seed stays that of the first run: task tokens depend on it.
        Job::UpdateRandomSeed(_)
        | Job::InitializeWorkflow(_)
        | Job::NotifyHasPatch(_)
        | Job::QueryWorkflow(_)
        | Job::DoUpdate(_)
        | Job::RemoveFromCache(_)
        // The driver asks for none of these.
        | Job::ResolveSignalExternalWorkflow(_)
        | Job::ResolveRequestCancelExternalWorkflow(_)
        | Job::ResolveNexusOperationStart(_)
        | Job::ResolveNexusOperation(_) => None,
    }
}

/// The end of an activity.
pub(super) fn task_end(resolved: ResolveActivity) -> TaskEnd {
    use activity_resolution::Status;
    match resolved.result.and_then(|result| result.status) {
        Some(Status::Completed(done)) => {
            let output = done.result.as_ref().map_or(Ok(Value::Null), payload::value);
            match output {
                Ok(output) => TaskEnd::Done(output),
                Err(why) => TaskEnd::Failed(TaskError::new(
                    "States.TaskFailed",
                    format!("the answer of the activity is no JSON: {why}"),
                )),
            }
        }
        Some(Status::Failed(failed)) => failure::read_task(failed.failure.as_ref()),
        Some(Status::Cancelled(_)) => TaskEnd::Cancelled,
        // Only local activities have a back-off.
        Some(Status::Backoff(_)) | None => {
            TaskEnd::Failed(TaskError::new("States.TaskFailed", "the activity has no result"))
        }
    }
}

fn child_start(started: ResolveChildWorkflowExecutionStart) -> Result<(), ChildRefusal> {
    match started.status {
        Some(start::Status::Succeeded(_)) => Ok(()),
        Some(start::Status::Failed(failed)) => Err(match failed.cause() {
            Cause::WorkflowAlreadyExists => ChildRefusal::Exists,
            Cause::Unspecified | Cause::NamespaceNotFound | Cause::InvalidVersioningOverride => {
                ChildRefusal::Other(format!("Temporal did not start it: {:?}", failed.cause()))
            }
        }),
        Some(start::Status::Cancelled(_)) | None => {
            Err(ChildRefusal::Other("it was cancelled before its start".to_owned()))
        }
    }
}

fn child_end(ended: ResolveChildWorkflowExecution) -> Result<Value, Failure> {
    use child_workflow_result::Status;
    match ended.result.and_then(|result| result.status) {
        Some(Status::Completed(done)) => {
            let output = done.result.as_ref().map_or(Ok(Value::Null), payload::value);
            output.map_err(|why| Failure::new("States.Runtime", format!("its output: {why}")))
        }
        Some(Status::Failed(failed)) => {
            let told = failed.failure.unwrap_or_default();
            Err(failure::read_machine(&told))
        }
        Some(Status::Cancelled(cancelled)) => {
            let told = cancelled.failure.unwrap_or_default();
            Err(failure::read_machine(&told))
        }
        None => Err(Failure::new("States.Runtime", "it has no result")),
    }
}

/// The message in a signal. Other programs may send anything.
fn message(signal: &SignalWorkflow) -> Input {
    let name = signal.signal_name.as_str();
    let Some(body) = signal.input.first() else {
        return Input::Foreign(format!("the signal `{name}` has no data"));
    };
    match name {
        EVENT => match payload::value(body) {
            Ok(event) => Input::Event(event),
            Err(why) => Input::Foreign(format!("an event: {why}")),
        },
        REPORT => match payload::read::<(Text, Report)>(body) {
            Ok((token, report)) => Input::Report(token, report),
            Err(why) => Input::Foreign(format!("a report of a task: {why}")),
        },
        _ => Input::Foreign(format!(
            "the signal `{name}` is unknown: executions take `{EVENT}` and `{REPORT}`"
        )),
    }
}

/// The start of a run, if the activation has it.
pub(super) fn beginning(activation: &WorkflowActivation) -> Option<&InitializeWorkflow> {
    activation.jobs.iter().find_map(|job| match &job.variant {
        Some(Job::InitializeWorkflow(begin)) => Some(begin),
        Some(_) | None => None,
    })
}

/// The time of an activation, in milliseconds since 1970.
pub(super) fn millis(activation: &WorkflowActivation) -> u64 {
    let Some(time) = activation.timestamp.as_ref() else { return 0 };
    let seconds = u64::try_from(time.seconds).unwrap_or_default();
    let nanos = u64::try_from(time.nanos).unwrap_or_default();
    seconds.saturating_mul(1_000).saturating_add(nanos / 1_000_000)
}
