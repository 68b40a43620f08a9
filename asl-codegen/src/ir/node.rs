//! The eight node kinds.

use asl_language::choice::{Comparable, Order, Test};
use asl_language::sm4c::Join;

use super::{
    Action, Assignment, Computed, Expr, Form, Input, Jsonata, Literal, NodeId, Output, Place,
    Query, ScopeId, Selection, StateId, Task, TaskId,
};
use crate::expr::jsonpath::Path;
use asl_source::span::{Span, Spanned};

/// One step of a machine.
#[derive(Clone, Debug)]
pub struct Node {
    /// The state.
    pub state: StateId,
    /// The span of the state.
    pub span: Span,
    /// The kind.
    pub kind: NodeKind,
    /// SM4C: error handlers, tried in order. They do not apply to errors of the node's own result
    /// handler.
    pub handlers: Vec<ErrorHandler>,
    /// SM4C: the action of the node, whose start and end are in the history.
    pub action: Option<Action>,
}

/// SM4C's `errorHandlers` (section 3.3). Without a policy the node's result is null, and the
/// execution continues.
#[derive(Clone, Debug)]
pub struct ErrorHandler {
    /// The condition, with the error as `.`. `None` if it always applies.
    pub condition: Option<Query>,
    /// Merges the error (`$value`) into the global data.
    pub merge: Option<Query>,
    /// An index into [`super::Sm4c::policies`].
    pub policy: Option<u32>,
    /// The span of its object.
    pub span: Span,
}

/// The eight kinds.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// Computes data: Pass.
    Eval(Eval),
    /// One effect with retry and catch: Task, Wait.
    Invoke(Invoke),
    /// Chooses a target: Choice.
    Branch(Branch),
    /// Runs scopes concurrently: Parallel.
    Fork(Fork),
    /// Runs a scope for each item: Map.
    ForEach(ForEach),
    /// Waits for an external event.
    Await(Await),
    /// Ends its scope successfully: Succeed.
    End(End),
    /// Ends its scope with an error: Fail.
    Fail(Fail),
}

/// The exit of a completed node.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// To another node.
    Next(Target),
    /// The end of its scope.
    End,
    /// SM4C: to the node that an earlier node has set as the next ([`Eval::leave_for`]). It follows
    /// an exit action, which all transitions of a state share.
    Leave,
}

/// The target of a transition: the span of its name, and the node.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// `None` if the state does not exist, which is reported.
    pub node: Option<NodeId>,
    /// The span of the name.
    pub span: Span,
}

/// See [`NodeKind::Eval`].
#[derive(Clone, Debug)]
pub struct Eval {
    /// The input.
    pub input: Input,
    /// `Result`, which replaces the input.
    pub result: Option<Literal>,
    /// The way to the output.
    pub output: Output,
    /// SM4C: sets the target of [`Exit::Leave`], before the state's exit action.
    pub leave_for: Option<Target>,
    /// The exit.
    pub exit: Exit,
}

/// See [`NodeKind::Invoke`].
#[derive(Clone, Debug)]
pub struct Invoke {
    /// The effect.
    pub effect: Effect,
    /// The input of the effect.
    pub input: Input,
    /// The way from the result to the output. A Wait's result is its input.
    pub output: Output,
    /// The exit.
    pub exit: Exit,
    /// Retriers, tried in order before the catchers.
    pub retry: Vec<Retrier>,
    /// Catchers, tried in order.
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

/// A state's call of a task.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskCall {
    /// The task being called.
    pub task: TaskId,
    /// Time-out of an attempt in seconds: the state's, or the default of options and profile.
    pub timeout_seconds: u32,
    /// True if the definition has the time-out.
    pub timeout_given: bool,
    /// Maximum time between heartbeats, in seconds.
    pub heartbeat_seconds: Option<u32>,
    /// `TimeoutSecondsPath`, or `TimeoutSeconds` as an expression.
    pub timeout_at: Option<Computed>,
    /// `HeartbeatSecondsPath`, or `HeartbeatSeconds` as an expression.
    pub heartbeat_at: Option<Computed>,
    /// `Credentials`, over the effective input.
    pub credentials: Option<Expr>,
    /// SM4C's `timeout` of an awaited call, in milliseconds. When it elapses, the result is null
    /// and the call is cancelled.
    pub null_after: Option<u64>,
    /// SM4C without `waitForCompletion`: the result is null at once, and the end of the call is
    /// ignored.
    pub detached: bool,
}

