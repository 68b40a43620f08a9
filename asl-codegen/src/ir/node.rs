//! The eight node kinds.

use super::{
    Action, Assignment, Expr, Input, Literal, NodeId, Output, Place, Query, ScopeId, Selection,
    StateId, TaskId,
};
use crate::expr::jsonpath::Path;
use crate::span::{Span, Spanned};

/// One step of a machine.
#[derive(Clone, Debug)]
pub struct Node {
    /// The state it does work of.
    pub state: StateId,
    /// The state's place in the definition.
    pub span: Span,
    /// What it does.
    pub kind: NodeKind,
    /// SM4C: what becomes of its errors, tried in order. What its result handler does wrong is not
    /// among them.
    pub handlers: Vec<ErrorHandler>,
    /// SM4C: the action whose work it is; the history tells of its begin and end.
    pub action: Option<Action>,
}

/// SM4C's `errorHandlers` (section 3.3): without a policy the node's result is null, and it goes
/// on.
#[derive(Clone, Debug)]
pub struct ErrorHandler {
    /// When it is meant, of the error as `.`; `None`: always.
    pub condition: Option<Query>,
    /// Merges the error (`$value`) into the global data.
    pub merge: Option<Query>,
    /// An index into [`super::Sm4c::policies`].
    pub policy: Option<u32>,
    /// Its object.
    pub span: Span,
}

/// The eight kinds.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// Computes data and goes on: Pass.
    Eval(Eval),
    /// One effect with retry and catch: Task, Wait.
    Invoke(Invoke),
    /// Chooses where to go: Choice.
    Branch(Branch),
    /// Runs scopes side by side: Parallel.
    Fork(Fork),
    /// Runs a scope for each item: Map.
    ForEach(ForEach),
    /// Waits for an event from outside.
    Await(Await),
    /// Ends its scope well: Succeed.
    End(End),
    /// Ends its scope badly: Fail.
    Fail(Fail),
}

/// Where a node leads when it is done.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// To another node.
    Next(Target),
    /// Its scope is done.
    End,
    /// SM4C: to the node that an earlier node has put down as the next ([`Eval::leave_for`]):
    /// behind exit actions, which all transitions of a state share.
    Leave,
}

/// A transition's target: the name's place, and the node if there is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// `None`: no such state; a diagnostic was made.
    pub node: Option<NodeId>,
    /// Where the name stands.
    pub span: Span,
}

/// See [`NodeKind::Eval`].
#[derive(Clone, Debug)]
pub struct Eval {
    /// What it works on.
    pub input: Input,
    /// `Result`: replaces what it works on.
    pub result: Option<Literal>,
    /// What becomes of it.
    pub output: Output,
    /// SM4C: puts down where [`Exit::Leave`] will lead, before it goes on to the state's exit
    /// action.
    pub leave_for: Option<Target>,
    /// Where it leads.
    pub exit: Exit,
}

/// See [`NodeKind::Invoke`].
#[derive(Clone, Debug)]
pub struct Invoke {
    /// What is done outside.
    pub effect: Effect,
    /// What is handed to it.
    pub input: Input,
    /// What becomes of its result; a Wait's result is its input.
    pub output: Output,
    /// Where it leads.
    pub exit: Exit,
    /// Tried in order before the catchers.
    pub retry: Vec<Retrier>,
    /// Tried in order.
    pub catch: Vec<Catcher>,
}

/// An effect that the engine performs.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Runs a task.
    Task(Box<TaskCall>),
    /// Waits for time to pass.
    Wait(WaitFor),
}

/// A task as one state calls it.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskCall {
    /// Which.
    pub task: TaskId,
    /// Seconds for one attempt: the state's, or the default of options and profile.
    pub timeout_seconds: u32,
    /// Whether the definition itself gives the time-out.
    pub timeout_given: bool,
    /// Longest silence between heartbeats, in seconds.
    pub heartbeat_seconds: Option<u32>,
    /// `TimeoutSecondsPath`, on the effective input.
    pub timeout_at: Option<Path>,
    /// `HeartbeatSecondsPath`, on the effective input.
    pub heartbeat_at: Option<Path>,
    /// `Credentials`, over the effective input.
    pub credentials: Option<Expr>,
    /// SM4C's `timeout` of a call that is waited for, in milliseconds: the result is then null, the
    /// call is cancelled.
    pub null_after: Option<u64>,
    /// SM4C without `waitForCompletion`: the result is null at once, and nobody hears how it ended.
    pub detached: bool,
}

impl TaskCall {
    /// Whether more of it than its input depends on the data.
    pub fn is_dynamic(&self) -> bool {
        self.timeout_at.is_some() || self.heartbeat_at.is_some() || self.credentials.is_some()
    }

