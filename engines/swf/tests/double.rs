//! Workers and deciders on the double, with a paused clock: tests that moto also passes, and
//! others.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    reason = "tests"
)]

mod scenario;

use std::sync::Arc;
use std::time::Duration;

use asl_runtime::error::Status;
use asl_runtime::{Failure, asl_machine, json};
use asl_swf::model::WorkflowType;
use asl_swf::service::RequestCancelWorkflowExecution;
use asl_swf::{Executions, ExecutionsError, Swf, SwfError, SwfErrorKind};
use asl_swf_double::{Double, Live, Options, Unhandled};

use scenario::Stage;

fn double() -> Arc<Live> {
    Arc::new(Live::new(Double::new()))
}

#[tokio::test(start_paused = true)]
async fn an_order_goes_through() {
    scenario::an_order_goes_through(double()).await;
}

#[tokio::test(start_paused = true)]
async fn a_retry_backs_off() {
    scenario::a_retry_backs_off(double()).await;
}

#[tokio::test(start_paused = true)]
async fn an_error_fails_the_execution() {
    scenario::an_error_fails_the_execution(double()).await;
}

#[tokio::test(start_paused = true)]
async fn an_error_is_caught() {
    scenario::an_error_is_caught(double()).await;
}

#[tokio::test(start_paused = true)]
async fn a_silent_worker_is_given_up() {
    scenario::a_silent_worker_is_given_up(double()).await;
}

#[tokio::test(start_paused = true)]
async fn a_signal_ends_a_task() {
    scenario::a_signal_ends_a_task(double()).await;
}

#[tokio::test(start_paused = true)]
async fn deciders_are_killed() {
    scenario::deciders_are_killed(double(), &[0, 150, 700, 1_100].map(Duration::from_millis)).await;
}

#[derive(serde::Serialize)]
struct Order {
    way: &'static str,
    number: u64,
}

impl Order {
    fn new(way: &'static str) -> Self {
        Self { way, number: 7 }
    }
}

#[derive(serde::Deserialize, PartialEq, Debug)]
struct Receipt {
    paid: bool,
}

#[derive(serde::Deserialize, PartialEq, Debug)]
struct Shipped {
    receipt: Receipt,
}

asl_machine! {
    "tests/orders.asl.json",
    name = shipped,
    input = Order, output = Shipped,
    default_task_timeout = 60,
}
asl_machine!("tests/orders.asl.json", name = counted, output = Counts, default_task_timeout = 60);

