//! Descriptions of a store's executions.

use std::fmt;
use std::time::SystemTime;

use asl_runtime::RunInput;
use asl_runtime::error::Failure;
use asl_runtime::execution::EventOptions;
use asl_runtime::history::MapRunState;
use asl_runtime::value::{Array, Map, Text, Value};
use asl_runtime::versions::{Outline, Version};

use super::time;

/// An execution to start. [`Start::new`] takes the required parts.
///
/// ```
/// use asl_durable::Start;
/// use asl_runtime::json;
///
/// let start = Start::new("order", json!({"id": 7})).name("order-7");
/// ```
#[derive(Clone, Default)]
#[cfg_attr(feature = "messages", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Start {
    /// Name of the machine.
    pub machine: Text,
    /// Version of the machine. By default the version that was registered last.
    pub version: Option<Version>,
    /// Name of the execution, unique among those of its machine. Starting the same name again
    /// returns the same execution. If it is empty, the store generates one.
    pub name: Text,
    /// Input of the execution.
    pub input: Value,
    /// Id of the execution, unique in the store. By default `machine:name`.
    pub id: Text,
    /// Value of `$$.Execution.RoleArn`; it has no other use.
    pub role_arn: Text,
    /// Value of `$$.StateMachine.Id`. By default the machine's name.
    pub machine_id: Text,
    /// Event options of an execution in SM4C.
    pub events: EventOptions,
    /// Words about the start, separated by spaces, such as the alias that chose the version.
    /// [`List::label`](crate::List::label) selects by a word. Use few different labels: the store
    /// keeps each one in memory.
    pub label: Text,
    /// Trace header of the request that starts the execution; descriptions have it.
    pub trace_header: Text,
}

impl Start {
    /// An execution of a machine. Use `()` for no input.
    pub fn new(machine: impl Into<Text>, input: impl Into<RunInput>) -> Self {
        Self { machine: machine.into(), input: input.into().into_value(), ..Self::default() }
    }

    asl_runtime::__setters! {
        version: impl Into<Version> => Some,
        name: impl Into<Text>,
        id: impl Into<Text>,
        role_arn: impl Into<Text>,
        machine_id: impl Into<Text>,
        events: EventOptions,
        label: impl Into<Text>,
        trace_header: impl Into<Text>,
    }
}

