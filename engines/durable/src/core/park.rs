//! Parking: an execution that waits long leaves memory. A snapshot is on disk, and its index entry
//! says when to wake it. Its tasks continue; a report on one of them loads it again. In the journal
//! only an execution without work outside the store is parked, because opening the store must start
//! that work again.

use super::super::disk::Disk;
use super::super::index::{NEVER, Slot};
use super::super::{State, StoreError};
use super::Core;
use super::active::Active;
use super::rows;

/// Maximum number of executions that are parked at once.
const AT_ONCE: usize = 1_024;

/// Approximate number of bytes that are written at once, so that requests are answered in between.
const BYTES_AT_ONCE: usize = 4 << 20;

/// Maximum number of inputs that are applied again when an execution without a snapshot is loaded.
const FEW_INPUTS: u32 = 16;

/// Time of the next search for executions to park.
#[derive(Debug)]
pub(super) struct Sweep {
    next: u64,
    /// Earliest time of the next search, because each search visits all executions in memory.
    earliest: u64,
}

impl Default for Sweep {
    fn default() -> Self {
        Self { next: NEVER, earliest: 0 }
    }
}

impl Sweep {
    /// Notes that an execution may have to be parked at this time.
    pub(super) fn expect(&mut self, time: u64) {
        self.next = self.next.min(time.max(self.earliest));
    }

    pub(super) fn next(&self) -> Option<u64> {
        (self.next != NEVER).then_some(self.next)
    }
}

/// Parks the executions that have waited long enough.
pub(super) fn park_idle<D: Disk>(core: &mut Core<D>) -> Result<(), StoreError> {
    if core.sweep.next > core.now {
        return Ok(());
    }
    let park_after = core.park_after();
    core.sweep =
        Sweep { next: NEVER, earliest: core.now.saturating_add((park_after / 8).clamp(1, 1_000)) };
    let mut idle = Vec::new();
    let may_park =
        |active: &&Active| active.is_quiet() && !active.run.has_ended() && active.may_fit(1);
    for active in core.actives.iter().filter(may_park) {
        let time = active.since.saturating_add(park_after);
        let wakes_soon = core.timers.earliest(active.slot) <= core.now.saturating_add(park_after);
        if time <= core.now && !wakes_soon && idle.len() < AT_ONCE {
            idle.push(active.slot);
        } else if !wakes_soon {
            core.sweep.expect(time);
        }
    }
    let mut bytes = 0_usize;
    for slot in idle {
        if bytes >= BYTES_AT_ONCE {
            // Park the rest after others had their turn.
            core.sweep = Sweep { next: core.now, earliest: core.now };
            return Ok(());
        }
        bytes = bytes.saturating_add(park(core, slot)?);
    }
    Ok(())
}

/// Writes a snapshot of an execution and removes it from memory, unless it is too large. Returns
/// the bytes written.
fn park<D: Disk>(core: &mut Core<D>, slot: Slot) -> Result<usize, StoreError> {
    let wake = core.timers.earliest(slot);
    let active = core.index.entry(slot).and_then(|entry| core.actives.get(entry.active));
    if active.is_none_or(|active| active.is_clean) {
        put_away(core, slot, wake);
        return Ok(0);
    }
    let has_work = active.is_some_and(Active::has_work);
    if core.snapshot(slot, (!has_work).then_some(wake))? {
        put_away(core, slot, wake);
    }
    Ok(core.scratch.len())
}

/// Parks an execution that waited for its tasks before the store was opened, and whose tasks were
/// just started again. So not all of them are in memory at once. The journal has all that is needed
/// to load it, and a snapshot is not worth its bytes.
pub(super) fn park_after_opening<D: Disk>(core: &mut Core<D>, slot: Slot) {
    let until = |time: u64| time.saturating_add(core.park_after());
    let active = core.index.entry(slot).and_then(|entry| core.actives.get(entry.active));
    let waits_long = active.is_some_and(|active| {
        // The snapshot that the program before left is no input, and its time says nothing.
        let is_left = active.inputs == 0 && active.snapshot_bytes > 0;
        active.is_quiet()
            && active.has_work()
            && !active.run.has_ended()
            && active.inputs <= FEW_INPUTS
            && (is_left || until(active.since) <= core.now)
            && core.timers.earliest(slot) > until(core.now)
    });
    if waits_long {
        put_away(core, slot, core.timers.earliest(slot));
    }
}

fn put_away<D: Disk>(core: &mut Core<D>, slot: Slot, wake: u64) {
    let active = core.index.entry(slot).and_then(|entry| core.actives.get(entry.active));
    let has_work = active.is_some_and(Active::has_work);
    core.forget(slot);
    core.timers.park(slot, wake);
    core.parked += 1;
    if let Some(entry) = core.index.entry_mut(slot) {
        (entry.is_parked, entry.has_work, entry.until) = (true, has_work, wake);
    }
    rows::note(core, slot);
}

/// Parks an execution again that was loaded unnecessarily.
pub(super) fn leave<D: Disk>(core: &mut Core<D>, slot: Slot) {
    let Some(entry) = core.index.entry(slot).filter(|entry| entry.state == State::Running) else {
        return;
    };
    if core.actives.get(entry.active).is_some_and(|active| active.is_clean && !active.is_queued) {
        let wake = core.timers.earliest(slot);
        put_away(core, slot, wake);
    }
}
