//! What an event means to a replay: fifty-five types of events are a dozen kinds of facts.

use asl_runtime::error::Phase;

use crate::model::event::ActivityTaskTimedOut;
use crate::model::{ActivityTaskTimeoutType, EventAttributes};

use super::checkpoint::{self, is_part};
use super::operation::Class;

/// What an event means.
pub(super) enum Meaning<'h> {
    /// Nothing.
    Quiet,
    /// Nothing to the machine, and still a reason for the service to take no end of the run before
    /// it was looked at.
    Noted,
    /// Nobody knows.
    Unknown,
    /// A decision task has begun.
    DecisionTaskStarted,
    /// The decision task that began with this event was answered.
    DecisionTaskCompleted(i64),
    /// What became of a decision.
    Decision(DecisionResult<'h>),
    /// What is heard of an operation, by the event that it began with.
    Report(i64, Report<'h>),
    /// A child that was to be cancelled could not be told so, by the event of the request.
    CancelFailed(i64),
    /// Somebody asks for the end.
    CancelRequested,
    /// A signal.
    Signaled {
        /// Its name.
        name: &'h str,
        /// What it says.
        input: Option<&'h str>,
    },
    /// A marker of a checkpoint was left, or refused.
    Checkpoint,
    /// The run was ended from outside.
    Ended,
}

/// What became of a decision.
pub(super) struct DecisionResult<'h> {
    pub(super) kind: Kind,
    /// The id that the decision had; empty for those that have none.
    pub(super) id: &'h str,
    /// The name of the type of what was started.
    pub(super) named: Option<&'h str>,
    /// Why it was refused, if it was.
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

/// What is heard of an operation.
#[derive(Clone, Copy)]
pub(super) enum Report<'h> {
    /// A child has begun, in this run.
    Started(&'h str),
    /// It is done: with a result, if it has one.
    Completed(Option<&'h str>),
    /// It has failed.
    Failed(Option<&'h str>, Option<&'h str>),
    /// It took too long.
    TimedOut,
    /// It was silent for too long.
    HeartbeatTimedOut,
    /// It was cancelled.
    Canceled(Option<&'h str>),
    /// It was terminated.
    Terminated,
    /// Amazon SWF did not begin with it: a word why, and maybe more.
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

/// What an event means.
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

/// What an event answers to, if it answers to something that was begun.
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

/// What is heard of other executions.
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

/// What became of a decision: of those about tasks and timers first.
fn decided(attributes: &EventAttributes) -> Option<Meaning<'_>> {
    of_work(attributes).or_else(|| of_the_rest(attributes)).map(Meaning::Decision)
}

/// Activities, timers and Lambda functions.
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

/// Other executions, markers, and the end.
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
