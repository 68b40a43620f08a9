//! Saving and restoring an execution.

use std::{fmt, io};

use serde::{Deserialize, Serialize};

use crate::execution::child_scope::{enter_scope_of, leave_children};
use crate::execution::frame::{Inputs, NEVER, ROOT, Slot, Waiting, task_row};
use crate::execution::map_run::command::{command_read, command_write};
use crate::execution::observe::show::show_event;
use crate::execution::saved::check::check;
use crate::execution::saved::redrive::revive::MOST_REDRIVABLE_EVENTS;
use crate::execution::step::call::call_again;
use crate::execution::wait::detached::issue_detached;
use crate::execution::wait::task::command_task;
use crate::execution::{Command, Execution, OpKey, RedriveError, RestoreOptions, State};
use crate::history::{Details, EventType};
use crate::machine::Machine;
use asl_language::version::Version;
use asl_value::value::Text;

/// The whole execution as data, for serde; [`Snapshot::to_json_string`] converts it to text.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    pub(in crate::execution) machine: Text,
    pub(in crate::execution) hash: u64,
    pub(in crate::execution) state: State,
}

/// The reason for which a snapshot cannot be restored.
pub enum RestoreError {
    /// It is of another machine, or of another version of this one.
    OtherMachine {
        /// The machine of the snapshot.
        saved: Text,
        /// The machine as which it was to be restored.
        given: &'static str,
    },
    /// It is not text of this version.
    Text(serde_json::Error),
    /// No execution of this machine can be in such a state.
    Malformed(&'static str),
}

impl fmt::Display for RestoreError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherMachine { saved, given } if saved == given => {
                write!(f, "the snapshot is of another version of machine `{given}`")
            }
            Self::OtherMachine { saved, given } => {
                write!(f, "the snapshot is of machine `{saved}`, not of `{given}`")
            }
            Self::Text(error) => write!(f, "not a snapshot: {error}"),
            Self::Malformed(why) => write!(f, "the snapshot is damaged: {why}"),
        }
    }
}

asl_language::__readable_debug!(RestoreError);

impl std::error::Error for RestoreError {
    #[inline]
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        if let Self::Text(error) = self { Some(error) } else { None }
    }
}

impl Snapshot {
    /// The snapshot as JSON text.
    #[inline]
    pub fn to_json_string(&self) -> String {
        json_string(self)
    }

    /// The seed, from which randomness and tokens derive.
    #[inline]
    pub fn seed(&self) -> u64 {
        self.state.seed
    }

    /// The snapshot with another seed, for a store that keeps the seed elsewhere.
    #[must_use]
    #[inline]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.state.seed = seed;
        self
    }

    /// The snapshot as JSON text of at most this many bytes; `None` if it is longer, which takes no
    /// more work than the limit. Data with shared parts can have far more text than memory.
    #[inline]
    pub fn to_json_within(&self, limit: usize) -> Option<String> {
        let mut text = Vec::new();
        let fits = write_json_within(&mut text, self, limit);
        let text = String::from_utf8(text)
            .unwrap_or_else(|error| unreachable!("JSON text is UTF-8: {error}"));
        fits.then_some(text)
    }

    /// Parses text by [`Snapshot::to_json_string`].
    #[inline]
    pub fn from_json_str(text: &str) -> Result<Self, RestoreError> {
        let mut reader = serde_json::Deserializer::from_str(text);
        // Data may be nested deeper than serde_json's own limit allows; `Value` limits its own
        // depth, and nothing else nests.
        reader.disable_recursion_limit();
        let snapshot = Self::deserialize(&mut reader).map_err(RestoreError::Text)?;
        reader.end().map_err(RestoreError::Text)?;
        Ok(snapshot)
    }
}

/// JSON text of any length. It shares its writer with [`write_json_within`], because rustc compiles
/// all code that writes an execution once for each writer.
pub(super) fn json_string(what: &impl Serialize) -> String {
    let mut text = Vec::new();
    write_json_within(&mut text, what, usize::MAX);
    String::from_utf8(text).unwrap_or_else(|error| unreachable!("JSON text is UTF-8: {error}"))
}

/// Appends JSON text of at most this many bytes. Returns false if it is longer, which takes no more
/// work than the limit.
pub fn write_json_within(out: &mut Vec<u8>, what: &impl Serialize, limit: usize) -> bool {
    match serde_json::to_writer(Within { out, left: limit }, what) {
        Ok(()) => true,
        Err(error) if error.is_io() => false,
        Err(error) => unreachable!("all of it can be written: {error}"),
    }
}

