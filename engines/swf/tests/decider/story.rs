//! A history under construction: a test's events, in Amazon SWF's format.

use asl_runtime::machine::Machine;
use asl_swf::model::event::*;
use asl_swf::model::{
    ActivityTaskTimeoutType, ChildPolicy, Decision, DecisionTask, Event, EventAttributes, TaskList,
    Timeout, Timestamp, WorkflowExecution, WorkflowExecutionTimeoutType, WorkflowType,
};
use asl_swf::{DecideError, Decided, Decider, DeciderOptions};
use serde_json::Value;

/// 2026-01-01T00:00:00Z.
pub(crate) const START: i64 = 1_767_225_600_000;

/// The history of one run, and its decider.
pub(crate) struct Story {
    pub(crate) decider: Decider,
    pub(crate) task: DecisionTask,
    /// Milliseconds since 1970.
    pub(crate) now: i64,
}

impl Story {
    pub(crate) fn new(machine: &'static Machine, input: &Value) -> Self {
        Self::with(machine, input, DeciderOptions::default())
    }

    pub(crate) fn with(machine: &'static Machine, input: &Value, options: DeciderOptions) -> Self {
        Self::begin(machine, input.to_string(), options)
    }

    pub(crate) fn begin(machine: &'static Machine, input: String, options: DeciderOptions) -> Self {
        let kind = WorkflowType::new(machine.name, "1.0");
        let task = DecisionTask {
            task_token: "token".into(),
            workflow_execution: WorkflowExecution {
                workflow_id: "order-7".into(),
                run_id: "run-1".into(),
            },
            workflow_type: kind.clone(),
            ..DecisionTask::default()
        };
        let mut story = Self { decider: Decider::new(machine, options).unwrap(), task, now: START };
        story.push(EventAttributes::WorkflowExecutionStarted(WorkflowExecutionStarted {
            input: Some(input),
            execution_start_to_close_timeout: Some(Timeout::Seconds(3600)),
            task_start_to_close_timeout: Some(Timeout::Seconds(60)),
            child_policy: ChildPolicy::Terminate,
            task_list: TaskList::new("orders"),
            task_priority: None,
            workflow_type: kind,
            tag_list: vec!["tea".into()],
            continued_execution_run_id: None,
            parent_workflow_execution: None,
            parent_initiated_event_id: None,
            lambda_role: Some("arn:aws:iam::123456789012:role/swf".into()),
        }));
        story
    }

    pub(crate) fn push(&mut self, attributes: EventAttributes) -> i64 {
        let event_id = i64::try_from(self.task.events.len()).unwrap() + 1;
        self.now += 10;
        self.task.events.push(Event {
            event_id,
            event_timestamp: Timestamp::from_millis(self.now),
            attributes,
        });
        event_id
    }

    /// Time passes before the next event.
    pub(crate) fn pass(&mut self, millis: i64) {
        self.now += millis;
    }

    /// Starts a decision task. The decisions are not sent.
    pub(crate) fn begin_task(&mut self) -> i64 {
        let scheduled_event_id =
            self.push(EventAttributes::DecisionTaskScheduled(DecisionTaskScheduled {
                task_list: TaskList::new("orders"),
                task_priority: None,
                start_to_close_timeout: Some(Timeout::Seconds(60)),
                schedule_to_start_timeout: None,
            }));
        let started = DecisionTaskStarted { identity: None, scheduled_event_id };
        self.task.started_event_id = self.push(EventAttributes::DecisionTaskStarted(started));
        self.task.started_event_id
    }

    pub(crate) fn try_decide(&mut self) -> Result<Decided, DecideError> {
        self.begin_task();
        self.decider.decide(&self.task)
    }

    /// The next decisions as JSON; they are not sent.
    pub(crate) fn decide(&mut self) -> Value {
        json(&self.try_decide().unwrap().decisions)
    }

    /// Sends the next decisions, all of which are accepted. Returns them in short form.
    pub(crate) fn answer(&mut self) -> Vec<String> {
        let decided = self.try_decide().unwrap();
        self.take(&decided.decisions);
        decided.decisions.iter().map(short).collect()
    }

    /// A decider answered with these.
    pub(crate) fn take(&mut self, decisions: &[Decision]) -> i64 {
        let completed = self.complete_task();
        for decision in decisions {
            let attributes = self.taken(decision, completed);
            self.push(attributes);
        }
        completed
    }

    pub(crate) fn complete_task(&mut self) -> i64 {
        let started_event_id = self.task.started_event_id;
        self.push(EventAttributes::DecisionTaskCompleted(DecisionTaskCompleted {
            execution_context: None,
            scheduled_event_id: started_event_id - 1,
            started_event_id,
            task_list: None,
            task_list_schedule_to_start_timeout: None,
        }))
    }

