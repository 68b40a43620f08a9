//! Decisions of the model as decisions of the SDK.

use aws_sdk_swf::error::BuildError;
use aws_sdk_swf::types as sdk;

use crate::model::Decision;

use super::fields::Write;

/// For each type of decisions: the setter of its attributes, their type, and the setters of their
/// fields.
macro_rules! decisions {
    ($($Type:ident = $set:ident: $Sdk:ident { $($field:ident: $set_field:ident),* $(,)? })*) => {
        /// Converts a decision. The fault names a missing field.
        pub(super) fn write(decision: Decision) -> Result<sdk::Decision, BuildError> {
            let decision_type = sdk::DecisionType::from(decision.decision_type());
            let built = sdk::Decision::builder().decision_type(decision_type);
            match decision {
                $(Decision::$Type(attributes) => {
                    let written = sdk::$Sdk::builder()$(.$set_field(attributes.$field.write()))*.build();
                    built.$set(Some(written.built()?))
                })*
            }
            .build()
        }
    };
}

decisions! {
    ScheduleActivityTask = set_schedule_activity_task_decision_attributes: ScheduleActivityTaskDecisionAttributes {
        activity_type: set_activity_type, activity_id: set_activity_id, control: set_control, input: set_input,
        schedule_to_close_timeout: set_schedule_to_close_timeout, task_list: set_task_list,
        task_priority: set_task_priority, schedule_to_start_timeout: set_schedule_to_start_timeout,
        start_to_close_timeout: set_start_to_close_timeout, heartbeat_timeout: set_heartbeat_timeout,
    }
    RequestCancelActivityTask = set_request_cancel_activity_task_decision_attributes: RequestCancelActivityTaskDecisionAttributes {
        activity_id: set_activity_id,
    }
    CompleteWorkflowExecution = set_complete_workflow_execution_decision_attributes: CompleteWorkflowExecutionDecisionAttributes {
        result: set_result,
    }
    FailWorkflowExecution = set_fail_workflow_execution_decision_attributes: FailWorkflowExecutionDecisionAttributes {
        reason: set_reason, details: set_details,
    }
    CancelWorkflowExecution = set_cancel_workflow_execution_decision_attributes: CancelWorkflowExecutionDecisionAttributes {
        details: set_details,
    }
    ContinueAsNewWorkflowExecution = set_continue_as_new_workflow_execution_decision_attributes: ContinueAsNewWorkflowExecutionDecisionAttributes {
        input: set_input, execution_start_to_close_timeout: set_execution_start_to_close_timeout,
        task_list: set_task_list, task_priority: set_task_priority,
        task_start_to_close_timeout: set_task_start_to_close_timeout, child_policy: set_child_policy,
        tag_list: set_tag_list, workflow_type_version: set_workflow_type_version, lambda_role: set_lambda_role,
    }
    RecordMarker = set_record_marker_decision_attributes: RecordMarkerDecisionAttributes {
        marker_name: set_marker_name, details: set_details,
    }
    StartTimer = set_start_timer_decision_attributes: StartTimerDecisionAttributes {
        timer_id: set_timer_id, control: set_control, start_to_fire_timeout: set_start_to_fire_timeout,
    }
    CancelTimer = set_cancel_timer_decision_attributes: CancelTimerDecisionAttributes { timer_id: set_timer_id }
    SignalExternalWorkflowExecution = set_signal_external_workflow_execution_decision_attributes: SignalExternalWorkflowExecutionDecisionAttributes {
        workflow_id: set_workflow_id, run_id: set_run_id, signal_name: set_signal_name, input: set_input,
        control: set_control,
    }
    RequestCancelExternalWorkflowExecution = set_request_cancel_external_workflow_execution_decision_attributes: RequestCancelExternalWorkflowExecutionDecisionAttributes {
        workflow_id: set_workflow_id, run_id: set_run_id, control: set_control,
    }
    StartChildWorkflowExecution = set_start_child_workflow_execution_decision_attributes: StartChildWorkflowExecutionDecisionAttributes {
        workflow_type: set_workflow_type, workflow_id: set_workflow_id, control: set_control, input: set_input,
        execution_start_to_close_timeout: set_execution_start_to_close_timeout, task_list: set_task_list,
        task_priority: set_task_priority, task_start_to_close_timeout: set_task_start_to_close_timeout,
        child_policy: set_child_policy, tag_list: set_tag_list, lambda_role: set_lambda_role,
    }
    ScheduleLambdaFunction = set_schedule_lambda_function_decision_attributes: ScheduleLambdaFunctionDecisionAttributes {
        id: set_id, name: set_name, control: set_control, input: set_input,
        start_to_close_timeout: set_start_to_close_timeout,
    }
}

/// The result of a builder of the SDK. Some builders check required fields.
trait Built<T> {
    fn built(self) -> Result<T, BuildError>;
}

impl<T> Built<T> for Result<T, BuildError> {
    fn built(self) -> Self {
        self
    }
}

macro_rules! always_built {
    ($($Sdk:ident)*) => {
        $(impl Built<Self> for sdk::$Sdk {
            fn built(self) -> Result<Self, BuildError> {
                Ok(self)
            }
        })*
    };
}

always_built! {
    CompleteWorkflowExecutionDecisionAttributes
    FailWorkflowExecutionDecisionAttributes
    CancelWorkflowExecutionDecisionAttributes
    ContinueAsNewWorkflowExecutionDecisionAttributes
}
