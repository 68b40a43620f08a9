//! Failures in Temporal: an application failure whose type is the error name and whose message is
//! the cause. Its details have all of our data, such as the place in the definition.

use std::error::Error as _;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use asl_runtime::error::Status;
use asl_runtime::value::Text;
use asl_runtime::{Failure, TaskError, Value};
use temporalio_common::protos::temporal::api::common::v1::Payloads;
use temporalio_common::protos::temporal::api::enums::v1::TimeoutType;
use temporalio_common::protos::temporal::api::failure::v1::failure::FailureInfo;
use temporalio_common::protos::temporal::api::failure::v1::{
    ApplicationFailureInfo, CanceledFailureInfo, Failure as Told,
};

use super::payload;
use crate::driver::{Limit, TaskEnd};

/// Maximum bytes of the details of a failure. Larger ones are dropped, but the failure is kept.
const LARGEST_DETAILS: usize = 1 << 20;

/// The same for the failure of a machine that the failed one has run.
const LARGEST_DETAILS_INSIDE: usize = 32 << 10;

/// Maximum number of causes that are followed.
const DEEPEST: usize = 16;

/// The details of a failure of ours.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Details {
    /// Of a machine.
    Failure(Failure),
    /// Of a task.
    Task(TaskError),
    /// Of a task that its worker gave up: it runs again after this many milliseconds.
    Lost(u64),
}

/// The failure of a machine. Its cause is that of the machine that it has run, with its place.
pub(super) fn of_machine(failure: &Failure) -> Told {
    let mut told = of_failure(failure, LARGEST_DETAILS);
    let (mut last, mut inner) = (&mut told, inner(failure));
    for _ in 0..DEEPEST {
        let Some(failure) = inner else { break };
        last = last.cause.insert(Box::new(of_failure(failure, LARGEST_DETAILS_INSIDE)));
        inner = self::inner(failure);
    }
    told
}

fn of_failure(failure: &Failure, largest: usize) -> Told {
    let name = error_name(failure);
    let cause = failure.cause().unwrap_or(name);
    application(name, cause, &Details::Failure(failure.clone()), largest)
}

/// The failure of the machine that a failed machine has run.
fn inner(failure: &Failure) -> Option<&Failure> {
    failure.source().and_then(|source| source.downcast_ref())
}

/// The Error Name of a failure, or an empty text.
pub(super) fn error_name(failure: &Failure) -> &str {
    failure.error().unwrap_or(match failure.status() {
        Status::TimedOut => "States.Timeout",
        Status::Failed | Status::Aborted => "",
    })
}

/// The failure of a task.
pub(super) fn of_task(error: TaskError) -> Told {
    let (name, cause) = (error.error().to_owned(), error.cause().unwrap_or_default().to_owned());
    application(&name, &cause, &Details::Task(error), LARGEST_DETAILS)
}

/// The failure of a task that its worker gave up, which runs again after a pause.
pub(super) fn of_lost(why: &str, pause: Duration) -> Told {
    let pause = u64::try_from(pause.as_millis()).unwrap_or(u64::MAX);
    application("asl.lost", why, &Details::Lost(pause), LARGEST_DETAILS)
}

/// The failure of something that has no name of its own.
pub(super) fn plain(message: impl Into<String>) -> Told {
    Told { message: message.into(), source: "asl".to_owned(), ..Told::default() }
}

/// The failure of a task that was cancelled.
pub(super) fn cancelled() -> Told {
    let info = FailureInfo::CanceledFailureInfo(CanceledFailureInfo::default());
    Told { failure_info: Some(info), ..plain("cancelled") }
}

/// The parts of a failure that a codec encodes, under the names of Temporal's SDKs.
#[derive(Serialize, Deserialize)]
struct Attributes {
    message: String,
    #[serde(default)]
    stack_trace: String,
}

/// Moves the texts of a failure and its causes to payloads, which a codec encodes.
pub(super) fn hide(told: &mut Told) {
    let mut next = Some(told);
    while let Some(told) = next {
        let message = std::mem::replace(&mut told.message, "Encoded failure".to_owned());
        let stack_trace = std::mem::take(&mut told.stack_trace);
        told.encoded_attributes = Some(payload::write(&Attributes { message, stack_trace }));
        next = told.cause.as_deref_mut();
    }
}

/// The text of a failure.
fn message(told: &Told) -> String {
    let encoded = told.encoded_attributes.as_ref();
    let encoded = encoded.and_then(|encoded| payload::read::<Attributes>(encoded).ok());
    encoded.map_or_else(|| told.message.clone(), |encoded| encoded.message)
}

