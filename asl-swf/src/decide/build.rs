//! The decisions themselves, as Amazon SWF has them. What it would not take is an error before anything is sent.

use asl_runtime::error::{Status, names};
use asl_runtime::machine::{Form, TaskRow};
use asl_runtime::value::Text;
use asl_runtime::{Failure, TaskError, Value};

use crate::model::decision::{
    CancelTimer, CancelWorkflowExecution, CompleteWorkflowExecution, ContinueAsNewWorkflowExecution,
    FailWorkflowExecution, RecordMarker, RequestCancelActivityTask, RequestCancelExternalWorkflowExecution,
    ScheduleActivityTask, ScheduleLambdaFunction, SignalExternalWorkflowExecution, StartChildWorkflowExecution,
    StartTimer,
};
use crate::model::{ActivityType, Decision, Event, TaskList, Timeout, WorkflowType};
use crate::{checkpoint, failure};

use super::child::Child;
use super::entry::{Entry, Work};
use super::ids::units;
use super::plan::{Closing, Planned};
use super::replay::Replay;
use super::{DecideError, Decided};

/// Longest input, result and details, in characters.
const LONGEST: usize = 32_768;
/// Most events of a run.
const MOST_EVENTS: i64 = 25_000;
/// Events after which a run is continued as a new one, unless an option says otherwise.
const CONTINUE_AFTER: u64 = 10_000;
/// How often the end may be refused for a reason that does not pass.
const MOST_REFUSALS: u32 = 3;

impl Replay<'_> {
    /// The answer to the decision task that has begun with this event.
    pub(super) fn decide(&mut self, event: &Event) -> Result<Decided, DecideError> {
        if let Some((event_id, event_type, cause)) = self.refusal.take().filter(|_| self.refusals > MOST_REFUSALS) {
            return Err(DecideError::CloseRefused { event_id, event_type, cause });
        }
        let checkpoint = self.checkpoint(event.event_id);
        let plan = self.plan(checkpoint.is_some());
        let closes = plan.iter().any(|planned| matches!(planned, Planned::Close(_)));
        let after = event.event_id.saturating_add(1).saturating_add(i64::try_from(plan.len()).unwrap_or(i64::MAX));
        if after > MOST_EVENTS && !closes {
            return Err(DecideError::HistoryFull { events: event.event_id, state: self.place() });
        }
        let decisions: Result<Vec<Decision>, DecideError> =
            plan.iter().map(|planned| self.decision(planned, checkpoint.as_deref())).collect();
        Ok(self.decided(decisions?))
    }

    /// What a new run goes on from, if it is time for one and the machine is where one can.
    fn checkpoint(&self, events: i64) -> Option<String> {
        let after = Some(self.decider.options.continue_after).filter(|after| *after > 0).unwrap_or(CONTINUE_AFTER);
        let is_due = u64::try_from(events).is_ok_and(|events| events >= after);
        (is_due && self.is_settled()).then(|| checkpoint::write(&self.run, LONGEST)).flatten()
    }

    fn decision(&self, planned: &Planned, checkpoint: Option<&str>) -> Result<Decision, DecideError> {
        match planned {
            Planned::Marker(name) => {
                Ok(Decision::RecordMarker(RecordMarker { marker_name: name.to_string(), details: None }))
            }
            Planned::Cancel(id) => Ok(cancel(self.entries.get(*id))),
            Planned::Start(id) => self.start(self.entries.get(*id)),
            Planned::Close(closing) => self.close(*closing, checkpoint),
        }
    }

    fn start(&self, entry: &Entry) -> Result<Decision, DecideError> {
        let input = |value: &Value| text(&entry.state, "input", value).map(Some);
        Ok(match &entry.work {
            Work::Activity { task, input: given, timeout, heartbeat } => {
                let seconds = (*timeout, *heartbeat);
                Decision::ScheduleActivityTask(self.activity(entry, task, input(given)?, seconds))
            }
            Work::Lambda { name, input: given, timeout, .. } => {
                Decision::ScheduleLambdaFunction(ScheduleLambdaFunction {
                    id: entry.id.to_string(),
                    name: name.to_string(),
                    control: None,
                    input: input(given)?,
                    start_to_close_timeout: timeout.map(Timeout::Seconds),
                })
            }
            Work::Timer(seconds) => Decision::StartTimer(StartTimer {
                timer_id: entry.id.to_string(),
                control: None,
                start_to_fire_timeout: Timeout::Seconds(*seconds),
            }),
            Work::Child(child) => {
                Decision::StartChildWorkflowExecution(self.child(entry, child, input(child.input())?))
            }
            Work::Signal { workflow_id, run_id, name, input: given } => {
                Decision::SignalExternalWorkflowExecution(SignalExternalWorkflowExecution {
                    workflow_id: workflow_id.to_string(),
                    run_id: run_id.as_ref().map(Text::to_string),
                    signal_name: name.to_string(),
                    input: input(given)?,
                    control: Some(entry.id.to_string()),
                })
            }
        })
    }

    fn activity(
        &self,
        entry: &Entry,
        task: &TaskRow,
        input: Option<String>,
        (timeout, heartbeat): (Option<u64>, Option<u64>),
    ) -> ScheduleActivityTask {
        let options = &self.decider.options;
        let own = options.activities.get(task.resource);
        let is_activity = task.form == Form::Activity;
        let waiting = own.and_then(|own| own.schedule_to_start);
        let waiting = waiting.or(options.schedule_to_start.filter(|_| !is_activity)).map(u64::from);
        let task_list = own.and_then(|own| own.task_list.as_ref()).or(options.task_list.as_ref());
        let unknown = || ActivityType::new(task.resource, options.activity_version.as_str());
        ScheduleActivityTask {
            activity_type: self.decider.activity_type(task).cloned().unwrap_or_else(unknown),
            activity_id: entry.id.to_string(),
            control: None,
            input,
            // The time of an activity counts from when a worker takes it, of all other tasks from here.
            schedule_to_close_timeout: Some(time_out(timeout.filter(|_| !is_activity))),
            task_list: task_list.map(|name| TaskList::new(name.as_str())),
            task_priority: own.and_then(|own| own.priority).map(|priority| priority.to_string()),
            schedule_to_start_timeout: Some(time_out(waiting)),
            start_to_close_timeout: Some(time_out(timeout)),
            heartbeat_timeout: Some(time_out(heartbeat)),
        }
    }

    fn child(&self, entry: &Entry, child: &Child, input: Option<String>) -> StartChildWorkflowExecution {
        let options = &self.decider.options;
        let name = child.workflow_name();
        let own = options.children.get(name).unwrap_or(&options.child);
        let role = own.lambda_role.as_ref().map(Text::to_string);
        StartChildWorkflowExecution {
            workflow_type: WorkflowType::new(name, own.version.as_str()),
            workflow_id: entry.id.to_string(),
            control: None,
            input,
            execution_start_to_close_timeout: own.execution_timeout.map(|seconds| Timeout::Seconds(seconds.into())),
            task_list: own.task_list.as_ref().map(|name| TaskList::new(name.as_str())),
            task_priority: None,
            task_start_to_close_timeout: own.decision_timeout.map(|seconds| Timeout::Seconds(seconds.into())),
            child_policy: own.policy.clone(),
            tag_list: own.tags.iter().map(Text::to_string).collect(),
            lambda_role: role.or_else(|| self.started.lambda_role.clone()),
        }
    }

    fn close(&self, closing: Closing, checkpoint: Option<&str>) -> Result<Decision, DecideError> {
        Ok(match (closing, self.result()) {
            (Closing::Continue, _) => Decision::ContinueAsNewWorkflowExecution(self.go_on(checkpoint)),
            (Closing::Cancel, _) => Decision::CancelWorkflowExecution(CancelWorkflowExecution { details: None }),
            (_, Some(Ok(output))) => Decision::CompleteWorkflowExecution(CompleteWorkflowExecution {
                result: Some(text("(the end)", "output", output)?),
            }),
            (_, Some(Err(failure))) => Decision::FailWorkflowExecution(fail(failure)),
            (_, None) => unreachable!("what has not ended is not closed"),
        })
    }

    /// The new run is as this one: what is left out would be what the type was registered with.
    fn go_on(&self, checkpoint: Option<&str>) -> ContinueAsNewWorkflowExecution {
        let started = self.started;
        ContinueAsNewWorkflowExecution {
            input: checkpoint.map(str::to_owned),
            execution_start_to_close_timeout: started.execution_start_to_close_timeout,
            task_list: Some(started.task_list.clone()).filter(|list| !list.name.is_empty()),
            task_priority: started.task_priority.clone(),
            task_start_to_close_timeout: started.task_start_to_close_timeout,
            child_policy: Some(started.child_policy.clone()),
            tag_list: started.tag_list.clone(),
            workflow_type_version: Some(started.workflow_type.version.clone()).filter(|version| !version.is_empty()),
            lambda_role: started.lambda_role.clone(),
        }
    }
}

