//! The ends of runs: by decision, from outside or by time-out.

use asl_swf::model::decision::{
    CancelWorkflowExecution, CompleteWorkflowExecution, ContinueAsNewWorkflowExecution,
    FailWorkflowExecution,
};
use asl_swf::model::event::{
    CancelWorkflowExecutionFailed, ChildWorkflowExecutionCanceled, ChildWorkflowExecutionCompleted,
    ChildWorkflowExecutionFailed, ChildWorkflowExecutionTerminated, ChildWorkflowExecutionTimedOut,
    CompleteWorkflowExecutionFailed, ContinueAsNewWorkflowExecutionFailed,
    FailWorkflowExecutionFailed, WorkflowExecutionCanceled, WorkflowExecutionCompleted,
    WorkflowExecutionContinuedAsNew, WorkflowExecutionFailed, WorkflowExecutionTerminated,
    WorkflowExecutionTimedOut,
};
use asl_swf::model::{
    ChildPolicy, EventAttributes, WorkflowExecutionCancelRequestedCause,
    WorkflowExecutionTerminatedCause, WorkflowExecutionTimeoutType, WorkflowType,
};
use asl_swf::service::TerminateWorkflowExecution;

use super::answer::Answer;
use super::due::Due;
use super::registry::Overrides;
use super::run::{Parent, Run, RunKey};
use super::start::NewRun;
use super::{Service, check};
use crate::fault::Outcome;

impl Answer {
    /// The cause why no decision can close the run.
    fn not_closed(&self) -> Option<&str> {
        self.refused.as_deref().or(self.unhandled.then_some("UNHANDLED_DECISION"))
    }
}

impl Service {
    pub(super) fn complete_execution(
        &mut self,
        answer: &Answer,
        complete: CompleteWorkflowExecution,
    ) {
        let decision_task_completed_event_id = answer.completed;
        if let Some(cause) = answer.not_closed() {
            let failed = CompleteWorkflowExecutionFailed {
                cause: cause.into(),
                decision_task_completed_event_id,
            };
            self.decision_failed(answer, EventAttributes::CompleteWorkflowExecutionFailed(failed));
            return;
        }
        let completed = WorkflowExecutionCompleted {
            result: complete.result,
            decision_task_completed_event_id,
        };
        self.close(answer.run, EventAttributes::WorkflowExecutionCompleted(completed), "COMPLETED");
    }

    pub(super) fn fail_execution(&mut self, answer: &Answer, fail: FailWorkflowExecution) {
        let decision_task_completed_event_id = answer.completed;
        if let Some(cause) = answer.not_closed() {
            let failed = FailWorkflowExecutionFailed {
                cause: cause.into(),
                decision_task_completed_event_id,
            };
            self.decision_failed(answer, EventAttributes::FailWorkflowExecutionFailed(failed));
            return;
        }
        let failed = WorkflowExecutionFailed {
            reason: fail.reason,
            details: fail.details,
            decision_task_completed_event_id,
        };
        self.close(answer.run, EventAttributes::WorkflowExecutionFailed(failed), "FAILED");
    }

    pub(super) fn cancel_execution(&mut self, answer: &Answer, cancel: CancelWorkflowExecution) {
        let decision_task_completed_event_id = answer.completed;
        if let Some(cause) = answer.not_closed() {
            let failed = CancelWorkflowExecutionFailed {
                cause: cause.into(),
                decision_task_completed_event_id,
            };
            self.decision_failed(answer, EventAttributes::CancelWorkflowExecutionFailed(failed));
            return;
        }
        let canceled =
            WorkflowExecutionCanceled { details: cancel.details, decision_task_completed_event_id };
        self.close(answer.run, EventAttributes::WorkflowExecutionCanceled(canceled), "CANCELED");
    }

