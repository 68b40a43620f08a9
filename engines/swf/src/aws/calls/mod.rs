//! The actions, as calls of the SDK.

mod types;

use aws_sdk_swf::types as sdk;

use crate::aws::fields::{Read, Write};
use crate::aws::problem::{of_call, unreadable};
use crate::aws::{AwsSwf, decisions, events};
use crate::model::{ActivityTask, DecisionTask, History, TaskList, WorkflowExecution};
use crate::service::{
    ExecutionStatus, GetWorkflowExecutionHistory, PollForActivityTask, PollForDecisionTask,
    RecordActivityTaskHeartbeat, RegisterActivityType, RegisterDomain, RegisterWorkflowType,
    RequestCancelWorkflowExecution, RespondActivityTaskCanceled, RespondActivityTaskCompleted,
    RespondActivityTaskFailed, RespondDecisionTaskCompleted, SignalWorkflowExecution,
    StartWorkflowExecution, Swf, SwfError, SwfErrorKind, SwfResult, TerminateWorkflowExecution,
    WorkflowExecutionDetail,
};

/// For each action without an answer: its method, and the fields of its request with their setters.
macro_rules! calls {
    ($($Action:ident = $action:ident { $($field:ident: $set_field:ident),* $(,)? })*) => {
        $(
            pub(super) async fn $action(
                client: &aws_sdk_swf::Client,
                request: crate::service::$Action,
            ) -> crate::service::SwfResult<()> {
                let call = client.$action()$(.$set_field(request.$field.write()))*;
                let answer = call.send().await;
                answer.map(drop).map_err(|error| $crate::aws::problem::of_call(stringify!($Action), &error))
            }
        )*
    };
}

use calls;

/// The methods of actions without an answer.
macro_rules! methods {
    ($($Action:ident: $action:ident),*) => {
        $(
            async fn $action(&self, request: $Action) -> SwfResult<()> {
                types::$action(&self.client, request).await
            }
        )*
    };
}

impl Swf for AwsSwf {
    methods! {
        RespondActivityTaskCompleted: respond_activity_task_completed,
        RespondActivityTaskFailed: respond_activity_task_failed,
        RespondActivityTaskCanceled: respond_activity_task_canceled,
        SignalWorkflowExecution: signal_workflow_execution,
        RequestCancelWorkflowExecution: request_cancel_workflow_execution,
        TerminateWorkflowExecution: terminate_workflow_execution,
        RegisterDomain: register_domain,
        RegisterWorkflowType: register_workflow_type,
        RegisterActivityType: register_activity_type
    }

    async fn poll_for_decision_task(
        &self,
        request: PollForDecisionTask,
    ) -> SwfResult<DecisionTask> {
        let action = "PollForDecisionTask";
        let call = self
            .client
            .poll_for_decision_task()
            .domain(request.domain)
            .set_task_list(list(request.task_list))
            .set_identity(request.identity)
            .set_maximum_page_size(size(request.maximum_page_size))
            .reverse_order(request.reverse_order)
            .set_next_page_token(request.next_page_token)
            .set_start_at_previous_started_event(
                request.start_at_previous_started_event.then_some(true),
            );
        let answer = call.send().await.map_err(|error| of_call(action, &error))?;
        if answer.task_token.is_empty() {
            return Ok(DecisionTask::default());
        }
        let fault = |fault| unreadable(action, fault);
        Ok(DecisionTask {
            task_token: answer.task_token,
            started_event_id: answer.started_event_id,
            previous_started_event_id: answer.previous_started_event_id,
            workflow_execution: answer
                .workflow_execution
                .read("workflowExecution")
                .map_err(fault)?,
            workflow_type: answer.workflow_type.read("workflowType").map_err(fault)?,
            events: read_events(action, answer.events)?,
            next_page_token: answer.next_page_token,
        })
    }

    async fn respond_decision_task_completed(
        &self,
        request: RespondDecisionTaskCompleted,
    ) -> SwfResult<()> {
        let action = "RespondDecisionTaskCompleted";
        let decisions: Result<Vec<_>, _> =
            request.decisions.into_iter().map(decisions::write).collect();
        let decisions = decisions.map_err(|error| {
            SwfError::new(SwfErrorKind::Refused, action, "", format!("a decision lacks: {error}"))
        })?;
        let call = self
            .client
            .respond_decision_task_completed()
            .task_token(request.task_token)
            .set_decisions(Some(decisions))
            .set_execution_context(request.execution_context)
            .set_task_list(request.task_list.write())
            .set_task_list_schedule_to_start_timeout(
                request.task_list_schedule_to_start_timeout.write(),
            );
        call.send().await.map(drop).map_err(|error| of_call(action, &error))
    }

