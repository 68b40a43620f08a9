//! Applies one input: updates the execution, writes a record, and requests the actions that follow.

use asl_runtime::__engine::write_json_within;
use asl_runtime::TaskContext;
use asl_runtime::execution::{Applied, Command, Input, Limits, OpKey, Refusal, Reported};
use asl_runtime::machine::Form;

use super::super::disk::Disk;
use super::super::index::{NEVER, NOWHERE, Slot};
use super::super::record::{Kind, Record, SnapshotHead};
use super::super::timers::Due;
use super::super::{Action, Place, State, StoreError};
use super::Core;
use super::active::{Active, Held};
use super::{end, purge, rows};

/// Maximum times that a runnable execution advances before others get their turn.
const AT_ONCE: u8 = 8;

/// Maximum text of a whole execution that moves to another version or is redriven, in bytes.
pub(super) const LARGEST: usize = 64 << 20;

impl<D: Disk> Core<D> {
    /// Applies an input to an execution in memory, and records the input if it changed anything.
    pub(super) fn apply(&mut self, slot: Slot, input: Input) -> Result<Applied, StoreError> {
        let refused = Ok(Applied::Refused(Refusal::Ended));
        let Some(entry) = self.index.entry(slot) else { return refused };
        let (place, number, last) = (entry.active, entry.number, entry.last);
        let Some(mut active) = self.actives.take(place) else { return refused };
        let input = input.sound();
        let about = About::of(&input);
        let kind = if matches!(input, Input::Redrive(_)) { Kind::Redrive } else { Kind::Input };
        Record::begin(&mut self.scratch, kind, number, Some(last), self.now);
        input.append_json(&mut self.scratch);
        self.commands.lend(&mut active.run);
        let applied = active.run.apply_sound(input, self.now);
        let is_changed = applied.changed();
        if is_changed {
            self.take_note(&mut active, about, &applied);
            self.perform(&mut active);
            let advances = self.go_on(&mut active);
            self.scratch.push(advances);
            (active.since, active.is_clean) = (self.now, false);
            active.inputs = active.inputs.saturating_add(1);
        } else {
            self.perform(&mut active);
        }
        self.actives.put(place, active);
        if is_changed {
            // Before the write, as for an end.
            if kind == Kind::Redrive {
                self.index.set_state(slot, State::Running, 0);
                self.index.add_redrive(slot, self.now);
            }
            self.write(slot)?;
            self.look_after(slot)?;
        }
        Ok(applied)
    }

    /// Updates the bookkeeping of operations in progress.
    fn take_note(&mut self, active: &mut Active, about: About, applied: &Applied) {
        // The operations that a machine's time-out closes arrive as commands.
        if !applied.taken() {
            return;
        }
        let (op, is_over) = match about {
            About::Nothing => return,
            About::Ended(op) => (op, true),
            About::Other(op) => (op, false),
        };
        if !active.run.is_open(op) {
            if self.close(active, op) && !is_over {
                self.actions.push(Action::Drop(self.place(active.slot, op)));
            }
            return;
        }
        let is_alive = matches!(applied, Applied::Reported(Reported::Alive(_)));
        let Some(held) = active.held.get_mut(&op) else {
            if is_alive {
                self.actions.push(Action::Beat(self.place(active.slot, op)));
            }
            return;
        };
        if is_alive {
            held.beat = self.now;
        }
        if matches!(about, About::Other(_)) && matches!(applied, Applied::Taken) && !held.is_ours {
            // The call has returned. From now on a report ends the task, and the store enforces the
            // limits.
            held.is_ours = true;
            active.in_flight = active.in_flight.saturating_sub(1);
        }
        if held.is_ours {
            let due = held.due();
            self.timers.set(active.slot, Due::Operation(op), due);
        } else if is_alive {
            self.actions.push(Action::Beat(self.place(active.slot, op)));
        }
    }

    /// Advances a runnable execution at most [`AT_ONCE`] times. Returns how often it did.
    fn go_on(&mut self, active: &mut Active) -> u8 {
        let mut advances = 0;
        while active.run.is_runnable() && advances < AT_ONCE {
            self.commands.lend(&mut active.run);
            active.run.apply_sound(Input::Advance, self.now);
            self.perform(active);
            advances += 1;
        }
        advances
    }

