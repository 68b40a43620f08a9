//! Replays an execution step by step: an input, or a turn that an execution without fuel gets.

use asl_runtime::execution::Execution;
use asl_runtime::history::ObserverHandle;

use super::super::CallError;
use super::super::disk::Disk;
use super::super::journal::Position;
use super::super::record::Owned;
use super::checkpoints::Checkpoint;
use super::history::HistorySource;
use super::places::{Places, Stretch};
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
    places: &'s Places,
    /// The places around the next step.
    stretch: Stretch,
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
        places: &'s Places,
        checkpoint: &Checkpoint,
        observer: Option<ObserverHandle>,
    ) -> Result<Self, CallError> {
        let Checkpoint { at, now, .. } = *checkpoint;
        let mut run = None;
        if let Some((machine, json)) = &checkpoint.snapshot {
            run = Some(replay::restore(source, machine, json.as_bytes(), now, observer.clone())?);
        }
        let stretch = Stretch::default();
        Ok(Self { source, places, stretch, at, parts: None, run, now, observer })
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
            None => match self.position()? {
                Some(position) => self.source.records(position)?.records,
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

    /// The position of the next step's place; `None` if there is none.
    fn position(&mut self) -> Result<Option<Position>, CallError> {
        let place = self.at.place;
        if self.stretch.position(place).is_none() {
            let Some(stretch) = self.source.stretch(self.places, place)? else { return Ok(None) };
            self.stretch = stretch;
        }
        Ok(self.stretch.position(place))
    }
}
