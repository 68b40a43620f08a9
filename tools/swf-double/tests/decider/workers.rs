//! The real workers on the double: pollers, heartbeats, faults of the service, workers that die.
//! Time is tokio's, and paused.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use asl_runtime::engine::remote::RemoteTasks;
use asl_runtime::{TaskContext, TaskError, Value, json};
use asl_swf::model::EventAttributes;
use asl_swf::service::{Swf as _, SwfError, SwfErrorKind};
use asl_swf::worker::{ActivityWorker, DeciderWorker, Stop, WorkerOptions};
use asl_swf::{Decider, DeciderOptions};
use asl_swf_double::{DOMAIN, Double, Live};
use tokio::task::JoinHandle;
use tokio::time::sleep;

use super::machines::parcel;

/// Packs and ships; counts what was begun.
#[derive(Clone, Default)]
struct Shop {
    packed: Arc<AtomicU32>,
    shipped: Arc<AtomicU32>,
}

impl parcel::Tasks for Shop {
    async fn pack(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.packed.fetch_add(1, Ordering::SeqCst);
        sleep(Duration::from_millis(700)).await;
        if cx.attempt() == 0 {
            return Err(TaskError::new("Busy", "try again"));
        }
        Ok(json!({"packed": input, "attempt": cx.attempt() > 0}))
    }

    async fn ship(&self, cx: &TaskContext, _input: Value) -> Result<Value, TaskError> {
        self.shipped.fetch_add(1, Ordering::SeqCst);
        for _ in 0..10 {
            cx.heartbeat();
            sleep(Duration::from_secs(1)).await;
        }
        Ok(json!("at the door"))
    }
}

/// Executions.
const ORDERS: usize = 12;

fn decider() -> Decider {
    Decider::new(&parcel::MACHINE, DeciderOptions::default().continue_after(60).checkpoints(12))
        .unwrap()
}

fn options(list: &str) -> WorkerOptions {
    WorkerOptions::new(DOMAIN, list).pollers(2)
}

/// A double with the machine's types and some executions.
fn orders() -> (Double, Vec<String>) {
    let double = Double::new();
    double.register("parcel", "1.0").unwrap();
    let mut lists = Vec::new();
    for (_, kind) in decider().activity_types() {
        double.register_activity(&kind.name, &kind.version).unwrap();
        lists.push(kind.name.clone());
    }
    for number in 0..ORDERS {
        let items: Vec<usize> = (0..number % 4).collect();
        double
            .start(
                "parcel",
                "1.0",
                &format!("order-{number}"),
                &json!({"items": items}).to_string(),
            )
            .unwrap();
    }
    (double, lists)
}

/// The service fails in all ways, now and then.
fn trouble(double: &Double) {
    for action in [
        "PollForDecisionTask",
        "RespondDecisionTaskCompleted",
        "PollForActivityTask",
        "RespondActivityTaskCompleted",
        "RecordActivityTaskHeartbeat",
    ] {
        double.fail_call(
            action,
            SwfError::new(
                SwfErrorKind::Throttled,
                "PollForDecisionTask",
                "ThrottlingException",
                "Rate exceeded",
            ),
        );
        double.fail_call(
            action,
            SwfError::new(SwfErrorKind::Unreachable, "PollForDecisionTask", "", "connection reset"),
        );
        if action.starts_with("Respond") {
            double.lose_answer(
                action,
                SwfError::new(
                    SwfErrorKind::Unreachable,
                    "PollForDecisionTask",
                    "",
                    "connection reset",
                ),
            );
        }
    }
}

/// How the last run of an execution ended.
async fn output(live: &Live, workflow_id: &str) -> Option<Value> {
    let run = live.double().runs(workflow_id).pop().unwrap();
    let detail = live.describe_workflow_execution(DOMAIN.into(), run.clone()).await.unwrap();
    let status = detail.close_status?;
    assert_eq!(status, "COMPLETED");
    let events = live.double().history(&run).unwrap();
    let EventAttributes::WorkflowExecutionCompleted(completed) = &events.last().unwrap().attributes
    else {
        panic!("{events:?}")
    };
    Some(Value::from_json_str(completed.result.as_deref().unwrap()).unwrap())
}

