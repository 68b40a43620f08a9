//! Construction of decisions. Values that Amazon SWF would refuse are errors before anything is
//! sent.

use asl_runtime::machine::{Form, TaskRow};
use asl_runtime::value::Text;
use asl_runtime::{Failure, Value};

use crate::limits::{LONGEST_NAME, LONGEST_TEXT, cut, units};
use crate::model::decision::{
    CancelTimer, CancelWorkflowExecution, CompleteWorkflowExecution,
    ContinueAsNewWorkflowExecution, FailWorkflowExecution, RecordMarker, RequestCancelActivityTask,
    RequestCancelExternalWorkflowExecution, ScheduleActivityTask, ScheduleLambdaFunction,
    SignalExternalWorkflowExecution, StartChildWorkflowExecution, StartTimer,
};
use crate::model::{ActivityType, Decision, Event, TaskList, Timeout, WorkflowType};
use crate::options::{ActivityLimits, ChildOptions, Note};
use crate::{checkpoint, failure};

use super::checkpoint::{Inherited, has_room};
use super::child::Child;
use super::operation::{Class, Operation, Work};
use super::plan::{self, Closing, Planned};
use super::replay::Replay;
use super::{DecideError, Decided};

/// Maximum number of events in a history.
const MOST_EVENTS: i64 = 25_000;
/// Default number of events after which a workflow continues in a new run.
const CONTINUE_AFTER: u64 = 10_000;
/// Maximum number of lasting refusals of the decision that closes the run.
const MOST_REFUSALS: u32 = 3;

