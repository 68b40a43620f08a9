//! Functions that `lambda:invoke` calls have methods that take and return payloads. Everything else
//! sees the requests and responses of AWS.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use asl_runtime::engine::in_process::{RunOptions, run_with};
use asl_runtime::services::Services;
use asl_runtime::{History, TaskContext, TaskError, Value, asl_machine, json};
use asl_testing::{Scenario, returns, returns_payload};
use serde::{Deserialize, Serialize};
use tokio::time::sleep;

asl_machine! {
    "definitions/good/trip.asl.json",
    tasks = {
        "Reserve flight" => reserve_flight: fn(Trip) -> Flight,
        "HotelFunction" => reserve_hotel,
    },
}

// The same definition with whole requests, and in part.
asl_machine!("definitions/good/trip.asl.json", name = requests, methods = resources);
asl_machine! {
    "definitions/good/trip.asl.json",
    name = mixed,
    tasks = {
        "arn:aws:states:::lambda:invoke" => lambda,
        "CancelTrip" => clean_up,
        "ask-user" => clean_up,
    },
}

#[derive(Deserialize)]
struct Trip {
    to: String,
}

#[derive(Serialize)]
struct Flight {
    seat: String,
}

/// Records tokens.
#[derive(Clone, Default)]
struct Agency(Arc<Mutex<Vec<String>>>);

impl trip::Tasks for Agency {
    async fn reserve_flight(&self, cx: &TaskContext, trip: Trip) -> Result<Flight, TaskError> {
        let function = cx.request().and_then(|request| request.at(["FunctionName"])?.as_str());
        assert!(function.is_some_and(|name| name.ends_with("XpK9wQ2mN4Ab")), "{function:?}");
        if trip.to == "Atlantis" {
            Err(TaskError::new("NoSeats", ""))
        } else {
            Ok(Flight { seat: trip.to })
        }
    }

    async fn reserve_hotel(&self, _cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        assert_eq!(input, json!({"to": "Graz"}));
        Ok(json!({"room": 7}))
    }

    async fn ask_user(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        assert_eq!(input, json!({"token": (cx.token())}));
        self.0.lock().unwrap().push(cx.token().to_string());
        Ok(json!("asked"))
    }

    async fn put_item_bookings(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        assert_eq!(cx.request(), None);
        assert_eq!(input, json!({"TableName": "Bookings", "Item": {"to": {"S": "Graz"}}}));
        Ok(json!({}))
    }

    async fn cancel_trip(&self, _cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        assert_eq!(input, json!({}));
        Ok(json!(null))
    }
}

#[tokio::test(start_paused = true)]
async fn functions_take_payloads_and_the_history_has_requests() {
    let (agency, services, history) = (Agency::default(), Services::new(), History::default());
    let options =
        RunOptions::default().name("trip-1").services(services.clone()).history(history.clone());
    let run = tokio::spawn(run_with(
        &trip::machine(agency.clone()),
        json!({"trip": {"to": "Graz"}}),
        options,
    ));
    sleep(Duration::from_secs(1)).await;
    let token = agency.0.lock().unwrap().remove(0);
    services.success(&token, json!("yes")).await.unwrap();
    let output = run.await.unwrap().unwrap();
    assert_eq!(
        output,
        json!({
            "trip": {"to": "Graz"}, "flight": {"seat": "Graz", "status": 200},
            "hotel": 7, "version": "7", "answer": "yes"
        })
    );

    let details = |event_type: &str, key: &str| -> Vec<Value> {
        let events = history.to_json();
        let events = events.at(["events"]).and_then(Value::as_array).unwrap();
        let events = events
            .iter()
            .filter(|event| event.at(["type"]).and_then(Value::as_str) == Some(event_type));
        events.filter_map(|event| event.at([key]).cloned()).collect()
    };
    let scheduled = details("TaskScheduled", "taskScheduledEventDetails");
    let of = |details: &Value, key| details.at([key]).and_then(Value::as_str).unwrap().to_owned();
    assert_eq!(
        scheduled
            .iter()
            .map(|task| (of(task, "resourceType"), of(task, "resource")))
            .collect::<Vec<_>>(),
        [
            ("lambda".into(), "invoke".into()),
            ("lambda".into(), "invoke".into()),
            ("lambda".into(), "invoke.waitForTaskToken".into()),
            ("dynamodb".into(), "putItem".into())
        ]
    );
    let request: Value = of(&scheduled[1], "parameters").parse_json();
    assert_eq!(
        request,
        json!({"FunctionName": "${HotelFunction}:live", "Qualifier": "7", "Payload": {"to": "Graz"}})
    );
    let response =
        of(&details("TaskSucceeded", "taskSucceededEventDetails")[0], "output").parse_json();
    assert_eq!(
        response,
        enveloped("$LATEST", &json!({"seat": "Graz"}), 200, "Reserve_flight~6a0beb11206744bf#0")
    );
    let submitted =
        of(&details("TaskSubmitted", "taskSubmittedEventDetails")[0], "output").parse_json();
    assert_eq!(submitted, enveloped("$LATEST", &json!("asked"), 200, "Ask#2"));
}

