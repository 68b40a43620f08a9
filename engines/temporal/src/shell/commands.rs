//! Effects of a driver as commands.

use std::collections::{BTreeSet, HashMap};
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
    ContinueAsNewWorkflowExecution, FailWorkflowExecution, ModifyWorkflowProperties, QueryResult,
    QuerySuccess, RequestCancelActivity, RequestCancelLocalActivity, ScheduleActivity,
    ScheduleLocalActivity, SetPatchMarker, StartChildWorkflowExecution, StartTimer, UpdateResponse,
    UpsertWorkflowSearchAttributes, WorkflowCommand, query_result, update_response,
};
use temporalio_common::protos::temporal::api::common::v1::{
    Memo, Payload, RetryPolicy, SearchAttributes,
};
use temporalio_common::protos::temporal::api::enums::v1::WorkflowIdReusePolicy;
use temporalio_common::protos::temporal::api::sdk::v1::UserMetadata;

use super::{failure, payload};
use crate::driver::{Effect, Limit, Sequence, TaskCall, beyond, bounded_id};
use crate::wire::{CHUNK, Choices, Chunk, DETACHED, DetachedTask, ERROR_ATTRIBUTE, HEADER, marker};

/// The place of commands: the worker's queue and its limits.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) task_queue: String,
    /// Time after which a task without a heartbeat of its worker is lost.
    pub(super) worker_patience: Duration,
    pub(super) limit: Limit,
}

