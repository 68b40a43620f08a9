//! Snapshots that a clean stop leaves: then the next program needs no code of this one to read what
//! its executions hold, and can move them to another version.

use asl_runtime::__engine::write_json_within;

use super::super::chain::Chain;
use super::super::disk::Disk;
use super::super::index::Slot;
use super::super::record::{Kind, Record, SnapshotHead};
use super::super::{CallError, State, StoreError};
use super::active::Active;
use super::{Core, replay};

/// Maximum bytes of all snapshots that are left.
const MOST: usize = 256 << 20;

/// Number of executions that a stop has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Left {
    /// Those of which a snapshot was written.
    pub snapshots: usize,
    /// Those that are too large or too many: they have inputs since their last snapshot.
    pub without_snapshot: usize,
}

/// Writes a snapshot of each unfinished execution that has had inputs since the last one.
pub(super) fn leave_snapshots<D: Disk>(core: &mut Core<D>) -> Result<Left, StoreError> {
    let running = core.index.after("").filter(|(_, _, entry)| {
        entry.state == State::Running && (!entry.is_parked || entry.has_work)
    });
    let running: Vec<Slot> = running.map(|(_, slot, _)| slot).collect();
    let (mut left, mut bytes) = (Left::default(), 0_usize);
    for slot in running {
        match leave(core, slot, bytes < MOST)? {
            Leaving::Written => {
                left.snapshots += 1;
                bytes = bytes.saturating_add(core.scratch.len());
            }
            Leaving::NotNeeded => {}
            Leaving::NoRoom => left.without_snapshot += 1,
        }
    }
    Ok(left)
}

/// The result for an execution.
enum Leaving {
    Written,
    NotNeeded,
    NoRoom,
}

/// Writes the snapshot of an execution, if it needs one and there is room.
fn leave<D: Disk>(core: &mut Core<D>, slot: Slot, has_room: bool) -> Result<Leaving, StoreError> {
    let Some(entry) = core.index.entry(slot) else { return Ok(Leaving::NotNeeded) };
    // Nothing of these has changed.
    if core.versions.machine(entry.version).is_none() {
        return Ok(Leaving::NotNeeded);
    }
    let Some(active) = core.actives.get(entry.active) else {
        return leave_parked(core, slot, has_room);
    };
    let is_whole = active.is_clean || active.inputs == 0 && active.snapshot_bytes > 0;
    if is_whole || active.run.has_ended() {
        return Ok(Leaving::NotNeeded);
    }
    if !has_room {
        return Ok(Leaving::NoRoom);
    }
    let waits = active.is_quiet() && !Active::has_work(active) && !active.run.is_runnable();
    let parked = waits.then(|| core.timers.earliest(slot));
    let is_written = core.snapshot(slot, parked)?;
    Ok(if is_written { Leaving::Written } else { Leaving::NoRoom })
}

/// Writes a snapshot of an execution that left memory while its tasks are running, and may have
/// been parked without one.
fn leave_parked<D: Disk>(
    core: &mut Core<D>,
    slot: Slot,
    has_room: bool,
) -> Result<Leaving, StoreError> {
    let read = |core: &Core<D>| {
        let Chain { records, .. } = replay::read_chain(core, slot, Kind::is_whole)?;
        let is_whole = matches!(records.as_slice(), [one] if one.record().kind != Kind::Start);
        Ok(match (is_whole, has_room) {
            (true, _) => Err(Leaving::NotNeeded),
            (false, false) => Err(Leaving::NoRoom),
            (false, true) => Ok(replay::replay(core, slot, &records)?),
        })
    };
    let run = match read(core) {
        Ok(Ok(run)) => run,
        Ok(Err(leaving)) => return Ok(leaving),
        Err(CallError::Store(error)) => return Err(error),
        // A record is too large.
        Err(_) => return Ok(Leaving::NoRoom),
    };
    let Some(entry) = core.index.entry(slot) else { return Ok(Leaving::NotNeeded) };
    Record::begin(&mut core.scratch, Kind::Snapshot, entry.number, Some(entry.last), core.now);
    let head = SnapshotHead { version: entry.version, parked: None, before: None, json: b"" };
    head.write(&mut core.scratch);
    if !write_json_within(&mut core.scratch, &run.snapshot(), core.options.largest_snapshot) {
        return Ok(Leaving::NoRoom);
    }
    core.write(slot)?;
    Ok(Leaving::Written)
}
