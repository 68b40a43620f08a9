//! Tests of events and of detached calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::services::Services;
use crate::tests::sm4c::{CALLS, LISTEN, ORDER};
use crate::{Compiled, Failure};
use asl_execution::event::Event;
use asl_execution::execution::SendError;
use asl_value::json;

use super::super::RunOptions;
use super::with;

fn orders() -> Compiled {
    with(&ORDER, |_, _| async move { Ok(json!("ok")) })
}

fn paid(amount: i64) -> Event {
    Event::named("paid").with_data(amount).with_attribute("order", "7")
}

#[tokio::test(start_paused = true)]
async fn waiting_for_an_event_without_a_handle_fails() {
    let failure = with(&LISTEN, |_, input| async move { Ok(input) }).run(json!(1)).await;
    let cause = "the machine waits for an event, and nothing can send it one";
    assert_eq!(failure, Err(Failure::new("States.Runtime", cause)));
    let (handle, run) =
        with(&LISTEN, |_, input| async move { Ok(input) }).start(json!(1), RunOptions::default());
    let (listening, one_more) = (tokio::spawn(run), handle.clone());
    drop(handle);
    sleep(Duration::from_secs(60)).await;
    assert!(!listening.is_finished(), "while there is a handle, somebody may send");
    drop(one_more);
    assert!(listening.await.expect("it ends").is_err());
}

#[tokio::test(start_paused = true)]
async fn events_go_to_a_running_execution_by_its_handle() {
    let (handle, run) = orders().start(json!({"n": 2}), RunOptions::default().name("order-7"));
    assert_eq!(handle.id(), "order-7");
    let running = tokio::spawn(run);
    assert_eq!(handle.send(paid(1)).await, Ok(()));
    assert_eq!(
        handle.send(paid(0).with_data("x".repeat(300_000))).await,
        Err(SendError::TooLarge { limit: Event::MAX_SIZE })
    );
    assert_eq!(handle.send(paid(3)).await, Ok(()));
    assert_eq!(running.await.expect("it ends"), Ok(json!({"n": 2, "log": [{"paid": "ok"}, 3]})));
    assert_eq!(handle.send(paid(4)).await, Err(SendError::Ended));
}

#[tokio::test(start_paused = true)]
async fn events_go_to_a_running_execution_by_its_id() {
    let services = Services::new();
    let options = RunOptions::default().id("order-7").services(services.clone());
    let running = tokio::spawn(orders().run_with(json!({"n": 2}), options));
    tokio::task::yield_now().await;
    assert_eq!(services.send("order-8", paid(3)).await, Err(SendError::Unknown));
    assert_eq!(services.send("order-7", paid(3)).await, Ok(()));
    assert_eq!(running.await.expect("it ends"), Ok(json!({"n": 2, "log": [{"paid": "ok"}, 3]})));
    assert_eq!(services.send("order-7", paid(3)).await, Err(SendError::Unknown));
}

#[tokio::test(start_paused = true)]
async fn the_future_resolves_when_detached_calls_have_ended_too() {
    let (sender, mut told) = tokio::sync::mpsc::unbounded_channel();
    let compiled = with(&CALLS, move |cx, _| {
        let sender = sender.clone();
        async move {
            sleep(Duration::from_secs(3)).await;
            sender.send(cx.name()).expect("somebody listens");
            Ok(json!(null))
        }
    });
    let start = Instant::now();
    assert_eq!(
        compiled.run(json!({})).await,
        Ok(json!({"log": [null, null]})),
        "the other one took too long"
    );
    assert_eq!((told.try_recv(), start.elapsed().as_secs()), (Ok("tell"), 3));
}

#[test]
fn detached_calls_end_before_a_multi_threaded_runtime_ends() {
    let told = Arc::new(AtomicU32::new(0));
    let counter = Arc::clone(&told);
    let compiled = with(&CALLS, move |cx, _| {
        let counter = Arc::clone(&counter);
        async move {
            if cx.name() == "tell" {
                sleep(Duration::from_millis(20)).await;
                counter.fetch_add(1, Ordering::Relaxed);
            }
            Ok(json!(null))
        }
    });
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_time()
        .build()
        .unwrap();
    assert_eq!(runtime.block_on(compiled.run(json!({}))), Ok(json!({"log": [null, null]})));
    drop(runtime);
    assert_eq!(told.load(Ordering::Relaxed), 1);
}
