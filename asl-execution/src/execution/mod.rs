//! A running machine as data. It never waits and never reads a clock: it issues commands, accepts
//! completions one at a time, and can be saved between any two of them. An engine performs the
//! commands.
//!
//! ```
//! use asl_runtime::execution::{Command, Execution, Outcome, StartOptions};
//! use asl_runtime::{asl_machine, json};
//!
//! asl_machine!("doc/greet.asl.json");
//!
//! # fn main() {
//! let mut run = Execution::start(&greet::MACHINE, json!({"name": "Ada"}), StartOptions::default().now(1_000));
//! let result = loop {
//!     let command = run.next_command();
//!     if let Some(result) = run.take_result() {
//!         break result;
//!     }
//!     match command {
//!         // An engine starts the task or the timer, or drops what it has started. This one has the answer at once.
//!         Some(Command::Run { op, .. }) => assert!(run.complete(op, Outcome::Done(json!("Hi.")), 1_500)),
//!         Some(Command::Timer { op, after }) => assert!(run.complete(op, Outcome::Done(json!(null)), 1_500 + after)),
//!         Some(Command::Hold { .. } | Command::Cancel { .. }) => {}
//!         // Only SM4C makes detached calls.
//!         Some(Command::Detach { op, .. }) => run.acknowledge(op),
//!         // Only a distributed Map reads items from a storage and writes results there.
//!         Some(Command::Read { .. } | Command::Write { .. }) => unreachable!("this machine has no Map"),
//!         // Out of fuel: it continues after others have run.
//!         None => run.advance(1_500),
//!     }
//! };
//! assert_eq!(result, Ok(json!({"name": "Ada", "greeting": "Hi."})));
//! # }
//! ```

mod ahead;
mod cancellation;
mod child_execution;
mod child_scope;
mod command;
mod complete;
mod event_count;
mod frame;
mod fuel;
mod globals;
mod ids;
mod language;
mod map_run;
mod observe;
mod outcome;
mod parked;
mod quotas;
mod saved;
mod spare_commands;
mod start;
mod state_start;
mod step;
mod wait;
pub use crate::storage::items::{ReadItems, WriteResults};
pub use cancellation::Cancellation;
pub use child_execution::ChildExecution;
pub use command::{Command, Limits};
pub use globals::{Dice, EventOptions};
pub use ids::operation_id::{OpKey, OperationId};
pub use ids::operations::{Operation, OperationKind};
pub use map_run::MapRunUpdate;
#[cfg(feature = "tracing")]
#[doc(hidden)]
pub use observe::{spans::task_span, trace_span::TraceSpan};
pub use outcome::Outcome;
pub use saved::input::{Applied, Input, InputError, Refusal};
pub use saved::migrate::MigrateError;
pub use saved::redrive::{Redrive, RedriveError};
pub use saved::snapshot::{RestoreError, Snapshot};
pub use state_start::StateStart;
pub use wait::inbox::SendError;
pub use wait::task_token::{Report, Reported, TokenError, keyed_number};

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::execution::command::Commands;
use crate::execution::event_count::EventCount;
use crate::execution::frame::{ChildScope, Frame, Frames, ROOT, ReadyQueue, Slot, Waiting};
use crate::execution::fuel::Fuel;
use crate::execution::globals::Globals;
use crate::execution::language::Language;
use crate::execution::observe::watch::Watch;
use crate::history::ObserverHandle;
use crate::machine;
use crate::machine::sm4c::Sm4cNode;
use crate::machine::{Machine, Node, NodeId};
use asl_value::error::Failure;
use asl_value::value::{Text, Value};

// For the runtime and engines, not for users.
#[doc(hidden)]
pub use self::{
    ahead::{Ahead, AheadCall},
    ids::identity::{Identity, execution_id},
    ids::operation_id::{parse as parse_operation_id, written},
    map_run::data::{Entry, batch_lengths, item_entries, no_iterable, object_of_members},
    observe::spans::{expect_end, is_traced, record_trace_header},
    parked::ParkedExecution,
    saved::input::finite,
    saved::migrate::{Migration, MovedSnapshot},
    saved::placement::{Placement, PlacementError},
    saved::same_states::SameStates,
    saved::snapshot::write_json_within,
    spare_commands::SpareCommands,
    start::Given,
    step::retry::{Origin, delay_too_long, matches_error as matches},
    wait::task_token::token,
};

