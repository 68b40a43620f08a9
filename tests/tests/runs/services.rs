//! Callbacks by task token, activities and executions that start executions, on tokio's paused
//! clock.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use asl_runtime::engine::in_process::{Run, RunOptions, run_with};
use asl_runtime::execution::TokenError;
use asl_runtime::services::Services;
use asl_runtime::{Compiled, History, TaskContext, TaskError, Value, asl_machine, json};
use tokio::time::{Instant, sleep, timeout};

asl_machine!("definitions/services/approval.asl.json");
asl_machine!("definitions/services/callback.asl.json");
asl_machine!("definitions/services/child.asl.json");
asl_machine!("definitions/services/echo.asl.json");
asl_machine!("definitions/services/parent.asl.json");
asl_machine!("definitions/services/parents.asl.json");

/// Tasks that need no methods.
struct Nothing;

impl approval::Tasks for Nothing {}
impl echo::Tasks for Nothing {}
impl parent::Tasks for Nothing {}
impl parents::Tasks for Nothing {}

/// Sends messages, as to a queue.
#[derive(Clone, Default)]
struct Queue(Arc<Mutex<Vec<String>>>);

impl callback::Tasks for Queue {
    async fn send_message_approvals(
        &self,
        cx: &TaskContext,
        input: Value,
    ) -> Result<Value, TaskError> {
        assert_eq!(input.at(["MessageBody"]), Some(&json!((cx.token()))));
        self.0.lock().unwrap().push(cx.token().to_string());
        Ok(json!({"MessageId": "1"}))
    }
}

/// Records the inputs that it worked on; number 13 fails.
#[derive(Clone, Default)]
struct Worked(Arc<Mutex<Vec<Value>>>);

impl child::Tasks for Worked {
    async fn work(&self, _cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.0.lock().unwrap().push(input.clone());
        if input.at(["number"]) == Some(&json!(13)) {
            return Err(TaskError::new("Unlucky", "it is thirteen"));
        }
        Ok(json!({"worked": input}))
    }
}

fn run(services: &Services, machine: &Compiled, input: Value) -> Run {
    run_with(machine, input, RunOptions::default().services(services.clone()))
}

#[tokio::test(start_paused = true)]
async fn work_wakes_one_worker_and_is_not_lost_when_that_one_leaves() {
    let services = Services::new();
    let arn = "arn:aws:states:us-east-1:123456789012:activity:Approval";
    let poll = |name: &'static str| {
        let services = services.clone();
        tokio::spawn(async move {
            let activity = if name == "named" { "Approval" } else { arn };
            services.next_activity(activity, name).await
        })
    };
    let workers: Vec<_> = (0..100).map(|_| poll("many")).collect();
    tokio::task::yield_now().await;
    let start = || {
        let options = RunOptions::default().services(services.clone());
        tokio::spawn(run_with(&approval::machine(Nothing), json!({"amount": 7}), options))
    };
    let run = start();
    let done = |workers: &[tokio::task::JoinHandle<_>]| {
        workers.iter().filter(|worker| worker.is_finished()).count()
    };
    sleep(Duration::from_millis(1)).await;
    assert_eq!(done(&workers), 1);
    let mut workers: Vec<_> = workers.into_iter().collect();
    let first = workers.iter().position(tokio::task::JoinHandle::is_finished).unwrap();
    let work = workers.remove(first).await.unwrap();
    work.success(json!({"approved": true})).await.unwrap();
    assert_eq!(run.await.unwrap(), Ok(json!({"approved": true})));
    for worker in workers.drain(1..) {
        worker.abort();
    }
    let named = poll("named");
    tokio::task::yield_now().await;
    let runs = [start(), start()];
    workers[0].abort();
    let work = named.await.unwrap();
    work.success(json!({"approved": false})).await.unwrap();
    let late = poll("late").await.unwrap();
    late.success(json!({"approved": false})).await.unwrap();
    for run in runs {
        assert_eq!(run.await.unwrap(), Ok(json!({"approved": false})));
    }
}

#[tokio::test(start_paused = true)]
async fn a_worker_ends_an_activity() {
    let services = Services::new();
    let history = History::default();
    let options = RunOptions::default().services(services.clone()).history(history.clone());
    let run = tokio::spawn(run_with(&approval::machine(Nothing), json!({"amount": 7}), options));
    // The limits only apply once a worker has taken it, however late.
    sleep(Duration::from_secs(1_000)).await;
    let work = services.next_activity("Approval", "worker-1").await;
    assert_eq!(work.input(), &json!({"amount": 7}));
    for _ in 0..5 {
        sleep(Duration::from_secs(9)).await;
        work.heartbeat().await.unwrap();
    }
    work.success(json!({"approved": true})).await.unwrap();
    assert_eq!(run.await.unwrap(), Ok(json!({"approved": true})));
    assert_eq!(work.success(json!(1)).await, Err(TokenError::Unknown));
    let events = history.events();
    let worker = events
        .iter()
        .map(asl_runtime::HistoryEvent::to_json)
        .find_map(|event| event.at(["activityStartedEventDetails", "workerName"]).cloned());
    assert_eq!(worker, Some(json!("worker-1")));
}

