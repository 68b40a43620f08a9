//! Decision tasks: a run has at most one open task, and at most one that waits for it.

use asl_swf::model::event::{DecisionTaskScheduled, DecisionTaskStarted, DecisionTaskTimedOut};
use asl_swf::model::{DecisionTask, DecisionTaskTimeoutType, EventAttributes, Timeout};
use asl_swf::service::PollForDecisionTask;

use super::due::Due;
use super::page::Page;
use super::run::{RunKey, ScheduledDecision, StartedDecision};
use super::{Service, check, rank};
use crate::fault::{Fault, Outcome};
use crate::options::Queued;

impl Service {
    /// The next decision task of a list, or the next page of one; empty if there is none.
    pub(crate) fn poll_for_decision_task(
        &mut self,
        request: &PollForDecisionTask,
    ) -> Outcome<DecisionTask> {
        check::id("taskList.name", &request.task_list)?;
        check::length("identity", request.identity.as_deref(), 256)?;
        check::page_size(request.maximum_page_size)?;
        self.known_domain(&request.domain)?;
        if let Some(token) = request.next_page_token.as_deref() {
            let page = self.next_page(token)?;
            return self.decision_task(page, request);
        }
        let Some(run) = self.take_decision_task(&request.domain, &request.task_list) else {
            return Ok(DecisionTask::default());
        };
        self.start_decision(run, request)
    }

    /// Number of decision tasks in a list.
    pub(crate) fn count_pending_decision_tasks(&self, domain: &str, list: &str) -> usize {
        let queue = self.domains.get(domain).and_then(|domain| domain.decision_tasks.get(list));
        queue.map_or(0, |queue| {
            queue.iter().filter(|(_, _, run, event)| self.decision_waits(*run, *event)).count()
        })
    }

    fn decision_waits(&self, run: RunKey, event: i64) -> bool {
        let run = self.run(run);
        run.closed.is_none()
            && run.decisions.scheduled.as_ref().is_some_and(|scheduled| scheduled.event == event)
    }

    fn take_decision_task(&mut self, domain: &str, list: &str) -> Option<RunKey> {
        loop {
            let (_, _, run, event) =
                self.domains.get_mut(domain)?.decision_tasks.get_mut(list)?.pop_first()?;
            if self.decision_waits(run, event) {
                return Some(run);
            }
        }
    }

    fn start_decision(
        &mut self,
        key: RunKey,
        request: &PollForDecisionTask,
    ) -> Outcome<DecisionTask> {
        let Some(scheduled) = self.run_mut(key).decisions.scheduled.take() else {
            unreachable!("the task was found waiting");
        };
        let started = DecisionTaskStarted {
            identity: request.identity.clone(),
            scheduled_event_id: scheduled.event,
        };
        let event = self.record(key, EventAttributes::DecisionTaskStarted(started));
        let token = self.unique("decision-");
        self.decision_tokens.insert(token.clone(), key);
        let run = self.run_mut(key);
        run.decisions.started =
            Some(StartedDecision { event, scheduled: scheduled.event, token: token.clone() });
        let (timeout, length) = (run.settings.task_timeout, run.history.len());
        let previous = usize::try_from(run.decisions.previous_started).unwrap_or(0);
        let first =
            if request.start_at_previous_started_event { previous.saturating_sub(1) } else { 0 };
        self.plan_timeout(timeout, Due::DecisionTimeout(key, event));
        let page = Page {
            run: key,
            first,
            length,
            offset: 0,
            reverse: request.reverse_order,
            task_token: Some(token),
        };
        self.decision_task(page, request)
    }

    /// A page of a decision task.
    fn decision_task(
        &mut self,
        page: Page,
        request: &PollForDecisionTask,
    ) -> Outcome<DecisionTask> {
        let Some(task_token) = page.task_token.clone() else {
            return Err(Fault::validation("the page token is one of GetWorkflowExecutionHistory"));
        };
        let started_event_id = i64::try_from(page.length).unwrap_or(i64::MAX);
        let run = self.run(page.run);
        let (workflow_execution, workflow_type) =
            (run.execution.clone(), run.workflow_type.clone());
        let previous_started_event_id = run.decisions.previous_started;
        let (events, next_page_token) = self.turn(page, request.maximum_page_size);
        Ok(DecisionTask {
            task_token,
            started_event_id,
            previous_started_event_id,
            workflow_execution,
            workflow_type,
            events,
            next_page_token,
        })
    }

