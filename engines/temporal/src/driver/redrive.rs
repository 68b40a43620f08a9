//! Redrives: the data with which another run continues where an execution failed. The replay of
//! its history gives all inputs, from which the state before the failure is found.

use std::collections::BTreeMap;

use asl_runtime::Value;
use asl_runtime::execution::{
    Applied, Cancellation, Execution, Input as Change, Redrive, RedriveError, RestoreError,
    RestoreOptions, Snapshot, StartOptions,
};
use asl_runtime::machine::Machine;
use asl_runtime::value::Text;

use super::{Driver, bounds};
use crate::wire::{Choices, Chunk, FORMAT};

/// The beginning of a run, from which its inputs are applied again.
pub(super) enum Origin {
    /// The start of the execution.
    Start(Value, Box<StartOptions>),
    /// The snapshot of an earlier run, and the time at which it was restored.
    Snapshot(Box<Snapshot>, u64),
}

/// Maximum number of activations with events that no worker had read when a workflow ended: those
/// before its last workflow task, which was not completed, and those after it. Temporal's core does
/// not count them as replayed.
const MOST_UNREAD: u8 = 2;

/// The execution as the last worker left it.
pub(super) struct Unread {
    snapshot: Snapshot,
    clock: u64,
    /// Number of inputs that led to it.
    read: usize,
    /// Number of activations since.
    activations: u8,
}

/// The beginning of a run, with the inputs before its first activation: its redrive.
pub(crate) struct Kept {
    pub(super) origin: Origin,
    pub(super) inputs: Vec<(u64, Change)>,
}

impl Kept {
    /// For an execution that starts.
    pub(crate) fn new(input: Value, options: StartOptions) -> Self {
        Self { origin: Origin::Start(input, Box::new(options)), inputs: Vec::new() }
    }

    /// The execution that continues with this data, redriven if they say so.
    ///
    /// # Errors
    /// The data are not of this machine.
    pub(crate) fn restore(
        machine: &'static Machine,
        chunk: &Chunk,
        options: RestoreOptions,
    ) -> Result<(Execution, Self), String> {
        let (now, mut inputs) = (options.now, Vec::new());
        let snapshot = Snapshot::from_json_str(&chunk.snapshot);
        let snapshot = snapshot.map_err(|error| error.to_string())?;
        let origin = Origin::Snapshot(Box::new(snapshot.clone()), now);
        let run = Execution::restore(machine, snapshot, options);
        let mut run = run.map_err(|error| error.to_string())?;
        if !chunk.redrive.is_empty() {
            let redrive = Change::from_json_str(&chunk.redrive);
            let redrive = redrive.map_err(|error| error.to_string())?;
            if let Applied::Refused(why) = run.apply(redrive.clone(), now) {
                return Err(why.to_string());
            }
            inputs.push((now, redrive));
        }
        Ok((run, Self { origin, inputs }))
    }
}

impl Driver {
    /// True if it keeps the inputs of a replay.
    pub(crate) fn keeps_inputs(&self) -> bool {
        self.origin.is_some()
    }

    /// Counts an activation that is none of the replay. After some of them the inputs so far are
    /// dropped: the execution advances, so nothing is known to have failed.
    pub(crate) fn forget_inputs(&mut self) {
        let inputs = self.run.inputs.as_ref().filter(|_| !self.run.execution.has_ended());
        let Some(inputs) = inputs else { return };
        let (read, clock) = (inputs.len(), self.run.clock);
        let unread = self.unread.get_or_insert_with(|| Unread {
            snapshot: self.run.execution.snapshot(),
            clock,
            read,
            activations: 0,
        });
        unread.activations += 1;
        if unread.activations > MOST_UNREAD {
            (self.origin, self.unread, self.run.inputs) = (None, None, None);
        }
    }

    /// The data with which another run continues where the execution failed. An execution that has
    /// not ended was terminated, as only closed workflows are redriven; so was one that succeeds by
    /// events that no worker had read, and it continues before these.
    ///
    /// # Errors
    /// It cannot be redriven, for this reason.
    pub(crate) fn redrive(&self) -> Result<Chunk, String> {
        let run = &self.run;
        let (Some(origin), Some(inputs)) = (&self.origin, &run.inputs) else {
            return Err(RedriveError::Running.to_string());
        };
        let (mut inputs, mut ended, mut clock) =
            (inputs.clone(), run.execution.snapshot(), run.clock);
        let mut was_terminated = !run.execution.has_ended();
        if matches!(run.execution.result(), Some(Ok(_))) {
            let unread = self.unread.as_ref();
            let unread = unread.ok_or_else(|| RedriveError::Succeeded.to_string())?;
            inputs.truncate(unread.read);
            (ended, clock, was_terminated) = (unread.snapshot.clone(), unread.clock, true);
        }
        if was_terminated {
            let end = Change::from(Cancellation::new("", Text::new_static("terminated")));
            let execution = self.restored(ended, clock);
            let mut execution = execution.map_err(|error| error.to_string())?;
            execution.apply(end.clone(), clock);
            inputs.push((clock, end));
            ended = execution.snapshot();
        }
        let redrive = match origin {
            Origin::Start(input, options) => {
                let options = StartOptions::clone(options);
                Redrive::after_start(run.execution.machine(), input.clone(), options, &inputs)
            }
            Origin::Snapshot(first, restored) => {
                let first = self.restored(Snapshot::clone(first), *restored);
                Redrive::after(&first.map_err(|error| error.to_string())?, &inputs)
            }
        };
        let redrive = redrive.map_err(|error| error.to_string())?;
        let redrive = Change::Redrive(Box::new(redrive)).to_json_string();
        let left = bounds::LARGEST_SNAPSHOT.checked_sub(redrive.len());
        let snapshot = left.and_then(|left| ended.to_json_within(left));
        let snapshot = snapshot.filter(|_| self.carries(&redrive)).ok_or_else(|| {
            format!("its state has more than {} bytes as text", bounds::LARGEST_SNAPSHOT)
        })?;
        let hash = run.execution.machine().hash;
        let (until, refused) = (BTreeMap::new(), self.refusals.clone());
        // Those of the run are added by the shell.
        let choices = Choices::default();
        let (format, answer) = (FORMAT, self.answers.recent);
        Ok(Chunk { format, hash, choices, clock, until, answer, refused, snapshot, redrive })
    }

    fn restored(&self, snapshot: Snapshot, now: u64) -> Result<Execution, RestoreError> {
        let options = RestoreOptions::default().now(now);
        Execution::restore(self.run.execution.machine(), snapshot, options)
    }
}
