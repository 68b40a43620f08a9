//! Executions in memory.

use std::collections::BTreeMap;

use asl_runtime::execution::{Execution, OpKey};

use super::super::index::{NEVER, NOWHERE, Slot};

/// An execution in memory.
pub(super) struct Active {
    pub(super) slot: Slot,
    pub(super) run: Execution,
    /// Time of its last input.
    pub(super) since: u64,
    /// Inputs since it was last written down as a whole.
    pub(super) inputs: u32,
    /// Bytes of that record, 0 if there is none.
    pub(super) snapshot_bytes: u32,
    /// Inputs when it was last too large to be written down as a whole.
    pub(super) too_large: Option<u32>,
    /// Tasks, reads and writes that are under way.
    pub(super) in_flight: u32,
    /// Calls that nobody waits for and that are not over.
    pub(super) detached: u32,
    /// True if nothing has come in since it was parked.
    pub(super) is_clean: bool,
    /// True if it waits for its turn.
    pub(super) is_queued: bool,
    /// When the machine's own time is over, as the timers know it.
    pub(super) deadline: u64,
    /// Tasks that end with a report by token.
    pub(super) held: BTreeMap<OpKey, Held>,
}

/// The limits of a task that somebody else ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    /// Time of its time-out.
    pub(super) end: u64,
    /// Most milliseconds between two signs of life.
    pub(super) silence: Option<u64>,
    /// The last sign of life.
    pub(super) beat: u64,
    /// True if its call has answered, so that we count.
    pub(super) is_ours: bool,
}

impl Held {
    /// Time of its first limit.
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

    /// Returns true if it may be small enough to be written down as a whole: it always was, or so
    /// many inputs came since.
    pub(super) fn may_fit(&self, inputs: u32) -> bool {
        self.too_large.is_none_or(|before| self.inputs >= before.saturating_add(inputs.max(1)))
    }

    /// True if all that it waits for is time, reports by token and events.
    pub(super) fn is_quiet(&self) -> bool {
        self.in_flight == 0 && self.detached == 0 && !self.is_queued
    }
}

/// All of them.
#[derive(Default)]
pub(super) struct Actives {
    places: Vec<Option<Box<Active>>>,
    vacant: Vec<u32>,
}

impl Actives {
    /// Takes one out to work on it; [`Actives::put`] gives it back.
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
            // Nobody is left: give the memory of the busiest moment back.
            (self.places, self.vacant) = (Vec::new(), Vec::new());
        }
        Some(active)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Active> {
        self.places.iter().filter_map(|place| place.as_deref())
    }
}