    /// The events of an accepted decision, through the JSON that both share nearly completely.
    pub(crate) fn taken(&self, decision: &Decision, completed: i64) -> EventAttributes {
        let json = serde_json::to_value(decision).unwrap();
        let mut fields =
            json.as_object().unwrap().values().find(|value| value.is_object()).unwrap().clone();
        fields["decisionTaskCompletedEventId"] = completed.into();
        let started = serde_json::json!({
            "taskList": {"name": "orders"}, "childPolicy": "TERMINATE", "newExecutionRunId": "run-2",
            "workflowType": {"name": self.decider.workflow_name(), "version": "1.0"},
        });
        for (key, value) in started.as_object().unwrap() {
            if fields.get(key).is_none() {
                fields[key] = value.clone();
            }
        }
        let event_type = match decision.decision_type() {
            "ScheduleActivityTask" => "ActivityTaskScheduled",
            "RequestCancelActivityTask" => "ActivityTaskCancelRequested",
            "CompleteWorkflowExecution" => "WorkflowExecutionCompleted",
            "FailWorkflowExecution" => "WorkflowExecutionFailed",
            "CancelWorkflowExecution" => "WorkflowExecutionCanceled",
            "ContinueAsNewWorkflowExecution" => "WorkflowExecutionContinuedAsNew",
            "RecordMarker" => "MarkerRecorded",
            "StartTimer" => "TimerStarted",
            "CancelTimer" => {
                fields["startedEventId"] = self.opened(fields["timerId"].as_str().unwrap()).into();
                "TimerCanceled"
            }
            "SignalExternalWorkflowExecution" => "SignalExternalWorkflowExecutionInitiated",
            "RequestCancelExternalWorkflowExecution" => {
                "RequestCancelExternalWorkflowExecutionInitiated"
            }
            "StartChildWorkflowExecution" => "StartChildWorkflowExecutionInitiated",
            "ScheduleLambdaFunction" => "LambdaFunctionScheduled",
            other => unreachable!("there is no decision `{other}`"),
        };
        attributes(event_type, fields)
    }

    /// A decision was refused, with this cause.
    pub(crate) fn refused(&mut self, event_type: &str, fields: Value, cause: &str) -> i64 {
        let completed = self.task.events.iter().rev().find_map(|event| match event.attributes {
            EventAttributes::DecisionTaskCompleted(_) => Some(event.event_id),
            _ => None,
        });
        let mut fields = fields;
        fields["cause"] = cause.into();
        fields["decisionTaskCompletedEventId"] = completed.unwrap().into();
        self.push(attributes(event_type, fields))
    }

    /// The last event that started something with this id.
    pub(crate) fn opened(&self, id: &str) -> i64 {
        let is_it = |event: &&Event| match &event.attributes {
            EventAttributes::ActivityTaskScheduled(it) => it.activity_id == id,
            EventAttributes::LambdaFunctionScheduled(it) => it.id == id,
            EventAttributes::TimerStarted(it) => it.timer_id == id,
            EventAttributes::StartChildWorkflowExecutionInitiated(it) => it.workflow_id == id,
            EventAttributes::SignalExternalWorkflowExecutionInitiated(it) => {
                it.control.as_deref() == Some(id)
            }
            EventAttributes::RequestCancelExternalWorkflowExecutionInitiated(it) => {
                it.workflow_id == id
            }
            _ => false,
        };
        self.task
            .events
            .iter()
            .rev()
            .find(is_it)
            .unwrap_or_else(|| panic!("nothing is open as `{id}`"))
            .event_id
    }

    pub(crate) fn done(&mut self, id: &str, result: &Value) -> i64 {
        let scheduled_event_id = self.opened(id);
        let started_event_id =
            self.push(EventAttributes::ActivityTaskStarted(ActivityTaskStarted {
                identity: Some("worker".into()),
                scheduled_event_id,
            }));
        let result = Some(result.to_string());
        let done = ActivityTaskCompleted { result, scheduled_event_id, started_event_id };
        self.push(EventAttributes::ActivityTaskCompleted(done))
    }

    pub(crate) fn failed(&mut self, id: &str, reason: &str, details: &str) -> i64 {
        let (reason, details) = (Some(reason.into()), Some(details.into()));
        let scheduled_event_id = self.opened(id);
        let failed =
            ActivityTaskFailed { reason, details, scheduled_event_id, started_event_id: 0 };
        self.push(EventAttributes::ActivityTaskFailed(failed))
    }

