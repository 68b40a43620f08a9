//! The tasks of deciders and workers, and the names in them.

use serde::{Deserialize, Serialize};

use crate::model::event::Event;

/// The name of a task list.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct TaskList {
    /// The name.
    pub name: String,
}

impl TaskList {
    /// A task list by name.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into() }
    }
}

/// A registered activity.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
pub struct ActivityType {
    /// Its name.
    pub name: String,
    /// The version.
    pub version: String,
}

impl ActivityType {
    /// An activity type by name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self { name: name.into(), version: version.into() }
    }
}

/// A registered workflow.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
pub struct WorkflowType {
    /// Its name.
    pub name: String,
    /// The version.
    pub version: String,
}

impl WorkflowType {
    /// A workflow type by name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self { name: name.into(), version: version.into() }
    }
}

/// One run of an execution.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowExecution {
    /// The workflow id, unique among the open executions of a domain.
    pub workflow_id: String,
    /// The run id, from Amazon SWF.
    pub run_id: String,
}

/// The response of `PollForDecisionTask`. Missing fields are read as empty. Without a task, all
/// are.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DecisionTask {
    /// The task token. Empty if there is no task.
    pub task_token: String,
    /// Id of the task's `DecisionTaskStarted` event.
    pub started_event_id: i64,
    /// Id of the `DecisionTaskStarted` event of the previously completed task, or 0.
    pub previous_started_event_id: i64,
    /// The execution of the task.
    pub workflow_execution: WorkflowExecution,
    /// Its type.
    pub workflow_type: WorkflowType,
    /// A page of the history, oldest event first unless requested otherwise.
    pub events: Vec<Event>,
    /// Token of the next page, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_page_token: Option<String>,
}

impl DecisionTask {
    /// True if the poll returned no task.
    pub fn is_empty(&self) -> bool {
        self.task_token.is_empty()
    }
}

/// The response of `PollForActivityTask`. Missing fields are read as empty. Without a task, all
/// are.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ActivityTask {
    /// The task token. Empty if there is no task.
    pub task_token: String,
    /// The activity id, from the decider.
    pub activity_id: String,
    /// Id of the task's `ActivityTaskStarted` event.
    pub started_event_id: i64,
    /// The execution of the task.
    pub workflow_execution: WorkflowExecution,
    /// The activity type.
    pub activity_type: ActivityType,
    /// The input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
}

impl ActivityTask {
    /// True if the poll returned no task.
    pub fn is_empty(&self) -> bool {
        self.task_token.is_empty()
    }
}

/// The response of `GetWorkflowExecutionHistory`: a page of events.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct History {
    /// The events, oldest first unless requested otherwise.
    pub events: Vec<Event>,
    /// Token of the next page, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_page_token: Option<String>,
}
