//! Replays an execution step by step: an input, or a turn that an execution without fuel gets.

use std::sync::Arc;

use asl_runtime::execution::Execution;
use asl_runtime::history::ObserverHandle;

use super::super::CallError;
use super::super::disk::Disk;
use super::super::journal::Position;
use super::super::record::Owned;
use super::checkpoints::Checkpoint;
use super::history::HistorySource;
use super::replay;

/// A step of a replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct At {
    /// Index of the position on disk.
    place: usize,
    /// Index of the record at this position.
    part: usize,
    /// Number of turns that still follow the record's input, once that is applied.
    turns: u8,
}

/// A replay of an execution.
pub(super) struct Steps<'s, D: Disk> {
    source: &'s HistorySource<D>,
    places: Arc<[Position]>,
    /// The next step.
    at: At,
    /// The records of its place, once they are read.
    parts: Option<Vec<Owned>>,
    run: Option<Execution>,
    /// Time of the last step.
    now: u64,
    observer: Option<ObserverHandle>,
}

impl<'s, D: Disk> Steps<'s, D> {
    /// A replay from a checkpoint on.
    pub(super) fn new(
        source: &'s HistorySource<D>,
        places: Arc<[Position]>,
        checkpoint: &Checkpoint,
        observer: Option<ObserverHandle>,
    ) -> Result<Self, CallError> {
        let Checkpoint { at, now, .. } = *checkpoint;
        let mut run = None;
        if let Some((machine, json)) = &checkpoint.snapshot {
            run = Some(replay::restore(source, machine, json.as_bytes(), now, observer.clone())?);
        }
        Ok(Self { source, places, at, parts: None, run, now, observer })
    }

    /// The execution after the last step.
    pub(super) fn run(&self) -> Option<&Execution> {
        self.run.as_ref()
    }

    /// Number of events so far.
    pub(super) fn events(&self) -> u64 {
        self.run.as_ref().map_or(0, Execution::event_count)
    }

    /// The checkpoint before the next step, without its snapshot.
    pub(super) fn checkpoint(&self) -> Checkpoint {
        Checkpoint { at: self.at, now: self.now, events: self.events(), snapshot: None }
    }

    /// Replays the next step. Returns false if there is none.
    pub(super) fn step(&mut self) -> Result<bool, CallError> {
        let parts = match self.parts.take() {
            Some(parts) => parts,
            None => match self.places.get(self.at.place) {
                Some(position) => self.source.records(*position)?.records,
                None => return Ok(false),
            },
        };
        let Some(owned) = parts.get(self.at.part) else {
            self.at = At { place: self.at.place + 1, ..At::default() };
            return self.step();
        };
        let record = owned.record();
        self.now = record.now;
        if let Some(left) = self.at.turns.checked_sub(1) {
            replay::replay_turn(self.run.as_mut(), record.now);
            self.at.turns = left;
        } else {
            let observer = self.observer.clone();
            self.at.turns = replay::replay_record(self.source, record, &mut self.run, observer)?;
        }
        if self.at.turns == 0 {
            self.at.part += 1;
        }
        self.parts = Some(parts);
        Ok(true)
    }
}
