//! The options of children.

use asl_runtime::value::Text;

use crate::model::ChildPolicy;

use super::Note;

/// The options that a child is started with.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ChildOptions {
    /// The version of its workflow type.
    pub version: Text,
    /// Task list of its decision tasks. By default that of its type.
    pub task_list: Option<Text>,
    /// Priority of its decision tasks: higher ones come first. By default that of its type.
    pub priority: Option<i32>,
    /// Time-out of the execution in seconds. By default that of its type.
    pub execution_timeout: Option<u32>,
    /// Time-out of decision tasks in seconds. By default that of its type.
    pub decision_timeout: Option<u32>,
    /// Policy for its own children when it is terminated or times out. By default that of its type.
    pub policy: Option<ChildPolicy>,
    /// Role for its Lambda functions. By default that of the parent.
    pub lambda_role: Option<Text>,
    /// Tags, made from its input: at most five.
    pub tags: Vec<Note>,
    /// The `control` of its start and cancellation, made from its input.
    pub control: Option<Note>,
}

impl ChildOptions {
    asl_runtime::__setters! {
        version: impl Into<Text>,
        task_list: impl Into<Text> => Some,
        priority: i32,
        execution_timeout: u32,
        decision_timeout: u32,
        policy: ChildPolicy,
        lambda_role: impl Into<Text> => Some,
        tags: impl Into<Vec<Note>>,
        control: impl Into<Note> => Some,
    }
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