impl Replay<'_> {
    /// Answers the decision task that has started with an event.
    pub(super) fn decide(&mut self, event: &Event) -> Result<Decided, DecideError> {
        if let Some((event_id, event_type, cause)) =
            self.refusal.clone().filter(|_| self.refusals > MOST_REFUSALS)
        {
            return Err(DecideError::CloseRefused { event_id, event_type, cause });
        }
        let checkpoint = self.checkpoint(event.event_id);
        let markers = self.checkpoint_markers(event.event_id);
        let plan = plan::plan(self, checkpoint.is_some());
        let closes = plan.iter().any(|planned| matches!(planned, Planned::Close(_)));
        let after = event
            .event_id
            .saturating_add(1)
            .saturating_add(i64::try_from(plan.len()).unwrap_or(i64::MAX));
        if after > MOST_EVENTS && !closes {
            return Err(DecideError::HistoryFull { events: event.event_id, state: self.place() });
        }
        let markers = markers.filter(|markers| !closes && self.has_room_for(markers, &plan, after));
        let markers =
            markers.into_iter().flatten().map(|marker| Ok(Decision::RecordMarker(marker)));
        let planned = plan.iter().map(|planned| self.decision(planned, checkpoint.as_deref()));
        let decisions: Result<Vec<Decision>, DecideError> = markers.chain(planned).collect();
        Ok(self.decided(decisions?))
    }

    /// True if a checkpoint fits into the answer, and into a history of this length.
    fn has_room_for(&self, markers: &[RecordMarker], plan: &[Planned], last: i64) -> bool {
        let starts = plan.iter().filter_map(|planned| match planned {
            Planned::Start(id) => Some(self.operations.get(*id).work.size()),
            Planned::Marker(_) | Planned::Cancel(_) | Planned::Close(_) => None,
        });
        let count = i64::try_from(markers.len()).unwrap_or(i64::MAX);
        has_room(starts) && last.saturating_add(count) < MOST_EVENTS
    }

    /// The input of a new run, if one is due and no operation is open.
    fn checkpoint(&self, events: i64) -> Option<String> {
        let after = Some(self.decider.options.continue_after)
            .filter(|after| *after > 0)
            .unwrap_or(CONTINUE_AFTER);
        let is_due = u64::try_from(events).is_ok_and(|events| events >= after);
        (is_due && self.is_settled()).then(|| checkpoint::write(&self.run, LONGEST_TEXT)).flatten()
    }

    fn decision(
        &self,
        planned: &Planned,
        checkpoint: Option<&str>,
    ) -> Result<Decision, DecideError> {
        match planned {
            Planned::Marker(mark) => {
                let marker_name = mark.name.to_string();
                let details = checked(
                    &mark.name,
                    "marker's details",
                    mark.details.as_ref().map(Text::to_string),
                )?;
                Ok(Decision::RecordMarker(RecordMarker { marker_name, details }))
            }
            Planned::Cancel(id) => self.cancel_decision(self.operations.get(*id)),
            Planned::Start(id) => self.start_decision(self.operations.get(*id)),
            Planned::Close(closing) => self.close_decision(*closing, checkpoint),
        }
    }

    fn start_decision(&self, operation: &Operation) -> Result<Decision, DecideError> {
        let options = &self.decider.options;
        let input = |value: &Value| text(&operation.state, "input", value).map(Some);
        let control = |note: Option<&Note>, data: &Value| control(operation, note, data);
        let own = |task: &TaskRow| options.activities.get(task.resource);
        Ok(match &operation.work {
            Work::Activity { task, input: given, timeout, heartbeat } => {
                let own = own(task);
                let is_plain = own.is_some_and(|own| own.plain_text);
                let plain = given.as_str().filter(|_| is_plain);
                let input = match plain {
                    Some(plain) => checked(&operation.state, "input", Some(plain.to_owned()))?,
                    None => input(given)?,
                };
                let control = control(own.and_then(|own| own.control.as_ref()), given)?;
                let limits = self.limits(task, *timeout, *heartbeat);
                Decision::ScheduleActivityTask(self.activity(
                    operation,
                    task,
                    (input, control),
                    limits,
                ))
            }
            Work::Lambda { name, input: given, timeout, task, .. } => {
                Decision::ScheduleLambdaFunction(ScheduleLambdaFunction {
                    id: operation.id.to_string(),
                    name: name.to_string(),
                    control: control(own(task).and_then(|own| own.control.as_ref()), given)?,
                    input: input(given)?,
                    start_to_close_timeout: timeout.map(Timeout::Seconds),
                })
            }
            Work::Timer(seconds) => Decision::StartTimer(StartTimer {
                timer_id: operation.id.to_string(),
                control: control(
                    options.timer_control.as_ref(),
                    &Value::String(operation.id.clone()),
                )?,
                start_to_fire_timeout: Timeout::Seconds(*seconds),
            }),
            Work::Child(child) => {
                let note = self.child_options(child).control.as_ref();
                let (input, control) = (input(child.input())?, control(note, child.input())?);
                Decision::StartChildWorkflowExecution(self.child(operation, child, input, control))
            }
            Work::Signal { workflow_id, run_id, name, input: given } => {
                Decision::SignalExternalWorkflowExecution(SignalExternalWorkflowExecution {
                    workflow_id: workflow_id.to_string(),
                    run_id: run_id.as_ref().map(Text::to_string),
                    signal_name: name.to_string(),
                    input: input(given)?,
                    control: Some(operation.id.to_string()),
                })
            }
            Work::Inherited(_) => unreachable!("it was begun before the checkpoint"),
        })
    }

    /// The time limits of an activity: the definition's, else those of the options.
    fn limits(
        &self,
        task: &TaskRow,
        timeout: Option<u64>,
        heartbeat: Option<u64>,
    ) -> ActivityLimits {
        let options = &self.decider.options;
        let is_activity = task.form == Form::Activity;
        let own = options.activities.get(task.resource).map(|own| own.limits).unwrap_or_default();
        let general = options.limits;
        let general = if is_activity {
            ActivityLimits { schedule_to_start: None, ..general }
        } else {
            general
        };
        let given = own.or(general);
        // The States Language has a default time-out for tasks; SM4C has none.
        let unstated =
            if self.decider.machine.sm4c.is_some() { None } else { Some(Timeout::Unlimited) };
        let (timeout, heartbeat) = (timeout.map(Timeout::Seconds), heartbeat.map(Timeout::Seconds));
        // The time-out of an activity begins when a worker takes it, that of other tasks now.
        let whole = timeout.filter(|_| !is_activity);
        ActivityLimits {
            schedule_to_start: given.schedule_to_start.or(unstated),
            schedule_to_close: given.schedule_to_close.or(whole).or(unstated),
            start_to_close: timeout.or(given.start_to_close).or(unstated),
            heartbeat: heartbeat.or(given.heartbeat).or(unstated),
        }
    }

    fn activity(
        &self,
        operation: &Operation,
        task: &TaskRow,
        (input, control): (Option<String>, Option<String>),
        limits: ActivityLimits,
    ) -> ScheduleActivityTask {
        let options = &self.decider.options;
        let own = options.activities.get(task.resource);
        let task_list = own.and_then(|own| own.task_list.as_ref()).or(options.task_list.as_ref());
        let unknown = || ActivityType::new(task.resource, options.activity_version.as_str());
        ScheduleActivityTask {
            control,
            activity_type: self.decider.activity_type(task).cloned().unwrap_or_else(unknown),
            activity_id: operation.id.to_string(),
            schedule_to_close_timeout: limits.schedule_to_close,
            task_list: task_list.map(|name| TaskList::new(name.as_str())),
            task_priority: own.and_then(|own| own.priority).map(|priority| priority.to_string()),
            schedule_to_start_timeout: limits.schedule_to_start,
            start_to_close_timeout: limits.start_to_close,
            heartbeat_timeout: limits.heartbeat,
            input,
        }
    }

    /// The options for a child.
    pub(super) fn child_options(&self, child: &Child) -> &ChildOptions {
        let options = &self.decider.options;
        options.children.get(child.workflow_name()).unwrap_or(&options.child)
    }

    fn child(
        &self,
        operation: &Operation,
        child: &Child,
        input: Option<String>,
        control: Option<String>,
    ) -> StartChildWorkflowExecution {
        let own = self.child_options(child);
        let role = own.lambda_role.as_ref().map(Text::to_string);
        let tags =
            own.tags.iter().filter_map(|tag| tag.text(child.input())).filter(|tag| !tag.is_empty());
        StartChildWorkflowExecution {
            workflow_type: WorkflowType::new(child.workflow_name(), own.version.as_str()),
            workflow_id: operation.id.to_string(),
            control,
            input,
            execution_start_to_close_timeout: own
                .execution_timeout
                .map(|seconds| Timeout::Seconds(seconds.into())),
            task_list: own.task_list.as_ref().map(|name| TaskList::new(name.as_str())),
            task_priority: own.priority.map(|priority| priority.to_string()),
            task_start_to_close_timeout: own
                .decision_timeout
                .map(|seconds| Timeout::Seconds(seconds.into())),
            child_policy: own.policy.clone(),
            tag_list: tags.map(|tag| cut(&tag, LONGEST_NAME)).collect(),
            lambda_role: role.or_else(|| self.started.lambda_role.clone()),
        }
    }

    fn cancel_decision(&self, operation: &Operation) -> Result<Decision, DecideError> {
        let id = operation.id.to_string();
        Ok(match &operation.work {
            Work::Activity { .. } => {
                Decision::RequestCancelActivityTask(RequestCancelActivityTask { activity_id: id })
            }
            Work::Timer(_) => Decision::CancelTimer(CancelTimer { timer_id: id }),
            Work::Child(child) => {
                let control =
                    control(operation, self.child_options(child).control.as_ref(), child.input())?;
                Decision::RequestCancelExternalWorkflowExecution(
                    RequestCancelExternalWorkflowExecution {
                        workflow_id: id,
                        run_id: child.run_id.as_ref().map(Text::to_string),
                        control,
                    },
                )
            }
            Work::Inherited(left) => cancel_left(id, left),
            Work::Lambda { .. } | Work::Signal { .. } => {
                unreachable!("there is no decision that cancels these")
            }
        })
    }

    fn close_decision(
        &self,
        closing: Closing,
        checkpoint: Option<&str>,
    ) -> Result<Decision, DecideError> {
        Ok(match (closing, self.result()) {
            (Closing::Continue, _) => {
                Decision::ContinueAsNewWorkflowExecution(self.go_on(checkpoint))
            }
            (Closing::Cancel, _) => Decision::CancelWorkflowExecution(CancelWorkflowExecution {
                details: self.decider.options.cancel_details.as_ref().map(Text::to_string),
            }),
            (_, Some(Ok(output))) => {
                Decision::CompleteWorkflowExecution(CompleteWorkflowExecution {
                    result: Some(text("(the end)", "output", output)?),
                })
            }
            (_, Some(Err(failure))) => Decision::FailWorkflowExecution(fail(failure)),
            (_, None) => unreachable!("what has not ended is not closed"),
        })
    }

    /// The new run has the settings of this one: defaults would be those of the type's
    /// registration.
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
            workflow_type_version: Some(started.workflow_type.version.clone())
                .filter(|version| !version.is_empty()),
            lambda_role: started.lambda_role.clone(),
        }
    }
}

