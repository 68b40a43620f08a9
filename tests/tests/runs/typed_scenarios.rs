//! Scenarios of `TYPED`: data that the program could not have fail the test.
#![allow(clippy::expect_used, reason = "a test may")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use asl_runtime::execution::TokenError;
use asl_runtime::services::Services;
use asl_runtime::{RunOptions, Shape, TaskContext, TaskError, Value, asl_machine, json};
use asl_testing::{Run, Scenario, returns, returns_payload, throws};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

#[derive(Serialize, Deserialize, Shape)]
#[serde(rename_all = "camelCase")]
struct Trip {
    trip_id: u32,
    to: String,
}

#[derive(Serialize, Deserialize, Shape)]
struct Reservation {
    seat: String,
    note: Option<String>,
}

/// Without a shape: serde reads it.
#[derive(Serialize, Deserialize)]
struct Question {
    seat: String,
    #[serde(default)]
    token: String,
}

#[derive(Serialize, Shape)]
struct Answer {
    accepted: bool,
}

#[derive(Serialize, Deserialize, Shape)]
struct Confirm {
    reservation: Reservation,
    accepted: bool,
}

/// Without a shape, and with a text that no run of the program reads.
#[derive(Serialize, Deserialize)]
struct Ticket {
    number: u32,
    kind: &'static str,
}

#[derive(Deserialize)]
struct Printed {
    number: u32,
}

asl_machine! {
    "definitions/booking.asl.json",
    input = Trip, output = Printed,
    tasks = {
        reserve_seat: fn(Trip) -> Reservation,
        ask_customer: fn(Question) -> (),
        confirm: fn(Confirm) -> Ticket,
    },
    answers = { "Ask": Answer },
}

asl_machine! {
    "definitions/booking.asl.json",
    name = tasks_only,
    tasks = { reserve_seat: fn(Trip) -> Reservation },
}

asl_machine!("definitions/booking.asl.json", name = output_only, output = Printed);

struct Agency;

impl booking::Tasks for Agency {
    async fn reserve_seat(&self, _: &TaskContext, trip: Trip) -> Result<Reservation, TaskError> {
        Ok(Reservation { seat: format!("12A to {}", trip.to), note: None })
    }

    async fn ask_customer(&self, _: &TaskContext, _: Question) -> Result<(), TaskError> {
        Ok(())
    }

    async fn confirm(&self, _: &TaskContext, asked: Confirm) -> Result<Ticket, TaskError> {
        assert!(asked.accepted && asked.reservation.note.is_none());
        Ok(Ticket { number: 7, kind: "single" })
    }
}

fn trip() -> Value {
    json!({"tripId": 1, "to": "Oslo"})
}

fn reserved() -> Value {
    json!({"seat": "12A", "note": null})
}

/// A scenario in which everything fits, but for these values.
fn with(input: Value, reserved: Value, answer: Value, ticket: Value) -> Scenario {
    Scenario::new(booking::TYPED)
        .input(input)
        .task("Reserve", returns_payload(reserved))
        .task("ask_customer", returns(answer))
        .task("Confirm", returns(ticket))
}

fn accepted() -> Value {
    json!({"accepted": true})
}

fn ticket() -> Value {
    json!({"number": 7, "kind": "single"})
}

