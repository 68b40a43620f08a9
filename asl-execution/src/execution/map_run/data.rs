//! The state of a distributed Map: remaining items, running children, and results of ended ones.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};

use crate::execution::Outcome;
use crate::execution::frame::FrameId;
use crate::execution::map_run::write::Writer;
use crate::machine::for_each::{Batch, EachRow, Run};
use asl_value::error::{Failed, Failure, names};
use asl_value::value::{Array, Text, Value};

/// AWS's maximum number of concurrent children of a Map.
pub(super) const MOST_CHILDREN: u32 = 10_000;

/// The window of a distributed Map: 0 stands for AWS's own limit.
pub(in crate::execution) fn window_of_run(window: u32) -> u32 {
    if window == 0 { MOST_CHILDREN } else { window.min(MOST_CHILDREN) }
}

impl Reading {
    /// Takes a page. `selects`: the Map has an `ItemSelector`.
    pub(super) fn answered(&mut self, outcome: Outcome, selects: bool) -> Result<(), Failed> {
        self.serial = None;
        let (items, source) = match outcome {
            Outcome::Items(items, source) => (items.into_iter().map(Entry::from).collect(), source),
            // Recorded in 2023. With a selector the members are items, as measured in 2026.
            Outcome::Members(..) if !selects => return Err(no_iterable()),
            Outcome::Members(items, source) => {
                (items.iter().map(Entry::of_member).collect::<Vec<_>>(), source)
            }
            Outcome::Failed(error) => return Err(error.into_failure()),
            Outcome::Done(_) | Outcome::TimedOut | Outcome::HeartbeatMissed => {
                return Err(Box::new(Failure::new(
                    names::ITEM_READER_FAILED,
                    "the engine's answer is no page of items",
                )));
            }
        };
        if items.is_empty() {
            self.is_ended = true;
        }
        self.position =
            self.position.saturating_add(u64::try_from(items.len()).unwrap_or(u64::MAX));
        let loaded = items.into_iter().map(|Entry { key, value }| {
            let source = source.clone();
            Loaded { value, source, key }
        });
        self.ready.extend(loaded);
        Ok(())
    }
}

/// A running distributed Map.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::execution) struct MapRun {
    pub(in crate::execution) options: Run,
    pub(in crate::execution) source: Source,
    /// Items handed to children so far.
    pub(in crate::execution) given: u32,
    /// Children started so far.
    pub(in crate::execution) started: u32,
    /// Running children, by index.
    pub(in crate::execution) children: BTreeMap<u32, Open>,
    /// Items whose child failed.
    pub(in crate::execution) failed: u64,
    /// Children that were running when the Map Run failed.
    #[serde(default, skip_serializing_if = "Aborted::is_none")]
    pub(in crate::execution) aborted: Aborted,
    /// Outputs by the child's index, if they are not written to a store.
    pub(in crate::execution) results: BTreeMap<u32, Value>,
    pub(in crate::execution) writer: Option<Box<Writer>>,
    /// The failure with which it ends when open operations are finished.
    pub(in crate::execution) failure: Option<Failed>,
    /// Children that have failed or were aborted, by index, for a redrive.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(in crate::execution) lost: BTreeSet<u32>,
    /// Children that a redrive starts again, within the Map's concurrency. Their frames are ready.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(in crate::execution) parked: BTreeMap<u32, Open>,
}

/// Children that were aborted, and their items.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::execution) struct Aborted {
    pub(in crate::execution) children: u64,
    pub(in crate::execution) items: u64,
}

impl Aborted {
    fn is_none(&self) -> bool {
        *self == Self::default()
    }

    pub(in crate::execution) fn add(&mut self, items: u32) {
        self.children = self.children.saturating_add(1);
        self.items = self.items.saturating_add(u64::from(items));
    }
}

/// A running child.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::execution) struct Open {
    pub(in crate::execution) frame: FrameId,
    /// Number of its items.
    pub(in crate::execution) items: u32,
}