trait ParseJson {
    fn parse_json(&self) -> Value;
}

impl ParseJson for String {
    fn parse_json(&self) -> Value {
        Value::from_json_slice(self.as_bytes()).unwrap()
    }
}

/// The response of `lambda:invoke` to an operation.
fn enveloped(version: &str, payload: &Value, status: i64, operation: &str) -> Value {
    let id = format!("trip-1.{operation}");
    json!({
        "ExecutedVersion": (version), "Payload": (payload),
        "SdkHttpMetadata": {"HttpStatusCode": (status)},
        "SdkResponseMetadata": {"RequestId": (id)},
        "StatusCode": (status)
    })
}

#[tokio::test]
async fn an_event_has_another_status_and_no_payload() {
    let output = trip::run(Agency::default(), json!({"trip": {"to": "Atlantis"}})).await.unwrap();
    assert_eq!(output.at(["StatusCode"]), Some(&json!(202)));
    assert_eq!(output.at(["Payload"]), Some(&json!(null)));
}

#[test]
fn scenarios_script_payloads_or_responses() {
    let answer = returns_payload(json!({"seat": "9A"}));
    let run = Scenario::new(&trip::MACHINE)
        .input(json!({"trip": {"to": "Graz"}}))
        .task("reserve_flight", answer)
        .task("Reserve hotel", returns(json!({"Payload": {"room": 8}, "ExecutedVersion": "3"})))
        .task("ask_user", returns(json!("no")))
        .task("put_item_bookings", returns(json!({})))
        .run();
    run.expect_output(json!({
        "trip": {"to": "Graz"}, "flight": {"seat": "9A", "status": 200},
        "hotel": 8, "version": "3", "answer": "no"
    }))
    .expect_inputs("Cancel", []);
}

/// Answers requests as AWS does.
struct Requests;

impl requests::Tasks for Requests {
    async fn invoke(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        assert_eq!(cx.request(), None);
        Ok(
            json!({"asked": (input.at(["FunctionName"]).cloned().unwrap()), "Payload": {"seat": 1}, "StatusCode": 200}),
        )
    }

    async fn invoke_wait_for_task_token(
        &self,
        _: &TaskContext,
        _: Value,
    ) -> Result<Value, TaskError> {
        Ok(json!({}))
    }

    async fn put_item(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!({}))
    }
}

impl mixed::Tasks for Requests {
    async fn lambda(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        assert!(input.at(["FunctionName"]).is_some());
        Err(TaskError::new("NoSeats", "in a request"))
    }

    /// Called by two states, each with its payload.
    async fn clean_up(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        assert_eq!((cx.state(), input), ("Cancel", json!({})));
        Ok(json!("clean"))
    }

    async fn put_item_bookings(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!({}))
    }
}

#[tokio::test]
async fn methods_of_resources_take_requests() {
    let run = Scenario::with_tasks(&requests::machine(Requests))
        .input(json!({"trip": {"to": "Graz"}}))
        .task("Reserve hotel", returns(json!({"Payload": {"room": 8}, "ExecutedVersion": "3"})))
        .task("Ask", returns(json!("no")))
        .run();
    run.expect_path(["Reserve flight", "Reserve hotel", "Ask", "Record"]);
    let output = mixed::run(Requests, json!({"trip": {"to": "Graz"}})).await.unwrap();
    assert_eq!(output.at(["Payload"]), Some(&json!("clean")));
}
