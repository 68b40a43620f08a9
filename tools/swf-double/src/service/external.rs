//! Signals and requests to cancel, from outside and from other executions.

use asl_swf::model::decision::{
    RequestCancelExternalWorkflowExecution, SignalExternalWorkflowExecution,
};
use asl_swf::model::event::{
    ExternalWorkflowExecutionCancelRequested, ExternalWorkflowExecutionSignaled,
    RequestCancelExternalWorkflowExecutionFailed, RequestCancelExternalWorkflowExecutionInitiated,
    SignalExternalWorkflowExecutionFailed, SignalExternalWorkflowExecutionInitiated,
    WorkflowExecutionCancelRequested, WorkflowExecutionSignaled,
};
use asl_swf::model::{EventAttributes, WorkflowExecution, WorkflowExecutionCancelRequestedCause};
use asl_swf::service::{RequestCancelWorkflowExecution, SignalWorkflowExecution};

use super::answer::Answer;
use super::due::Due;
use super::run::RunKey;
use super::{Service, check};
use crate::fault::Outcome;

/// The cause if there is no such execution.
const UNKNOWN: &str = "UNKNOWN_EXTERNAL_WORKFLOW_EXECUTION";

impl Service {
    /// A signal from outside.
    pub(crate) fn signal_workflow_execution(
        &mut self,
        request: SignalWorkflowExecution,
    ) -> Outcome<()> {
        check::name("signalName", &request.signal_name)?;
        check::data("input", request.input.as_deref())?;
        let key =
            self.open_or_fault(&request.domain, &request.workflow_id, request.run_id.as_deref())?;
        self.signal(key, request.signal_name, request.input, None);
        Ok(())
    }

    /// A request to cancel from outside.
    pub(crate) fn request_cancel_workflow_execution(
        &mut self,
        request: &RequestCancelWorkflowExecution,
    ) -> Outcome<()> {
        let key =
            self.open_or_fault(&request.domain, &request.workflow_id, request.run_id.as_deref())?;
        self.request_cancel(key, None, None);
        Ok(())
    }

    fn signal(
        &mut self,
        key: RunKey,
        signal_name: String,
        input: Option<String>,
        from: Option<(WorkflowExecution, i64)>,
    ) {
        let (external_workflow_execution, external_initiated_event_id) = split(from);
        let signaled = WorkflowExecutionSignaled {
            signal_name,
            input,
            external_workflow_execution,
            external_initiated_event_id,
        };
        self.record(key, EventAttributes::WorkflowExecutionSignaled(signaled));
        self.want_decision(key);
    }

    pub(super) fn request_cancel(
        &mut self,
        key: RunKey,
        from: Option<(WorkflowExecution, i64)>,
        cause: Option<WorkflowExecutionCancelRequestedCause>,
    ) {
        let (external_workflow_execution, external_initiated_event_id) = split(from);
        self.run_mut(key).cancel_requested = true;
        let requested = WorkflowExecutionCancelRequested {
            external_workflow_execution,
            external_initiated_event_id,
            cause,
        };
        self.record(key, EventAttributes::WorkflowExecutionCancelRequested(requested));
        self.want_decision(key);
    }

    pub(super) fn signal_external(
        &mut self,
        answer: &Answer,
        signal: SignalExternalWorkflowExecution,
    ) {
        let decision_task_completed_event_id = answer.completed;
        if let Some(cause) = &answer.refused {
            let failed = SignalExternalWorkflowExecutionFailed {
                workflow_id: signal.workflow_id,
                run_id: signal.run_id,
                cause: cause.as_str().into(),
                initiated_event_id: 0,
                decision_task_completed_event_id,
                control: signal.control,
            };
            self.decision_failed(
                answer,
                EventAttributes::SignalExternalWorkflowExecutionFailed(failed),
            );
            return;
        }
        let initiated = SignalExternalWorkflowExecutionInitiated {
            workflow_id: signal.workflow_id,
            run_id: signal.run_id,
            signal_name: signal.signal_name,
            input: signal.input,
            decision_task_completed_event_id,
            control: signal.control,
        };
        let event = self.record(
            answer.run,
            EventAttributes::SignalExternalWorkflowExecutionInitiated(initiated),
        );
        self.plan_delivery(Due::SignalArrives(answer.run, event));
    }

