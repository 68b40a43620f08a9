//! The timers of all executions in memory, and the wake times of those that are parked.

use std::collections::{BTreeMap, BTreeSet};

use asl_runtime::execution::OpKey;

use super::index::{NEVER, Slot};

/// Kinds of timers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Due {
    /// The machine's own time-out.
    Deadline,
    /// A timer, or a time limit of a task that ends by a report with its token.
    Operation(OpKey),
}

/// All timers, earliest first.
#[derive(Default)]
pub(super) struct Timers {
    due: BTreeSet<(u64, Slot, Due)>,
    /// Due time of each timer.
    times: BTreeMap<(Slot, Due), u64>,
    parked: BTreeSet<(u64, Slot)>,
}

impl Timers {
    /// Sets a timer, and replaces an earlier one.
    pub(super) fn set(&mut self, slot: Slot, due: Due, time: u64) {
        if time == NEVER {
            self.remove(slot, due);
            return;
        }
        match self.times.insert((slot, due), time) {
            Some(before) if before == time => return,
            Some(before) => {
                self.due.remove(&(before, slot, due));
            }
            None => {}
        }
        self.due.insert((time, slot, due));
    }

    /// Removes a timer. Returns true if it existed.
    pub(super) fn remove(&mut self, slot: Slot, due: Due) -> bool {
        let Some(time) = self.times.remove(&(slot, due)) else { return false };
        self.due.remove(&(time, slot, due))
    }

    /// Removes a timer that has fired, unless it was set again.
    pub(super) fn remove_if_due(&mut self, slot: Slot, due: Due, now: u64) {
        if self.times.get(&(slot, due)).is_some_and(|time| *time <= now) {
            self.remove(slot, due);
        }
    }

    /// Removes all timers of an execution.
    pub(super) fn clear(&mut self, slot: Slot) {
        while let Some((due, _)) = self.first_of(slot) {
            self.remove(slot, due);
        }
    }

    fn first_of(&self, slot: Slot) -> Option<(Due, u64)> {
        // `Deadline` sorts before all others.
        let ((other, due), time) = self.times.range((slot, Due::Deadline)..).next()?;
        (*other == slot).then_some((*due, *time))
    }

    /// Due time of an operation.
    pub(super) fn time(&self, slot: Slot, due: Due) -> Option<u64> {
        self.times.get(&(slot, due)).copied()
    }

    /// Due time of an execution's first timer.
    pub(super) fn earliest(&self, slot: Slot) -> u64 {
        let of_slot =
            self.times.range((slot, Due::Deadline)..).take_while(|((other, _), _)| *other == slot);
        of_slot.map(|(_, time)| *time).min().unwrap_or(NEVER)
    }

    /// The first timer that is due.
    pub(super) fn first_due(&self, now: u64) -> Option<(Slot, Due)> {
        self.due.first().filter(|(time, _, _)| *time <= now).map(|(_, slot, due)| (*slot, *due))
    }

    pub(super) fn park(&mut self, slot: Slot, wake: u64) {
        if wake != NEVER {
            self.parked.insert((wake, slot));
        }
    }

    pub(super) fn unpark(&mut self, slot: Slot, wake: u64) {
        self.parked.remove(&(wake, slot));
    }

    /// The first parked execution to wake, and its wake time.
    pub(super) fn due_parked(&self, now: u64) -> Option<(u64, Slot)> {
        self.parked.first().filter(|(wake, _)| *wake <= now).copied()
    }

    /// Due time of the next timer.
    pub(super) fn next(&self) -> Option<u64> {
        let due = self.due.first().map(|(time, _, _)| *time);
        let parked = self.parked.first().map(|(time, _)| *time);
        due.into_iter().chain(parked).min()
    }
}
