//! Replays an execution step by step: an input, or a turn that an execution without fuel gets.

use std::sync::Arc;

use asl_runtime::execution::{Execution, Input};
use asl_runtime::history::ObserverHandle;

use super::super::CallError;
use super::super::disk::Disk;
use super::super::journal::Position;
use super::super::record::{Kind, Owned, Record, SnapshotHead, StartHead, read_input};
use super::checkpoints::Checkpoint;
use super::history::HistorySource;
use super::replay::{self, Replays as _};

/// A step of a replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct At {
    /// Index of the position on disk.
    place: usize,
    /// Index of the record at this position.
    part: usize,
    /// The turn that follows the record's input.
    turn: u8,
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
    /// Number of the version in which the execution runs.
    version: u16,
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
        let Checkpoint { at, version, now, .. } = *checkpoint;
        let mut steps = Self { source, places, at, parts: None, run: None, version, now, observer };
        if let Some(snapshot) = &checkpoint.snapshot {
            steps.run = Some(steps.restore(snapshot)?);
        }
        Ok(steps)
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
        let (at, version, now) = (self.at, self.version, self.now);
        Checkpoint { at, version, now, events: self.events(), snapshot: None }
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
        let turns = self.replay(&owned.record())?;
        if let Some(run) = &mut self.run {
            while run.next_command().is_some() {}
        }
        if self.at.turn < turns {
            self.at.turn += 1;
        } else {
            self.at = At { part: self.at.part + 1, turn: 0, ..self.at };
        }
        self.parts = Some(parts);
        Ok(true)
    }

    /// Replays one step of a record. Returns the number of turns that follow its input.
    fn replay(&mut self, record: &Record<'_>) -> Result<u8, CallError> {
        self.now = record.now;
        match record.kind {
            Kind::Start => {
                let head = StartHead::read(record.body);
                self.version = head.map_or(u16::MAX, |head| head.version);
                self.run = Some(replay::replay_start(self.source, *record, self.observer.clone())?);
            }
            Kind::Snapshot if self.run.is_some() => {}
            Kind::Snapshot | Kind::Migrated => {
                let head = SnapshotHead::read(record.body);
                self.version = head.map_or(u16::MAX, |head| head.version);
                self.run =
                    Some(replay::replay_snapshot(self.source, *record, self.observer.clone())?);
            }
            Kind::Input | Kind::Redrive => return self.replay_input(record),
            Kind::End => {}
            Kind::Version | Kind::Purge | Kind::Bundle => {
                let why = "a record is where it cannot be".to_owned();
                return Err(self.source.unreadable(why).into());
            }
        }
        Ok(0)
    }

    fn replay_input(&mut self, record: &Record<'_>) -> Result<u8, CallError> {
        let Some(run) = &mut self.run else {
            let why = "an input comes before its start".to_owned();
            return Err(self.source.unreadable(why).into());
        };
        if self.at.turn == 0 {
            return Ok(replay::replay_first(self.source, *record, run)?);
        }
        run.apply(Input::Advance, record.now);
        Ok(read_input(record.body).map_or(0, |(_, turns)| turns))
    }

    fn restore(&self, snapshot: &str) -> Result<Execution, CallError> {
        let machine = self.source.machine(self.version)?;
        let mut run = replay::restore(
            self.source,
            machine,
            snapshot.as_bytes(),
            self.now,
            self.observer.clone(),
        )?;
        while run.next_command().is_some() {}
        Ok(run)
    }
}