    /// Whether a heartbeat is asked for.
    pub fn has_heartbeat(&self) -> bool {
        self.heartbeat_seconds.is_some() || self.heartbeat_at.is_some()
    }
}

/// The four forms of Wait.
#[derive(Clone, Debug, PartialEq)]
pub enum WaitFor {
    /// `Seconds`.
    Seconds(u64),
    /// SM4C's timespans.
    Milliseconds(u64),
    /// `Timestamp`.
    Until(Instant),
    /// `SecondsPath`, on the effective input.
    SecondsAt(Path),
    /// `TimestampPath`, on the effective input.
    UntilAt(Path),
}

/// A point in time that a definition names.
#[derive(Clone, Debug, PartialEq)]
pub struct Instant {
    /// As written.
    pub text: String,
    /// Seconds since 1970-01-01T00:00:00Z.
    pub seconds: i64,
    /// Nanoseconds within the second, 0 to 999,999,999.
    pub nanoseconds: u32,
}

/// See [`NodeKind::Branch`].
#[derive(Clone, Debug)]
pub struct Branch {
    /// What the rules look at.
    pub input: Selection,
    /// What is handed on, of the effective input.
    pub output: Selection,
    /// The first that holds decides.
    pub rules: Vec<Rule>,
    /// Where to go if none holds.
    pub default: Option<Target>,
    /// What is assigned on the way to the default.
    pub assign: Vec<Assignment>,
}

/// One choice rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// When it holds.
    pub condition: Condition,
    /// Where it leads.
    pub target: Target,
    /// What is assigned on the way there, over the effective input.
    pub assign: Vec<Assignment>,
    /// Its object.
    pub span: Span,
}

/// A condition of a rule.
#[derive(Clone, Debug)]
pub enum Condition {
    /// All hold.
    And(Vec<Condition>),
    /// At least one holds.
    Or(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
    /// SM4C: the expression's only output is `true`.
    Jq(Query),
    /// The value at the path compares so.
    Compare {
        /// `Variable`.
        variable: Path,
        /// Operator and operand.
        comparison: Comparison,
    },
}

/// Operator and operand; values of another type never match.
#[derive(Clone, Debug, PartialEq)]
pub enum Comparison {
    /// `String…`: by code points.
    String(Order, String),
    /// `Numeric…`: as binary64.
    Numeric(Order, f64),
    /// `BooleanEquals`.
    Boolean(bool),
    /// `Timestamp…`: by the instant, not by the text.
    Timestamp(Order, Instant),
    /// One of these four with `…Path`: with the value at another place.
    Place(Comparable, Order, Box<Path>),
    /// `StringMatches`: what stands between the wildcards, in order and without escapes; always one
    /// more than wildcards.
    Matches(Vec<String>),
    /// `Is…`: whether the value is of this kind, or is not.
    Is(Test, bool),
}

/// What comparisons compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words of the specification")]
pub enum Comparable {
    String,
    Numeric,
    Boolean,
    Timestamp,
}

/// The tests of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words of the specification")]
pub enum Test {
    Null,
    Present,
    Numeric,
    String,
    Boolean,
    Timestamp,
}

/// The five orders of comparison operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words of the specification")]
pub enum Order {
    Equals,
    LessThan,
    GreaterThan,
    LessThanEquals,
    GreaterThanEquals,
}

/// See [`NodeKind::Fork`].
#[derive(Clone, Debug)]
pub struct Fork {
    /// `Branches`.
    pub branches: Vec<ScopeId>,
    /// When it is done.
    pub join: Join,
    /// At most so many at a time; 0: no limit. A sequence is a fork with 1.
    pub window: u32,
    /// SM4C: the result is an object, each branch's under its key; `None`: an array.
    pub keys: Option<Vec<String>>,
    /// What each branch gets.
    pub input: Input,
    /// What becomes of the array of their outputs.
    pub output: Output,
    /// Where it leads.
    pub exit: Exit,
    /// Tried in order before the catchers.
    pub retry: Vec<Retrier>,
    /// Tried in order.
    pub catch: Vec<Catcher>,
}

/// When the children of a node are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// All have succeeded, or one has failed (ASL; SM4C's sequence).
    All,
    /// Each has ended; then the failure that is first in the order of the definition counts (SM4C's
    /// `and`; of a forEach no new element begins after a failure).
    Settled,
    /// One has ended, well or badly (SM4C's `xor`).
    First,
    /// So many have succeeded, or one has failed (SM4C's `n_of_m`).
    Count(u32),
}

