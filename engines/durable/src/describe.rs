//! Descriptions of a store's executions.

use std::fmt;

use asl_runtime::RunInput;
use asl_runtime::execution::EventOptions;
use asl_runtime::value::{Text, Value};

/// What is to be started. [`Start::new`] names what must be given.
///
/// ```
/// use asl_durable::Start;
/// use asl_runtime::json;
///
/// let start = Start::new("order", json!({"id": 7})).name("order-7");
/// ```
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Start {
    /// Name of the machine.
    pub machine: Text,
    /// Which version of it, by its hash; without one the version that was registered last.
    pub version: Option<u64>,
    /// Name of the execution, unique among those of its machine: the same again is the same
    /// execution. Empty: a new one is made.
    pub name: Text,
    /// Its input.
    pub input: Value,
    /// Id of the execution, unique in the store; without one `machine:name`.
    pub id: Text,
    /// What `$$.Execution.RoleArn` says; used for nothing else.
    pub role_arn: Text,
    /// Value of `$$.StateMachine.Id`. By default the machine's name.
    pub machine_id: Text,
    /// SM4C: how it deals with events.
    pub events: EventOptions,
}

impl Start {
    /// A new execution of a machine; `()` is no input.
    pub fn new(machine: impl Into<Text>, input: impl Into<RunInput>) -> Self {
        Self { machine: machine.into(), input: input.into().into_value(), ..Self::default() }
    }

    asl_runtime::__setters! {
        version: u64,
        name: impl Into<Text>,
        id: impl Into<Text>,
        role_arn: impl Into<Text>,
        machine_id: impl Into<Text>,
        events: EventOptions,
    }
}

impl fmt::Debug for Start {
    /// Without the input: what executions work on is nobody's business.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Start")
            .field("machine", &self.machine)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// The started execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Started {
    /// Its id, by which everything else asks for it.
    pub id: Text,
    /// False: it was there before, with the same machine, name and input.
    pub is_new: bool,
    /// Start time, in milliseconds since 1970.
    pub started: u64,
}

/// The status of an execution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum State {
    /// It goes on.
    Running,
    /// It is unfinished, and its machine or that version of it is not registered.
    WaitsForMachine,
    /// It has an output.
    Succeeded,
    /// An error that nothing caught, or a Fail state.
    Failed,
    /// The machine's own `TimeoutSeconds` ran out.
    TimedOut,
    /// Cancelled from outside.
    Aborted,
}

impl State {
    /// True if it has ended.
    pub fn is_over(self) -> bool {
        match self {
            Self::Running | Self::WaitsForMachine => false,
            Self::Succeeded | Self::Failed | Self::TimedOut | Self::Aborted => true,
        }
    }
}

impl fmt::Display for State {
    /// AWS's words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Running => "RUNNING",
            Self::WaitsForMachine => "WAITS_FOR_MACHINE",
            Self::Succeeded => "SUCCEEDED",
            Self::Failed => "FAILED",
            Self::TimedOut => "TIMED_OUT",
            Self::Aborted => "ABORTED",
        })
    }
}

/// The executions to list.
#[derive(Clone, Debug, Default)]
pub struct List {
    /// Those of this machine only.
    pub machine: Option<Text>,
    /// Those in this state only.
    pub state: Option<State>,
    /// Those whose ids come behind this one: [`Page::next`] of the page before.
    pub after: Text,
    /// Most of them; 0 means 1,000, and there are never more than 10,000.
    pub limit: usize,
}

/// Some executions, in the order of their ids.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Page {
    /// The executions.
    pub executions: Vec<Summary>,
    /// Start of the next page, if any.
    pub next: Option<Text>,
}

/// One line of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Its id.
    pub id: Text,
    /// The name of its machine.
    pub machine: Text,
    /// The hash of the version it runs in.
    pub version: u64,
    /// Its status.
    pub state: State,
    /// Start time, in milliseconds since 1970.
    pub started: u64,
    /// End time, if it has ended.
    pub stopped: Option<u64>,
}

/// All that is known of an execution.
#[derive(Clone, PartialEq)]
pub struct Description {
    /// Its entry in lists.
    pub summary: Summary,
    /// Its name, as people know it.
    pub name: Text,
    /// Its input.
    pub input: Value,
    /// Its output, if it has succeeded.
    pub output: Option<Value>,
    /// The Error Name it ended with, if there is one.
    pub error: Option<Text>,
    /// The cause it ended with, if there is one.
    pub cause: Option<Text>,
    /// Where it stands: one entry for each operation that is open, in the order they began.
    pub waits: Vec<Waits>,
    /// True if it is parked: written down and not in memory.
    pub is_parked: bool,
}

impl fmt::Debug for Description {
    /// Without input, output and cause: what executions work on is nobody's business.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Description")
            .field("summary", &self.summary)
            .field("error", &self.error)
            .field("waits", &self.waits)
            .finish_non_exhaustive()
    }
}

/// Something that an execution waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waits {
    /// The name of the state.
    pub state: &'static str,
    /// The operation's stable name, such as `Fan#3.0.Ship#1~2`.
    pub operation: String,
    /// For what it waits.
    pub what: WaitsFor,
    /// When that is over by itself, in milliseconds since 1970.
    pub until: Option<u64>,
}

/// The reason of a state's wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WaitsFor {
    /// A task that is under way.
    Task,
    /// A report with the task's token.
    Report,
    /// Time to pass: a Wait.
    Time,
    /// Time to pass until the next attempt.
    Retry,
    /// An event from outside.
    Event,
    /// Items that are read, or results that are written, for a distributed Map.
    Storage,
}

/// The result of a rewrite of the journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Compacted {
    /// Bytes of the journal before.
    pub before: u64,
    /// Bytes of the journal now.
    pub after: u64,
}

/// What became of executions that were to go on in another version.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Migrated {
    /// Number of moved executions.
    pub moved: usize,
    /// Those that have stayed, and why.
    pub stayed: Vec<(Text, String)>,
}

/// The way in which a store was closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Closed {
    /// Tasks that were still under way and were dropped. They are begun again when the store is
    /// opened.
    pub dropped: usize,
}
