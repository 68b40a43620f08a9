//! Executions that are in memory.

use std::collections::BTreeMap;

use asl_runtime::__engine::is_traced;
use asl_runtime::execution::{Execution, OpKey};

use super::super::index::{NEVER, NOWHERE, Slot};

/// An execution that is in memory.
pub(super) struct Active {
    pub(super) slot: Slot,
    pub(super) run: Execution,
    /// Time of its last input.
    pub(super) since: u64,
    /// Inputs since the last snapshot.
    pub(super) inputs: u32,
    /// Bytes of that snapshot, or 0 if there is none.
    pub(super) snapshot_bytes: u32,
    /// Number of inputs when the execution was last too large for a snapshot.
    pub(super) too_large: Option<u32>,
    /// Tasks, reads and writes in progress.
    pub(super) in_flight: u32,
    /// Detached calls that are not over.
    pub(super) detached: u32,
    /// True if it has received no input since it was parked.
    pub(super) is_clean: bool,
    /// True if it is in the queue of runnable executions.
    pub(super) is_queued: bool,
    /// Time of the machine's own time-out, as set in the timers.
    pub(super) deadline: u64,
    /// Tasks that end by a report with their token.
    pub(super) held: BTreeMap<OpKey, Held>,
}

/// Time limits of a task that ends by a report with its token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    /// Time of its time-out.
    pub(super) end: u64,
    /// Maximum milliseconds between two heartbeats.
    pub(super) silence: Option<u64>,
    /// Time of the last heartbeat.
    pub(super) beat: u64,
    /// True once its call has returned: from then on the store enforces the limits.
    pub(super) is_ours: bool,
}

impl Held {
    /// Time of the earlier of the two limits.
    pub(super) fn due(&self) -> u64 {
        self.silence.map_or(NEVER, |silence| self.beat.saturating_add(silence)).min(self.end)
    }
}

impl Active {
    pub(super) fn new(slot: Slot, run: Execution, now: u64) -> Box<Self> {
        Box::new(Self {
            slot,
            run,
            since: now,
            inputs: 0,
            snapshot_bytes: 0,
            too_large: None,
            in_flight: 0,
            detached: 0,
            is_clean: false,
            is_queued: false,
            deadline: NEVER,
            held: BTreeMap::new(),
        })
    }

    /// Returns true if a snapshot may be small enough: earlier ones were, or enough inputs have
    /// arrived since one was too large.
    pub(super) fn may_fit(&self, inputs: u32) -> bool {
        self.too_large.is_none_or(|before| self.inputs >= before.saturating_add(inputs.max(1)))
    }

    /// Returns true if it waits, and work in progress outside the store does not need it.
    pub(super) fn is_quiet(&self) -> bool {
        // Another span would begin when its task ends.
        let keeps_span = self.has_work() && is_traced(&self.run);
        !self.is_queued && !keeps_span
    }

    /// Returns true if work for it is in progress outside the store.
    pub(super) fn has_work(&self) -> bool {
        self.in_flight > 0 || self.detached > 0
    }
}

/// All executions that are in memory.
#[derive(Default)]
pub(super) struct Actives {
    places: Vec<Option<Box<Active>>>,
    vacant: Vec<u32>,
}

impl Actives {
    /// Takes an execution out to work on it. [`Actives::put`] returns it.
    pub(super) fn take(&mut self, place: u32) -> Option<Box<Active>> {
        self.places.get_mut(usize::try_from(place).ok()?)?.take()
    }

    pub(super) fn put(&mut self, place: u32, active: Box<Active>) {
        if let Some(free) = usize::try_from(place).ok().and_then(|place| self.places.get_mut(place))
        {
            *free = Some(active);
        }
    }

    pub(super) fn get(&self, place: u32) -> Option<&Active> {
        self.places.get(usize::try_from(place).ok()?)?.as_deref()
    }

    pub(super) fn get_mut(&mut self, place: u32) -> Option<&mut Active> {
        self.places.get_mut(usize::try_from(place).ok()?)?.as_deref_mut()
    }

    pub(super) fn add(&mut self, active: Box<Active>) -> u32 {
        let place = self.vacant.pop().unwrap_or_else(|| {
            self.places.push(None);
            u32::try_from(self.places.len() - 1).unwrap_or(NOWHERE)
        });
        self.put(place, active);
        place
    }

    pub(super) fn remove(&mut self, place: u32) -> Option<Box<Active>> {
        let active = self.take(place)?;
        self.vacant.push(place);
        if self.vacant.len() == self.places.len() {
            // None is left, so free the memory of the busiest moment.
            (self.places, self.vacant) = (Vec::new(), Vec::new());
        }
        Some(active)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Active> {
        self.places.iter().filter_map(|place| place.as_deref())
    }
}
