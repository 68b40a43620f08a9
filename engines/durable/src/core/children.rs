//! Executions that end operations of other executions. When nobody waits for such an operation any
//! more, its execution is cancelled: in the same batch, so that no crash comes between.

use asl_runtime::execution::{Input, TokenError};

use super::super::disk::Disk;
use super::super::index::Slot;
use super::super::request::Parent;
use super::super::{CallError, State, StoreError};
use super::Core;

impl<D: Disk> Core<D> {
    /// The execution and the operation that a child belongs to: its number, its place and the
    /// operation's number. Nothing for a call that nobody waits for. Where the operation is over,
    /// whoever starts the child comes too late: nobody would end it.
    pub(super) fn parent(&self, parent: &Parent) -> Result<Option<(u64, Slot, u64)>, CallError> {
        let slot = self.index.find(&parent.id).ok_or(CallError::Token(TokenError::Closed))?;
        let entry = self.index.entry(slot);
        let found =
            entry.and_then(|entry| Some((entry.number, &self.actives.get(entry.active)?.run)));
        match found {
            Some((number, run)) if run.waits_for(parent.serial) => {
                Ok(Some((number, slot, parent.serial)))
            }
            Some((_, run)) if run.has_detached(parent.serial) => Ok(None),
            Some(_) | None => Err(CallError::Token(TokenError::Closed)),
        }
    }

    /// Nobody waits for the operation any more.
    pub(super) fn abandon_child(&mut self, parent: Slot, serial: u64) {
        if self.children.is_empty() {
            return;
        }
        if let Some(child) = self.children.remove(&(parent, serial)) {
            self.orphans.push(child);
        }
    }

    /// The execution has ended.
    pub(super) fn abandon_children(&mut self, parent: Slot) {
        while let Some((_, serial)) =
            self.children.range((parent, 0)..=(parent, u64::MAX)).next().map(|(key, _)| *key)
        {
            self.abandon_child(parent, serial);
        }
    }

    /// Cancels what has no parent any more.
    pub(super) fn settle(&mut self) -> Result<(), StoreError> {
        while let Some((child, number)) = self.orphans.pop() {
            let entry = self.index.entry(child).filter(|entry| entry.number == number);
            if entry.is_none_or(|entry| entry.state != State::Running) {
                continue;
            }
            match self.activate(child) {
                Ok(()) => {
                    self.apply(child, Input::Cancel)?;
                }
                Err(CallError::TooLarge { .. }) => self.cancel_unread(child)?,
                // It is looked at again when the store is opened with its machine.
                Err(CallError::WaitsForMachine { .. }) => {}
                Err(CallError::Store(error)) => return Err(self.break_down(error)),
                Err(error) => {
                    unreachable!("nothing else keeps an execution out of memory: {error}")
                }
            }
        }
        Ok(())
    }

    /// After opening: what nobody waits for is cancelled. An execution that waits for another one
    /// is in memory, because its task is under way.
    pub(super) fn adopt(&mut self, links: Vec<((Slot, u64), u64, Slot, u64)>) {
        for (child, number, parent, serial) in links {
            let entry = self.index.entry(parent).filter(|entry| entry.number == number);
            let waits = entry.is_some_and(|entry| {
                let active = self.actives.get(entry.active);
                // One whose machine is not there cannot be asked.
                let is_absent = entry.state == State::Running && active.is_none();
                is_absent || active.is_some_and(|active| active.run.waits_for(serial))
            });
            if waits {
                self.children.insert((parent, serial), child);
            } else {
                self.orphans.push(child);
            }
        }
    }
}
