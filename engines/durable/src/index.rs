//! What is kept in memory of each execution: little enough for a hundred thousand of them, and
//! enough to find the rest on disk.

use std::collections::BTreeMap;
use std::ops::Bound;

use asl_runtime::value::Text;

use super::State;
use super::journal::Position;

/// The place of an execution in the index.
pub(super) type Slot = u32;

/// A time that never comes.
pub(super) const NEVER: u64 = u64::MAX;

/// No place among those in memory.
pub(super) const NOWHERE: u32 = u32::MAX;

/// The index entry of an execution.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Its number in the journal, given out once.
    pub(super) number: u64,
    /// Its last record.
    pub(super) last: Position,
    /// Its last record that compaction has put together.
    pub(super) base: Option<Position>,
    /// In milliseconds since 1970.
    pub(super) started: u64,
    /// When it ended; while it is parked, when it wakes.
    pub(super) until: u64,
    /// Of machine and input, to tell an execution that is started again.
    pub(super) digest: u64,
    /// Bytes of its records that are still needed.
    pub(super) bytes: u32,
    /// Its place among the executions in memory, or `NOWHERE`.
    pub(super) active: u32,
    /// The version it runs in.
    pub(super) version: u16,
    /// `Running` where it is unfinished, whether or not its machine is there.
    pub(super) state: State,
    pub(super) is_parked: bool,
}

/// All executions of a store.
#[derive(Default)]
pub(super) struct Index {
    ids: BTreeMap<Text, Slot>,
    entries: Vec<Option<Entry>>,
    vacant: Vec<Slot>,
    /// Bytes of records that are still needed, of all executions.
    bytes: u64,
}

impl Index {
    pub(super) fn find(&self, id: &str) -> Option<Slot> {
        self.ids.get(id).copied()
    }

    pub(super) fn entry(&self, slot: Slot) -> Option<&Entry> {
        self.entries.get(usize::try_from(slot).ok()?)?.as_ref()
    }

    pub(super) fn entry_mut(&mut self, slot: Slot) -> Option<&mut Entry> {
        self.entries.get_mut(usize::try_from(slot).ok()?)?.as_mut()
    }

    /// Adds an execution whose id is not there yet.
    pub(super) fn add(&mut self, id: Text, entry: Entry) -> Slot {
        self.bytes = self.bytes.saturating_add(u64::from(entry.bytes));
        let slot = match self.vacant.pop() {
            Some(slot) => slot,
            None => {
                if self.entries.len() == self.entries.capacity() {
                    // A parked execution is to cost its entry, not twice that.
                    self.entries.reserve_exact(64 + self.entries.len() / 8);
                }
                self.entries.push(None);
                u32::try_from(self.entries.len() - 1)
                    .unwrap_or_else(|_| unreachable!("memory ends long before"))
            }
        };
        if let Some(place) = usize::try_from(slot).ok().and_then(|slot| self.entries.get_mut(slot))
        {
            *place = Some(entry);
        }
        self.ids.insert(id, slot);
        slot
    }

    /// Bytes of records that are still needed, of all executions.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Counts the bytes of all entries anew.
    pub(super) fn count_bytes(&mut self) {
        self.bytes = self.entries.iter().flatten().map(|entry| u64::from(entry.bytes)).sum();
    }

    /// Counts records of an execution that were added to the journal.
    pub(super) fn add_bytes(&mut self, slot: Slot, bytes: usize) {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let before = self.entry(slot).map_or(0, |entry| entry.bytes);
        self.set_bytes(slot, before.saturating_add(bytes));
    }

    /// Counts records of an execution that are of no use any more.
    pub(super) fn release_bytes(&mut self, slot: Slot, bytes: u32) {
        let before = self.entry(slot).map_or(0, |entry| entry.bytes);
        self.set_bytes(slot, before.saturating_sub(bytes));
    }

    /// Sets the bytes of an execution's records that are still needed.
    pub(super) fn set_bytes(&mut self, slot: Slot, bytes: u32) {
        if let Some(entry) = self.entry_mut(slot) {
            let before = std::mem::replace(&mut entry.bytes, bytes);
            self.bytes =
                self.bytes.saturating_sub(u64::from(before)).saturating_add(u64::from(bytes));
        }
    }

    pub(super) fn remove(&mut self, id: &str) -> Option<Entry> {
        let slot = self.ids.remove(id)?;
        self.vacant.push(slot);
        let entry = self.entries.get_mut(usize::try_from(slot).ok()?)?.take()?;
        self.bytes = self.bytes.saturating_sub(u64::from(entry.bytes));
        Some(entry)
    }

    /// Those behind an id, in the order of their ids.
    pub(super) fn after<'i>(
        &'i self,
        id: &str,
    ) -> impl Iterator<Item = (&'i Text, Slot, &'i Entry)> {
        let from = if id.is_empty() { Bound::Unbounded } else { Bound::Excluded(Text::from(id)) };
        let ids = self.ids.range::<Text, _>((from, Bound::Unbounded));
        ids.filter_map(|(id, slot)| Some((id, *slot, self.entry(*slot)?)))
    }

    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_small() {
        // With a share of an eighth for growth, 28 + 16 bytes in nodes of trees that are half full,
        // and nothing for a short id.
        let entry = size_of::<Option<Entry>>();
        assert!(entry <= 72, "{entry}");
        assert!(entry * 9 / 8 + 2 * (28 + 16) <= 200);
    }
}