    pub(crate) fn timed_out(&mut self, id: &str, timeout_type: ActivityTaskTimeoutType) -> i64 {
        let scheduled_event_id = self.opened(id);
        let timed_out = ActivityTaskTimedOut {
            timeout_type,
            scheduled_event_id,
            started_event_id: 0,
            details: None,
        };
        self.push(EventAttributes::ActivityTaskTimedOut(timed_out))
    }

    pub(crate) fn canceled(&mut self, id: &str) -> i64 {
        let canceled = ActivityTaskCanceled {
            details: None,
            scheduled_event_id: self.opened(id),
            started_event_id: 0,
            latest_cancel_requested_event_id: None,
        };
        self.push(EventAttributes::ActivityTaskCanceled(canceled))
    }

    pub(crate) fn fired(&mut self, id: &str) -> i64 {
        let fired = TimerFired { timer_id: id.into(), started_event_id: self.opened(id) };
        self.push(EventAttributes::TimerFired(fired))
    }

    pub(crate) fn signal(&mut self, name: &str, input: &Value) -> i64 {
        self.push(EventAttributes::WorkflowExecutionSignaled(WorkflowExecutionSignaled {
            signal_name: name.into(),
            input: Some(input.to_string()),
            external_workflow_execution: None,
            external_initiated_event_id: None,
        }))
    }

    pub(crate) fn request_cancel(&mut self) -> i64 {
        self.push(EventAttributes::WorkflowExecutionCancelRequested(
            WorkflowExecutionCancelRequested {
                external_workflow_execution: None,
                external_initiated_event_id: None,
                cause: None,
            },
        ))
    }

    /// An event of a child: the end of its type after `ChildWorkflowExecution`, and its other
    /// fields.
    pub(crate) fn child(&mut self, id: &str, what: &str, fields: Value) -> i64 {
        let mut all = serde_json::json!({
            "workflowExecution": {"workflowId": id, "runId": "child-run"}, "workflowType": {"name": "child", "version": "1.0"},
            "initiatedEventId": self.initiated(id), "startedEventId": 0,
            "timeoutType": WorkflowExecutionTimeoutType::StartToClose.as_str(),
        });
        for (key, value) in fields.as_object().unwrap() {
            all[key] = value.clone();
        }
        self.push(attributes(&format!("ChildWorkflowExecution{what}"), all))
    }

    fn initiated(&self, id: &str) -> i64 {
        let is_it = |event: &&Event| matches!(&event.attributes, EventAttributes::StartChildWorkflowExecutionInitiated(it) if it.workflow_id == id);
        self.task
            .events
            .iter()
            .rev()
            .find(is_it)
            .unwrap_or_else(|| panic!("no child is called `{id}`"))
            .event_id
    }
}

/// Attributes by the name of their type.
pub(crate) fn attributes(event_type: &str, fields: Value) -> EventAttributes {
    let mut key = format!("{event_type}EventAttributes");
    key.replace_range(..1, &key[..1].to_lowercase());
    let mut event = serde_json::json!({"eventId": 1, "eventTimestamp": 0, "eventType": event_type});
    event[key] = fields;
    serde_json::from_value::<Event>(event).unwrap().attributes
}

pub(crate) fn json(decisions: &[Decision]) -> Value {
    serde_json::to_value(decisions).unwrap()
}

/// A decision in short: its type and its id.
pub(crate) fn short(decision: &Decision) -> String {
    let kind = decision.decision_type();
    let id = match decision {
        Decision::ScheduleActivityTask(it) => &it.activity_id,
        Decision::RequestCancelActivityTask(it) => &it.activity_id,
        Decision::StartTimer(it) => {
            return format!("{kind} {} {}", it.timer_id, it.start_to_fire_timeout);
        }
        Decision::CancelTimer(it) => &it.timer_id,
        Decision::RecordMarker(it) => &it.marker_name,
        Decision::StartChildWorkflowExecution(it) => &it.workflow_id,
        Decision::RequestCancelExternalWorkflowExecution(it) => &it.workflow_id,
        Decision::SignalExternalWorkflowExecution(it) => &it.workflow_id,
        Decision::ScheduleLambdaFunction(it) => &it.id,
        Decision::CompleteWorkflowExecution(it) => it.result.as_ref().unwrap(),
        Decision::FailWorkflowExecution(it) => {
            let text = |text: &Option<String>| text.clone().unwrap_or_default();
            let error = asl_swf::failure::read(it.reason.as_deref(), it.details.as_deref());
            let cause = error.cause().unwrap_or_default();
            return format!("{kind} {}: {cause}", text(&it.reason));
        }
        Decision::CancelWorkflowExecution(_) | Decision::ContinueAsNewWorkflowExecution(_) => {
            return kind.to_owned();
        }
    };
    format!("{kind} {id}")
}
