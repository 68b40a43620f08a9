//! The clock, and events at planned times.

use std::time::Duration;

use asl_swf::model::{
    ActivityTaskTimeoutType, EventAttributes, Timestamp, WorkflowExecutionTerminatedCause,
};

use super::Service;
use super::run::RunKey;
use crate::lambda::LambdaAnswer;

/// A planned event. It has no effect if its subject is no longer open.
#[derive(Debug)]
pub(super) enum Due {
    /// Time-out of the run.
    ExecutionTimeout(RunKey),
    /// The run has too many events.
    EventLimit(RunKey),
    /// The decision task of this event waited too long in another list.
    DecisionWaited(RunKey, i64),
    /// Time-out of the decision task that this event started.
    DecisionTimeout(RunKey, i64),
    /// A time-out of the activity task of this event.
    ActivityTimeout(RunKey, i64, ActivityTaskTimeoutType),
    /// The activity task was cancelled before a worker took it.
    ActivityCanceled(RunKey, i64),
    /// The timer of this id, started by this event, fires.
    TimerFires(RunKey, String, i64),
    /// The Lambda function of this event is called.
    LambdaStarts(RunKey, i64),
    /// The Lambda function of this event continues.
    LambdaAnswers(RunKey, i64, LambdaAnswer),
    /// Time-out of the Lambda function of this event.
    LambdaTimeout(RunKey, i64),
    /// The child that this event initiated is started.
    ChildStarts(RunKey, i64),
    /// The child that this event initiated has ended.
    ChildClosed(RunKey, i64, Box<EventAttributes>),
    /// A signal that this event initiated arrives.
    SignalArrives(RunKey, i64),
    /// A request to cancel that this event initiated arrives.
    CancelArrives(RunKey, i64),
}

impl Service {
    /// The current time.
    pub(crate) fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.now)
    }

    /// Time of the next planned event.
    pub(crate) fn next_due(&self) -> Option<Timestamp> {
        self.due.keys().next().map(|(time, _)| Timestamp::from_millis(*time))
    }

    /// Advances the clock: everything that is due happens in its order.
    pub(crate) fn advance(&mut self, duration: Duration) {
        let milliseconds = i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
        self.advance_to(self.now.saturating_add(milliseconds));
    }

    /// Advances the clock to this time; it never goes back.
    pub(crate) fn advance_to(&mut self, end: i64) {
        while let Some(entry) = self.due.first_entry() {
            let (time, _) = *entry.key();
            if time > end {
                break;
            }
            let due = entry.remove();
            self.now = self.now.max(time);
            self.happen(due);
        }
        self.now = self.now.max(end);
    }

    /// Performs everything that is due now.
    pub(crate) fn settle(&mut self) {
        self.advance_to(self.now);
    }

    fn happen(&mut self, due: Due) {
        match due {
            Due::ExecutionTimeout(run) => self.close_timed_out(run),
            Due::EventLimit(run) => {
                self.close_terminated(
                    run,
                    WorkflowExecutionTerminatedCause::EventLimitExceeded,
                    None,
                    (None, None),
                );
            }
            Due::DecisionWaited(run, event) => self.decision_waited(run, event),
            Due::DecisionTimeout(run, event) => self.decision_timed_out(run, event),
            Due::ActivityTimeout(run, event, timeout) => {
                self.activity_timed_out(run, event, timeout);
            }
            Due::ActivityCanceled(run, event) => self.activity_canceled(run, event, None),
            Due::TimerFires(run, id, event) => self.timer_fires(run, id, event),
            Due::LambdaStarts(run, event) => self.lambda_starts(run, event),
            Due::LambdaAnswers(run, event, answer) => self.lambda_answers(run, event, answer),
            Due::LambdaTimeout(run, event) => self.lambda_timed_out(run, event),
            Due::ChildStarts(run, event) => self.child_starts(run, event),
            Due::ChildClosed(run, event, attributes) => self.child_closed(run, event, *attributes),
            Due::SignalArrives(run, event) => self.signal_arrives(run, event),
            Due::CancelArrives(run, event) => self.cancel_arrives(run, event),
        }
    }
}
