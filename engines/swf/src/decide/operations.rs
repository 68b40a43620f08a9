//! The table of operations that are open at Amazon SWF, or will be: by operation key, by event and
//! by id.

use std::collections::{HashMap, VecDeque};

use asl_runtime::execution::OpKey;
use asl_runtime::value::Text;

use super::ids::fitting_id;
use super::operation::{Cancel, Class, Operation, OperationIndex, Role, Status, Work};

/// Maximum number of open operations of a class. Others are queued.
const MOST_OPEN: usize = 1_000;

/// The operations of a run.
#[derive(Default)]
pub(super) struct Operations {
    all: Vec<Operation>,
    by_op: HashMap<OpKey, Vec<OperationIndex>>,
    by_event: HashMap<i64, OperationIndex>,
    by_id: HashMap<(Class, Text), OperationIndex>,
    activities: ClassQueue,
    lambdas: ClassQueue,
    timers: ClassQueue,
    children: ClassQueue,
    signals: ClassQueue,
    /// Operations to cancel, in order.
    cancels: Vec<OperationIndex>,
    /// Number of detached operations that are not closed.
    detached: usize,
    /// Number of operations in the history whose result is awaited.
    awaited: usize,
}

/// The queued operations of a class, and the number of open ones.
#[derive(Default)]
struct ClassQueue {
    asked: VecDeque<OperationIndex>,
    open: usize,
}

impl Operations {
    pub(super) fn get(&self, id: OperationIndex) -> &Operation {
        self.all.get(id.0).unwrap_or_else(|| unreachable!("entries are never removed"))
    }

    pub(super) fn get_mut(&mut self, id: OperationIndex) -> &mut Operation {
        self.all.get_mut(id.0).unwrap_or_else(|| unreachable!("entries are never removed"))
    }

    fn line(&mut self, class: Class) -> &mut ClassQueue {
        match class {
            Class::Activity => &mut self.activities,
            Class::Lambda => &mut self.lambdas,
            Class::Timer => &mut self.timers,
            Class::Child => &mut self.children,
            Class::Signal => &mut self.signals,
        }
    }

    /// Adds an operation. Its id gets a number if an open operation of its class has the same.
    pub(super) fn add(&mut self, id: &str, state: Text, role: Role, work: Work) -> OperationIndex {
        let class = work.class();
        // The service refuses a second child with the same name.
        let id = if class == Class::Child { Text::new(id) } else { self.unused(class, id) };
        let place = OperationIndex(self.all.len());
        self.by_id.insert((class, id.clone()), place);
        if let Some(op) = role.op() {
            self.by_op.entry(op).or_default().push(place);
        }
        self.detached += usize::from(matches!(role, Role::Detached(_)));
        self.line(class).asked.push_back(place);
        self.all.push(Operation {
            id,
            state,
            role,
            work,
            status: Status::Queued,
            cancel: Cancel::No,
        });
        place
    }

    /// An id that is not in use, of legal length.
    fn unused(&self, class: Class, id: &str) -> Text {
        let is_used = |id: &Text| {
            let operation =
                self.by_id.get(&(class, id.clone())).map(|operation| self.get(*operation));
            operation.is_some_and(|operation| operation.status != Status::Closed)
        };
        let mut unused = Text::new(fitting_id(id));
        let mut number = 2_u64;
        while is_used(&unused) {
            unused = Text::new(fitting_id(&format!("{id}^{number}")));
            number += 1;
        }
        unused
    }

    /// Closes the machine's operation: cancels everything open for it, and drops what is only
    /// queued.
    pub(super) fn release(&mut self, op: OpKey) {
        for id in self.by_op.remove(&op).unwrap_or_default() {
            match self.get(id).status {
                Status::Queued => self.end(id),
                Status::Open | Status::Decided if self.get(id).cancel == Cancel::No => {
                    self.cancel(id);
                }
                Status::Open | Status::Decided | Status::Closed => {}
            }
        }
    }

    /// Cancels an operation with the next decisions, if its class can be cancelled.
    pub(super) fn cancel(&mut self, id: OperationIndex) {
        if self.get(id).work.class().cancelled_by().is_some() {
            self.set_cancel(id, Cancel::Wanted);
            self.cancels.push(id);
        } else {
            self.set_cancel(id, Cancel::Refused);
        }
    }

    /// Sets the progress of a cancellation.
    pub(super) fn set_cancel(&mut self, id: OperationIndex, cancel: Cancel) {
        self.change(id, |operation| operation.cancel = cancel);
    }

    fn change(&mut self, id: OperationIndex, change: impl FnOnce(&mut Operation)) {
        let operation = self.get_mut(id);
        let before = operation.is_awaited();
        change(operation);
        let after = operation.is_awaited();
        self.awaited = self.awaited + usize::from(after) - usize::from(before);
    }

    /// Returns a cancellation that was not accepted to the front of the queue.
    pub(super) fn cancel_first(&mut self, id: OperationIndex) {
        self.set_cancel(id, Cancel::Wanted);
        self.cancels.insert(0, id);
    }

    /// Returns a start that was not accepted to the front of its queue.
    pub(super) fn put_back(&mut self, id: OperationIndex) {
        let class = self.get(id).work.class();
        if self.get(id).role == Role::Rest {
            return self.end(id);
        }
        self.change(id, |operation| operation.status = Status::Queued);
        let line = self.line(class);
        line.open -= 1;
        line.asked.push_front(id);
    }

