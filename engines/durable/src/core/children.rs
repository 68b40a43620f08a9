//! Child workflows: executions whose end completes an operation of another execution. When the
//! parent no longer waits for the operation, the child is cancelled in the same batch, so that no
//! crash can separate the two.

use std::collections::BTreeMap;

use asl_runtime::execution::{Cancellation, Input, TokenError};

use super::super::disk::Disk;
use super::super::index::Slot;
use super::super::request::Parent;
use super::super::{CallError, Reply, State, StoreError};
use super::Core;
use super::{end, park, replay, start};

/// The executions that end operations of other executions. A child may be purged before the
/// operation has received its result.
#[derive(Default)]
pub(super) struct Children {
    /// By the parent and the number of its operation.
    awaited: BTreeMap<(Slot, u64), Child>,
    /// Children whose operation is over; they are cancelled next.
    orphans: Vec<Child>,
}

/// An execution and its number.
type Child = (Slot, u64);

impl Children {
    pub(super) fn len(&self) -> usize {
        self.awaited.len()
    }

    pub(super) fn has_orphans(&self) -> bool {
        !self.orphans.is_empty()
    }

    /// Adds a child that an operation waits for.
    pub(super) fn add(&mut self, parent: Slot, serial: u64, child: Child) {
        self.awaited.insert((parent, serial), child);
    }

    /// Makes the child of an operation an orphan, if it has one.
    pub(super) fn abandon(&mut self, parent: Slot, serial: u64) {
        self.orphans.extend(self.awaited.remove(&(parent, serial)));
    }

    /// Makes all children of an execution orphans.
    pub(super) fn abandon_all(&mut self, parent: Slot) {
        let all = (parent, 0)..=(parent, u64::MAX);
        while let Some((_, serial)) = self.awaited.range(all.clone()).next().map(|(key, _)| *key) {
            self.abandon(parent, serial);
        }
    }
}

/// The parent of a child: its execution number, its slot and the operation's number. Returns `None`
/// for a detached call. If the operation is over, starting the child fails: no operation would ever
/// cancel it.
pub(super) fn parent<D: Disk>(
    core: &mut Core<D>,
    parent: &Parent,
) -> Result<Option<(u64, Slot, u64)>, CallError> {
    let slot = core.index.find(&parent.id).ok_or(CallError::Token(TokenError::Closed))?;
    if core.index.entry(slot).is_some_and(|entry| entry.has_work) {
        replay::activate(core, slot)?;
    }
    let entry = core.index.entry(slot);
    let found = entry.and_then(|entry| Some((entry.number, &core.actives.get(entry.active)?.run)));
    match found {
        Some((number, run)) if run.waits_for(parent.serial) => {
            Ok(Some((number, slot, parent.serial)))
        }
        Some((_, run)) if run.has_detached(parent.serial) => Ok(None),
        Some(_) | None => Err(CallError::Token(TokenError::Closed)),
    }
}

/// Checks that an operation waits for a child in another part of the store. The operations of an
/// execution without its machine are unknown, so its children are kept.
pub(super) fn check<D: Disk>(core: &mut Core<D>, waiting: &Parent) -> Result<Reply, CallError> {
    let closed = CallError::Token(TokenError::Closed);
    let slot = core.index.find(&waiting.id).ok_or(closed)?;
    let is_unknown = core.index.entry(slot).is_some_and(|entry| {
        entry.state == State::Running && core.versions.machine(entry.version).is_none()
    });
    if is_unknown {
        return Ok(Reply::Done);
    }
    let found = parent(core, waiting);
    park::leave(core, slot);
    found.map(|_| Reply::Done)
}

/// Makes a child an orphan whose parent, in another part of the store, no longer waits for it.
pub(super) fn abandon_from<D: Disk>(
    core: &mut Core<D>,
    id: &str,
    parent: &Parent,
) -> Result<Reply, CallError> {
    let slot = start::known(core, id)?;
    let (started, _) = replay::start_of(core, slot)?;
    if started.parent == parent.mark()
        && let Some(entry) = core.index.entry(slot)
    {
        core.children.orphans.push((slot, entry.number));
    }
    Ok(Reply::Done)
}

/// Cancels the orphans.
pub(super) fn settle<D: Disk>(core: &mut Core<D>) -> Result<(), StoreError> {
    while let Some((child, number)) = core.children.orphans.pop() {
        let entry = core.index.entry(child).filter(|entry| entry.number == number);
        if entry.is_none_or(|entry| entry.state != State::Running) {
            continue;
        }
        match replay::activate(core, child) {
            Ok(()) => {
                core.apply(child, Input::Cancel)?;
            }
            Err(CallError::TooLarge { .. }) => {
                end::cancel_unread(core, child, Cancellation::default())?;
            }
            // The child is checked again when the store is opened with its machine.
            Err(CallError::WaitsForMachine { .. }) => {}
            Err(CallError::Store(error)) => return Err(core.break_down(error)),
            Err(error) => {
                unreachable!("nothing else keeps an execution out of memory: {error}")
            }
        }
    }
    Ok(())
}

/// After opening, cancels children that no parent waits for. A parent that waits is in memory:
/// opening the store did not park it.
pub(super) fn adopt<D: Disk>(core: &mut Core<D>, links: Vec<((Slot, u64), u64, Slot, u64)>) {
    for (child, number, parent, serial) in links {
        let entry = core.index.entry(parent).filter(|entry| entry.number == number);
        let waits = entry.is_some_and(|entry| {
            let active = core.actives.get(entry.active);
            // The operations of a parent without its machine are unknown, so its children are kept.
            let is_absent = entry.state == State::Running && active.is_none();
            is_absent || active.is_some_and(|active| active.run.waits_for(serial))
        });
        if waits {
            core.children.add(parent, serial, child);
        } else {
            core.children.orphans.push(child);
        }
    }
}
