//! What an event means to a replay: fifty-five types of events are a dozen kinds of facts.

use asl_runtime::error::Phase;

use crate::model::event::ActivityTaskTimedOut;
use crate::model::{ActivityTaskTimeoutType, EventAttributes};

use super::checkpoint::{self, is_part};
use super::entry::Class;

/// What an event means.
pub(super) enum Fact<'h> {
    /// Nothing.
    Quiet,
    /// Nothing to the machine, and still a reason for the service to take no end of the run before
    /// it was looked at.
    Noted,
    /// Nobody knows.
    Unknown,
    /// A decision task has begun.
    Began,
    /// The decision task that began with this event was answered.
    Answered(i64),
    /// What became of a decision.
    Made(Made<'h>),
    /// What is heard of an operation, by the event that it began with.
    News(i64, Answer<'h>),
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
pub(super) struct Made<'h> {
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
pub(super) enum Answer<'h> {
    /// A child has begun, in this run.
    Begun(&'h str),
    /// It is done: with a result, if it has one.
    Done(Option<&'h str>),
    /// It has failed.
    Failed(Option<&'h str>, Option<&'h str>),
    /// It took too long.
    TimedOut,
    /// It was silent for too long.
    Silent,
    /// It was cancelled.
    Canceled(Option<&'h str>),
    /// It was terminated.
    Terminated,
    /// Amazon SWF did not begin with it: a word why, and maybe more.
    Refused(&'h str, Option<&'h str>, Phase),
}

impl<'h> Made<'h> {
    fn of(kind: Kind, id: &'h str) -> Self {
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
pub(super) fn fact(attributes: &EventAttributes) -> Fact<'_> {
    use EventAttributes as E;
    match attributes {
        E::WorkflowExecutionStarted(_)
        | E::DecisionTaskScheduled(_)
        | E::DecisionTaskTimedOut(_)
        | E::ActivityTaskStarted(_)
        | E::LambdaFunctionStarted(_) => Fact::Quiet,
        E::ExternalWorkflowExecutionCancelRequested(_) => Fact::Noted,
        E::Unknown(_) => Fact::Unknown,
        E::DecisionTaskStarted(_) => Fact::Began,
        E::DecisionTaskCompleted(completed) => Fact::Answered(completed.started_event_id),
        E::WorkflowExecutionCancelRequested(_) => Fact::CancelRequested,
        E::WorkflowExecutionSignaled(signal) => {
            Fact::Signaled { name: &signal.signal_name, input: signal.input.as_deref() }
        }
        E::MarkerRecorded(x) if is_part(&x.marker_name, x.details.as_deref()) => Fact::Checkpoint,
        E::RecordMarkerFailed(x) if x.marker_name == checkpoint::NAME => Fact::Checkpoint,
        E::WorkflowExecutionTimedOut(_) | E::WorkflowExecutionTerminated(_) => Fact::Ended,
        E::ActivityTaskCompleted(done) => {
            Fact::News(done.scheduled_event_id, Answer::Done(done.result.as_deref()))
        }
        E::ActivityTaskFailed(failed) => Fact::News(
            failed.scheduled_event_id,
            Answer::Failed(failed.reason.as_deref(), failed.details.as_deref()),
        ),
        E::ActivityTaskTimedOut(timed_out) => {
            Fact::News(timed_out.scheduled_event_id, time_out(timed_out))
        }
        E::ActivityTaskCanceled(canceled) => {
            Fact::News(canceled.scheduled_event_id, Answer::Canceled(canceled.details.as_deref()))
        }
        E::TimerFired(fired) => Fact::News(fired.started_event_id, Answer::Done(None)),
        E::LambdaFunctionCompleted(done) => {
            Fact::News(done.scheduled_event_id, Answer::Done(done.result.as_deref()))
        }
        E::LambdaFunctionFailed(failed) => Fact::News(
            failed.scheduled_event_id,
            Answer::Failed(failed.reason.as_deref(), failed.details.as_deref()),
        ),
        E::LambdaFunctionTimedOut(timed_out) => {
            Fact::News(timed_out.scheduled_event_id, Answer::TimedOut)
        }
        E::StartLambdaFunctionFailed(failed) => {
            let cause =
                failed.cause.as_ref().map_or("OPERATION_NOT_PERMITTED", |cause| cause.as_str());
            let answer = Answer::Refused(cause, failed.message.as_deref(), Phase::Start);
            failed.scheduled_event_id.map_or(Fact::Noted, |scheduled| Fact::News(scheduled, answer))
        }
        other => of_others(other).or_else(|| decided(other)).map_or(Fact::Quiet, |fact| fact),
    }
}

/// What an event answers to, if it answers to something that was begun.
#[expect(clippy::wildcard_enum_match_arm, reason = "a third of the fifty-five types")]
pub(super) fn answers_to(attributes: &EventAttributes) -> Option<Class> {
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
fn of_others(attributes: &EventAttributes) -> Option<Fact<'_>> {
    use EventAttributes as E;
    Some(match attributes {
        E::StartChildWorkflowExecutionFailed(failed) if failed.initiated_event_id > 0 => {
            Fact::News(
                failed.initiated_event_id,
                Answer::Refused(failed.cause.as_str(), None, Phase::Submit),
            )
        }
        E::ChildWorkflowExecutionStarted(started) => Fact::News(
            started.initiated_event_id,
            Answer::Begun(&started.workflow_execution.run_id),
        ),
        E::ChildWorkflowExecutionCompleted(done) => {
            Fact::News(done.initiated_event_id, Answer::Done(done.result.as_deref()))
        }
        E::ChildWorkflowExecutionFailed(failed) => Fact::News(
            failed.initiated_event_id,
            Answer::Failed(failed.reason.as_deref(), failed.details.as_deref()),
        ),
        E::ChildWorkflowExecutionTimedOut(timed_out) => {
            Fact::News(timed_out.initiated_event_id, Answer::TimedOut)
        }
        E::ChildWorkflowExecutionCanceled(canceled) => {
            Fact::News(canceled.initiated_event_id, Answer::Canceled(canceled.details.as_deref()))
        }
        E::ChildWorkflowExecutionTerminated(terminated) => {
            Fact::News(terminated.initiated_event_id, Answer::Terminated)
        }
        E::SignalExternalWorkflowExecutionFailed(failed) if failed.initiated_event_id > 0 => {
            Fact::News(
                failed.initiated_event_id,
                Answer::Refused(failed.cause.as_str(), None, Phase::Run),
            )
        }
        E::ExternalWorkflowExecutionSignaled(signaled) => {
            Fact::News(signaled.initiated_event_id, Answer::Done(None))
        }
        E::RequestCancelExternalWorkflowExecutionFailed(failed)
            if failed.initiated_event_id > 0 =>
        {
            Fact::CancelFailed(failed.initiated_event_id)
        }
        _ => return None,
    })
}

/// What became of a decision: of those about tasks and timers first.
fn decided(attributes: &EventAttributes) -> Option<Fact<'_>> {
    of_work(attributes).or_else(|| of_the_rest(attributes)).map(Fact::Made)
}

/// Activities, timers and Lambda functions.
#[expect(clippy::wildcard_enum_match_arm, reason = "four functions share the fifty-five types")]
fn of_work(attributes: &EventAttributes) -> Option<Made<'_>> {
    use EventAttributes as E;
    Some(match attributes {
        E::ActivityTaskScheduled(x) => {
            Made::of(Kind::Activity, &x.activity_id).named(&x.activity_type.name)
        }
        E::ScheduleActivityTaskFailed(x) => Made::of(Kind::Activity, &x.activity_id)
            .named(&x.activity_type.name)
            .refused(x.cause.as_str()),
        E::ActivityTaskCancelRequested(x) => Made::of(Kind::CancelActivity, &x.activity_id),
        E::RequestCancelActivityTaskFailed(x) => {
            Made::of(Kind::CancelActivity, &x.activity_id).refused(x.cause.as_str())
        }
        E::TimerStarted(x) => Made::of(Kind::Timer, &x.timer_id),
        E::StartTimerFailed(x) => Made::of(Kind::Timer, &x.timer_id).refused(x.cause.as_str()),
        E::TimerCanceled(x) => Made::of(Kind::CancelTimer, &x.timer_id),
        E::CancelTimerFailed(x) => {
            Made::of(Kind::CancelTimer, &x.timer_id).refused(x.cause.as_str())
        }
        E::LambdaFunctionScheduled(x) => Made::of(Kind::Lambda, &x.id).named(&x.name),
        E::ScheduleLambdaFunctionFailed(x) => {
            Made::of(Kind::Lambda, &x.id).named(&x.name).refused(x.cause.as_str())
        }
        _ => return None,
    })
}

/// Other executions, markers, and the end.
#[expect(clippy::wildcard_enum_match_arm, reason = "four functions share the fifty-five types")]
fn of_the_rest(attributes: &EventAttributes) -> Option<Made<'_>> {
    use EventAttributes as E;
    Some(match attributes {
        E::StartChildWorkflowExecutionInitiated(x) => {
            Made::of(Kind::Child, &x.workflow_id).named(&x.workflow_type.name)
        }
        E::StartChildWorkflowExecutionFailed(x) => Made::of(Kind::Child, &x.workflow_id)
            .named(&x.workflow_type.name)
            .refused(x.cause.as_str()),
        E::SignalExternalWorkflowExecutionInitiated(x) => {
            Made::of(Kind::Signal, x.control.as_deref().unwrap_or_default()).named(&x.signal_name)
        }
        E::SignalExternalWorkflowExecutionFailed(x) => {
            Made::of(Kind::Signal, x.control.as_deref().unwrap_or_default())
                .refused(x.cause.as_str())
        }
        E::RequestCancelExternalWorkflowExecutionInitiated(x) => {
            Made::of(Kind::CancelChild, &x.workflow_id)
        }
        E::RequestCancelExternalWorkflowExecutionFailed(x) => {
            Made::of(Kind::CancelChild, &x.workflow_id).refused(x.cause.as_str())
        }
        E::MarkerRecorded(x) => Made::of(Kind::Marker, &x.marker_name),
        E::RecordMarkerFailed(x) => {
            Made::of(Kind::Marker, &x.marker_name).refused(x.cause.as_str())
        }
        E::WorkflowExecutionCompleted(_) => Made::of(Kind::Complete, ""),
        E::CompleteWorkflowExecutionFailed(x) => {
            Made::of(Kind::Complete, "").refused(x.cause.as_str())
        }
        E::WorkflowExecutionFailed(_) => Made::of(Kind::Fail, ""),
        E::FailWorkflowExecutionFailed(x) => Made::of(Kind::Fail, "").refused(x.cause.as_str()),
        E::WorkflowExecutionCanceled(_) => Made::of(Kind::Cancel, ""),
        E::CancelWorkflowExecutionFailed(x) => Made::of(Kind::Cancel, "").refused(x.cause.as_str()),
        E::WorkflowExecutionContinuedAsNew(_) => Made::of(Kind::Continue, ""),
        E::ContinueAsNewWorkflowExecutionFailed(x) => {
            Made::of(Kind::Continue, "").refused(x.cause.as_str())
        }
        _ => return None,
    })
}

fn time_out<'h>(timed_out: &ActivityTaskTimedOut) -> Answer<'h> {
    match timed_out.timeout_type {
        ActivityTaskTimeoutType::Heartbeat => Answer::Silent,
        ActivityTaskTimeoutType::StartToClose
        | ActivityTaskTimeoutType::ScheduleToStart
        | ActivityTaskTimeoutType::ScheduleToClose
        | ActivityTaskTimeoutType::Other(_) => Answer::TimedOut,
    }
}
