//! Executions that wait long leave memory: all of them is written down, and an entry in the index
//! says when to wake them.

use super::super::disk::Disk;
use super::super::index::{NEVER, Slot};
use super::super::{State, StoreError};
use super::Core;
use super::active::Active;

/// Most executions that are parked in one go.
const AT_ONCE: usize = 1_024;

/// Bytes that are written down in one go, about, so that whoever calls can be answered in between.
const BYTES_AT_ONCE: usize = 4 << 20;

/// When to look for executions to park.
#[derive(Debug)]
pub(super) struct Sweep {
    next: u64,
    /// Not before this: looking costs a look at each.
    earliest: u64,
}

impl Default for Sweep {
    fn default() -> Self {
        Self { next: NEVER, earliest: 0 }
    }
}

impl Sweep {
    /// An execution may have to be parked then.
    pub(super) fn expect(&mut self, time: u64) {
        self.next = self.next.min(time.max(self.earliest));
    }

    pub(super) fn next(&self) -> Option<u64> {
        (self.next != NEVER).then_some(self.next)
    }
}

impl<D: Disk> Core<D> {
    /// Parks what has waited long enough.
    pub(super) fn park_idle(&mut self) -> Result<(), StoreError> {
        if self.sweep.next > self.now {
            return Ok(());
        }
        let park_after = self.park_after();
        self.sweep = Sweep {
            next: NEVER,
            earliest: self.now.saturating_add((park_after / 8).clamp(1, 1_000)),
        };
        let mut idle = Vec::new();
        let may_park =
            |active: &&Active| active.is_quiet() && !active.run.has_ended() && active.may_fit(1);
        for active in self.actives.iter().filter(may_park) {
            let time = active.since.saturating_add(park_after);
            let wakes_soon =
                self.timers.earliest(active.slot) <= self.now.saturating_add(park_after);
            if time <= self.now && !wakes_soon && idle.len() < AT_ONCE {
                idle.push(active.slot);
            } else if !wakes_soon {
                self.sweep.expect(time);
            }
        }
        let mut bytes = 0_usize;
        for slot in idle {
            if bytes >= BYTES_AT_ONCE {
                // The rest when others have had their turn.
                self.sweep = Sweep { next: self.now, earliest: self.now };
                return Ok(());
            }
            bytes = bytes.saturating_add(self.park(slot)?);
        }
        Ok(())
    }

    /// Writes an execution down and drops it from memory, unless it is too large; how many bytes
    /// that took.
    fn park(&mut self, slot: Slot) -> Result<usize, StoreError> {
        let wake = self.timers.earliest(slot);
        let active = self.index.entry(slot).and_then(|entry| self.actives.get(entry.active));
        if active.is_none_or(|active| active.is_clean) {
            self.put_away(slot, wake);
            return Ok(0);
        }
        if self.snapshot(slot, Some(wake))? {
            self.put_away(slot, wake);
        }
        Ok(self.scratch.len())
    }

    fn put_away(&mut self, slot: Slot, wake: u64) {
        self.forget(slot);
        self.timers.park(slot, wake);
        if let Some(entry) = self.index.entry_mut(slot) {
            (entry.is_parked, entry.until) = (true, wake);
        }
    }

    /// Parks an execution again that was fetched for nothing.
    pub(super) fn leave(&mut self, slot: Slot) {
        let Some(entry) = self.index.entry(slot).filter(|entry| entry.state == State::Running)
        else {
            return;
        };
        if self.actives.get(entry.active).is_some_and(|active| active.is_clean && !active.is_queued)
        {
            let wake = self.timers.earliest(slot);
            self.put_away(slot, wake);
        }
    }
}
