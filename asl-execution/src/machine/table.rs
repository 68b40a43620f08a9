//! The static part of a machine: its table, with one row for each node.

pub use asl_language::fingerprint::Fingerprint;
pub use asl_language::profile::{Limits, Profile};
pub use asl_language::state::StateKind;
pub use asl_language::task::Form;
pub use asl_language::transition::Cause;
use asl_language::version::Version;
use serde::{Deserialize, Serialize};

use asl_value::error::{Exceeded, Failed, Failure, Status, Timeout};
use asl_value::value::Value;

use super::for_each::{EachRow, Item};
use super::sm4c::{CallRow, Sm4cNode, Sm4cRow, Work};
use super::step::{At, Cx, Next};
use super::types::MachineTypes;

/// A node of the flow graph.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash, Serialize, Deserialize,
)]
pub struct NodeId(pub u32);

/// A compiled machine: the static transition table and its functions. Everything is static; an
/// execution adds data.
#[derive(Debug)]
pub struct Machine {
    /// Its name.
    pub name: &'static str,
    /// The definition from which it was compiled, for messages.
    pub source: &'static str,
    /// Text of the definition. It is empty if the definition is in YAML or a part of a template, or
    /// if the machine was compiled without its text.
    pub definition: &'static str,
    /// Hash of the lowered machine, which snapshots contain.
    pub hash: u64,
    /// See [`Profile`].
    pub profile: Profile,
    /// See [`Limits`].
    pub limits: Limits,
    /// `TimeoutSeconds` of the machine.
    pub timeout_seconds: Option<u32>,
    /// The sources that its expressions read besides the data.
    pub uses: Uses,
    /// The first node.
    pub start: NodeId,
    /// One row per node.
    pub nodes: &'static [Node],
    /// Five numbers for each node, those of its [`Fingerprint`], by which another version is
    /// compared.
    pub fingerprints: &'static [u64],
    /// Enters nodes until one waits, ends or fails, or the fuel is used up:
    /// [`advance`](super::advance) with the machine's `enter` inlined.
    pub advance: fn(&mut At, &mut Value, &mut Cx<'_>, u32) -> Next,
    /// Takes the result that the node waited for.
    pub resume: fn(NodeId, &mut Value, &mut Cx<'_>, Value) -> Next,
    /// Takes an Error Output for the node's n-th catcher.
    pub caught: fn(NodeId, u32, &mut Value, &mut Cx<'_>, Value) -> Next,
    /// Makes the input of an iteration from the Map's data and an item.
    pub item: fn(NodeId, &Value, &mut Cx<'_>, &Item) -> Result<Value, Failed>,
    /// The part that only SM4C has.
    pub sm4c: Option<&'static Sm4cRow>,
    /// The Rust types of its data, if its user named any.
    pub types: Option<&'static MachineTypes>,
    /// The picture for reports, with the feature `report`.
    pub picture: Option<&'static Picture>,
}

/// The picture of a machine, for the reports of its runs.
#[derive(Debug)]
pub struct Picture {
    /// The picture as SVG.
    pub svg: &'static str,
    /// The places of the states by name, such as `order.asl.json:12:5`.
    pub places: &'static [(&'static str, &'static str)],
}

impl Machine {
    /// Its version, for messages and for engines.
    pub fn version(&self) -> Version {
        Version::from(self.hash)
    }

    /// The failure of an execution that exceeds the machine's `TimeoutSeconds` (seed: "fails with a
    /// `States.Timeout` Error Name"). As recorded, AWS gives no error name, only the status.
    pub(crate) fn time_out_failure(&self) -> Failed {
        let failure = match self.profile {
            Profile::Spec => *Failure::timed_out(Timeout::Time),
            Profile::Aws => Failure::default(),
        };
        let exceeded = self.timeout_seconds.map(Exceeded::MachineTimeoutSeconds);
        Box::new(Failure { status: Status::TimedOut, exceeded, ..failure })
    }

    /// A machine without nodes, for the defaults of its fields.
    pub const EMPTY: Self = Self {
        name: "",
        source: "",
        definition: "",
        hash: 0,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses::NONE,
        start: NodeId(0),
        nodes: &[],
        fingerprints: &[],
        advance: |at, _, _, _| no_node(at.node),
        resume: |node, _, _, _| no_node(node),
        caught: |node, _, _, _, _| no_node(node),
        item: |_, _, _, item| Ok(item.value.clone()),
        sm4c: None,
        types: None,
        picture: None,
    };

    /// The fingerprint of a node.
    pub(crate) fn print(&self, node: usize) -> Fingerprint {
        match self.fingerprints.chunks_exact(5).nth(node) {
            Some(&[call, input, limits, output, errors]) => {
                Fingerprint { call, input, limits, output, errors }
            }
            _ => Fingerprint::default(),
        }
    }

    /// The row of a node.
    #[inline]
    pub(crate) fn node(&self, node: NodeId) -> Option<&'static Node> {
        self.nodes.get(usize::try_from(node.0).ok()?)
    }

    /// The part of a node that only SM4C has; `None` in ASL.
    pub(crate) fn sm4c_node(&self, node: NodeId) -> Option<&'static Sm4cNode> {
        self.sm4c?;
        self.node(node).map(|node| &node.sm4c)
    }

    /// Returns true if its states read nothing but their data and the time, and if no quota depends
    /// on their outputs and events.
    #[inline]
    pub(crate) fn needs_only_data(&self) -> bool {
        let Uses { context, variables, runs: _, random } = self.uses;
        let needs_execution = context || variables || random || self.limits == Limits::Aws;
        !needs_execution && self.sm4c.is_none()
    }

    /// The time limit of an execution, in milliseconds.
    pub(crate) fn time_limit(&self) -> Option<u64> {
        let seconds = self.timeout_seconds.map(|seconds| u64::from(seconds) * 1000);
        seconds.or(self.sm4c.and_then(|row| row.timeout_millis))
    }
}

#[cold]
fn no_node(node: NodeId) -> Next {
    Err(Failure::runtime(format!("no step {} could go on here", node.0)))
}

/// The sources that a machine's expressions read besides the data. An execution keeps only these.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing of its own")]
pub struct Uses {
    /// The context object `$$`.
    pub context: bool,
    /// Variables.
    pub variables: bool,
    /// No source, but the machine has distributed Maps: parts of it are executions of their own.
    pub runs: bool,
    /// Randomness.
    pub random: bool,
}

/// One row of the transition table.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Name of the state to which it belongs.
    pub state: &'static str,
    /// Type of that state.
    pub state_kind: StateKind,
    /// Its kind of work.
    pub kind: Kind,
    /// Line and column of the state in the definition.
    pub source: (u32, u32),
    /// The transition without a condition.
    pub exit: Exit,
    /// SM4C: the target after the exit action that it sets.
    pub leave_for: Option<NodeId>,
    /// The targets of choice rules or conditions, in order.
    pub rules: &'static [NodeId],
    /// The target if no rule matches.
    pub default: Option<NodeId>,
    /// SM4C: the targets of event transitions, in order.
    pub events: &'static [NodeId],
    /// SM4C: the target of the time-out.
    pub timer: Option<NodeId>,
    /// Retriers, tried in order when the node fails.
    pub retry: &'static [Retrier],
    /// Catchers, tried in order when no retrier matches.
    pub catch: &'static [Catcher],
    /// Number of its scope: the machine, a branch or a body. It is greater than that of the
    /// enclosing scope.
    pub scope: u32,
    /// The part of the node that only SM4C has.
    pub sm4c: Sm4cNode,
}

impl Node {
    /// Every transition out of the node, in the order of the definition. The end of an action within
    /// an action is none.
    #[inline]
    pub fn transitions(&self) -> Vec<Transition> {
        let exit = match self.exit {
            Exit::None => None,
            Exit::End if self.state_kind == StateKind::State && self.scope > 0 => None,
            Exit::End => Some((None, Cause::Next)),
            Exit::Next(node) => Some((Some(node), Cause::Next)),
        };
        let (rule, default): (fn(u32) -> Cause, Cause) = if self.state_kind == StateKind::State {
            (Cause::Condition, Cause::NoCondition)
        } else {
            (Cause::Choice, Cause::Default)
        };
        let to = |node: Option<NodeId>, cause| node.map(|node| (Some(node), cause));
        let numbered = |targets: &'static [NodeId], cause: fn(u32) -> Cause| {
            (0..).zip(targets).map(move |(number, node)| (Some(*node), cause(number)))
        };
        let catch = (0..).zip(self.catch).map(|(at, catcher)| (Some(catcher.1), Cause::Catch(at)));
        let all = exit.into_iter().chain(to(self.leave_for, Cause::Next));
        let all = all.chain(numbered(self.rules, rule)).chain(to(self.default, default));
        let all =
            all.chain(numbered(self.events, Cause::Event)).chain(to(self.timer, Cause::Timer));
        all.chain(catch).map(|(to, cause)| Transition { to, cause }).collect()
    }

