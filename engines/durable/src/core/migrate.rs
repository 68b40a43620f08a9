//! Executions that go on in another version of their machine.

use asl_runtime::__engine::write_json_within;
use asl_runtime::execution::{Execution, RestoreOptions, Snapshot};
use asl_runtime::machine::Machine;
use asl_runtime::value::Text;

use super::super::chain::Chain;
use super::super::disk::Disk;
use super::super::index::Slot;
use super::super::record::{Kind, Record, SnapshotHead};
use super::super::{CallError, Migrated, Reply, State};
use super::Core;
use super::apply::{LARGEST, length, write_json};

impl<D: Disk> Core<D> {
    /// Moves an execution to another version of its machine. What it waits for goes on.
    pub(super) fn migrate(&mut self, id: &str, to: Option<u64>) -> Result<Reply, CallError> {
        let slot = self.known(id)?;
        let (number, state) = self
            .index
            .entry(slot)
            .map_or((u16::MAX, State::Aborted), |entry| (entry.version, entry.state));
        if state.is_over() {
            return Err(CallError::Ended { id: id.into(), state });
        }
        let old = self.check_machine(slot)?;
        let target = self.versions.find(old.name, to)?;
        if target != number {
            self.move_to(slot, id, old, target)?;
        }
        Ok(Reply::Done)
    }

    /// Moves all executions of a version, or of all but the one to move to.
    pub(super) fn migrate_all(
        &mut self,
        machine: &str,
        from: Option<u64>,
        to: Option<u64>,
    ) -> Result<Migrated, CallError> {
        let target = self.versions.find(machine, to)?;
        let is_meant = |number: u16| {
            let version = self
                .versions
                .get(number)
                .filter(|version| number != target && version.name == machine);
            version.is_some_and(|version| from.is_none_or(|hash| version.hash == hash))
        };
        let meant = self
            .index
            .after("")
            .filter(|(_, _, entry)| !entry.state.is_over() && is_meant(entry.version));
        let meant: Vec<Text> = meant.map(|(id, _, _)| id.clone()).collect();
        let to = self.versions.get(target).map(|version| version.hash);
        let mut migrated = Migrated::default();
        for id in meant {
            match self.migrate(&id, to) {
                Ok(_) => migrated.moved += 1,
                Err(CallError::Store(error)) => return Err(error.into()),
                Err(CallError::Migrate { why, .. }) => migrated.stayed.push((id, why)),
                Err(error) => migrated.stayed.push((id, error.to_string())),
            }
        }
        Ok(migrated)
    }

    fn move_to(
        &mut self,
        slot: Slot,
        id: &str,
        old: &'static Machine,
        target: u16,
    ) -> Result<(), CallError> {
        let new = self.machine(slot, target)?;
        let refused = |why: &dyn std::fmt::Display| CallError::Migrate {
            id: id.into(),
            why: why.to_string(),
        };
        let moved = self.snapshot_of(slot)?.migrate(old, new).map_err(|error| refused(&error))?;
        self.scratch.clear();
        if !write_json_within(&mut self.scratch, &moved, LARGEST) {
            return Err(refused(&"its data is larger than 64 MiB as text"));
        }
        self.write_version(target)?;
        let Some(entry) = self.index.entry(slot) else { return Ok(()) };
        let (place, parked) = (entry.active, entry.is_parked.then_some(entry.until));
        Record::begin(&mut self.scratch, Kind::Migrated, entry.number, Some(entry.last), self.now);
        SnapshotHead { version: target, parked, json: b"" }.write(&mut self.scratch);
        write_json(&mut self.scratch, &moved);
        let bytes = length(&self.scratch);
        if let Some(active) = self.actives.get_mut(place) {
            let options = RestoreOptions { now: self.now, fuel: self.options.fuel, observer: None };
            let mut run =
                Execution::restore(new, moved, options).map_err(|error| refused(&error))?;
            // All of it is under way: its operations have the ids they had.
            while run.next_command().is_some() {}
            active.run = run;
            (active.inputs, active.snapshot_bytes) = (0, bytes);
        }
        if let Some(entry) = self.index.entry_mut(slot) {
            entry.version = target;
        }
        self.write(slot)?;
        self.watch(slot);
        Ok(())
    }

    /// An execution as it is, whether or not it is in memory.
    fn snapshot_of(&self, slot: Slot) -> Result<Snapshot, CallError> {
        let place = self.index.entry(slot).map(|entry| entry.active);
        if let Some(active) = place.and_then(|place| self.actives.get(place)) {
            return Ok(active.run.snapshot());
        }
        let Chain { records, .. } = self.chain(slot, Kind::is_whole)?;
        Ok(self.replay(slot, &records, None)?.snapshot())
    }
}
