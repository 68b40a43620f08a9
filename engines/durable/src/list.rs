//! Filters of lists of executions.

use std::collections::BTreeMap;
use std::time::SystemTime;

use asl_runtime::value::Text;
use asl_runtime::versions::Version;

use super::{Page, State, StoredVersion, Summary, time};

/// Default and maximum number of executions on a page.
const ON_A_PAGE: usize = 1_000;
const MOST_ON_A_PAGE: usize = 10_000;

/// Filter of a list of executions. The default has all of them, in pages.
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use asl_durable::{List, State};
///
/// let an_hour_ago = SystemTime::now() - Duration::from_secs(3_600);
/// let failed = List::default().machine("order").state(State::Failed).ended_since(an_hour_ago);
/// ```
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "messages", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct List {
    /// Only executions of this machine.
    pub machine: Option<Text>,
    /// Only executions in this version of their machine.
    pub version: Option<Version>,
    /// Only executions with this status.
    pub state: Option<State>,
    /// Only executions that ended with this Error Name.
    pub error: Option<Text>,
    /// Only executions with this text in their ids.
    pub text: Option<Text>,
    /// Only executions with this word in their label.
    pub label: Option<Text>,
    /// Only executions that were redriven, or only those that were not.
    pub is_redriven: Option<bool>,
    /// Only executions that started at this time or later.
    pub started_since: Option<SystemTime>,
    /// Only executions that started before this time.
    pub started_before: Option<SystemTime>,
    /// Only executions that ended at this time or later.
    pub ended_since: Option<SystemTime>,
    /// Only executions that ended before this time.
    pub ended_before: Option<SystemTime>,
    /// The order. By default by id.
    pub order: Order,
    /// Only executions after this place: [`Page::next`](super::Page::next) of the page before, in
    /// the same order.
    pub after: Text,
    /// Maximum number of executions. 0 means 1,000; the upper limit is 10,000.
    pub limit: usize,
}

/// The order of a list of executions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "messages", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Order {
    /// By id. Each page costs as much as its executions.
    #[default]
    Id,
    /// By start time, newest first, then by id, last first. Each page looks at all executions.
    NewestFirst,
}

/// A place in a list in the order [`Order::NewestFirst`]: after the execution with this start time
/// and id.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct NewestPlace {
    /// In milliseconds since 1970.
    pub(super) started: u64,
    pub(super) id: Text,
}

impl NewestPlace {
    /// Reads what [`NewestPlace::to_text`] wrote. Any other text is the place before all.
    pub(super) fn from_text(text: &str) -> Option<Self> {
        let (started, id) = text.split_once(' ')?;
        Some(Self { started: started.parse().ok()?, id: id.into() })
    }

    pub(super) fn to_text(&self) -> Text {
        Text::new(format!("{} {}", self.started, self.id))
    }
}

impl From<&Summary> for NewestPlace {
    fn from(summary: &Summary) -> Self {
        Self { started: time::millis(summary.started), id: summary.id.clone() }
    }
}

impl List {
    asl_runtime::__setters! {
        machine: impl Into<Text> => Some,
        version: impl Into<Version> => Some,
        state: State => Some,
        error: impl Into<Text> => Some,
        text: impl Into<Text> => Some,
        label: impl Into<Text> => Some,
        is_redriven: bool => Some,
        started_since: SystemTime => Some,
        started_before: SystemTime => Some,
        ended_since: SystemTime => Some,
        ended_before: SystemTime => Some,
        order: Order,
        after: impl Into<Text>,
        limit: usize,
    }

    /// Maximum number of executions on the page.
    pub(super) fn page_size(&self) -> usize {
        if self.limit == 0 { ON_A_PAGE } else { self.limit.min(MOST_ON_A_PAGE) }
    }

    /// Returns true if the text is in this id. Asked first: it needs no more than the index.
    pub(super) fn fits_id(&self, id: &str) -> bool {
        self.text.as_ref().is_none_or(|text| id.contains(text.as_str()))
    }

    /// Returns true if the execution is to be listed.
    pub(super) fn fits(&self, summary: &Summary) -> bool {
        self.machine.as_ref().is_none_or(|machine| *machine == summary.machine)
            && self.version.is_none_or(|version| version == summary.version)
            && self.state.is_none_or(|state| state == summary.state)
            && self.error.as_ref().is_none_or(|error| Some(error) == summary.error.as_ref())
            && self.label.as_deref().is_none_or(|word| {
                summary.label.split_ascii_whitespace().any(|other| other == word)
            })
            && self.is_redriven.is_none_or(|wanted| wanted == summary.redriven.is_some())
            && is_within(Some(summary.started), self.started_since, self.started_before)
            && is_within(summary.stopped, self.ended_since, self.ended_before)
    }
}

/// The page of a list that several stores have parts of, given the page of each store.
#[cfg_attr(
    not(feature = "messages"),
    expect(unreachable_pub, reason = "other crates get it with that feature")
)]
pub fn merge_pages(pages: Vec<Page>, list: &List) -> Page {
    let has_more = pages.iter().any(|page| page.next.is_some());
    let mut executions: Vec<Summary> = pages.into_iter().flat_map(|page| page.executions).collect();
    match list.order {
        Order::Id => executions.sort_by(|one, other| one.id.cmp(&other.id)),
        Order::NewestFirst => {
            executions.sort_by_cached_key(|summary| std::cmp::Reverse(NewestPlace::from(summary)));
        }
    }
    let has_more = has_more || executions.len() > list.page_size();
    executions.truncate(list.page_size());
    let next = executions.last().filter(|_| has_more).map(|last| match list.order {
        Order::Id => last.id.clone(),
        Order::NewestFirst => NewestPlace::from(last).to_text(),
    });
    Page { executions, next }
}

/// The versions of two lists, each once, in the order in which they came.
#[cfg_attr(
    not(feature = "messages"),
    expect(unreachable_pub, reason = "other crates get it with that feature")
)]
pub fn merge_versions(one: Vec<StoredVersion>, other: Vec<StoredVersion>) -> Vec<StoredVersion> {
    let mut places = BTreeMap::new();
    let mut merged: Vec<StoredVersion> = Vec::new();
    for version in one.into_iter().chain(other) {
        let key = (version.machine.clone(), version.version.to_string());
        let place = *places.entry(key).or_insert(merged.len());
        let Some(known) = merged.get_mut(place) else {
            merged.push(version);
            continue;
        };
        known.executions += version.executions;
        known.unfinished += version.unfinished;
        if version.since.is_some_and(|since| known.since.is_none_or(|known| since < known)) {
            known.since = version.since;
            known.program = version.program;
        }
        if known.definition.is_empty() {
            known.definition = version.definition;
        }
        if known.outline.is_none() {
            known.outline = version.outline;
        }
    }
    merged.sort_by_key(|version| version.since);
    merged
}

/// Returns true if the time is within the limits that are given.
fn is_within(
    time: Option<SystemTime>,
    since: Option<SystemTime>,
    before: Option<SystemTime>,
) -> bool {
    since.is_none_or(|limit| time.is_some_and(|time| time >= limit))
        && before.is_none_or(|limit| time.is_some_and(|time| time < limit))
}
