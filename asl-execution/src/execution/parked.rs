//! The small form of an execution that waits. Most executions wait for one task or timer of their
//! first frame; until that ends, they need half of what a running one needs. Numbers are kept in as
//! many bits as they nearly always need; an execution with larger ones has no small form.

use crate::execution::command::Commands;
use crate::execution::event_count::EventCount;
use crate::execution::frame::{Extra, Frame, Frames, NONE, ROOT, ReadyQueue, Slot, Waiting};
use crate::execution::fuel::Fuel;
use crate::execution::{Execution, OpKey, Setup, State};
use crate::machine::{At, Machine};
use asl_value::value::Value;

/// An execution whose first frame waits for one task or timer.
pub struct ParkedExecution {
    machine: &'static Machine,
    data: Value,
    at: At,
    entered: u64,
    seed: u64,
    events: EventCount,
    extra: Option<Box<Extra>>,
    setup: Option<Box<Setup>>,
    serial: u32,
    /// Milliseconds from the entry of the state to the latest time.
    since_entered: u32,
    /// Milliseconds from the latest time to the end of a timer; 0 for a task.
    wake_after: u32,
    /// Events since the entry of the state.
    events_since_entered: u16,
    wait: ParkedWait,
}

/// The kind of a parked execution's operation.
#[derive(Clone, Copy)]
enum ParkedWait {
    Task,
    Timer,
    Backoff,
}

impl ParkedExecution {
    /// The operation for which it waits.
    pub fn operation(&self) -> OpKey {
        OpKey { serial: self.serial.into(), frame: ROOT }
    }

    /// Makes the small form of an execution that waits for this operation, unless the execution has
    /// more than that form contains. The execution must not be used afterwards.
    pub fn new(run: &mut Execution, op: OpKey) -> Option<Self> {
        let Execution { machine, state, commands, now, fuel, scope, watch } = run;
        let State { frames, ready_queue, serial, events, seed, setup } = state;
        let Slot::Frame(frame) = &mut frames.root else { return None };
        let Frame { data, at, parent: _, index: _, entered, entered_event, last_event, .. } = frame;
        let (wait, own_serial, wake) = match frame.waiting {
            Waiting::Task(serial) => (ParkedWait::Task, serial, *now),
            Waiting::Timer(serial, wake) => (ParkedWait::Timer, serial, wake),
            Waiting::Backoff(serial, wake) => (ParkedWait::Backoff, serial, wake),
            Waiting::Fuel | Waiting::Ongoing(..) | Waiting::Event(..) | Waiting::Children(_) => {
                return None;
            }
        };
        let is_alone = op == (OpKey { serial: *serial, frame: ROOT }) && own_serial == *serial;
        let is_plain = frames.rest.is_none()
            && ready_queue.is_empty()
            && commands.is_empty()
            && commands.fetched == *serial
            && fuel.has_default_limit()
            && scope.is_none()
            && watch.is_none()
            && *last_event == events.last_id();
        if !is_alone || !is_plain {
            return None;
        }
        // Nothing is taken before it is certain that everything fits.
        let short_serial = u32::try_from(*serial).ok()?;
        let since_entered = u32::try_from(now.checked_sub(*entered)?).ok()?;
        let wake_after = u32::try_from(wake.checked_sub(*now)?).ok()?;
        let events_since_entered =
            u16::try_from(events.last_id().checked_sub(*entered_event)?).ok()?;
        Some(Self {
            machine,
            data: std::mem::take(data),
            at: *at,
            entered: *entered,
            seed: *seed,
            events: *events,
            extra: frame.extra.take(),
            setup: setup.take(),
            serial: short_serial,
            since_entered,
            wake_after,
            events_since_entered,
            wait,
        })
    }

    /// The whole execution again.
    pub fn into_execution(self) -> Execution {
        let Self { machine, data, at, entered, seed, events, extra, setup, .. } = self;
        let serial = u64::from(self.serial);
        let now = entered.saturating_add(self.since_entered.into());
        let wake = now.saturating_add(self.wake_after.into());
        let waiting = match self.wait {
            ParkedWait::Task => Waiting::Task(serial),
            ParkedWait::Timer => Waiting::Timer(serial, wake),
            ParkedWait::Backoff => Waiting::Backoff(serial, wake),
        };
        let frame = Frame {
            data,
            at,
            parent: NONE,
            index: 0,
            entered,
            entered_event: events.last_id().saturating_sub(self.events_since_entered.into()),
            last_event: events.last_id(),
            extra,
            waiting,
        };
        let frames = Frames { root: Slot::Frame(frame), rest: None };
        let ready_queue = ReadyQueue::default();
        Execution {
            machine,
            state: State { frames, ready_queue, serial, events, seed, setup },
            commands: Commands::fetched_to(serial),
            now,
            fuel: Fuel::new(0),
            scope: None,
            watch: None,
        }
    }
}
