//! Answers of deciders: their decisions are performed in order.

use asl_swf::model::event::{DecisionTaskCompleted, MarkerRecorded, RecordMarkerFailed};
use asl_swf::model::{Decision, EventAttributes};
use asl_swf::service::RespondDecisionTaskCompleted;

use super::run::RunKey;
use super::{Service, check};
use crate::fault::{Fault, Outcome};
use crate::options::Unhandled;

/// The context of a decision.
pub(super) struct Answer {
    pub(super) run: RunKey,
    /// The event `DecisionTaskCompleted` of the answer.
    pub(super) completed: i64,
    /// True if something has happened that the decider has not seen.
    pub(super) unhandled: bool,
    /// The cause with which the test wants it to fail.
    pub(super) refused: Option<String>,
}

impl Service {
    /// Performs the decisions for a decision task.
    pub(crate) fn respond_decision_task_completed(
        &mut self,
        request: RespondDecisionTaskCompleted,
    ) -> Outcome<()> {
        check::data("executionContext", request.execution_context.as_deref())?;
        check::task_list(request.task_list.as_ref())?;
        check::timeouts(&[request.task_list_schedule_to_start_timeout])?;
        check::decisions(&request.decisions)?;
        let run = self.deciding_run(&request.task_token)?;
        let tasks = &mut self.run_mut(run).decisions;
        let unhandled = tasks.wanted || tasks.scheduled.is_some();
        if unhandled
            && self.options.unhandled == Unhandled::Fault
            && request.decisions.iter().any(Decision::closes)
        {
            return Err(Fault::new(
                "UnhandledDecision",
                "something has happened to the execution meanwhile",
            ));
        }
        let Some(started) = self.run_mut(run).decisions.started.take() else {
            unreachable!("the token is one of an open decision task");
        };
        self.decision_tokens.remove(&request.task_token);
        let completed = self.record(
            run,
            EventAttributes::DecisionTaskCompleted(DecisionTaskCompleted {
                execution_context: request.execution_context.clone(),
                scheduled_event_id: started.scheduled,
                started_event_id: started.event,
                task_list: request.task_list.clone(),
                task_list_schedule_to_start_timeout: request.task_list_schedule_to_start_timeout,
            }),
        );
        let open = self.run_mut(run);
        open.decisions.previous_started = started.event;
        open.context = request.execution_context;
        open.decisions.responding = true;
        if let Some(list) = request.task_list {
            open.decisions.override_list =
                Some((list, request.task_list_schedule_to_start_timeout));
        }
        for decision in request.decisions {
            self.decide(Answer { run, completed, unhandled, refused: None }, decision);
        }
        self.run_mut(run).decisions.responding = false;
        self.next_decision(run);
        Ok(())
    }

    /// The run of the decision task with this token.
    fn deciding_run(&self, token: &str) -> Outcome<RunKey> {
        let run =
            self.decision_tokens.get(token).copied().filter(|run| self.run(*run).closed.is_none());
        run.ok_or_else(|| {
            Fault::unknown(
                "Unknown decision task: it was answered, has timed out or its execution has closed",
            )
        })
    }

    fn decide(&mut self, mut answer: Answer, decision: Decision) {
        answer.refused = self
            .refusals
            .get_mut(decision.decision_type())
            .and_then(std::collections::VecDeque::pop_front);
        match decision {
            Decision::ScheduleActivityTask(activity) => self.schedule_activity(&answer, activity),
            Decision::RequestCancelActivityTask(cancel) => {
                self.request_cancel_activity(&answer, cancel);
            }
            Decision::CompleteWorkflowExecution(complete) => {
                self.complete_execution(&answer, complete);
            }
            Decision::FailWorkflowExecution(fail) => self.fail_execution(&answer, fail),
            Decision::CancelWorkflowExecution(cancel) => self.cancel_execution(&answer, cancel),
            Decision::ContinueAsNewWorkflowExecution(new) => self.continue_execution(&answer, new),
            Decision::RecordMarker(marker) => self.record_marker(&answer, marker),
            Decision::StartTimer(timer) => self.start_timer(&answer, timer),
            Decision::CancelTimer(timer) => self.cancel_timer(&answer, timer),
            Decision::SignalExternalWorkflowExecution(signal) => {
                self.signal_external(&answer, signal);
            }
            Decision::RequestCancelExternalWorkflowExecution(cancel) => {
                self.request_cancel_external(&answer, cancel);
            }
            Decision::StartChildWorkflowExecution(child) => self.start_child(&answer, child),
            Decision::ScheduleLambdaFunction(lambda) => self.schedule_lambda(&answer, lambda),
        }
    }

    /// Records the failure of a decision, which the decider must see.
    pub(super) fn decision_failed(&mut self, answer: &Answer, attributes: EventAttributes) {
        self.record(answer.run, attributes);
        self.want_decision(answer.run);
    }

    fn record_marker(&mut self, answer: &Answer, marker: asl_swf::model::decision::RecordMarker) {
        let decision_task_completed_event_id = answer.completed;
        if let Some(cause) = &answer.refused {
            let failed = RecordMarkerFailed {
                marker_name: marker.marker_name,
                cause: cause.as_str().into(),
                decision_task_completed_event_id,
            };
            self.decision_failed(answer, EventAttributes::RecordMarkerFailed(failed));
            return;
        }
        let recorded = MarkerRecorded {
            marker_name: marker.marker_name,
            details: marker.details,
            decision_task_completed_event_id,
        };
        self.record(answer.run, EventAttributes::MarkerRecorded(recorded));
    }
}
