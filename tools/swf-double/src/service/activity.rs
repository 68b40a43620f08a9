//! Activity tasks: deciders schedule them, and workers run them.

use asl_swf::model::decision::{RequestCancelActivityTask, ScheduleActivityTask};
use asl_swf::model::event::{
    ActivityTaskCancelRequested, ActivityTaskCanceled, ActivityTaskCompleted, ActivityTaskFailed,
    ActivityTaskScheduled, ActivityTaskStarted, ActivityTaskTimedOut,
    RequestCancelActivityTaskFailed, ScheduleActivityTaskFailed,
};
use asl_swf::model::{ActivityTask, ActivityTaskTimeoutType, EventAttributes, TaskList, Timeout};
use asl_swf::service::{
    PollForActivityTask, RecordActivityTaskHeartbeat, RespondActivityTaskCanceled,
    RespondActivityTaskCompleted, RespondActivityTaskFailed,
};

use super::answer::Answer;
use super::due::Due;
use super::registry::Cause;
use super::run::{Activity, RunKey, StartedActivity};
use super::{Service, check, rank};
use crate::fault::{Fault, Outcome};

/// The parameters of an activity task, including its type's defaults.
struct Resolved {
    list: TaskList,
    priority: Option<String>,
    schedule_to_start: Timeout,
    schedule_to_close: Timeout,
    start_to_close: Timeout,
    heartbeat: Timeout,
}

impl Service {
    pub(super) fn schedule_activity(&mut self, answer: &Answer, activity: ScheduleActivityTask) {
        let decision_task_completed_event_id = answer.completed;
        let resolved = match self.resolve_activity(answer, &activity) {
            Ok(resolved) if answer.refused.is_none() => resolved,
            faulty => {
                let cause = answer.refused.as_deref().or(faulty.err()).unwrap_or_default().into();
                let failed = ScheduleActivityTaskFailed {
                    activity_type: activity.activity_type,
                    activity_id: activity.activity_id,
                    cause,
                    decision_task_completed_event_id,
                };
                self.decision_failed(answer, EventAttributes::ScheduleActivityTaskFailed(failed));
                return;
            }
        };
        let scheduled = ActivityTaskScheduled {
            activity_type: activity.activity_type.clone(),
            activity_id: activity.activity_id.clone(),
            input: activity.input.clone(),
            control: activity.control,
            schedule_to_start_timeout: Some(resolved.schedule_to_start),
            schedule_to_close_timeout: Some(resolved.schedule_to_close),
            start_to_close_timeout: Some(resolved.start_to_close),
            task_list: resolved.list.clone(),
            task_priority: resolved.priority.clone(),
            decision_task_completed_event_id,
            heartbeat_timeout: Some(resolved.heartbeat),
        };
        let event = self.record(answer.run, EventAttributes::ActivityTaskScheduled(scheduled));
        let open = Activity {
            id: activity.activity_id,
            kind: activity.activity_type,
            input: activity.input,
            start_to_close: resolved.start_to_close,
            heartbeat: resolved.heartbeat,
            started: None,
            cancel_requested: None,
        };
        self.run_mut(answer.run).activities.insert(event, open);
        self.offer_activity(answer.run, event, &resolved);
    }

