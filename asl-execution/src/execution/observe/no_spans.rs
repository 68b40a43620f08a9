//! Takes the place of `spans` if the feature `tracing` is off: does nothing.

use crate::execution::Execution;
use crate::execution::frame::Frame;
use crate::execution::observe::trace_span::TraceSpan;
use asl_value::error::{Failed, Failure};
use asl_value::value::{Text, Value};

impl TraceSpan {
    pub(super) const fn of_execution(_: &Execution) -> Option<Self> {
        None
    }
}

pub(in crate::execution) const fn may_be_traced() -> bool {
    false
}

pub(super) const fn open_state(_: &Execution, _: &mut Frame) {}

pub(in crate::execution) const fn traced_error(_: &Execution, _: &Failure) -> Option<Text> {
    None
}

pub(in crate::execution) fn note_retry(_: &Execution, _: &Frame, _: Option<Text>, _: u64) {}

pub(in crate::execution) fn note_catch(_: &Execution, _: &Frame, _: Option<Text>) {}

pub(in crate::execution) const fn note_time_out(_: &Execution, _: &Frame, _: &Failure) {}

/// Returns false.
pub const fn is_traced(_: &Execution) -> bool {
    false
}

/// Does nothing.
pub const fn record_trace_header(_: &Execution, _: &str) {}

pub(in crate::execution) const fn note_cancel(_: &Execution, _: &Failure) {}

#[doc(hidden)]
pub const fn expect_end(_: &mut Execution) {}

pub(in crate::execution) const fn note_end(_: &Execution, _: &Result<Value, Failed>) {}
