//! Effects of a driver as commands.

use std::collections::HashMap;
use std::time::Duration;

use asl_runtime::error::Status;
use asl_runtime::value::Text;
use asl_runtime::{Failure, Value};
use temporalio_common::protos::coresdk::child_workflow::{
    ChildWorkflowCancellationType, ParentClosePolicy,
};
use temporalio_common::protos::coresdk::workflow_activation::{DoUpdate, QueryWorkflow};
use temporalio_common::protos::coresdk::workflow_commands::workflow_command::Variant as Kind;
use temporalio_common::protos::coresdk::workflow_commands::{
    CancelChildWorkflowExecution, CancelTimer, CancelWorkflowExecution, CompleteWorkflowExecution,
    ContinueAsNewWorkflowExecution, FailWorkflowExecution, QueryResult, RequestCancelActivity,
    ScheduleActivity, SetPatchMarker, StartChildWorkflowExecution, StartTimer, UpdateResponse,
    WorkflowCommand, query_result, update_response,
};
use temporalio_common::protos::temporal::api::common::v1::RetryPolicy;
use temporalio_common::protos::temporal::api::enums::v1::WorkflowIdReusePolicy;
use temporalio_common::protos::temporal::api::sdk::v1::UserMetadata;

use super::{failure, payload};
use crate::driver::{Effect, Sequence, TaskCall, beyond, bounded_id, fits};
use crate::wire::{CHUNK, Chunk, DETACHED, DetachedTask, HEADER, marker};

/// The place of commands: the worker's queue and its limits.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) task_queue: String,
    /// Time after which a task without a heartbeat of its worker is lost.
    pub(super) worker_patience: Duration,
    /// Maximum size of a payload in bytes.
    pub(super) largest: usize,
}

/// The command of an effect.
pub(super) fn command(effect: Effect, place: &Place) -> WorkflowCommand {
    match effect {
        Effect::Task { sequence, call } => activity(sequence, *call, place).into(),
        Effect::CancelTask(seq) => {
            Kind::RequestCancelActivity(RequestCancelActivity { seq }).into()
        }
        Effect::Timer { sequence, after, name } => {
            let after = u64::try_from(after.as_millis()).unwrap_or(u64::MAX);
            let start_to_fire_timeout = payload::duration(after);
            let timer = Kind::StartTimer(StartTimer { seq: sequence, start_to_fire_timeout });
            let summary = (!name.is_empty()).then(|| payload::write(&name));
            let user_metadata = Some(UserMetadata { summary, details: None });
            WorkflowCommand { user_metadata, ..timer.into() }
        }
        Effect::CancelTimer(seq) => Kind::CancelTimer(CancelTimer { seq }).into(),
        Effect::Child { sequence, machine, id, input, is_detached } => {
            let child = child(sequence, &machine, &id, &input, is_detached, place);
            Kind::StartChildWorkflowExecution(child).into()
        }
        Effect::CancelChild(child_workflow_seq) => {
            let reason = "the machine that runs it no longer waits for it".to_owned();
            Kind::CancelChildWorkflowExecution(CancelChildWorkflowExecution {
                child_workflow_seq,
                reason,
            })
            .into()
        }
        Effect::Detached { sequence, id, call } => {
            let TaskCall { operation, method, header, input, .. } = *call;
            let task = DetachedTask { operation, method, header };
            let mut child = child(sequence, DETACHED, &id, &input, true, place);
            child.headers = HashMap::from([(HEADER.to_owned(), payload::write(&task))]);
            Kind::StartChildWorkflowExecution(child).into()
        }
    }
}

/// An activity that runs a task once: retries are those of the machine.
pub(super) fn activity(seq: Sequence, call: TaskCall, place: &Place) -> Kind {
    let TaskCall { operation, method, mut header, input, timeout, silence } = call;
    let id = bounded_id(operation.clone());
    header.operation = (id != operation).then(|| Text::new(operation));
    let patience = u64::try_from(place.worker_patience.as_millis()).unwrap_or(u64::MAX);
    Kind::ScheduleActivity(ScheduleActivity {
        seq,
        activity_id: id.to_string(),
        activity_type: method.to_string(),
        task_queue: place.task_queue.clone(),
        headers: HashMap::from([(HEADER.to_owned(), payload::write(&header))]),
        arguments: vec![payload::write(&input)],
        start_to_close_timeout: payload::duration(timeout.min(crate::driver::LONGEST)),
        heartbeat_timeout: payload::duration(silence.unwrap_or(patience)),
        retry_policy: Some(RetryPolicy { maximum_attempts: 1, ..RetryPolicy::default() }),
        ..ScheduleActivity::default()
    })
}

