//! The rows of SM4C: one for the machine, and one for each of its nodes, in addition to the rows
//! that both languages have.

use crate::machine::{Cx, NodeId};
pub use asl_language::sm4c::{Jitter, Join};
use asl_value::error::Failed;
use asl_value::expression::ExpressionLimits;
use asl_value::value::Value;

/// See [`Sm4cRow::handled`].
pub type Handled = fn(NodeId, &mut Cx<'_>, &Value) -> Result<Option<u32>, Failed>;

/// See [`Sm4cRow::matches`].
pub type Matches = fn(NodeId, (u32, u32), &Value, &Cx<'_>, &Value) -> Result<bool, Failed>;

/// The part of a machine that only SM4C has.
#[derive(Clone, Copy, Debug)]
pub struct Sm4cRow {
    /// `name`, as its author gave it.
    pub name: &'static str,
    /// `version`.
    pub version: &'static str,
    /// `description`.
    pub description: Option<&'static str>,
    /// The time limit of the whole run, in milliseconds.
    pub timeout_millis: Option<u64>,
    /// The action that then runs instead.
    pub on_timeout: Option<NodeId>,
    /// The limits of each of its expressions.
    pub expressions: ExpressionLimits,
    /// `events`.
    pub events: &'static [EventRow],
    /// Finds the first error handler of a node that handles an error, and merges the error into the
    /// data.
    pub handled: Handled,
    /// Evaluates the condition of an event group: node, index of the transition, index of the
    /// group, the state's data, the event.
    pub matches: Matches,
}

impl Sm4cRow {
    /// The defaults of rows.
    pub const EMPTY: Self = Self {
        name: "",
        version: "",
        description: None,
        timeout_millis: None,
        on_timeout: None,
        expressions: ExpressionLimits::USUAL,
        events: &[],
        handled: |_, _, _| Ok(None),
        matches: |_, _, _, _, _| Ok(true),
    };
}

/// One of `events`.
#[derive(Clone, Copy, Debug)]
pub struct EventRow {
    /// `name`.
    pub name: &'static str,
    /// `source`, if the definition gives it.
    pub source: Option<&'static str>,
    /// `type`, if the definition gives it.
    pub kind: Option<&'static str>,
    /// The context attributes with required values.
    pub correlation: &'static [(&'static str, &'static str)],
}

/// The part of a node that only SM4C has.
#[derive(Clone, Copy, Debug)]
pub struct Sm4cNode {
    /// True for the first node of its state. A transition to it exits one state and enters another.
    pub is_entry: bool,
    /// The action to which it belongs.
    pub action: Option<ActionRow>,
    /// `errorHandlers`.
    pub handlers: &'static [HandlerRow],
    /// Its work.
    pub work: Work,
}

impl Sm4cNode {
    /// The default of a node.
    pub const NONE: Self = Self { is_entry: false, action: None, handlers: &[], work: Work::Plain };
}

/// The work of a node, with its data.
#[derive(Clone, Copy, Debug)]
pub enum Work {
    /// Work without data.
    Plain,
    /// A call.
    Call(CallRow),
    /// Children.
    Fork(ForkRow),
    /// A wait for events.
    Await(AwaitRow),
}

/// An action in the history.
#[derive(Clone, Copy, Debug)]
pub struct ActionRow {
    /// Its name, if it has one.
    pub name: Option<&'static str>,
    /// Its `type`.
    pub kind: &'static str,
}

/// One of `errorHandlers`. The machine has the expressions.
#[derive(Clone, Copy, Debug)]
pub struct HandlerRow {
    /// Without one the action's result is null, and the run continues.
    pub retry: Option<RetryRow>,
}

/// A retry policy; times are in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct RetryRow {
    /// Maximum number of retries.
    pub max_attempts: u32,
    /// Delay before the first retry; `None` means that all retries are immediate.
    pub delay: Option<u64>,
    /// Maximum delay.
    pub max_delay: Option<u64>,
    /// Increment from one delay to the next.
    pub increment: Option<u64>,
    /// Factor from one delay to the next, without an increment.
    pub multiplier: Option<f64>,
    /// Random change of each delay.
    pub jitter: Option<Jitter>,
}

impl RetryRow {
    /// No retry.
    pub const NONE: Self = Self {
        max_attempts: 0,
        delay: None,
        max_delay: None,
        increment: None,
        multiplier: None,
        jitter: None,
    };
}

/// A call of a function or a subflow, or the sending of an event.
#[derive(Clone, Copy, Debug)]
pub struct CallRow {
    /// Name of the function, subflow or event in the definition.
    pub name: &'static str,
    /// Milliseconds after which the result is null and the call is cancelled.
    pub null_after: Option<u64>,
    /// True for a detached call, whose result is null at once.
    pub detached: bool,
}

/// The children of a node.
#[derive(Clone, Copy, Debug)]
pub struct ForkRow {
    /// The condition for their end.
    pub join: Join,
    /// Maximum number of concurrent children; 0 means no limit.
    pub window: u32,
    /// The key of each child's result; empty if the result is an array.
    pub keys: &'static [&'static str],
}

/// The events that a state waits for.
#[derive(Clone, Copy, Debug)]
pub struct AwaitRow {
    /// The groups of each event transition, in the order of the definition.
    pub transitions: &'static [&'static [GroupRow]],
    /// Milliseconds until the time-out's transition is taken.
    pub timeout: Option<u64>,
}

/// An event group.
#[derive(Clone, Copy, Debug)]
pub struct GroupRow {
    /// Any of these events matches: indexes into the machine's list.
    pub events: &'static [u32],
    /// True if it has a condition, which the machine's `matches` evaluates.
    pub has_condition: bool,
}