#[tokio::test(start_paused = true)]
async fn a_worker_fails_an_activity() {
    let services = Services::new();
    let run = tokio::spawn(run(&services, &approval::machine(Nothing), json!({})));
    let arn = "arn:aws:states:us-east-1:123456789012:activity:Approval";
    services.next_activity(arn, "w").await.failure(TaskError::new("Refused", "no")).await.unwrap();
    assert_eq!(run.await.unwrap(), Ok(json!({"Error": "Refused", "Cause": "no"})));
}

#[tokio::test(start_paused = true)]
async fn a_silent_worker_is_too_late() {
    let services = Services::new();
    let run = tokio::spawn(run(&services, &approval::machine(Nothing), json!({})));
    let work = services.next_activity("Approval", "w").await;
    let began = Instant::now();
    let failure = run.await.unwrap().unwrap_err();
    assert_eq!(
        (failure.error(), began.elapsed()),
        (Some("States.Timeout"), Duration::from_secs(10))
    );
    assert_eq!(work.heartbeat().await, Err(TokenError::Unknown));
}

#[tokio::test(start_paused = true)]
async fn each_activity_goes_to_one_worker_the_oldest_first() {
    let services = Services::new();
    let machine = approval::machine(Nothing);
    let runs: Vec<_> =
        (0..3).map(|number| tokio::spawn(run(&services, &machine, json!(number)))).collect();
    for number in 0..3 {
        let work = services.next_activity("Approval", "w").await;
        assert_eq!(work.input(), &json!(number));
        work.success(json!(number + 10)).await.unwrap();
    }
    for (number, run) in (10..).zip(runs) {
        assert_eq!(run.await.unwrap(), Ok(json!(number)));
    }
    // A worker that stops waiting takes nothing, and neither does one for another activity.
    assert!(
        timeout(Duration::from_secs(60), services.next_activity("Approval", "w")).await.is_err()
    );
    let waiting = tokio::spawn(run(&services, &machine, json!(4)));
    assert!(timeout(Duration::from_secs(60), services.next_activity("proval", "w")).await.is_err());
    // Nor is there work of a run that was dropped.
    waiting.abort();
    assert!(waiting.await.is_err());
    assert!(
        timeout(Duration::from_secs(60), services.next_activity("Approval", "w")).await.is_err()
    );
}

#[tokio::test(start_paused = true)]
async fn the_token_ends_the_task() {
    let services = Services::new();
    let queue = Queue::default();
    let run = tokio::spawn(run(&services, &callback::machine(queue.clone()), json!({})));
    sleep(Duration::from_secs(1)).await;
    let token = queue.0.lock().unwrap().remove(0);
    for _ in 0..3 {
        sleep(Duration::from_secs(8)).await;
        services.heartbeat(&token).await.unwrap();
    }
    for wrong in ["", "x", "x.1.2", &format!("{token}0"), &token.replacen('.', ".0", 1)] {
        assert_eq!(services.success(wrong, json!(1)).await, Err(TokenError::Unknown), "{wrong}");
    }
    services.success(&token, json!({"ok": true})).await.unwrap();
    assert_eq!(run.await.unwrap(), Ok(json!({"ok": true})));
    assert_eq!(services.success(&token, json!(1)).await, Err(TokenError::Unknown));
}

#[tokio::test(start_paused = true)]
async fn without_a_heartbeat_the_task_times_out() {
    let services = Services::new();
    let queue = Queue::default();
    let machine = callback::machine(queue.clone());
    let began = Instant::now();
    let silent = run(&services, &machine, json!({})).await.unwrap_err();
    assert_eq!(
        (silent.error(), began.elapsed()),
        (Some("States.Timeout"), Duration::from_secs(10))
    );
    let run = tokio::spawn(run(&services, &machine, json!({})));
    sleep(Duration::from_secs(1)).await;
    let token = queue.0.lock().unwrap().remove(1);
    services.failure(&token, TaskError::new("Lost", "by the post")).await.unwrap();
    let failure = run.await.unwrap().unwrap_err();
    assert_eq!((failure.error(), failure.cause()), (Some("Lost"), Some("by the post")));
}

/// The child, registered.
fn with_child(machine_arn: &'static str) -> (Services, Worked) {
    let (services, worked) = (Services::new(), Worked::default());
    services.register(machine_arn, child::machine(worked.clone()));
    (services, worked)
}

