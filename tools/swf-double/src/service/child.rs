//! Child workflows: executions that an execution has started, and the events about them.

use asl_swf::model::decision::StartChildWorkflowExecution;
use asl_swf::model::event::{
    ChildWorkflowExecutionStarted, StartChildWorkflowExecutionFailed,
    StartChildWorkflowExecutionInitiated,
};
use asl_swf::model::{EventAttributes, Timeout};

use super::Service;
use super::answer::Answer;
use super::due::Due;
use super::registry::Overrides;
use super::run::{Parent, RunKey, Settings};
use super::start::NewRun;

impl Service {
    pub(super) fn start_child(&mut self, answer: &Answer, child: StartChildWorkflowExecution) {
        let decision_task_completed_event_id = answer.completed;
        let settings = match self.child_settings(answer, &child) {
            Ok(settings) => settings,
            Err(cause) => {
                let failed = StartChildWorkflowExecutionFailed {
                    workflow_type: child.workflow_type,
                    cause: cause.as_str().into(),
                    workflow_id: child.workflow_id,
                    initiated_event_id: 0,
                    decision_task_completed_event_id,
                    control: child.control,
                };
                self.decision_failed(
                    answer,
                    EventAttributes::StartChildWorkflowExecutionFailed(failed),
                );
                return;
            }
        };
        let initiated = StartChildWorkflowExecutionInitiated {
            workflow_id: child.workflow_id,
            workflow_type: child.workflow_type,
            control: child.control,
            input: child.input,
            execution_start_to_close_timeout: Some(settings.execution_timeout),
            task_list: settings.task_list,
            task_priority: settings.task_priority,
            decision_task_completed_event_id,
            child_policy: settings.child_policy,
            task_start_to_close_timeout: Some(settings.task_timeout),
            tag_list: settings.tag_list,
            lambda_role: settings.lambda_role,
        };
        let event = self
            .record(answer.run, EventAttributes::StartChildWorkflowExecutionInitiated(initiated));
        self.run_mut(answer.run).children.insert(event, None);
        self.plan_delivery(Due::ChildStarts(answer.run, event));
    }

    /// The parameters of the child, or the cause why it cannot be started.
    fn child_settings(
        &self,
        answer: &Answer,
        child: &StartChildWorkflowExecution,
    ) -> Result<Settings, String> {
        if let Some(cause) = &answer.refused {
            return Err(cause.clone());
        }
        let (run, limits) = (self.run(answer.run), self.options.limits);
        let overrides = Overrides {
            execution_timeout: child.execution_start_to_close_timeout,
            task_timeout: child.task_start_to_close_timeout,
            task_list: child.task_list.clone(),
            task_priority: child.task_priority.clone(),
            child_policy: child.child_policy.clone(),
            tag_list: child.tag_list.clone(),
            lambda_role: child.lambda_role.clone(),
        };
        let settings = self.settings(&run.domain, &child.workflow_type, overrides)?;
        if run.children.len() >= limits.children {
            return Err("OPEN_CHILDREN_LIMIT_EXCEEDED".into());
        }
        let open = self.domains.get(&run.domain).map_or(0, |domain| domain.open.len());
        if open >= limits.executions {
            return Err("OPEN_WORKFLOWS_LIMIT_EXCEEDED".into());
        }
        Ok(settings)
    }

    /// The contents of an event in a history.
    pub(super) fn event(&self, key: RunKey, event: i64) -> Option<EventAttributes> {
        let index = usize::try_from(event).ok()?.checked_sub(1)?;
        self.run(key).history.get(index).map(|event| event.attributes.clone())
    }

    pub(super) fn child_starts(&mut self, key: RunKey, event: i64) {
        let Some(EventAttributes::StartChildWorkflowExecutionInitiated(initiated)) =
            self.event(key, event)
        else {
            unreachable!("it was recorded when it was planned");
        };
        if self.run(key).closed.is_some() {
            return;
        }
        let domain = self.run(key).domain.clone();
        if self.open(&domain, &initiated.workflow_id, None).is_some() {
            self.child_runs_already(key, event, initiated);
            return;
        }
        let parent = Parent { run: key, initiated: event, started: 0 };
        let child = self.start(NewRun {
            domain,
            workflow_id: initiated.workflow_id,
            workflow_type: initiated.workflow_type.clone(),
            settings: Settings {
                execution_timeout: initiated
                    .execution_start_to_close_timeout
                    .unwrap_or(Timeout::Unlimited),
                task_timeout: initiated.task_start_to_close_timeout.unwrap_or(Timeout::Unlimited),
                task_list: initiated.task_list,
                task_priority: initiated.task_priority,
                child_policy: initiated.child_policy,
                tag_list: initiated.tag_list,
                lambda_role: initiated.lambda_role,
            },
            input: initiated.input,
            parent: Some(parent),
            continued: None,
            run_id: None,
        });
        let workflow_execution = self.run(child).execution.clone();
        let started = ChildWorkflowExecutionStarted {
            workflow_execution,
            workflow_type: initiated.workflow_type,
            initiated_event_id: event,
        };
        let started = self.record(key, EventAttributes::ChildWorkflowExecutionStarted(started));
        self.run_mut(child).parent = Some(Parent { started, ..parent });
        self.run_mut(key).children.insert(event, Some(child));
        self.want_decision(key);
    }

    fn child_runs_already(
        &mut self,
        key: RunKey,
        event: i64,
        initiated: StartChildWorkflowExecutionInitiated,
    ) {
        self.run_mut(key).children.remove(&event);
        let failed = StartChildWorkflowExecutionFailed {
            workflow_type: initiated.workflow_type,
            cause: "WORKFLOW_ALREADY_RUNNING".into(),
            workflow_id: initiated.workflow_id,
            initiated_event_id: event,
            decision_task_completed_event_id: initiated.decision_task_completed_event_id,
            control: initiated.control,
        };
        self.record(key, EventAttributes::StartChildWorkflowExecutionFailed(failed));
        self.want_decision(key);
    }

    /// Reports the end of a child to its parent.
    pub(super) fn child_closed(&mut self, key: RunKey, event: i64, attributes: EventAttributes) {
        let run = self.run_mut(key);
        if run.closed.is_some() || run.children.remove(&event).is_none() {
            return;
        }
        self.record(key, attributes);
        self.want_decision(key);
    }
}
