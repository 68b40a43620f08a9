//! Events: what comes is queued, and a state that waits looks at one after the other until a
//! transition has all that it needs (spec: section 3.1).

use std::collections::VecDeque;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::error::{Failed, Failure, bounded};
use crate::event::Event;
use crate::machine::sm4c::{AwaitRow, EventRow, GroupRow, Sm4cRow, Work};
use crate::value::Value;

use super::super::drive::Turn;
use super::super::frames::{Frame, FrameId, NEVER, ROOT, Waiting};
use super::super::{Command, Execution, OpKey};
use super::cx;

/// Most events that wait in an execution's inbox, and the most bytes of them.
const MOST_EVENTS: usize = 10_000;
const MOST_BYTES: usize = 64 << 20;

/// Why an event was not taken. The execution is as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SendError {
    /// The execution has ended.
    Ended,
    /// Its machine is in a language without events.
    NoEvents,
    /// The event is larger than the execution takes.
    TooLarge {
        /// How many bytes it may have.
        limit: usize,
    },
    /// Its data is nested too deeply.
    TooDeep,
    /// Too many events wait in the execution's inbox.
    Full,
    /// No execution with this id is under way here.
    Unknown,
}

impl fmt::Display for SendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended => f.write_str("the execution has ended"),
            Self::NoEvents => f.write_str("the machine is in a language without events"),
            Self::TooLarge { limit } => write!(f, "the event is larger than {limit} bytes"),
            Self::TooDeep => f.write_str("the event is nested deeper than 254 levels"),
            Self::Full => f.write_str("the execution's inbox is full"),
            Self::Unknown => f.write_str("no execution with this id is under way"),
        }
    }
}

impl std::error::Error for SendError {}

/// Events that have come, oldest first.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Inbox {
    /// Each with its size in bytes.
    events: VecDeque<(Event, usize)>,
    /// How many of them the current wait has looked at.
    seen: usize,
    /// What the current wait knows of each event group, transition by transition.
    groups: Vec<Progress>,
}

/// Each event is looked at once for each group.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Progress {
    /// How many events were looked at.
    looked: usize,
    /// The first that serves.
    found: Option<usize>,
}

impl Inbox {
    fn bytes(&self) -> usize {
        self.events.iter().fold(0, |bytes, (_, size)| bytes.saturating_add(*size))
    }

    /// Returns true if it holds no more than it takes.
    pub(in super::super) fn is_within_limits(&self) -> bool {
        self.events.len() <= MOST_EVENTS && self.bytes() <= MOST_BYTES
    }

    /// A wait begins.
    fn begin(&mut self, row: &AwaitRow) {
        self.seen = 0;
        self.groups =
            vec![Progress::default(); row.transitions.iter().map(|groups| groups.len()).sum()];
    }

    /// A wait is over: what it has looked at is gone, or all but what a transition took of it
    /// stays.
    fn finish(&mut self, keep: bool, taken: &[usize]) {
        if keep {
            let mut at = 0..;
            self.events.retain(|_| at.next().is_none_or(|at| !taken.contains(&at)));
        } else {
            self.events.drain(..self.seen.min(self.events.len()));
        }
        self.seen = 0;
        self.groups.clear();
    }

    /// Whether a wait for these can know what it knows.
    pub(in super::super) fn is_sound(&self, row: &AwaitRow) -> bool {
        let groups: usize = row.transitions.iter().map(|groups| groups.len()).sum();
        let is_sound = |progress: &Progress| {
            progress.looked <= self.seen
                && progress.found.is_none_or(|found| found < progress.looked)
        };
        self.seen <= self.events.len()
            && self.groups.len() == groups
            && self.groups.iter().all(is_sound)
    }

    /// Forgets what the current wait has looked at and no group can take any more: it would be
    /// dropped when the wait is over.
    fn forget(&mut self, row: &AwaitRow, sm4c: &'static Sm4cRow) {
        let groups: Vec<_> =
            row.transitions.iter().flat_map(|groups| groups.iter()).zip(&self.groups).collect();
        let is_open = |at: usize, event: &Event| {
            groups.iter().any(|(group, progress)| match progress.found {
                Some(found) => found == at,
                None => at >= progress.looked && definition(sm4c, group.events, event).is_some(),
            })
        };
        let kept =
            |(at, (event, _)): (usize, &(Event, usize))| at >= self.seen || is_open(at, event);
        let kept: Vec<bool> = self.events.iter().enumerate().map(kept).collect();
        let mut before = Vec::with_capacity(kept.len() + 1);
        let mut count = 0;
        for is_kept in &kept {
            before.push(count);
            count += usize::from(*is_kept);
        }
        before.push(count);
        let moved = |at: usize| before.get(at).copied().unwrap_or(count);
        let mut each = kept.iter();
        self.events.retain(|_| each.next().is_none_or(|is_kept| *is_kept));
        self.seen = moved(self.seen);
        for progress in &mut self.groups {
            *progress =
                Progress { looked: moved(progress.looked), found: progress.found.map(moved) };
        }
    }