    /// The SM4C row of the call that it makes.
    #[doc(hidden)]
    pub fn sm4c_call(&self) -> Option<&CallRow> {
        if let Work::Call(call) = &self.sm4c.work { Some(call) } else { None }
    }

    /// Returns true for a task that ends with a report with its token (`.waitForTaskToken`).
    #[doc(hidden)]
    pub fn waits_for_token(&self) -> bool {
        matches!(&self.kind, Kind::Invoke(Effect::Task(TaskRow { form: Form::Token, .. })))
    }
}

/// The eight kinds of nodes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Computes data and continues.
    Eval,
    /// One effect, with retriers and catchers.
    Invoke(Effect),
    /// Chooses a transition.
    Branch,
    /// Runs branches concurrently, which start at these nodes.
    Fork(&'static [NodeId]),
    /// Runs a body for each item.
    ForEach(EachRow),
    /// Waits for events from outside, which SM4C's row lists.
    Await,
    /// Ends its frame successfully.
    End,
    /// Fails its frame.
    Fail,
}

/// The effect of an Invoke node.
#[derive(Clone, Copy, Debug)]
pub enum Effect {
    /// Runs a task.
    Task(TaskRow),
    /// Waits for time to pass.
    Wait,
}

/// The static part of a task call.
#[derive(Clone, Copy, Debug)]
pub struct TaskRow {
    /// Number of the method in the machine's `Tasks`.
    pub task: u32,
    /// Name of that method.
    pub method: &'static str,
    /// The Resource as written.
    pub resource: &'static str,
    /// The event that ends it.
    pub form: Form,
    /// Time-out of an attempt, in seconds.
    pub timeout_seconds: u32,
    /// True if the definition gives the time-out: only then the history contains it.
    pub timeout_given: bool,
    /// Maximum seconds between two heartbeats.
    pub heartbeat_seconds: Option<u32>,
}

