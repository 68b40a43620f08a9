//! Random races of runs in process: tasks that answer at once, later, from another thread or never,
//! that fail, panic in a poll or in a drop; callers that wait, cancel, stop waiting, or drop the run
//! in the middle. Whatever happens, a run ends, its tasks are dropped, and no memory is kept.
//!
//! `ASL_RACES` sets the number of runs (default 4,000), and `ASL_SEED` which ones.
#![expect(clippy::expect_used, clippy::panic, reason = "tests")]

use std::alloc::System;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::task::Poll;
use std::time::Duration;

use asl_language::random::SplitMix64;
use asl_runtime::{Failure, RunOptions, TaskContext, TaskError, Value, asl_machine, json};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use tokio::runtime::Builder;
use tokio::time::timeout;

asl_machine!("definitions/races.asl.json");

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const DEFAULT_RUNS: u64 = 4_000;

/// Bytes that may be left after all runs but the first tenth, of which there is a fixed number and
/// one for each run: a panic in a drop leaves some 100 bytes (3 for each of all runs), and runs
/// without such panics leave none.
const MOST_LEFT: (u64, u64) = (64 << 10, 8);

/// The message of panics that are made on purpose.
const ON_PURPOSE: &str = "out of cheese";

/// A task that has begun: counted until it is dropped, which panics if it is a bomb.
struct Begun {
    alive: Arc<AtomicI64>,
    is_bomb: bool,
}

impl Begun {
    fn new(alive: &Arc<AtomicI64>, is_bomb: bool) -> Self {
        alive.fetch_add(1, Ordering::SeqCst);
        Self { alive: Arc::clone(alive), is_bomb }
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        self.alive.fetch_sub(1, Ordering::SeqCst);
        assert!(!self.is_bomb || std::thread::panicking(), "{ON_PURPOSE}");
    }
}

/// Tasks that do what a seed says.
struct Random {
    seed: u64,
    alive: Arc<AtomicI64>,
    /// Some tasks never answer.
    may_hang: bool,
}

impl Random {
    async fn work(&self, cx: &TaskContext, name: u64) -> Result<Value, TaskError> {
        let attempt = u64::from(cx.attempt());
        let mut random = SplitMix64::new(self.seed ^ (name << 40) ^ (attempt << 50));
        let begun = Begun::new(&self.alive, random.percent(5));
        match random.below(if self.may_hang { 9 } else { 8 }) {
            0 | 1 => {}
            2 => {
                for _ in 0..random.below(4) {
                    tokio::task::yield_now().await;
                }
            }
            3 => {
                // The waker is called on another thread, perhaps before this one waits.
                let (sender, receiver) = tokio::sync::oneshot::channel();
                tokio::spawn(async move { sender.send(()) });
                receiver.await.map_err(|_| TaskError::named("Lost"))?;
            }
            4 => wake_twice().await,
            // A retry waits for a second.
            5 if attempt == 0 && random.percent(4) => return Err(TaskError::named("Again")),
            5 => return Err(TaskError::named("Broken")),
            6 => return Err(TaskError::new("Broken", "by the seed")),
            7 => panic!("{ON_PURPOSE}"),
            _ => std::future::pending().await,
        }
        drop(begun);
        Ok(json!(name))
    }
}

