//! The event history of an execution, as AWS Step Functions words and numbers it. Off unless asked
//! for, and then free: an execution always counts its events, because causes quote their numbers,
//! but makes them only for an [`Observer`].

mod event;
mod integration;
mod json;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use event::{Details, EventType, HistoryEvent, Observed};
pub use integration::Integration;
pub(crate) use integration::Resource;
pub use json::timestamp;

use crate::value::Value;

/// Sees the events of an execution as they happen.
pub trait Observer: Send {
    /// The next event.
    fn event(&mut self, event: HistoryEvent);

    /// True if it wants to see the events of a distributed Map's children too: at AWS they are in
    /// histories of their own.
    fn watches_children(&self) -> bool {
        false
    }

    /// The next event of a child execution, numbered in that one.
    fn child_event(&mut self, _event: HistoryEvent) {}
}

/// Keeps the events of an execution. A handle: its clones see the same events.
///
/// ```
/// use asl_runtime::engine::in_process::RunOptions;
/// use asl_runtime::history::History;
///
/// let history = History::default();
/// let options = RunOptions::default().history(history.clone());
/// // run_with(&compiled, input, options).await, and then:
/// for event in history.events() {
///     println!("{} {}", event.id, event.kind);
/// }
/// ```
#[derive(Clone, Default, Debug)]
pub struct History(Arc<Mutex<Vec<HistoryEvent>>>);

impl History {
    /// The events so far.
    pub fn events(&self) -> Vec<HistoryEvent> {
        self.kept().clone()
    }

    /// The events so far, as AWS's `GetExecutionHistory` answers: `{"events": [..]}`.
    pub fn to_json(&self) -> Value {
        Value::object([(
            "events",
            Value::array(self.kept().iter().map(HistoryEvent::to_json).collect()),
        )])
    }

    fn kept(&self) -> MutexGuard<'_, Vec<HistoryEvent>> {
        // Whoever panicked while holding it was only reading or pushing.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for History {
    fn event(&mut self, event: HistoryEvent) {
        self.kept().push(event);
    }
}
