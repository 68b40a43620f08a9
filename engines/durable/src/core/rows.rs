//! The rows of executions, for disks that show them to people: which ones the next batch changes.
//! Most steps change none of them.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use asl_runtime::value::Text;

use super::super::disk::{Disk, ExecutionRow};
use super::super::index::{Entry, Index, NEVER, Slot};
use super::Core;

/// The executions whose rows are to be written with the next batch.
#[derive(Default)]
pub(super) struct Rows {
    shown: Vec<Shown>,
    changed: BTreeSet<Slot>,
    gone: Vec<Text>,
}

/// The row of a slot.
#[derive(Clone, Default)]
struct Shown {
    /// The id of its execution: the index has only the slots of ids.
    id: Text,
    /// The hash of the row that the disk has; 0 if it is not known.
    hash: u64,
}

impl Rows {
    /// The rows of a store that was just opened.
    pub(super) fn new(index: &Index) -> Self {
        let mut rows = Self::default();
        for (id, slot, _) in index.after("") {
            rows.set_id(slot, id);
        }
        rows
    }

    fn set_id(&mut self, slot: Slot, id: &Text) {
        let Ok(place) = usize::try_from(slot) else { return };
        if place >= self.shown.len() {
            self.shown.resize(place + 1, Shown::default());
        }
        if let Some(known) = self.shown.get_mut(place) {
            *known = Shown { id: id.clone(), hash: 0 };
        }
    }

    /// Notes a new execution.
    pub(super) fn start(&mut self, slot: Slot, id: &Text) {
        self.set_id(slot, id);
        self.changed.insert(slot);
    }

    /// Notes that an execution was purged.
    pub(super) fn purge(&mut self, slot: Slot, id: &str) {
        self.changed.remove(&slot);
        self.gone.push(id.into());
    }
}

/// Hands the rows of the next batch to the disk.
pub(super) fn put<D: Disk>(core: &mut Core<D>) {
    if !core.journal.is_pending() {
        return;
    }
    let Some(mut rows) = core.rows.take() else { return };
    let (changed, gone) = (std::mem::take(&mut rows.changed), std::mem::take(&mut rows.gone));
    // A name that was purged may be taken again in the same batch.
    let mut list: Vec<_> = gone.into_iter().map(|id| ExecutionRow::Gone { id }).collect();
    list.extend(changed.into_iter().filter_map(|slot| row(core, &mut rows, slot)));
    core.rows = Some(rows);
    core.journal.disk().put_rows(list);
}

/// The row of an execution, unless the disk has it as it is.
fn row<D: Disk>(core: &Core<D>, rows: &mut Rows, slot: Slot) -> Option<ExecutionRow> {
    let shown = rows.shown.get_mut(usize::try_from(slot).ok()?)?;
    let row = of(core, &shown.id, slot, core.index.entry(slot)?);
    let mut hasher = DefaultHasher::new();
    row.hash(&mut hasher);
    let hash = hasher.finish();
    (std::mem::replace(&mut shown.hash, hash) != hash).then_some(row)
}

/// The row of an execution.
fn of<D: Disk>(core: &Core<D>, id: &Text, slot: Slot, entry: &Entry) -> ExecutionRow {
    let version = core.versions.get(entry.version);
    let is_over = entry.state.is_over();
    let wakes = entry.is_parked && !is_over && entry.until != NEVER;
    ExecutionRow::Present {
        id: id.clone(),
        machine: version.map(|version| version.name.clone()).unwrap_or_default(),
        version: version.map(|version| version.hash.into()).unwrap_or_default(),
        state: entry.state,
        started: entry.started,
        stopped: is_over.then_some(entry.until),
        wakes: wakes.then_some(entry.until),
        error: core.index.error(entry).cloned(),
        label: core.index.label(entry).cloned().unwrap_or_default(),
        redrives: core.index.redrives(slot).map_or(0, |redrives| redrives.count),
    }
}

/// The rows of all executions.
#[cfg(feature = "messages")]
pub(super) fn all<D: Disk>(core: &Core<D>) -> Vec<ExecutionRow> {
    core.index.after("").map(|(id, slot, entry)| of(core, id, slot, entry)).collect()
}

/// Notes a change of an execution's row, if the disk keeps rows.
pub(super) fn note<D: Disk>(core: &mut Core<D>, slot: Slot) {
    if let Some(rows) = &mut core.rows {
        rows.changed.insert(slot);
    }
}
