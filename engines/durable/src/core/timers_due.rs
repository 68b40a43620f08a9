//! What happens because time passes, or because an execution waits for nothing.

use asl_runtime::execution::Input;

use super::super::disk::Disk;
use super::super::timers::Due;
use super::super::{CallError, StoreError};
use super::Core;
use super::{children, park, replay, reports};

/// Most things that are done in one go, so that whoever calls can be answered in between.
const AT_ONCE: usize = 4_096;

impl<D: Disk> Core<D> {
    /// When to call [`Core::perform_due`] again, in milliseconds since 1970; the past means at once.
    pub fn next_wake(&self) -> Option<u64> {
        if !self.runnable.is_empty() || !self.orphans.is_empty() {
            return Some(self.now);
        }
        self.timers.next().into_iter().chain(self.sweep.next()).min()
    }

    /// Fires the timers that are due, lets executions go on that wait for nothing, and parks those
    /// that wait long.
    ///
    /// # Errors
    /// The store is broken; nothing more can be done with it.
    pub fn perform_due(&mut self, now: u64) -> Result<(), StoreError> {
        self.check(now)?;
        let mut left = AT_ONCE;
        while left > 0
            && let Some((wake, slot)) = self.timers.due_parked(self.now)
        {
            left -= 1;
            match replay::activate(self, slot) {
                Ok(()) => {}
                // Its time stands still.
                Err(CallError::TooLarge { .. }) => self.timers.unpark(slot, wake),
                Err(CallError::Store(error)) => return Err(self.break_down(error)),
                Err(error) => unreachable!("only what can be gone on with is woken: {error}"),
            }
        }
        while left > 0
            && let Some((slot, due)) = self.timers.first_due(self.now)
        {
            left -= 1;
            match due {
                Due::Deadline => {
                    self.apply(slot, Input::Advance)?;
                }
                Due::Operation(op) => reports::time_is_up(self, slot, op)?,
            }
            self.timers.remove_if_due(slot, due, self.now);
        }
        for _ in 0..self.runnable.len().min(AT_ONCE) {
            let Some(slot) = self.runnable.pop_front() else { break };
            let active = self.index.entry(slot).map(|entry| entry.active);
            let Some(active) = active.and_then(|active| self.actives.get_mut(active)) else {
                continue;
            };
            active.is_queued = false;
            if active.run.is_runnable() {
                self.apply(slot, Input::Advance)?;
            }
        }
        children::settle(self)?;
        park::park_idle(self)
    }
}