/// The source of items.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::execution) enum Source {
    /// An array of the data, from this index on.
    Given(Value, u32),
    /// A store.
    Read(Reading),
}

/// Items that are read page by page.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::execution) struct Reading {
    /// Items that were read, but not handed to a child yet.
    pub(in crate::execution) ready: VecDeque<Loaded>,
    /// Number of items read.
    pub(in crate::execution) position: u64,
    /// The read in progress.
    pub(in crate::execution) serial: Option<u64>,
    /// True if there are no more items.
    pub(in crate::execution) is_ended: bool,
}

/// An item and its source.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::execution) struct Loaded {
    pub(in crate::execution) value: Value,
    pub(in crate::execution) source: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::execution) key: Option<Text>,
}

/// The items of one child: the index of the first, and the items with their sources.
pub(in crate::execution) struct Portion {
    pub(in crate::execution) first: u32,
    pub(in crate::execution) items: Vec<(Entry, Option<Text>)>,
}

/// An item of an array, or a member of an object.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Entry {
    /// The member's key.
    pub key: Option<Text>,
    pub value: Value,
}

impl From<Value> for Entry {
    fn from(value: Value) -> Self {
        Self { key: None, value }
    }
}

impl Entry {
    /// The member that a reader describes as `{"Key", "Value"}`.
    fn of_member(member: &Value) -> Self {
        let key = member.get("Key").and_then(Value::as_str).map(Text::new);
        Self { key, value: member.get("Value").cloned().unwrap_or_default() }
    }

    /// The input of a child without an `ItemSelector`.
    pub fn into_input(self) -> Value {
        match self.key {
            None => self.value,
            Some(key) => Value::object([("Key", Value::String(key)), ("Value", self.value)]),
        }
    }
}

/// The failure of a reader that has read an object in the place of an array.
pub fn no_iterable() -> Failed {
    let cause = "Attempting to map over non-iterable node.";
    Box::new(Failure::new(names::ITEM_READER_FAILED, cause))
}

/// The object that a reader has read, by the descriptions of its members.
#[inline]
pub fn object_of_members(members: &[Value]) -> Value {
    let entries = members.iter().map(Entry::of_member);
    Value::Object(entries.map(|entry| (entry.key.unwrap_or_default(), entry.value)).collect())
}

/// The items of an array, or the members of an object.
pub fn item_entries(items: &Value) -> impl Iterator<Item = Entry> {
    (0..).map_while(|at| entry(items, at))
}

/// The item of an array or the member of an object at a place.
fn entry(items: &Value, at: usize) -> Option<Entry> {
    let Some(object) = items.as_object() else {
        return items.item(at).cloned().map(Entry::from);
    };
    let (key, value) = object.entries().get(at)?;
    Some(Entry { key: Some(key.clone()), value: value.clone() })
}

impl Source {
    /// Returns true if every item was handed out.
    fn is_used_up(&self) -> bool {
        match self {
            Self::Given(items, next) => item_count(items) <= *next,
            Self::Read(reading) => reading.is_ended && reading.ready.is_empty(),
        }
    }

    /// Number of items that are available now.
    fn at_hand(&self) -> usize {
        match self {
            Self::Given(items, next) => {
                usize::try_from(item_count(items).saturating_sub(*next)).unwrap_or(usize::MAX)
            }
            Self::Read(reading) => reading.ready.len(),
        }
    }

    /// The item `ahead` positions after the next one.
    fn peek(&self, ahead: usize) -> Option<Value> {
        let entry = match self {
            Self::Given(items, next) => {
                entry(items, usize::try_from(*next).ok()?.checked_add(ahead)?)
            }
            Self::Read(reading) => reading.ready.get(ahead).map(|loaded| {
                let (key, value) = (loaded.key.clone(), loaded.value.clone());
                Entry { key, value }
            }),
        };
        entry.map(Entry::into_input)
    }

    /// Returns true if more items may come.
    pub(super) fn may_grow(&self) -> bool {
        matches!(self, Self::Read(reading) if !reading.is_ended)
    }

