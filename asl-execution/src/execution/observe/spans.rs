//! Spans and events of the crate `tracing`: one span for each execution, state and attempt of a
//! task. They have names and numbers, but no data. `no_spans` takes the place of this module if the
//! feature `tracing` is off.

use tracing::{Span, info, info_span, warn};

use crate::execution::Execution;
use crate::execution::frame::{Frame, FrameId, map_index};
use crate::execution::observe::trace_span::{TARGET, TraceSpan};
use crate::machine::TaskRow;
use asl_value::error::{Failed, Failure, Status, Timeout};
use asl_value::value::{Text, Value};

impl TraceSpan {
    /// The span of an execution, if a subscriber wants it.
    pub(super) fn of_execution(run: &Execution) -> Option<Self> {
        let span = info_span!(
            target: TARGET,
            "asl.execution",
            machine.name = run.machine.name,
            machine.version = tracing::field::Empty,
            execution.id = tracing::field::Empty,
            execution.status = tracing::field::Empty,
            trace.header = tracing::field::Empty,
        );
        if span.is_disabled() {
            return None;
        }
        span.record("machine.version", run.machine.version().to_string());
        span.record("execution.id", run.id().as_str());
        Some(Self(span))
    }

    /// The span of a task's attempt that runs away from its execution.
    pub fn of_remote(
        (machine, execution_id): (&str, &str),
        (state, attempt): (&str, u32),
        task: &TaskRow,
    ) -> Self {
        Self(info_span!(
            target: TARGET,
            "asl.task",
            machine.name = machine,
            execution.id = execution_id,
            state.name = state,
            attempt,
            resource = task.resource,
        ))
    }
}

/// Returns true if a subscriber may want the span of an execution.
#[inline]
pub(in crate::execution) fn may_be_traced() -> bool {
    tracing::level_filters::LevelFilter::current() >= tracing::Level::INFO
}

/// Opens the span of the state that a frame has entered. The span of the state before is closed.
#[inline]
pub(super) fn open_state(run: &Execution, frame: &mut Frame) {
    let Some(execution) = execution_span(run) else { return };
    if run.sm4c_node(frame).is_none_or(|node| node.is_entry) {
        let span = state_span(run, execution, frame);
        frame.extra.get_or_insert_default().span = span;
    }
}

/// The span of an execution that is traced.
fn execution_span(run: &Execution) -> Option<&Span> {
    run.watch.as_ref()?.span.as_ref().map(TraceSpan::span)
}

fn state_span(run: &Execution, execution: &Span, frame: &Frame) -> TraceSpan {
    let parent = around(run, frame.parent).unwrap_or(execution);
    let (state, index) = (run.node(frame).state, map_index(run, frame));
    TraceSpan(info_span!(
        target: TARGET,
        parent: parent,
        "asl.state",
        state.name = state,
        map.index = index,
    ))
}

/// The span of a frame's state.
fn own(frame: &Frame) -> Option<&Span> {
    frame.extra.as_ref().map(|extra| extra.span.span()).filter(|span| !span.is_disabled())
}

/// The span of the innermost state around a frame.
fn around(run: &Execution, mut id: FrameId) -> Option<&Span> {
    while let Some(frame) = run.state.frames.frame(id) {
        if let Some(span) = own(frame) {
            return Some(span);
        }
        id = frame.parent;
    }
    None
}

/// The span of an attempt of a task. After a restore, the state has no span yet.
pub fn task_span(run: &Execution, id: FrameId, task: &TaskRow) -> TraceSpan {
    let Some(execution) = execution_span(run) else { return TraceSpan::default() };
    let Some(frame) = run.state.frames.frame(id) else { return TraceSpan::default() };
    let restored = own(frame).is_none().then(|| state_span(run, execution, frame));
    let parent = restored.as_ref().map(TraceSpan::span).or(own(frame)).unwrap_or(execution);
    TraceSpan(info_span!(
        target: TARGET,
        parent: parent,
        "asl.task",
        state.name = run.node(frame).state,
        attempt = frame.attempt(),
        resource = task.resource,
        map.index = map_index(run, frame),
    ))
}

/// The span that events of a frame belong to.
fn place<'r>(run: &'r Execution, frame: &'r Frame) -> Option<&'r Span> {
    let execution = execution_span(run)?;
    Some(own(frame).or_else(|| around(run, frame.parent)).unwrap_or(execution))
}

/// The Error Name of a failure that may be retried or caught, if the execution is traced.
pub(in crate::execution) fn traced_error(run: &Execution, failure: &Failure) -> Option<Text> {
    execution_span(run)?;
    Some(failure.error.clone().unwrap_or_default())
}

/// Notes that a state will be retried.
pub(in crate::execution) fn note_retry(
    run: &Execution,
    frame: &Frame,
    error: Option<Text>,
    delay: u64,
) {
    let (Some(error), Some(span)) = (error, place(run, frame)) else { return };
    let (state, attempt) = (run.node(frame).state, frame.attempt());
    info!(
        target: TARGET,
        parent: span,
        { state.name = state, attempt, error = error.as_str(), delay_ms = delay },
        "retry"
    );
}

/// Notes that a catcher has taken an error.
pub(in crate::execution) fn note_catch(run: &Execution, frame: &Frame, error: Option<Text>) {
    let (Some(error), Some(span)) = (error, place(run, frame)) else { return };
    info!(
        target: TARGET,
        parent: span,
        { state.name = run.node(frame).state, error = error.as_str() },
        "catch"
    );
}

/// Notes that a task has exceeded a limit.
pub(in crate::execution) fn note_time_out(run: &Execution, frame: &Frame, failure: &Failure) {
    let Some(span) = place(run, frame) else { return };
    let limit = match failure.timeout {
        Timeout::Heartbeat => "heartbeat",
        Timeout::Time | Timeout::None => "time",
    };
    let (state, attempt) = (run.node(frame).state, frame.attempt());
    warn!(target: TARGET, parent: span, { state.name = state, attempt, limit }, "time-out");
}

/// Returns true if the execution has a span that a subscriber wants.
pub fn is_traced(run: &Execution) -> bool {
    execution_span(run).is_some()
}

/// Records the trace header of the request that started the execution.
pub fn record_trace_header(run: &Execution, header: &str) {
    if let Some(span) = execution_span(run).filter(|_| !header.is_empty()) {
        span.record("trace.header", header);
    }
}

/// Notes that the execution is cancelled.
pub(in crate::execution) fn note_cancel(run: &Execution, failure: &Failure) {
    let Some(span) = execution_span(run) else { return };
    info!(target: TARGET, parent: span, error = failure.error(), "cancel");
}

/// The event `dropped` will be made if the execution is dropped before its end. It may have ended
/// already, in its first step.
pub fn expect_end(run: &mut Execution) {
    let is_open = !run.has_ended();
    if let Some(watch) = &mut run.watch {
        watch.is_lost_if_dropped = is_open;
    }
}

/// Notes the end of the execution.
pub(in crate::execution) fn note_end(run: &mut Execution, result: &Result<Value, Failed>) {
    if let Some(watch) = &mut run.watch {
        watch.is_lost_if_dropped = false;
    }
    let Some(span) = execution_span(run) else { return };
    let status = match result {
        Ok(_) => "succeeded",
        Err(failure) => match failure.status {
            Status::Failed => "failed",
            Status::TimedOut => "timed_out",
            Status::Aborted => "aborted",
        },
    };
    span.record("execution.status", status);
    match result {
        Ok(_) => info!(target: TARGET, parent: span, status, "end"),
        Err(failure) => warn!(target: TARGET, parent: span, status, error = failure.error(), "end"),
    }
}