    pub(super) fn signal_arrives(&mut self, key: RunKey, event: i64) {
        let Some(EventAttributes::SignalExternalWorkflowExecutionInitiated(initiated)) =
            self.event(key, event)
        else {
            unreachable!("it was recorded when it was planned");
        };
        let source = self.run(key).execution.clone();
        let target =
            self.open(&self.run(key).domain, &initiated.workflow_id, initiated.run_id.as_deref());
        let heard = match target {
            Some(target) => {
                let workflow_execution = self.run(target).execution.clone();
                self.signal(target, initiated.signal_name, initiated.input, Some((source, event)));
                EventAttributes::ExternalWorkflowExecutionSignaled(
                    ExternalWorkflowExecutionSignaled {
                        workflow_execution,
                        initiated_event_id: event,
                    },
                )
            }
            None => EventAttributes::SignalExternalWorkflowExecutionFailed(
                SignalExternalWorkflowExecutionFailed {
                    workflow_id: initiated.workflow_id,
                    run_id: initiated.run_id,
                    cause: UNKNOWN.into(),
                    initiated_event_id: event,
                    decision_task_completed_event_id: initiated.decision_task_completed_event_id,
                    control: initiated.control,
                },
            ),
        };
        self.record(key, heard);
        self.want_decision(key);
    }

    pub(super) fn request_cancel_external(
        &mut self,
        answer: &Answer,
        cancel: RequestCancelExternalWorkflowExecution,
    ) {
        let decision_task_completed_event_id = answer.completed;
        if let Some(cause) = &answer.refused {
            let failed = RequestCancelExternalWorkflowExecutionFailed {
                workflow_id: cancel.workflow_id,
                run_id: cancel.run_id,
                cause: cause.as_str().into(),
                initiated_event_id: 0,
                decision_task_completed_event_id,
                control: cancel.control,
            };
            self.decision_failed(
                answer,
                EventAttributes::RequestCancelExternalWorkflowExecutionFailed(failed),
            );
            return;
        }
        let initiated = RequestCancelExternalWorkflowExecutionInitiated {
            workflow_id: cancel.workflow_id,
            run_id: cancel.run_id,
            decision_task_completed_event_id,
            control: cancel.control,
        };
        let event = self.record(
            answer.run,
            EventAttributes::RequestCancelExternalWorkflowExecutionInitiated(initiated),
        );
        self.plan_delivery(Due::CancelArrives(answer.run, event));
    }

    pub(super) fn cancel_arrives(&mut self, key: RunKey, event: i64) {
        let Some(EventAttributes::RequestCancelExternalWorkflowExecutionInitiated(initiated)) =
            self.event(key, event)
        else {
            unreachable!("it was recorded when it was planned");
        };
        let source = self.run(key).execution.clone();
        let target =
            self.open(&self.run(key).domain, &initiated.workflow_id, initiated.run_id.as_deref());
        let heard = match target {
            Some(target) => {
                let workflow_execution = self.run(target).execution.clone();
                self.request_cancel(target, Some((source, event)), None);
                let requested = ExternalWorkflowExecutionCancelRequested {
                    workflow_execution,
                    initiated_event_id: event,
                };
                EventAttributes::ExternalWorkflowExecutionCancelRequested(requested)
            }
            None => EventAttributes::RequestCancelExternalWorkflowExecutionFailed(
                RequestCancelExternalWorkflowExecutionFailed {
                    workflow_id: initiated.workflow_id,
                    run_id: initiated.run_id,
                    cause: UNKNOWN.into(),
                    initiated_event_id: event,
                    decision_task_completed_event_id: initiated.decision_task_completed_event_id,
                    control: initiated.control,
                },
            ),
        };
        self.record(key, heard);
        self.want_decision(key);
    }
}

/// The origin of a signal or request, as events contain it.
fn split(from: Option<(WorkflowExecution, i64)>) -> (Option<WorkflowExecution>, Option<i64>) {
    match from {
        Some((execution, event)) => (Some(execution), Some(event)),
        None => (None, Some(0)),
    }
}
