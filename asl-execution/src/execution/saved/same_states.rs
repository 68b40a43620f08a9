//! States that are the same in two versions. An execution that was only in such states is the same
//! in both: what it did in the old version, it does in the new one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use asl_value::mutex::lock;
use asl_value::value::Text;

use crate::execution::Execution;
use crate::history::{EventType, HistoryEvent, Observer, Subject};
use crate::versions::{Change, Changed, Outline, changed_nodes};

/// The states that are the same in two versions, by their names. Observes an execution of the new
/// version, and says whether the old one would have done the same.
#[derive(Debug)]
pub struct SameStates {
    /// Names of states that are in both versions, the same everywhere.
    same: BTreeSet<String>,
    /// Names of states that begin in the same way, and may end in another: an execution that waits
    /// there has done nothing that differs.
    begin_same: BTreeSet<String>,
    seen: Mutex<Seen>,
}

/// The states in which the execution was, as far as they are not the same.
#[derive(Default, Debug)]
struct Seen {
    /// The first state that is not the same as far as the execution went in it.
    other: Option<Text>,
    /// Number of entries into states that only begin in the same way.
    begun: BTreeMap<Text, usize>,
}

impl SameStates {
    /// The same states of two versions. `None` if nothing can be said: their executions differ as a
    /// whole, or they are in SM4C, where data and actions of all states depend on each other.
    ///
    /// Executions are meant from their starts on, so that the new version may keep more of them.
    #[inline]
    pub fn of(old: &Outline, new: &Outline) -> Option<Arc<Self>> {
        let is_free = |change: &Change| matches!(change, Change::Context);
        if old.is_sm4c || new.is_sm4c || !old.changes(new).iter().all(is_free) {
            return None;
        }
        if old.name_of(old.start) != new.name_of(new.start) {
            return None;
        }
        // Random values depend on numbers of states and of expressions.
        if (old.uses_random || new.uses_random) && !old.has_same_expressions(new) {
            return None;
        }
        let known: BTreeSet<&str> = old.nodes.iter().map(|node| node.state.as_str()).collect();
        let without = |changed: &[u32]| -> BTreeSet<String> {
            let changed: BTreeSet<&str> =
                changed.iter().filter_map(|node| old.name_of(*node)).collect();
            let names = new.nodes.iter().map(|node| node.state.as_str());
            let names = names.filter(|name| known.contains(name) && !changed.contains(name));
            names.map(str::to_owned).collect()
        };
        let Changed { begin, rest } = changed_nodes(old, new);
        Some(Arc::new(Self {
            same: without(&[begin.as_slice(), rest.as_slice()].concat()),
            begin_same: without(&begin),
            seen: Mutex::default(),
        }))
    }

    /// Begins with another execution.
    #[inline]
    pub fn clear(&self) {
        *lock(&self.seen) = Seen::default();
    }

    /// Notes that the execution has entered a state.
    #[inline]
    pub fn enter(&self, state: &str) {
        if self.same.contains(state) {
            return;
        }
        self.begin(state);
        *lock(&self.seen).begun.entry(state.into()).or_default() += 1;
    }

    /// Notes that the execution does the beginning of a state.
    #[inline]
    fn begin(&self, state: &str) {
        if !self.begin_same.contains(state) {
            lock(&self.seen).other.get_or_insert_with(|| state.into());
        }
    }

    /// Notes that the execution does more in a state than to begin it.
    #[inline]
    fn go_on(&self, state: &str) {
        if !self.same.contains(state) {
            lock(&self.seen).other.get_or_insert_with(|| state.into());
        }
    }

    /// The first state, of those in which the execution was since the last call, that is not the
    /// same. One that only begins in the same way is the same while the execution waits in it:
    /// whatever else it does there, also what fails without an event of its own, may differ.
    #[inline]
    pub fn take_other(&self, run: &Execution) -> Option<Text> {
        let Seen { other, begun } = std::mem::take(&mut *lock(&self.seen));
        let waiting = run.waiting_states();
        let is_over = |(state, entries): &(Text, usize)| {
            waiting.iter().filter(|waiting| **waiting == state.as_str()).count() != *entries
        };
        other.or_else(|| begun.into_iter().find(is_over).map(|(state, _)| state))
    }
}

impl Observer for SameStates {
    #[inline]
    fn watches_children(&self) -> bool {
        true
    }

    #[inline]
    fn event(&self, subject: &Subject, event: &HistoryEvent) {
        let Some(state) = subject.state else { return };
        // All other events may tell of the end of the state, of an attempt or of a child.
        let begins = matches!(
            event.kind,
            EventType::Scheduled(_) | EventType::Started(_) | EventType::Submitted
        );
        if matches!(event.kind, EventType::StateEntered(_)) {
            self.enter(state);
        } else if begins {
            self.begin(state);
        } else {
            self.go_on(state);
        }
    }
}