/// The transition that a node takes without a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// There is none.
    None,
    /// It ends its scope.
    End,
    /// It continues with this node.
    Next(NodeId),
}

/// A transition out of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transition {
    /// The target; `None` if the frame ends.
    pub to: Option<NodeId>,
    /// Its cause.
    pub cause: Cause,
}

/// A retry policy (seed: "Retrying after error").
#[derive(Debug)]
pub struct Retrier {
    /// `ErrorEquals`.
    pub errors: &'static [&'static str],
    /// Seconds before the first retry.
    pub interval_seconds: u32,
    /// Maximum number of retries.
    pub max_attempts: u32,
    /// Factor from one delay to the next.
    pub backoff_rate: f64,
    /// Maximum delay in seconds.
    pub max_delay_seconds: Option<u32>,
    /// True if each delay is a random part of the computed one, determined by the seed and the
    /// attempt.
    pub jitter: bool,
}

impl Retrier {
    /// The specification's defaults.
    pub const DEFAULT: Self = Self {
        errors: &[],
        interval_seconds: 1,
        max_attempts: 3,
        backoff_rate: 2.0,
        max_delay_seconds: None,
        jitter: false,
    };
}

/// A catcher: its `ErrorEquals` and its target.
#[derive(Debug)]
pub struct Catcher(pub &'static [&'static str], pub NodeId);