    /// The parameters of the task, or the cause why it cannot be scheduled.
    fn resolve_activity(
        &self,
        answer: &Answer,
        activity: &ScheduleActivityTask,
    ) -> Result<Resolved, Cause> {
        let run = self.run(answer.run);
        let registered = self
            .domains
            .get(&run.domain)
            .and_then(|domain| domain.activity_types.get(&activity.activity_type));
        let registered = registered.ok_or("ACTIVITY_TYPE_DOES_NOT_EXIST")?;
        if registered.deprecated {
            return Err("ACTIVITY_TYPE_DEPRECATED");
        }
        if run.activities.values().any(|open| open.id == activity.activity_id) {
            return Err("ACTIVITY_ID_ALREADY_IN_USE");
        }
        if run.activities.len() >= self.options.limits.activities {
            return Err("OPEN_ACTIVITIES_LIMIT_EXCEEDED");
        }
        let defaults = &registered.defaults;
        Ok(Resolved {
            list: activity
                .task_list
                .clone()
                .or_else(|| defaults.default_task_list.clone())
                .ok_or("DEFAULT_TASK_LIST_UNDEFINED")?,
            priority: activity
                .task_priority
                .clone()
                .or_else(|| defaults.default_task_priority.clone()),
            schedule_to_start: activity
                .schedule_to_start_timeout
                .or(defaults.default_task_schedule_to_start_timeout)
                .ok_or("DEFAULT_SCHEDULE_TO_START_TIMEOUT_UNDEFINED")?,
            schedule_to_close: activity
                .schedule_to_close_timeout
                .or(defaults.default_task_schedule_to_close_timeout)
                .ok_or("DEFAULT_SCHEDULE_TO_CLOSE_TIMEOUT_UNDEFINED")?,
            start_to_close: activity
                .start_to_close_timeout
                .or(defaults.default_task_start_to_close_timeout)
                .ok_or("DEFAULT_START_TO_CLOSE_TIMEOUT_UNDEFINED")?,
            heartbeat: activity
                .heartbeat_timeout
                .or(defaults.default_task_heartbeat_timeout)
                .ok_or("DEFAULT_HEARTBEAT_TIMEOUT_UNDEFINED")?,
        })
    }

    fn offer_activity(&mut self, key: RunKey, event: i64, resolved: &Resolved) {
        let serial = self.next_serial();
        let domain = self.run(key).domain.clone();
        if let Some(domain) = self.domains.get_mut(&domain) {
            let rank = rank(resolved.priority.as_deref());
            domain
                .activity_tasks
                .entry(resolved.list.name.clone())
                .or_default()
                .insert((rank, serial, key, event));
        }
        let timeout = |timeout| Due::ActivityTimeout(key, event, timeout);
        self.plan_timeout(
            resolved.schedule_to_start,
            timeout(ActivityTaskTimeoutType::ScheduleToStart),
        );
        self.plan_timeout(
            resolved.schedule_to_close,
            timeout(ActivityTaskTimeoutType::ScheduleToClose),
        );
    }

    pub(super) fn request_cancel_activity(
        &mut self,
        answer: &Answer,
        cancel: RequestCancelActivityTask,
    ) {
        let decision_task_completed_event_id = answer.completed;
        let activity_id = cancel.activity_id;
        let found = self
            .run(answer.run)
            .activities
            .iter()
            .find(|(_, open)| open.id == activity_id)
            .map(|(event, _)| *event);
        let (Some(event), None) = (found, &answer.refused) else {
            let cause = answer.refused.as_deref().unwrap_or("ACTIVITY_ID_UNKNOWN").into();
            let failed = RequestCancelActivityTaskFailed {
                activity_id,
                cause,
                decision_task_completed_event_id,
            };
            self.decision_failed(answer, EventAttributes::RequestCancelActivityTaskFailed(failed));
            return;
        };
        let requested =
            ActivityTaskCancelRequested { decision_task_completed_event_id, activity_id };
        let requested =
            self.record(answer.run, EventAttributes::ActivityTaskCancelRequested(requested));
        let Some(open) = self.run_mut(answer.run).activities.get_mut(&event) else {
            unreachable!("it was found above");
        };
        open.cancel_requested = Some(requested);
        if open.started.is_none() {
            self.plan(0, Due::ActivityCanceled(answer.run, event));
        }
    }

