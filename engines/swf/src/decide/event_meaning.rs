//! The meaning of history events for a replay: the 55 types of events have a dozen meanings.

use asl_runtime::error::Phase;

use crate::model::event::ActivityTaskTimedOut;
use crate::model::{ActivityTaskTimeoutType, EventAttributes};

use super::checkpoint::{self, is_part};
use super::operation::Class;

/// The meaning of an event.
pub(super) enum Meaning<'h> {
    /// No meaning.
    Quiet,
    /// No meaning for the machine, but the service refuses to close the run before a decider has
    /// seen the event.
    Noted,
    /// An event of unknown type.
    Unknown,
    /// A decision task has started.
    DecisionTaskStarted,
    /// The decision task that started with this event was answered.
    DecisionTaskCompleted(i64),
    /// The result of a decision.
    Decision(DecisionResult<'h>),
    /// A report on the operation that this event opened.
    Report(i64, Report<'h>),
    /// The child to cancel could not be reached; with the event of the request.
    CancelFailed(i64),
    /// The execution should be cancelled.
    CancelRequested,
    /// A signal.
    Signaled {
        /// Name of the signal.
        name: &'h str,
        /// Input of the signal.
        input: Option<&'h str>,
    },
    /// A marker of a checkpoint was recorded or refused.
    Checkpoint,
    /// The run was closed from outside.
    Ended,
}

/// The result of a decision.
pub(super) struct DecisionResult<'h> {
    pub(super) kind: Kind,
    /// The id in the decision. Empty if its kind has none.
    pub(super) id: &'h str,
    /// The name of the started type.
    pub(super) named: Option<&'h str>,
    /// The cause of a refusal.
    pub(super) refused: Option<&'h str>,
}

/// The thirteen kinds of decisions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    Activity,
    Lambda,
    Timer,
    Child,
    Signal,
    CancelActivity,
    CancelTimer,
    CancelChild,
    Marker,
    Complete,
    Fail,
    Cancel,
    Continue,
}