/// Options for starting an execution. The defaults suit a test.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct StartOptions {
    /// Id of the execution, part of the idempotency key of each task. By default the name, or an id
    /// derived from the seed if that is empty.
    pub id: Text,
    /// Name of the execution.
    pub name: Text,
    /// `$$.Execution.RoleArn`: visible to the definition, otherwise unused.
    pub role_arn: Text,
    /// `$$.StateMachine.Id`; by default the machine's name.
    pub machine_id: Text,
    /// The time, in milliseconds since 1970.
    pub now: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// Maximum transitions per call before yielding to the engine; 0 means 10,000.
    pub fuel: u32,
    /// Receives the history.
    pub observer: Option<ObserverHandle>,
    /// Makes spans of the crate `tracing` for it, with the feature of that name. Only for engines
    /// that do not replay it.
    pub is_traced: bool,
    /// SM4C: the treatment of events.
    pub events: EventOptions,
    /// SM4C: fixed random numbers for retry policies with jitter; by default the seed determines
    /// them.
    pub dice: Option<Dice>,
}

impl StartOptions {
    asl_language::__setters! {
        id: impl Into<Text>,
        name: impl Into<Text>,
        role_arn: impl Into<Text>,
        machine_id: impl Into<Text>,
        now: u64,
        seed: u64,
        fuel: u32,
        observer: impl Into<Option<ObserverHandle>>,
        is_traced: bool,
        events: EventOptions,
        dice: impl Into<Option<Dice>>,
    }
}

/// Options for restoring an execution.
#[derive(Default)]
#[non_exhaustive]
pub struct RestoreOptions {
    /// The time, in milliseconds since 1970.
    pub now: u64,
    /// Maximum transitions per call before yielding to the engine; 0 means 10,000.
    pub fuel: u32,
    /// Receives the history from here on.
    pub observer: Option<ObserverHandle>,
    /// As [`StartOptions::is_traced`].
    pub is_traced: bool,
}

impl RestoreOptions {
    asl_language::__setters! {
        now: u64,
        fuel: u32,
        observer: impl Into<Option<ObserverHandle>>,
        is_traced: bool,
    }
}

/// A running machine. See the [module](self).
pub struct Execution {
    machine: &'static Machine,
    state: State,
    commands: Commands,
    now: u64,
    fuel: Fuel,
    scope: Option<Box<ChildScope>>,
    watch: Option<Box<Watch>>,
}

/// The part of an execution that is saved.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    frames: Frames,
    #[serde(rename = "starved")]
    ready_queue: ReadyQueue,
    /// Operations so far.
    serial: u64,
    events: EventCount,
    seed: u64,
    /// Data that many executions do not have.
    setup: Option<Box<Setup>>,
}

/// The start of an execution. Boxed to keep a waiting execution small.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    /// The end of the machine's `TimeoutSeconds`.
    deadline: Option<u64>,
    identity: Option<Arc<Identity>>,
    alone: Alone,
    /// Its start, in milliseconds since 1970.
    started: u64,
    /// Its input, if the machine reads the context object.
    input: Value,
    /// The part that only SM4C has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sm4c: Option<Box<Globals>>,
    /// Redrives so far.
    #[serde(default, skip_serializing_if = "frame::is_zero")]
    redrives: u32,
    /// Time of the last redrive, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "frame::is_zero")]
    redriven: u64,
}

impl State {
    fn setup(&self) -> &Setup {
        static NOTHING: Setup = Setup {
            deadline: None,
            identity: None,
            alone: Alone::Not,
            started: 0,
            input: Value::Null,
            sm4c: None,
            redrives: 0,
            redriven: 0,
        };
        self.setup.as_deref().unwrap_or(&NOTHING)
    }

    /// Records the exit of a state that runs alone; false if the whole machine runs.
    fn leave(&mut self, node: NodeId) -> bool {
        let Some(setup) = self.setup.as_mut().filter(|setup| setup.alone == Alone::State) else {
            return false;
        };
        setup.alone = Alone::Left(node);
        true
    }

    fn globals(&self) -> &Globals {
        self.setup.as_ref().and_then(|setup| setup.sm4c.as_deref()).unwrap_or_else(|| {
            unreachable!("every machine in SM4C has global data, and restore checks it")
        })
    }

    fn globals_mut(&mut self) -> &mut Globals {
        let globals = self.setup.as_mut().and_then(|setup| setup.sm4c.as_deref_mut());
        globals.unwrap_or_else(|| {
            unreachable!("every machine in SM4C has global data, and restore checks it")
        })
    }
}

/// The extent of the run: the whole machine or one state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[doc(hidden)]
pub enum Alone {
    /// The whole machine.
    #[default]
    Not,
    /// One state, up to its first transition.
    State,
    /// One state, which has taken the transition to this node.
    Left(NodeId),
}

impl Execution {
    /// Returns the next command, if any, in a fixed order. An operation that was cancelled before
    /// its command was fetched is never started.
    pub fn next_command(&mut self) -> Option<Command> {
        let command = self.take_command();
        if command.is_none() {
            self.commands.release();
        }
        command
    }

