//! Checks of requests and decisions: lengths, ids, times. Malformed ones are refused without any
//! effect.

use asl_swf::model::decision::{
    ContinueAsNewWorkflowExecution, ScheduleActivityTask, ScheduleLambdaFunction,
    StartChildWorkflowExecution, StartTimer,
};
use asl_swf::model::{Decision, TaskList, Timeout};

use crate::fault::{Fault, Outcome};

/// Maximum characters of inputs, results, details and controls.
const DATA: usize = 32_768;
/// Maximum characters of the details of heartbeats.
pub(super) const HEARTBEAT_DETAILS: usize = 2_048;
/// Maximum characters of ids, names and reasons.
const NAME: usize = 256;
/// Maximum characters of versions and of names of Lambda functions.
const VERSION: usize = 64;
/// Maximum seconds: eight digits.
const SECONDS: u64 = 99_999_999;
/// Maximum number of tags.
const TAGS: usize = 5;

/// A text that may be empty.
pub(super) fn length(what: &str, text: Option<&str>, most: usize) -> Outcome<()> {
    let length = text.map_or(0, |text| text.chars().count());
    if length > most {
        return Err(Fault::validation(format!(
            "Value at '{what}' failed to satisfy constraint: Member must have length less than or equal to {most}"
        )));
    }
    Ok(())
}

/// An input, a result, details, a control.
pub(super) fn data(what: &str, text: Option<&str>) -> Outcome<()> {
    length(what, text, DATA)
}

/// A reason.
pub(super) fn reason(text: Option<&str>) -> Outcome<()> {
    length("reason", text, NAME)
}

/// A text that may not be empty.
pub(super) fn name(what: &str, text: &str) -> Outcome<()> {
    if text.is_empty() {
        return Err(Fault::validation(format!(
            "Value at '{what}' failed to satisfy constraint: Member must have length greater than or equal to 1"
        )));
    }
    length(what, Some(text), NAME)
}

/// A text that may not be empty, without characters that Amazon SWF uses in resource names.
pub(super) fn id(what: &str, text: &str) -> Outcome<()> {
    name(what, text)?;
    if text == "arn"
        || text.chars().any(|char| matches!(char, ':' | '/' | '|') || char.is_control())
    {
        return Err(Fault::validation(format!(
            "Value at '{what}' failed to satisfy constraint: Must not contain ':', '/', '|', control characters, or be 'arn'"
        )));
    }
    Ok(())
}

/// A type's version, the name of a Lambda function.
fn version(what: &str, text: &str) -> Outcome<()> {
    id(what, text)?;
    length(what, Some(text), VERSION)
}

/// A type's name and version.
pub(super) fn type_name(type_name: &str, type_version: &str) -> Outcome<()> {
    id("name", type_name)?;
    version("version", type_version)
}

/// The name of a list.
pub(super) fn task_list(list: Option<&TaskList>) -> Outcome<()> {
    list.map_or(Ok(()), |list| id("taskList.name", &list.name))
}

/// A duration of at most eight digits.
pub(super) fn timeouts(timeouts: &[Option<Timeout>]) -> Outcome<()> {
    let long = |timeout: &Option<Timeout>| matches!(timeout, Some(Timeout::Seconds(seconds)) if *seconds > SECONDS);
    if timeouts.iter().any(long) {
        return Err(Fault::validation(
            "A duration failed to satisfy constraint: Member must have length less than or equal to 8",
        ));
    }
    Ok(())
}

/// The maximum duration of an execution, which must be finite.
pub(super) fn execution_timeout(timeout: Option<Timeout>) -> Outcome<()> {
    if timeout == Some(Timeout::Unlimited) {
        return Err(Fault::validation("executionStartToCloseTimeout must not be NONE"));
    }
    timeouts(&[timeout])
}

/// A priority: a number of 32 bits.
pub(super) fn priority(priority: Option<&str>) -> Outcome<()> {
    match priority {
        Some(text) if text.parse::<i32>().is_err() => {
            Err(Fault::validation(format!("taskPriority is no number: {text}")))
        }
        Some(_) | None => Ok(()),
    }
}

/// The number of events of a page, at most a thousand.
pub(super) fn page_size(size: Option<u32>) -> Outcome<()> {
    if size.is_some_and(|size| size > 1_000) {
        return Err(Fault::validation(
            "Value at 'maximumPageSize' failed to satisfy constraint: Member must have value less than or equal to 1000",
        ));
    }
    Ok(())
}

/// At most five tags.
pub(super) fn tags(tags: &[String]) -> Outcome<()> {
    if tags.len() > TAGS {
        return Err(Fault::validation(format!(
            "Value at 'tagList' failed to satisfy constraint: Member must have length less than or equal to {TAGS}"
        )));
    }
    tags.iter().try_for_each(|tag| length("tagList", Some(tag), NAME))
}

