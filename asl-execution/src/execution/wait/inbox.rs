//! The inbox: events wait here until a state takes or drops them.

use std::collections::VecDeque;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::machine::sm4c::{AwaitRow, EventRow, Sm4cRow};
use asl_value::value::Value;

/// Maximum number of events in an inbox, and their maximum size in bytes.
pub(in crate::execution) const MOST_EVENTS: usize = 10_000;

pub(in crate::execution) const MOST_BYTES: usize = 64 << 20;

/// The reason for which an event was refused. The execution is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SendError {
    /// The execution has ended.
    Ended,
    /// Its machine is in a language without events.
    NoEvents,
    /// The event is too large.
    TooLarge {
        /// Maximum size in bytes.
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
            Self::Unknown => f.write_str("no execution with this id is running"),
        }
    }
}

asl_language::__readable_error!(SendError);

/// Events that have come, oldest first.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::execution) struct Inbox {
    /// Each with its size in bytes.
    pub(in crate::execution) events: VecDeque<(Event, usize)>,
    /// Number of events that the current wait has examined.
    pub(in crate::execution) seen: usize,
    /// Search state of each event group of the current wait, transition by transition.
    pub(in crate::execution) groups: Vec<GroupSearch>,
}

impl Inbox {
    pub(in crate::execution) fn bytes(&self) -> usize {
        self.events.iter().fold(0, |bytes, (_, size)| bytes.saturating_add(*size))
    }

    /// Returns true if it is within its own limits.
    pub(in crate::execution) fn is_within_limits(&self) -> bool {
        self.events.len() <= MOST_EVENTS && self.bytes() <= MOST_BYTES
    }

    /// A wait begins.
    pub(in crate::execution) fn begin(&mut self, row: &AwaitRow) {
        self.seen = 0;
        self.groups =
            vec![GroupSearch::default(); row.transitions.iter().map(|groups| groups.len()).sum()];
    }

    /// Ends a wait: drops the examined events, or with `keep` only those that a transition took.
    pub(super) fn finish(&mut self, keep: bool, taken: &[usize]) {
        if keep {
            let mut at = 0..;
            self.events.retain(|_| at.next().is_none_or(|at| !taken.contains(&at)));
        } else {
            self.events.drain(..self.seen.min(self.events.len()));
        }
        self.seen = 0;
        self.groups.clear();
    }

    /// Returns true if a wait with this row can be in this state.
    pub(in crate::execution) fn is_sound(&self, row: &AwaitRow) -> bool {
        let groups: usize = row.transitions.iter().map(|groups| groups.len()).sum();
        let is_sound = |progress: &GroupSearch| {
            progress.looked <= self.seen
                && progress.found.is_none_or(|found| found < progress.looked)
        };
        self.seen <= self.events.len()
            && self.groups.len() == groups
            && self.groups.iter().all(is_sound)
    }

    /// Drops examined events that no group can take any more; the end of the wait would drop them
    /// too.
    pub(in crate::execution) fn forget(&mut self, row: &AwaitRow, sm4c: &'static Sm4cRow) {
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
                GroupSearch { looked: moved(progress.looked), found: progress.found.map(moved) };
        }
    }

    pub(in crate::execution) fn is_full(&self, size: usize) -> bool {
        self.events.len() >= MOST_EVENTS || self.bytes().saturating_add(size) > MOST_BYTES
    }

    /// Returns true if there are events that the current wait has not examined.
    pub(in crate::execution) fn has_news(&self) -> bool {
        self.seen < self.events.len()
    }
}

/// The first of these definitions that an event matches.
pub(super) fn definition(
    sm4c: &'static Sm4cRow,
    events: &[u32],
    event: &Event,
) -> Option<&'static EventRow> {
    let rows = events.iter().filter_map(|at| sm4c.events.get(usize::try_from(*at).ok()?));
    rows.into_iter().find(|row| serves(row, event))
}

/// Returns true if an event matches this definition. An event without a name must match by type or
/// source.
pub(super) fn serves(row: &EventRow, event: &Event) -> bool {
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

/// Compares names without regard to case.
fn same(one: &str, other: &str) -> bool {
    one == other
        || one.chars().flat_map(char::to_lowercase).eq(other.chars().flat_map(char::to_lowercase))
}

/// The search of a group for its event. Each event is examined once for each group.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::execution) struct GroupSearch {
    /// Number of events examined.
    pub(in crate::execution) looked: usize,
    /// The first match.
    pub(in crate::execution) found: Option<usize>,
}