    /// As [`Execution::next_command`], but keeps the memory of the queue for the next commands.
    #[inline]
    #[doc(hidden)]
    pub fn take_command(&mut self) -> Option<Command> {
        loop {
            let command = self.commands.pop()?;
            match command.starts() {
                Some(op) if !self.is_open(op) => {}
                Some(op) => {
                    self.commands.fetched = op.serial;
                    return Some(command);
                }
                None => return Some(command),
            }
        }
    }

    /// Frees memory that only an execution with commands needs.
    #[doc(hidden)]
    pub fn release_commands(&mut self) {
        self.commands.release();
    }

    /// Returns true if someone can see the time of each input: an observer, a subscriber to spans,
    /// the machine itself, or its time-out.
    #[doc(hidden)]
    pub fn shows_times(&self) -> bool {
        self.watch.is_some() || self.machine.uses.context || self.state.setup().deadline.is_some()
    }

    /// Returns true if the execution waits for this operation.
    #[inline]
    pub fn is_open(&self, op: OpKey) -> bool {
        self.state.frames.frame(op.frame).is_some_and(|frame| frame.waiting.is_for(op.serial))
    }

    /// The result, if it has ended.
    pub fn result(&self) -> Option<Result<&Value, &Failure>> {
        match self.state.frames.slot(ROOT) {
            Slot::Ended(Ok(output)) => Some(Ok(output)),
            Slot::Ended(Err(failure)) => Some(Err(failure)),
            Slot::Taken | Slot::Vacant(_) | Slot::Frame(_) => None,
        }
    }

    /// The result, if it has ended and the result was not taken before.
    pub fn take_result(&mut self) -> Option<Result<Value, Failure>> {
        Some(self.state.frames.take_result()?.map_err(|failure| *failure))
    }

    /// The node that a state run alone leads to; `None` if it ended the machine.
    pub fn exit(&self) -> Option<NodeId> {
        if let Alone::Left(node) = self.state.setup().alone { Some(node) } else { None }
    }

    /// True while frames are ready to resume: let other executions run, then call
    /// [`Execution::advance`].
    pub fn is_runnable(&self) -> bool {
        !self.state.ready_queue.is_empty()
    }

    /// The time of the machine's own time-out, in milliseconds since 1970. The engine calls
    /// [`Execution::advance`] then.
    pub fn deadline(&self) -> Option<u64> {
        self.state.setup().deadline.filter(|_| self.result().is_none())
    }

    /// The machine it runs.
    pub fn machine(&self) -> &'static Machine {
        self.machine
    }

    /// True if AWS's quotas hold.
    fn has_quotas(&self) -> bool {
        self.machine.limits == machine::Limits::Aws
    }

    fn node(&self, frame: &Frame) -> &'static Node {
        self.machine.node(frame.at.node).unwrap_or_else(|| {
            unreachable!("restore checks the nodes of a snapshot, the compiler those of a machine")
        })
    }

    /// The state that a timer belongs to, and true if it is the delay before a retry.
    #[doc(hidden)]
    pub fn timer(&self, op: OpKey) -> Option<(&'static str, bool)> {
        let frame = self.state.frames.frame(op.frame)?;
        Some((self.node(frame).state, matches!(frame.waiting, Waiting::Backoff(..))))
    }

    fn next_serial(&mut self) -> u64 {
        self.state.serial = self.state.serial.saturating_add(1);
        self.state.serial
    }

    /// Returns true if it has ended, even if its result was taken.
    pub fn has_ended(&self) -> bool {
        !matches!(self.state.frames.slot(ROOT), Slot::Frame(_))
    }

    /// The latest time given to it, in milliseconds since 1970. An earlier time counts as this.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Number of events so far, which are counted without an observer too.
    #[doc(hidden)]
    #[inline]
    pub fn event_count(&self) -> u64 {
        self.state.events.last_id()
    }

    /// True if events are built for an observer.
    fn is_observed(&self) -> bool {
        self.watch.as_ref().is_some_and(|watch| watch.is_observed())
    }

    #[inline]
    fn language(&self) -> Language {
        Language::new(self.machine)
    }

    /// The SM4C row of a frame's node; `None` in ASL.
    fn sm4c_node(&self, frame: &Frame) -> Option<&'static Sm4cNode> {
        self.machine.sm4c_node(frame.at.node)
    }
}

impl fmt::Debug for State {
    /// Omits the seed, from which task tokens derive.
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State")
            .field("frames", &self.frames)
            .field("ready_queue", &self.ready_queue)
            .field("serial", &self.serial)
            .field("events", &self.events.last_id())
            .field("setup", &self.setup)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Execution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Execution")
            .field("machine", &self.machine.name)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}