/// A report on an operation.
#[derive(Clone, Copy)]
pub(super) enum Report<'h> {
    /// A child has started; with its run id.
    Started(&'h str),
    /// Completed, with the result, if any.
    Completed(Option<&'h str>),
    /// Failed, with reason and details.
    Failed(Option<&'h str>, Option<&'h str>),
    /// Timed out.
    TimedOut,
    /// No heartbeat arrived in time.
    HeartbeatTimedOut,
    /// Cancelled, with details.
    Canceled(Option<&'h str>),
    /// Terminated.
    Terminated,
    /// Not started by Amazon SWF; with cause, message, and phase of the error.
    Refused(&'h str, Option<&'h str>, Phase),
}

impl<'h> DecisionResult<'h> {
    fn new(kind: Kind, id: &'h str) -> Self {
        Self { kind, id, named: None, refused: None }
    }

    fn named(self, name: &'h str) -> Self {
        Self { named: Some(name), ..self }
    }

    fn refused(self, cause: &'h str) -> Self {
        Self { refused: Some(cause), ..self }
    }
}

/// The meaning of an event.
#[expect(clippy::wildcard_enum_match_arm, reason = "four functions share the fifty-five types")]
pub(super) fn meaning(attributes: &EventAttributes) -> Meaning<'_> {
    use EventAttributes as E;
    match attributes {
        E::WorkflowExecutionStarted(_)
        | E::DecisionTaskScheduled(_)
        | E::DecisionTaskTimedOut(_)
        | E::ActivityTaskStarted(_)
        | E::LambdaFunctionStarted(_) => Meaning::Quiet,
        E::ExternalWorkflowExecutionCancelRequested(_) => Meaning::Noted,
        E::Unknown(_) => Meaning::Unknown,
        E::DecisionTaskStarted(_) => Meaning::DecisionTaskStarted,
        E::DecisionTaskCompleted(completed) => {
            Meaning::DecisionTaskCompleted(completed.started_event_id)
        }
        E::WorkflowExecutionCancelRequested(_) => Meaning::CancelRequested,
        E::WorkflowExecutionSignaled(signal) => {
            Meaning::Signaled { name: &signal.signal_name, input: signal.input.as_deref() }
        }
        E::MarkerRecorded(x) if is_part(&x.marker_name, x.details.as_deref()) => {
            Meaning::Checkpoint
        }
        E::RecordMarkerFailed(x) if x.marker_name == checkpoint::NAME => Meaning::Checkpoint,
        E::WorkflowExecutionTimedOut(_) | E::WorkflowExecutionTerminated(_) => Meaning::Ended,
        E::ActivityTaskCompleted(done) => {
            Meaning::Report(done.scheduled_event_id, Report::Completed(done.result.as_deref()))
        }
        E::ActivityTaskFailed(failed) => Meaning::Report(
            failed.scheduled_event_id,
            Report::Failed(failed.reason.as_deref(), failed.details.as_deref()),
        ),
        E::ActivityTaskTimedOut(timed_out) => {
            Meaning::Report(timed_out.scheduled_event_id, time_out(timed_out))
        }
        E::ActivityTaskCanceled(canceled) => Meaning::Report(
            canceled.scheduled_event_id,
            Report::Canceled(canceled.details.as_deref()),
        ),
        E::TimerFired(fired) => Meaning::Report(fired.started_event_id, Report::Completed(None)),
        E::LambdaFunctionCompleted(done) => {
            Meaning::Report(done.scheduled_event_id, Report::Completed(done.result.as_deref()))
        }
        E::LambdaFunctionFailed(failed) => Meaning::Report(
            failed.scheduled_event_id,
            Report::Failed(failed.reason.as_deref(), failed.details.as_deref()),
        ),
        E::LambdaFunctionTimedOut(timed_out) => {
            Meaning::Report(timed_out.scheduled_event_id, Report::TimedOut)
        }
        E::StartLambdaFunctionFailed(failed) => {
            let cause =
                failed.cause.as_ref().map_or("OPERATION_NOT_PERMITTED", |cause| cause.as_str());
            let answer = Report::Refused(cause, failed.message.as_deref(), Phase::Start);
            failed
                .scheduled_event_id
                .map_or(Meaning::Noted, |scheduled| Meaning::Report(scheduled, answer))
        }
        other => of_others(other).or_else(|| decided(other)).map_or(Meaning::Quiet, |fact| fact),
    }
}

/// The class of the operation that an event reports on, if any.
#[expect(clippy::wildcard_enum_match_arm, reason = "a third of the fifty-five types")]
pub(super) fn reported_class(attributes: &EventAttributes) -> Option<Class> {
    use EventAttributes as E;
    Some(match attributes {
        E::ActivityTaskCompleted(_)
        | E::ActivityTaskFailed(_)
        | E::ActivityTaskTimedOut(_)
        | E::ActivityTaskCanceled(_) => Class::Activity,
        E::LambdaFunctionCompleted(_)
        | E::LambdaFunctionFailed(_)
        | E::LambdaFunctionTimedOut(_)
        | E::StartLambdaFunctionFailed(_) => Class::Lambda,
        E::TimerFired(_) => Class::Timer,
        E::StartChildWorkflowExecutionFailed(_)
        | E::ChildWorkflowExecutionStarted(_)
        | E::ChildWorkflowExecutionCompleted(_)
        | E::ChildWorkflowExecutionFailed(_)
        | E::ChildWorkflowExecutionTimedOut(_)
        | E::ChildWorkflowExecutionCanceled(_)
        | E::ChildWorkflowExecutionTerminated(_)
        | E::RequestCancelExternalWorkflowExecutionFailed(_) => Class::Child,
        E::ExternalWorkflowExecutionSignaled(_) | E::SignalExternalWorkflowExecutionFailed(_) => {
            Class::Signal
        }
        _ => return None,
    })
}

/// The meaning of events of other executions.
#[expect(clippy::wildcard_enum_match_arm, reason = "four functions share the fifty-five types")]
fn of_others(attributes: &EventAttributes) -> Option<Meaning<'_>> {
    use EventAttributes as E;
    Some(match attributes {
        E::StartChildWorkflowExecutionFailed(failed) if failed.initiated_event_id > 0 => {
            Meaning::Report(
                failed.initiated_event_id,
                Report::Refused(failed.cause.as_str(), None, Phase::Submit),
            )
        }
        E::ChildWorkflowExecutionStarted(started) => Meaning::Report(
            started.initiated_event_id,
            Report::Started(&started.workflow_execution.run_id),
        ),
        E::ChildWorkflowExecutionCompleted(done) => {
            Meaning::Report(done.initiated_event_id, Report::Completed(done.result.as_deref()))
        }
        E::ChildWorkflowExecutionFailed(failed) => Meaning::Report(
            failed.initiated_event_id,
            Report::Failed(failed.reason.as_deref(), failed.details.as_deref()),
        ),
        E::ChildWorkflowExecutionTimedOut(timed_out) => {
            Meaning::Report(timed_out.initiated_event_id, Report::TimedOut)
        }
        E::ChildWorkflowExecutionCanceled(canceled) => Meaning::Report(
            canceled.initiated_event_id,
            Report::Canceled(canceled.details.as_deref()),
        ),
        E::ChildWorkflowExecutionTerminated(terminated) => {
            Meaning::Report(terminated.initiated_event_id, Report::Terminated)
        }
        E::SignalExternalWorkflowExecutionFailed(failed) if failed.initiated_event_id > 0 => {
            Meaning::Report(
                failed.initiated_event_id,
                Report::Refused(failed.cause.as_str(), None, Phase::Run),
            )
        }
        E::ExternalWorkflowExecutionSignaled(signaled) => {
            Meaning::Report(signaled.initiated_event_id, Report::Completed(None))
        }
        E::RequestCancelExternalWorkflowExecutionFailed(failed)
            if failed.initiated_event_id > 0 =>
        {
            Meaning::CancelFailed(failed.initiated_event_id)
        }
        _ => return None,
    })
}

/// The meaning of events that decisions cause.
fn decided(attributes: &EventAttributes) -> Option<Meaning<'_>> {
    of_work(attributes).or_else(|| of_the_rest(attributes)).map(Meaning::Decision)
}