impl Execution {
    /// Everything that a later process needs, at any moment. Cheap, because data is shared and not
    /// copied.
    #[inline]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            machine: Text::new_static(self.machine.name),
            hash: self.machine.hash,
            state: self.state.clone(),
        }
    }

    /// Restores the execution. Open operations are issued anew, with their ids. A task's input is
    /// not stored: entering a node is pure, so entering it again gives the same input. Cancels are
    /// not stored either: the engine must cancel all of its work that is not issued here again.
    #[inline]
    pub fn restore(
        machine: &'static Machine,
        snapshot: Snapshot,
        options: RestoreOptions,
    ) -> Result<Self, RestoreError> {
        if snapshot.hash != machine.hash {
            return Err(RestoreError::OtherMachine {
                saved: snapshot.machine,
                given: machine.name,
            });
        }
        let mut open = check(machine, &snapshot.state).map_err(RestoreError::Malformed)?;
        open.sort_unstable(); // as they were issued at first; some engines match by order
        let RestoreOptions { now, fuel, observer, is_traced } = options;
        let mut run = Self::idle(machine, snapshot.state, now, fuel, observer, is_traced);
        issue_detached(&mut run);
        for (serial, frame) in open {
            issue_operation(&mut run, OpKey { serial, frame }).map_err(RestoreError::Malformed)?;
        }
        Ok(run)
    }

    /// Shows the observer the event of a move from another version, which was counted with the move.
    #[doc(hidden)]
    #[cold]
    #[inline]
    pub fn show_migrated(&mut self, before: Version) {
        if !self.language().has_aws_history() {
            return;
        }
        let previous = self.state.events.last_id().saturating_sub(1);
        let after = self.machine.version();
        let details = || Details { versions: Some((before, after)), ..Details::default() };
        show_event(self, None, previous, EventType::ExecutionMigrated, details);
    }

    /// Redrives so far, and the time of the last one.
    #[inline]
    pub fn redriven(&self) -> Option<(u32, u64)> {
        let setup = self.state.setup();
        (setup.redrives > 0).then_some((setup.redrives, setup.redriven))
    }

    /// Checks that an execution with this end can be resumed at all.
    #[inline]
    pub fn may_redrive(&self) -> Result<(), RedriveError> {
        match self.state.frames.slot(ROOT) {
            Slot::Frame(_) => return Err(RedriveError::Running),
            Slot::Ended(Ok(_)) if self.exit().is_some() => return Err(RedriveError::Left),
            Slot::Ended(Ok(_)) => return Err(RedriveError::Succeeded),
            // The result was taken, so its owner must decide.
            Slot::Ended(Err(_)) | Slot::Taken | Slot::Vacant(_) => {}
        }
        if self.has_quotas() && self.state.events.last_id() >= MOST_REDRIVABLE_EVENTS {
            return Err(RedriveError::HistoryFull);
        }
        if self.state.setup().sm4c.as_ref().is_some_and(|globals| globals.is_timed_out) {
            return Err(RedriveError::TimeoutAction);
        }
        Ok(())
    }
}

/// A writer that accepts this many bytes and then fails.
struct Within<'o> {
    pub(in crate::execution) out: &'o mut Vec<u8>,
    pub(in crate::execution) left: usize,
}

impl io::Write for Within<'_> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.left.checked_sub(bytes.len());
        self.left = left.ok_or(io::ErrorKind::FileTooLarge)?;
        self.out.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    #[inline]
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[inline]
fn issue_operation(run: &mut Execution, op: OpKey) -> Result<(), &'static str> {
    enter_scope_of(run, op.frame);
    let issued = issue_command(run, op);
    leave_children(run);
    issued
}

#[inline]
fn issue_command(run: &mut Execution, op: OpKey) -> Result<(), &'static str> {
    let Some(frame) = run.state.frames.frame(op.frame) else { return Ok(()) };
    let timer = |wake: u64| Command::Timer { op, after: wake.saturating_sub(run.now) };
    match &frame.waiting {
        Waiting::Task(_) | Waiting::Ongoing(..) => {
            let frame = frame.clone();
            let Some(call) = call_again(run, &frame) else {
                return Err("a state that waits for its task does not start it");
            };
            let Some(task) = task_row(run, &frame) else {
                return Err("a state without a task waits for one");
            };
            command_task(run, op, &frame, task, call);
        }
        Waiting::Children(_) => issue_map_run_command(run, op),
        Waiting::Event(_, NEVER) | Waiting::Fuel => {}
        Waiting::Timer(_, wake) | Waiting::Backoff(_, wake) | Waiting::Event(_, wake) => {
            let command = timer(*wake);
            run.commands.push(command);
        }
    }
    Ok(())
}

#[inline]
fn issue_map_run_command(run: &mut Execution, op: OpKey) {
    let Some(join) = run.state.frames.take_join(op.frame) else { return };
    if let Inputs::Run(map_run) = &join.inputs {
        if map_run.reads(op.serial) {
            command_read(run, op, map_run);
        } else {
            command_write(run, op, map_run);
        }
    }
    run.state.frames.put_join(op.frame, join);
}