    /// Records that something has happened that a decider must see.
    pub(super) fn want_decision(&mut self, key: RunKey) {
        let queued = self.options.queued;
        let run = self.run_mut(key);
        let tasks = &mut run.decisions;
        if run.closed.is_some() || tasks.scheduled.is_some() {
            return;
        }
        if tasks.responding || (tasks.started.is_some() && queued == Queued::AtAnswer) {
            tasks.wanted = true;
            return;
        }
        self.schedule_decision(key);
    }

    /// Records a decision task, and offers it unless another one is open.
    fn schedule_decision(&mut self, key: RunKey) {
        let run = self.run_mut(key);
        let (list, wait) = run
            .decisions
            .override_list
            .clone()
            .unwrap_or_else(|| (run.settings.task_list.clone(), None));
        let scheduled = DecisionTaskScheduled {
            task_list: list.clone(),
            task_priority: run.settings.task_priority.clone(),
            start_to_close_timeout: Some(run.settings.task_timeout),
            schedule_to_start_timeout: wait,
        };
        run.decisions.wanted = false;
        let event = self.record(key, EventAttributes::DecisionTaskScheduled(scheduled));
        self.run_mut(key).decisions.scheduled = Some(ScheduledDecision { event, list: list.name });
        if self.run(key).decisions.started.is_none() {
            self.offer_decision(key);
        }
    }

    /// Adds the waiting decision task to its list.
    fn offer_decision(&mut self, key: RunKey) {
        let serial = self.next_serial();
        let run = self.run(key);
        let Some(scheduled) = &run.decisions.scheduled else { return };
        let (event, list, domain) = (scheduled.event, scheduled.list.clone(), run.domain.clone());
        let rank = rank(run.settings.task_priority.as_deref());
        let wait = run.decisions.override_list.as_ref().and_then(|(_, wait)| *wait);
        if let Some(domain) = self.domains.get_mut(&domain) {
            domain.decision_tasks.entry(list).or_default().insert((rank, serial, key, event));
        }
        self.plan_timeout(wait.unwrap_or(Timeout::Unlimited), Due::DecisionWaited(key, event));
    }

    /// Closes the open decision task, and offers the waiting one.
    pub(super) fn next_decision(&mut self, key: RunKey) {
        let run = self.run(key);
        if run.closed.is_some() {
            return;
        }
        if run.decisions.scheduled.is_some() {
            self.offer_decision(key);
        } else if run.decisions.wanted {
            self.schedule_decision(key);
        }
    }

    /// The decider did not answer in time, so another one may try.
    pub(super) fn decision_timed_out(&mut self, key: RunKey, event: i64) {
        let tasks = &mut self.run_mut(key).decisions;
        let Some(started) = tasks.started.take_if(|started| started.event == event) else { return };
        tasks.override_list.take_if(|(_, wait)| wait.is_some());
        tasks.wanted = tasks.scheduled.is_none();
        self.decision_tokens.remove(&started.token);
        let timed_out = DecisionTaskTimedOut {
            timeout_type: DecisionTaskTimeoutType::StartToClose,
            scheduled_event_id: started.scheduled,
            started_event_id: started.event,
        };
        self.record(key, EventAttributes::DecisionTaskTimedOut(timed_out));
        self.next_decision(key);
    }

    /// No decider polled the other list in time, so use the execution's own.
    pub(super) fn decision_waited(&mut self, key: RunKey, event: i64) {
        if !self.decision_waits(key, event) {
            return;
        }
        let tasks = &mut self.run_mut(key).decisions;
        (tasks.scheduled, tasks.override_list, tasks.wanted) = (None, None, true);
        let timed_out = DecisionTaskTimedOut {
            timeout_type: DecisionTaskTimeoutType::ScheduleToStart,
            scheduled_event_id: event,
            started_event_id: 0,
        };
        self.record(key, EventAttributes::DecisionTaskTimedOut(timed_out));
        self.next_decision(key);
    }
}