/// See [`NodeKind::ForEach`].
#[derive(Clone, Debug)]
pub struct ForEach {
    /// The scope run for each item.
    pub body: ScopeId,
    /// What the items are looked for in.
    pub input: Selection,
    /// Where the items are, on the effective input; `None`: it is the items.
    pub items: Option<Path>,
    /// SM4C's `input`: what makes the items, in place of `input` and `items`.
    pub collection: Option<Query>,
    /// When it is done: [`Join::All`] or [`Join::Settled`].
    pub join: Join,
    /// What an iteration gets of the effective input and its item; `None`: the item.
    pub selector: Option<Expr>,
    /// At most so many at a time; 0: no limit.
    pub window: Limit<u32>,
    /// What there is besides where each iteration is an execution of its own.
    pub run: Option<Box<MapRun>>,
    /// What becomes of the array of outputs.
    pub output: Output,
    /// Where it leads.
    pub exit: Exit,
    /// Tried in order before the catchers.
    pub retry: Vec<Retrier>,
    /// Tried in order.
    pub catch: Vec<Catcher>,
}

/// A number that the definition or the data gives.
#[derive(Clone, Debug, PartialEq)]
pub enum Limit<T> {
    /// The definition does.
    Fixed(T),
    /// The data does, at this path on the effective input.
    At(Path),
}

/// A distributed Map: each iteration is an execution of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapRun {
    /// Whether the child executions are express ones.
    pub express: bool,
    /// `Label`.
    pub label: Option<String>,
    /// `ToleratedFailureCount`.
    pub tolerated_count: Option<Limit<u32>>,
    /// `ToleratedFailurePercentage`.
    pub tolerated_percentage: Option<Limit<f64>>,
    /// `ItemBatcher`.
    pub batch: Option<Batch>,
    /// `ItemReader`.
    pub reader: Option<Store>,
    /// `MaxItemsPath` of the `ItemReader`.
    pub max_items: Option<Path>,
    /// `ResultWriter`.
    pub writer: Option<Store>,
}

/// `ItemBatcher`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// `MaxItemsPerBatch`.
    pub items: Option<Limit<u32>>,
    /// `MaxInputBytesPerBatch`.
    pub bytes: Option<Limit<u32>>,
    /// `BatchInput`, over the effective input.
    pub input: Option<Expr>,
}

/// `ItemReader` or `ResultWriter`.
#[derive(Clone, Debug, PartialEq)]
pub struct Store {
    /// `Resource`; empty where there is none.
    pub resource: String,
    /// `ReaderConfig` or `WriterConfig`, an object.
    pub config: Literal,
    /// `Parameters`, over the effective input.
    pub parameters: Option<Expr>,
}

/// See [`NodeKind::Await`]: SM4C's event transitions and timeout transition of one state (section
/// 3.1).
#[derive(Clone, Debug)]
pub struct Await {
    /// In the order of the definition; the first whose groups all have an event is taken.
    pub transitions: Vec<EventTransition>,
    /// Milliseconds from the begin of the wait, and where it then leads.
    pub timeout: Option<(u64, Target)>,
}

/// A transition that events take.
#[derive(Clone, Debug)]
pub struct EventTransition {
    /// All must have an event; one event may serve several.
    pub groups: Vec<EventGroup>,
    /// Where it leads.
    pub target: Target,
}

/// One of its groups.
#[derive(Clone, Debug)]
pub struct EventGroup {
    /// Any of these serves: indexes into [`super::Sm4c::events`].
    pub events: Vec<u32>,
    /// What else must hold, of the state's data with the event as `$value`.
    pub condition: Option<Query>,
    /// Merges the event (`$value`) into the global data when the transition is taken.
    pub merge: Option<Query>,
    /// Its object.
    pub span: Span,
}

/// See [`NodeKind::End`].
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// What it works on.
    pub input: Selection,
    /// What of that is the scope's output.
    pub output: Selection,
}

/// See [`NodeKind::Fail`].
#[derive(Clone, Debug)]
pub struct Fail {
    /// `Error`.
    pub error: Option<Expr>,
    /// `Cause`.
    pub cause: Option<Expr>,
}

/// A retrier.
#[derive(Clone, Debug)]
pub struct Retrier {
    /// `ErrorEquals`.
    pub errors: Vec<Spanned<String>>,
    /// Seconds before the first retry.
    pub interval_seconds: u32,
    /// Most retries.
    pub max_attempts: u32,
    /// Factor from one delay to the next, at least 1.
    pub backoff_rate: f64,
    /// Longest delay in seconds.
    pub max_delay_seconds: Option<u32>,
    /// Whether each delay is a random part of what it would be (`JitterStrategy` `FULL`).
    pub jitter: bool,
    /// Its object.
    pub span: Span,
}

/// A catcher.
#[derive(Clone, Debug)]
pub struct Catcher {
    /// `ErrorEquals`.
    pub errors: Vec<Spanned<String>>,
    /// Where it leads.
    pub target: Target,
    /// `ResultPath` for the Error Output.
    pub place: Place,
    /// What is assigned, over the Error Output.
    pub assign: Vec<Assignment>,
    /// Its object.
    pub span: Span,
}