impl fmt::Debug for Start {
    /// Omits the input, because logs must not show the data of executions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Start")
            .field("machine", &self.machine)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// The id of an execution that was started without one of its own.
pub(super) fn execution_id(machine: &str, name: &str) -> Text {
    Text::from([machine, ":", name].concat())
}

/// The started execution.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "messages", derive(serde::Serialize, serde::Deserialize))]
pub struct Started {
    /// Id of the execution, which the calls of [`Durable`](super::Durable) take.
    pub id: Text,
    /// Name of the execution, which the calls of [`Executions`](super::Executions) take.
    pub name: Text,
    /// False if the execution existed already, with the same machine, name and input.
    pub is_new: bool,
    /// Start time.
    pub started: SystemTime,
}

/// The status of an execution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "messages", derive(serde::Serialize, serde::Deserialize))]
pub enum State {
    /// It is running.
    Running,
    /// It is unfinished, but its machine or its version is not registered.
    WaitsForMachine,
    /// It ended with an output.
    Succeeded,
    /// It ended with an error that no catcher caught, or in a Fail state.
    Failed,
    /// The machine's own `TimeoutSeconds` elapsed.
    TimedOut,
    /// It was cancelled.
    Aborted,
}

impl State {
    /// Returns true if it has ended.
    pub fn is_over(self) -> bool {
        match self {
            Self::Running | Self::WaitsForMachine => false,
            Self::Succeeded | Self::Failed | Self::TimedOut | Self::Aborted => true,
        }
    }
}

impl fmt::Display for State {
    /// AWS's names.
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

/// A page of executions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "messages", derive(serde::Serialize, serde::Deserialize))]
pub struct Page {
    /// The executions.
    pub executions: Vec<Summary>,
    /// The place to continue after, if there is a next page: [`List::after`](super::List::after).
    pub next: Option<Text>,
}

/// An execution in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "messages", derive(serde::Serialize, serde::Deserialize))]
pub struct Summary {
    /// Id of the execution.
    pub id: Text,
    /// Name of its machine.
    pub machine: Text,
    /// Its version.
    pub version: Version,
    /// Its status.
    pub state: State,
    /// Start time.
    pub started: SystemTime,
    /// End time, if it has ended.
    pub stopped: Option<SystemTime>,
    /// Error Name, if it ended with one.
    pub error: Option<Text>,
    /// Label of its start, or an empty text.
    pub label: Text,
    /// Number of redrives. Those that a compaction without
    /// [`Options::keep_history`](crate::Options::keep_history) removed do not count.
    pub redrives: u32,
    /// Time of the last redrive.
    pub redriven: Option<SystemTime>,
}

/// Full description of an execution.
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "messages", derive(serde::Serialize, serde::Deserialize))]
pub struct Description {
    /// Its entry in lists.
    pub summary: Summary,
    /// Name of the execution.
    pub name: Text,
    /// Input of the execution.
    pub input: Value,
    /// Output, if it succeeded.
    pub output: Option<Value>,
    /// The failure with its place in the definition, if it ended without an output.
    pub failure: Option<Failure>,
    /// Its open operations, in the order in which they started.
    // They name states of the machine's code, which only its own process has.
    #[cfg_attr(feature = "messages", serde(skip))]
    pub waits: Vec<Waits>,
    /// False if the operations are not known: for them the store needs the machine.
    pub are_waits_known: bool,
    /// True if it is parked: on disk and not in memory. Its tasks may be running.
    pub is_parked: bool,
    /// Time at which it wakes by itself, if it is parked.
    pub wakes: Option<SystemTime>,
    /// Trace header of its start, or an empty text.
    pub trace_header: Text,
    /// True if all inputs were kept, which a history and a redrive need.
    pub is_history_kept: bool,
}

impl Summary {
    /// The entry as JSON, with times as in histories.
    pub fn to_json(&self) -> Value {
        self.to_map().into()
    }

    fn to_map(&self) -> Map {
        let mut map = Map::default();
        map.insert("id", &self.id);
        map.insert("machine", &self.machine);
        map.insert("version", self.version.to_string());
        map.insert("status", self.state.to_string());
        map.insert("started", time::to_json(self.started));
        if let Some(stopped) = self.stopped {
            map.insert("stopped", time::to_json(stopped));
        }
        if let Some(error) = &self.error {
            map.insert("error", error);
        }
        if !self.label.is_empty() {
            map.insert("label", &self.label);
        }
        if let Some(redriven) = self.redriven {
            map.insert("redrives", self.redrives);
            map.insert("redriven", time::to_json(redriven));
        }
        map
    }
}

impl Description {
    /// The description as JSON, with times as in histories.
    pub fn to_json(&self) -> Value {
        let mut map = self.summary.to_map();
        map.insert("name", &self.name);
        map.insert("input", self.input.clone());
        if let Some(output) = &self.output {
            map.insert("output", output.clone());
        }
        if let Some(failure) = &self.failure {
            map.insert("cause", failure.cause().map_or(Value::Null, Value::from));
            map.insert("failure", failure.to_string());
        }
        if self.are_waits_known {
            map.insert("waits", self.waits.iter().map(Waits::to_json).collect::<Array>());
        }
        map.insert("parked", self.is_parked);
        if let Some(wakes) = self.wakes {
            map.insert("wakes", time::to_json(wakes));
        }
        map.into()
    }
}

impl Waits {
    fn to_json(&self) -> Value {
        let mut map = Map::default();
        map.insert("state", self.state);
        map.insert("operation", self.operation.as_str());
        map.insert("for", self.what.to_string());
        if let Some(until) = self.until {
            map.insert("until", time::to_json(until));
        }
        map.into()
    }
}

impl fmt::Display for WaitsFor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Task => "task",
            Self::Report => "report",
            Self::Time => "time",
            Self::Retry => "retry",
            Self::Event => "event",
            Self::Storage => "storage",
        })
    }
}

