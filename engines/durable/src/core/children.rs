//! Executions that end operations of other executions. When nobody waits for such an operation any
//! more, its execution is cancelled: in the same batch, so that no crash comes between.

use asl_runtime::execution::{Input, TokenError};

use super::super::disk::Disk;
use super::super::index::Slot;
use super::super::request::Parent;
use super::super::{CallError, State, StoreError};
use super::Core;
use super::{end, replay};

/// The execution and the operation that a child belongs to: its number, its place and the
/// operation's number. Nothing for a call that nobody waits for. Where the operation is over,
/// whoever starts the child comes too late: nobody would end it.
pub(super) fn parent<D: Disk>(
    core: &Core<D>,
    parent: &Parent,
) -> Result<Option<(u64, Slot, u64)>, CallError> {
    let slot = core.index.find(&parent.id).ok_or(CallError::Token(TokenError::Closed))?;
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

/// Nobody waits for the operation any more.
pub(super) fn abandon_child<D: Disk>(core: &mut Core<D>, parent: Slot, serial: u64) {
    if core.children.is_empty() {
        return;
    }
    if let Some(child) = core.children.remove(&(parent, serial)) {
        core.orphans.push(child);
    }
}

/// The execution has ended.
pub(super) fn abandon_children<D: Disk>(core: &mut Core<D>, parent: Slot) {
    while let Some((_, serial)) =
        core.children.range((parent, 0)..=(parent, u64::MAX)).next().map(|(key, _)| *key)
    {
        abandon_child(core, parent, serial);
    }
}

/// Cancels what has no parent any more.
pub(super) fn settle<D: Disk>(core: &mut Core<D>) -> Result<(), StoreError> {
    while let Some((child, number)) = core.orphans.pop() {
        let entry = core.index.entry(child).filter(|entry| entry.number == number);
        if entry.is_none_or(|entry| entry.state != State::Running) {
            continue;
        }
        match replay::activate(core, child) {
            Ok(()) => {
                core.apply(child, Input::Cancel)?;
            }
            Err(CallError::TooLarge { .. }) => end::cancel_unread(core, child)?,
            // It is looked at again when the store is opened with its machine.
            Err(CallError::WaitsForMachine { .. }) => {}
            Err(CallError::Store(error)) => return Err(core.break_down(error)),
            Err(error) => {
                unreachable!("nothing else keeps an execution out of memory: {error}")
            }
        }
    }
    Ok(())
}

/// After opening: what nobody waits for is cancelled. An execution that waits for another one
/// is in memory, because its task is under way.
pub(super) fn adopt<D: Disk>(core: &mut Core<D>, links: Vec<((Slot, u64), u64, Slot, u64)>) {
    for (child, number, parent, serial) in links {
        let entry = core.index.entry(parent).filter(|entry| entry.number == number);
        let waits = entry.is_some_and(|entry| {
            let active = core.actives.get(entry.active);
            // One whose machine is not there cannot be asked.
            let is_absent = entry.state == State::Running && active.is_none();
            is_absent || active.is_some_and(|active| active.run.waits_for(serial))
        });
        if waits {
            core.children.insert((parent, serial), child);
        } else {
            core.orphans.push(child);
        }
    }
}
