//! The visits of a run while its events are read.

use std::collections::{BTreeSet, HashMap};

use super::{Outcome, Run, State, Visit};
use crate::history::Event;

/// The place of an event: in a visit, and in an iteration or branch of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// `None` outside of all states.
    pub(super) visit: Option<usize>,
    /// Index of the iteration, for events in one that belong to none of its states.
    pub(super) group: Option<u64>,
}

/// A run that grows by its events.
#[derive(Debug, Default)]
pub(super) struct Growing {
    pub(super) run: Run,
    /// The place of each event, by its number.
    places: HashMap<u64, Place>,
    /// Indices of states by name.
    states: HashMap<(String, String), usize>,
    /// Visits that have not ended, in order.
    pub(super) open: BTreeSet<usize>,
    /// Numbers of previous events that are not there.
    pub(super) lost: usize,
}

impl Growing {
    pub(super) fn set_place(&mut self, event: &Event, place: Place) {
        self.places.insert(event.id, place);
    }

    /// The place of the event before this one.
    pub(super) fn place_before(&mut self, event: &Event) -> Option<Place> {
        if event.previous == 0 {
            return Some(Place::default());
        }
        let place = self.places.get(&event.previous).copied();
        self.lost += usize::from(place.is_none());
        place
    }

    pub(super) fn visit(&self, index: usize) -> Option<&Visit> {
        self.run.visits.get(index)
    }

    pub(super) fn visit_mut(&mut self, index: usize) -> Option<&mut Visit> {
        self.run.visits.get_mut(index)
    }

    /// The type of the state of a visit.
    pub(super) fn kind(&self, index: usize) -> &str {
        let state = self.visit(index).and_then(|visit| self.run.states.get(visit.state));
        state.map_or("", |state| &state.kind)
    }

    /// The name of the state of a visit.
    pub(super) fn name(&self, index: usize) -> &str {
        let state = self.visit(index).and_then(|visit| self.run.states.get(visit.state));
        state.map_or("", |state| &state.name)
    }

    fn state(&mut self, name: &str, kind: &str) -> usize {
        let key = (name.to_owned(), kind.to_owned());
        let next = self.run.states.len();
        let index = *self.states.entry(key).or_insert(next);
        if index == next {
            let (name, kind) = (name.to_owned(), kind.to_owned());
            self.run.states.push(State { name, kind, ..State::default() });
        }
        index
    }

    /// Begins a visit at a place. Returns its index.
    pub(super) fn enter(&mut self, event: &Event, name: &str, kind: &str, at: Place) -> usize {
        let state = self.state(name, kind);
        let index = self.run.visits.len();
        self.run.visits.push(Visit {
            id: event.id,
            state,
            parent: at.visit,
            group: at.group,
            start: event.time,
            ..Visit::default()
        });
        self.open.insert(index);
        index
    }

    /// Ends a visit.
    pub(super) fn exit(&mut self, index: usize, time: Option<u64>, outcome: Outcome) {
        self.open.remove(&index);
        if let Some(visit) = self.visit_mut(index) {
            visit.end = time;
            visit.outcome = outcome;
        }
    }

    /// Goes from a place outwards to the first visit that fits; if none does, to the last open
    /// visit that fits.
    pub(super) fn find(
        &self,
        from: Option<Place>,
        fits: impl Fn(&Self, usize) -> bool,
    ) -> Option<usize> {
        let mut at = from.and_then(|place| place.visit);
        while let Some(index) = at {
            if fits(self, index) {
                return Some(index);
            }
            at = self.visit(index).and_then(|visit| visit.parent);
        }
        self.open.iter().rev().copied().find(|index| fits(self, *index))
    }
}
