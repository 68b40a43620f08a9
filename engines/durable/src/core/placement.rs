//! Moves by hand: an execution continues at a state that the caller names, with data that the caller
//! gives. One that failed is resumed there. One that is running drops what it waits for, and is
//! written as a whole, which needs no code of its version.

use asl_runtime::__engine::{MovedSnapshot, Placement, finite};
use asl_runtime::execution::Snapshot;
use asl_runtime::value::{Text, Value};

use super::super::chain::Chain;
use super::super::disk::Disk;
use super::super::index::Slot;
use super::super::record::Kind;
use super::super::{Action, CallError, Reply, State};
use super::replay::InCore;
use super::{Core, migrate, moves, redrive, replay, start};

/// Moves an execution to a state.
pub(super) fn place<D: Disk>(
    core: &mut Core<D>,
    id: &str,
    state: &str,
    data: Value,
) -> Result<Reply, CallError> {
    let slot = start::known(core, id)?;
    let data = finite(data);
    let before = core.index.entry(slot).map_or(State::Aborted, |entry| entry.state);
    match before {
        State::Running | State::WaitsForMachine => place_running(core, slot, id, (state, data))?,
        State::Failed | State::TimedOut | State::Aborted => {
            let number = core.index.entry(slot).map_or(u16::MAX, |entry| entry.version);
            let moved = core.versions.successor(number);
            let machine = moved.map_or_else(|| replay::check_machine(core, slot), Ok)?;
            let placement = Placement::new(machine, state, data);
            let placement = placement.map_err(|error| refused(id, &error))?;
            redrive::resume(core, slot, id, |redrive| {
                placement.redrive(redrive).map_err(|error| refused(id, &error))
            })?;
        }
        State::Succeeded => return Err(CallError::Ended { id: id.into(), state: before }),
    }
    tell_placed(id, state);
    Ok(Reply::Done)
}

fn refused(id: &str, why: &dyn std::fmt::Display) -> CallError {
    CallError::MoveTo { id: id.into(), why: why.to_string() }
}

/// Moves an execution that has not ended to a state of the version that was registered last.
fn place_running<D: Disk>(
    core: &mut Core<D>,
    slot: Slot,
    id: &str,
    (state, data): (&str, Value),
) -> Result<(), CallError> {
    let number = core.index.entry(slot).map_or(u16::MAX, |entry| entry.version);
    let version = core.versions.get(number);
    let name = version.map_or_else(Text::default, |version| version.name.clone());
    let before = version.map(|version| version.hash.into()).unwrap_or_default();
    let target = core.versions.find(&name, None)?;
    let machine = replay::machine(core, slot, target)?;
    let placement = Placement::new(machine, state, data).map_err(|error| refused(id, &error))?;
    let outline = core.versions.outline(number).ok_or_else(|| refused(id, &moves::NO_OUTLINE))?;
    let snapshot = snapshot(core, slot, id, number)?;
    let moved = placement.apply(snapshot, &outline).map_err(|error| refused(id, &error))?;
    start::ensure_version(core, target)?;
    if !migrate::begin_record(core, slot, target, &moved) {
        return Err(refused(id, &migrate::TOO_LARGE));
    }
    let record = std::mem::take(&mut core.scratch);
    drop_work(core, slot)?;
    core.scratch = record;
    migrate::write(core, slot, target)?;
    if let Some(entry) = core.index.entry_mut(slot) {
        (entry.is_parked, entry.has_work, entry.until) = (false, false, 0);
    }
    replay::activate(core, slot)?;
    let MovedSnapshot { has_event, .. } = moved;
    let place = core.index.entry(slot).map(|entry| entry.active);
    if let Some(active) = place.and_then(|place| core.actives.get_mut(place))
        && has_event
    {
        active.run.show_migrated(before);
    }
    core.look_after(slot)?;
    Ok(())
}

/// The execution as a whole: in memory, replayed, or as its last record has it.
fn snapshot<D: Disk>(
    core: &Core<D>,
    slot: Slot,
    id: &str,
    number: u16,
) -> Result<Snapshot, CallError> {
    if core.versions.machine(number).is_some() {
        return migrate::snapshot_of(core, slot);
    }
    let Chain { records, .. } = replay::read_chain(core, slot, Kind::is_whole)?;
    match records.as_slice() {
        [whole] if whole.record().kind != Kind::Start => {
            Ok(moves::snapshot(&InCore(core, slot), whole)?)
        }
        _ => Err(refused(
            id,
            &"it has inputs since its last snapshot, which only the code of its version can apply: \
              `cargo asl store DIR migrate` writes it as a whole",
        )),
    }
}

/// Drops all that an execution waits for, and removes it from memory.
fn drop_work<D: Disk>(core: &mut Core<D>, slot: Slot) -> Result<(), CallError> {
    let number = core.index.entry(slot).map_or(u16::MAX, |entry| entry.version);
    if core.versions.machine(number).is_none() {
        // Nothing of it runs here.
        return Ok(());
    }
    // Its operations are known only in memory.
    replay::activate(core, slot)?;
    let Some(place) = core.index.entry(slot).map(|entry| entry.active) else { return Ok(()) };
    let Some(mut active) = core.actives.take(place) else { return Ok(()) };
    for open in active.run.operations() {
        if core.close(&mut active, open.op) {
            core.actions.push(Action::Drop(core.place(slot, open.op)));
        }
    }
    core.actives.put(place, active);
    core.forget(slot);
    core.children.abandon_all(slot);
    Ok(())
}

/// Logs a move by hand.
#[cfg(feature = "tracing")]
fn tell_placed(id: &str, state: &str) {
    tracing::info!(execution = id, state, "the execution was moved to a state by hand");
}

#[cfg(not(feature = "tracing"))]
fn tell_placed(_: &str, _: &str) {}
