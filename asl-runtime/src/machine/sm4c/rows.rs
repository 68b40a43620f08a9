//! The rows: one for the machine, one for each of its nodes. They stand beside those that both
//! languages have.

use super::ExpressionLimits;
use crate::error::Failed;
use crate::machine::{Cx, NodeId};
use crate::value::Value;
pub use asl_language::sm4c::{Jitter, Join};

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
    /// The action that is run in its place then.
    pub on_timeout: Option<NodeId>,
    /// The limits of each of its expressions.
    pub expressions: ExpressionLimits,
    /// `events`.
    pub events: &'static [EventRow],
    /// Finds the first of a node's error handlers that is meant by an error, and merges the error
    /// as it says.
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
    /// `source`, if it says.
    pub source: Option<&'static str>,
    /// `type`, if it says.
    pub kind: Option<&'static str>,
    /// The context attributes whose value is given.
    pub correlation: &'static [(&'static str, &'static str)],
}

/// The part of a node that only SM4C has.
#[derive(Clone, Copy, Debug)]
pub struct Sm4cNode {
    /// True for the first node of its state. A transition to it leaves one state and enters
    /// another.
    pub is_entry: bool,
    /// The action whose work it is.
    pub action: Option<ActionRow>,
    /// `errorHandlers`.
    pub handlers: &'static [HandlerRow],
    /// Its kind of work.
    pub work: Work,
}

impl Sm4cNode {
    /// A node with none of this.
    pub const NONE: Self = Self { is_entry: false, action: None, handlers: &[], work: Work::Plain };
}

/// The data of a kind of nodes.
#[derive(Clone, Copy, Debug)]
pub enum Work {
    /// Nothing.
    Plain,
    /// A call.
    Call(CallRow),
    /// Children.
    Fork(ForkRow),
    /// A wait for events.
    Await(AwaitRow),
}

/// An action, as the history shows it.
#[derive(Clone, Copy, Debug)]
pub struct ActionRow {
    /// Its name, if it has one.
    pub name: Option<&'static str>,
    /// The word of its `type`.
    pub kind: &'static str,
}

/// One of `errorHandlers`. Its expressions are the machine's.
#[derive(Clone, Copy, Debug)]
pub struct HandlerRow {
    /// Without one the action's result is null, and the run continues.
    pub retry: Option<RetryRow>,
}

/// A retry policy; times are milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct RetryRow {
    /// Retries after the first failure.
    pub max_attempts: u32,
    /// Before the first retry; `None`: all are made at once.
    pub delay: Option<u64>,
    /// No delay is longer.
    pub max_delay: Option<u64>,
    /// Added from one delay to the next.
    pub increment: Option<u64>,
    /// If nothing is added: the factor from one to the next.
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
    /// The function, subflow or event as the definition names it.
    pub name: &'static str,
    /// After so many milliseconds the result is null and the call is cancelled.
    pub null_after: Option<u64>,
    /// A detached call: the result is null at once.
    pub detached: bool,
}

/// The children of a node.
#[derive(Clone, Copy, Debug)]
pub struct ForkRow {
    /// The condition for their end.
    pub join: Join,
    /// At most so many at a time; 0: no limit.
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
    /// Any of these events serves: indexes into the machine's.
    pub events: &'static [u32],
    /// True if it has a condition, which the machine's `matches` evaluates.
    pub has_condition: bool,
}
