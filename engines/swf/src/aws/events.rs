//! Events of the SDK as events of the model.

use aws_sdk_swf::types as sdk;

use crate::model::event::{self as model, Unknown};
use crate::model::{Event, EventAttributes, Timestamp};

use super::fields::{Fault, Read};

/// For each type of events: the field of `HistoryEvent` with its attributes, their type, and their
/// fields, which have the same names in the model.
macro_rules! events {
    ($($Type:ident = $attributes:ident: $Sdk:ident { $($field:ident),* $(,)? })*) => {
        $(
            impl Read<model::$Type> for sdk::$Sdk {
                fn read(self, _: &'static str) -> Result<model::$Type, Fault> {
                    Ok(model::$Type { $($field: self.$field.read(stringify!($field))?,)* })
                }
            }
        )*

        fn attributes(event_type: &str, event: sdk::HistoryEvent) -> Result<EventAttributes, Fault> {
            match event_type {
                $(stringify!($Type) => {
                    let attributes = event.$attributes.ok_or_else(|| Fault::missing(stringify!($attributes)))?;
                    attributes.read(stringify!($attributes)).map(EventAttributes::$Type)
                })*
                _ => {
                    let event_type = event_type.to_owned();
                    Ok(EventAttributes::Unknown(Unknown { event_type, fields: serde_json::Map::new() }))
                }
            }
        }
    };
}