fn cancel(entry: &Entry) -> Decision {
    let id = entry.id.to_string();
    match &entry.work {
        Work::Activity { .. } => Decision::RequestCancelActivityTask(RequestCancelActivityTask { activity_id: id }),
        Work::Timer(_) => Decision::CancelTimer(CancelTimer { timer_id: id }),
        Work::Child(child) => {
            Decision::RequestCancelExternalWorkflowExecution(RequestCancelExternalWorkflowExecution {
                workflow_id: id,
                run_id: child.run_id.as_ref().map(Text::to_string),
                control: None,
            })
        }
        Work::Lambda { .. } | Work::Signal { .. } => unreachable!("there is no decision that cancels these"),
    }
}

fn time_out(seconds: Option<u64>) -> Timeout {
    seconds.map_or(Timeout::Unlimited, Timeout::Seconds)
}

/// Data as text, if it is not too long.
fn text(state: &str, what: &'static str, value: &Value) -> Result<String, DecideError> {
    let text = value.to_json_string();
    let characters = units(&text);
    if characters > LONGEST {
        return Err(DecideError::TooLarge { state: state.to_owned(), what, characters, limit: LONGEST });
    }
    Ok(text)
}

/// Error name and cause; the end of the machine's time is the error that the States Language has for it.
fn fail(failure: &Failure) -> FailWorkflowExecution {
    let name = match (failure.error(), failure.status()) {
        (Some(name), _) => name,
        (None, Status::TimedOut) => names::TIMEOUT,
        (None, Status::Failed | Status::Aborted) => "",
    };
    let error = match failure.cause() {
        Some(cause) => TaskError::new(name, cause),
        None => TaskError::named(name),
    };
    let error = failure.data().cloned().map_or(error.clone(), |data| error.with_data(data));
    let (reason, details) = failure::write(&error);
    FailWorkflowExecution { reason: Some(reason).filter(|reason| !reason.is_empty()), details }
}
