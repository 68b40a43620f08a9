//! The service itself, behind the handle's lock: domains, runs, queues and the clock.

mod activity;
mod answer;
mod check;
mod child;
mod close;
mod decision_task;
mod due;
mod external;
mod lambda;
mod page;
mod registry;
mod run;
mod start;
mod timer;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use asl_language::random::mix;
use asl_swf::model::{Event, EventAttributes, Timeout, Timestamp, WorkflowExecution};
use asl_swf::service::{ExecutionStatus, WorkflowExecutionDetail};

use crate::fault::{Fault, Outcome};
use crate::lambda::{LambdaAnswer, LambdaCall};
use crate::options::Options;
use due::Due;
use page::Page;
use registry::Domain;
use run::{Run, RunKey};

/// The scripted Lambda functions.
pub(crate) type Functions = Arc<dyn Fn(&LambdaCall) -> LambdaAnswer + Send + Sync>;

/// The state of the service.
pub(crate) struct Service {
    pub(crate) options: Options,
    pub(crate) functions: Option<Functions>,
    /// Milliseconds since 1970.
    now: i64,
    serial: u64,
    domains: BTreeMap<String, Domain>,
    runs: Vec<Run>,
    /// Planned events, by time and then in the order of planning.
    due: BTreeMap<(i64, u64), Due>,
    decision_tokens: BTreeMap<String, RunKey>,
    activity_tokens: BTreeMap<String, (RunKey, i64)>,
    pages: BTreeMap<String, Page>,
    /// Causes with which the next decisions of a type fail.
    refusals: BTreeMap<String, VecDeque<String>>,
}

/// A queue of tasks: higher priority first, then in the order of arrival.
type Queue = BTreeSet<(i64, u64, RunKey, i64)>;

impl Service {
    /// An empty service.
    pub(crate) fn new(options: Options) -> Self {
        Self {
            now: options.start.as_millis(),
            options,
            functions: None,
            serial: 0,
            domains: BTreeMap::new(),
            runs: Vec::new(),
            due: BTreeMap::new(),
            decision_tokens: BTreeMap::new(),
            activity_tokens: BTreeMap::new(),
            pages: BTreeMap::new(),
            refusals: BTreeMap::new(),
        }
    }

    /// Makes the next decision of this type fail with this cause.
    pub(crate) fn refuse(&mut self, decision_type: &str, cause: &str) {
        self.refusals.entry(decision_type.to_owned()).or_default().push_back(cause.to_owned());
    }

    fn run(&self, key: RunKey) -> &Run {
        match self.runs.get(key.0) {
            Some(run) => run,
            None => unreachable!("runs are never forgotten"),
        }
    }

    fn run_mut(&mut self, key: RunKey) -> &mut Run {
        match self.runs.get_mut(key.0) {
            Some(run) => run,
            None => unreachable!("runs are never forgotten"),
        }
    }

    fn next_serial(&mut self) -> u64 {
        self.serial += 1;
        self.serial
    }

    /// A unique text, derived from the seed.
    fn unique(&mut self, prefix: &str) -> String {
        let serial = self.next_serial();
        let mixed = mix(self.options.seed, serial);
        format!("{prefix}{mixed:016x}{serial:08x}")
    }

    /// Adds an event to a history, unless it is closed. Beyond the limit the run will be
    /// terminated.
    fn record(&mut self, key: RunKey, attributes: EventAttributes) -> i64 {
        let (event_timestamp, limit) =
            (Timestamp::from_millis(self.now), self.options.limits.events);
        let run = self.run_mut(key);
        if run.closed.is_some() {
            return 0;
        }
        let event_id = i64::try_from(run.history.len()).unwrap_or(i64::MAX).saturating_add(1);
        run.history.push(Event { event_id, event_timestamp, attributes });
        if run.history.len() == limit {
            self.plan(0, Due::EventLimit(key));
        }
        event_id
    }

