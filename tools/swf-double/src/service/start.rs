//! Starting executions: asked for from outside, by a parent, or by the run before.

use std::collections::BTreeMap;

use asl_swf::model::event::WorkflowExecutionStarted;
use asl_swf::model::{EventAttributes, WorkflowExecution, WorkflowType};
use asl_swf::service::StartWorkflowExecution;

use super::Service;
use super::check;
use super::due::Due;
use super::registry::Overrides;
use super::run::{DecisionTasks, Parent, Run, RunKey, Settings};
use crate::fault::{Fault, Outcome};

/// A run that is about to be started.
pub(super) struct NewRun {
    pub(super) domain: String,
    pub(super) workflow_id: String,
    pub(super) workflow_type: WorkflowType,
    pub(super) settings: Settings,
    pub(super) input: Option<String>,
    pub(super) parent: Option<Parent>,
    /// The run that it goes on with.
    pub(super) continued: Option<String>,
    /// The run id if it is known already.
    pub(super) run_id: Option<String>,
}

impl Service {
    /// Starts an execution; its run id.
    pub(crate) fn start_workflow_execution(
        &mut self,
        request: StartWorkflowExecution,
    ) -> Outcome<String> {
        check_start(&request)?;
        let limit = self.options.limits.executions;
        let domain = self.known_domain(&request.domain)?;
        if domain.open.len() >= limit {
            return Err(Fault::new("LimitExceededFault", "too many open executions"));
        }
        let taken = domain.open.contains_key(&request.workflow_id);
        let overrides = Overrides {
            execution_timeout: request.execution_start_to_close_timeout,
            task_timeout: request.task_start_to_close_timeout,
            task_list: request.task_list,
            task_priority: request.task_priority,
            child_policy: request.child_policy,
            tag_list: request.tag_list,
            lambda_role: request.lambda_role,
        };
        let settings =
            self.settings(&request.domain, &request.workflow_type, overrides).map_err(|cause| {
                match cause {
                    "WORKFLOW_TYPE_DOES_NOT_EXIST" => {
                        Fault::unknown(format!("Unknown type: {:?}", request.workflow_type))
                    }
                    "WORKFLOW_TYPE_DEPRECATED" => {
                        Fault::new("TypeDeprecatedFault", &request.workflow_type.name)
                    }
                    undefined => Fault::new("DefaultUndefinedFault", undefined),
                }
            })?;
        if taken {
            return Err(Fault::new("WorkflowExecutionAlreadyStartedFault", "Already Started"));
        }
        let run = self.start(NewRun {
            domain: request.domain,
            workflow_id: request.workflow_id,
            workflow_type: request.workflow_type,
            settings,
            input: request.input,
            parent: None,
            continued: None,
            run_id: None,
        });
        Ok(self.run(run).execution.run_id.clone())
    }

    /// Starts a run of a workflow id that none is open of.
    pub(super) fn start(&mut self, new: NewRun) -> RunKey {
        let key = RunKey(self.runs.len());
        let run_id = new.run_id.unwrap_or_else(|| self.unique("run-"));
        let execution = WorkflowExecution { workflow_id: new.workflow_id, run_id };
        let started = WorkflowExecutionStarted {
            input: new.input,
            execution_start_to_close_timeout: Some(new.settings.execution_timeout),
            task_start_to_close_timeout: Some(new.settings.task_timeout),
            child_policy: new.settings.child_policy.clone(),
            task_list: new.settings.task_list.clone(),
            task_priority: new.settings.task_priority.clone(),
            workflow_type: new.workflow_type.clone(),
            tag_list: new.settings.tag_list.clone(),
            continued_execution_run_id: new.continued,
            parent_workflow_execution: new
                .parent
                .map(|parent| self.run(parent.run).execution.clone()),
            parent_initiated_event_id: Some(new.parent.map_or(0, |parent| parent.initiated)),
            lambda_role: new.settings.lambda_role.clone(),
        };
        let timeout = new.settings.execution_timeout;
        if let Some(domain) = self.domains.get_mut(&new.domain) {
            domain.open.insert(execution.workflow_id.clone(), key);
        }
        self.runs.push(Run {
            domain: new.domain,
            execution,
            workflow_type: new.workflow_type,
            settings: new.settings,
            parent: new.parent,
            history: Vec::new(),
            closed: None,
            cancel_requested: false,
            context: None,
            decisions: DecisionTasks::default(),
            activities: BTreeMap::new(),
            timers: BTreeMap::new(),
            lambdas: BTreeMap::new(),
            children: BTreeMap::new(),
        });
        self.record(key, EventAttributes::WorkflowExecutionStarted(started));
        self.plan_timeout(timeout, Due::ExecutionTimeout(key));
        self.want_decision(key);
        key
    }
}

fn check_start(request: &StartWorkflowExecution) -> Outcome<()> {
    check::id("workflowId", &request.workflow_id)?;
    check::data("input", request.input.as_deref())?;
    check::task_list(request.task_list.as_ref())?;
    check::execution_timeout(request.execution_start_to_close_timeout)?;
    check::timeouts(&[request.task_start_to_close_timeout])?;
    check::priority(request.task_priority.as_deref())?;
    check::tags(&request.tag_list)
}
