//! Limits of the calls of tasks.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use asl_durable::{Durable, Limit, Options};
use asl_runtime::{TaskContext, TaskError, Value, asl_machine};

asl_machine!("tests/machines/two_steps.asl.json", default_task_timeout = 1);

/// Counts the calls at a time.
#[derive(Clone, Default)]
struct Counted {
    now: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
}

impl two_steps::Tasks for Counted {
    async fn first(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(now, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(60)).await;
        self.now.fetch_sub(1, Ordering::SeqCst);
        Ok(input)
    }

    async fn second(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(input)
    }
}

/// Runs executions with these limits. Returns the time, and the greatest number of calls at a time.
async fn run(name: &str, count: usize, limits: Vec<Limit>) -> (Duration, usize) {
    let name = format!("asl-limits-tests-{}-{name}", std::process::id());
    let directory = std::env::temp_dir().join(name);
    let tasks = Counted::default();
    let options = limits.into_iter().fold(Options::default(), Options::limit);
    let machines = [two_steps::machine(tasks.clone())];
    let store = Durable::open(&directory, machines, options).await.unwrap();
    let from = Instant::now();
    for number in 0..count {
        store.start("two_steps", number.to_string(), ()).await.unwrap();
    }
    for number in 0..count {
        store.wait(format!("two_steps:{number}")).await.unwrap().unwrap();
    }
    let elapsed = from.elapsed();
    store.close(Duration::from_secs(1)).await.unwrap();
    std::fs::remove_dir_all(&directory).unwrap();
    (elapsed, tasks.most.load(Ordering::SeqCst))
}

#[tokio::test]
async fn calls_wait_for_others_and_their_time_out_does_not_begin() {
    // The time-out is a second, and the last call waits for longer.
    let limit = Limit::new("two_steps", "first").at_once(2);
    let (elapsed, most) = run("at-once", 40, vec![limit]).await;
    assert_eq!(most, 2);
    assert!(elapsed >= Duration::from_millis(1_200), "{elapsed:?}");
}

#[tokio::test]
async fn calls_begin_at_a_rate() {
    let limit = Limit::new("two_steps", "second").per_second(50.0);
    let (elapsed, most) = run("rate", 20, vec![limit]).await;
    assert!(elapsed >= Duration::from_millis(380), "{elapsed:?}");
    assert!(most > 2, "the other task has no limit");
}

#[tokio::test]
async fn a_limit_of_an_unknown_task_is_an_error() {
    let directory = std::env::temp_dir().join(format!("asl-limits-none-{}", std::process::id()));
    let options = Options::default().limit(Limit::new("two_steps", "third").at_once(1));
    let opened = Durable::open(&directory, [two_steps::machine(Counted::default())], options).await;
    let error = opened.unwrap_err().to_string();
    assert_eq!(error, "a limit names a task `third`, which `two_steps` has not");
    // Limits of machines that this program does not have are those of another one.
    let options = Options::default().limit(Limit::new("other", "third").at_once(1));
    let machines = [two_steps::machine(Counted::default())];
    let store = Durable::open(&directory, machines, options).await.unwrap();
    store.close(Duration::from_secs(1)).await.unwrap();
    std::fs::remove_dir_all(&directory).unwrap();
}