fn application(name: &str, cause: &str, details: &Details, largest: usize) -> Told {
    let text = serde_json::to_string(details).unwrap_or_default();
    let details = (text.len() <= largest).then(|| payload::write_one(details));
    let info = ApplicationFailureInfo {
        r#type: name.to_owned(),
        non_retryable: true,
        details,
        ..ApplicationFailureInfo::default()
    };
    let info = Some(FailureInfo::ApplicationFailureInfo(info));
    Told { failure_info: info, ..plain(cause) }
}

fn details(payloads: Option<&Payloads>) -> Option<Details> {
    payload::read(payloads?.payloads.first()?).ok()
}

/// The innermost failure that has information of its own: those of activities and children are
/// around it.
fn innermost(told: &Told) -> &Told {
    let mut found = told;
    for _ in 0..DEEPEST {
        let is_around = matches!(
            found.failure_info,
            Some(
                FailureInfo::ActivityFailureInfo(_)
                    | FailureInfo::ChildWorkflowExecutionFailureInfo(_)
            )
        );
        match &found.cause {
            Some(cause) if is_around => found = cause,
            Some(_) | None => break,
        }
    }
    found
}

/// The kinds of failures that matter here.
enum FailureKind<'a> {
    Application(&'a ApplicationFailureInfo),
    TimedOut(TimeoutType),
    Cancelled,
    Terminated,
    Other,
}

impl<'a> FailureKind<'a> {
    fn new(told: &'a Told) -> Self {
        match &told.failure_info {
            Some(FailureInfo::ApplicationFailureInfo(info)) => Self::Application(info),
            Some(FailureInfo::TimeoutFailureInfo(info)) => Self::TimedOut(info.timeout_type()),
            Some(FailureInfo::CanceledFailureInfo(_)) => Self::Cancelled,
            Some(FailureInfo::TerminatedFailureInfo(_)) => Self::Terminated,
            Some(
                FailureInfo::ServerFailureInfo(_)
                | FailureInfo::ResetWorkflowFailureInfo(_)
                | FailureInfo::ActivityFailureInfo(_)
                | FailureInfo::ChildWorkflowExecutionFailureInfo(_)
                | FailureInfo::NexusOperationExecutionFailureInfo(_)
                | FailureInfo::NexusHandlerFailureInfo(_),
            )
            | None => Self::Other,
        }
    }
}

/// The failure of a workflow, also of one of another program.
pub(super) fn read_machine(told: &Told) -> Failure {
    let told = innermost(told);
    let inside = std::iter::successors(told.cause.as_deref(), |inner| inner.cause.as_deref());
    let inside: Vec<&Told> = inside.take(DEEPEST).collect();
    let source = inside.into_iter().rev().fold(None, |source, told| {
        let failure = Failure { source, ..read_one(told) };
        TaskError::from_failure(failure).into_failure().source
    });
    Failure { source, ..read_one(told) }
}

