//! Events that an engine withholds until their cause is persisted.

use std::sync::{Arc, Mutex};

use asl_value::mutex::lock;

use super::{HistoryEvent, Observer, ObserverHandle, Subject};

/// An event, and what it is about.
type Reported = (Subject, HistoryEvent);

/// An observer that keeps events for another one, until the engine has persisted their cause. Clones
/// share the events.
#[derive(Clone)]
pub struct Withheld {
    observer: ObserverHandle,
    watches_children: bool,
    events: Arc<Mutex<Vec<Reported>>>,
}

impl Withheld {
    /// No events yet.
    pub fn new(observer: ObserverHandle) -> Self {
        let watches_children = observer.observer().watches_children();
        Self { observer, watches_children, events: Arc::default() }
    }

    /// As [`Withheld::new`]; it keeps the same events for every observer, and for none.
    pub fn all(observer: Option<ObserverHandle>) -> Self {
        let observer = observer.unwrap_or_else(|| ObserverHandle::from(NoObserver));
        Self { observer, watches_children: true, events: Arc::default() }
    }

    /// Takes the events out.
    pub fn take(&self) -> Vec<Reported> {
        std::mem::take(&mut *lock(&self.events))
    }

    /// Reports events that were taken out.
    pub fn report(&self, events: &[Reported]) {
        let observer = self.observer.observer();
        let watches_children = observer.watches_children();
        let wanted = |(subject, _): &&Reported| !subject.is_in_child || watches_children;
        events.iter().filter(wanted).for_each(|(subject, event)| observer.event(subject, event));
    }
}

/// Receives nothing.
struct NoObserver;

impl Observer for NoObserver {
    fn event(&self, _: &Subject, _: &HistoryEvent) {}
}

impl Observer for Withheld {
    #[inline]
    fn event(&self, subject: &Subject, event: &HistoryEvent) {
        lock(&self.events).push((subject.clone(), event.clone()));
    }

    fn watches_children(&self) -> bool {
        self.watches_children
    }

    fn loaded(&self, subject: &Subject) {
        self.observer.observer().loaded(subject);
    }

    fn unloaded(&self, subject: &Subject) {
        self.observer.observer().unloaded(subject);
    }
}
