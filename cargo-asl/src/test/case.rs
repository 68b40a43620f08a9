//! A case of a test file.

use asl_codegen::source::Span;
use asl_runtime::Value;
use asl_testing::runner::{CallReply, SentEvent};

/// A case: the input of an execution, the answers of its tasks, and the expectations.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) name: String,
    /// Place of the name.
    pub(super) span: Span,
    pub(super) input: Value,
    /// Name of the case of the mock file.
    pub(super) mock: Option<String>,
    pub(super) tasks: Vec<Script>,
    pub(super) events: Vec<SentEvent>,
    pub(super) expect: Expect,
}

/// The answers for one name.
#[derive(Clone, Debug)]
pub(super) struct Script {
    pub(super) name: String,
    /// Line and column of the name, with its file.
    pub(super) place: String,
    pub(super) answers: Answers,
}

/// Answers to the calls of a task.
#[derive(Clone, Debug)]
pub(super) enum Answers {
    /// One for all calls.
    Always(Answer),
    /// One for each call, in their order.
    Each(Vec<Answer>),
}

/// An answer, after some milliseconds.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) after: u64,
    pub(super) reply: CallReply,
}

/// The expectations of a case. An expectation that is missing is met.
#[derive(Debug, Default)]
pub(super) struct Expect {
    pub(super) output: Option<Value>,
    pub(super) error: Option<String>,
    pub(super) cause: Option<String>,
    pub(super) path: Option<Vec<String>>,
    pub(super) through: Option<Vec<String>>,
    pub(super) delays: Option<Vec<f64>>,
    pub(super) waits: Option<Vec<f64>>,
    pub(super) elapsed: Option<f64>,
    pub(super) calls: Vec<(String, u64)>,
    pub(super) values: Vec<ExpectedValue>,
}

/// A value at a visit of a state.
#[derive(Debug)]
pub(super) struct ExpectedValue {
    pub(super) state: String,
    pub(super) stage: Stage,
    /// Number of the visit, from 1; the last by default.
    pub(super) visit: Option<u64>,
    /// The path in the value, as written.
    pub(super) path: String,
    pub(super) steps: Vec<Step>,
    pub(super) equals: Value,
}

/// The value of a state that is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The state's input.
    Input,
    /// The state's output.
    Output,
    /// The variables that the state assigned.
    Variables,
    /// The input of the state's task.
    Call,
}

/// A step of a path.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// A member.
    Key(String),
    /// An item.
    Index(usize),
}
