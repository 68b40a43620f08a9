//! The table of what a run has open at Amazon SWF, or is about to open: by operation, by event and
//! by id.

use std::collections::{HashMap, VecDeque};

use asl_runtime::execution::OpKey;
use asl_runtime::value::Text;

use super::ids::fitting_id;
use super::operation::{Cancel, Class, Operation, OperationIndex, Role, Status, Work};

/// Most that may be open of a kind; what is beyond waits until others have ended.
const MOST_OPEN: usize = 1_000;

/// The table.
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
    /// To be cancelled, in the order asked for.
    cancels: Vec<OperationIndex>,
    /// Detached ones that are not over.
    detached: usize,
    /// Those that the history knows of and that are waited for.
    awaited: usize,
}

/// Those of a class that wait for their turn, and how many are open.
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

    /// Asks for something. An id that something open of its class has gets a number behind it.
    pub(super) fn add(&mut self, id: &str, state: Text, role: Role, work: Work) -> OperationIndex {
        let class = work.class();
        // Two children of one name are for the service to refuse.
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

    /// What stands behind the path of a state may make it too long.
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

    /// The operation is over: whatever else is open for it is cancelled, and what was only asked
    /// for never begins.
    pub(super) fn release(&mut self, op: OpKey) {
        for id in self.by_op.remove(&op).unwrap_or_default() {
            match self.get(id).status {
                Status::Queued => self.end(id),
                Status::Open | Status::Decided if self.get(id).cancel == Cancel::No => {
                    self.cancel(id)
                }
                Status::Open | Status::Decided | Status::Closed => {}
            }
        }
    }

    /// Has it cancelled with the next decisions, where that can be done.
    pub(super) fn cancel(&mut self, id: OperationIndex) {
        if self.get(id).work.class().cancelled_by().is_some() {
            self.set_cancel(id, Cancel::Wanted);
            self.cancels.push(id);
        } else {
            self.set_cancel(id, Cancel::Refused);
        }
    }

    /// How far its cancellation has come.
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

    /// Its cancellation was not taken: it is the first of the next decisions'.
    pub(super) fn cancel_first(&mut self, id: OperationIndex) {
        self.set_cancel(id, Cancel::Wanted);
        self.cancels.insert(0, id);
    }

    /// It was not taken: it is the first of its class to begin with.
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

    /// What is to be cancelled; what has ended meanwhile needs no cancelling.
    pub(super) fn take_cancels(&mut self) -> Vec<OperationIndex> {
        let mut cancels = std::mem::take(&mut self.cancels);
        cancels.retain(|id| {
            let operation = self.get(*id);
            operation.status == Status::Open && operation.cancel == Cancel::Wanted
        });
        cancels
    }

    /// It is over.
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

    /// It is asked for again, under another id.
    pub(super) fn restart_timer(&mut self, id: OperationIndex, rest: u64, seconds: u64) {
        let operation = self.get(id);
        let (name, state, role) = (operation.id.clone(), operation.state.clone(), operation.role);
        self.end(id);
        let role = if let Role::Wait(op, _) = role { Role::Wait(op, rest) } else { role };
        self.add(&name, state, role, Work::Timer(seconds));
    }

    /// It is open, since this event.
    pub(super) fn opened(&mut self, id: OperationIndex, event: i64) {
        self.change(id, |operation| operation.status = Status::Open);
        self.by_event.insert(event, id);
    }

    /// Another event that stands for it.
    pub(super) fn link_event(&mut self, id: OperationIndex, event: i64) {
        self.by_event.insert(event, id);
    }

    /// What began with this event.
    pub(super) fn by_event(&self, event: i64) -> Option<OperationIndex> {
        self.by_event.get(&event).copied()
    }

    /// The next to begin with, in the order they were asked for, as far as there may be more of its
    /// class.
    pub(super) fn next(&mut self) -> Option<OperationIndex> {
        let first = self.first()?;
        self.mark_decided(first);
        Some(first)
    }

    /// The size of the next one.
    pub(super) fn next_size(&mut self) -> Option<u64> {
        let first = self.first()?;
        let operation = self.get(first);
        let names = u64::try_from(operation.id.len()).unwrap_or_default();
        Some(operation.work.size().saturating_add(names))
    }

    /// It is begun with now.
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

    /// Operations that are not over, in their order, with their events; and the places of what is
    /// to be cancelled. Only asked for when a checkpoint is made.
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

    /// Takes an entry from a checkpoint, with the events that stand for it.
    pub(super) fn take(&mut self, operation: Operation, events: &[i64]) {
        let (place, class) = (OperationIndex(self.all.len()), operation.work.class());
        self.by_id.insert((class, operation.id.clone()), place);
        // What was released is only cancelled.
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

    /// Takes the places of what is to be cancelled from a checkpoint.
    pub(super) fn take_cancels_of(&mut self, places: &[usize]) {
        self.cancels = places
            .iter()
            .filter(|place| **place < self.all.len())
            .map(|place| OperationIndex(*place))
            .collect();
    }

    /// Detached calls that are not over.
    pub(super) fn detached(&self) -> usize {
        self.detached
    }

    /// Whether nothing that the history knows of is waited for any more.
    pub(super) fn is_settled(&self) -> bool {
        self.detached == 0 && self.awaited == 0
    }
}
