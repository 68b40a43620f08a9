//! Tests of the engine on tokio's paused clock.

mod cancel;
mod events;
#[cfg(feature = "metrics")]
mod metrics;
mod observer;
mod service_tasks;
mod time_outs;
#[cfg(feature = "tracing")]
pub(crate) mod traces;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::tests::history::{BRANCH_FAULT, FAULT};
use crate::tests::limits::WIDE;
use crate::tests::machines::{FAN, LOOP, MAP, RETRY, machine, task, unexpected, wait};
use crate::{
    Compiled, Failure, History, StateEngine, TaskContext, TaskError, TaskFuture, TaskSet, Value,
};
use asl_execution::machine::{Effect, Form, Kind, NodeId, StateKind, Step, TaskRow, Wait};
use asl_value::error::Status;
use asl_value::json;

use super::{RunOptions, run_with};

/// Tasks that run one function.
struct Work<F>(F);

impl<F, R> TaskSet for Work<F>
where
    F: Fn(Arc<TaskContext>, Value) -> R + Send + Sync + 'static,
    R: Future<Output = Result<Value, TaskError>> + Send + 'static,
{
    fn call(self: Arc<Self>, _: u32, cx: TaskContext, input: Value) -> TaskFuture {
        Box::pin((self.0)(Arc::new(cx), input))
    }
}

fn with<F, R>(machine: &'static asl_execution::machine::Machine, work: F) -> Compiled
where
    F: Fn(Arc<TaskContext>, Value) -> R + Send + Sync + 'static,
    R: Future<Output = Result<Value, TaskError>> + Send + 'static,
{
    Compiled::new(machine, Work(work))
}

#[tokio::test(start_paused = true)]
async fn retries_wait_and_idempotency_keys_are_stable() {
    let keys = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&keys);
    let compiled = with(&RETRY, move |cx, _| {
        seen.lock().expect("nobody panics").push(cx.idempotency_key());
        async move { if cx.attempt() < 2 { Err(TaskError::named("ErrorA")) } else { Ok(json!("done")) } }
    });
    let start = Instant::now();
    let options = RunOptions::default().name("order-7");
    assert_eq!(run_with(&compiled, json!(1), options).await, Ok(json!("done")));
    assert!((3_000..3_050).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
    assert_eq!(
        *keys.lock().expect("nobody panics"),
        ["order-7.X#0", "order-7.X#0~1", "order-7.X#0~2"]
    );
}

#[tokio::test]
async fn a_machine_that_fails_before_it_waits_fails_as_one_that_is_observed() {
    for machine in [&FAULT, &BRANCH_FAULT] {
        let compiled = with(machine, |_, _| async { Ok(json!("not called")) });
        let observed = RunOptions::default().history(History::default());
        let observed = compiled.run_with(json!({}), observed).await.expect_err("a fault");
        // Its cause has the number of an event.
        assert!(observed.cause().is_some_and(|cause| cause.contains("event id #")));
        assert_eq!(compiled.run(json!({})).await, Err(observed));
    }
}

#[tokio::test(start_paused = true)]
async fn a_task_that_is_polled_many_times_and_retried_ends_once() {
    let calls = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&calls);
    let compiled = with(&RETRY, move |cx, input| {
        counted.fetch_add(1, Ordering::Relaxed);
        async move {
            for _ in 0..5 {
                sleep(Duration::from_millis(10)).await;
            }
            if cx.attempt() == 0 { Err(TaskError::named("ErrorA")) } else { Ok(input) }
        }
    });
    let start = Instant::now();
    assert_eq!(compiled.run(json!([1])).await, Ok(json!([1])));
    assert_eq!(calls.load(Ordering::Relaxed), 2);
    // Two attempts of 50 ms, and a second between them.
    assert!((1_100..1_120).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_task_that_takes_too_long_is_dropped() {
    let guard = Arc::new(());
    let held = Arc::downgrade(&guard);
    let compiled = with(&RETRY, move |_, _| {
        let guard = Arc::clone(&guard);
        async move {
            std::future::pending::<()>().await;
            drop(guard);
            Ok(json!("never"))
        }
    });
    assert_eq!(compiled.run(json!(1)).await, Ok(json!({"Error": "States.Timeout", "Cause": ""})));
    drop(compiled);
    assert_eq!(held.strong_count(), 0);
}

#[tokio::test(start_paused = true)]
async fn panics_are_failures_of_the_task() {
    for when in ["call", "poll", "drop"] {
        let compiled = with(&RETRY, move |_, _| {
            assert!(when != "call", "out of cheese");
            let bomb = Bomb(when == "drop");
            async move {
                sleep(Duration::from_secs(1)).await;
                assert!(when != "poll", "out of cheese");
                drop(bomb);
                Ok(json!("never"))
            }
        });
        let expected = json!({"Error": "States.TaskFailed", "Cause": "out of cheese"});
        assert_eq!(compiled.run(json!(1)).await, Ok(expected), "{when}");
        let options = RunOptions::default().spawn(true);
        let spawned = run_with(&compiled, json!(1), options).await;
        assert_eq!(
            spawned,
            Ok(json!({"Error": "States.TaskFailed", "Cause": "out of cheese"})),
            "{when}, spawned"
        );
    }
}

struct Bomb(bool);

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(!self.0 || std::thread::panicking(), "out of cheese");
    }
}

