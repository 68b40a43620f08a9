//! A node's answer to the execution, and the context of its functions.

use std::cell::Cell;
use std::fmt;

use serde::{Deserialize, Serialize};

use asl_language::profile::{Limits, Profile};
use asl_value::expression::ExpressionLimits;

use asl_value::error::Failed;
use asl_value::value::{Text, Value};

use super::for_each::{Item, Iterate};
use super::table::NodeId;

/// A node's answer; 32 bytes. After inlining, a `Goto` never touches memory. On `End` the frame's
/// data is the output.
#[derive(Debug)]
pub enum Step {
    /// Continue with this node.
    Goto(NodeId),
    /// Run the node's task with this input, then `resume` with its result.
    Task(Value),
    /// Run the node's task with data that its row does not contain, then `resume` with its result.
    Call(Box<Call>),
    /// Wait, then `resume` with `Value::Null`.
    Wait(Wait),
    /// Start the node's branches on this input, then `resume` with the array of their outputs.
    Fork(Value),
    /// Run the node's body for each of these items, then `resume` with the array of outputs.
    ForEach(Box<Iterate>),
    /// SM4C: wait for events that select one of the row's transitions. Then `resume` with the
    /// transition's index and its events, `[0, {..}, ..]`, or with null after the time-out.
    Await,
    /// SM4C: `resume` with this at once. The node's own error handlers do not handle later
    /// failures.
    Done(Value),
    /// The frame is done.
    End,
}

/// A task's input, and the other parts of the call that depend on the data.
#[derive(Debug, Default)]
pub struct Call {
    /// Its input.
    pub input: Value,
    /// `TimeoutSecondsPath`; by default the row's limit.
    pub timeout_seconds: Option<u32>,
    /// `HeartbeatSecondsPath`; by default the row's limit.
    pub heartbeat_seconds: Option<u32>,
    /// `Credentials`.
    pub credentials: Option<Value>,
}

impl Call {
    /// A call with this input and otherwise the row's data.
    pub(crate) fn of(input: Value) -> Self {
        Self { input, ..Self::default() }
    }
}

/// The end of a wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// Wait this many milliseconds from the entry into the state.
    For(u64),
    /// Wait until this time in milliseconds since 1970; a past one is over at once.
    Until(u64),
}

/// The return type of a machine's functions.
pub type Next = Result<Step, Failed>;

/// The time of a run that has no execution yet. Reading the clock takes as long as several states,
/// and most of them do not need it.
#[derive(Debug)]
pub struct LateTime {
    clock: fn() -> u64,
    time: Cell<Option<u64>>,
}

impl LateTime {
    /// A time that this clock tells.
    pub fn new(clock: fn() -> u64) -> Self {
        Self { clock, time: Cell::new(None) }
    }

    /// The time at which it was first needed, in milliseconds since 1970.
    pub fn get(&self) -> u64 {
        if let Some(time) = self.time.get() {
            return time;
        }
        let time = (self.clock)();
        self.time.set(Some(time));
        time
    }
}

/// The context of `enter`, `resume` and `caught`. All of it is part of the execution's state or an
/// input, so running them again gives the same result.
#[derive(Debug, Default)]
pub struct Cx<'a> {
    /// The time of entry into the state, in milliseconds since 1970.
    pub entered: u64,
    /// The time at which the function runs, in milliseconds since 1970. It is the same if a state
    /// is entered again after a restore.
    pub now: u64,
    /// Takes the place of both times before there is an execution.
    pub late: Option<&'a LateTime>,
    /// The profile of the machine, whose limits expressions have.
    pub profile: Profile,
    /// The quotas of the machine.
    pub limits: Limits,
    /// Number of earlier attempts of this visit.
    pub attempt: u32,
    /// The index of the branch or iteration.
    pub index: u32,
    /// The variables by name: an object, or null if there are none.
    pub vars: Value,
    /// SM4C: the global data.
    pub global: Value,
    /// SM4C: the limits of each expression.
    pub expressions: ExpressionLimits,
    /// SM4C: the target of the last node of a state's exit action, as recorded by the transition.
    pub leave: NodeId,
    /// Variables that the state assigned, by name, for the history: an object, or null.
    pub assigned: Value,
    /// The whole context object, if a test supplies one.
    pub given: Option<&'a Value>,
    /// The source of the context object; `None` if functions are called alone.
    pub position: Option<Position<'a>>,
}

impl Cx<'_> {
    /// The time of entry into the state, in milliseconds since 1970.
    pub(crate) fn entered(&self) -> u64 {
        self.late.map_or(self.entered, LateTime::get)
    }

    /// The time at which the function runs, in milliseconds since 1970.
    #[cfg(feature = "jsonata")]
    pub(crate) fn now(&self) -> u64 {
        self.late.map_or(self.now, LateTime::get)
    }
}

/// Position of a frame in its execution, and what the frame iterates over.
#[derive(Clone, Debug)]
pub struct Position<'a> {
    pub(crate) execution: &'a dyn ExecutionContext,
    /// Number of the enclosing frame.
    pub(crate) parent: u32,
    /// Its node and visit when the inner loop began.
    pub(crate) at: At,
    /// Number of the operation that it waits for or is about to start.
    pub(crate) serial: u64,
    /// `$$.Map.Item`.
    pub(crate) item: Option<Item>,
}

/// The part of the context object that belongs to the execution.
pub trait ExecutionContext: fmt::Debug {
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
