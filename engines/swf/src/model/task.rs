//! What Amazon SWF hands to deciders and workers, and the names in it.

use serde::{Deserialize, Serialize};

use crate::model::event::Event;

/// The name of a list that tasks wait in.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct TaskList {
    /// The name.
    pub name: String,
}

impl TaskList {
    /// The list of this name.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into() }
    }
}

/// A registered activity.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
pub struct ActivityType {
    /// Its name.
    pub name: String,
    /// Which one of that name.
    pub version: String,
}

impl ActivityType {
    /// The activity of this name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self { name: name.into(), version: version.into() }
    }
}

/// A registered workflow.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
pub struct WorkflowType {
    /// Its name.
    pub name: String,
    /// Which one of that name.
    pub version: String,
}

impl WorkflowType {
    /// The workflow of this name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self { name: name.into(), version: version.into() }
    }
}

/// One run of an execution.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowExecution {
    /// The id that its starter gave; unique among the open executions of a domain.
    pub workflow_id: String,
    /// The id that Amazon SWF gave to this run.
    pub run_id: String,
}

/// What `PollForDecisionTask` answers. Fields that are not there read as empty: without a task,
/// nothing is there.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DecisionTask {
    /// What the answer is given with; empty if there is no task.
    pub task_token: String,
    /// The event `DecisionTaskStarted` of this task.
    pub started_event_id: i64,
    /// The same of the last task that was answered; 0 if this is the first one.
    pub previous_started_event_id: i64,
    /// Whose task it is.
    pub workflow_execution: WorkflowExecution,
    /// What it runs.
    pub workflow_type: WorkflowType,
    /// A page of the history; the latest event is the first one if that was asked for.
    pub events: Vec<Event>,
    /// Where the next page begins, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_page_token: Option<String>,
}

impl DecisionTask {
    /// Nothing was to be decided: poll again.
    pub fn is_empty(&self) -> bool {
        self.task_token.is_empty()
    }
}

/// What `PollForActivityTask` answers. Fields that are not there read as empty: without a task,
/// nothing is there.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ActivityTask {
    /// What answers and heartbeats are given with; empty if there is no task.
    pub task_token: String,
    /// The id that the decider gave.
    pub activity_id: String,
    /// The event `ActivityTaskStarted` of this task.
    pub started_event_id: i64,
    /// Whose task it is.
    pub workflow_execution: WorkflowExecution,
    /// What is to be done.
    pub activity_type: ActivityType,
    /// With what.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
}

impl ActivityTask {
    /// Nothing was to be done: poll again.
    pub fn is_empty(&self) -> bool {
        self.task_token.is_empty()
    }
}

/// What `GetWorkflowExecutionHistory` answers: a page of events.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct History {
    /// The events; the latest one is the first if that was asked for.
    pub events: Vec<Event>,
    /// Where the next page begins, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_page_token: Option<String>,
}
