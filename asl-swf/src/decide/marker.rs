//! Markers: the states that are worth seeing, as the machine enters them.

use std::sync::{Arc, Mutex, PoisonError};

use asl_runtime::history::{EventType, HistoryEvent, Observer};
use asl_runtime::value::Text;

use crate::options::Markers;

use super::ids::fitting_id;

/// The states that were entered since the last decision. Without markers nobody watches, and the machine runs faster.
pub(super) struct Marked {
    markers: Markers,
    entered: Arc<Mutex<Vec<Text>>>,
}

struct Watch(Arc<Mutex<Vec<Text>>>, Markers);

impl Marked {
    pub(super) fn new(markers: &Markers) -> Self {
        Self { markers: markers.clone(), entered: Arc::default() }
    }

    /// Who watches the machine.
    pub(super) fn observer(&self) -> Option<Box<dyn Observer>> {
        self.is_on().then(|| Box::new(Watch(Arc::clone(&self.entered), self.markers.clone())) as Box<dyn Observer>)
    }

    /// Whether there are markers at all.
    pub(super) fn is_on(&self) -> bool {
        self.markers != Markers::None
    }

    /// What was to be marked is to be marked with the next decisions.
    pub(super) fn put_back(&self, state: Text) {
        self.entered.lock().unwrap_or_else(PoisonError::into_inner).insert(0, state);
    }

    /// What is to be marked.
    pub(super) fn take(&self) -> Vec<Text> {
        std::mem::take(&mut *self.entered.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Observer for Watch {
    fn event(&mut self, event: HistoryEvent) {
        let is_entered = matches!(event.kind, EventType::StateEntered(_) | EventType::EnterState);
        let (true, Some(state)) = (is_entered, event.details.name) else { return };
        let is_marked = match &self.1 {
            Markers::None => false,
            Markers::All => true,
            Markers::States(states) => states.contains(&state),
        };
        if is_marked {
            let name = Text::new(fitting_id(&state));
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(name);
        }
    }

    fn watches_children(&self) -> bool {
        true
    }

    fn child_event(&mut self, event: HistoryEvent) {
        self.event(event);
    }
}