impl Invoke {
    /// SM4C: the name of the function, subflow or event that the node calls, whose task is `called`.
    pub(crate) fn call_name<'m>(&'m self, called: &'m Task) -> &'m str {
        if called.form == Form::Event {
            return self.event_name().unwrap_or_default();
        }
        // The name of a function says more than its `operation`, which is often long.
        called.function.as_deref().unwrap_or(&called.resource.value)
    }

    /// The name of the event that the node sends.
    fn event_name(&self) -> Option<&str> {
        let template = self.input.template.as_ref()?;
        let name = if let Expr::Literal(Literal::Object(members)) = template {
            members.iter().find(|(key, _)| key == "name").map(|(_, name)| name)
        } else {
            let Expr::Object(members) = template else { return None };
            let (_, name) = members.iter().find(|(key, _)| key == "name")?;
            if let Expr::Literal(name) = name { Some(name) } else { None }
        };
        if let Some(Literal::String(text)) = name { Some(text) } else { None }
    }
}

impl TaskCall {
    /// True if more than its input depends on the data.
    pub fn is_dynamic(&self) -> bool {
        self.timeout_at.is_some() || self.heartbeat_at.is_some() || self.credentials.is_some()
    }

    /// True if there is a heartbeat.
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
    /// `SecondsPath`, or `Seconds` as an expression.
    SecondsAt(Computed),
    /// `TimestampPath`, or `Timestamp` as an expression.
    UntilAt(Computed),
}

/// A timestamp of a definition.
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
    /// The input of the rules.
    pub input: Selection,
    /// The part of the effective input that is the output.
    pub output: Selection,
    /// The rules. The first true one decides.
    pub rules: Vec<Rule>,
    /// The target if no rule is true.
    pub default: Option<Target>,
    /// The assignments of the default.
    pub assign: Vec<Assignment>,
    /// JSONata: the `Output` of the default.
    pub output_value: Option<Expr>,
}

/// One choice rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The condition.
    pub condition: Condition,
    /// The exit.
    pub target: Target,
    /// The assignments of the rule, over the effective input.
    pub assign: Vec<Assignment>,
    /// JSONata: the `Output` of the rule.
    pub output_value: Option<Expr>,
    /// The span of its object.
    pub span: Span,
}

/// A condition of a rule.
#[derive(Clone, Debug)]
pub enum Condition {
    /// All conditions are true.
    And(Vec<Condition>),
    /// At least one condition is true.
    Or(Vec<Condition>),
    /// The condition is false.
    Not(Box<Condition>),
    /// SM4C: the expression's only output is `true`.
    Jq(Query),
    /// JSONata: the result of the expression is `true`.
    Jsonata(Jsonata),
    /// A comparison of the value at a path.
    Compare {
        /// `Variable`.
        variable: Path,
        /// Operator and operand.
        comparison: Comparison,
    },
}

/// Operator and operand. Values of another type never match.
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
    /// One of these four with `…Path`: a comparison with the value at another path.
    Place(Comparable, Order, Box<Path>),
    /// `StringMatches`: the texts between the wildcards, in order and without escapes: always one
    /// more than wildcards.
    Matches(Vec<String>),
    /// `Is…`: the kind, and the expected result.
    Is(Test, bool),
}

/// See [`NodeKind::Fork`].
#[derive(Clone, Debug)]
pub struct Fork {
    /// `Branches`.
    pub branches: Vec<ScopeId>,
    /// The join.
    pub join: Join,
    /// Maximum number of concurrent children; 0 means no limit. A sequence is a fork with 1.
    pub window: u32,
    /// SM4C: the keys of the result if it is an object. `None` for an array.
    pub keys: Option<Vec<String>>,
    /// The input of each branch.
    pub input: Input,
    /// The way from the array of results to the output.
    pub output: Output,
    /// The exit.
    pub exit: Exit,
    /// Retriers, tried in order before the catchers.
    pub retry: Vec<Retrier>,
    /// Catchers, tried in order.
    pub catch: Vec<Catcher>,
}