/// Wakes itself more often than it is polled.
async fn wake_twice() {
    let mut polls = 0;
    std::future::poll_fn(|cx| {
        polls += 1;
        cx.waker().wake_by_ref();
        cx.waker().wake_by_ref();
        if polls > 2 { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

impl races::Tasks for Random {
    async fn left(&self, cx: &TaskContext, _: Value) -> Result<Value, TaskError> {
        self.work(cx, 1).await
    }

    async fn right(&self, cx: &TaskContext, _: Value) -> Result<Value, TaskError> {
        self.work(cx, 2).await
    }

    async fn item(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.work(cx, 3 + input.as_u64().unwrap_or_default()).await
    }

    async fn alone(&self, cx: &TaskContext, _: Value) -> Result<Value, TaskError> {
        self.work(cx, 100).await
    }
}

/// One run with one caller. Returns false if the caller left it before its end.
async fn race(seed: u64) -> bool {
    let mut random = SplitMix64::new(seed);
    let act = random.below(6);
    let patience = random.below(12);
    // A caller that waits to the end would wait for ever.
    let may_hang = !matches!(act, 0 | 1);
    let alive = Arc::new(AtomicI64::new(0));
    let tasks = Random { seed, alive: Arc::clone(&alive), may_hang };
    let options = RunOptions::default().spawn(random.percent(50));
    let items: Vec<u64> = (0..random.below(5)).collect();
    let (handle, run) = races::machine(tasks).start(json!({ "items": items }), options);
    let has_ended = match act {
        // Waits, with the handle and without.
        0 => {
            let outcome = run.await;
            drop(handle);
            is_an_end(&outcome)
        }
        1 => {
            drop(handle);
            is_an_end(&run.await)
        }
        // Cancels at some time, perhaps twice at once.
        2 | 3 => {
            let running = tokio::spawn(run);
            pause(patience).await;
            let cancel = || handle.cancel("Stop", "by the test");
            if act == 2 {
                let _ = cancel().await;
            } else {
                let _ = tokio::join!(cancel(), cancel());
            }
            is_an_end(&running.await.expect("a run does not panic"))
        }
        // Stops waiting in the middle.
        4 => {
            let mut run = Box::pin(run);
            for _ in 0..patience {
                let polled = std::future::poll_fn(|cx| Poll::Ready(run.as_mut().poll(cx))).await;
                if polled.is_ready() {
                    break;
                }
                tokio::task::yield_now().await;
            }
            false
        }
        // Another thread drops it.
        _ => {
            let running = tokio::spawn(run);
            pause(patience).await;
            running.abort();
            let _ = running.await;
            false
        }
    };
    for _ in 0..10_000 {
        if alive.load(Ordering::SeqCst) == 0 {
            return has_ended;
        }
        tokio::task::yield_now().await;
    }
    panic!("run {seed}: {} tasks are left", alive.load(Ordering::SeqCst));
}

/// True if an outcome is one of those that can be.
fn is_an_end(outcome: &Result<Value, Failure>) -> bool {
    match outcome {
        Ok(output) => output.get("items").is_some(),
        Err(failure) => {
            let names = ["Broken", "Lost", "States.TaskFailed", "Again", "Stop"];
            failure.error().is_some_and(|error| names.contains(&error))
        }
    }
}

async fn pause(yields: u64) {
    for _ in 0..yields {
        tokio::task::yield_now().await;
    }
}

#[test]
fn whatever_races_a_run_ends_and_leaves_nothing() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if info.payload_as_str().is_none_or(|said| said != ON_PURPOSE) {
            usual(info);
        }
    }));
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse().expect("a number"));
    let runs = number("ASL_RACES").unwrap_or(DEFAULT_RUNS);
    let first = number("ASL_SEED").unwrap_or(1) << 32;
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_time().build();
    let runtime = runtime.expect("a runtime");
    let held = || {
        let stats = ALLOCATOR.stats();
        stats.bytes_allocated - stats.bytes_deallocated
    };
    let mut warm = None;
    let mut ended = 0_u64;
    for run in 0..runs {
        if run == runs / 10 {
            warm = Some(held());
        }
        let seed = first + run;
        let raced = runtime.block_on(async {
            let raced = tokio::spawn(race(seed));
            timeout(Duration::from_secs(20), raced).await
        });
        let raced = raced.unwrap_or_else(|_| panic!("run {seed} does not end"));
        ended += u64::from(raced.expect("the race"));
    }
    let left = held().saturating_sub(warm.unwrap_or_default());
    let most = MOST_LEFT.0 + MOST_LEFT.1 * runs;
    println!("{runs} runs from {first}: {ended} ended by themselves, {left} bytes are left");
    assert!((left as u64) < most, "{left} bytes are left after {runs} runs, {most} may be");
    assert!(ended > runs / 3, "{ended} of {runs} ended");
}
