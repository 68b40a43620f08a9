//! Everything that a machine offers in a Rust program, as a user needs it.
#![deny(warnings, missing_docs, clippy::pedantic)]

use std::error::Error;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use application::agency::Agency;
use application::machines::{
    GatewayError, Trip, approval, doubtful, mishaps, refund_machine, v1, v2,
};
use application::mishaps::Mishaps;
use asl_durable::{CallError, Durable, Options, State};
use asl_runtime::error::{Status, TYPE_MISMATCH};
use asl_runtime::history::{EventType, Observer, Subject};
use asl_runtime::services::Services;
use asl_runtime::{Compiled, Failure, HistoryEvent, RunOptions, Value, json};
use asl_testing::{Scenario, returns_payload, throws};

fn trip(name: &str, card: u64) -> Trip {
    Trip { name: name.to_owned(), card }
}

fn failure<T>(result: Result<T, Failure>) -> Failure {
    result.err().expect("it fails")
}

// Methods by function, shared tasks, typed ends.

#[tokio::test]
async fn one_agency_has_the_tasks_of_all_machines() {
    let agency = Arc::new(Agency::default());
    let machine = v1::trip::machine(Arc::clone(&agency));
    let wish = trip("Ada", 7);
    let booked = machine.run(&wish).await.expect("it ends");
    assert_eq!((booked.name.as_str(), booked.seat.number), ("Ada", 1));
    assert!(booked.receipt.starts_with("12000 for Charge#"), "{}", booked.receipt);

    // The second version needs only the task that the first one lacks.
    let second = v2::trip::machine(Arc::clone(&agency)).run(trip("Bea", 7)).await.expect("it ends");
    assert_eq!(second.seat.number, 2);
    assert_eq!(agency.seats(), 2);
}

#[tokio::test]
async fn values_that_do_not_fit_are_named_with_their_place() {
    let machine = v1::trip::machine(Agency::default());
    let misfit = failure(machine.run(trip("Ada", u64::MAX)).await);
    assert_eq!((misfit.error(), misfit.occurrence()), (Some(TYPE_MISMATCH), None));

    let untyped: Compiled = machine.into();
    let misfit = failure(untyped.run(json!({"name": "Ada", "card": "seven"})).await);
    let text = misfit.to_string();
    assert!(text.starts_with("Asl.TypeMismatch in Reserve flight ("), "{text}");
    assert!(text.contains("machines/v1/trip.asl.json:6:5): "), "{text}");
    assert!(text.ends_with("invalid type: string \"seven\", expected u64 at $.card"), "{text}");
}

#[tokio::test]
async fn a_store_has_both_versions_with_types() {
    let directory = std::env::temp_dir().join(format!("application-{}", std::process::id()));
    let agency = Arc::new(Agency::default());
    let machines: [Compiled; 3] = [
        v1::trip::machine(Arc::clone(&agency)).into(),
        v2::trip::machine(Arc::clone(&agency)).into(),
        approval::machine(Arc::clone(&agency)),
    ];
    let store = Durable::open(&directory, machines, Options::default()).await.expect("it opens");
    let trips = store.executions(v2::trip::TYPED);
    let booked = trips.run("ada", trip("Ada", 7)).await.expect("it starts").expect("it ends");
    assert_eq!(booked.name, "Ada");
    let refused = trips.start("large", trip("Ada", u64::MAX)).await;
    assert!(matches!(refused, Err(CallError::TypeMismatch(_))), "{refused:?}");

    let first = store.executions(v1::trip::TYPED);
    let lost = first.run("carl", trip("Carl", 13)).await.expect("it starts");
    assert_eq!(failure(lost).error(), Some(v1::trip::errors::TRIP_REFUSED));
    let told = store.describe("trip:carl").await.expect("it is there").failure.expect("it failed");
    assert_eq!(told.occurrence().map(|at| at.path.as_str()), Some("Refused"));

    let asked = store.start("approval", "question", ()).await.expect("it starts");
    store.cancel(asked.id.clone(), "Operator.Stop", "maintenance").await.expect("it runs");
    let stopped = store.wait(asked.id.clone()).await.expect("it is there");
    assert_eq!(failure(stopped).cause(), Some("maintenance"));
    assert_eq!(store.describe(asked.id).await.expect("it is there").summary.state, State::Aborted);
    store.close(Duration::from_secs(10)).await.expect("it is open");
    std::fs::remove_dir_all(directory).expect("it is there");
}

// Errors and failures.

#[tokio::test]
async fn every_kind_of_error_has_its_name_and_cause() {
    let kinds = json!(["anyhow", "eyre", "box", "string", "std", "own", "task"]);
    let caught = mishaps::machine(Mishaps).run(kinds).await.expect("all are caught");
    let expected = [
        "by its own name",
        "States.TaskFailed: by eyre",
        "States.TaskFailed: by box",
        "States.TaskFailed: by string",
        "States.TaskFailed: invalid digit found in string",
        "by its own name",
        "Named: by a task error",
    ];
    assert_eq!(caught, expected);
}

#[tokio::test(start_paused = true)]
async fn a_failure_tells_its_place_and_keeps_the_error() {
    let agency = Arc::new(Agency::default());
    let failed = failure(v1::trip::run(Arc::clone(&agency), trip("Carl", 13)).await);
    assert_eq!((failed.error(), failed.status()), (Some("TripRefused"), Status::Failed));
    assert_eq!(agency.seats(), 0, "the seat was given back");

    let second = failure(v2::trip::run(agency, trip("Carl", 13)).await);
    let at = second.occurrence().expect("a state failed");
    assert_eq!((at.path.as_str(), at.attempt), ("Charge", 0));
    assert_eq!(second.error(), Some("States.TaskFailed"), "the second version names no errors");
    let source = second.source().and_then(|source| source.downcast_ref::<GatewayError>());
    assert_eq!(source, Some(&GatewayError::Refused));
}

