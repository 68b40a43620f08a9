//! Tasks that answer at once, wait, panic or never answer, on runtimes of one thread and of two.
#![expect(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use asl_durable::{Durable, Options};
use asl_runtime::{RunOptions, TaskContext, TaskError, Value, asl_machine, json};

asl_machine!("tests/machines/two_steps.asl.json", default_task_timeout = 1);

struct Steps;

impl two_steps::Tasks for Steps {
    async fn first(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        match input.get("task").and_then(Value::as_str) {
            Some("yields") => tokio::task::yield_now().await,
            Some("sleeps") => tokio::time::sleep(Duration::from_millis(5)).await,
            Some("panics") => panic!("it panics"),
            Some("blocks") => std::thread::sleep(Duration::from_millis(1_100)),
            Some("hangs") => std::future::pending().await,
            _ => {}
        }
        Ok(input)
    }

    async fn second(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(input)
    }
}

async fn run_all(name: &str) {
    let directory = std::env::temp_dir().join(format!("asl-tasks-{name}-{}", std::process::id()));
    let _removed = Removed(directory.clone());
    let options = Options::default();
    let store = Durable::open(&directory, [two_steps::machine(Steps)], options).await.unwrap();
    let cases = [
        ("answers", None),
        ("yields", None),
        ("sleeps", None),
        ("panics", Some("States.TaskFailed")),
        ("hangs", Some("States.Timeout")),
    ];
    let mut waiting = Vec::new();
    for (task, error) in cases {
        for number in 0..20 {
            let name = format!("{task}-{number}");
            let started = store.start("two_steps", name, json!({"task": task})).await.unwrap();
            waiting.push((started.id, error));
        }
    }
    for (id, error) in waiting {
        let result = store.wait(id.clone()).await.unwrap();
        assert_eq!(result.as_ref().err().and_then(|failure| failure.error()), error, "{id}");
    }
    let from = Instant::now();
    assert_eq!(store.close(Duration::from_secs(600)).await.unwrap().dropped, 0);
    assert!(from.elapsed() < Duration::from_secs(300), "nothing is in progress");
}

/// A directory that is removed with the test.
struct Removed(PathBuf);

impl Drop for Removed {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

#[tokio::test]
async fn tasks_end_on_one_thread() {
    run_all("one").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tasks_end_on_two_threads() {
    run_all("two").await;
}

/// The error of a task that blocks its thread beyond its time-out.
async fn blocked(name: &str) {
    let directory = std::env::temp_dir().join(format!("asl-tasks-{name}-{}", std::process::id()));
    let _removed = Removed(directory.clone());
    let input = json!({"task": "blocks"});
    let options = Options::default();
    let store = Durable::open(&directory, [two_steps::machine(Steps)], options).await.unwrap();
    let started = store.start("two_steps", "1", input.clone()).await.unwrap();
    let mut results = vec![store.wait(started.id).await.unwrap()];
    store.close(Duration::from_secs(60)).await.unwrap();
    for spawn in [false, true] {
        let options = RunOptions::default().spawn(spawn);
        results.push(two_steps::machine(Steps).run_with(input.clone(), options).await);
    }
    for result in results {
        assert_eq!(result.unwrap_err().error(), Some("States.Timeout"));
    }
}

#[tokio::test]
async fn a_time_out_wins_over_a_later_result_while_the_only_thread_is_blocked() {
    blocked("blocked").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_time_out_wins_over_a_later_result_on_two_threads() {
    blocked("blocked-two").await;
}
