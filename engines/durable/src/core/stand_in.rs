//! Histories of executions that moved from versions that are not registered. If such an execution
//! was only in states that are the same in the registered version, that makes the same history.
//! Otherwise the history begins with the last move.

use std::collections::BTreeSet;
use std::sync::Arc;

use asl_runtime::__engine::{Migration, SameStates};
use asl_runtime::execution::Execution;
use asl_runtime::history::ObserverHandle;
use asl_runtime::value::Text;
use asl_runtime::versions::Outline;

use super::super::CallError;
use super::super::disk::Disk;
use super::super::record::{Kind, Owned};
use super::super::versions::Versions;
use super::checkpoints::Known;
use super::history::HistorySource;
use super::moves;
use super::replay::{self, Replays};

/// A source of histories with stand-ins.
struct WithStandIns<'s, D: Disk> {
    source: &'s HistorySource<D>,
    versions: &'s Versions,
}

impl<D: Disk> Replays for WithStandIns<'_, D> {
    fn id(&self) -> Text {
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
    /// Finds out if the registered version makes the same history of what the execution did in
    /// versions that are not registered, and uses it then.
    pub(super) fn find_stand_ins(&self, known: &mut Known) -> Result<(), CallError> {
        let is_other = |number| {
            let version = self.versions.get(number);
            version.is_some_and(|version| version.registered.is_none())
                && self.versions.successor(number).is_some()
        };
        let others: BTreeSet<u16> =
            self.versions.numbers().filter(|number| is_other(*number)).collect();
        if others.is_empty() || !self.leaves_out_others() || self.stand_ins.get().is_some() {
            return Ok(());
        }
        let mut versions = self.versions.clone();
        for number in &others {
            versions.stand_in(*number);
        }
        if known.has_stand_ins.is_none() {
            known.has_stand_ins = Some(self.is_same(known, &others, &versions)?);
        }
        if known.has_stand_ins == Some(true) {
            // It is set here only.
            let _ = self.stand_ins.set(versions);
        }
        Ok(())
    }

    /// Returns true if the execution, while it was in the other versions, was only in states that
    /// are the same in those that stand in for them.
    fn is_same(
        &self,
        known: &Known,
        others: &BTreeSet<u16>,
        versions: &Versions,
    ) -> Result<bool, CallError> {
        let of = WithStandIns { source: self, versions };
        let mut run: Option<Execution> = None;
        let mut same: Option<Arc<SameStates>> = None;
        for place in 0.. {
            let stretch = self.stretch(&known.places, place)?;
            let Some(position) = stretch.and_then(|stretch| stretch.position(place)) else { break };
            for owned in self.records(position)?.records {
                let is_snapshot = owned.record().kind == Kind::Snapshot;
                if let Some(number) = owned.record().version().filter(|_| !is_snapshot) {
                    if !is_same_so_far(same.as_ref(), run.as_ref()) {
                        return Ok(false);
                    }
                    same = None;
                    if others.contains(&number) {
                        same = self.begin(&of, number, &owned)?;
                        if same.is_none() {
                            return Ok(false);
                        }
                    }
                }
                // A redrive names states by their numbers in the other version.
                if same.is_some() && owned.record().kind == Kind::Redrive {
                    return Ok(false);
                }
                let observer = same.as_ref().map(|same| ObserverHandle::from(Arc::clone(same)));
                let record = owned.record();
                let turns = replay::replay_record(&of, record, &mut run, observer)?;
                for _ in 0..turns {
                    replay::replay_turn(run.as_mut(), record.now);
                }
            }
        }
        Ok(is_same_so_far(same.as_ref(), run.as_ref()))
    }

    /// Begins the comparison of what an execution does in another version. `None` if nothing can be
    /// said.
    fn begin(
        &self,
        of: &WithStandIns<'_, D>,
        number: u16,
        owned: &Owned,
    ) -> Result<Option<Arc<SameStates>>, CallError> {
        let Some(before) = self.versions.outline(number) else { return Ok(None) };
        let Some((machine, _)) = of.versions.machine(number) else { return Ok(None) };
        let after = Outline::new(machine);
        let Some(same) = SameStates::of(&before, &after) else { return Ok(None) };
        if owned.record().kind != Kind::Start {
            let migration = Migration::new(&before, &after);
            let snapshot = moves::snapshot(of, owned)?;
            if migration.check(snapshot.clone()).is_err() {
                return Ok(None);
            }
            for state in migration.states(&snapshot) {
                same.enter(state);
            }
        }
        Ok(Some(same))
    }
}

/// Returns true if nothing differed, or nothing was compared.
fn is_same_so_far(same: Option<&Arc<SameStates>>, run: Option<&Execution>) -> bool {
    same.zip(run).is_none_or(|(same, run)| same.take_other(run).is_none())
}
