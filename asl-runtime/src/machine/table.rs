//! The static half of a machine: its table, one row for each node, and the rows' parts.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::error::{Failed, Failure, Status, Timeout};
use crate::value::Value;

use super::for_each::{EachRow, Item};
use super::sm4c::Sm4cRow;
use super::step::{At, Cx, Next};

/// A node of the flow graph.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash, Serialize, Deserialize,
)]
pub struct NodeId(pub u32);

/// The authority that decides where the specification and AWS differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Profile {
    /// The 2016 text to the letter, then today's specification.
    Spec,
    /// The behaviour that AWS was recorded to have, without its quotas.
    #[default]
    Aws,
}

/// The quotas that executions are held to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Limits {
    /// None but those of the runtime itself.
    #[default]
    None,
    /// Those of AWS: 256 KiB of data per state, 25,000 history events.
    Aws,
}

/// A compiled machine: the static transition table and three functions. Everything is static; an
/// execution adds data.
#[derive(Debug)]
pub struct Machine {
    /// Its name.
    pub name: &'static str,
    /// The definition it was compiled from, as shown to people.
    pub source: &'static str,
    /// Hash of the lowered machine; snapshots carry it.
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
    /// Enters nodes until one waits, ends, fails or the fuel is used up: [`advance`](super::advance) with the
    /// machine's `enter` inlined.
    pub advance: fn(&mut At, &mut Value, &mut Cx<'_>, u32) -> Next,
    /// Takes the result of what the node waited for.
    pub resume: fn(NodeId, &mut Value, &mut Cx<'_>, Value) -> Next,
    /// Takes an Error Output for the node's n-th catcher.
    pub caught: fn(NodeId, u32, &mut Value, &mut Cx<'_>, Value) -> Next,
    /// Makes what an iteration works on, from the Map's data and an item.
    pub item: fn(NodeId, &Value, &mut Cx<'_>, &Item) -> Result<Value, Failed>,
    /// The part that only SM4C has.
    pub sm4c: Option<&'static Sm4cRow>,
}

impl Machine {
    /// The failure of an execution that exceeds the machine's `TimeoutSeconds` (seed: "fails with a
    /// `States.Timeout` Error Name"). As recorded, AWS names no error: the status says it.
    pub(crate) fn time_out_failure(&self) -> Failed {
        let failure = match self.profile {
            Profile::Spec => *Failure::timed_out(Timeout::Time),
            Profile::Aws => Failure::default(),
        };
        Box::new(Failure { status: Status::TimedOut, ..failure })
    }

    /// The time limit of an execution, in milliseconds.
    pub(crate) fn time_limit(&self) -> Option<u64> {
        let seconds = self.timeout_seconds.map(|seconds| u64::from(seconds) * 1000);
        seconds.or(self.sm4c.and_then(|row| row.timeout_millis))
    }
}

/// The sources that a machine's expressions read besides the data. An execution keeps only what is
/// read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing of its own")]
pub struct Uses {
    /// The context object `$$`.
    pub context: bool,
    /// Variables.
    pub variables: bool,
    /// Nothing, but it has distributed Maps: parts of it are executions of their own.
    pub runs: bool,
    /// Randomness.
    pub random: bool,
}

/// One row of the transition table.
#[derive(Debug)]
pub struct Node {
    /// Name of the state it does work of.
    pub state: &'static str,
    /// Type of that state.
    pub state_kind: StateKind,
    /// Its kind of work.
    pub kind: Kind,
    /// Line and column of the state in the definition.
    pub source: (u32, u32),
    /// Every way out.
    pub transitions: &'static [Transition],
    /// Tried in order when the node fails.
    pub retry: &'static [Retrier],
    /// Tried in order when no retrier helps.
    pub catch: &'static [Catcher],
    /// The scope it belongs to: the machine itself, a branch, a body. A scope's number is above
    /// that of the one around it.
    pub scope: u32,
    /// Identifies it across versions of the machine.
    pub print: Print,
}

impl Node {
    /// Returns true for a task that ends with a report with its token (`.waitForTaskToken`).
    pub(crate) fn waits_for_token(&self) -> bool {
        matches!(&self.kind, Kind::Invoke(Effect::Task(TaskRow { form: Form::Token, .. })))
    }
}

/// Numbers that tell whether parts of a node are the same: hashes over what the definition says,
/// with names for numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Print {
    /// What it does, and for what it waits.
    pub call: u64,
    /// What it works on.
    pub input: u64,
    /// Its limits.
    pub limits: u64,
    /// What becomes of its result.
    pub output: u64,
    /// What becomes of its errors.
    pub errors: u64,
}

/// The types of states; history events are named after them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

/// The eight kinds of nodes.
#[derive(Debug)]
pub enum Kind {
    /// Computes data and continues.
    Eval,
    /// One effect, with retry and catch.
    Invoke(Effect),
    /// Chooses where to go.
    Branch,
    /// Runs these starts side by side.
    Fork(&'static [NodeId]),
    /// Runs a body for each item.
    ForEach(EachRow),
    /// Waits for events from outside: SM4C's row says for which.
    Await,
    /// Ends its frame well.
    End,
    /// Ends its frame badly.
    Fail,
}

/// The effect of an Invoke node.
#[derive(Debug)]
pub enum Effect {
    /// Runs a task.
    Task(TaskRow),
    /// Waits for time to pass.
    Wait,
}

/// The static half of a task call.
#[derive(Debug)]
pub struct TaskRow {
    /// Number of the method in the machine's `Tasks`.
    pub task: u32,
    /// Name of that method.
    pub method: &'static str,
    /// The Resource as written.
    pub resource: &'static str,
    /// The event that ends it.
    pub form: Form,
    /// Seconds for one attempt.
    pub timeout_seconds: u32,
    /// True if the definition gives the time-out: only then the history shows it.
    pub timeout_given: bool,
    /// Longest silence between heartbeats, in seconds.
    pub heartbeat_seconds: Option<u32>,
}

/// The form of a task: AWS's service integration patterns, and activities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Its answer: a Lambda function, or a service that is called and answers.
    Answer,
    /// The end of the job that its call starts (`.sync`).
    Sync,
    /// The same; the job's documents are data, not text (`.sync:2`).
    Sync2,
    /// A report with its token, after the service has answered (`.waitForTaskToken`).
    Token,
    /// The report of a worker that has polled for work (an activity).
    Activity,
    /// Its answer: an SM4C function of type `rest`; the resource is its `operation`, the input its
    /// arguments.
    Rest,
    /// The same of type `rpc`.
    Rpc,
    /// Its answer: SM4C's `sendEvent`, which hands an event to the world outside.
    Event,
    /// The end of another machine: SM4C's `invokeSubflow`; the resource is the name that it is
    /// registered by.
    Subflow,
}

impl Form {
    /// Returns true if its answer alone ends it.
    pub(crate) fn is_answer(self) -> bool {
        match self {
            Self::Answer | Self::Rest | Self::Rpc | Self::Event | Self::Subflow => true,
            Self::Sync | Self::Sync2 | Self::Token | Self::Activity => false,
        }
    }
}

/// One way out of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transition {
    /// The target; `None`: the frame ends.
    pub to: Option<NodeId>,
    /// Its cause.
    pub cause: Cause,
}

/// The cause of a transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// `Next`, or `End`.
    Next,
    /// The n-th choice rule, from 0.
    Choice(u32),
    /// `Default`.
    Default,
    /// The n-th catcher, from 0.
    Catch(u32),
    /// SM4C: the n-th transition of its state with a `condition`, from 0.
    Condition(u32),
    /// SM4C: none of these conditions holds. The state waits for events or time, or fails.
    NoCondition,
    /// SM4C: the n-th transition of its state with `eventGroups`, from 0.
    Event(u32),
    /// SM4C: the transition of its state with a `timeout`.
    Timer,
}

impl fmt::Display for Cause {
    /// Numbers count from 1 here: `choice 1` is the first rule.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, number) = match *self {
            Self::Next => return f.write_str("next"),
            Self::Default => return f.write_str("default"),
            Self::NoCondition => return f.write_str("no condition"),
            Self::Timer => return f.write_str("timer"),
            Self::Choice(number) => ("choice", number),
            Self::Catch(number) => ("catcher", number),
            Self::Condition(number) => ("condition", number),
            Self::Event(number) => ("event", number),
        };
        write!(f, "{word} {}", u64::from(number) + 1)
    }
}

/// A retry policy (seed: "Retrying after error").
#[derive(Debug)]
pub struct Retrier {
    /// `ErrorEquals`.
    pub errors: &'static [&'static str],
    /// Seconds before the first retry.
    pub interval_seconds: u32,
    /// Most retries.
    pub max_attempts: u32,
    /// Factor from one delay to the next.
    pub backoff_rate: f64,
    /// Longest delay in seconds.
    pub max_delay_seconds: Option<u32>,
    /// True if each delay is a random part of itself, decided by the seed and the attempt.
    pub jitter: bool,
}

/// A catcher; its target is in the transitions.
#[derive(Debug)]
pub struct Catcher {
    /// `ErrorEquals`.
    pub errors: &'static [&'static str],
}
