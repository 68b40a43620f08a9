//! The flow graph: eight kinds of nodes that both languages lower to. Below this line nothing knows
//! JSON, ASL or SM4C.
//!
//! Nodes refer to nodes by typed ids. A transition whose target does not exist has no node
//! (`Target::node` is `None`); then a diagnostic was made, and code behind the second gate never
//! sees it.

mod data;
mod exits;
pub mod fingerprint;
pub mod function;
mod id;
mod node;
pub mod predefined;
mod sm4c;
pub mod transitions;

pub use data::{Assignment, Expr, Input, Literal, Output, Place, Query, Selection, Source};
pub use id::{NodeId, ScopeId, StateId, TaskId};
pub use node::{
    Await, Batch, Branch, Catcher, Comparable, Comparison, Condition, Effect, End, ErrorHandler,
    Eval, EventGroup, EventTransition, Exit, Fail, ForEach, Fork, Instant, Invoke, Join, Limit,
    MapRun, Node, NodeKind, Order, Retrier, Rule, Store, Target, TaskCall, Test, WaitFor,
};

pub use sm4c::{Action, ActionKind, EventDefinition, Jitter, Moment, RetryPolicy, Sm4c};

use std::sync::Arc;

use crate::options::{Limits, Profile};
use crate::span::{Span, Spanned};

/// A machine, lowered.
#[derive(Clone, Debug)]
pub struct Machine {
    /// Name of the machine (the file's stem, or the option `name`).
    pub name: String,
    /// The definition as shown to people.
    pub source: String,
    /// The definition's `Comment`.
    pub comment: Option<String>,
    /// `TimeoutSeconds` of the machine.
    pub timeout_seconds: Option<u32>,
    /// The authority where the specification and AWS differ.
    pub profile: Profile,
    /// The quotas that executions are held to.
    pub limits: Limits,
    /// Whether it is to be an Express machine.
    pub express: bool,
    /// Scope 0 is the machine itself; each branch and each body has its own.
    pub scopes: Vec<Scope>,
    /// States of all scopes, in the order of the definition: a parent before what it holds.
    pub states: Vec<State>,
    /// Nodes of all states.
    pub nodes: Vec<Node>,
    /// Distinct resources, in the order of first use.
    pub tasks: Vec<Task>,
    /// What only machines in SM4C have; `None`: the machine is in ASL.
    pub sm4c: Option<Box<Sm4c>>,
}

/// Nodes that may lead to each other: the machine itself, a branch of a Fork, a body of a ForEach.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The Fork or ForEach that holds it and the branch's index; `None` for the machine itself.
    pub owner: Option<(NodeId, u32)>,
    /// Where it starts (`StartAt`).
    pub start: Target,
    /// Its states in the order of the definition.
    pub states: Vec<StateId>,
    /// The object that defines it.
    pub span: Span,
}

/// A state as its author named it; its nodes do its work.
#[derive(Clone, Debug)]
pub struct State {
    /// Its name and where the name stands (the key, quotes included).
    pub name: Spanned<String>,
    /// Its type: the word of the definition.
    pub kind: StateKind,
    /// Its scope.
    pub scope: ScopeId,
    /// Its first node.
    pub entry: NodeId,
    /// Its `Comment`.
    pub comment: Option<String>,
}

/// The types of states; history events are named after them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the words of the specification")]
pub enum StateKind {
    Pass,
    Task,
    Choice,
    Wait,
    Succeed,
    Fail,
    Parallel,
    Map,
    /// A state of SM4C, which has no type.
    State,
}

/// Something outside the machine that does work, called by one or more nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The `Resource`, where it stands first.
    pub resource: Spanned<String>,
    /// What ends it.
    pub form: Form,
    /// SM4C: the name of the function, which names the method of the trait.
    pub function: Option<String>,
    /// SM4C: what the document of the function's operation says of it.
    pub described: Option<Arc<function::Described>>,
}

impl Task {
    /// Whether the runtime itself can perform it: an activity, or the start of an execution.
    pub fn has_services(&self) -> bool {
        let service =
            self.resource.value.split_once(":states:::").map_or("", |(_, service)| service);
        let action = service.split_once('.').map_or(service, |(action, _)| action);
        self.form == Form::Activity
            || matches!(action, "states:startExecution" | "aws-sdk:sfn:startExecution")
    }
}

/// What ends a task: AWS's service integration patterns, and activities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Its answer.
    Answer,
    /// The end of the job that its call starts (`.sync`).
    Sync,
    /// The same; the job's documents are data, not text (`.sync:2`).
    Sync2,
    /// Somebody's report with its token (`.waitForTaskToken`).
    Token,
    /// The report of a worker that has asked for work (an activity).
    Activity,
    /// Its answer: an SM4C function of type `rest`; the resource is its `operation`, the input its
    /// arguments.
    Rest,
    /// The same of type `rpc`.
    Rpc,
    /// SM4C's `sendEvent`: an event for the world outside, which the user's `send_event` takes. One
    /// task serves all events.
    Event,
    /// SM4C's `invokeSubflow`: another machine, registered with the engine's services by the name
    /// that is the resource.
    Subflow,
}
