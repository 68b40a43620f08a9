//! Failures: their places in the definition, attempts and limits, their text, and the error of the
//! task itself.
#![expect(clippy::expect_used, reason = "tests")]

use std::error::Error;

use asl_runtime::engine::simulation::{Scripted, Simulation};
use asl_runtime::error::{Exceeded, Status};
use asl_runtime::execution::{Execution, StartOptions};
use asl_runtime::{Failure, RunOptions, TaskContext, TaskError, Value, asl_machine, json};

asl_machine!("definitions/failures.asl.json", name = shop);

const FILE: &str = "tests/definitions/failures.asl.json";

/// Runs the machine with this answer of every task.
fn fail(input: Value, answer: impl Fn() -> Scripted) -> Failure {
    let run = Simulation::new().run(&shop::MACHINE, input, |_| answer());
    run.result.expect_err("the machine fails")
}

fn items() -> Value {
    json!({ "to": "items", "items": [0, 1, 2] })
}

#[test]
fn a_failure_names_state_position_path_and_attempt() {
    let run = Simulation::new().run(&shop::MACHINE, items(), |call| match call.input.as_i64() {
        Some(2) => Scripted::fail("GatewayBusy", "try\nagain"),
        _ => Scripted::answer(json!("there")),
    });
    let failure = run.result.expect_err("the last item fails");
    let occurrence = failure.occurrence().expect("a state failed");
    assert_eq!(
        (&*occurrence.state, &*occurrence.path, &*occurrence.file),
        ("Check Stock", "Check Items[2].Check Stock", FILE)
    );
    assert_eq!((occurrence.line, occurrence.column, occurrence.attempt), (21, 11, 2));
    assert_eq!(
        failure.to_string(),
        r"GatewayBusy in Check Items[2].Check Stock (tests/definitions/failures.asl.json:21:11, attempt 3): try\nagain"
    );
}

#[test]
fn a_fail_state_is_the_place_of_its_error() {
    let failure = fail(json!({ "to": "nowhere" }), || Scripted::answer(json!(null)));
    let text = "Refused in Refused (tests/definitions/failures.asl.json:46:5): nowhere to go";
    assert_eq!(failure.to_string(), text);
    assert_eq!(failure, Failure::new("Refused", "nowhere to go"));
}

#[test]
fn a_fault_of_a_state_itself_has_its_place() {
    let failure = fail(json!({ "to": "items" }), || Scripted::answer(json!(null)));
    assert_eq!(failure.error(), Some("States.Runtime"));
    assert_eq!(failure.occurrence().map(|at| (&*at.path, at.line)), Some(("Check Items", 15)));
}

#[test]
fn a_time_out_names_the_limit_and_its_seconds() {
    let charge = |seconds: u32| json!({ "to": "charge", "seconds": seconds });
    let time = fail(charge(3), || Scripted::Hang);
    assert_eq!(time.exceeded(), Some(Exceeded::TimeoutSeconds(3)));
    assert_eq!(
        time.to_string(),
        "States.Timeout in Charge (tests/definitions/failures.asl.json:31:5): TimeoutSeconds exceeded (3 s)"
    );
    let silence = fail(charge(30), || Scripted::Hang);
    assert_eq!(silence.exceeded(), Some(Exceeded::HeartbeatSeconds(5)));
    assert_eq!(
        silence.to_string(),
        "States.Timeout in Charge (tests/definitions/failures.asl.json:31:5): HeartbeatSeconds exceeded (5 s)"
    );
}

#[test]
fn a_time_out_of_the_machine_names_the_state_it_was_in() {
    let failure = fail(json!({ "to": "wait" }), || Scripted::answer(json!(null)));
    assert_eq!(failure.status(), Status::TimedOut);
    assert_eq!(failure.exceeded(), Some(Exceeded::MachineTimeoutSeconds(300)));
    assert_eq!(
        failure.to_string(),
        "timed out in Both[1].Long (tests/definitions/failures.asl.json:42:42): the machine's TimeoutSeconds exceeded (300 s)"
    );
}

#[test]
fn debug_shows_what_users_know() {
    let failure = fail(json!({ "to": "nowhere" }), || Scripted::answer(json!(null)));
    assert_eq!(
        format!("{failure:?}"),
        "Refused in Refused (tests/definitions/failures.asl.json:46:5): nowhere to go"
    );
    assert_eq!(
        format!("{:#?}", Failure::new("A", "b")),
        "Failure {\n    status: Failed,\n    error: \"A\",\n    cause: \"b\",\n}"
    );
}

#[test]
fn a_saved_failure_keeps_its_place_and_failures_saved_before_are_read() {
    let failure = fail(json!({ "to": "charge", "seconds": 3 }), || Scripted::Hang);
    let text = serde_json::to_string(&failure).expect("it can be written");
    let read: Failure = serde_json::from_str(&text).expect("it can be read");
    assert_eq!((read.to_string(), read.exceeded()), (failure.to_string(), failure.exceeded()));

    let before =
        r#"{"error":"E","cause":"c","status":"Aborted","unplaced":false,"timeout":"Time"}"#;
    let read: Failure = serde_json::from_str(before).expect("it can be read");
    assert_eq!(read.to_string(), "aborted with E: c");
    assert_eq!((read.occurrence(), read.exceeded()), (None, None));
}

#[test]
fn a_cancelled_execution_names_the_state_it_was_in() {
    let mut run =
        Execution::start(&shop::MACHINE, json!({ "to": "wait" }), StartOptions::default());
    while run.next_command().is_some() {}
    assert!(run.cancel(7));
    let failure = run.take_result().expect("it has ended").expect_err("it was cancelled");
    assert_eq!(
        failure.to_string(),
        "aborted in Both[1].Long (tests/definitions/failures.asl.json:42:42)"
    );
}

/// The error of a task, with a source.
#[derive(Debug)]
struct OutOfStock(std::num::ParseIntError);

impl std::fmt::Display for OutOfStock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no stock")
    }
}

impl Error for OutOfStock {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

struct Shop;

impl shop::Tasks for Shop {
    async fn check_stock(&self, _: &TaskContext, item: Value) -> Result<Value, TaskError> {
        let error = "tea".parse::<i64>().expect_err("no number");
        if item == json!(1) { Err(OutOfStock(error))? } else { Ok(item) }
    }

    async fn charge(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(Value::Null)
    }
}

#[tokio::test]
async fn the_source_of_a_failure_is_the_error_of_the_task() {
    let failure = shop::run(Shop, items()).await.expect_err("an item is out of stock");
    assert_eq!(
        failure.to_string(),
        "States.TaskFailed in Check Items[1].Check Stock (tests/definitions/failures.asl.json:21:11): \
         no stock: invalid digit found in string"
    );
    let source = failure.source().expect("the task's error");
    assert!(source.is::<OutOfStock>(), "{source:?}");
    assert!(matches!(source.source(), Some(inner) if inner.is::<std::num::ParseIntError>()));
    // The failure of a child machine is the source of its parent's.
    let parent = TaskError::from_failure(failure);
    let child = parent.source().and_then(|source| source.downcast_ref::<Failure>());
    assert_eq!(child.and_then(Failure::occurrence).map(|at| at.line), Some(21));
}

#[tokio::test]
async fn spawned_tasks_keep_their_error_too() {
    let run = shop::machine(Shop).run_with(items(), RunOptions::default().spawn(true));
    let failure = run.await.expect_err("an item is out of stock");
    assert!(matches!(failure.source(), Some(source) if source.is::<OutOfStock>()));
}