    fn take(&mut self) -> Option<(Entry, Option<Text>)> {
        match self {
            Self::Given(items, next) => {
                let entry = entry(items, usize::try_from(*next).ok()?)?;
                *next = next.saturating_add(1);
                Some((entry, None))
            }
            Self::Read(reading) => reading.ready.pop_front().map(|loaded| {
                let Loaded { value, source, key } = loaded;
                (Entry { key, value }, Some(source))
            }),
        }
    }
}

/// Number of items of an array, or of an object's members.
pub(super) fn item_count(items: &Value) -> u32 {
    let members = items.as_object().map_or(0, |object| object.entries().len());
    let count = items.as_array().map_or(members, Array::len);
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The lengths of the batches into which a Map divides these items.
#[inline]
pub fn batch_lengths(options: Run, items: Value) -> Vec<usize> {
    let mut map_run = MapRun::new(options, Source::Given(items, 0), false);
    let portions = std::iter::from_fn(|| Some(map_run.take_portion().items.len()));
    portions.take_while(|length| *length > 0).collect()
}

/// Size of a batch without its items, in bytes of JSON text: `{"Items":[]}`.
const AROUND_ITEMS: usize = 12;

/// Size of a batch's input without its value: `"BatchInput":,`.
const INPUT: usize = 14;

impl MapRun {
    pub(in crate::execution) fn new(options: Run, source: Source, writes: bool) -> Self {
        Self {
            options,
            source,
            given: 0,
            started: 0,
            children: BTreeMap::new(),
            failed: 0,
            aborted: Aborted::default(),
            results: BTreeMap::new(),
            writer: writes.then(Box::default),
            failure: None,
            lost: BTreeSet::new(),
            parked: BTreeMap::new(),
        }
    }

    /// Returns true if the next child can start with the items that are available.
    pub(in crate::execution) fn can_start(&self) -> bool {
        let is_held_up = self.writer.as_ref().is_some_and(|writer| writer.is_full());
        self.failure.is_none()
            && !is_held_up
            && (!self.parked.is_empty() || self.next_portion().is_some())
    }

    /// Number of items for the next child; `None` if there are none, or more must be read first.
    fn next_portion(&self) -> Option<usize> {
        let at_hand = self.source.at_hand();
        if at_hand == 0 {
            return None;
        }
        let Some(batch) = &self.options.batch else { return Some(1) };
        let most = batch
            .items
            .map_or(usize::MAX, |items| usize::try_from(items).unwrap_or(usize::MAX))
            .max(1);
        if let Some(fitting) =
            batch.bytes.and_then(|bytes| self.fitting(bytes, batch, at_hand.min(most)))
        {
            return Some(fitting);
        }
        let is_whole = at_hand >= most || !self.source.may_grow();
        is_whole.then_some(at_hand.min(most))
    }

    /// Number of available items that fit into this many bytes, at least one; `None` if all do.
    fn fitting(&self, bytes: u64, batch: &Batch, at_hand: usize) -> Option<usize> {
        let left = usize::try_from(bytes).unwrap_or(usize::MAX);
        let input = if batch.input.is_null() {
            Some(0)
        } else {
            batch.input.json_len(left).map(|length| length + INPUT)
        };
        let mut left =
            input.and_then(|length| left.checked_sub(AROUND_ITEMS.saturating_add(length)));
        for taken in 0..at_hand {
            // The first item has no comma before it.
            let comma = usize::from(taken > 0);
            left = left.and_then(|left| {
                let length = self.source.peek(taken).and_then(|item| item.json_len(left))?;
                left.checked_sub(length)?.checked_sub(comma)
            });
            if left.is_none() {
                return Some(taken.max(1));
            }
        }
        None
    }

    /// Takes the next child's items; the child counts as started.
    pub(super) fn take_portion(&mut self) -> Portion {
        let count = self.next_portion().unwrap_or_default();
        let first = self.given;
        let items: Vec<_> = std::iter::from_fn(|| self.source.take()).take(count).collect();
        self.given = self.given.saturating_add(u32::try_from(items.len()).unwrap_or(u32::MAX));
        self.started = self.started.saturating_add(1);
        Portion { first, items }
    }

    /// Returns true if the next child needs more items and no read is in progress.
    pub(super) fn must_read(&self) -> bool {
        let Source::Read(reading) = &self.source else { return false };
        let is_idle = self.failure.is_none() && reading.serial.is_none() && !reading.is_ended;
        is_idle && self.next_portion().is_none()
    }

    /// Returns true if all children have ended and none will start.
    pub(super) fn is_quiet(&self) -> bool {
        self.children.is_empty()
            && self.parked.is_empty()
            && (self.failure.is_some() || self.source.is_used_up())
    }

    /// Returns true if more items have failed than are tolerated. A percentage counts all items,
    /// whose number is known when the last one was read. As measured, a limit of 0 is none: beside
    /// the other limit it does not count.
    pub(super) fn is_exceeded(&self) -> bool {
        let tolerated_count = self.options.tolerated_count.filter(|count| *count > 0);
        let tolerated_percentage =
            self.options.tolerated_percentage.filter(|percentage| *percentage > 0.0);
        let total = match &self.source {
            Source::Given(items, _) => Some(u64::from(item_count(items))),
            Source::Read(reading) => reading.is_ended.then_some(reading.position),
        };
        if tolerated_count.is_none() && tolerated_percentage.is_none() {
            return self.failed > 0;
        }
        #[expect(clippy::cast_precision_loss, reason = "no Map has 2^53 items")]
        let beyond =
            |percentage: f64, total: u64| self.failed as f64 * 100.0 > percentage * total as f64;
        tolerated_count.is_some_and(|count| self.failed > count)
            || tolerated_percentage
                .zip(total)
                .is_some_and(|(percentage, total)| beyond(percentage, total))
    }

    /// Returns true if this operation is its read.
    pub(in crate::execution) fn reads(&self, serial: u64) -> bool {
        matches!(&self.source, Source::Read(reading) if reading.serial == Some(serial))
    }

    /// Returns true if it waits for a child or an operation.
    pub(in crate::execution) fn is_waiting(&self) -> bool {
        !self.children.is_empty() || self.serials().next().is_some()
    }

    /// Checks that a distributed Map with this row can be in this state.
    #[inline]
    pub(in crate::execution) fn is_sound(&self, row: &EachRow) -> bool {
        let is_read = matches!(self.source, Source::Read(_));
        let is_source = match &self.source {
            Source::Given(items, next) => {
                matches!(items, Value::Array(_) | Value::Object(_)) && *next <= item_count(items)
            }
            Source::Read(reading) => u64::from(self.given) <= reading.position,
        };
        let is_written = row.writes();
        let serials: Vec<u64> = self.serials().collect();
        is_source
            && row.run.as_ref().is_some_and(|run| is_read == run.reader.is_some())
            && (is_written || self.writer.is_none())
            && (self.writer.is_some() || !is_written || self.failure.is_some())
            && self.children.keys().chain(self.results.keys()).all(|index| *index < self.started)
            && self.parked.keys().chain(&self.lost).all(|index| *index < self.started)
            && self.parked.keys().all(|index| !self.children.contains_key(index))
            && self.started <= self.given
            && self.failed <= u64::from(self.given)
            && (self.failure.is_none() || (self.children.is_empty() && self.parked.is_empty()))
            && serials.windows(2).all(|pair| pair.first() != pair.last())
    }

    /// Operations of the Map Run itself that are open.
    pub(in crate::execution) fn serials(&self) -> impl Iterator<Item = u64> + '_ {
        let reading = if let Source::Read(reading) = &self.source { reading.serial } else { None };
        reading.into_iter().chain(self.writer.as_ref().and_then(|writer| writer.serial()))
    }
}

/// The failure of a Map Run with too many failed items.
#[cold]
pub(super) fn too_many_failed() -> Failed {
    let cause = "The specified tolerated failure threshold was exceeded";
    Box::new(Failure::new(names::EXCEED_TOLERATED_FAILURE_THRESHOLD, cause))
}
