//! Tests of tasks that report more than their answer: jobs, activities, task tokens.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::services::Services;
use crate::tests::machines::{machine, unexpected};
use crate::{History, TaskError};
use asl_execution::machine::{Effect, Form, Kind, StateKind, Step, TaskRow};
use asl_value::json;

use super::super::{RunOptions, run_with};
use super::with;

const fn job(resource: &'static str, form: Form) -> asl_execution::machine::Node {
    let row = TaskRow {
        task: 0,
        method: "job",
        resource,
        form,
        timeout_seconds: 60,
        timeout_given: true,
        heartbeat_seconds: Some(10),
    };
    crate::tests::machines::node("Job", StateKind::Task, Kind::Invoke(Effect::Task(row)))
}

// A job that a service accepts.
machine! {
    JOB,
    [job("arn:aws:states:::batch:submitJob.sync", Form::Sync)],
    enter: |_, data, _| Ok(Step::Task(data.clone())),
    resume: |_, data, result| { *data = result; Ok(Step::End) },
    caught: |node, _, _, _| unexpected(node)
}

// Work on an activity.
machine! {
    ACTIVITY,
    [job("arn:aws:states:us-east-1:123456789012:activity:Pack", Form::Activity)],
    enter: |_, data, _| Ok(Step::Task(data.clone())),
    resume: |_, data, result| { *data = result; Ok(Step::End) },
    caught: |node, _, _, _| unexpected(node)
}

// A call that ends by a report with its token.
machine! {
    CALLBACK,
    [job("arn:aws:states:::sqs:sendMessage.waitForTaskToken", Form::Token)],
    enter: |_, data, _| Ok(Step::Task(data.clone())),
    resume: |_, data, result| { *data = result; Ok(Step::End) },
    caught: |node, _, _, _| unexpected(node)
}

fn kinds(history: &History) -> Vec<String> {
    let kinds = history.events().into_iter().map(|event| event.kind.to_string());
    kinds.filter(|kind| !kind.contains("State") && !kind.contains("Execution")).collect()
}

#[tokio::test(start_paused = true)]
async fn a_job_reports_its_submission_and_its_heartbeats() {
    let compiled = with(&JOB, |cx, _| async move {
        cx.submitted(json!({"JobId": 7}));
        for _ in 0..5 {
            sleep(Duration::from_secs(9)).await;
            cx.heartbeat();
        }
        Ok(json!("done"))
    });
    let history = History::default();
    let options = RunOptions::default().history(history.clone());
    assert_eq!(run_with(&compiled, json!({}), options).await, Ok(json!("done")));
    assert_eq!(kinds(&history), ["TaskScheduled", "TaskStarted", "TaskSubmitted", "TaskSucceeded"]);
    assert_eq!(history.events()[4].details.output, Some(json!({"JobId": 7})));
}

#[tokio::test(start_paused = true)]
async fn an_activity_waits_for_its_worker_without_a_limit() {
    let compiled = with(&ACTIVITY, |cx, _| async move {
        cx.queued();
        sleep(Duration::from_secs(1_000)).await;
        cx.started_by(Some("Ada".into()));
        sleep(Duration::from_secs(9)).await;
        Ok(json!("packed"))
    });
    let history = History::default();
    let options = RunOptions::default().history(history.clone());
    assert_eq!(run_with(&compiled, json!({}), options).await, Ok(json!("packed")));
    assert_eq!(kinds(&history), ["ActivityScheduled", "ActivityStarted", "ActivitySucceeded"]);
    assert_eq!(history.events()[3].details.worker_name.as_deref(), Some("Ada"));
    // A call that reports no worker has started at once.
    let compiled = with(&ACTIVITY, |_, _| std::future::pending());
    let start = Instant::now();
    assert_eq!(
        compiled.run(json!({})).await.expect_err("no sign of life").error(),
        Some("States.Timeout")
    );
    assert_eq!(start.elapsed().as_secs(), 10);
}

#[tokio::test(start_paused = true)]
async fn a_token_without_a_report_times_out() {
    let compiled = with(&CALLBACK, |_, _| async { Ok(json!("sent")) });
    let history = History::default();
    let with_services = || RunOptions::default().services(Services::new());
    let options = with_services().history(history.clone());
    let start = Instant::now();
    let failure = run_with(&compiled, json!({}), options).await.expect_err("nobody reports");
    assert_eq!((failure.error(), start.elapsed().as_secs()), (Some("States.Timeout"), 10));
    assert_eq!(kinds(&history), ["TaskScheduled", "TaskStarted", "TaskSubmitted", "TaskTimedOut"]);
    let compiled = with(&CALLBACK, |_, _| async { Err(TaskError::new("SQS.NoQueue", "x")) });
    let failure = compiled.run_with(json!({}), with_services()).await.expect_err("not sent");
    assert_eq!(failure.error(), Some("SQS.NoQueue"));
}

#[tokio::test(start_paused = true)]
async fn a_token_that_nobody_can_answer_is_an_error_at_once() {
    let compiled = with(&CALLBACK, |_, _| async { panic!("the task must not begin") });
    let history = History::default();
    let start = Instant::now();
    let options = RunOptions::default().history(history.clone());
    let failure = run_with(&compiled, json!({}), options).await.expect_err("nobody can report");
    assert_eq!((failure.error(), start.elapsed().as_secs()), (Some("States.Runtime"), 0));
    let cause = failure.cause().expect("a cause");
    assert!(cause.contains("`Job` waits for a report with its task token"), "{cause}");
    assert!(cause.ends_with("set `RunOptions::services`"), "{cause}");
    assert_eq!(failure.occurrence().map(|at| &*at.state), Some("Job"));
}
