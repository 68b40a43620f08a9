//! A node's answer to the execution, and what its functions can read besides their data.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::sm4c::ExpressionLimits;
use crate::error::Failed;
use crate::value::{Text, Value};

use super::for_each::{Item, Iterate};
use super::table::NodeId;

/// A node's answer; 32 bytes. After inlining a `Goto` never touches memory. On `End` the frame's
/// data is the output.
#[derive(Debug)]
pub enum Step {
    /// Go on at once.
    Goto(NodeId),
    /// Run the node's task with this input, then `resume` with its result.
    Task(Value),
    /// The same with what the node's row does not know.
    Call(Box<Call>),
    /// Wait, then `resume` with `Value::Null`.
    Wait(Wait),
    /// Start the node's branches on this input, then `resume` with the array of their outputs.
    Fork(Value),
    /// Run the node's body for each item of this, then `resume` with the array of outputs.
    ForEach(Box<Iterate>),
    /// SM4C: wait for events that take one of the row's transitions, then `resume` with the
    /// transition's index and its events, `[0, {..}, ..]`, or with null when the time is over.
    Await,
    /// SM4C: `resume` with this at once. The node's own error handlers do not see failures from
    /// then on.
    Done(Value),
    /// The frame is done.
    End,
}

/// A task's input, and other parts of the call that depend on the data.
#[derive(Debug, Default)]
pub struct Call {
    /// Its input.
    pub input: Value,
    /// `TimeoutSecondsPath`; without it the row's.
    pub timeout_seconds: Option<u32>,
    /// `HeartbeatSecondsPath`; without it the row's.
    pub heartbeat_seconds: Option<u32>,
    /// `Credentials`.
    pub credentials: Option<Value>,
}

impl Call {
    /// A call of which all but the input is in the row.
    pub(crate) fn of(input: Value) -> Self {
        Self { input, ..Self::default() }
    }
}

/// The end of a wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// So many milliseconds from when the state was entered.
    For(u64),
    /// Until so many milliseconds since 1970; over at once if that is past.
    Until(u64),
}

/// The return type of a machine's functions.
pub type Next = Result<Step, Failed>;

/// The context of `enter`, `resume` and `caught`. All of it is part of the execution's state or an
/// input, so running them again gives the same result.
#[derive(Debug, Default)]
pub struct Cx<'a> {
    /// The time of entry into the state, in milliseconds since 1970.
    pub entered: u64,
    /// Retries of this visit so far.
    pub attempt: u32,
    /// The index of the branch or iteration.
    pub index: u32,
    /// The variables by name: an object, or null where there are none.
    pub vars: Value,
    /// SM4C: the global data.
    pub global: Value,
    /// SM4C: the limits of each expression.
    #[cfg_attr(
        not(feature = "jq"),
        expect(dead_code, reason = "only expressions in jq read them")
    )]
    pub(crate) expressions: ExpressionLimits,
    /// SM4C: the target of the last node of a state's exit action, recorded by the transition.
    pub(crate) leave: NodeId,
    /// Variables that the state has assigned, by name, for the history: an object, or null.
    pub(crate) assigned: Value,
    /// The whole context object, where a test gives one.
    pub(crate) given: Option<&'a Value>,
    /// The source of the context object; `None` where functions are called alone.
    pub(crate) position: Option<Position<'a>>,
}

/// Position of a frame in its execution, and what the frame iterates over.
#[derive(Clone, Debug)]
pub(crate) struct Position<'a> {
    pub(crate) execution: &'a dyn ExecutionContext,
    /// Number of the frame around it.
    pub(crate) parent: u32,
    /// Its node and visit when the inner loop began.
    pub(crate) at: At,
    /// The number of the operation it waits for, or is about to start.
    pub(crate) serial: u64,
    /// `$$.Map.Item`.
    pub(crate) item: Option<Item>,
}

/// The part of the context object that belongs to the execution.
pub(crate) trait ExecutionContext: fmt::Debug {
    /// `$$.Execution`.
    fn execution(&self) -> Value;
    /// `$$.StateMachine`.
    fn state_machine(&self) -> Value;
    /// `$$.Execution.Id`.
    fn execution_id(&self) -> Text;
    /// `$$.Execution.Input`.
    fn execution_input(&self) -> &Value;
    /// `$$.Execution.Name`.
    fn execution_name(&self) -> Text;
    /// `$$.Execution.StartTime`.
    fn start_time(&self) -> Value;
    /// `$$.Execution.RoleArn`.
    fn role_arn(&self) -> Text;
    /// `$$.StateMachine.Id`.
    fn machine_id(&self) -> Text;
    /// `$$.Task.Token` of the operation with this number.
    fn task_token(&self, serial: u64) -> Text;
    /// 64 random bits that depend only on the seed, the frames from `parent` outwards and `parts`.
    fn random_bits(&self, parent: u32, parts: &[u64]) -> u64;
}

/// Position of a frame: its node, and the number of its transitions.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct At {
    /// The node.
    pub node: NodeId,
    /// Transitions so far.
    pub visit: u32,
}
