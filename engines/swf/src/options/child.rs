//! The options of children.

use asl_runtime::value::Text;

use crate::model::ChildPolicy;

use super::Note;

/// The options that a child is started with.
#[derive(Clone, Debug)]
pub struct ChildOptions {
    /// The version of its workflow type.
    pub version: Text,
    /// The list that its decision tasks are polled from; by default that of its type.
    pub task_list: Option<Text>,
    /// Its priority; decision tasks with a higher one are handed out first. By default that of its
    /// type.
    pub priority: Option<i32>,
    /// Seconds for the whole of it; by default those of its type.
    pub execution_timeout: Option<u32>,
    /// Seconds for one decision; by default those of its type.
    pub decision_timeout: Option<u32>,
    /// The fate of its own children when it is terminated or times out; by default that of its
    /// type.
    pub policy: Option<ChildPolicy>,
    /// The role its Lambda functions are called with; by default that of the parent.
    pub lambda_role: Option<Text>,
    /// Words it can be found by, made of its input: five at most.
    pub tags: Vec<Note>,
    /// The `control` of its start and of a request to cancel it, made of its input.
    pub control: Option<Note>,
}

impl Default for ChildOptions {
    fn default() -> Self {
        Self {
            version: Text::new_static("1.0"),
            task_list: None,
            priority: None,
            execution_timeout: None,
            decision_timeout: None,
            policy: None,
            lambda_role: None,
            tags: Vec::new(),
            control: None,
        }
    }
}