/// Checks all decisions of an answer: each must be well-formed, and one that closes the execution
/// must be the last.
pub(super) fn decisions(decisions: &[Decision]) -> Outcome<()> {
    let before_last = decisions.split_last().map(|(_, before)| before).unwrap_or_default();
    if before_last.iter().any(Decision::closes) {
        return Err(Fault::validation("Close must be last decision in list"));
    }
    decisions.iter().try_for_each(decision)
}

fn decision(decision: &Decision) -> Outcome<()> {
    match decision {
        Decision::ScheduleActivityTask(activity) => schedule_activity(activity),
        Decision::RequestCancelActivityTask(cancel) => id("activityId", &cancel.activity_id),
        Decision::CompleteWorkflowExecution(complete) => data("result", complete.result.as_deref()),
        Decision::FailWorkflowExecution(fail) => {
            reason(fail.reason.as_deref())?;
            data("details", fail.details.as_deref())
        }
        Decision::CancelWorkflowExecution(cancel) => data("details", cancel.details.as_deref()),
        Decision::ContinueAsNewWorkflowExecution(new) => continue_as_new(new),
        Decision::RecordMarker(marker) => {
            name("markerName", &marker.marker_name)?;
            data("details", marker.details.as_deref())
        }
        Decision::StartTimer(timer) => start_timer(timer),
        Decision::CancelTimer(timer) => id("timerId", &timer.timer_id),
        Decision::SignalExternalWorkflowExecution(signal) => {
            name("workflowId", &signal.workflow_id)?;
            name("signalName", &signal.signal_name)?;
            data("input", signal.input.as_deref())?;
            data("control", signal.control.as_deref())
        }
        Decision::RequestCancelExternalWorkflowExecution(cancel) => {
            name("workflowId", &cancel.workflow_id)?;
            data("control", cancel.control.as_deref())
        }
        Decision::StartChildWorkflowExecution(child) => start_child(child),
        Decision::ScheduleLambdaFunction(lambda) => schedule_lambda(lambda),
    }
}

fn schedule_activity(activity: &ScheduleActivityTask) -> Outcome<()> {
    id("activityId", &activity.activity_id)?;
    name("activityType.name", &activity.activity_type.name)?;
    name("activityType.version", &activity.activity_type.version)?;
    data("input", activity.input.as_deref())?;
    data("control", activity.control.as_deref())?;
    task_list(activity.task_list.as_ref())?;
    priority(activity.task_priority.as_deref())?;
    timeouts(&[
        activity.schedule_to_close_timeout,
        activity.schedule_to_start_timeout,
        activity.start_to_close_timeout,
        activity.heartbeat_timeout,
    ])
}

fn continue_as_new(new: &ContinueAsNewWorkflowExecution) -> Outcome<()> {
    data("input", new.input.as_deref())?;
    execution_timeout(new.execution_start_to_close_timeout)?;
    timeouts(&[new.task_start_to_close_timeout])?;
    task_list(new.task_list.as_ref())?;
    priority(new.task_priority.as_deref())?;
    tags(&new.tag_list)?;
    new.workflow_type_version.as_deref().map_or(Ok(()), |text| version("workflowTypeVersion", text))
}

fn start_timer(timer: &StartTimer) -> Outcome<()> {
    id("timerId", &timer.timer_id)?;
    data("control", timer.control.as_deref())?;
    if timer.start_to_fire_timeout == Timeout::Unlimited {
        return Err(Fault::validation("startToFireTimeout must not be NONE"));
    }
    timeouts(&[Some(timer.start_to_fire_timeout)])
}

fn start_child(child: &StartChildWorkflowExecution) -> Outcome<()> {
    id("workflowId", &child.workflow_id)?;
    name("workflowType.name", &child.workflow_type.name)?;
    name("workflowType.version", &child.workflow_type.version)?;
    data("input", child.input.as_deref())?;
    data("control", child.control.as_deref())?;
    execution_timeout(child.execution_start_to_close_timeout)?;
    timeouts(&[child.task_start_to_close_timeout])?;
    task_list(child.task_list.as_ref())?;
    priority(child.task_priority.as_deref())?;
    tags(&child.tag_list)
}

fn schedule_lambda(lambda: &ScheduleLambdaFunction) -> Outcome<()> {
    id("id", &lambda.id)?;
    name("name", &lambda.name)?;
    length("name", Some(&lambda.name), VERSION)?;
    data("input", lambda.input.as_deref())?;
    data("control", lambda.control.as_deref())?;
    match lambda.start_to_close_timeout {
        None | Some(Timeout::Seconds(1..=900)) => Ok(()),
        Some(_) => Err(Fault::validation(
            "startToCloseTimeout of a Lambda function must be 1 to 900 seconds",
        )),
    }
}