    fn is_full(&self, size: usize) -> bool {
        self.events.len() >= MOST_EVENTS || self.bytes().saturating_add(size) > MOST_BYTES
    }

    /// Whether there is something that the current wait has not looked at.
    pub(in super::super) fn has_news(&self) -> bool {
        self.seen < self.events.len()
    }
}

impl Execution {
    /// Hands the execution an event. It is kept until a state waits for events; what such a state
    /// has looked at is gone when its wait is over, unless an option keeps it.
    ///
    /// # Errors
    /// The event is too large, or nobody can ever want it; the execution is as it was.
    pub fn send(&mut self, event: Event, now: u64) -> Result<(), SendError> {
        if !self.is_sm4c() {
            return Err(SendError::NoEvents);
        }
        let size = self.size(&event)?;
        if self.is_over(now) {
            return Err(SendError::Ended);
        }
        if self.state.globals().inbox.is_full(size) {
            self.make_room(size)?;
        }
        let inbox = &mut self.state.globals_mut().inbox;
        inbox.events.push_back((event, size));
        let is_idle = self.is_listening(ROOT) && !self.state.starved.iter().any(|id| id == ROOT);
        if is_idle {
            self.state.starved.put_first(false);
            self.look_at_events();
        }
        Ok(())
    }

    /// Keeps an event without looking at it.
    pub(in super::super) fn queue_event(&mut self, event: Event) {
        if let Ok(size) = self.size(&event)
            && !self.state.globals().inbox.is_full(size)
        {
            self.state.globals_mut().inbox.events.push_back((event, size));
        }
    }

    /// Events that are not meant for a wait must not keep away the one that is. Where that helps
    /// not, all stays as it was.
    #[cold]
    fn make_room(&mut self, size: usize) -> Result<(), SendError> {
        let (Some(sm4c), Some(frame)) = (self.machine.sm4c, self.state.frames.frame(ROOT)) else {
            return Err(SendError::Full);
        };
        if !self.is_listening(ROOT) || self.state.globals().options.keep {
            return Err(SendError::Full);
        }
        let Some(row) = self.await_row(frame) else { return Err(SendError::Full) };
        let mut inbox = self.state.globals().inbox.clone();
        inbox.forget(row, sm4c);
        if inbox.is_full(size) {
            return Err(SendError::Full);
        }
        self.state.globals_mut().inbox = inbox;
        Ok(())
    }

    fn size(&self, event: &Event) -> Result<usize, SendError> {
        let options = self.state.globals().options;
        let limit = if options.largest == 0 { Event::MAX_SIZE } else { options.largest };
        let shown = event.shown(options.keys, "");
        // It becomes an item of what the state is handed.
        if bounded(&Value::array(vec![shown])).is_err() {
            return Err(SendError::TooDeep);
        }
        event.to_json().json_len(limit).ok_or(SendError::TooLarge { limit })
    }

    /// Whether a frame waits for events.
    pub(in super::super) fn is_listening(&self, id: FrameId) -> bool {
        id == ROOT
            && self
                .state
                .frames
                .frame(id)
                .is_some_and(|frame| matches!(frame.waiting, Waiting::Event(..)))
    }

