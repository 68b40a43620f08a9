//! Tests of tasks that end with more than their answer: tokens, submissions, workers.

use crate::engine::simulation::{Scripted, Simulation, SimulationRun};
use asl_execution::execution::{
    Command, Execution, Limits, OpKey, Outcome, Report, Reported, RestoreOptions, Snapshot,
    StartOptions, TokenError,
};
use asl_execution::history::History;
use asl_execution::machine::{Effect, Form, Kind, Machine, Node, StateKind, Step, TaskRow};
use asl_value::TaskError;
use asl_value::error::Phase;
use asl_value::json;
use asl_value::value::Value;

use super::machines::{machine, node, parallel, unexpected};
use super::{both_ways, chain};

const fn job(state: &'static str, resource: &'static str, form: Form) -> Node {
    let row = TaskRow {
        task: 0,
        method: "job",
        resource,
        form,
        timeout_seconds: 60,
        timeout_given: true,
        heartbeat_seconds: Some(10),
    };
    node(state, StateKind::Task, Kind::Invoke(Effect::Task(row)))
}

const TOKEN: &str = "arn:aws:states:::sqs:sendMessage.waitForTaskToken";

// A task that waits for its token.
machine! {
    CALLBACK,
    [job("Ask", TOKEN, Form::Token)],
    enter: |_, data, _| Ok(Step::Task(data.clone())),
    resume: |_, data, result| { *data = result; Ok(Step::End) },
    caught: |node, _, _, _| unexpected(node)
}

// The same for a job.
machine! {
    JOB,
    [job("Train", "arn:aws:states:::sagemaker:createTrainingJob.sync", Form::Sync)],
    enter: |_, data, _| Ok(Step::Task(data.clone())),
    resume: |_, data, result| { *data = result; Ok(Step::End) },
    caught: |node, _, _, _| unexpected(node)
}

// The same for an activity.
machine! {
    ACTIVITY,
    [job("Pack", "arn:aws:states:us-east-1:123456789012:activity:Pack", Form::Activity)],
    enter: |_, data, _| Ok(Step::Task(data.clone())),
    resume: |_, data, result| { *data = result; Ok(Step::End) },
    caught: |node, _, _, _| unexpected(node)
}

// Two that wait concurrently.
machine! {
    TWO,
    [parallel("Both", &[NodeId(1), NodeId(2)]), job("A", TOKEN, Form::Token), job("B", TOKEN, Form::Token)],
    enter: |node, data, _| Ok(if node == 0 { Step::Fork(data.clone()) } else { Step::Task(data.clone()) }),
    resume: |_, data, result| { *data = result; Ok(Step::End) },
    caught: |node, _, _, _| unexpected(node)
}

/// The events between the entry of the only state and its exit.
fn middle(simulated: &SimulationRun) -> Vec<String> {
    let kinds = simulated.events.iter().map(|event| event.kind.to_string());
    kinds
        .skip(2)
        .take_while(|kind| kind != "TaskStateExited" && kind != "ExecutionFailed")
        .collect()
}

#[test]
fn a_token_task_is_submitted_and_ends_with_the_report() {
    let script =
        Scripted::answer(json!("paid")).after(2_000).submitted(json!({"MessageId": "m"}), 1_000);
    let simulated = both_ways(&CALLBACK, &json!({}), |_| script.clone());
    assert_eq!((simulated.result.clone(), simulated.elapsed), (Ok(json!("paid")), 3_000));
    assert_eq!(
        middle(&simulated),
        ["TaskScheduled", "TaskStarted", "TaskSubmitted", "TaskSucceeded"]
    );
    assert_eq!(chain(&simulated)[4..6], ["5 TaskSubmitted 4", "6 TaskSucceeded 5"]);
    let submitted = simulated.events[4].to_json();
    let details = submitted.get("taskSubmittedEventDetails").expect("it has some");
    assert_eq!(details.get("output"), Some(&json!("{\"MessageId\":\"m\"}")));
    assert_eq!(details.get("resource"), Some(&json!("sendMessage.waitForTaskToken")));
}

#[test]
fn a_failed_job_fails_where_it_was() {
    let script = Scripted::fail("States.TaskFailed", "{}").submitted(json!({}), 0);
    let simulated = both_ways(&JOB, &json!({}), |_| script.clone());
    assert_eq!(middle(&simulated), ["TaskScheduled", "TaskStarted", "TaskSubmitted", "TaskFailed"]);
    let refused = TaskError::new("Batch.Refused", "no").in_phase(Phase::Submit);
    let simulated =
        both_ways(&JOB, &json!({}), |_| Scripted::Fail { after: 0, error: refused.clone() });
    assert_eq!(middle(&simulated), ["TaskScheduled", "TaskStarted", "TaskSubmitFailed"]);
    let nameless = TaskError::without_name(None);
    let simulated =
        both_ways(&CALLBACK, &json!({}), |_| Scripted::Fail { after: 0, error: nameless.clone() });
    let failure = simulated.result.expect_err("it failed");
    assert_eq!((failure.error(), failure.cause()), (None, None));
}

