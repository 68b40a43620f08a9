//! The span of an execution, a state or an attempt of a task. Without the feature `tracing` it is
//! nothing.

#[cfg(feature = "tracing")]
use tracing::Span;

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

/// No span.
#[cfg(not(feature = "tracing"))]
#[derive(Clone, Default, Debug)]
pub(in crate::execution) struct TraceSpan(());