    /// Takes the operations to cancel, without those that have ended meanwhile.
    pub(super) fn take_cancels(&mut self) -> Vec<OperationIndex> {
        let mut cancels = std::mem::take(&mut self.cancels);
        cancels.retain(|id| {
            let operation = self.get(*id);
            operation.status == Status::Open && operation.cancel == Cancel::Wanted
        });
        cancels
    }

    /// Closes an operation.
    pub(super) fn end(&mut self, id: OperationIndex) {
        let operation = self.get(id);
        let (before, class) = (operation.status, operation.work.class());
        let is_detached = matches!(operation.role, Role::Detached(_));
        if before == Status::Closed {
            return;
        }
        self.change(id, |operation| operation.status = Status::Closed);
        self.detached -= usize::from(is_detached);
        if before != Status::Queued {
            self.line(class).open -= 1;
        }
    }

    /// Closes a timer and starts another one under a new id.
    pub(super) fn restart_timer(&mut self, id: OperationIndex, rest: u64, seconds: u64) {
        let operation = self.get(id);
        let (name, state, role) = (operation.id.clone(), operation.state.clone(), operation.role);
        self.end(id);
        let role = if let Role::Wait(op, _) = role { Role::Wait(op, rest) } else { role };
        self.add(&name, state, role, Work::Timer(seconds));
    }

    /// Records the event that opened an operation.
    pub(super) fn opened(&mut self, id: OperationIndex, event: i64) {
        self.change(id, |operation| operation.status = Status::Open);
        self.by_event.insert(event, id);
    }

    /// Records another event that refers to an operation.
    pub(super) fn link_event(&mut self, id: OperationIndex, event: i64) {
        self.by_event.insert(event, id);
    }

    /// The operation that an event has opened.
    pub(super) fn by_event(&self, event: i64) -> Option<OperationIndex> {
        self.by_event.get(&event).copied()
    }

    /// Takes the next operation to start, in order, within the limits of the classes.
    pub(super) fn next(&mut self) -> Option<OperationIndex> {
        let first = self.first()?;
        self.mark_decided(first);
        Some(first)
    }

    /// Size of the next decision in bytes.
    pub(super) fn next_size(&mut self) -> Option<u64> {
        let first = self.first()?;
        let operation = self.get(first);
        let names = u64::try_from(operation.id.len()).unwrap_or_default();
        Some(operation.work.size().saturating_add(names))
    }

    /// Marks an operation as decided.
    pub(super) fn mark_decided(&mut self, id: OperationIndex) {
        self.line(self.get(id).work.class()).open += 1;
        self.change(id, |operation| operation.status = Status::Decided);
    }

    fn first(&mut self) -> Option<OperationIndex> {
        let classes = [Class::Activity, Class::Lambda, Class::Timer, Class::Child, Class::Signal];
        classes.into_iter().filter_map(|class| self.front(class)).min_by_key(|id| id.0)
    }

    fn front(&mut self, class: Class) -> Option<OperationIndex> {
        if self.line(class).open >= MOST_OPEN {
            return None;
        }
        while let Some(first) = self.line(class).asked.front().copied() {
            if self.get(first).status == Status::Queued {
                return Some(first);
            }
            self.line(class).asked.pop_front();
        }
        None
    }

    /// All operations that are not closed, with their events, and the indexes of those to cancel.
    /// Linear in their number: only for checkpoints.
    pub(super) fn open<T>(
        &self,
        mut save: impl FnMut(&Operation, Vec<i64>) -> T,
    ) -> (Vec<T>, Vec<usize>) {
        let mut events: HashMap<usize, Vec<i64>> = HashMap::new();
        for (event, id) in &self.by_event {
            events.entry(id.0).or_default().push(*event);
        }
        let (mut saved, mut places) = (Vec::new(), HashMap::new());
        for (at, operation) in
            self.all.iter().enumerate().filter(|(_, operation)| operation.status != Status::Closed)
        {
            let mut events = events.remove(&at).unwrap_or_default();
            events.sort_unstable();
            places.insert(at, saved.len());
            saved.push(save(operation, events));
        }
        (saved, self.cancels.iter().filter_map(|id| places.get(&id.0).copied()).collect())
    }

    /// Restores an operation from a checkpoint, with its events.
    pub(super) fn take(&mut self, operation: Operation, events: &[i64]) {
        let (place, class) = (OperationIndex(self.all.len()), operation.work.class());
        self.by_id.insert((class, operation.id.clone()), place);
        // A cancelled operation belongs to no open operation of the machine.
        if let Some(op) = operation.role.op().filter(|_| operation.cancel == Cancel::No) {
            self.by_op.entry(op).or_default().push(place);
        }
        self.by_event.extend(events.iter().map(|event| (*event, place)));
        self.detached += usize::from(matches!(operation.role, Role::Detached(_)));
        self.awaited += usize::from(operation.is_awaited());
        let line = self.line(class);
        if operation.status == Status::Queued {
            line.asked.push_back(place);
        } else {
            line.open += 1;
        }
        self.all.push(operation);
    }

    /// Restores the indexes of the operations to cancel from a checkpoint.
    pub(super) fn take_cancels_of(&mut self, places: &[usize]) {
        self.cancels = places
            .iter()
            .filter(|place| **place < self.all.len())
            .map(|place| OperationIndex(*place))
            .collect();
    }

    /// Number of detached calls that are not closed.
    pub(super) fn detached(&self) -> usize {
        self.detached
    }

    /// True if no result of an operation in the history is awaited.
    pub(super) fn is_settled(&self) -> bool {
        self.detached == 0 && self.awaited == 0
    }
}