    /// What a frame waits for; `None`: it is at no such node.
    pub(in super::super) fn await_row(&self, frame: &Frame) -> Option<&'static AwaitRow> {
        match &self.sm4c_node(frame)?.work {
            Work::Await(row) => Some(row),
            Work::Plain | Work::Call(_) | Work::Fork(_) => None,
        }
    }

    /// The frame begins to wait. The events that have come already are looked at when the engine
    /// has started the timer.
    pub(in super::super) fn listen(
        &mut self,
        mut frame: Frame,
        place: &mut Option<FrameId>,
    ) -> Turn {
        let row = self.await_row(&frame);
        let row = row
            .unwrap_or_else(|| unreachable!("only nodes that wait for events return Step::Await"));
        let serial = self.next_serial();
        let wake = row.timeout.map_or(NEVER, |millis| frame.entered.saturating_add(millis));
        frame.waiting = Waiting::Event(serial, wake);
        let id = self.state.frames.put(place, frame);
        if wake != NEVER {
            self.commands.push(Command::Timer {
                op: OpKey { serial, frame: id },
                after: wake.saturating_sub(self.now),
            });
        }
        let inbox = &mut self.state.globals_mut().inbox;
        inbox.begin(row);
        if inbox.has_news() {
            self.state.starved.push(id);
        }
        Turn::Waiting(id)
    }

    /// A wait has taken too long: its time-out's transition is next.
    pub(in super::super) fn stop_listening(&mut self) -> Value {
        let globals = self.state.globals_mut();
        globals.inbox.finish(globals.options.keep, &[]);
        Value::Null
    }

    /// The state that waits looks at what has come, one event after the other.
    pub(in super::super) fn look_at_events(&mut self) {
        let Some(mut frame) = self.state.frames.take(ROOT) else { return };
        let taken = loop {
            if !self.state.globals().inbox.has_news() {
                self.state.frames.put(&mut Some(ROOT), frame);
                return;
            }
            if self.fuel == 0 {
                self.state.frames.put(&mut Some(ROOT), frame);
                self.state.starved.push(ROOT);
                return;
            }
            self.fuel -= 1;
            self.state.globals_mut().inbox.seen += 1;
            match self.try_transitions(&frame) {
                Ok(None) => {}
                Ok(Some(taken)) => break Ok(taken),
                Err(failure) => break Err(failure),
            }
        };
        if let Waiting::Event(serial, wake) = std::mem::take(&mut frame.waiting)
            && wake != NEVER
        {
            self.cancel_operation(OpKey { serial, frame: ROOT });
        }
        let step = match taken {
            Ok((transition, taken)) => {
                let result = self.take_events(transition, &taken);
                self.resume(&mut frame, result)
            }
            Err(failure) => Err(failure),
        };
        self.drive(frame, Some(ROOT), step);
    }

    /// The first transition all of whose groups have an event, and the events by their places in
    /// the inbox.
    fn try_transitions(&mut self, frame: &Frame) -> Result<Option<(u32, Vec<usize>)>, Failed> {
        let (Some(row), Some(sm4c)) = (self.await_row(frame), self.machine.sm4c) else {
            return Ok(None);
        };
        let mut number = 0;
        for (transition, groups) in (0..).zip(row.transitions) {
            let mut taken = Vec::with_capacity(groups.len());
            for (at, group) in (0..).zip(*groups) {
                match self.event_for(frame, sm4c, (transition, at), group, number + taken.len())? {
                    Some(event) => taken.push(event),
                    None => break,
                }
            }
            number += groups.len();
            if taken.len() == groups.len() {
                return Ok(Some((transition, taken)));
            }
        }
        Ok(None)
    }

    /// The oldest event that serves a group, of those that this wait has looked at.
    fn event_for(
        &mut self,
        frame: &Frame,
        sm4c: &'static Sm4cRow,
        place: (u32, u32),
        group: &GroupRow,
        number: usize,
    ) -> Result<Option<usize>, Failed> {
        let globals = self.state.globals_mut();
        let Some(mut progress) = globals.inbox.groups.get(number).copied() else { return Ok(None) };
        while progress.found.is_none() && progress.looked < globals.inbox.seen {
            let at = progress.looked;
            progress.looked += 1;
            let Some((event, _)) = globals.inbox.events.get(at) else { break };
            let Some(row) = definition(sm4c, group.events, event) else { continue };
            if group.has_condition {
                let shown = event.shown(globals.options.keys, row.name);
                let mut cx = cx(self.machine, frame);
                cx.global = globals.data.clone();
                if !(sm4c.matches)(frame.at.node, place, &frame.data, &cx, &shown)? {
                    continue;
                }
            }
            progress.found = Some(at);
        }
        if let Some(kept) = globals.inbox.groups.get_mut(number) {
            *kept = progress;
        }
        Ok(progress.found)
    }

    /// Takes the events of a transition out of the inbox, for its node.
    fn take_events(&mut self, transition: u32, taken: &[usize]) -> Value {
        let row = self.machine.sm4c;
        let globals = self.state.globals_mut();
        let (inbox, options) = (&mut globals.inbox, globals.options);
        let events = taken.iter().filter_map(|at| inbox.events.get(*at)).map(|(event, _)| {
            let row = row.and_then(|row| row.events.iter().find(|row| serves(row, event)));
            event.shown(options.keys, row.map_or("", |row| row.name))
        });
        let result = std::iter::once(Value::from(transition)).chain(events).collect();
        inbox.finish(options.keep, taken);
        Value::array(result)
    }
}

/// The definition among these that an event fits.
fn definition(sm4c: &'static Sm4cRow, events: &[u32], event: &Event) -> Option<&'static EventRow> {
    let rows = events.iter().filter_map(|at| sm4c.events.get(usize::try_from(*at).ok()?));
    rows.into_iter().find(|row| serves(row, event))
}

/// Whether an event is one of this definition. One without a name must be known by its type or its
/// source.
fn serves(row: &EventRow, event: &Event) -> bool {
    let (kind, source) =
        (row.kind.filter(|kind| !kind.is_empty()), row.source.filter(|source| !source.is_empty()));
    let is_named = if event.name.is_empty() {
        kind.is_some() || source.is_some()
    } else {
        same(row.name, &event.name)
    };
    let has = |(name, wanted): &(&str, &str)| match event.attribute(name) {
        Some(Value::String(text)) => text == wanted,
        Some(value) => value.to_json_string() == *wanted,
        None => false,
    };
    is_named
        && kind.is_none_or(|kind| same(kind, &event.kind))
        && source.is_none_or(|source| same(source, &event.source))
        && row.correlation.iter().all(has)
}

/// Whether two names are the same but for capital letters.
fn same(one: &str, other: &str) -> bool {
    one == other
        || one.chars().flat_map(char::to_lowercase).eq(other.chars().flat_map(char::to_lowercase))
}

/// A wait for events where none can be: only states wait, and only the root runs states.
#[cold]
pub(in super::super) fn no_state() -> Failed {
    Failure::runtime("only a state waits for events")
}
