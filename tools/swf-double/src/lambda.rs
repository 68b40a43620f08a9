//! Lambda functions, as scripted by a test.

use std::time::Duration;

/// A call of a Lambda function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LambdaCall {
    /// The workflow id of the calling execution.
    pub workflow_id: String,
    /// The id in the decision.
    pub id: String,
    /// The function.
    pub name: String,
    /// The input.
    pub input: Option<String>,
}

/// The behaviour of a Lambda function.
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
    /// It does this after a delay.
    Later(Duration, Box<LambdaAnswer>),
    /// It does nothing until it times out or
    /// [`Double::answer_lambda`](crate::Double::answer_lambda) is called.
    Held,
    /// It cannot be called: the role is refused.
    NotStarted(String),
}