#[test]
fn an_activity_and_its_limits_start_when_a_worker_takes_it() {
    let late = Scripted::answer(json!("packed")).started(Some("Ada".into()), 1_000_000);
    let simulated = both_ways(&ACTIVITY, &json!({}), |_| late.clone());
    assert_eq!((simulated.result.clone(), simulated.elapsed), (Ok(json!("packed")), 1_000_000));
    assert_eq!(middle(&simulated), ["ActivityScheduled", "ActivityStarted", "ActivitySucceeded"]);
    assert_eq!(simulated.events[3].details.worker_name.as_deref(), Some("Ada"));
    let silent = Scripted::Hang.started(None, 5_000);
    let simulated = both_ways(&ACTIVITY, &json!({}), |_| silent.clone());
    assert_eq!(simulated.elapsed, 15_000);
    assert_eq!(middle(&simulated), ["ActivityScheduled", "ActivityStarted", "ActivityTimedOut"]);
    let unscheduled = TaskError::named("E").in_phase(Phase::Schedule);
    let simulated = Simulation::new()
        .run(&ACTIVITY, json!({}), |_| Scripted::Fail { after: 0, error: unscheduled.clone() });
    assert_eq!(middle(&simulated).last().map(String::as_str), Some("ActivityScheduleFailed"));
}

#[test]
fn limits_apply_while_a_task_waits_for_its_token() {
    let beats = Scripted::Hang.with_heartbeats(9_000, 2).submitted(json!({}), 1_000);
    let simulated = both_ways(&CALLBACK, &json!({}), |_| beats.clone());
    assert_eq!(simulated.elapsed, 1_000 + 18_000 + 10_000);
    assert_eq!(middle(&simulated).last().map(String::as_str), Some("TaskTimedOut"));
    let beats = Scripted::TimeOut.submitted(json!({}), 1_000);
    assert_eq!(both_ways(&CALLBACK, &json!({}), |_| beats.clone()).elapsed, 60_000);
    let late = Scripted::answer(json!(1)).submitted(json!({}), 11_000);
    let simulated = both_ways(&CALLBACK, &json!({}), |_| late.clone());
    assert_eq!((simulated.elapsed, middle(&simulated).len()), (10_000, 3));
}

/// A waiting execution and its operations, not yet submitted.
fn waiting(machine: &'static Machine) -> (Execution, History, Vec<OpKey>) {
    let history = History::default();
    let options = StartOptions::default().seed(7).observer(Some(history.clone().into()));
    let mut run = Execution::start(machine, json!({"n": 1}), options);
    let ops =
        std::iter::from_fn(|| run.next_command()).filter_map(|command| command.starts()).collect();
    (run, history, ops)
}

/// The execution as another process restores it, with an observer.
fn restored(run: &Execution, now: u64) -> Execution {
    let snapshot = Snapshot::from_json_str(&run.snapshot().to_json_string()).expect("it is one");
    let options = RestoreOptions::default().now(now);
    Execution::restore(run.machine(), snapshot, options).expect("it is sound")
}

#[test]
fn the_token_ends_the_task_once() {
    let (mut run, history, ops) = waiting(&CALLBACK);
    let token = run.token_of(ops[0]);
    assert!(run.submitted(ops[0], &json!("taken"), 10));
    let mut again = restored(&run, 20);
    for run in [&mut run, &mut again] {
        assert_eq!(run.report_by_token(&token, Report::Heartbeat, 30), Ok(Reported::Alive(ops[0])));
        let done = Report::Done(json!("paid"));
        assert_eq!(run.report_by_token(&token, done.clone(), 40), Ok(Reported::Ended(ops[0])));
        assert_eq!(run.report_by_token(&token, done, 50), Err(TokenError::Closed));
        assert_eq!(run.take_result(), Some(Ok(json!("paid"))));
        assert_eq!(run.report_by_token("x", Report::Heartbeat, 50), Err(TokenError::Unknown));
    }
    let kinds: Vec<String> = history.events().iter().map(|event| event.kind.to_string()).collect();
    assert_eq!(kinds[4..6], ["TaskSubmitted", "TaskSucceeded"]);
}