    /// Appends the current record to the batch.
    pub(super) fn write(&mut self, slot: Slot) -> Result<(), StoreError> {
        let position = match self.journal.append(&self.scratch) {
            Ok(position) => position,
            Err(error) => return Err(self.break_down(error.into())),
        };
        let bytes = self.scratch.len();
        self.pending = self.pending.saturating_add(bytes);
        if let Some(entry) = self.index.entry_mut(slot) {
            entry.last = position;
        }
        self.index.add_bytes(slot, bytes);
        rows::note(self, slot);
        self.relieve()
    }

    /// Writes a batch that grows too large to disk in parts. The actions that follow are still
    /// handed out with the last part. If a crash in between loses the end of an execution, opening
    /// the store restores it.
    pub(super) fn relieve(&mut self) -> Result<(), StoreError> {
        if self.pending < self.options.batch_bytes {
            return Ok(());
        }
        match self.write_early() {
            // The system lacks files or space; the driver's commit reports that.
            Err(_) if self.broken.is_none() => Ok(()),
            written => written,
        }
    }

    /// Writes what is pending to disk. The actions that follow are handed out with the commit.
    pub(super) fn write_early(&mut self) -> Result<(), StoreError> {
        rows::put(self);
        self.journal.commit().map_err(|error| self.failed(error))?;
        self.pending = 0;
        Ok(())
    }

    /// Handles what follows from a change: the end of the execution, or a snapshot.
    pub(super) fn look_after(&mut self, slot: Slot) -> Result<(), StoreError> {
        let Some(entry) = self.index.entry(slot) else { return Ok(()) };
        let Some(active) = self.actives.get(entry.active) else { return Ok(()) };
        match (entry.state, active.run.has_ended()) {
            (State::Running, true) => end::end(self, slot),
            (State::Running, false) => {
                let every = self.options.snapshot_every.max(1);
                let is_due = active.inputs >= every && active.may_fit(every);
                self.watch(slot);
                if is_due { self.snapshot(slot, None).map(|_| ()) } else { Ok(()) }
            }
            (_, _) => {
                if active.detached == 0 {
                    self.forget(slot);
                }
                Ok(())
            }
        }
    }

    /// Schedules an execution that continues: its next turn, its time-out, and its parking if it
    /// waits long.
    pub(super) fn watch(&mut self, slot: Slot) {
        let park_after = self.park_after();
        let Some(entry) = self.index.entry(slot) else { return };
        let Some(active) = self.actives.get_mut(entry.active) else { return };
        if active.run.is_runnable() && !active.is_queued {
            active.is_queued = true;
            self.runnable.push_back(slot);
        }
        let deadline = active.run.deadline().unwrap_or(NEVER);
        if deadline != active.deadline {
            active.deadline = deadline;
            self.timers.set(slot, Due::Deadline, deadline);
        }
        if active.is_quiet() {
            self.sweep.expect(active.since.saturating_add(park_after));
        }
    }

    /// Writes a snapshot. With `parked`, the execution leaves memory until that time. Returns false
    /// and writes nothing if the execution is too large: its values can share their parts, so that
    /// their text is far larger than the memory they take.
    pub(super) fn snapshot(&mut self, slot: Slot, parked: Option<u64>) -> Result<bool, StoreError> {
        let limit = self.options.largest_snapshot;
        let Some(entry) = self.index.entry(slot) else { return Ok(false) };
        let Some(active) = self.actives.get_mut(entry.active) else { return Ok(false) };
        Record::begin(&mut self.scratch, Kind::Snapshot, entry.number, Some(entry.last), self.now);
        let head = SnapshotHead { version: entry.version, parked, before: None, json: b"" };
        head.write(&mut self.scratch);
        if !write_json_within(&mut self.scratch, &active.run.snapshot(), limit) {
            active.too_large = Some(active.inputs);
            return Ok(false);
        }
        (active.inputs, active.too_large) = (0, None);
        let before = std::mem::replace(&mut active.snapshot_bytes, length(&self.scratch));
        self.write(slot)?;
        purge::snapshot_needs_less(self, slot, before, length(&self.scratch));
        Ok(true)
    }

    /// Removes an execution from memory.
    pub(super) fn forget(&mut self, slot: Slot) {
        self.timers.clear(slot);
        if let Some(entry) = self.index.entry_mut(slot) {
            let place = std::mem::replace(&mut entry.active, NOWHERE);
            drop(self.actives.remove(place));
        }
    }

