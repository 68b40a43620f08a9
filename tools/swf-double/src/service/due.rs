//! The clock, and what happens by itself when its time has come.

use std::time::Duration;

use asl_swf::model::{
    ActivityTaskTimeoutType, EventAttributes, Timestamp, WorkflowExecutionTerminatedCause,
};

use super::Service;
use super::run::RunKey;
use crate::lambda::LambdaAnswer;

/// What happens when its time has come. What is not open any more then does not happen.
#[derive(Debug)]
pub(super) enum Due {
    /// The run took too long.
    ExecutionTimeout(RunKey),
    /// The run has too many events.
    EventLimit(RunKey),
    /// The decision task of this event waited too long in another list.
    DecisionWaited(RunKey, i64),
    /// The decision task that this event started took too long.
    DecisionTimeout(RunKey, i64),
    /// A time of the activity task of this event ran out.
    ActivityTimeout(RunKey, i64, ActivityTaskTimeoutType),
    /// The activity task was cancelled before anybody had it.
    ActivityCanceled(RunKey, i64),
    /// The timer of this id, started by this event, fires.
    TimerFires(RunKey, String, i64),
    /// The Lambda function of this event is called.
    LambdaStarts(RunKey, i64),
    /// The Lambda function of this event does something.
    LambdaAnswers(RunKey, i64, LambdaAnswer),
    /// The Lambda function of this event took too long.
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
    /// The time.
    pub(crate) fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.now)
    }

    /// When something happens next.
    pub(crate) fn next_due(&self) -> Option<Timestamp> {
        self.due.keys().next().map(|(time, _)| Timestamp::from_millis(*time))
    }

    /// Lets time pass: whatever is due happens in its order.
    pub(crate) fn advance(&mut self, duration: Duration) {
        let milliseconds = i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
        self.advance_to(self.now.saturating_add(milliseconds));
    }

    /// Lets time pass until then; it never goes back.
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

    /// Lets happen what is due now.
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