/// Waits until all orders have ended, with faults of the service and the death of a worker.
async fn finish<T>(live: &Live, double: &Double, doomed: &mut Vec<JoinHandle<T>>) {
    for second in 0.. {
        assert!(second < 3_000, "no end");
        sleep(Duration::from_secs(1)).await;
        match second {
            2 | 25 => trouble(double),
            24 => doomed.remove(0).abort(),
            _ => {}
        }
        let mut left = 0;
        for number in 0..ORDERS {
            left += usize::from(output(live, &format!("order-{number}")).await.is_none());
        }
        if left == 0 {
            break;
        }
    }
}

/// Asserts the outputs of all orders.
async fn assert_outputs(live: &Live) {
    for number in 0..ORDERS {
        let items: Vec<usize> = (0..number % 4).collect();
        let packed: Vec<Value> =
            items.iter().map(|item| json!({"packed": *item, "attempt": true})).collect();
        let expected = json!({"items": items, "packed": packed, "shipped": "at the door"});
        assert_eq!(output(live, &format!("order-{number}")).await, Some(expected));
    }
}

#[tokio::test(start_paused = true)]
async fn workers_finish_all_executions_whatever_the_service_does_and_whoever_dies() {
    let (double, lists) = orders();
    let live = Arc::new(Live::new(double.clone()));
    let shop = Shop::default();
    let tasks = RemoteTasks::new(parcel::machine(shop.clone()));
    let (stop, mut workers) = (Stop::new(), tokio::task::JoinSet::new());
    for _ in 0..2 {
        let (worker, stop) = (
            DeciderWorker::new(Arc::clone(&live), options("parcel"), [decider()])
                .unwrap()
                .page_size(3),
            stop.clone(),
        );
        workers.spawn(async move { worker.run(&stop).await });
    }
    let mut doomed = Vec::new();
    for list in &lists {
        // The first to poll gets the most.
        let worker = ActivityWorker::new(Arc::clone(&live), options(list))
            .unwrap()
            .serve(&decider(), &tasks);
        doomed.push(tokio::spawn(async move { worker.run(&Stop::new()).await }));
        let worker = ActivityWorker::new(Arc::clone(&live), options(list))
            .unwrap()
            .serve(&decider(), &tasks);
        let stop = stop.clone();
        workers.spawn(async move { worker.run(&stop).await });
    }
    sleep(Duration::from_millis(350)).await;
    doomed.remove(0).abort();
    finish(&live, &double, &mut doomed).await;
    stop.stop();
    while let Some(ended) = workers.join_next().await {
        ended.unwrap().unwrap();
    }
    assert_outputs(&live).await;
    // Twelve orders with eighteen items, each packed twice.
    assert_eq!(shop.packed.load(Ordering::SeqCst), 36);
    assert!(shop.shipped.load(Ordering::SeqCst) > 12);
    assert_eq!(
        timed_out(&double).into_iter().collect::<Vec<_>>(),
        ["HEARTBEAT", "SCHEDULE_TO_CLOSE"]
    );
}

/// The time-outs of all tasks whose workers died.
fn timed_out(double: &Double) -> BTreeSet<String> {
    let runs = (0..ORDERS).flat_map(|number| double.runs(&format!("order-{number}")));
    let events = runs.flat_map(|run| double.history(&run).unwrap());
    let timed_out = events.filter_map(|event| match event.attributes {
        EventAttributes::ActivityTaskTimedOut(timed_out) => {
            Some(timed_out.timeout_type.to_string())
        }
        _ => None,
    });
    timed_out.collect()
}
