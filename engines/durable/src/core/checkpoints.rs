//! Checkpoints of replays: snapshots in memory, from which later pages of a history begin.

use asl_runtime::__engine::write_json_within;
use asl_runtime::execution::Execution;
use asl_runtime::machine::Machine;

use super::super::chain::Whereabouts;
use super::super::journal::Position;
use super::places::Places;
use super::steps::At;

/// Executions whose checkpoints are kept.
const EXECUTIONS: usize = 4;
/// Maximum bytes of the checkpoints of one execution.
const BYTES: usize = 8 << 20;
/// Maximum bytes of a checkpoint.
const LARGEST: usize = 1 << 20;
/// Events between two checkpoints at first.
const SPACING: u64 = 10_000;

/// A moment of a replay.
#[derive(Clone, Debug, Default)]
pub(super) struct Checkpoint {
    /// The next step.
    pub(super) at: At,
    /// Time of the last step.
    pub(super) now: u64,
    /// Events so far.
    pub(super) events: u64,
    /// The machine and the execution as JSON; `None` before its start.
    pub(super) snapshot: Option<(&'static Machine, Box<str>)>,
}

/// Places and checkpoints of some executions, the last one used at the end.
#[derive(Debug, Default)]
pub(super) struct Checkpoints(Vec<(Key, Known)>);

/// The number of an execution, and its last record that a compaction merged: a compaction changes
/// the places of records.
type Key = (u64, Option<Position>);

impl Checkpoints {
    /// Takes what is known of an execution out, for one who adds to it.
    pub(super) fn take(&mut self, at: Whereabouts) -> Known {
        let found = self.0.iter().position(|(key, _)| *key == (at.number, at.base));
        found.map_or_else(Known::default, |found| self.0.remove(found).1)
    }

    /// Keeps what is known of an execution.
    pub(super) fn keep(&mut self, at: Whereabouts, known: Known) {
        self.0.retain(|((number, _), _)| *number != at.number);
        self.0.push(((at.number, at.base), known));
        if self.0.len() > EXECUTIONS {
            self.0.remove(0);
        }
    }
}

/// Places and checkpoints of one execution.
#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) places: Places,
    pub(super) kept: Kept,
    /// True if the registered version may stand in for those that are not, once that is known.
    pub(super) has_stand_ins: Option<bool>,
}

/// The checkpoints of one execution, in the order of their events. The first is its start.
#[derive(Debug)]
pub(super) struct Kept {
    start: Checkpoint,
    later: Vec<Checkpoint>,
    spacing: u64,
    bytes: usize,
    /// Number of events at which a snapshot was last too large.
    too_large: u64,
}

impl Default for Kept {
    fn default() -> Self {
        Self {
            start: Checkpoint::default(),
            later: Vec::new(),
            spacing: SPACING,
            bytes: 0,
            too_large: 0,
        }
    }
}

impl Kept {
    /// The last checkpoint with at most this many events.
    pub(super) fn before(&self, events: u64) -> &Checkpoint {
        let found = self.later.partition_point(|checkpoint| checkpoint.events <= events);
        found.checked_sub(1).and_then(|found| self.later.get(found)).unwrap_or(&self.start)
    }

    /// Returns true if a checkpoint is due after this many events.
    pub(super) fn is_due(&self, events: u64) -> bool {
        let last = self.later.last().map_or(0, |last| last.events).max(self.too_large);
        events >= last.saturating_add(self.spacing)
    }

    /// Adds a checkpoint of an execution, unless it is too large. If there are too many, every
    /// second one is dropped.
    pub(super) fn add(&mut self, checkpoint: &Checkpoint, run: &Execution) -> bool {
        let mut json = Vec::new();
        let is_written = write_json_within(&mut json, &run.snapshot(), LARGEST);
        let Some(json) = String::from_utf8(json).ok().filter(|_| is_written) else {
            self.too_large = checkpoint.events;
            return false;
        };
        self.bytes += json.len();
        let snapshot = Some((run.machine(), json.into()));
        self.later.push(Checkpoint { snapshot, ..checkpoint.clone() });
        if self.bytes > BYTES {
            let mut is_kept = true;
            self.later.retain(|_| {
                is_kept = !is_kept;
                is_kept
            });
            self.spacing = self.spacing.saturating_mul(2);
            let snapshots = self.later.iter().filter_map(|kept| kept.snapshot.as_ref());
            self.bytes = snapshots.map(|(_, json)| json.len()).sum();
        }
        true
    }
}
