//! The index: what stays in memory of each execution. Entries are small enough for a hundred
//! thousand executions, and locate the rest on disk.

use std::collections::{BTreeMap, btree_map};
use std::ops::Bound;

use asl_runtime::value::Text;

use super::State;
use super::chain::Whereabouts;
use super::journal::Position;

/// The slot of an execution in the index.
pub(super) type Slot = u32;

/// A time that never comes.
pub(super) const NEVER: u64 = u64::MAX;

/// The slot of an execution that is not in memory.
pub(super) const NOWHERE: u32 = u32::MAX;

/// The number of the Error Name or the label of an execution that has none.
pub(super) const NO_NAME: u32 = u32::MAX;

/// The index entry of an execution.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Its number in the journal. Numbers are never reused.
    pub(super) number: u64,
    /// Its last record.
    pub(super) last: Position,
    /// Its last record that a compaction merged from others.
    pub(super) base: Option<Position>,
    /// In milliseconds since 1970.
    pub(super) started: u64,
    /// The time when it ended or, while it is parked, when it wakes.
    pub(super) until: u64,
    /// Hash of machine and input, which recognizes a repeated start.
    pub(super) digest: u64,
    /// Bytes of its records that are still needed.
    pub(super) bytes: u32,
    /// Its slot among the executions in memory, or `NOWHERE`.
    pub(super) active: u32,
    /// The number of its version.
    pub(super) version: u16,
    /// `Running` if it is unfinished, even if its machine is not registered.
    pub(super) state: State,
    pub(super) is_parked: bool,
    /// True if it is parked while work for it is in progress outside the store.
    pub(super) has_work: bool,
    /// The number of its Error Name, or `NO_NAME`.
    pub(super) error: u32,
    /// The number of its label, or `NO_NAME`.
    pub(super) label: u32,
}

impl Entry {
    /// Location of its records.
    pub(super) fn whereabouts(&self) -> Whereabouts {
        Whereabouts { number: self.number, last: self.last, base: self.base }
    }
}

/// The redrives of an execution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Redrives {
    pub(super) count: u32,
    /// Time of the last one, in milliseconds since 1970.
    pub(super) last: u64,
}

/// The executions of a version.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Count {
    pub(super) executions: usize,
    pub(super) unfinished: usize,
}

/// The result of a search for an id.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found {
    Known(Slot),
    /// The slot is reserved, and has no entry yet.
    New(Slot),
}

/// All executions of a store.
#[derive(Default)]
pub(super) struct Index {
    ids: BTreeMap<Text, Slot>,
    entries: Vec<Option<Entry>>,
    vacant: Vec<Slot>,
    /// All Error Names and labels that there were. Entries have their numbers, because most
    /// executions share a few.
    names: Vec<Text>,
    name_numbers: BTreeMap<Text, u32>,
    /// The redrives of executions that were redriven.
    redrives: BTreeMap<Slot, Redrives>,
    /// Total bytes of records that are still needed.
    bytes: u64,
    /// The executions of each version, by its number.
    counts: Vec<Count>,
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

    /// Finds an execution, or reserves a slot for a new one: one search does both.
    pub(super) fn find_or_reserve(&mut self, id: Text) -> Found {
        let vacant = match self.ids.entry(id) {
            btree_map::Entry::Occupied(known) => return Found::Known(*known.get()),
            btree_map::Entry::Vacant(vacant) => vacant,
        };
        let slot = self.vacant.pop().unwrap_or_else(|| {
            if self.entries.len() == self.entries.capacity() {
                // A parked execution must cost one entry, not two: grow in small steps.
                self.entries.reserve_exact(64 + self.entries.len() / 8);
            }
            self.entries.push(None);
            u32::try_from(self.entries.len() - 1)
                .unwrap_or_else(|_| unreachable!("memory ends long before"))
        });
        vacant.insert(slot);
        Found::New(slot)
    }

    /// Adds an execution at a slot that was reserved for it. [`Index::remove`] gives back one that
    /// is not needed.
    pub(super) fn add(&mut self, slot: Slot, entry: Entry) {
        self.bytes = self.bytes.saturating_add(u64::from(entry.bytes));
        self.count(entry.version, entry.state, usize::saturating_add);
        if let Some(place) = usize::try_from(slot).ok().and_then(|slot| self.entries.get_mut(slot))
        {
            *place = Some(entry);
        }
    }

    /// Total bytes of records that are still needed.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Recounts the bytes and the versions of all entries.
    pub(super) fn recount(&mut self) {
        self.bytes = self.entries.iter().flatten().map(|entry| u64::from(entry.bytes)).sum();
        self.counts.clear();
        let entries = std::mem::take(&mut self.entries);
        for entry in entries.iter().flatten() {
            self.count(entry.version, entry.state, usize::saturating_add);
        }
        self.entries = entries;
    }

    /// The executions of a version.
    pub(super) fn executions_of(&self, version: u16) -> Count {
        self.counts.get(usize::from(version)).copied().unwrap_or_default()
    }

    /// Adds an execution to the counts of its version, or subtracts it.
    fn count(&mut self, version: u16, state: State, change: fn(usize, usize) -> usize) {
        let at = usize::from(version);
        self.counts.resize(self.counts.len().max(at + 1), Count::default());
        if let Some(count) = self.counts.get_mut(at) {
            count.executions = change(count.executions, 1);
            count.unfinished = change(count.unfinished, usize::from(!state.is_over()));
        }
    }

