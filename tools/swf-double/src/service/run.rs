//! One run of an execution: its history and what is open.

use std::collections::BTreeMap;

use asl_swf::model::{
    ActivityType, ChildPolicy, Event, TaskList, Timeout, WorkflowExecution, WorkflowType,
};

/// Which run: runs are never forgotten.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct RunKey(pub(super) usize);

/// One run.
pub(super) struct Run {
    pub(super) domain: String,
    pub(super) execution: WorkflowExecution,
    pub(super) workflow_type: WorkflowType,
    pub(super) settings: Settings,
    pub(super) parent: Option<Parent>,
    pub(super) history: Vec<Event>,
    /// How it ended, if it did.
    pub(super) closed: Option<&'static str>,
    pub(super) cancel_requested: bool,
    pub(super) context: Option<String>,
    pub(super) decisions: DecisionTasks,
    /// Open ones by the event that scheduled them.
    pub(super) activities: BTreeMap<i64, Activity>,
    /// Open ones by their ids, with the event that started them.
    pub(super) timers: BTreeMap<String, i64>,
    /// Open ones by the event that scheduled them.
    pub(super) lambdas: BTreeMap<i64, Lambda>,
    /// Open ones by the event that initiated them; those that are not started yet have no run.
    pub(super) children: BTreeMap<i64, Option<RunKey>>,
}

/// What a run was started with, its type's defaults included.
#[derive(Clone)]
pub(super) struct Settings {
    pub(super) execution_timeout: Timeout,
    pub(super) task_timeout: Timeout,
    pub(super) task_list: TaskList,
    pub(super) task_priority: Option<String>,
    pub(super) child_policy: ChildPolicy,
    pub(super) tag_list: Vec<String>,
    pub(super) lambda_role: Option<String>,
}

/// Who started a run.
#[derive(Clone, Copy)]
pub(super) struct Parent {
    pub(super) run: RunKey,
    pub(super) initiated: i64,
    /// The parent's event `ChildWorkflowExecutionStarted`.
    pub(super) started: i64,
}

/// The decision tasks of a run: one at most is being worked on, another one at most waits.
#[derive(Default)]
pub(super) struct DecisionTasks {
    pub(super) scheduled: Option<ScheduledDecision>,
    pub(super) started: Option<StartedDecision>,
    /// Something has happened that a task has yet to be scheduled for.
    pub(super) wanted: bool,
    /// The decisions of an answer are being applied.
    pub(super) responding: bool,
    /// The event that started the last task that was answered.
    pub(super) previous_started: i64,
    /// Where tasks go instead of the execution's own list, and for how long they may wait there.
    pub(super) override_list: Option<(TaskList, Option<Timeout>)>,
}

/// A decision task that waits.
pub(super) struct ScheduledDecision {
    pub(super) event: i64,
    pub(super) list: String,
}

/// A decision task that somebody works on.
pub(super) struct StartedDecision {
    pub(super) event: i64,
    pub(super) scheduled: i64,
    pub(super) token: String,
}

/// An open activity task.
pub(super) struct Activity {
    pub(super) id: String,
    pub(super) kind: ActivityType,
    pub(super) input: Option<String>,
    pub(super) start_to_close: Timeout,
    pub(super) heartbeat: Timeout,
    pub(super) started: Option<StartedActivity>,
    /// The event of the last request to cancel it.
    pub(super) cancel_requested: Option<i64>,
}

/// An activity task that somebody works on.
pub(super) struct StartedActivity {
    pub(super) event: i64,
    pub(super) token: String,
    /// What the last heartbeat said.
    pub(super) details: Option<String>,
    /// Milliseconds: since then the worker is silent.
    pub(super) heard: i64,
}

/// An open call of a Lambda function.
pub(super) struct Lambda {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) input: Option<String>,
    pub(super) timeout: u64,
    /// The event that started it.
    pub(super) started: Option<i64>,
}