events! {
    WorkflowExecutionStarted = workflow_execution_started_event_attributes: WorkflowExecutionStartedEventAttributes {
        input, execution_start_to_close_timeout, task_start_to_close_timeout, child_policy, task_list, task_priority,
        workflow_type, tag_list, continued_execution_run_id, parent_workflow_execution, parent_initiated_event_id,
        lambda_role,
    }
    WorkflowExecutionCancelRequested = workflow_execution_cancel_requested_event_attributes: WorkflowExecutionCancelRequestedEventAttributes {
        external_workflow_execution, external_initiated_event_id, cause,
    }
    WorkflowExecutionCompleted = workflow_execution_completed_event_attributes: WorkflowExecutionCompletedEventAttributes {
        result, decision_task_completed_event_id,
    }
    CompleteWorkflowExecutionFailed = complete_workflow_execution_failed_event_attributes: CompleteWorkflowExecutionFailedEventAttributes {
        cause, decision_task_completed_event_id,
    }
    WorkflowExecutionFailed = workflow_execution_failed_event_attributes: WorkflowExecutionFailedEventAttributes {
        reason, details, decision_task_completed_event_id,
    }
    FailWorkflowExecutionFailed = fail_workflow_execution_failed_event_attributes: FailWorkflowExecutionFailedEventAttributes {
        cause, decision_task_completed_event_id,
    }
    WorkflowExecutionTimedOut = workflow_execution_timed_out_event_attributes: WorkflowExecutionTimedOutEventAttributes {
        timeout_type, child_policy,
    }
    WorkflowExecutionCanceled = workflow_execution_canceled_event_attributes: WorkflowExecutionCanceledEventAttributes {
        details, decision_task_completed_event_id,
    }
    CancelWorkflowExecutionFailed = cancel_workflow_execution_failed_event_attributes: CancelWorkflowExecutionFailedEventAttributes {
        cause, decision_task_completed_event_id,
    }
    WorkflowExecutionContinuedAsNew = workflow_execution_continued_as_new_event_attributes: WorkflowExecutionContinuedAsNewEventAttributes {
        input, decision_task_completed_event_id, new_execution_run_id, execution_start_to_close_timeout, task_list,
        task_priority, task_start_to_close_timeout, child_policy, tag_list, workflow_type, lambda_role,
    }
    ContinueAsNewWorkflowExecutionFailed = continue_as_new_workflow_execution_failed_event_attributes: ContinueAsNewWorkflowExecutionFailedEventAttributes {
        cause, decision_task_completed_event_id,
    }
    WorkflowExecutionTerminated = workflow_execution_terminated_event_attributes: WorkflowExecutionTerminatedEventAttributes {
        reason, details, child_policy, cause,
    }
    DecisionTaskScheduled = decision_task_scheduled_event_attributes: DecisionTaskScheduledEventAttributes {
        task_list, task_priority, start_to_close_timeout, schedule_to_start_timeout,
    }
    DecisionTaskStarted = decision_task_started_event_attributes: DecisionTaskStartedEventAttributes {
        identity, scheduled_event_id,
    }
    DecisionTaskCompleted = decision_task_completed_event_attributes: DecisionTaskCompletedEventAttributes {
        execution_context, scheduled_event_id, started_event_id, task_list, task_list_schedule_to_start_timeout,
    }
    DecisionTaskTimedOut = decision_task_timed_out_event_attributes: DecisionTaskTimedOutEventAttributes {
        timeout_type, scheduled_event_id, started_event_id,
    }
    ActivityTaskScheduled = activity_task_scheduled_event_attributes: ActivityTaskScheduledEventAttributes {
        activity_type, activity_id, input, control, schedule_to_start_timeout, schedule_to_close_timeout,
        start_to_close_timeout, task_list, task_priority, decision_task_completed_event_id, heartbeat_timeout,
    }
    ScheduleActivityTaskFailed = schedule_activity_task_failed_event_attributes: ScheduleActivityTaskFailedEventAttributes {
        activity_type, activity_id, cause, decision_task_completed_event_id,
    }
    ActivityTaskStarted = activity_task_started_event_attributes: ActivityTaskStartedEventAttributes {
        identity, scheduled_event_id,
    }
    ActivityTaskCompleted = activity_task_completed_event_attributes: ActivityTaskCompletedEventAttributes {
        result, scheduled_event_id, started_event_id,
    }
    ActivityTaskFailed = activity_task_failed_event_attributes: ActivityTaskFailedEventAttributes {
        reason, details, scheduled_event_id, started_event_id,
    }
    ActivityTaskTimedOut = activity_task_timed_out_event_attributes: ActivityTaskTimedOutEventAttributes {
        timeout_type, scheduled_event_id, started_event_id, details,
    }
    ActivityTaskCanceled = activity_task_canceled_event_attributes: ActivityTaskCanceledEventAttributes {
        details, scheduled_event_id, started_event_id, latest_cancel_requested_event_id,
    }
    ActivityTaskCancelRequested = activity_task_cancel_requested_event_attributes: ActivityTaskCancelRequestedEventAttributes {
        decision_task_completed_event_id, activity_id,
    }
    RequestCancelActivityTaskFailed = request_cancel_activity_task_failed_event_attributes: RequestCancelActivityTaskFailedEventAttributes {
        activity_id, cause, decision_task_completed_event_id,
    }
    WorkflowExecutionSignaled = workflow_execution_signaled_event_attributes: WorkflowExecutionSignaledEventAttributes {
        signal_name, input, external_workflow_execution, external_initiated_event_id,
    }
    MarkerRecorded = marker_recorded_event_attributes: MarkerRecordedEventAttributes {
        marker_name, details, decision_task_completed_event_id,
    }
    RecordMarkerFailed = record_marker_failed_event_attributes: RecordMarkerFailedEventAttributes {
        marker_name, cause, decision_task_completed_event_id,
    }
    TimerStarted = timer_started_event_attributes: TimerStartedEventAttributes {
        timer_id, control, start_to_fire_timeout, decision_task_completed_event_id,
    }
    StartTimerFailed = start_timer_failed_event_attributes: StartTimerFailedEventAttributes {
        timer_id, cause, decision_task_completed_event_id,
    }
    TimerFired = timer_fired_event_attributes: TimerFiredEventAttributes { timer_id, started_event_id }
    TimerCanceled = timer_canceled_event_attributes: TimerCanceledEventAttributes {
        timer_id, started_event_id, decision_task_completed_event_id,
    }
    CancelTimerFailed = cancel_timer_failed_event_attributes: CancelTimerFailedEventAttributes {
        timer_id, cause, decision_task_completed_event_id,
    }
    StartChildWorkflowExecutionInitiated = start_child_workflow_execution_initiated_event_attributes: StartChildWorkflowExecutionInitiatedEventAttributes {
        workflow_id, workflow_type, control, input, execution_start_to_close_timeout, task_list, task_priority,
        decision_task_completed_event_id, child_policy, task_start_to_close_timeout, tag_list, lambda_role,
    }
    StartChildWorkflowExecutionFailed = start_child_workflow_execution_failed_event_attributes: StartChildWorkflowExecutionFailedEventAttributes {
        workflow_type, cause, workflow_id, initiated_event_id, decision_task_completed_event_id, control,
    }
    ChildWorkflowExecutionStarted = child_workflow_execution_started_event_attributes: ChildWorkflowExecutionStartedEventAttributes {
        workflow_execution, workflow_type, initiated_event_id,
    }
    ChildWorkflowExecutionCompleted = child_workflow_execution_completed_event_attributes: ChildWorkflowExecutionCompletedEventAttributes {
        workflow_execution, workflow_type, result, initiated_event_id, started_event_id,
    }
    ChildWorkflowExecutionFailed = child_workflow_execution_failed_event_attributes: ChildWorkflowExecutionFailedEventAttributes {
        workflow_execution, workflow_type, reason, details, initiated_event_id, started_event_id,
    }
    ChildWorkflowExecutionTimedOut = child_workflow_execution_timed_out_event_attributes: ChildWorkflowExecutionTimedOutEventAttributes {
        workflow_execution, workflow_type, timeout_type, initiated_event_id, started_event_id,
    }
    ChildWorkflowExecutionCanceled = child_workflow_execution_canceled_event_attributes: ChildWorkflowExecutionCanceledEventAttributes {
        workflow_execution, workflow_type, details, initiated_event_id, started_event_id,
    }
    ChildWorkflowExecutionTerminated = child_workflow_execution_terminated_event_attributes: ChildWorkflowExecutionTerminatedEventAttributes {
        workflow_execution, workflow_type, initiated_event_id, started_event_id,
    }
    SignalExternalWorkflowExecutionInitiated = signal_external_workflow_execution_initiated_event_attributes: SignalExternalWorkflowExecutionInitiatedEventAttributes {
        workflow_id, run_id, signal_name, input, decision_task_completed_event_id, control,
    }
    SignalExternalWorkflowExecutionFailed = signal_external_workflow_execution_failed_event_attributes: SignalExternalWorkflowExecutionFailedEventAttributes {
        workflow_id, run_id, cause, initiated_event_id, decision_task_completed_event_id, control,
    }
    ExternalWorkflowExecutionSignaled = external_workflow_execution_signaled_event_attributes: ExternalWorkflowExecutionSignaledEventAttributes {
        workflow_execution, initiated_event_id,
    }
    RequestCancelExternalWorkflowExecutionInitiated = request_cancel_external_workflow_execution_initiated_event_attributes: RequestCancelExternalWorkflowExecutionInitiatedEventAttributes {
        workflow_id, run_id, decision_task_completed_event_id, control,
    }
    RequestCancelExternalWorkflowExecutionFailed = request_cancel_external_workflow_execution_failed_event_attributes: RequestCancelExternalWorkflowExecutionFailedEventAttributes {
        workflow_id, run_id, cause, initiated_event_id, decision_task_completed_event_id, control,
    }
    ExternalWorkflowExecutionCancelRequested = external_workflow_execution_cancel_requested_event_attributes: ExternalWorkflowExecutionCancelRequestedEventAttributes {
        workflow_execution, initiated_event_id,
    }
    LambdaFunctionScheduled = lambda_function_scheduled_event_attributes: LambdaFunctionScheduledEventAttributes {
        id, name, control, input, start_to_close_timeout, decision_task_completed_event_id,
    }
    LambdaFunctionStarted = lambda_function_started_event_attributes: LambdaFunctionStartedEventAttributes {
        scheduled_event_id,
    }
    LambdaFunctionCompleted = lambda_function_completed_event_attributes: LambdaFunctionCompletedEventAttributes {
        scheduled_event_id, started_event_id, result,
    }
    LambdaFunctionFailed = lambda_function_failed_event_attributes: LambdaFunctionFailedEventAttributes {
        scheduled_event_id, started_event_id, reason, details,
    }
    LambdaFunctionTimedOut = lambda_function_timed_out_event_attributes: LambdaFunctionTimedOutEventAttributes {
        scheduled_event_id, started_event_id, timeout_type,
    }
    ScheduleLambdaFunctionFailed = schedule_lambda_function_failed_event_attributes: ScheduleLambdaFunctionFailedEventAttributes {
        id, name, cause, decision_task_completed_event_id,
    }
    StartLambdaFunctionFailed = start_lambda_function_failed_event_attributes: StartLambdaFunctionFailedEventAttributes {
        scheduled_event_id, cause, message,
    }
}

/// Converts an event. Faults name the event.
pub(super) fn read(event: sdk::HistoryEvent) -> Result<Event, String> {
    let (event_id, event_type) = (event.event_id, event.event_type.as_str().to_owned());
    let fault = |fault: Fault| format!("event {event_id}, `{event_type}`, {fault}");
    let event_timestamp =
        event.event_timestamp.to_millis().map_err(|_| fault(Fault::missing("eventTimestamp")))?;
    let attributes = attributes(&event_type, event).map_err(fault)?;
    Ok(Event { event_id, event_timestamp: Timestamp::from_millis(event_timestamp), attributes })
}