#[test]
fn tokens_of_other_executions_are_refused() {
    let (mut run, _, ops) = waiting(&TWO);
    let tokens: Vec<_> = ops.iter().map(|op| run.token_of(*op)).collect();
    assert_ne!(tokens[0], tokens[1]);
    let swapped = tokens[0].replace(".1.", ".2.");
    let guessed = [format!("{}.1.0", run.id()), format!("{}.99.{}", run.id(), "0".repeat(32))];
    for text in ["", "1", "..", "7.1.0", &guessed[0], &guessed[1], &swapped] {
        assert_eq!(run.by_token(text), Err(TokenError::Unknown), "{text}");
    }
    let stranger = Execution::start(&TWO, json!({}), StartOptions::default().seed(8));
    assert_eq!(stranger.by_token(&tokens[0]), Err(TokenError::Unknown));
    assert!(run.submitted(ops[1], &json!(null), 1));
    assert_eq!(
        run.report_by_token(&tokens[1], Report::Done(json!("b")), 2),
        Ok(Reported::Ended(ops[1]))
    );
    assert!(run.submitted(ops[0], &json!(null), 3));
    assert_eq!(
        run.report_by_token(&tokens[0], Report::Failed(TaskError::named("E")), 4),
        Ok(Reported::Ended(ops[0]))
    );
    assert_eq!(run.take_result().expect("it ended").expect_err("badly").error(), Some("E"));
}

#[test]
fn a_report_that_comes_before_the_answer_is_kept() {
    let (mut run, history, ops) = waiting(&CALLBACK);
    let token = run.token_of(ops[0]);
    assert_eq!(
        run.report_by_token(&token, Report::Done(json!("early")), 1),
        Ok(Reported::Early(ops[0]))
    );
    assert_eq!(
        run.report_by_token(&token, Report::Done(json!("twice")), 2),
        Err(TokenError::Closed)
    );
    let mut again = restored(&run, 3);
    // The call has not answered, so it is made again.
    assert!(matches!(again.next_command(), Some(Command::Run { .. })));
    for run in [&mut run, &mut again] {
        assert!(!run.submitted(ops[0], &json!("taken"), 5), "it has ended with that");
        assert_eq!(run.take_result(), Some(Ok(json!("early"))));
    }
    let kinds: Vec<String> = history.events().iter().map(|event| event.kind.to_string()).collect();
    assert_eq!(kinds[4..6], ["TaskSubmitted", "TaskSucceeded"]);
}

#[test]
fn a_submitted_token_task_is_not_called_again() {
    let (mut run, _, ops) = waiting(&CALLBACK);
    assert!(run.submitted(ops[0], &json!("taken"), 2_000));
    let token = run.token_of(ops[0]);
    assert_eq!(run.report_by_token(&token, Report::Heartbeat, 9_000), Ok(Reported::Alive(ops[0])));
    let mut again = restored(&run, 12_000);
    let Some(Command::Hold { op, limits, .. }) = again.next_command() else { panic!("it is held") };
    assert_eq!(
        (op, limits),
        (ops[0], Limits { timeout: 48_000, silence: Some(10_000), silent_for: 3_000 })
    );
    assert!(again.complete(op, Outcome::HeartbeatMissed, 19_000));
    assert_eq!(
        again.take_result().expect("it ended").expect_err("badly").error(),
        Some("States.Timeout")
    );
}

#[test]
fn a_restored_job_is_issued_again_and_its_limits_continue() {
    let (mut run, history, ops) = waiting(&JOB);
    assert!(run.submitted(ops[0], &json!("taken"), 2_000));
    assert!(run.submitted(ops[0], &json!("again"), 3_000), "only the first counts");
    let mut again = restored(&run, 12_000);
    let Some(Command::Run { op, limits, .. }) = again.next_command() else { panic!("it runs") };
    assert_eq!((op, limits.timeout), (ops[0], 48_000));
    assert!(run.complete(op, Outcome::Done(json!("done")), 13_000));
    let submitted =
        history.events().iter().filter(|event| event.kind.to_string() == "TaskSubmitted").count();
    assert_eq!(submitted, 1);
}

#[test]
fn answers_that_are_too_deep_are_refused() {
    let (mut run, _, ops) = waiting(&JOB);
    let deep = (0..300).fold(json!(0), |inner, _| Value::array(vec![inner]));
    assert!(!run.submitted(ops[0], &deep, 1));
    assert_eq!(
        run.take_result().expect("it ended").expect_err("badly").error(),
        Some("States.TaskFailed")
    );
}
