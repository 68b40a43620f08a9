//! The event history of an execution, with the names and numbers of AWS Step Functions. Without an
//! [`Observer`] it costs nothing: an execution always counts its events, because causes contain
//! their numbers, but creates them only for an observer.

mod event;
mod integration;
mod json;
mod map_run;
mod observer;
pub mod withheld;

use std::sync::{Arc, Mutex, MutexGuard};

pub use event::{Details, EventType, HistoryEvent, Observed};
pub use integration::Integration;
pub(crate) use integration::Resource;
pub use json::timestamp;
pub use map_run::{MapRunCounts, MapRunState};
pub use observer::{Observer, ObserverHandle, Subject};

use asl_value::mutex::lock;
use asl_value::value::Value;

/// Collects the events of an execution. Clones share them.
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
    #[inline]
    pub fn events(&self) -> Vec<HistoryEvent> {
        self.kept().clone()
    }

    /// The events so far in the format of AWS's `GetExecutionHistory`: `{"events": [..]}`.
    #[inline]
    pub fn to_json(&self) -> Value {
        Value::object([(
            "events",
            Value::array(self.kept().iter().map(HistoryEvent::to_json).collect()),
        )])
    }

    fn kept(&self) -> MutexGuard<'_, Vec<HistoryEvent>> {
        lock(&self.0)
    }
}

impl Observer for History {
    fn event(&self, _: &Subject, event: &HistoryEvent) {
        self.kept().push(event.clone());
    }
}
