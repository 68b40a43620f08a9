//! Work that becomes due as time passes, and executions that can advance.

use asl_runtime::execution::Input;

use super::super::disk::Disk;
use super::super::timers::Due;
use super::super::{CallError, StoreError};
use super::Core;
use super::{children, park, replay, reports};

/// Maximum number of steps at once, so that requests are answered in between.
const AT_ONCE: usize = 4_096;

impl<D: Disk> Core<D> {
    /// Time of the next call of [`Core::perform_due`], in milliseconds since 1970. A time in the
    /// past means at once.
    pub fn next_wake(&self) -> Option<u64> {
        if !self.runnable.is_empty() || self.children.has_orphans() {
            return Some(self.now);
        }
        self.timers.next().into_iter().chain(self.sweep.next()).min()
    }

    /// Fires the timers that are due, advances runnable executions, and parks those that wait long.
    ///
    /// # Errors
    /// The store is broken. It accepts no further calls.
    pub fn perform_due(&mut self, now: u64) -> Result<(), StoreError> {
        self.check(now)?;
        let mut left = AT_ONCE;
        while left > 0
            && let Some((wake, slot)) = self.timers.due_parked(self.now)
        {
            left -= 1;
            match replay::activate(self, slot) {
                Ok(()) => {}
                // It is too large to be read, so its timers are ignored.
                Err(CallError::TooLarge { .. }) => self.timers.unpark(slot, wake),
                Err(CallError::Store(error)) => return Err(self.break_down(error)),
                Err(error) => unreachable!("only executions that can continue are woken: {error}"),
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