/// Results of decisions on activities, timers and Lambda functions.
#[expect(clippy::wildcard_enum_match_arm, reason = "four functions share the fifty-five types")]
fn of_work(attributes: &EventAttributes) -> Option<DecisionResult<'_>> {
    use EventAttributes as E;
    Some(match attributes {
        E::ActivityTaskScheduled(x) => {
            DecisionResult::new(Kind::Activity, &x.activity_id).named(&x.activity_type.name)
        }
        E::ScheduleActivityTaskFailed(x) => DecisionResult::new(Kind::Activity, &x.activity_id)
            .named(&x.activity_type.name)
            .refused(x.cause.as_str()),
        E::ActivityTaskCancelRequested(x) => {
            DecisionResult::new(Kind::CancelActivity, &x.activity_id)
        }
        E::RequestCancelActivityTaskFailed(x) => {
            DecisionResult::new(Kind::CancelActivity, &x.activity_id).refused(x.cause.as_str())
        }
        E::TimerStarted(x) => DecisionResult::new(Kind::Timer, &x.timer_id),
        E::StartTimerFailed(x) => {
            DecisionResult::new(Kind::Timer, &x.timer_id).refused(x.cause.as_str())
        }
        E::TimerCanceled(x) => DecisionResult::new(Kind::CancelTimer, &x.timer_id),
        E::CancelTimerFailed(x) => {
            DecisionResult::new(Kind::CancelTimer, &x.timer_id).refused(x.cause.as_str())
        }
        E::LambdaFunctionScheduled(x) => DecisionResult::new(Kind::Lambda, &x.id).named(&x.name),
        E::ScheduleLambdaFunctionFailed(x) => {
            DecisionResult::new(Kind::Lambda, &x.id).named(&x.name).refused(x.cause.as_str())
        }
        _ => return None,
    })
}

/// Results of decisions on other executions, markers, and the end of the run.
#[expect(clippy::wildcard_enum_match_arm, reason = "four functions share the fifty-five types")]
fn of_the_rest(attributes: &EventAttributes) -> Option<DecisionResult<'_>> {
    use EventAttributes as E;
    Some(match attributes {
        E::StartChildWorkflowExecutionInitiated(x) => {
            DecisionResult::new(Kind::Child, &x.workflow_id).named(&x.workflow_type.name)
        }
        E::StartChildWorkflowExecutionFailed(x) => DecisionResult::new(Kind::Child, &x.workflow_id)
            .named(&x.workflow_type.name)
            .refused(x.cause.as_str()),
        E::SignalExternalWorkflowExecutionInitiated(x) => {
            DecisionResult::new(Kind::Signal, x.control.as_deref().unwrap_or_default())
                .named(&x.signal_name)
        }
        E::SignalExternalWorkflowExecutionFailed(x) => {
            DecisionResult::new(Kind::Signal, x.control.as_deref().unwrap_or_default())
                .refused(x.cause.as_str())
        }
        E::RequestCancelExternalWorkflowExecutionInitiated(x) => {
            DecisionResult::new(Kind::CancelChild, &x.workflow_id)
        }
        E::RequestCancelExternalWorkflowExecutionFailed(x) => {
            DecisionResult::new(Kind::CancelChild, &x.workflow_id).refused(x.cause.as_str())
        }
        E::MarkerRecorded(x) => DecisionResult::new(Kind::Marker, &x.marker_name),
        E::RecordMarkerFailed(x) => {
            DecisionResult::new(Kind::Marker, &x.marker_name).refused(x.cause.as_str())
        }
        E::WorkflowExecutionCompleted(_) => DecisionResult::new(Kind::Complete, ""),
        E::CompleteWorkflowExecutionFailed(x) => {
            DecisionResult::new(Kind::Complete, "").refused(x.cause.as_str())
        }
        E::WorkflowExecutionFailed(_) => DecisionResult::new(Kind::Fail, ""),
        E::FailWorkflowExecutionFailed(x) => {
            DecisionResult::new(Kind::Fail, "").refused(x.cause.as_str())
        }
        E::WorkflowExecutionCanceled(_) => DecisionResult::new(Kind::Cancel, ""),
        E::CancelWorkflowExecutionFailed(x) => {
            DecisionResult::new(Kind::Cancel, "").refused(x.cause.as_str())
        }
        E::WorkflowExecutionContinuedAsNew(_) => DecisionResult::new(Kind::Continue, ""),
        E::ContinueAsNewWorkflowExecutionFailed(x) => {
            DecisionResult::new(Kind::Continue, "").refused(x.cause.as_str())
        }
        _ => return None,
    })
}

fn time_out<'h>(timed_out: &ActivityTaskTimedOut) -> Report<'h> {
    match timed_out.timeout_type {
        ActivityTaskTimeoutType::Heartbeat => Report::HeartbeatTimedOut,
        ActivityTaskTimeoutType::StartToClose
        | ActivityTaskTimeoutType::ScheduleToStart
        | ActivityTaskTimeoutType::ScheduleToClose
        | ActivityTaskTimeoutType::Other(_) => Report::TimedOut,
    }
}