#[tokio::test]
async fn a_running_execution_is_cancelled() {
    let agency = Arc::new(Agency::default());
    let options = RunOptions::default().services(Services::new());
    let (handle, run) = approval::machine(Arc::clone(&agency)).start((), options);
    let (cancelled, result) = tokio::join!(handle.cancel("Operator.Stop", "maintenance"), run);
    cancelled.expect("it is running");
    let stopped = failure(result);
    assert_eq!((stopped.status(), stopped.error()), (Status::Aborted, Some("Operator.Stop")));
    assert_eq!(stopped.occurrence().map(|at| at.state.as_str()), Some("Ask"));
}

#[tokio::test]
async fn a_token_ends_its_task_and_without_services_the_task_is_not_called() {
    let (agency, services) = (Arc::new(Agency::default()), Services::new());
    let options = RunOptions::default().services(services.clone());
    let run = tokio::spawn(approval::run_with(Arc::clone(&agency), (), options));
    let token = loop {
        tokio::task::yield_now().await;
        if let Some(token) = agency.questions.lock().expect("no panic").pop() {
            break token;
        }
    };
    services.success(&token, json!("yes")).await.expect("it waits");
    assert_eq!(run.await.expect("no panic"), Ok(json!("yes")));

    let alone = failure(approval::run(Arc::clone(&agency), ()).await);
    assert_eq!(alone.error(), Some("States.Runtime"));
    assert!(agency.questions.lock().expect("no panic").is_empty());
}

// Definitions as teams have them.

#[tokio::test(start_paused = true)]
async fn a_machine_in_a_template_runs_with_its_values() {
    let began = tokio::time::Instant::now();
    let output = refund_machine::machine(Agency::default()).run(()).await;
    assert_eq!(output, Ok(json!("refunded")));
    assert_eq!(began.elapsed().as_secs(), 600, "the value of the placeholder `Wait`");
}

#[test]
fn an_allowed_warning_does_not_break_a_strict_crate() {
    assert_eq!(doubtful::State::ALL.len(), 1);
}

// Observation.

/// Notes the states that executions enter.
#[derive(Default)]
struct Entered(Mutex<Vec<String>>);

impl Observer for Entered {
    fn event(&self, subject: &Subject, event: &HistoryEvent) {
        if let (EventType::StateEntered(_), Some(state)) = (event.kind, subject.state) {
            let entered = format!("{}: {state}", subject.execution_id);
            self.0.lock().expect("no panic").push(entered);
        }
    }
}

#[tokio::test]
async fn an_observer_sees_an_execution_as_it_runs() {
    let entered = Arc::new(Entered::default());
    let options = RunOptions::default().id("trip-7").observer(Arc::clone(&entered));
    let machine = v1::trip::machine(Agency::default());
    machine.run_with(trip("Ada", 7), options).await.expect("it ends");
    let states = entered.0.lock().expect("no panic").clone();
    assert_eq!(states, ["trip-7: Reserve flight", "trip-7: Charge", "trip-7: Confirm"]);
}

// Tests and values.

#[test]
fn a_scenario_takes_no_time() {
    let run = Scenario::new(&v1::trip::MACHINE)
        .input(json!({"name": "Ada", "card": 7}))
        .task(
            "reserve_flight",
            [
                throws(v1::trip::errors::GATEWAY_BUSY, "later"),
                returns_payload(json!({"number": 3, "cents": 5})),
            ],
        )
        .task("Charge", returns_payload(json!("R-1")))
        .run();
    run.expect_path(["Reserve flight", "Charge", "Confirm"]).expect_delays([2.0]);
    let booked = v1::trip::TYPED.output(run.result().clone().expect("it ends")).expect("it fits");
    assert_eq!((booked.seat.number, booked.receipt.as_str()), (3, "R-1"));
}

#[tokio::test(start_paused = true)]
async fn real_tasks_run_in_a_scenario() {
    let agency = v1::trip::machine(Agency::default()).untyped();
    let scenario = Scenario::with_tasks(&agency).input(json!({"name": "Bo", "card": 7}));
    let run = scenario.run_on_tokio().await;
    run.expect_success().expect_calls("Reserve flight", 2).expect_delays([2.0]);
}

#[test]
fn values_read_like_those_of_serde_json() {
    let value: Value = r#"{"lines": [{"amount": 9}], "name": "Ada"}"#.parse().expect("JSON");
    assert_eq!(value["lines"][0]["amount"].as_u64(), Some(9));
    assert_eq!(value["name"], "Ada");
    assert_eq!(serde_json::Value::from(value.clone()), serde_json::json!(value));
    assert!(Value::try_from(u64::MAX).is_err(), "not silently a float");
    assert_eq!(json!({"trip": (trip("Ada", 7))})["trip"]["card"], 7);
}

// Names.

#[test]
fn states_and_tasks_have_names_for_programs() {
    let names: Vec<&str> = v1::trip::State::ALL.iter().map(|state| state.name()).collect();
    assert_eq!(names, ["Reserve flight", "Charge", "Confirm", "Give back", "Refused"]);
    assert!(v1::trip::MACHINE.compare(&v2::trip::MACHINE).added.contains(&"Reserve hotel".into()));
}