/// Cancels an operation from before a checkpoint.
fn cancel_left(id: String, left: &Inherited) -> Decision {
    match left.class {
        Class::Activity => {
            Decision::RequestCancelActivityTask(RequestCancelActivityTask { activity_id: id })
        }
        Class::Timer => Decision::CancelTimer(CancelTimer { timer_id: id }),
        Class::Child => Decision::RequestCancelExternalWorkflowExecution(
            RequestCancelExternalWorkflowExecution {
                workflow_id: id,
                run_id: left.run_id.as_ref().map(Text::to_string),
                control: left.control.clone(),
            },
        ),
        Class::Lambda | Class::Signal => unreachable!("there is no decision that cancels these"),
    }
}

/// The `control` of a decision.
fn control(
    operation: &Operation,
    note: Option<&Note>,
    data: &Value,
) -> Result<Option<String>, DecideError> {
    checked(&operation.state, "control", note.and_then(|note| note.text(data)))
}

/// Data as text, within the maximum length.
fn text(state: &str, what: &'static str, value: &Value) -> Result<String, DecideError> {
    checked(state, what, Some(value.to_json_string())).map(Option::unwrap_or_default)
}

/// A text, within the maximum length.
fn checked(
    state: &str,
    what: &'static str,
    text: Option<String>,
) -> Result<Option<String>, DecideError> {
    let characters = text.as_deref().map_or(0, units);
    if characters > LONGEST_TEXT {
        return Err(DecideError::TooLarge {
            state: state.to_owned(),
            what,
            characters,
            limit: LONGEST_TEXT,
        });
    }
    Ok(text)
}

fn fail(failure: &Failure) -> FailWorkflowExecution {
    let (reason, details) = failure::write_end(failure);
    FailWorkflowExecution { reason: Some(reason).filter(|reason| !reason.is_empty()), details }
}