fn child(
    seq: Sequence,
    machine: &str,
    id: &str,
    input: &Value,
    is_detached: bool,
    place: &Place,
) -> StartChildWorkflowExecution {
    let (policy, cancellation) = if is_detached {
        (ParentClosePolicy::Abandon, ChildWorkflowCancellationType::Abandon)
    } else {
        (ParentClosePolicy::RequestCancel, ChildWorkflowCancellationType::TryCancel)
    };
    StartChildWorkflowExecution {
        seq,
        workflow_id: id.to_owned(),
        workflow_type: machine.to_owned(),
        task_queue: place.task_queue.clone(),
        input: vec![payload::write(input)],
        parent_close_policy: policy.into(),
        cancellation_type: cancellation.into(),
        workflow_id_reuse_policy: WorkflowIdReusePolicy::RejectDuplicate.into(),
        ..StartChildWorkflowExecution::default()
    }
}

/// The marker that records the version of an execution.
pub(super) fn version(hash: u64) -> WorkflowCommand {
    Kind::SetPatchMarker(SetPatchMarker { patch_id: marker(hash), deprecated: false }).into()
}

/// The end of an execution.
pub(super) fn end(
    result: Result<Value, Failure>,
    is_cancelled: bool,
    place: &Place,
) -> WorkflowCommand {
    let result = match result {
        Ok(output) if !fits(&output, place.largest) => Err(beyond("an output", place.largest)),
        other => other,
    };
    match result {
        Ok(output) => {
            let result = Some(payload::write(&output));
            Kind::CompleteWorkflowExecution(CompleteWorkflowExecution { result }).into()
        }
        Err(failure) if is_cancelled && failure.status() == Status::Aborted => {
            let details = Some(failure::of_cancelled(&failure));
            Kind::CancelWorkflowExecution(CancelWorkflowExecution { details }).into()
        }
        Err(failure) => fail(&failure),
    }
}

/// The end of an execution that has failed.
pub(super) fn fail(failure: &Failure) -> WorkflowCommand {
    let failure = Some(failure::of_machine(failure));
    Kind::FailWorkflowExecution(FailWorkflowExecution { failure }).into()
}

/// The continuation of an execution in another run.
pub(super) fn go_on(machine: &Text, chunk: Chunk) -> WorkflowCommand {
    let mut argument = payload::write(&chunk);
    argument.metadata.insert(CHUNK.to_owned(), b"1".to_vec());
    let snapshot = payload::from_text(chunk.snapshot);
    Kind::ContinueAsNewWorkflowExecution(ContinueAsNewWorkflowExecution {
        workflow_type: machine.to_string(),
        arguments: vec![argument, snapshot],
        ..ContinueAsNewWorkflowExecution::default()
    })
    .into()
}

/// The refusal of an update, for any workflow of ours.
pub(super) fn refused_update(update: &DoUpdate) -> WorkflowCommand {
    let why = failure::plain("machines take no updates: send signals");
    Kind::UpdateResponse(UpdateResponse {
        protocol_instance_id: update.protocol_instance_id.clone(),
        response: Some(update_response::Response::Rejected(why)),
    })
    .into()
}

/// The refusal of a query for this reason.
pub(super) fn refused_query(query: &QueryWorkflow, why: &str) -> WorkflowCommand {
    let why = failure::plain(format!("the query `{}` {why}", query.query_type));
    let variant = Some(query_result::Variant::Failed(why));
    Kind::RespondToQuery(QueryResult { query_id: query.query_id.clone(), variant }).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_aborted_execution_ends_as_cancelled() {
        let place = Place {
            task_queue: "q".to_owned(),
            worker_patience: Duration::from_secs(1),
            largest: 100,
        };
        let end = |failure| end(Err(failure), true, &place).variant;
        let aborted = Failure::from_parts(None, None, Status::Aborted, None);
        assert!(matches!(end(aborted), Some(Kind::CancelWorkflowExecution(_))));
        let failed = Failure::new("Broken", "before it was cancelled");
        assert!(matches!(end(failed), Some(Kind::FailWorkflowExecution(_))));
    }
}