    #[expect(clippy::too_many_lines, reason = "one field after another")]
    pub(super) fn continue_execution(
        &mut self,
        answer: &Answer,
        new: ContinueAsNewWorkflowExecution,
    ) {
        let decision_task_completed_event_id = answer.completed;
        let run = self.run(answer.run);
        let version =
            new.workflow_type_version.unwrap_or_else(|| run.workflow_type.version.clone());
        let workflow_type = WorkflowType::new(run.workflow_type.name.clone(), version);
        let overrides = Overrides {
            execution_timeout: new.execution_start_to_close_timeout,
            task_timeout: new.task_start_to_close_timeout,
            task_list: new.task_list,
            task_priority: new.task_priority,
            child_policy: new.child_policy,
            tag_list: new.tag_list,
            lambda_role: new.lambda_role,
        };
        let settings =
            match (answer.not_closed(), self.settings(&run.domain, &workflow_type, overrides)) {
                (None, Ok(settings)) => settings,
                (not_closed, settings) => {
                    let cause = not_closed.or(settings.err()).unwrap_or_default().into();
                    let failed = ContinueAsNewWorkflowExecutionFailed {
                        cause,
                        decision_task_completed_event_id,
                    };
                    self.decision_failed(
                        answer,
                        EventAttributes::ContinueAsNewWorkflowExecutionFailed(failed),
                    );
                    return;
                }
            };
        let (domain, execution, parent) = (run.domain.clone(), run.execution.clone(), run.parent);
        let continued = WorkflowExecutionContinuedAsNew {
            input: new.input.clone(),
            decision_task_completed_event_id,
            new_execution_run_id: self.unique("run-"),
            execution_start_to_close_timeout: Some(settings.execution_timeout),
            task_list: settings.task_list.clone(),
            task_priority: settings.task_priority.clone(),
            task_start_to_close_timeout: Some(settings.task_timeout),
            child_policy: settings.child_policy.clone(),
            tag_list: settings.tag_list.clone(),
            workflow_type: workflow_type.clone(),
            lambda_role: settings.lambda_role.clone(),
        };
        let run_id = continued.new_execution_run_id.clone();
        self.close(
            answer.run,
            EventAttributes::WorkflowExecutionContinuedAsNew(continued),
            "CONTINUED_AS_NEW",
        );
        let next = self.start(NewRun {
            domain,
            workflow_id: execution.workflow_id,
            workflow_type,
            settings,
            input: new.input,
            parent,
            continued: Some(execution.run_id),
            run_id: Some(run_id),
        });
        self.adopt(parent, next);
    }

    /// The new run replaces the parent's child.
    fn adopt(&mut self, parent: Option<Parent>, next: RunKey) {
        let child =
            parent.and_then(|parent| self.run_mut(parent.run).children.get_mut(&parent.initiated));
        if let Some(child) = child {
            *child = Some(next);
        }
    }

    /// Terminates an execution.
    pub(crate) fn terminate_workflow_execution(
        &mut self,
        request: TerminateWorkflowExecution,
    ) -> Outcome<()> {
        check::reason(request.reason.as_deref())?;
        check::data("details", request.details.as_deref())?;
        let key =
            self.open_or_fault(&request.domain, &request.workflow_id, request.run_id.as_deref())?;
        let cause = WorkflowExecutionTerminatedCause::OperatorInitiated;
        self.close_terminated(key, cause, request.child_policy, (request.reason, request.details));
        Ok(())
    }

    /// Ends a run from outside, and applies its policy to its children.
    pub(super) fn close_terminated(
        &mut self,
        key: RunKey,
        cause: WorkflowExecutionTerminatedCause,
        policy: Option<ChildPolicy>,
        (reason, details): (Option<String>, Option<String>),
    ) {
        if self.run(key).closed.is_some() {
            return;
        }
        let child_policy = policy.unwrap_or_else(|| self.run(key).settings.child_policy.clone());
        let terminated = WorkflowExecutionTerminated {
            reason,
            details,
            child_policy: child_policy.clone(),
            cause: Some(cause),
        };
        self.close(key, EventAttributes::WorkflowExecutionTerminated(terminated), "TERMINATED");
        self.apply_policy(key, &child_policy);
    }

    /// Ends a run by time-out, and applies its policy to its children.
    pub(super) fn close_timed_out(&mut self, key: RunKey) {
        if self.run(key).closed.is_some() {
            return;
        }
        let child_policy = self.run(key).settings.child_policy.clone();
        let timed_out = WorkflowExecutionTimedOut {
            timeout_type: WorkflowExecutionTimeoutType::StartToClose,
            child_policy: child_policy.clone(),
        };
        self.close(key, EventAttributes::WorkflowExecutionTimedOut(timed_out), "TIMED_OUT");
        self.apply_policy(key, &child_policy);
    }