#[tokio::test(start_paused = true)]
async fn executions_start_executions() {
    let (services, worked) = with_child("Child");
    let began = Instant::now();
    let output = run(&services, &parents::machine(Nothing), json!({})).await.unwrap();
    assert_eq!(began.elapsed(), Duration::from_secs(30));
    let text = |path| output.pointer(path).and_then(Value::as_str).unwrap();
    let arn = "arn:aws:states:us-east-1:123456789012:execution:Child:";
    assert_eq!(text("/0/ExecutionArn"), format!("{arn}forgotten"));
    assert_eq!(text("/1/ExecutionArn"), format!("{arn}text"));
    assert_eq!((text("/1/Status"), text("/1/Name")), ("SUCCEEDED", "text"));
    assert_eq!(
        (text("/1/Input"), text("/1/Output")),
        (r#"{"number":2}"#, r#"{"worked":{"number":2}}"#)
    );
    let output_of = |path| output.pointer(path).unwrap();
    assert_eq!(output_of("/1/OutputDetails"), &json!({"Included": true}));
    assert_eq!(
        (output_of("/2/Input"), output_of("/2/Output")),
        (&json!({"number": 3}), &json!({"worked": {"number": 3}}))
    );
    assert!(text("/3/ExecutionArn").starts_with(arn) && text("/3/StartDate").ends_with('Z'));
    services.wait_for_children().await;
    assert_eq!(worked.0.lock().unwrap().len(), 4);
}

#[tokio::test(start_paused = true)]
async fn a_detached_child_outlives_its_parent() {
    let (services, worked) = with_child("arn:aws:states:us-east-1:123456789012:stateMachine:Child");
    let parent = tokio::spawn(run(&services, &parents::machine(Nothing), json!({})));
    sleep(Duration::from_secs(1)).await;
    // Children that a parent waits for are stopped with it.
    parent.abort();
    assert!(parent.await.is_err());
    assert!(worked.0.lock().unwrap().is_empty());
    services.wait_for_children().await;
    let worked = worked.0.lock().unwrap().clone();
    assert_eq!(worked.len(), 2);
    assert!(worked.contains(&json!({"number": 1})) && worked.contains(&json!({})), "{worked:?}");
}

#[tokio::test(start_paused = true)]
async fn a_child_that_fails_is_described_in_the_cause() {
    let (services, _) = with_child("Child");
    let machine = parent::machine(Nothing);
    let input = json!({"machine": "Child", "input": {"number": 13}});
    let failure = run(&services, &machine, input).await.unwrap_err();
    assert_eq!(failure.error(), Some("States.TaskFailed"));
    let cause = Value::from_json_str(failure.cause().unwrap()).unwrap();
    let told = |name| cause.at([name]).unwrap();
    assert_eq!((told("Error"), told("Cause")), (&json!("Unlucky"), &json!("it is thirteen")));
    assert_eq!((told("Status"), told("Input")), (&json!("FAILED"), &json!({"number": 13})));
    assert!(cause.at(["Output"]).is_none());

    let unknown =
        run(&services, &machine, json!({"machine": "Other", "input": {}})).await.unwrap_err();
    assert_eq!(unknown.error(), Some("StepFunctions.StateMachineDoesNotExistException"));
    assert!(
        unknown.cause().unwrap().starts_with("State Machine Does Not Exist: 'Other' ("),
        "{unknown}"
    );
}

#[tokio::test(start_paused = true)]
async fn an_activity_that_does_not_exist_is_a_runtime_error() {
    // `()`: there is no input either.
    let failure = approval::run(Nothing, ()).await.unwrap_err();
    let cause =
        "Activity Does Not Exist: 'arn:aws:states:us-east-1:123456789012:activity:Approval'";
    assert_eq!((failure.error(), failure.cause()), (Some("States.Runtime"), Some(cause)));
}

#[tokio::test(start_paused = true)]
async fn the_error_without_services_names_what_is_missing() {
    let failure = parent::run(Nothing, json!({"machine": "Child", "input": {}})).await.unwrap_err();
    assert_eq!(failure.error(), Some("States.TaskFailed"));
    let cause = failure.cause().unwrap();
    assert!(cause.ends_with("and its run has no `services` that could perform it"), "{cause}");
}

#[tokio::test(start_paused = true)]
async fn a_run_without_an_input_has_an_empty_object() {
    let machine = echo::machine(Nothing);
    assert_eq!(machine.run(()).await, Ok(json!({})));
    assert_eq!(machine.run(None).await, Ok(json!({})));
    assert_eq!(machine.run(Value::Null).await, Ok(Value::Null));
    assert_eq!(echo::run(Nothing, ()).await, Ok(json!({})));
    assert_eq!(echo::run(Nothing, json!([1])).await, Ok(json!([1])));
}
