//! The span of an execution, a state or an attempt of a task. Without the feature `tracing` it is
//! nothing.

#[cfg(feature = "tracing")]
use tracing::{Span, warn};

/// Target of all spans and events: users filter by the package that they name.
#[cfg(feature = "tracing")]
pub(super) const TARGET: &str = "asl_runtime::execution";

/// A span; disabled by default.
#[cfg(feature = "tracing")]
#[derive(Clone, Debug)]
pub struct TraceSpan(pub(in crate::execution) Span);

#[cfg(feature = "tracing")]
impl Default for TraceSpan {
    fn default() -> Self {
        Self(Span::none())
    }
}

#[cfg(feature = "tracing")]
impl TraceSpan {
    /// The span.
    pub fn span(&self) -> &Span {
        &self.0
    }

    /// Notes that the execution of this span was dropped before its end.
    pub(super) fn note_drop(&self) {
        self.0.record("execution.status", "dropped");
        warn!(target: TARGET, parent: &self.0, "dropped");
    }
}

/// No span.
#[cfg(not(feature = "tracing"))]
#[derive(Clone, Default, Debug)]
pub(in crate::execution) struct TraceSpan(());
