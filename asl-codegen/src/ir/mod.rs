//! The flow graph: eight kinds of nodes, to which both languages are lowered. Later stages do not
//! depend on JSON, ASL or SM4C.
//!
//! Nodes refer to nodes by typed ids. A transition to a missing target has no node (`Target::node`
//! is `None`). A diagnostic reports it, so code after the second gate never sees it.

pub(crate) mod call_target;
pub(crate) mod context;
mod data;
mod errors;
mod exits;
pub mod fingerprint;
pub mod function;
mod id;
mod invocations;
mod node;
mod sm4c;
pub mod transitions;

pub use asl_language::choice::{Comparable, Order, Test};
pub use asl_language::sm4c::{Jitter, Join};
pub use asl_language::state::StateKind;
pub use asl_language::task::Form;
pub use data::{
    Assignment, Computed, Expr, Input, Jsonata, Output, Place, Query, Selection, Source,
    VariableRead,
};
pub use id::{NodeId, ScopeId, StateId, TaskId};
pub(crate) use invocations::Invocation;
pub use node::{
    Await, Batch, Branch, Catcher, Comparison, Condition, Effect, End, ErrorHandler, Eval,
    EventGroup, EventTransition, Exit, Fail, ForEach, Fork, Instant, Invoke, Limit, MapRun, Node,
    NodeKind, Retrier, Rule, Store, Target, TaskCall, WaitFor,
};

pub use sm4c::{Action, ActionKind, EventDefinition, Moment, RetryPolicy, Sm4c};

use std::collections::BTreeSet;
use std::sync::Arc;

pub use asl_source::literal::Literal;
use asl_source::options::{Limits, Profile};
use asl_source::span::{Span, Spanned};

/// A lowered machine.
#[derive(Clone, Debug)]
pub struct Machine {
    /// Name of the machine (the file's stem, or the option `name`).
    pub name: String,
    /// Name of the definition in messages.
    pub source: String,
    /// The definition's `Comment`.
    pub comment: Option<String>,
    /// `TimeoutSeconds` of the machine.
    pub timeout_seconds: Option<u32>,
    /// The rules to follow if the specification and AWS differ.
    pub profile: Profile,
    /// The quotas of executions.
    pub limits: Limits,
    /// True for an Express machine.
    pub express: bool,
    /// The variables that tests of single states give.
    pub given: GivenVariables,
    /// Scope 0 is the machine itself; each branch and each body has its own.
    pub scopes: Vec<Scope>,
    /// States of all scopes, in the order of the definition: a parent before its children.
    pub states: Vec<State>,
    /// Nodes of all states.
    pub nodes: Vec<Node>,
    /// Distinct resources, in the order of first use.
    pub tasks: Vec<Task>,
    /// The variables in texts that should be expressions of JSONata.
    pub mentioned: BTreeSet<String>,
    /// The parts of machines in SM4C. `None` for ASL.
    pub sm4c: Option<Box<Sm4c>>,
}

/// The variables that tests of single states give.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivenVariables {
    /// Names of variables that certainly have a value in each state.
    pub names: Vec<String>,
    /// True if a test may give variables that no state assigns, too.
    pub may_be_others: bool,
}

/// A set of nodes with transitions among each other: the machine itself, a branch of a Fork, the
/// body of a ForEach.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The Fork or ForEach around it, and the branch's index. `None` for the machine itself.
    pub owner: Option<(NodeId, u32)>,
    /// The start (`StartAt`).
    pub start: Target,
    /// Its states in the order of the definition.
    pub states: Vec<StateId>,
    /// The span of its object.
    pub span: Span,
}

/// A state of the definition. Its nodes do its work.
#[derive(Clone, Debug)]
pub struct State {
    /// The name, with the span of its key and quotation marks.
    pub name: Spanned<String>,
    /// The type.
    pub kind: StateKind,
    /// Its scope.
    pub scope: ScopeId,
    /// Its first node.
    pub entry: NodeId,
    /// True if its query language is JSONata.
    pub is_jsonata: bool,
    /// Its `Comment`.
    pub comment: Option<String>,
}

/// A unit of work outside of the machine, called by one or more nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The `Resource`, with its first span.
    pub resource: Spanned<String>,
    /// The form, which determines its end.
    pub form: Form,
    /// SM4C: the name of the function, which names the method of the trait.
    pub function: Option<String>,
    /// SM4C: the description of the function from the document of its operation.
    pub described: Option<Arc<function::Described>>,
}

/// Requests of Step Functions' own that `asl-aws` does not perform: they always need a method.
const NOT_PERFORMED: [&str; 4] = [
    "eks:call",
    "eks:runJob",
    "elasticmapreduce:modifyInstanceFleetByName",
    "elasticmapreduce:modifyInstanceGroupByName",
];

impl Task {
    /// True if the runtime itself can perform it: an activity, or the start of an execution.
    pub fn has_services(&self) -> bool {
        self.form == Form::Activity
            || matches!(self.action(), "states:startExecution" | "aws-sdk:sfn:startExecution")
    }

    /// True if it calls a service of AWS that services of a machine can call. A function that
    /// `lambda:invoke` calls may be part of the program.
    pub fn is_service_call(&self) -> bool {
        let action = self.action();
        !self.has_services()
            && !matches!(action, "" | "lambda:invoke")
            && !NOT_PERFORMED.contains(&action)
    }

    /// The service and action that the Resource names, without a pattern: `sqs:sendMessage`.
    fn action(&self) -> &str {
        let service =
            self.resource.value.split_once(":states:::").map_or("", |(_, service)| service);
        service.split_once('.').map_or(service, |(action, _)| action)
    }
}
