//! The tasks of deciders and workers, and the names in them.

mod names;
mod responses;

pub use names::{ActivityType, TaskList, WorkflowExecution, WorkflowType};
pub use responses::{ActivityTask, DecisionTask, History};

impl TaskList {
    /// A task list by name.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into() }
    }
}

impl ActivityType {
    /// An activity type by name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self { name: name.into(), version: version.into() }
    }
}

impl WorkflowType {
    /// A workflow type by name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self { name: name.into(), version: version.into() }
    }
}

impl DecisionTask {
    /// True if the poll returned no task.
    pub fn is_empty(&self) -> bool {
        self.task_token.is_empty()
    }
}

impl ActivityTask {
    /// True if the poll returned no task.
    pub fn is_empty(&self) -> bool {
        self.task_token.is_empty()
    }
}
