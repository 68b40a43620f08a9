//! The observer and the span of an execution.

use crate::execution::observe::trace_span::TraceSpan;
use crate::history::{HistoryEvent, ObserverHandle, Subject};

/// The observer and the span of an execution. Boxed to keep a waiting execution small.
pub(in crate::execution) struct Watch {
    pub(super) observed: Option<Observed>,
    #[cfg_attr(not(feature = "tracing"), expect(dead_code, reason = "it is no span then"))]
    /// The span, if a subscriber wants it.
    pub(super) span: Option<TraceSpan>,
    /// True until the end of an execution that cannot be loaded again: dropping it loses its work.
    #[cfg(feature = "tracing")]
    pub(super) is_lost_if_dropped: bool,
}

/// An observer, with the execution's part of the subject of its events.
pub(super) struct Observed {
    pub(super) observer: ObserverHandle,
    pub(super) watches_children: bool,
    pub(super) subject: Subject,
    /// The event that is being shown; without details otherwise. Kept, because making and dropping
    /// its many fields takes longer than everything else.
    pub(super) event: HistoryEvent,
}

impl Watch {
    /// Returns true if there is an observer.
    pub(in crate::execution) fn is_observed(&self) -> bool {
        self.observed.is_some()
    }
}

impl Observed {
    pub(super) fn show(&self) {
        self.observer.observer().event(&self.subject, &self.event);
    }
}

#[cfg(feature = "tracing")]
impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(span) = self.span.as_ref().filter(|_| self.is_lost_if_dropped) {
            span.note_drop();
        }
    }
}

impl Drop for Observed {
    fn drop(&mut self) {
        self.observer.observer().unloaded(&self.subject);
    }
}