    /// The next activity task of a list; empty if there is none.
    pub(crate) fn poll_for_activity_task(
        &mut self,
        request: &PollForActivityTask,
    ) -> Outcome<ActivityTask> {
        check::id("taskList.name", &request.task_list)?;
        check::length("identity", request.identity.as_deref(), 256)?;
        self.known_domain(&request.domain)?;
        let Some((key, event)) = self.take_activity_task(&request.domain, &request.task_list)
        else {
            return Ok(ActivityTask::default());
        };
        let started =
            ActivityTaskStarted { identity: request.identity.clone(), scheduled_event_id: event };
        let started_event_id = self.record(key, EventAttributes::ActivityTaskStarted(started));
        let (token, heard) = (self.unique("activity-"), self.now);
        self.activity_tokens.insert(token.clone(), (key, event));
        let run = self.run_mut(key);
        let workflow_execution = run.execution.clone();
        let Some(open) = run.activities.get_mut(&event) else {
            unreachable!("the task was found waiting")
        };
        open.started = Some(StartedActivity {
            event: started_event_id,
            token: token.clone(),
            details: None,
            heard,
        });
        let task = ActivityTask {
            task_token: token,
            activity_id: open.id.clone(),
            started_event_id,
            workflow_execution,
            activity_type: open.kind.clone(),
            input: open.input.clone(),
        };
        let (start_to_close, heartbeat) = (open.start_to_close, open.heartbeat);
        self.plan_timeout(
            start_to_close,
            Due::ActivityTimeout(key, event, ActivityTaskTimeoutType::StartToClose),
        );
        self.plan_timeout(
            heartbeat,
            Due::ActivityTimeout(key, event, ActivityTaskTimeoutType::Heartbeat),
        );
        Ok(task)
    }

    /// Number of activity tasks in a list.
    pub(crate) fn count_pending_activity_tasks(&self, domain: &str, list: &str) -> usize {
        let queue = self.domains.get(domain).and_then(|domain| domain.activity_tasks.get(list));
        queue.map_or(0, |queue| {
            queue.iter().filter(|(_, _, run, event)| self.activity_waits(*run, *event)).count()
        })
    }

    fn activity_waits(&self, run: RunKey, event: i64) -> bool {
        let run = self.run(run);
        let open = run
            .activities
            .get(&event)
            .is_some_and(|open| open.started.is_none() && open.cancel_requested.is_none());
        open && run.closed.is_none()
    }

    fn take_activity_task(&mut self, domain: &str, list: &str) -> Option<(RunKey, i64)> {
        loop {
            let (_, _, run, event) =
                self.domains.get_mut(domain)?.activity_tasks.get_mut(list)?.pop_first()?;
            if self.activity_waits(run, event) {
                return Some((run, event));
            }
        }
    }

    /// Records a heartbeat. Returns true if the worker should stop.
    pub(crate) fn record_activity_task_heartbeat(
        &mut self,
        request: RecordActivityTaskHeartbeat,
    ) -> Outcome<bool> {
        check::length("details", request.details.as_deref(), check::HEARTBEAT_DETAILS)?;
        let (key, event) = self.working(&request.task_token)?;
        let now = self.now;
        let Some(open) = self.run_mut(key).activities.get_mut(&event) else {
            unreachable!("the token is one of an open task")
        };
        let (cancel, heartbeat) = (open.cancel_requested.is_some(), open.heartbeat);
        if let Some(started) = &mut open.started {
            started.heard = now;
            started.details = request.details;
        }
        self.plan_timeout(
            heartbeat,
            Due::ActivityTimeout(key, event, ActivityTaskTimeoutType::Heartbeat),
        );
        Ok(cancel)
    }

    pub(crate) fn respond_activity_task_completed(
        &mut self,
        request: RespondActivityTaskCompleted,
    ) -> Outcome<()> {
        check::data("result", request.result.as_deref())?;
        let (key, event) = self.working(&request.task_token)?;
        let (scheduled_event_id, started_event_id) =
            (event, self.close_activity(key, event).started_event());
        let completed =
            ActivityTaskCompleted { result: request.result, scheduled_event_id, started_event_id };
        self.record(key, EventAttributes::ActivityTaskCompleted(completed));
        self.want_decision(key);
        Ok(())
    }

