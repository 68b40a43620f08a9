//! An execution as seen from outside: its history, spans, and the places of failures.

pub(super) mod history;
pub(super) mod history_sm4c;
pub(super) mod occurrence;
pub(super) mod show;
#[cfg(feature = "tracing")]
pub(super) mod spans;
#[cfg(not(feature = "tracing"))]
#[path = "no_spans.rs"]
pub(super) mod spans;
pub(super) mod trace_span;
pub(super) mod watch;
