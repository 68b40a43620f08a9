//! Histories of executions that moved from a version that is not registered. If the execution was
//! only in states that are the same in the registered version, that makes the same history.
//! Otherwise the history begins with the move.

use asl_runtime::__engine::SameStates;
use asl_runtime::execution::Execution;
use asl_runtime::history::ObserverHandle;
use asl_runtime::versions::Outline;

use super::super::CallError;
use super::super::disk::Disk;
use super::super::record::{Kind, StartHead};
use super::super::versions::Versions;
use super::checkpoints::Known;
use super::history::HistorySource;
use super::places::Stretch;
use super::replay::{self, Replays};

/// A source of histories with other versions.
struct WithVersions<'s, D: Disk> {
    source: &'s HistorySource<D>,
    versions: &'s Versions,
}

impl<D: Disk> Replays for WithVersions<'_, D> {
    fn id(&self) -> asl_runtime::value::Text {
        self.source.id()
    }

    fn path(&self) -> String {
        self.source.path()
    }

    fn versions(&self) -> &Versions {
        self.versions
    }

    fn fuel(&self) -> u32 {
        self.source.fuel()
    }
}

impl<D: Disk> HistorySource<D> {
    /// Finds out if the registered version makes the same history of what the execution did in the
    /// version in which it started, and uses it then.
    pub(super) fn find_stand_ins(&self, known: &mut Known) -> Result<(), CallError> {
        if !self.leaves_out_others() || self.stand_ins.get().is_some() {
            return Ok(());
        }
        let Some(first) = self.position(known, 0)? else { return Ok(()) };
        let records = self.records(first)?.records;
        let head = records.first().map(|record| record.record());
        let head = head.filter(|record| record.kind == Kind::Start);
        let Some(number) =
            head.and_then(|head| StartHead::read(head.body)).map(|head| head.version)
        else {
            return Ok(());
        };
        if self.versions.machine(number).is_some() {
            return Ok(());
        }
        let mut versions = self.versions.clone();
        versions.stand_in(number);
        if known.has_stand_in.is_none() {
            known.has_stand_in = Some(self.is_same(known, number, &versions)?);
        }
        if known.has_stand_in == Some(true) {
            // It is set here only.
            let _ = self.stand_ins.set(versions);
        }
        Ok(())
    }

    /// Returns true if the execution, up to its first move, was only in states that are the same in
    /// these versions.
    fn is_same(&self, known: &Known, number: u16, versions: &Versions) -> Result<bool, CallError> {
        let Some(before) = self.versions.outline(number) else { return Ok(false) };
        let Some((machine, _)) = versions.machine(number) else { return Ok(false) };
        let Some(same) = SameStates::of(&before, &Outline::new(machine)) else { return Ok(false) };
        let of = WithVersions { source: self, versions };
        let observer = ObserverHandle::from(std::sync::Arc::clone(&same));
        let mut run: Option<Execution> = None;
        for place in 0.. {
            let Some(position) = self.position(known, place)? else { break };
            for owned in self.records(position)?.records {
                let record = owned.record();
                if record.kind == Kind::Migrated {
                    return Ok(same.take_other().is_none());
                }
                let observer = Some(observer.clone());
                let turns = replay::replay_record(&of, record, &mut run, observer)?;
                for _ in 0..turns {
                    replay::replay_turn(run.as_mut(), record.now);
                }
            }
        }
        Ok(false)
    }

    fn position(
        &self,
        known: &Known,
        place: usize,
    ) -> Result<Option<super::super::journal::Position>, CallError> {
        let stretch: Option<Stretch> = self.stretch(&known.places, place)?;
        Ok(stretch.and_then(|stretch| stretch.position(place)))
    }
}
