//! Takes the place of `spans` if the feature `tracing` is off: does nothing.

use crate::execution::Execution;
use crate::execution::frame::Frame;
use crate::execution::observe::trace_span::TraceSpan;
use asl_value::error::{Failed, Failure};
use asl_value::value::{Text, Value};

impl TraceSpan {
    pub(crate) const fn of_execution(_: &Execution) -> Option<Self> {
        None
    }
}

pub(crate) const fn may_be_traced() -> bool {
    false
}

pub(crate) const fn open_state(_: &Execution, _: &mut Frame) {}

pub(crate) const fn traced_error(_: &Execution, _: &Failure) -> Option<Text> {
    None
}

pub(crate) fn note_retry(_: &Execution, _: &Frame, _: Option<Text>, _: u64) {}

pub(crate) fn note_catch(_: &Execution, _: &Frame, _: Option<Text>) {}

pub(crate) const fn note_time_out(_: &Execution, _: &Frame, _: &Failure) {}

/// Returns false.
pub const fn is_traced(_: &Execution) -> bool {
    false
}

/// Does nothing.
pub const fn record_trace_header(_: &Execution, _: &str) {}

pub(crate) const fn note_cancel(_: &Execution, _: &Failure) {}

#[doc(hidden)]
pub const fn expect_end(_: &mut Execution) {}

pub(crate) const fn note_end(_: &Execution, _: &Result<Value, Failed>) {}
