//! Purging executions, and counting the bytes that are still needed.

use asl_runtime::value::Text;

use super::super::disk::Disk;
use super::super::index::{NOWHERE, Slot};
use super::super::record::{Kind, Record};
use super::super::{CallError, Reply, StoreError};
use super::Core;
use super::compact::has_calls;
use super::{replay, start};

/// Purges an execution that has ended.
pub(super) fn purge<D: Disk>(core: &mut Core<D>, id: &str) -> Result<Reply, CallError> {
    let slot = start::known(core, id)?;
    if !is_purgeable(core, slot) {
        return Err(CallError::Running { id: id.into() });
    }
    erase(core, slot, id)?;
    Ok(Reply::Done)
}

/// Purges all executions that ended before this time. Returns how many.
pub(super) fn purge_before<D: Disk>(core: &mut Core<D>, time: u64) -> Result<usize, CallError> {
    let is_old = |slot| {
        is_purgeable(core, slot) && core.index.entry(slot).is_some_and(|entry| entry.until < time)
    };
    let old: Vec<(Text, Slot)> = core
        .index
        .after("")
        .filter(|(_, slot, _)| is_old(*slot))
        .map(|(id, slot, _)| (id.clone(), slot))
        .collect();
    for (id, slot) in &old {
        erase(core, *slot, id)?;
    }
    Ok(old.len())
}

/// Returns true if it has ended and all its detached calls were made. Without its machine it is not
/// in memory even if there are such calls.
fn is_purgeable<D: Disk>(core: &Core<D>, slot: Slot) -> bool {
    let Some(entry) = core.index.entry(slot) else { return false };
    let is_over = entry.state.is_over() && entry.active == NOWHERE;
    is_over
        && (core.versions.machine(entry.version).is_some()
            || replay::read_chain(core, slot, |kind| kind == Kind::End)
                .is_ok_and(|chain| !has_calls(&chain.records)))
}

fn erase<D: Disk>(core: &mut Core<D>, slot: Slot, id: &str) -> Result<(), StoreError> {
    let Some(entry) = core.index.entry(slot) else { return Ok(()) };
    Record::begin(&mut core.scratch, Kind::Purge, entry.number, Some(entry.last), core.now);
    core.scratch.extend_from_slice(id.as_bytes());
    if let Err(error) = core.journal.append(&core.scratch) {
        return Err(core.break_down(error.into()));
    }
    core.index.remove(id);
    if let Some(rows) = &mut core.rows {
        rows.purge(slot, id);
    }
    Ok(())
}

/// Counts a new snapshot of an execution: the snapshot before it, of `before` bytes, is no longer
/// needed.
pub(super) fn snapshot_needs_less<D: Disk>(core: &mut Core<D>, slot: Slot, before: u32, now: u32) {
    let all = core.index.entry(slot).map_or(0, |entry| entry.bytes);
    core.index.release_bytes(
        slot,
        if core.options.keep_history { before } else { all.saturating_sub(now) },
    );
}

/// Counts the end of an execution, whose record has this many bytes.
pub(super) fn end_needs_less<D: Disk>(core: &mut Core<D>, slot: Slot, snapshot: u32, end: u32) {
    let all = core.index.entry(slot).map_or(0, |entry| entry.bytes);
    core.index.release_bytes(
        slot,
        if core.options.keep_history { snapshot } else { all.saturating_sub(end) },
    );
}
