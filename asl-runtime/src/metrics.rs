//! Counts and measures executions through the facade of the crate `metrics`, to which any exporter
//! can be attached (feature `metrics`).
//!
//! ```
//! use asl_runtime::RunOptions;
//! use asl_runtime::metrics::Metrics;
//!
//! asl_runtime::metrics::describe(); // once, after the exporter is installed
//! let options = RunOptions::default().observer(Metrics);
//! ```

use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram};
use metrics::{gauge, histogram};

use asl_execution::history::{EventType, HistoryEvent, Observer, Subject};
use asl_value::error::Status;

/// Executions that were started, by `machine`.
pub const STARTED: &str = "asl.executions.started";
/// Executions that have ended, by `machine` and `status`: `succeeded`, `failed`, `timed_out` or
/// `aborted`.
pub const ENDED: &str = "asl.executions";
/// Executions in the memory of the process, by `machine`.
pub const RUNNING: &str = "asl.executions.running";
/// Seconds from the start to the end of executions, by `machine` and `status`.
pub const DURATION: &str = "asl.execution.duration";
/// Attempts of tasks that were started, by `machine` and `state`.
pub const ATTEMPTS: &str = "asl.task.attempts";
/// Those of them that are retries, by `machine` and `state`.
pub const RETRIES: &str = "asl.task.retries";
/// Seconds from the start to the end of attempts, by `machine`, `state` and `status`: `succeeded`,
/// `failed` or `timed_out`.
pub const TASK_DURATION: &str = "asl.task.duration";

/// An [`Observer`] that counts and measures executions and the attempts of their tasks, in SM4C of
/// their actions. A distributed Map's children are not counted as executions, but their tasks are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Metrics;

/// Describes all metrics to the recorder that is installed.
pub fn describe() {
    describe_counter!(STARTED, "Executions that were started");
    describe_counter!(ENDED, "Executions that have ended");
    describe_gauge!(RUNNING, "Executions in the memory of this process");
    describe_histogram!(DURATION, Unit::Seconds, "Time from the start to the end of executions");
    describe_counter!(ATTEMPTS, "Attempts of tasks");
    describe_counter!(RETRIES, "Attempts of tasks that are retries");
    describe_histogram!(TASK_DURATION, Unit::Seconds, "Time of attempts of tasks");
}

impl Observer for Metrics {
    fn event(&self, subject: &Subject, event: &HistoryEvent) {
        match event.kind {
            EventType::ExecutionStarted | EventType::EnterStateMachine if !subject.is_in_child => {
                counter!(STARTED, "machine" => subject.machine).increment(1);
            }
            EventType::Scheduled(_) | EventType::BeforeAction => count_attempt(subject),
            EventType::Succeeded(_) | EventType::AfterAction => {
                measure_attempt(subject, event, "succeeded");
            }
            EventType::Failed(_)
            | EventType::SubmitFailed
            | EventType::StartFailed(_)
            | EventType::ScheduleFailed(_) => measure_attempt(subject, event, "failed"),
            EventType::TimedOut(_) => measure_attempt(subject, event, "timed_out"),
            EventType::ExecutionSucceeded
            | EventType::ExecutionFailed
            | EventType::ExecutionTimedOut
            | EventType::ExecutionAborted
            | EventType::ExitStateMachine
                if !subject.is_in_child =>
            {
                measure_end(subject, event);
            }
            EventType::ExecutionStarted
            | EventType::EnterStateMachine
            | EventType::ExecutionSucceeded
            | EventType::ExecutionFailed
            | EventType::ExecutionTimedOut
            | EventType::ExecutionAborted
            | EventType::ExitStateMachine
            | EventType::ExecutionRedriven
            | EventType::ExecutionMigrated
            | EventType::StateEntered(_)
            | EventType::StateExited(_)
            | EventType::StateAborted(_)
            | EventType::Started(_)
            | EventType::Submitted
            | EventType::StateStarted(_)
            | EventType::StateSucceeded(_)
            | EventType::StateFailed(_)
            | EventType::MapIterationStarted
            | EventType::MapIterationSucceeded
            | EventType::MapIterationFailed
            | EventType::MapIterationAborted
            | EventType::MapRunStarted
            | EventType::MapRunSucceeded
            | EventType::MapRunFailed
            | EventType::MapRunAborted
            | EventType::MapRunRedriven
            | EventType::EvaluationFailed
            | EventType::Warning
            | EventType::EnterState
            | EventType::ExitState => {}
        }
    }

    fn watches_children(&self) -> bool {
        true
    }

    fn loaded(&self, subject: &Subject) {
        gauge!(RUNNING, "machine" => subject.machine).increment(1);
    }

    fn unloaded(&self, subject: &Subject) {
        gauge!(RUNNING, "machine" => subject.machine).decrement(1);
    }
}

fn measure_end(subject: &Subject, event: &HistoryEvent) {
    let status = match subject.end {
        Some(Ok(())) => "succeeded",
        Some(Err(Status::TimedOut)) => "timed_out",
        Some(Err(Status::Aborted)) => "aborted",
        Some(Err(Status::Failed)) | None => "failed",
    };
    let machine = subject.machine;
    counter!(ENDED, "machine" => machine, "status" => status).increment(1);
    let duration = seconds(subject.started, event.timestamp);
    histogram!(DURATION, "machine" => machine, "status" => status).record(duration);
}

fn count_attempt(subject: &Subject) {
    let (machine, state) = (subject.machine, subject.state.unwrap_or_default());
    counter!(ATTEMPTS, "machine" => machine, "state" => state).increment(1);
    if subject.attempt > 0 {
        counter!(RETRIES, "machine" => machine, "state" => state).increment(1);
    }
}

fn measure_attempt(subject: &Subject, event: &HistoryEvent, status: &'static str) {
    let (machine, state) = (subject.machine, subject.state.unwrap_or_default());
    let duration = seconds(subject.attempt_began, event.timestamp);
    histogram!(TASK_DURATION, "machine" => machine, "state" => state, "status" => status)
        .record(duration);
}

/// Seconds between two times in milliseconds.
fn seconds(from: u64, to: u64) -> f64 {
    std::time::Duration::from_millis(to.saturating_sub(from)).as_secs_f64()
}