    fn apply_policy(&mut self, key: RunKey, policy: &ChildPolicy) {
        let parent = self.run(key).execution.clone();
        let children: Vec<RunKey> = self.run(key).children.values().copied().flatten().collect();
        for child in children {
            match policy {
                ChildPolicy::Terminate => {
                    let cause = WorkflowExecutionTerminatedCause::ChildPolicyApplied;
                    self.close_terminated(child, cause, None, (None, None));
                }
                ChildPolicy::RequestCancel if self.run(child).closed.is_none() => {
                    let cause = WorkflowExecutionCancelRequestedCause::ChildPolicyApplied;
                    self.request_cancel(child, Some((parent.clone(), 0)), Some(cause));
                }
                ChildPolicy::RequestCancel | ChildPolicy::Abandon | ChildPolicy::Other(_) => {}
            }
        }
    }

    /// Records the last event of a run, and reports the end to its parent.
    fn close(&mut self, key: RunKey, attributes: EventAttributes, status: &'static str) {
        let news = self
            .run(key)
            .parent
            .and_then(|parent| Some((parent, self.run(key).news(parent, &attributes)?)));
        self.record(key, attributes);
        let run = self.run_mut(key);
        run.closed = Some(status);
        let (domain, workflow_id) = (run.domain.clone(), run.execution.workflow_id.clone());
        if let Some(domain) = self.domains.get_mut(&domain) {
            domain.open.remove(&workflow_id);
        }
        if let Some((parent, news)) = news {
            self.plan_delivery(Due::ChildClosed(parent.run, parent.initiated, Box::new(news)));
        }
    }
}

impl Run {
    /// The event of this end for the parent; `None` for a run that continues in a new one.
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of end")]
    fn news(&self, parent: Parent, end: &EventAttributes) -> Option<EventAttributes> {
        let (workflow_execution, workflow_type) =
            (self.execution.clone(), self.workflow_type.clone());
        let (initiated_event_id, started_event_id) = (parent.initiated, parent.started);
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "of 54 types, five end a run for its parent"
        )]
        match end {
            EventAttributes::WorkflowExecutionCompleted(end) => {
                let result = end.result.clone();
                let news = ChildWorkflowExecutionCompleted {
                    workflow_execution,
                    workflow_type,
                    result,
                    initiated_event_id,
                    started_event_id,
                };
                Some(EventAttributes::ChildWorkflowExecutionCompleted(news))
            }
            EventAttributes::WorkflowExecutionFailed(end) => {
                Some(EventAttributes::ChildWorkflowExecutionFailed(ChildWorkflowExecutionFailed {
                    workflow_execution,
                    workflow_type,
                    reason: end.reason.clone(),
                    details: end.details.clone(),
                    initiated_event_id,
                    started_event_id,
                }))
            }
            EventAttributes::WorkflowExecutionCanceled(end) => {
                let details = end.details.clone();
                let news = ChildWorkflowExecutionCanceled {
                    workflow_execution,
                    workflow_type,
                    details,
                    initiated_event_id,
                    started_event_id,
                };
                Some(EventAttributes::ChildWorkflowExecutionCanceled(news))
            }
            EventAttributes::WorkflowExecutionTimedOut(end) => {
                let timeout_type = end.timeout_type.clone();
                let news = ChildWorkflowExecutionTimedOut {
                    workflow_execution,
                    workflow_type,
                    timeout_type,
                    initiated_event_id,
                    started_event_id,
                };
                Some(EventAttributes::ChildWorkflowExecutionTimedOut(news))
            }
            EventAttributes::WorkflowExecutionTerminated(_) => {
                let news = ChildWorkflowExecutionTerminated {
                    workflow_execution,
                    workflow_type,
                    initiated_event_id,
                    started_event_id,
                };
                Some(EventAttributes::ChildWorkflowExecutionTerminated(news))
            }
            _ => None,
        }
    }
}