#[track_caller]
fn failure(test: impl FnOnce() -> Run) -> String {
    let panic = catch_unwind(AssertUnwindSafe(test)).expect_err("the test fails");
    let text = panic.downcast_ref::<String>().expect("a message");
    text.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn data_that_fit_pass() {
    let run = with(trip(), reserved(), accepted(), ticket()).run();
    run.expect_output(ticket()).expect_path(["Reserve", "Ask", "Confirm"]);
    // Failures have no type.
    let failing = Scenario::new(booking::TYPED).input(trip()).task("Reserve", throws("Full", ""));
    failing.run().expect_failure("Full");
}

#[test]
fn an_input_that_serde_would_not_write_fails_the_test() {
    let test = || with(json!({"trip_id": 1, "to": "Oslo"}), reserved(), accepted(), ticket()).run();
    assert_eq!(
        failure(test),
        "of machine `booking` the input {\"trip_id\":1,\"to\":\"Oslo\"} is no `Trip`: needs the \
         member `tripId`, and there are `trip_id`"
    );
}

#[test]
fn an_answer_that_serde_would_not_write_fails_the_test() {
    let test = || with(trip(), json!({"seat": 12}), accepted(), ticket()).run();
    let found = failure(test);
    let expected = "the state `Reserve` called its task `reserve_seat` \
                    (arn:aws:states:::lambda:invoke) with ";
    assert!(found.starts_with(expected), "{found}");
    assert!(
        found.contains("is no `Reservation`: needs a string at `seat`, and there is a number"),
        "{found}"
    );
    // serde writes an `Option` that is `None`, too.
    let found = failure(|| with(trip(), json!({"seat": "12A"}), accepted(), ticket()).run());
    assert!(found.ends_with("is no `Reservation`: needs the member `note`"), "{found}");
    let more = json!({"seat": "12A", "note": null, "row": 12});
    let found = failure(|| with(trip(), more, accepted(), ticket()).run());
    assert!(
        found.ends_with("needs no other members than `seat`, `note`, and there is `row`"),
        "{found}"
    );
}

#[test]
fn a_type_without_a_shape_is_read_by_serde() {
    let found = failure(|| with(trip(), reserved(), accepted(), json!({"number": "7"})).run());
    assert!(found.contains("called its task `confirm`"), "{found}");
    assert!(found.contains("is no `Ticket`: invalid type: string \"7\", expected u32"), "{found}");
}

#[test]
fn a_response_without_its_envelope_fails_the_test() {
    let scenario = Scenario::new(booking::TYPED).input(trip()).task("Reserve", returns(reserved()));
    let found = failure(|| scenario.run());
    assert!(
        found.contains("has no `Payload`, which the response of `lambda:invoke` has"),
        "{found}"
    );
}

#[test]
fn the_answer_of_a_task_with_a_token_has_a_type_of_its_own() {
    let found = failure(|| with(trip(), reserved(), json!({"accepted": "yes"}), ticket()).run());
    assert!(
        found.contains("is no `Answer`: needs a boolean at `accepted`, and there is a string"),
        "{found}"
    );
}

#[test]
fn the_input_of_a_call_is_read_by_serde() {
    // The table of the machine without types lets the wrong reservation through.
    let scenario = Scenario::new(&booking::MACHINE)
        .input(trip())
        .task("Reserve", returns_payload(json!({"place": "12A"})))
        .task("ask_customer", returns(accepted()))
        .task("Confirm", returns(ticket()));
    scenario.run().expect_failure("States.Runtime");
    let found = failure(|| {
        Scenario::new(tasks_only::TYPED)
            .input(json!({"tripId": "1", "to": "Oslo"}))
            .task("Reserve", returns_payload(reserved()))
            .run()
    });
    assert!(found.contains("but the payload is no `Trip`: invalid type: string \"1\""), "{found}");
}

#[test]
fn an_output_that_serde_cannot_read_fails_the_test() {
    let scenario = || {
        Scenario::with_tasks(&booking::machine(Agency))
            .input(trip())
            .task("ask_customer", returns(accepted()))
    };
    let run = scenario().types(booking::TYPED).run();
    run.expect_output(ticket());
    assert_eq!(booking::TYPED.output(ticket()).expect("it fits").number, 7);
    let found = failure(|| {
        Scenario::new(output_only::TYPED)
            .task("Reserve", returns_payload(reserved()))
            .task("ask_customer", returns(accepted()))
            .task("Confirm", returns(json!({"number": "7"})))
            .run()
    });
    assert_eq!(
        found,
        "machine `output_only` ended, but its output {\"number\":\"7\"} is no `Printed`: invalid \
         type: string \"7\", expected u32 at $.number"
    );
    let found = failure(|| {
        Scenario::new(booking::TYPED)
            .input(trip())
            .task("Reserve", throws("Full", ""))
            .task("Confirm", returns(ticket()))
            .types(tasks_only::TYPED)
            .run()
    });
    assert!(found.starts_with("these types are those of machine `tasks_only`"), "{found}");
}

/// Passes the tokens of questions on.
struct Desk(UnboundedSender<String>);

impl booking::Tasks for Desk {
    async fn reserve_seat(&self, cx: &TaskContext, trip: Trip) -> Result<Reservation, TaskError> {
        booking::Tasks::reserve_seat(&Agency, cx, trip).await
    }

    async fn ask_customer(&self, _: &TaskContext, asked: Question) -> Result<(), TaskError> {
        assert_eq!(asked.seat, "12A to Oslo");
        self.0.send(asked.token).map_err(|_| TaskError::named("Closed"))
    }

    async fn confirm(&self, cx: &TaskContext, asked: Confirm) -> Result<Ticket, TaskError> {
        booking::Tasks::confirm(&Agency, cx, asked).await
    }
}

#[tokio::test]
async fn a_wrong_answer_is_refused_and_the_run_still_waits() {
    let (tokens, mut told) = unbounded_channel();
    let services = Services::new();
    let options = RunOptions::default().services(services.clone());
    let trip = Trip { trip_id: 1, to: "Oslo".to_owned() };
    let run = tokio::spawn(booking::run_with(Desk(tokens), &trip, options));
    let token = told.recv().await.expect("it asks");
    let wrong = services.success(&token, json!({"accepted": null})).await;
    let why = "the answer for `Ask` (tests/definitions/booking.asl.json:12:5) is no `Answer`: needs a \
               boolean at `accepted`";
    assert_eq!(wrong, Err(TokenError::WrongAnswer(why.into())));
    assert_eq!(services.success(&token, accepted()).await, Ok(()));
    let printed = run.await.expect("no panic").expect("it succeeds");
    assert_eq!(printed.number, 7);
}