#[tokio::test(start_paused = true)]
async fn cancelled_branches_are_dropped_even_if_that_panics() {
    let dropped = Arc::new(AtomicU32::new(0));
    let counter = Arc::clone(&dropped);
    let compiled = with(&FAN, move |cx, _| {
        let counter = Arc::clone(&counter);
        async move {
            if cx.state() == "B" {
                sleep(Duration::from_secs(1)).await;
                return Err(TaskError::new("Broken", "b"));
            }
            let _loser = (Count(counter), Bomb(true));
            std::future::pending().await
        }
    });
    let start = Instant::now();
    let expected = json!({"n": 1, "error": {"Error": "Broken", "Cause": "b"}});
    assert_eq!(compiled.run(json!({"n": 1})).await, Ok(expected));
    assert_eq!(dropped.load(Ordering::Relaxed), 1);
    assert_eq!(start.elapsed().as_secs(), 1);
}

struct Count(Arc<AtomicU32>);

impl Drop for Count {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[tokio::test(start_paused = true)]
async fn dropping_the_run_drops_its_tasks() {
    for spawn in [false, true] {
        let dropped = Arc::new(AtomicU32::new(0));
        let counter = Arc::clone(&dropped);
        let compiled = with(&FAN, move |_, _| {
            let count = Count(Arc::clone(&counter));
            async move {
                let _count = count;
                std::future::pending().await
            }
        });
        let run = run_with(&compiled, json!({}), RunOptions::default().spawn(spawn));
        assert!(tokio::time::timeout(Duration::from_secs(1), run).await.is_err());
        tokio::task::yield_now().await;
        assert_eq!(dropped.load(Ordering::Relaxed), 2);
    }
}

#[tokio::test(start_paused = true)]
async fn branches_run_concurrently_within_the_limit() {
    let compiled = with(&MAP, |_, input| async move {
        sleep(Duration::from_millis(
            input.as_i64().and_then(|millis| u64::try_from(millis).ok()).unwrap_or(0),
        ))
        .await;
        Ok(json!([input]))
    });
    let start = Instant::now();
    let output = compiled.run(json!([300, 100, 100, 100])).await;
    assert_eq!(output, Ok(json!([[300], [100], [100], [100]])));
    assert!((300..320).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
}

// A task with a heartbeat limit of two seconds and a time-out of five seconds.
machine! {
    BEATS,
    [Node {
        kind: Kind::Invoke(Effect::Task(TaskRow {
            task: 0,
            method: "work",
            resource: "r",
            form: Form::Answer,
            timeout_seconds: 5,
            timeout_given: true,
            heartbeat_seconds: Some(2),
        })),
        ..task("Beat")
    }],
    enter: |_, data, _| Ok(Step::Task(data.clone())),
    resume: |_, data, result| { *data = result; Ok(Step::End) },
    caught: |node, _, _, _| unexpected(node)
}

#[tokio::test(start_paused = true)]
async fn heartbeats_from_other_threads_and_tasks_restart_the_limit() {
    let compiled = with(&BEATS, |cx, input| async move {
        let beats = input.as_i64().unwrap_or(0);
        let beating = Arc::clone(&cx);
        let helper = tokio::spawn(async move {
            for _ in 0..beats {
                sleep(Duration::from_millis(1_500)).await;
                beating.heartbeat();
            }
        });
        let _ = helper.await;
        std::future::pending().await
    });
    for (beats, millis) in [(0, 2_000), (1, 3_500), (2, 5_000), (3, 5_000)] {
        let start = Instant::now();
        let failure = compiled.run(json!(beats)).await.expect_err("it never answers");
        assert_eq!(failure.error(), Some("States.Timeout"));
        assert!(
            (millis..millis + 20).contains(&start.elapsed().as_millis()),
            "{beats} beats: {:?}",
            start.elapsed()
        );
    }
}

// A Wait of a minute in a machine with a time-out of five seconds.
machine! {
    HURRY,
    [wait("Sleep")],
    enter: |_, _, _| Ok(Step::Wait(Wait::For(60_000))),
    resume: |_, _, _| Ok(Step::End),
    caught: |node, _, _, _| unexpected(node),
    timeout_seconds: Some(5)
}

#[tokio::test(start_paused = true)]
async fn a_machine_times_out_as_a_whole() {
    let compiled = with(&HURRY, |_, input| async move { Ok(input) });
    let start = Instant::now();
    let failure = compiled.run(json!(1)).await.expect_err("a minute is too long");
    assert_eq!(failure.status(), Status::TimedOut);
    // The deadline counts real time, of which some has passed before the first poll.
    assert!((4_000..5_020).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
}

// A task that answers at once, in an endless loop.
machine! {
    AGAIN,
    [task("Again")],
    enter: |_, data, _| Ok(Step::Task(data.clone())),
    resume: |_, _, _| Ok(Step::Goto(NodeId(0))),
    caught: |node, _, _, _| unexpected(node)
}

#[tokio::test(start_paused = true)]
async fn an_execution_that_never_waits_yields_to_others() {
    let endless = tokio::spawn(with(&AGAIN, |_, input| async move { Ok(input) }).run(json!(1)));
    let long = tokio::spawn(with(&LOOP, |_, input| async move { Ok(input) }).run(json!(200_000)));
    assert_eq!(long.await.ok(), Some(Ok(json!(0))));
    assert!(!endless.is_finished());
    endless.abort();
}

#[tokio::test(start_paused = true)]
async fn a_single_state_runs_and_returns_the_next_state() {
    let compiled = with(&RETRY, |_, input| async move {
        if input == json!("bad") { Err(TaskError::named("E")) } else { Ok(input) }
    });
    assert_eq!(
        compiled.run_state(&RETRY, NodeId(0), json!(5).into()).await,
        Ok((Some(NodeId(1)), json!(5)))
    );
    let caught = compiled.run_state(&RETRY, NodeId(0), json!("bad").into()).await;
    assert_eq!(caught, Ok((Some(NodeId(2)), json!({"Error": "E"}))));
    assert_eq!(compiled.run_state(&RETRY, NodeId(1), json!(5).into()).await, Ok((None, json!(5))));
    let failure: Failure = compiled
        .run_state(&FAN, NodeId(0), json!(5).into())
        .await
        .expect_err("another machine's state");
    assert_eq!(failure.error(), Some("States.Runtime"));
}

#[tokio::test(start_paused = true)]
async fn histories_equal_those_of_the_simulation() {
    let compiled = with(&RETRY, |_, input| async move { Ok(input) });
    let history = History::default();
    let options = RunOptions::default().history(history.clone());
    assert_eq!(run_with(&compiled, json!(5), options).await, Ok(json!(5)));
    let plain = |events: Vec<asl_execution::HistoryEvent>| -> Vec<asl_execution::HistoryEvent> {
        events
            .into_iter()
            .map(|event| asl_execution::HistoryEvent { timestamp: 0, ..event })
            .collect()
    };
    let simulated = crate::engine::simulation::Simulation::new().run_tasks(&compiled, json!(5));
    assert_eq!(plain(history.events()), plain(simulated.events));
    assert_eq!(history.to_json().pointer("/events/0/type"), Some(&json!("ExecutionStarted")));
}

// A Wait of a tenth of a second for each of a hundred thousand executions.
machine! {
    NAP,
    [Node { state_kind: StateKind::Wait, ..wait("Nap") }],
    enter: |_, _, _| Ok(Step::Wait(Wait::For(100))),
    resume: |_, _, _| Ok(Step::End),
    caught: |node, _, _, _| unexpected(node)
}

#[tokio::test(start_paused = true)]
async fn a_hundred_thousand_executions_wait_concurrently() {
    let compiled = with(&NAP, |_, input| async move { Ok(input) });
    let runs: Vec<_> =
        (0..100_000).map(|number| tokio::spawn(compiled.run(json!(number)))).collect();
    let start = Instant::now();
    for (number, run) in (0..100_000).zip(runs) {
        assert_eq!(run.await.ok(), Some(Ok(Value::Int(number))));
    }
    assert!(start.elapsed().as_millis() < 600, "{:?}", start.elapsed());
}

#[test]
fn a_waiting_execution_is_small() {
    // tokio allocates a task in blocks of 128 bytes, of which it uses about 100 itself.
    assert!(size_of::<super::Run>() <= 280, "{}", size_of::<super::Run>());
}

#[tokio::test(start_paused = true)]
async fn a_parallel_of_ten_thousand_branches_runs_in_process() {
    let compiled = with(&WIDE, |_, input| async move {
        sleep(Duration::from_secs(1)).await;
        Ok(input)
    });
    let start = Instant::now();
    let output = compiled.run(json!(1)).await.expect("all branches succeed");
    assert_eq!(output.as_array().map(asl_value::value::Array::len), Some(10_000));
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}