    /// Plans an event this many milliseconds from now.
    fn plan(&mut self, milliseconds: i64, due: Due) {
        let serial = self.next_serial();
        self.due.insert((self.now.saturating_add(milliseconds), serial), due);
    }

    /// Plans an event at the end of this duration, if it is finite.
    fn plan_timeout(&mut self, timeout: Timeout, due: Due) {
        if let Timeout::Seconds(seconds) = timeout {
            self.plan(i64::try_from(seconds).unwrap_or(i64::MAX).saturating_mul(1000), due);
        }
    }

    /// Plans an event for the time at which one execution learns of another.
    fn plan_delivery(&mut self, due: Due) {
        let delay = i64::try_from(self.options.delivery.as_millis()).unwrap_or(i64::MAX);
        self.plan(delay, due);
    }

    /// The open run of this id, or the one of this run id if it is open.
    fn open(&self, domain: &str, workflow_id: &str, run_id: Option<&str>) -> Option<RunKey> {
        let key = *self.domains.get(domain)?.open.get(workflow_id)?;
        let same = run_id
            .is_none_or(|run_id| run_id.is_empty() || run_id == self.run(key).execution.run_id);
        same.then_some(key)
    }

    /// The open run, or the fault of an action.
    fn open_or_fault(
        &self,
        domain: &str,
        workflow_id: &str,
        run_id: Option<&str>,
    ) -> Outcome<RunKey> {
        self.known_domain(domain)?;
        self.open(domain, workflow_id, run_id).ok_or_else(|| {
            let run_id = run_id.unwrap_or_default();
            Fault::unknown(format!(
                "Unknown execution: WorkflowExecution=[workflowId={workflow_id}, runId={run_id}]"
            ))
        })
    }

    /// A run, open or not.
    fn find(&self, domain: &str, execution: &WorkflowExecution) -> Outcome<&Run> {
        self.known_domain(domain)?;
        let found =
            self.runs.iter().find(|run| run.domain == domain && run.execution == *execution);
        found.ok_or_else(|| Fault::unknown(format!("Unknown execution: {execution:?}")))
    }

    /// All runs of a workflow id, oldest first.
    pub(crate) fn runs_of(&self, domain: &str, workflow_id: &str) -> Vec<WorkflowExecution> {
        let runs = self
            .runs
            .iter()
            .filter(|run| run.domain == domain && run.execution.workflow_id == workflow_id);
        runs.map(|run| run.execution.clone()).collect()
    }

    /// The whole history of a run.
    pub(crate) fn history(
        &self,
        domain: &str,
        execution: &WorkflowExecution,
    ) -> Outcome<Vec<Event>> {
        self.find(domain, execution).map(|run| run.history.clone())
    }

    /// The status of an execution.
    pub(crate) fn describe(
        &self,
        domain: &str,
        execution: &WorkflowExecution,
    ) -> Outcome<WorkflowExecutionDetail> {
        let run = self.find(domain, execution)?;
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let open = run.closed.is_none();
        let decision = run.decisions.scheduled.is_some() || run.decisions.started.is_some();
        Ok(WorkflowExecutionDetail {
            execution: run.execution.clone(),
            workflow_type: run.workflow_type.clone(),
            status: if open { ExecutionStatus::Open } else { ExecutionStatus::Closed },
            close_status: run.closed.map(str::to_owned),
            cancel_requested: run.cancel_requested,
            open_activity_tasks: count(run.activities.len()),
            open_decision_tasks: u32::from(open && decision),
            open_timers: count(run.timers.len()),
            open_child_workflow_executions: count(run.children.len()),
            open_lambda_functions: count(run.lambdas.len()),
            latest_execution_context: run.context.clone(),
        })
    }
}

/// A priority as a number; the highest priority is the lowest number.
fn rank(priority: Option<&str>) -> i64 {
    priority
        .and_then(|priority| priority.parse::<i32>().ok())
        .map_or(0, |priority| -i64::from(priority))
}
