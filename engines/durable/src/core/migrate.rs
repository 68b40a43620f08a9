//! Moves executions to another version of their machine.

use asl_runtime::__engine::write_json_within;
use asl_runtime::execution::{Execution, Snapshot};
use asl_runtime::machine::Machine;
use asl_runtime::value::Text;
use asl_runtime::versions::Version;

use super::super::chain::Chain;
use super::super::disk::Disk;
use super::super::index::Slot;
use super::super::record::{Kind, Record, SnapshotHead, write_json};
use super::super::{CallError, Migrated, Reply, State};
use super::Core;
use super::apply::{LARGEST, length};
use super::{replay, start};

/// Moves an execution to another version of its machine. Its open operations stay open.
pub(super) fn migrate<D: Disk>(
    core: &mut Core<D>,
    id: &str,
    to: Option<Version>,
) -> Result<Reply, CallError> {
    let slot = start::known(core, id)?;
    let (number, state) = core
        .index
        .entry(slot)
        .map_or((u16::MAX, State::Aborted), |entry| (entry.version, entry.state));
    if state.is_over() {
        return Err(CallError::Ended { id: id.into(), state });
    }
    let old = replay::check_machine(core, slot)?;
    let target = core.versions.find(old.name, to.map(Version::hash))?;
    if target != number {
        move_to(core, slot, id, old, target)?;
    }
    Ok(Reply::Done)
}

/// Moves all executions of one version, or all that are not in the target version.
pub(super) fn migrate_all<D: Disk>(
    core: &mut Core<D>,
    machine: &str,
    from: Option<Version>,
    to: Option<Version>,
) -> Result<Migrated, CallError> {
    let target = core.versions.find(machine, to.map(Version::hash))?;
    let is_meant = |number: u16| {
        let version =
            core.versions.get(number).filter(|version| number != target && version.name == machine);
        version.is_some_and(|version| from.is_none_or(|from| version.hash == from.hash()))
    };
    let meant = core
        .index
        .after("")
        .filter(|(_, _, entry)| !entry.state.is_over() && is_meant(entry.version));
    let meant: Vec<Text> = meant.map(|(id, _, _)| id.clone()).collect();
    let to = core.versions.get(target).map(|version| version.hash.into());
    let mut migrated = Migrated::default();
    for id in meant {
        match migrate(core, &id, to) {
            Ok(_) => migrated.moved += 1,
            Err(CallError::Store(error)) => return Err(error.into()),
            Err(CallError::Migrate { why, .. }) => migrated.stayed.push((id, why)),
            Err(error) => migrated.stayed.push((id, error.to_string())),
        }
    }
    Ok(migrated)
}

fn move_to<D: Disk>(
    core: &mut Core<D>,
    slot: Slot,
    id: &str,
    old: &'static Machine,
    target: u16,
) -> Result<(), CallError> {
    let new = replay::machine(core, slot, target)?;
    let refused =
        |why: &dyn std::fmt::Display| CallError::Migrate { id: id.into(), why: why.to_string() };
    let moved = snapshot_of(core, slot)?.migrate(old, new).map_err(|error| refused(&error))?;
    core.scratch.clear();
    if !write_json_within(&mut core.scratch, &moved, LARGEST) {
        return Err(refused(&"its data is larger than 64 MiB as text"));
    }
    start::ensure_version(core, target)?;
    let Some(entry) = core.index.entry(slot) else { return Ok(()) };
    let is_parked = entry.is_parked && !entry.has_work;
    let (place, parked) = (entry.active, is_parked.then_some(entry.until));
    Record::begin(&mut core.scratch, Kind::Migrated, entry.number, Some(entry.last), core.now);
    SnapshotHead { version: target, parked, json: b"" }.write(&mut core.scratch);
    write_json(&mut core.scratch, &moved);
    let bytes = length(&core.scratch);
    let options = replay::active_options(core);
    if let Some(active) = core.actives.get_mut(place) {
        let mut run = Execution::restore(new, moved, options).map_err(|error| refused(&error))?;
        // The open operations are in progress already, under the same ids.
        while run.next_command().is_some() {}
        active.run = run;
        (active.inputs, active.snapshot_bytes) = (0, bytes);
    }
    if let Some(entry) = core.index.entry_mut(slot) {
        entry.version = target;
    }
    core.write(slot)?;
    core.watch(slot);
    Ok(())
}

/// A snapshot of an execution, in memory or not.
fn snapshot_of<D: Disk>(core: &Core<D>, slot: Slot) -> Result<Snapshot, CallError> {
    let place = core.index.entry(slot).map(|entry| entry.active);
    if let Some(active) = place.and_then(|place| core.actives.get(place)) {
        return Ok(active.run.snapshot());
    }
    let Chain { records, .. } = replay::read_chain(core, slot, Kind::is_whole)?;
    Ok(replay::replay(core, slot, &records)?.snapshot())
}
