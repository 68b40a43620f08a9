//! Outlines: machines as plain data for comparisons. An outline is created from the static table of
//! a compiled machine, by a reader of a definition, or from text that a store has kept.

use crate::fingerprint::Fingerprint;
use crate::transition::Cause;

/// A machine.
#[derive(Clone, PartialEq, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a property of its own, compared by its name"
)]
pub struct Outline {
    /// Place of its definition.
    pub source: String,
    /// True if it is in SM4C.
    pub is_sm4c: bool,
    /// True if it uses the context object.
    pub uses_context: bool,
    /// True if it uses randomness.
    pub uses_random: bool,
    /// True if it has AWS's profile.
    pub is_aws: bool,
    /// True if AWS's quotas apply.
    pub has_quotas: bool,
    /// Time-out of executions, in milliseconds.
    pub time_limit: Option<u64>,
    /// Number of its first node.
    pub start: u32,
    /// SM4C: the first node of the time-out's action.
    pub on_timeout: Option<u32>,
    /// Its nodes by number.
    pub nodes: Vec<NodeOutline>,
}

/// A node.
#[derive(Clone, PartialEq, Debug)]
pub struct NodeOutline {
    /// Name of the state to which it belongs.
    pub state: String,
    /// Type of that state.
    pub state_kind: String,
    /// Number of the scope that contains it: the machine, a branch or a body.
    pub scope: u32,
    /// Line and column of the state.
    pub place: (u32, u32),
    /// Its work.
    pub work: WorkOutline,
    /// Hashes of its parts.
    pub print: Fingerprint,
    /// Its exits: cause and target.
    pub exits: Vec<(Cause, Option<u32>)>,
    /// Its retriers.
    pub retry: Vec<RetrierOutline>,
    /// The errors of its catchers, as text.
    pub catch: Vec<String>,
    /// SM4C: type and name of its action.
    pub action: Option<String>,
}

/// A retrier.
#[derive(Clone, PartialEq, Debug)]
pub struct RetrierOutline {
    /// `ErrorEquals`.
    pub errors: Vec<String>,
    /// Seconds before the first retry.
    pub interval_seconds: u32,
    /// Maximum number of retries.
    pub max_attempts: u32,
    /// Factor from one delay to the next.
    pub backoff_rate: f64,
    /// Greatest delay in seconds.
    pub max_delay_seconds: Option<u32>,
    /// True if each delay is chosen at random, up to the computed one.
    pub jitter: bool,
}

/// The work of a node.
#[derive(Clone, PartialEq, Debug)]
pub enum WorkOutline {
    /// Work in which no execution waits.
    Plain,
    /// Calls a task.
    Task {
        /// Its resource.
        resource: String,
    },
    /// Waits for time to pass.
    Wait,
    /// Runs branches concurrently, which start at these nodes.
    Fork(Vec<u32>),
    /// Runs a body for each item.
    ForEach {
        /// First node of the body.
        body: u32,
        /// Maximum number of concurrent iterations; 0 means no limit, `None` means that the data
        /// contain it.
        window: Option<u32>,
    },
    /// Waits for events.
    Await,
}

impl Outline {
    /// The outline of a compiled machine.
    #[inline]
    pub fn new(machine: impl Into<Self>) -> Self {
        machine.into()
    }

    /// A node by its number.
    pub fn node(&self, number: u32) -> Option<&NodeOutline> {
        self.nodes.get(usize::try_from(number).ok()?)
    }

    /// The scope of a node.
    pub fn scope_of(&self, node: u32) -> Option<u32> {
        self.node(node).map(|node| node.scope)
    }
}

impl NodeOutline {
    /// The name of an action.
    pub fn action(kind: &str, name: Option<&str>) -> String {
        name.map_or_else(|| format!("`{kind}`"), |name| format!("`{name}` ({kind})"))
    }
}