/// The command of an effect. `local` has the open local activities.
pub(super) fn command(
    effect: Effect,
    place: &Place,
    choices: Choices,
    local: &mut BTreeSet<Sequence>,
) -> WorkflowCommand {
    match effect {
        Effect::Task { sequence, call } => {
            let is_local = call.silence.is_none() && call.timeout <= choices.local;
            let task = activity(sequence, *call, place);
            if !is_local {
                return Kind::ScheduleActivity(task).into();
            }
            local.insert(sequence);
            Kind::ScheduleLocalActivity(as_local(task)).into()
        }
        Effect::CancelTask(seq) if local.remove(&seq) => {
            Kind::RequestCancelLocalActivity(RequestCancelLocalActivity { seq }).into()
        }
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
        Effect::CancelChild(child_workflow_seq, reason) => {
            let reason = reason.to_string();
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

/// The name of what a command begins, for messages about replays.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other commands begin nothing")]
pub(super) fn name(command: &WorkflowCommand) -> Option<String> {
    match command.variant.as_ref()? {
        Kind::ScheduleActivity(task) => Some(format!("task `{}`", task.activity_id)),
        Kind::ScheduleLocalActivity(task) => Some(format!("task `{}`", task.activity_id)),
        Kind::StartTimer(_) => {
            let summary = command.user_metadata.as_ref()?.summary.as_ref()?;
            payload::read::<Text>(summary).ok().map(|state| format!("timer of `{state}`"))
        }
        Kind::StartChildWorkflowExecution(child) => {
            Some(format!("machine `{}`", child.workflow_type))
        }
        Kind::CompleteWorkflowExecution(_) => Some("the end with an output".to_owned()),
        Kind::FailWorkflowExecution(failed) => {
            let failure = failed.failure.clone().unwrap_or_default();
            Some(format!("the failure {}", failure::read_machine(&failure)))
        }
        _ => None,
    }
}

/// An activity that runs a task once: retries are those of the machine.
pub(super) fn activity(seq: Sequence, call: TaskCall, place: &Place) -> ScheduleActivity {
    let TaskCall { operation, method, mut header, input, timeout, silence } = call;
    let id = bounded_id(operation.clone());
    header.operation = (id != operation).then(|| Text::new(operation));
    let patience = u64::try_from(place.worker_patience.as_millis()).unwrap_or(u64::MAX);
    ScheduleActivity {
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
    }
}

/// The same as a local activity: it runs in the worker that has the execution, and its result is in
/// the history with the next step. If that worker is lost, it runs again.
fn as_local(task: ScheduleActivity) -> ScheduleLocalActivity {
    ScheduleLocalActivity {
        seq: task.seq,
        activity_id: task.activity_id,
        activity_type: task.activity_type,
        attempt: 1,
        headers: task.headers,
        arguments: task.arguments,
        start_to_close_timeout: task.start_to_close_timeout,
        retry_policy: task.retry_policy,
        ..ScheduleLocalActivity::default()
    }
}

/// The commands that show the failure of an execution in lists of workflows.
fn show_failure(result: &Result<Value, Failure>, choices: Choices) -> Vec<WorkflowCommand> {
    let Err(failure) = result else { return Vec::new() };
    let error = payload::write(&failure::error_name(failure));
    let mut commands = Vec::new();
    if choices.has_memo {
        let fields = HashMap::from([("error".to_owned(), error.clone())]);
        let upserted_memo = Some(Memo { fields });
        commands.push(Kind::ModifyWorkflowProperties(ModifyWorkflowProperties { upserted_memo }));
    }
    if choices.has_attribute {
        let mut error = error;
        error.metadata.insert("type".to_owned(), b"Keyword".to_vec());
        let indexed_fields = HashMap::from([(ERROR_ATTRIBUTE.to_owned(), error)]);
        let search_attributes = Some(SearchAttributes { indexed_fields });
        let upsert = UpsertWorkflowSearchAttributes { search_attributes };
        commands.push(Kind::UpsertWorkflowSearchAttributes(upsert));
    }
    commands.into_iter().map(Into::into).collect()
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
pub(super) fn version(hash: u64, choices: Choices) -> WorkflowCommand {
    let patch_id = marker(hash, choices);
    Kind::SetPatchMarker(SetPatchMarker { patch_id, deprecated: false }).into()
}

/// The commands that end an execution.
pub(super) fn end(
    result: Result<Value, Failure>,
    is_cancelled: bool,
    choices: Choices,
    place: &Place,
) -> Vec<WorkflowCommand> {
    let result = match result {
        Ok(output) if !place.limit.fits(&output) => Err(beyond("an output", place.limit.largest)),
        other => other,
    };
    let mut commands = show_failure(&result, choices);
    commands.push(match result {
        Ok(output) => {
            let result = Some(payload::write(&output));
            Kind::CompleteWorkflowExecution(CompleteWorkflowExecution { result }).into()
        }
        Err(failure) if is_cancelled && failure.status() == Status::Aborted => {
            let details = Some(failure::of_cancelled(&failure));
            Kind::CancelWorkflowExecution(CancelWorkflowExecution { details }).into()
        }
        Err(failure) => fail(&failure),
    });
    commands
}

/// The end of an execution that has failed.
pub(super) fn fail(failure: &Failure) -> WorkflowCommand {
    let failure = Some(failure::of_machine(failure));
    Kind::FailWorkflowExecution(FailWorkflowExecution { failure }).into()
}

/// The arguments of a run that continues an execution.
pub(super) fn arguments(chunk: Chunk) -> Vec<Payload> {
    let mut argument = payload::write(&chunk);
    argument.metadata.insert(CHUNK.to_owned(), b"1".to_vec());
    let texts = [chunk.snapshot, chunk.redrive].into_iter().filter(|text| !text.is_empty());
    std::iter::once(argument).chain(texts.map(payload::from_text)).collect()
}

/// The continuation of an execution in another run.
pub(super) fn go_on(machine: &Text, chunk: Chunk) -> WorkflowCommand {
    Kind::ContinueAsNewWorkflowExecution(ContinueAsNewWorkflowExecution {
        workflow_type: machine.to_string(),
        arguments: arguments(chunk),
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
    answer(query, Err(format!("the query `{}` {why}", query.query_type)))
}

/// The answer to a query, or the reason why there is none.
pub(super) fn answer(query: &QueryWorkflow, answer: Result<Payload, String>) -> WorkflowCommand {
    let variant = Some(match answer {
        Ok(response) => query_result::Variant::Succeeded(QuerySuccess { response: Some(response) }),
        Err(why) => query_result::Variant::Failed(failure::plain(why)),
    });
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
            limit: Limit { largest: 100, codec: None },
        };
        let end = |failure| {
            let mut commands = end(Err(failure), true, Choices::default(), &place);
            commands.pop().and_then(|command| command.variant)
        };
        let aborted = Failure::from_parts(None, None, Status::Aborted, None);
        assert!(matches!(end(aborted), Some(Kind::CancelWorkflowExecution(_))));
        let failed = Failure::new("Broken", "before it was cancelled");
        assert!(matches!(end(failed), Some(Kind::FailWorkflowExecution(_))));
    }
}
