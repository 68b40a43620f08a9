//! Traces of a machine between two decisions: the markers of states that it enters, and its events
//! for the observer of the options.

use std::sync::{Arc, Mutex};

use asl_runtime::__engine::{Withheld, lock};
use asl_runtime::Value;
use asl_runtime::history::{EventType, HistoryEvent, Observer, ObserverHandle, Subject};
use asl_runtime::value::Text;
use serde::{Deserialize, Serialize};

use crate::options::{DeciderOptions, Markers, Note};

use super::ids::fitting_id;

/// One marker: the name of a state, and the text that an option makes of its input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Mark {
    pub(super) name: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) details: Option<Text>,
}

/// The states that were entered, and the events, since the last decision. Without markers and an
/// observer nothing observes the machine, which runs faster then.
pub(super) struct Marked {
    markers: Markers,
    details: Option<Note>,
    entered: Arc<Mutex<Vec<Mark>>>,
    events: Option<Withheld>,
}

struct Watch {
    entered: Arc<Mutex<Vec<Mark>>>,
    markers: Markers,
    details: Option<Note>,
}

impl Marked {
    pub(super) fn new(options: &DeciderOptions) -> Self {
        Self {
            markers: options.markers.clone(),
            details: options.marker_details.clone(),
            entered: Arc::default(),
            events: options.observer.clone().map(Withheld::new),
        }
    }

    /// The observer of the machine.
    pub(super) fn observer(&self) -> Option<ObserverHandle> {
        let watch = || Watch {
            entered: Arc::clone(&self.entered),
            markers: self.markers.clone(),
            details: self.details.clone(),
        };
        let events = self.events.clone().map(ObserverHandle::from);
        if self.is_on() { Some(ObserverHandle::join(events, watch().into())) } else { events }
    }

    /// True if there are markers at all.
    pub(super) fn is_on(&self) -> bool {
        self.markers != Markers::None
    }

    /// The events since the last decision.
    pub(super) fn take_events(&self) -> Vec<(Subject, HistoryEvent)> {
        self.events.as_ref().map_or_else(Vec::new, Withheld::take)
    }

    /// A marker that was planned is left with the next decisions.
    pub(super) fn put_back(&self, mark: Mark) {
        lock(&self.entered).insert(0, mark);
    }

    /// The markers that are to be left, without taking them.
    pub(super) fn pending(&self) -> Vec<Mark> {
        lock(&self.entered).clone()
    }

    /// The markers that are to be left.
    pub(super) fn take(&self) -> Vec<Mark> {
        std::mem::take(&mut *lock(&self.entered))
    }
}

impl Observer for Watch {
    fn event(&self, _: &Subject, event: &HistoryEvent) {
        let is_entered = matches!(event.kind, EventType::StateEntered(_) | EventType::EnterState);
        let (true, Some(state)) = (is_entered, &event.details.name) else { return };
        let is_marked = match &self.markers {
            Markers::None => false,
            Markers::All => true,
            Markers::States(states) => states.contains(state),
        };
        if is_marked {
            let input = event.details.input.as_ref().unwrap_or(&Value::Null);
            let details = self.details.as_ref().and_then(|note| note.text(input)).map(Text::from);
            let mark = Mark { name: Text::new(fitting_id(state)), details };
            lock(&self.entered).push(mark);
        }
    }

    fn watches_children(&self) -> bool {
        true
    }
}
