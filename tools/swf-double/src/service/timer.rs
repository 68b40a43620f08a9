//! Timers.

use asl_swf::model::EventAttributes;
use asl_swf::model::decision::{CancelTimer, StartTimer};
use asl_swf::model::event::{
    CancelTimerFailed, StartTimerFailed, TimerCanceled, TimerFired, TimerStarted,
};

use super::Service;
use super::answer::Answer;
use super::due::Due;
use super::run::RunKey;

impl Service {
    pub(super) fn start_timer(&mut self, answer: &Answer, timer: StartTimer) {
        let (run, limit) = (self.run(answer.run), self.options.limits.timers);
        let cause = if run.timers.contains_key(&timer.timer_id) {
            Some("TIMER_ID_ALREADY_IN_USE")
        } else {
            (run.timers.len() >= limit).then_some("OPEN_TIMERS_LIMIT_EXCEEDED")
        };
        let decision_task_completed_event_id = answer.completed;
        if let Some(cause) = answer.refused.as_deref().or(cause) {
            let failed = StartTimerFailed {
                timer_id: timer.timer_id,
                cause: cause.into(),
                decision_task_completed_event_id,
            };
            self.decision_failed(answer, EventAttributes::StartTimerFailed(failed));
            return;
        }
        let started = TimerStarted {
            timer_id: timer.timer_id.clone(),
            control: timer.control,
            start_to_fire_timeout: timer.start_to_fire_timeout,
            decision_task_completed_event_id,
        };
        let event = self.record(answer.run, EventAttributes::TimerStarted(started));
        self.run_mut(answer.run).timers.insert(timer.timer_id.clone(), event);
        self.plan_timeout(
            timer.start_to_fire_timeout,
            Due::TimerFires(answer.run, timer.timer_id, event),
        );
    }

    pub(super) fn cancel_timer(&mut self, answer: &Answer, timer: CancelTimer) {
        let decision_task_completed_event_id = answer.completed;
        let known = self.run(answer.run).timers.get(&timer.timer_id).copied();
        let (Some(started_event_id), None) = (known, &answer.refused) else {
            let cause = answer.refused.as_deref().unwrap_or("TIMER_ID_UNKNOWN").into();
            let failed = CancelTimerFailed {
                timer_id: timer.timer_id,
                cause,
                decision_task_completed_event_id,
            };
            self.decision_failed(answer, EventAttributes::CancelTimerFailed(failed));
            return;
        };
        self.run_mut(answer.run).timers.remove(&timer.timer_id);
        let canceled = TimerCanceled {
            timer_id: timer.timer_id,
            started_event_id,
            decision_task_completed_event_id,
        };
        self.record(answer.run, EventAttributes::TimerCanceled(canceled));
    }

    pub(super) fn timer_fires(&mut self, key: RunKey, timer_id: String, event: i64) {
        let run = self.run_mut(key);
        if run.closed.is_some() || run.timers.get(&timer_id) != Some(&event) {
            return;
        }
        run.timers.remove(&timer_id);
        self.record(
            key,
            EventAttributes::TimerFired(TimerFired { timer_id, started_event_id: event }),
        );
        self.want_decision(key);
    }
}
