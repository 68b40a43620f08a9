//! Moves executions to another version of their machine.

use asl_runtime::__engine::{Migration, MovedSnapshot, write_json_within};
use asl_runtime::execution::{Command, Execution, RestoreOptions, Snapshot};
use asl_runtime::machine::Machine;
use asl_runtime::value::Text;
use asl_runtime::versions::{Outline, Version};

use super::super::chain::Chain;
use super::super::disk::Disk;
use super::super::index::{Entry, NEVER, Slot};
use super::super::record::{Kind, Record, SnapshotHead};
use super::super::{CallError, Migrated, Reply, State, StoreError};
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
    let (before, after) = (Outline::new(old), Outline::new(new));
    let migration = Migration::new(&before, &after);
    let moved = migration.apply(snapshot_of(core, slot)?, new).map_err(|error| refused(&error))?;
    start::ensure_version(core, target)?;
    if !begin_record(core, slot, target, &moved) {
        return Err(refused(&TOO_LARGE));
    }
    let place = core.index.entry(slot).map(|entry| entry.active);
    let bytes = length(&core.scratch);
    let options = replay::active_options(core);
    let MovedSnapshot { snapshot, is_due, has_event } = moved;
    if let Some(active) = place.and_then(|place| core.actives.get_mut(place)) {
        let mut run =
            Execution::restore(new, snapshot, options).map_err(|error| refused(&error))?;
        // The open operations are in progress already, under the same ids.
        while run.next_command().is_some() {}
        if has_event {
            run.show_migrated(old.version());
        }
        active.run = run;
        (active.inputs, active.snapshot_bytes) = (0, bytes);
    }
    write(core, slot, target)?;
    if is_due && core.index.entry(slot).is_some_and(|entry| entry.is_parked) {
        replay::activate(core, slot)?;
        core.look_after(slot)?;
    }
    core.watch(slot);
    Ok(())
}

/// The reason for which an execution cannot be written as a whole.
pub(super) const TOO_LARGE: &str = "its data is larger than 64 MiB as text";

/// Begins the record of an execution that moves to a version. Returns false if it is too large.
pub(super) fn begin_record<D: Disk>(
    core: &mut Core<D>,
    slot: Slot,
    target: u16,
    moved: &MovedSnapshot,
) -> bool {
    let Some(entry) = core.index.entry(slot) else { return false };
    let parked = wake_of(core, entry, target, moved);
    let before = moved.has_event.then_some(entry.version);
    Record::begin(&mut core.scratch, Kind::Migrated, entry.number, Some(entry.last), core.now);
    SnapshotHead { version: target, parked, before, json: b"" }.write(&mut core.scratch);
    write_json_within(&mut core.scratch, &moved.snapshot, LARGEST)
}

/// The wake time of an execution that stays parked when it moves; `None` if it cannot stay parked.
fn wake_of<D: Disk>(
    core: &Core<D>,
    entry: &Entry,
    target: u16,
    moved: &MovedSnapshot,
) -> Option<u64> {
    if !entry.is_parked || entry.has_work {
        return None;
    }
    if !moved.is_due {
        return Some(entry.until);
    }
    let (machine, _) = core.versions.machine(target)?;
    let options = RestoreOptions::default().now(core.now);
    let mut run = Execution::restore(machine, moved.snapshot.clone(), options).ok()?;
    if run.is_runnable() {
        return None;
    }
    let mut wake = run.deadline().unwrap_or(NEVER);
    while let Some(command) = run.next_command() {
        wake = wake.min(match command {
            Command::Hold { limits, .. } => core.held(limits, true).due(),
            Command::Timer { after, .. } => core.now.saturating_add(after),
            Command::Run { .. }
            | Command::Read { .. }
            | Command::Write { .. }
            | Command::Detach { .. }
            | Command::Cancel { .. } => return None,
        });
    }
    Some(wake)
}

/// Writes the record of an execution that has moved to a version.
pub(super) fn write<D: Disk>(
    core: &mut Core<D>,
    slot: Slot,
    target: u16,
) -> Result<(), StoreError> {
    core.index.set_version(slot, target);
    core.write(slot)
}

/// A snapshot of an execution, in memory or not.
pub(super) fn snapshot_of<D: Disk>(core: &Core<D>, slot: Slot) -> Result<Snapshot, CallError> {
    let place = core.index.entry(slot).map(|entry| entry.active);
    if let Some(active) = place.and_then(|place| core.actives.get(place)) {
        return Ok(active.run.snapshot());
    }
    let Chain { records, .. } = replay::read_chain(core, slot, Kind::is_whole)?;
    Ok(replay::replay(core, slot, &records)?.snapshot())
}
