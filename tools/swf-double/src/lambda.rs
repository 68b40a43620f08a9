//! Lambda functions, as a test plays them.

use std::time::Duration;

/// A call of a Lambda function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LambdaCall {
    /// The workflow id of the execution that called it.
    pub workflow_id: String,
    /// The id that the decider gave.
    pub id: String,
    /// The function.
    pub name: String,
    /// What it is given.
    pub input: Option<String>,
}

/// What a Lambda function does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LambdaAnswer {
    /// It answers.
    Result(String),
    /// It fails.
    Failed {
        /// The name of the error.
        reason: String,
        /// More about it.
        details: String,
    },
    /// It does this so much later.
    Later(Duration, Box<LambdaAnswer>),
    /// It does nothing until it times out or
    /// [`Double::answer_lambda`](crate::Double::answer_lambda) is called.
    Held,
    /// It cannot be called: the role is refused.
    NotStarted(String),
}