/// See [`NodeKind::ForEach`].
#[derive(Clone, Debug)]
pub struct ForEach {
    /// The scope run for each item.
    pub body: ScopeId,
    /// The part of the raw input that contains the items.
    pub input: Selection,
    /// The path of the items in the effective input. `None` if it is the items.
    pub items: Option<Path>,
    /// The items themselves, in place of `input` and `items`: SM4C's `input`, JSONata's `Items`.
    pub collection: Option<Box<Expr>>,
    /// The join: [`Join::All`] or [`Join::Settled`].
    pub join: Join,
    /// The input of an iteration, from the effective input and its item. `None` for the item alone.
    pub selector: Option<Expr>,
    /// Maximum number of concurrent iterations; 0 means no limit.
    pub window: Limit<u32>,
    /// The settings of a distributed Map.
    pub run: Option<Box<MapRun>>,
    /// The way from the array of results to the output.
    pub output: Output,
    /// The exit.
    pub exit: Exit,
    /// Retriers, tried in order before the catchers.
    pub retry: Vec<Retrier>,
    /// Catchers, tried in order.
    pub catch: Vec<Catcher>,
}

/// A number in the definition or in the data.
#[derive(Clone, Debug, PartialEq)]
pub enum Limit<T> {
    /// A constant.
    Fixed(T),
    /// A value of the data.
    At(Computed),
}

/// A distributed Map: each iteration is an execution of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapRun {
    /// True if the child executions are express ones.
    pub express: bool,
    /// `Label`.
    pub label: Option<Spanned<String>>,
    /// `ToleratedFailureCount`.
    pub tolerated_count: Option<Limit<u32>>,
    /// `ToleratedFailurePercentage`.
    pub tolerated_percentage: Option<Limit<f64>>,
    /// `ItemBatcher`.
    pub batch: Option<Batch>,
    /// `ItemReader`.
    pub reader: Option<Store>,
    /// `MaxItemsPath` of the `ItemReader`, or `MaxItems` as an expression.
    pub max_items: Option<Computed>,
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
    /// `Resource`. Empty if there is none.
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
    /// The transitions in the order of the definition. The first one with an event for each of its
    /// groups is taken.
    pub transitions: Vec<EventTransition>,
    /// Time-out from the start of the wait in milliseconds, and its target.
    pub timeout: Option<(u64, Target)>,
}

/// A transition triggered by events.
#[derive(Clone, Debug)]
pub struct EventTransition {
    /// Groups of events. Each needs an event; one event may satisfy several groups.
    pub groups: Vec<EventGroup>,
    /// The exit.
    pub target: Target,
}

/// A group of events.
#[derive(Clone, Debug)]
pub struct EventGroup {
    /// The events, any of which satisfies the group: indexes into [`super::Sm4c::events`].
    pub events: Vec<u32>,
    /// A condition on the state's data, with the event as `$value`.
    pub condition: Option<Query>,
    /// Merges the event (`$value`) into the global data when the transition is taken.
    pub merge: Option<Query>,
    /// The span of its object.
    pub span: Span,
}

/// See [`NodeKind::End`].
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// The input.
    pub input: Selection,
    /// The part of the input that is the scope's output.
    pub output: Selection,
    /// JSONata: the `Output`.
    pub output_value: Option<Expr>,
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
    /// Maximum number of retries.
    pub max_attempts: u32,
    /// Factor from one delay to the next, at least 1.
    pub backoff_rate: f64,
    /// Maximum delay in seconds.
    pub max_delay_seconds: Option<u32>,
    /// True if each delay is a random part of itself (`JitterStrategy` `FULL`).
    pub jitter: bool,
    /// The span of its object.
    pub span: Span,
}

/// A catcher.
#[derive(Clone, Debug)]
pub struct Catcher {
    /// `ErrorEquals`.
    pub errors: Vec<Spanned<String>>,
    /// The exit.
    pub target: Target,
    /// `ResultPath` for the Error Output.
    pub place: Place,
    /// The assignments, over the Error Output.
    pub assign: Vec<Assignment>,
    /// JSONata: the `Output`, over the Error Output.
    pub output_value: Option<Expr>,
    /// The span of its object.
    pub span: Span,
}