    pub(crate) fn respond_activity_task_failed(
        &mut self,
        request: RespondActivityTaskFailed,
    ) -> Outcome<()> {
        check::reason(request.reason.as_deref())?;
        check::data("details", request.details.as_deref())?;
        let (key, event) = self.working(&request.task_token)?;
        let (scheduled_event_id, started_event_id) =
            (event, self.close_activity(key, event).started_event());
        let failed = ActivityTaskFailed {
            reason: request.reason,
            details: request.details,
            scheduled_event_id,
            started_event_id,
        };
        self.record(key, EventAttributes::ActivityTaskFailed(failed));
        self.want_decision(key);
        Ok(())
    }

    pub(crate) fn respond_activity_task_canceled(
        &mut self,
        request: RespondActivityTaskCanceled,
    ) -> Outcome<()> {
        check::data("details", request.details.as_deref())?;
        let (key, event) = self.working(&request.task_token)?;
        self.activity_canceled(key, event, request.details);
        Ok(())
    }

    /// The open task with this token.
    fn working(&self, token: &str) -> Outcome<(RunKey, i64)> {
        let task = self
            .activity_tokens
            .get(token)
            .copied()
            .filter(|(run, _)| self.run(*run).closed.is_none());
        task.ok_or_else(|| {
            Fault::unknown(
                "Unknown activity task: it was answered, has timed out or its execution has closed",
            )
        })
    }

    /// The fault of a task that is no longer open.
    fn close_activity(&mut self, key: RunKey, event: i64) -> Activity {
        let Some(activity) = self.run_mut(key).activities.remove(&event) else {
            unreachable!("the task was found open")
        };
        if let Some(started) = &activity.started {
            self.activity_tokens.remove(&started.token);
        }
        activity
    }

    pub(super) fn activity_canceled(&mut self, key: RunKey, event: i64, details: Option<String>) {
        if self.run(key).closed.is_some() || !self.run(key).activities.contains_key(&event) {
            return;
        }
        let activity = self.close_activity(key, event);
        let canceled = ActivityTaskCanceled {
            details,
            scheduled_event_id: event,
            started_event_id: activity.started_event(),
            latest_cancel_requested_event_id: activity.cancel_requested,
        };
        self.record(key, EventAttributes::ActivityTaskCanceled(canceled));
        self.want_decision(key);
    }

    pub(super) fn activity_timed_out(
        &mut self,
        key: RunKey,
        event: i64,
        timeout_type: ActivityTaskTimeoutType,
    ) {
        let (run, now) = (self.run(key), self.now);
        let Some(open) = run
            .activities
            .get(&event)
            .filter(|open| run.closed.is_none() && open.ran_out(&timeout_type, now))
        else {
            return;
        };
        let details = open.started.as_ref().and_then(|started| started.details.clone());
        let started_event_id = self.close_activity(key, event).started_event();
        let timed_out = ActivityTaskTimedOut {
            timeout_type,
            scheduled_event_id: event,
            started_event_id,
            details,
        };
        self.record(key, EventAttributes::ActivityTaskTimedOut(timed_out));
        self.want_decision(key);
    }
}

impl Activity {
    /// The event that started it; 0 if it has not started.
    fn started_event(&self) -> i64 {
        self.started.as_ref().map_or(0, |started| started.event)
    }

    /// Returns true if this time-out has really elapsed: a worker may have started the task or sent
    /// a heartbeat since.
    fn ran_out(&self, timeout: &ActivityTaskTimeoutType, now: i64) -> bool {
        let silent = |started: &StartedActivity| match self.heartbeat {
            Timeout::Seconds(seconds) => {
                now.saturating_sub(started.heard)
                    >= i64::try_from(seconds).unwrap_or(i64::MAX).saturating_mul(1000)
            }
            Timeout::Unlimited => false,
        };
        match timeout {
            ActivityTaskTimeoutType::ScheduleToStart => self.started.is_none(),
            ActivityTaskTimeoutType::Heartbeat => self.started.as_ref().is_some_and(silent),
            ActivityTaskTimeoutType::StartToClose
            | ActivityTaskTimeoutType::ScheduleToClose
            | ActivityTaskTimeoutType::Other(_) => true,
        }
    }
}