/// Not what the machine gives; without a shape rustc does not know it.
#[derive(Debug, serde::Deserialize)]
struct Counts(#[expect(dead_code, reason = "nothing fits it")] Vec<u32>);

async fn end<O>(
    orders: &Executions<Live, Order, O>,
    name: &str,
    way: &'static str,
) -> Result<O, Failure> {
    let started = orders.start(name, Order::new(way)).await.unwrap();
    for _ in 0..600 {
        if let Some(result) = orders.result(&started).await.unwrap() {
            return result;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{name} does not end");
}

#[tokio::test(start_paused = true)]
async fn typed_executions_start_and_end() {
    let swf = double();
    let mut stage = Stage::new(Arc::clone(&swf), "typed").await;
    let decider = stage.decider();
    stage.keep(decider);
    let orders = Executions::new(Arc::clone(&swf), "typed", shipped::TYPED);
    let orders = orders.workflow_type(WorkflowType::new("orders", "1.0"));
    let shipped = end(&orders, "order-1", "").await;
    assert_eq!(shipped, Ok(Shipped { receipt: Receipt { paid: true } }));

    let failure = end(&orders, "order-2", "broken").await.unwrap_err();
    assert_eq!((failure.error(), failure.cause()), (Some("Broken"), Some("the till is open")));
    assert_eq!(failure.occurrence().map(|at| at.path.as_str()), Some("Charge"));

    let large = Order { number: u64::MAX, ..Order::new("") };
    let refused = orders.start("order-3", large).await.unwrap_err();
    assert!(
        refused.to_string().starts_with("Asl.TypeMismatch: the input of the machine"),
        "{refused}"
    );
    assert!(matches!(refused, ExecutionsError::TypeMismatch(_)));

    let patient = orders.start("order-4", Order::new("patient")).await.unwrap();
    assert_eq!(orders.result(&patient).await.unwrap(), None);
    let (workflow_id, run_id) = (patient.workflow_id.clone(), Some(patient.run_id.clone()));
    let request = RequestCancelWorkflowExecution { domain: "typed".into(), workflow_id, run_id };
    swf.request_cancel_workflow_execution(request).await.unwrap();
    stage.end(patient.clone()).await;
    let cancelled = orders.result(&patient).await.unwrap().unwrap().unwrap_err();
    assert_eq!(cancelled.status(), Status::Aborted);

    // Another type for the output.
    let counted = Executions::new(swf, "typed", counted::TYPED);
    let counted = counted.workflow_type(WorkflowType::new("orders", "1.0"));
    let started = counted.start("order-5", json!({"way": ""})).await.unwrap();
    stage.end(started.clone()).await;
    let misfit = counted.result(&started).await.unwrap().unwrap().unwrap_err();
    assert_eq!(misfit.error(), Some("Asl.TypeMismatch"));
    stage.close().await;
}

/// moto answers 500 to both halves of this.
#[tokio::test(start_paused = true)]
async fn a_request_to_cancel_stops_the_workers_and_the_execution() {
    let swf = double();
    let mut stage = Stage::new(Arc::clone(&swf), "cancel").await;
    let decider = stage.decider();
    stage.keep(decider);
    let execution = stage.start("order-cancel", &json!({"way": "patient"})).await;
    stage.until(|shop| shop.calls.lock().unwrap().iter().any(|call| call.contains("Pack"))).await;
    let (workflow_id, run_id) = (execution.workflow_id.clone(), Some(execution.run_id.clone()));
    let request = RequestCancelWorkflowExecution { domain: "cancel".into(), workflow_id, run_id };
    swf.request_cancel_workflow_execution(request).await.unwrap();
    let story = stage.end(execution).await;
    assert_eq!(story.status, "CANCELED");
    let shop = stage.shop.clone();
    // The task learns of it with its next heartbeat, or that its execution has ended.
    stage.until(|shop| shop.dropped() == 1).await;
    stage.close().await;
    assert_eq!(shop.finished(), 0, "it was dropped in the middle");
}

#[tokio::test(start_paused = true)]
async fn the_service_may_fail_at_every_call() {
    for fails in [true, false] {
        let double = Double::new();
        let swf = Arc::new(Live::new(double.clone()));
        let mut stage = Stage::new(Arc::clone(&swf), "faults").await;
        for action in [
            "PollForDecisionTask",
            "RespondDecisionTaskCompleted",
            "PollForActivityTask",
            "RespondActivityTaskCompleted",
            "RecordActivityTaskHeartbeat",
        ] {
            for _ in 0..3 {
                let error = SwfError::new(SwfErrorKind::Unreachable, "Call", "", "the line broke");
                // Either the request or the answer is lost.
                if fails {
                    double.fail_call(action, error);
                } else {
                    double.lose_answer(action, error);
                }
            }
        }
        let decider = stage.decider();
        stage.keep(decider);
        let execution = stage.start("order-faults", &json!({"way": "busy"})).await;
        let story = stage.end(execution).await;
        assert_eq!(story.status, "COMPLETED", "{:?}", story.kinds());
        stage.close().await;
    }
}

/// Something happens in the very moment in which the end is decided, again and again.
#[tokio::test(start_paused = true)]
async fn many_orders_many_deciders_many_workers() {
    for unhandled in [Unhandled::Event, Unhandled::Fault] {
        let swf = Arc::new(Live::new(Double::with(Options { unhandled, ..Options::default() })));
        let mut stage = Stage::new(Arc::clone(&swf), "many").await;
        for _ in 0..4 {
            let decider = stage.decider();
            stage.keep(decider);
        }
        let ways = ["", "busy", "refused", "broken", "asleep", "by hand"];
        let mut executions = Vec::new();
        for (number, way) in ways.iter().cycle().take(60).enumerate() {
            let way = *way;
            executions
                .push((way, stage.start(&format!("order-{number}"), &json!({"way": way})).await));
        }
        for (way, execution) in executions {
            let story = stage.end(execution).await;
            assert_eq!(story.status, if way == "broken" { "FAILED" } else { "COMPLETED" }, "{way}");
        }
        stage.close().await;
    }
}