/// The failure without its causes.
fn read_one(told: &Told) -> Failure {
    let cause = Some(message(told)).filter(|text| !text.is_empty()).map(Text::from);
    let plain =
        |error: Option<Text>, status| Failure::from_parts(error, cause.clone(), status, None);
    match FailureKind::new(told) {
        FailureKind::Application(info) => match details(info.details.as_ref()) {
            Some(Details::Failure(failure)) => failure,
            Some(Details::Task(_) | Details::Lost(_)) | None => {
                plain(Some(Text::from(info.r#type.as_str())), Status::Failed)
            }
        },
        FailureKind::TimedOut(_) => {
            plain(Some(Text::new_static("States.Timeout")), Status::TimedOut)
        }
        FailureKind::Cancelled | FailureKind::Terminated => plain(None, Status::Aborted),
        FailureKind::Other => plain(None, Status::Failed),
    }
}

/// The details of a cancelled workflow.
pub(super) fn read_cancelled(details: Option<&Payloads>) -> Failure {
    match self::details(details) {
        Some(Details::Failure(failure)) => failure,
        Some(Details::Task(_) | Details::Lost(_)) | None => {
            Failure::from_parts(None, None, Status::Aborted, None)
        }
    }
}

/// The details for the end of a cancelled workflow.
pub(super) fn of_cancelled(failure: &Failure) -> Payloads {
    payload::write_one(&Details::Failure(failure.clone()))
}

/// The end of a task that has failed.
pub(super) fn read_task(told: Option<&Told>) -> TaskEnd {
    let Some(told) = told.map(innermost) else {
        return TaskEnd::Failed(TaskError::new("States.TaskFailed", "a failure without data"));
    };
    match FailureKind::new(told) {
        FailureKind::Application(info) => match details(info.details.as_ref()) {
            Some(Details::Task(error)) => TaskEnd::Failed(error),
            Some(Details::Failure(failure)) => TaskEnd::Failed(TaskError::from_failure(failure)),
            Some(Details::Lost(pause)) => TaskEnd::Lost { pause },
            None => {
                let name = if info.r#type.is_empty() { "States.TaskFailed" } else { &info.r#type };
                TaskEnd::Failed(TaskError::new(name, message(told)))
            }
        },
        FailureKind::TimedOut(TimeoutType::Heartbeat) => TaskEnd::Silent,
        FailureKind::TimedOut(_) => TaskEnd::TimedOut,
        FailureKind::Cancelled => TaskEnd::Cancelled,
        FailureKind::Terminated | FailureKind::Other => {
            TaskEnd::Failed(TaskError::new("States.TaskFailed", message(told)))
        }
    }
}

/// The result of a task, if it is within the limit of a payload.
pub(super) fn sized(result: Result<Value, TaskError>, limit: &Limit) -> Result<Value, TaskError> {
    match result {
        Ok(output) if !limit.fits(&output) => {
            let failure = crate::driver::beyond("the answer of a task", limit.largest);
            Err(TaskError::from_failure(failure))
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use asl_runtime::error::Occurrence;
    use asl_runtime::json;
    use asl_runtime::value::from_value;
    use temporalio_common::protos::temporal::api::failure::v1::{
        ActivityFailureInfo, TimeoutFailureInfo,
    };

    use super::*;

    #[test]
    fn the_failure_of_a_machine_is_read_as_it_was_written() {
        let at = json!({"state": "Ship", "path": "Fan[1].Ship", "file": "order.asl.json",
            "line": 7, "column": 5, "attempt": 2});
        let failures = [
            Failure::new("E", "c").with_occurrence(from_value::<Occurrence>(at).ok()),
            Failure::from_parts(None, None, Status::TimedOut, None),
            Failure::from_parts(None, Some(Text::from("stop")), Status::Aborted, None),
        ];
        for failure in failures {
            let read = read_machine(&of_machine(&failure));
            assert_eq!((&read, read.occurrence()), (&failure, failure.occurrence()));
        }
    }

    #[test]
    fn the_failures_of_the_machines_inside_have_their_places() {
        let at = |state: &str| {
            from_value(json!({"state": (state), "path": (state),
            "file": "order.asl.json", "line": 7, "column": 5, "attempt": 1}))
        };
        let inside = Failure::new("E", "c").with_occurrence(at("Inside").ok());
        let around = *TaskError::from_failure(inside.clone()).into_failure();
        let around = around.with_occurrence(at("Around").ok());
        let mut told = of_machine(&around);
        hide(&mut told);
        assert!(told.cause.as_ref().is_some_and(|inner| inner.message == "Encoded failure"));
        let read = read_machine(&told);
        assert_eq!(read.occurrence(), around.occurrence());
        let source = inner(&read).expect("its source");
        assert_eq!((source, source.occurrence()), (&inside, inside.occurrence()));
        assert!(source.source().is_none());
    }

    #[test]
    fn the_failure_of_a_task_keeps_its_data() {
        let error = TaskError::new("E", "c").with_data(json!({"a": 1}));
        let inner = of_task(error.clone());
        let around = FailureInfo::ActivityFailureInfo(ActivityFailureInfo::default());
        let told = Told {
            failure_info: Some(around),
            cause: Some(Box::new(inner)),
            ..plain("activity failed")
        };
        let TaskEnd::Failed(read) = read_task(Some(&told)) else { panic!("it failed") };
        assert_eq!((read.error(), read.cause(), read.data()), ("E", Some("c"), error.data()));
    }

    #[test]
    fn a_task_that_its_worker_gave_up_is_lost() {
        let told = of_lost("the worker has stopped", Duration::from_secs(3));
        let end = read_task(Some(&told));
        assert!(matches!(end, TaskEnd::Lost { pause: 3_000 }), "{end:?}");
    }

    #[test]
    fn time_outs_are_those_of_the_machine() {
        for (kind, is_silent) in
            [(TimeoutType::Heartbeat, true), (TimeoutType::StartToClose, false)]
        {
            let info = TimeoutFailureInfo { timeout_type: kind.into(), ..Default::default() };
            let info = Some(FailureInfo::TimeoutFailureInfo(info));
            let told = Told { failure_info: info, ..plain("too late") };
            let end = read_task(Some(&told));
            assert_eq!(matches!(end, TaskEnd::Silent), is_silent, "{end:?}");
        }
    }

    #[test]
    fn failures_of_other_programs_are_task_failures() {
        let TaskEnd::Failed(error) = read_task(Some(&plain("boom"))) else { panic!("it failed") };
        assert_eq!((error.error(), error.cause()), ("States.TaskFailed", Some("boom")));
        assert_eq!(read_machine(&plain("boom")).cause(), Some("boom"));
    }
}