    async fn poll_for_activity_task(
        &self,
        request: PollForActivityTask,
    ) -> SwfResult<ActivityTask> {
        let action = "PollForActivityTask";
        let call = self
            .client
            .poll_for_activity_task()
            .domain(request.domain)
            .set_task_list(list(request.task_list))
            .set_identity(request.identity);
        let answer = call.send().await.map_err(|error| of_call(action, &error))?;
        if answer.task_token.is_empty() {
            return Ok(ActivityTask::default());
        }
        let fault = |fault| unreadable(action, fault);
        Ok(ActivityTask {
            task_token: answer.task_token,
            activity_id: answer.activity_id,
            started_event_id: answer.started_event_id,
            workflow_execution: answer
                .workflow_execution
                .read("workflowExecution")
                .map_err(fault)?,
            activity_type: answer.activity_type.read("activityType").map_err(fault)?,
            input: answer.input,
        })
    }

    async fn record_activity_task_heartbeat(
        &self,
        request: RecordActivityTaskHeartbeat,
    ) -> SwfResult<bool> {
        let call = self.client.record_activity_task_heartbeat().task_token(request.task_token);
        let answer = call.set_details(request.details).send().await;
        answer
            .map(|status| status.cancel_requested)
            .map_err(|error| of_call("RecordActivityTaskHeartbeat", &error))
    }

    async fn start_workflow_execution(&self, request: StartWorkflowExecution) -> SwfResult<String> {
        let action = "StartWorkflowExecution";
        let call = self
            .client
            .start_workflow_execution()
            .domain(request.domain)
            .workflow_id(request.workflow_id)
            .set_workflow_type(request.workflow_type.write())
            .set_task_list(request.task_list.write())
            .set_task_priority(request.task_priority)
            .set_input(request.input)
            .set_execution_start_to_close_timeout(request.execution_start_to_close_timeout.write())
            .set_tag_list(request.tag_list.write())
            .set_task_start_to_close_timeout(request.task_start_to_close_timeout.write())
            .set_child_policy(request.child_policy.write())
            .set_lambda_role(request.lambda_role);
        let answer = call.send().await.map_err(|error| of_call(action, &error))?;
        answer.run_id.ok_or_else(|| unreadable(action, "it has no `runId`"))
    }

    async fn describe_workflow_execution(
        &self,
        domain: String,
        execution: WorkflowExecution,
    ) -> SwfResult<WorkflowExecutionDetail> {
        let action = "DescribeWorkflowExecution";
        let call = self
            .client
            .describe_workflow_execution()
            .domain(domain)
            .set_execution(execution.write());
        let answer = call.send().await.map_err(|error| of_call(action, &error))?;
        let info =
            answer.execution_info.ok_or_else(|| unreadable(action, "it has no `executionInfo`"))?;
        let fault = |fault| unreadable(action, fault);
        let open = |count: Option<i32>| {
            count.and_then(|count| u32::try_from(count).ok()).unwrap_or_default()
        };
        let counts = answer.open_counts.as_ref();
        let is_open = info.execution_status == sdk::ExecutionStatus::Open;
        Ok(WorkflowExecutionDetail {
            execution: info.execution.read("execution").map_err(fault)?,
            workflow_type: info.workflow_type.read("workflowType").map_err(fault)?,
            status: if is_open { ExecutionStatus::Open } else { ExecutionStatus::Closed },
            close_status: info.close_status.map(|status| status.as_str().to_owned()),
            cancel_requested: info.cancel_requested,
            open_activity_tasks: open(counts.map(|counts| counts.open_activity_tasks)),
            open_decision_tasks: open(counts.map(|counts| counts.open_decision_tasks)),
            open_timers: open(counts.map(|counts| counts.open_timers)),
            open_child_workflow_executions: open(
                counts.map(|counts| counts.open_child_workflow_executions),
            ),
            open_lambda_functions: open(counts.map(|counts| counts.open_lambda_functions)),
            latest_execution_context: answer.latest_execution_context,
        })
    }

    async fn get_workflow_execution_history(
        &self,
        request: GetWorkflowExecutionHistory,
    ) -> SwfResult<History> {
        let action = "GetWorkflowExecutionHistory";
        let call = self
            .client
            .get_workflow_execution_history()
            .domain(request.domain)
            .set_execution(request.execution.write())
            .set_maximum_page_size(size(request.maximum_page_size))
            .reverse_order(request.reverse_order)
            .set_next_page_token(request.next_page_token);
        let answer = call.send().await.map_err(|error| of_call(action, &error))?;
        Ok(History {
            events: read_events(action, answer.events)?,
            next_page_token: answer.next_page_token,
        })
    }
}

fn list(name: String) -> Option<sdk::TaskList> {
    Some(TaskList { name }).write()
}

fn size(size: Option<u32>) -> Option<i32> {
    size.and_then(|size| i32::try_from(size).ok())
}

fn read_events(
    action: &'static str,
    events: Vec<sdk::HistoryEvent>,
) -> SwfResult<Vec<crate::model::Event>> {
    let events: Result<Vec<_>, _> = events.into_iter().map(events::read).collect();
    events.map_err(|fault| unreadable(action, fault))
}