    /// Notes that an execution has ended or runs again, and its end.
    pub(super) fn set_state(&mut self, slot: Slot, state: State, until: u64) {
        if let Some(entry) = self.entry_mut(slot) {
            let (version, before) = (entry.version, entry.state);
            (entry.state, entry.until) = (state, until);
            self.count(version, before, usize::saturating_sub);
            self.count(version, state, usize::saturating_add);
        }
    }

    /// Notes that an execution is in another version.
    pub(super) fn set_version(&mut self, slot: Slot, version: u16) {
        if let Some(entry) = self.entry_mut(slot) {
            let (before, state) = (std::mem::replace(&mut entry.version, version), entry.state);
            self.count(before, state, usize::saturating_sub);
            self.count(version, state, usize::saturating_add);
        }
    }

    /// Counts records that were added to the journal.
    pub(super) fn add_bytes(&mut self, slot: Slot, bytes: usize) {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let before = self.entry(slot).map_or(0, |entry| entry.bytes);
        self.set_bytes(slot, before.saturating_add(bytes));
    }

    /// Counts records that are no longer needed.
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

    /// The Error Name of an execution that has failed.
    pub(super) fn error(&self, entry: &Entry) -> Option<&Text> {
        self.names.get(usize::try_from(entry.error).ok()?).filter(|_| entry.state.is_over())
    }

    /// The label of an execution.
    pub(super) fn label(&self, entry: &Entry) -> Option<&Text> {
        self.names.get(usize::try_from(entry.label).ok()?)
    }

    /// The redrives of an execution, if it was redriven.
    pub(super) fn redrives(&self, slot: Slot) -> Option<Redrives> {
        self.redrives.get(&slot).copied()
    }

    /// Counts a redrive of an execution.
    pub(super) fn add_redrive(&mut self, slot: Slot, now: u64) {
        let redrives = self.redrives.entry(slot).or_insert(Redrives { count: 0, last: now });
        *redrives = Redrives { count: redrives.count.saturating_add(1), last: now };
    }

    /// Sets the Error Name of an execution that has ended.
    pub(super) fn set_error(&mut self, slot: Slot, error: Option<Text>) {
        let number = error.map_or(NO_NAME, |error| self.name_number(&error));
        if let Some(entry) = self.entry_mut(slot) {
            entry.error = number;
        }
    }

    /// The number of an Error Name or a label. An empty one has none.
    pub(super) fn name_number(&mut self, name: &str) -> u32 {
        if name.is_empty() {
            return NO_NAME;
        }
        if let Some(number) = self.name_numbers.get(name) {
            return *number;
        }
        let name = Text::from(name);
        let number = u32::try_from(self.names.len()).unwrap_or(NO_NAME);
        self.names.push(name.clone());
        self.name_numbers.insert(name, number);
        number
    }

    pub(super) fn remove(&mut self, id: &str) -> Option<Entry> {
        let slot = self.ids.remove(id)?;
        self.vacant.push(slot);
        self.redrives.remove(&slot);
        let entry = self.entries.get_mut(usize::try_from(slot).ok()?)?.take()?;
        self.bytes = self.bytes.saturating_sub(u64::from(entry.bytes));
        self.count(entry.version, entry.state, usize::saturating_sub);
        Some(entry)
    }

    /// The executions after an id, in the order of their ids.
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
    fn executions_are_counted_by_version() {
        let mut index = Index::default();
        let counts = |index: &Index| [0, 1].map(|version| index.executions_of(version));
        let count = |executions, unfinished| Count { executions, unfinished };
        for (id, version) in [("a", 0), ("b", 1), ("c", 1)] {
            let Found::New(slot) = index.find_or_reserve(id.into()) else { unreachable!() };
            index.add(slot, entry(version));
        }
        let slot = |index: &Index, id: &str| index.find(id).unwrap();
        let (a, b) = (slot(&index, "a"), slot(&index, "b"));
        assert_eq!(counts(&index), [count(1, 1), count(2, 2)]);
        index.set_version(a, 1);
        index.set_state(b, State::Failed, 7);
        assert_eq!(counts(&index), [count(0, 0), count(3, 2)]);
        index.set_state(b, State::Running, 0);
        index.set_state(a, State::Succeeded, 8);
        index.remove("c");
        assert_eq!(counts(&index), [count(0, 0), count(2, 1)]);
        let before = counts(&index);
        index.recount();
        assert_eq!(counts(&index), before);
    }

    fn entry(version: u16) -> Entry {
        Entry {
            number: 1,
            last: Position::from_bits(1).unwrap(),
            base: None,
            started: 0,
            until: 0,
            digest: 0,
            bytes: 0,
            active: NOWHERE,
            version,
            state: State::Running,
            is_parked: false,
            has_work: false,
            error: NO_NAME,
            label: NO_NAME,
        }
    }

    #[test]
    fn an_entry_is_small() {
        // The entry with an eighth for growth, 28 + 16 bytes in half-full tree nodes, and nothing
        // for a short id.
        let entry = size_of::<Option<Entry>>();
        assert!(entry <= 72, "{entry}");
        assert!(entry * 9 / 8 + 2 * (28 + 16) <= 200);
    }
}
