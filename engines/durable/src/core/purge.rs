//! Executions that are to be forgotten, and the count of bytes that are still needed.

use asl_runtime::value::Text;

use super::super::disk::Disk;
use super::super::index::{NOWHERE, Slot};
use super::super::record::{Kind, Record};
use super::super::{CallError, Reply, StoreError};
use super::Core;

impl<D: Disk> Core<D> {
    /// Forgets an execution that has ended.
    pub(super) fn purge(&mut self, id: &str) -> Result<Reply, CallError> {
        let slot = self.known(id)?;
        if !self.is_purgeable(slot) {
            return Err(CallError::Running { id: id.into() });
        }
        self.erase(slot, id)?;
        Ok(Reply::Done)
    }

    /// Forgets all that ended before this time; how many.
    pub(super) fn purge_before(&mut self, time: u64) -> Result<usize, CallError> {
        let is_old = |slot| {
            self.is_purgeable(slot)
                && self.index.entry(slot).is_some_and(|entry| entry.until < time)
        };
        let old: Vec<(Text, Slot)> = self
            .index
            .after("")
            .filter(|(_, slot, _)| is_old(*slot))
            .map(|(id, slot, _)| (id.clone(), slot))
            .collect();
        for (id, slot) in &old {
            self.erase(*slot, id)?;
        }
        Ok(old.len())
    }

    /// Whether it has ended, and none of its calls is still to be made.
    fn is_purgeable(&self, slot: Slot) -> bool {
        self.index.entry(slot).is_some_and(|entry| entry.state.is_over() && entry.active == NOWHERE)
    }

    fn erase(&mut self, slot: Slot, id: &str) -> Result<(), StoreError> {
        let Some(entry) = self.index.entry(slot) else { return Ok(()) };
        Record::begin(&mut self.scratch, Kind::Purge, entry.number, Some(entry.last), self.now);
        self.scratch.extend_from_slice(id.as_bytes());
        if let Err(error) = self.journal.append(&self.scratch) {
            return Err(self.break_down(error.into()));
        }
        if let Some(entry) = self.index.remove(id) {
            self.live = self.live.saturating_sub(u64::from(entry.bytes));
        }
        Ok(())
    }

    /// An execution has so many more bytes.
    pub(super) fn needs(&mut self, slot: Slot, bytes: usize) {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        if let Some(entry) = self.index.entry_mut(slot) {
            entry.bytes = entry.bytes.saturating_add(bytes);
            self.live = self.live.saturating_add(u64::from(bytes));
        }
    }

    fn needs_less(&mut self, slot: Slot, bytes: u32) {
        if let Some(entry) = self.index.entry_mut(slot) {
            let less = bytes.min(entry.bytes);
            entry.bytes -= less;
            self.live = self.live.saturating_sub(u64::from(less));
        }
    }

    /// It was written down as a whole, in so many bytes: the time before, of `before` bytes, is of
    /// no use any more.
    pub(super) fn snapshot_needs_less(&mut self, slot: Slot, before: u32, now: u32) {
        let all = self.index.entry(slot).map_or(0, |entry| entry.bytes);
        self.needs_less(
            slot,
            if self.options.keep_history { before } else { all.saturating_sub(now) },
        );
    }

    /// It has ended with a record of so many bytes.
    pub(super) fn end_needs_less(&mut self, slot: Slot, snapshot: u32, end: u32) {
        let all = self.index.entry(slot).map_or(0, |entry| entry.bytes);
        self.needs_less(
            slot,
            if self.options.keep_history { snapshot } else { all.saturating_sub(end) },
        );
    }
}