    /// Fetches the commands of an execution, and converts them to timers and actions.
    pub(super) fn perform(&mut self, active: &mut Active) {
        while let Some(command) = self.commands.next_command(&mut active.run) {
            let slot = active.slot;
            match command {
                Command::Run { op, task, input, operation_id, limits, credentials } => {
                    let context = TaskContext::new(
                        &active.run,
                        op,
                        operation_id,
                        task,
                        credentials,
                        limits.silence.is_some(),
                    );
                    active.in_flight += 1;
                    if task.form == Form::Token {
                        active.held.insert(op, self.held(limits, false));
                    }
                    let (place, machine) = (self.place(slot, op), self.machine_of(slot));
                    self.actions.push(Action::Run { place, machine, task, context, input, limits });
                }
                Command::Hold { op, limits, .. } => {
                    let held = self.held(limits, true);
                    self.timers.set(slot, Due::Operation(op), held.due());
                    active.held.insert(op, held);
                }
                Command::Timer { op, after } => {
                    self.timers.set(slot, Due::Operation(op), self.now.saturating_add(after));
                }
                Command::Read { op, read } => {
                    active.in_flight += 1;
                    self.actions.push(Action::Read { place: self.place(slot, op), read });
                }
                Command::Write { op, write } => {
                    active.in_flight += 1;
                    self.actions.push(Action::Write { place: self.place(slot, op), write });
                }
                Command::Detach { op, task, input, operation_id } => {
                    let context =
                        TaskContext::new(&active.run, op, operation_id, task, None, false);
                    active.detached += 1;
                    let (place, machine) = (self.place(slot, op), self.machine_of(slot));
                    self.actions.push(Action::Detach { place, machine, task, context, input });
                }
                Command::Cancel { op } => {
                    if self.close(active, op) {
                        self.actions.push(Action::Drop(self.place(slot, op)));
                    }
                }
            }
        }
    }

    /// Closes an operation that the execution no longer waits for. Returns true if work for it is
    /// in progress outside.
    pub(super) fn close(&mut self, active: &mut Active, op: OpKey) -> bool {
        let is_ours = active.held.remove(&op).is_some_and(|held| held.is_ours);
        let is_timer = self.timers.remove(active.slot, Due::Operation(op));
        self.children.abandon(active.slot, op.serial());
        let is_outside = !is_ours && !is_timer;
        if is_outside {
            active.in_flight = active.in_flight.saturating_sub(1);
        }
        is_outside
    }

    pub(super) fn held(&self, limits: Limits, is_ours: bool) -> Held {
        Held {
            end: self.now.saturating_add(limits.timeout),
            silence: limits.silence,
            beat: self.now.saturating_sub(limits.silent_for),
            is_ours,
        }
    }

    fn machine_of(&self, slot: Slot) -> usize {
        let version = self.index.entry(slot).and_then(|entry| self.versions.machine(entry.version));
        version.map_or(usize::MAX, |(_, registered)| registered)
    }

    /// Returns true if a report is about an execution in memory.
    pub(super) fn is_here(&self, place: &Place) -> bool {
        let entry = self.index.entry(place.slot);
        entry.is_some_and(|entry| entry.number == place.number && entry.active != NOWHERE)
    }

    /// Milliseconds without input after which an execution is parked.
    pub(super) fn park_after(&self) -> u64 {
        u64::try_from(self.options.park_after.as_millis()).unwrap_or(u64::MAX)
    }
}

/// The operation that an input is about.
#[derive(Clone, Copy)]
enum About {
    Nothing,
    /// The work for it is over.
    Ended(OpKey),
    /// The service accepted it, or a report by token arrived.
    Other(OpKey),
}

impl About {
    fn of(input: &Input) -> Self {
        match input {
            Input::Complete(op, _) => Self::Ended(*op),
            Input::Submitted(op, _) | Input::Report(op, _) => Self::Other(*op),
            Input::Started(..)
            | Input::Send(_)
            | Input::Acknowledge(_)
            | Input::Advance
            | Input::Cancel
            | Input::CancelWith(_)
            | Input::GiveUp(_)
            | Input::UpdateMapRun(_)
            | Input::Redrive(_) => Self::Nothing,
        }
    }
}

/// Length of a record, capped at `u32::MAX`.
pub(super) fn length(record: &[u8]) -> u32 {
    u32::try_from(record.len()).unwrap_or(u32::MAX)
}