impl fmt::Debug for Description {
    /// Omits input, output and cause, because logs must not show the data of executions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Description")
            .field("summary", &self.summary)
            .field("error", &self.failure.as_ref().and_then(Failure::error))
            .field("waits", &self.waits)
            .finish_non_exhaustive()
    }
}

/// An operation that an execution waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waits {
    /// Name of the state.
    pub state: &'static str,
    /// Stable name of the operation, such as `Fan#3.0.Ship#1~2`.
    pub operation: String,
    /// Kind of the wait.
    pub what: WaitsFor,
    /// Time at which the wait ends by itself.
    pub until: Option<SystemTime>,
}

/// Kind of a wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WaitsFor {
    /// A task in progress.
    Task,
    /// A report with the task's token.
    Report,
    /// The end of a Wait.
    Time,
    /// The next attempt of a task.
    Retry,
    /// An event from outside.
    Event,
    /// Items to read or results to write for a distributed Map.
    Storage,
}

/// A Map Run of an execution.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "messages", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct MapRun {
    /// ARN, limits and counts.
    pub state: MapRunState,
    /// Its status.
    pub status: State,
    /// Start time.
    pub started: SystemTime,
    /// End time, if it has ended.
    pub stopped: Option<SystemTime>,
    /// Number of redrives.
    pub redrives: u32,
    /// Time of the last redrive.
    pub redriven: Option<SystemTime>,
}

/// The result of a compaction of the journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "messages", derive(serde::Serialize, serde::Deserialize))]
pub struct Compacted {
    /// Bytes of the journal before it.
    pub before: u64,
    /// Bytes of the journal after it.
    pub after: u64,
}

/// The result of moving executions to another version.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "messages", derive(serde::Serialize, serde::Deserialize))]
pub struct Migrated {
    /// Number of executions that were moved.
    pub moved: usize,
    /// Executions that could not be moved, with the reasons.
    pub stayed: Vec<(Text, String)>,
}

/// A version of a machine in which executions of a store are or were.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "messages", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct StoredVersion {
    /// Name of the machine.
    pub machine: Text,
    /// The version.
    pub version: Version,
    /// Time since when the store has its definition; `None` if an earlier release has written it.
    pub since: Option<SystemTime>,
    /// Name of the program that brought it.
    pub program: Text,
    /// Text of the definition; empty if the program did not have it.
    pub definition: Text,
    /// Number of executions in it, those that have ended included.
    pub executions: usize,
    /// Number of unfinished executions in it.
    pub unfinished: usize,
    /// The outline, which says if executions can move from it; `None` as for `since`.
    #[cfg_attr(feature = "messages", serde(skip))]
    pub outline: Option<Outline>,
}

impl StoredVersion {
    /// The version as JSON, without its definition.
    pub fn to_json(&self) -> Value {
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let mut map = Map::default();
        map.insert("machine", self.machine.clone());
        map.insert("version", Value::text(self.version.to_string()));
        map.insert("since", self.since.map_or(Value::Null, time::to_json));
        map.insert("program", self.program.clone());
        map.insert("hasDefinition", !self.definition.is_empty());
        map.insert("executions", count(self.executions));
        map.insert("unfinished", count(self.unfinished));
        Value::from(map)
    }
}

/// The forecast of an execution's move to a version of its machine.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Forecast {
    /// The execution.
    pub id: Text,
    /// The version in which it is.
    pub version: Version,
    /// The verdict.
    pub outlook: Outlook,
}

/// The verdict on a move that has not happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// It moves.
    Moves,
    /// It moves if its program closes the store. If that is killed, it may be that it cannot.
    MovesAfterClose,
    /// It cannot move, for this reason.
    Stays(String),
    /// It is known when its program has closed the store: this state, or another one, changed.
    Unknown(String),
}

/// The result of closing a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "messages", derive(serde::Serialize, serde::Deserialize))]
pub struct Closed {
    /// Number of tasks that were still in progress and were dropped. They start again when the
    /// store is opened.
    pub dropped: usize,
    /// Number of unfinished executions that were written as a whole, so that they can move to
    /// another version of their machine.
    pub snapshots: usize,
    /// Number of unfinished executions that were too large or too many for that.
    pub without_snapshot: usize,
}
