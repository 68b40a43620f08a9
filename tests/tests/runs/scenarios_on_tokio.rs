//! Machines tested with real tasks that need tokio, on its paused clock, and tasks for which a
//! simulation waits in vain.
#![allow(clippy::expect_used, clippy::panic, reason = "a test may")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use asl_testing::{Scenario, Simulation, expect_value, hangs, returns, throws};
use tokio::sync::{Notify, oneshot};
use tokio::time::sleep;

asl_machine!("definitions/mocks/kitchen.asl.json", allow = [ASL1704]);

/// The tasks that a machine does not reach.
macro_rules! unreachable_tasks {
    () => {
        async fn cook(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
            Err(TaskError::named("Unreachable"))
        }
        async fn lay_table(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
            Err(TaskError::named("Unreachable"))
        }
        async fn serve(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
            Err(TaskError::named("Unreachable"))
        }
    };
}
/// Tasks that take their time on tokio's clock.
#[derive(Default)]
struct Kitchen {
    /// Seconds that the bank takes.
    bank: u64,
    /// Number of attempts that the bank refuses.
    refusals: u32,
    /// The table is laid before the cook ends.
    laid: Arc<Notify>,
    busy: AtomicU32,
    most_busy: AtomicU32,
}

impl kitchen::Tasks for Kitchen {
    async fn pay(&self, cx: &TaskContext, _: Value) -> Result<Value, TaskError> {
        sleep(Duration::from_secs(self.bank)).await;
        if cx.attempt() < self.refusals {
            return Err(TaskError::new("Bank.Busy", "call again"));
        }
        Ok(json!("paid"))
    }

    async fn cook(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        // A task of its own, which waits for another branch.
        let laid = Arc::clone(&self.laid);
        let cooked = tokio::spawn(async move {
            laid.notified().await;
            sleep(Duration::from_secs(5)).await;
            "soup"
        });
        Ok(json!((cooked.await.map_err(TaskError::from)?)))
    }

    async fn lay_table(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        sleep(Duration::from_secs(10)).await;
        self.laid.notify_one();
        Ok(json!("laid"))
    }

    async fn serve(&self, _: &TaskContext, plate: Value) -> Result<Value, TaskError> {
        let busy = self.busy.fetch_add(1, Ordering::Relaxed) + 1;
        self.most_busy.fetch_max(busy, Ordering::Relaxed);
        sleep(Duration::from_secs(4)).await;
        self.busy.fetch_sub(1, Ordering::Relaxed);
        Ok(plate)
    }
}

fn dinner(kitchen: Kitchen) -> Scenario {
    Scenario::with_tasks(&kitchen::machine(kitchen)).input(json!({"plates": [1, 2, 3, 4, 5]}))
}

#[tokio::test(start_paused = true)]
async fn a_sleep_beyond_the_time_limit_is_a_time_out() {
    let run = dinner(Kitchen { bank: 30, ..Kitchen::default() }).run_on_tokio().await;
    run.expect_through(["Pay", "Pay later", "Prepare"])
        .expect_assigned("Pay later", json!({"owed": [{"price": 12}]}))
        .expect_assigned("Prepare", json!({}))
        // 20 until the time-out, 60 + 10 + 5 in parallel, three rounds of two plates.
        .expect_elapsed(20.0 + 75.0 + 12.0);
}

#[tokio::test(start_paused = true)]
async fn an_answer_at_the_very_time_limit_is_in_time() {
    let run = dinner(Kitchen { bank: 20, ..Kitchen::default() }).run_on_tokio().await;
    run.expect_calls("Pay", 1).expect_elapsed(20.0 + 75.0 + 12.0);
    assert!(!run.path().contains(&"Pay later"));
}

#[tokio::test(start_paused = true)]
async fn back_off_and_sleeps_share_one_clock() {
    let tasks = Kitchen { bank: 3, refusals: 2, ..Kitchen::default() };
    let before = tokio::time::Instant::now();
    let run = dinner(tasks).run_on_tokio().await;
    run.expect_delays([5.0, 10.0]).expect_waits([60.0]).expect_calls("Pay", 3);
    let at: Vec<u64> = run.calls_to("Pay").iter().map(|call| call.at.as_secs()).collect();
    assert_eq!(at, [0, 8, 21]);
    assert_eq!(before.elapsed(), run.elapsed());
    run.expect_elapsed(3.0 * 3.0 + 15.0 + 75.0 + 12.0);
}

#[tokio::test(start_paused = true)]
async fn branches_overlap_and_a_map_keeps_its_concurrency() {
    let kitchen = Arc::new(Kitchen::default());
    let run = Scenario::with_tasks(&kitchen::machine(Arc::clone(&kitchen)))
        .input(json!({"plates": [1, 2, 3, 4, 5]}))
        .run_on_tokio()
        .await;
    run.expect_output(json!({
        "plates": [1, 2, 3, 4, 5],
        "payment": "paid",
        "prepared": ["soup", "laid"],
        "served": [1, 2, 3, 4, 5],
    }));
    assert_eq!(kitchen.most_busy.load(Ordering::Relaxed), 2);
    let at: Vec<u64> = run.calls_to("Serve").iter().map(|call| call.at.as_secs()).collect();
    assert_eq!(at, [75, 75, 79, 79, 83]);
}

#[tokio::test(start_paused = true)]
async fn scripted_answers_and_real_tasks_share_one_clock() {
    let run = dinner(Kitchen::default())
        .task("Pay", [throws("Bank.Busy", "").after(1_500), hangs()])
        .task("Serve", returns(json!("served")).after(500))
        .run_on_tokio()
        .await;
    // The second attempt hangs until its time limit.
    run.expect_delays([5.0])
        .expect_through(["Pay later"])
        .expect_elapsed(1.5 + 5.0 + 20.0 + 75.0 + 1.5)
        .expect_all_answers_used();
    let scripted = Scenario::new(&kitchen::MACHINE)
        .input(json!({"plates": []}))
        .task("Pay", returns(1))
        .task("Cook", returns(2).after(70_000))
        .task("Lay table", returns(3));
    scripted.run_on_tokio().await.expect_elapsed(70.0);
    scripted.run().expect_elapsed(70.0);
}

#[tokio::test(start_paused = true)]
async fn every_step_can_be_saved_and_restored_on_tokio() {
    let scenario = |crash: bool| {
        let sim = Simulation::new();
        dinner(Kitchen { bank: 3, refusals: 1, ..Kitchen::default() }).simulation(if crash {
            sim.crash_every_step()
        } else {
            sim
        })
    };
    let run = scenario(false).run_on_tokio().await;
    let crashed = scenario(true).run_on_tokio().await;
    assert_eq!(run.events(), crashed.events());
    assert_eq!(run.elapsed(), crashed.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_run_can_be_spawned() {
    let run = tokio::spawn(async { dinner(Kitchen::default()).run_on_tokio().await });
    run.await.expect("it succeeds").expect_success();
}

#[tokio::test(start_paused = true)]
async fn time_stands_still_while_blocking_work_runs() {
    struct Blocking;
    impl kitchen::Tasks for Blocking {
        async fn pay(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
            let work = || std::thread::sleep(Duration::from_millis(20));
            tokio::task::spawn_blocking(work).await.map_err(TaskError::from)?;
            Err(TaskError::named("Bank.Closed"))
        }
        unreachable_tasks!();
    }
    let run = Scenario::with_tasks(&kitchen::machine(Blocking)).run_on_tokio().await;
    run.expect_failure("Bank.Closed").expect_elapsed(0.0);
}

/// A task that waits for an answer that its test holds back.
struct Waiting(Mutex<Option<oneshot::Receiver<Value>>>);

impl kitchen::Tasks for Waiting {
    async fn pay(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!("paid"))
    }

    async fn cook(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        let answer = self.0.lock().expect("no panic").take().expect("one call");
        answer.await.map_err(TaskError::from)
    }

    async fn lay_table(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!("laid"))
    }

    async fn serve(&self, _: &TaskContext, plate: Value) -> Result<Value, TaskError> {
        Ok(plate)
    }
}

/// A scenario whose cook waits for ever, and what the cook waits for.
fn waiting() -> (Scenario, oneshot::Sender<Value>) {
    let (sender, receiver) = oneshot::channel();
    let tasks = Waiting(Mutex::new(Some(receiver)));
    (Scenario::with_tasks(&kitchen::machine(tasks)).input(json!({"plates": []})), sender)
}

/// The message of a failed test.
fn message(test: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(test)).expect_err("the test fails");
    panic.downcast_ref::<String>().expect("a message").clone()
}

const COOK: &str = "the task `cook` of state `Cook` (";
const PLACE: &str = "kitchen.asl.json:28:13) ";

#[test]
fn a_task_that_needs_tokio_is_named() {
    let text = message(|| {
        dinner(Kitchen::default()).run();
    });
    assert!(text.starts_with("the task `pay` of state `Pay` ("), "{text}");
    assert!(text.contains("kitchen.asl.json:5:5) needs a tokio runtime"), "{text}");
    assert!(text.contains("run the scenario with `run_on_tokio().await`"), "{text}");
}

#[test]
fn a_task_that_waits_for_a_foreign_waker_is_named() {
    let (scenario, sender) = waiting();
    let sim = Simulation::new().stuck_after(Duration::from_millis(1));
    let text = message(|| {
        scenario.simulation(sim).run();
    });
    assert!(text.starts_with(COOK) && text.contains(PLACE), "{text}");
    assert!(text.contains("and nothing has woken it for 1ms of real time: run the"), "{text}");
    drop(sender);
}

#[test]
fn another_thread_may_wake_a_task() {
    let (scenario, sender) = waiting();
    let thread = std::thread::spawn(move || sender.send(json!("soup")));
    scenario.run().expect_success().expect_elapsed(60.0);
    thread.join().expect("no panic").expect("the task waits");
}

#[tokio::test(start_paused = true)]
async fn a_run_that_blocks_its_runtime_is_named_at_once() {
    let (scenario, _sender) = waiting();
    let begun = std::time::Instant::now();
    let text = message(|| {
        scenario.run();
    });
    assert!(text.starts_with(COOK), "{text}");
    assert!(text.contains("the simulation blocks the only thread of the tokio runtime"), "{text}");
    assert!(begun.elapsed() < Duration::from_millis(500));
}

#[tokio::test(start_paused = true)]
async fn a_task_that_nothing_wakes_is_named_on_tokio() {
    let (scenario, _sender) = waiting();
    let run = tokio::spawn(async move { scenario.run_on_tokio().await });
    let panic = run.await.expect_err("the test fails").into_panic();
    let text = panic.downcast_ref::<String>().expect("a message");
    assert!(text.starts_with(COOK) && text.contains(PLACE), "{text}");
    assert!(text.contains("nothing on this tokio runtime will wake it"), "{text}");
    assert!(
        text.contains("\nthe scenario runs at tests/tests/runs/scenarios_on_tokio.rs:"),
        "{text}"
    );
}

#[test]
fn a_task_that_never_answers_takes_no_real_time() {
    struct Never;
    impl kitchen::Tasks for Never {
        async fn pay(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
            std::future::pending().await
        }
        unreachable_tasks!();
    }
    let begun = std::time::Instant::now();
    let run = Scenario::with_tasks(&kitchen::machine(Never)).run();
    run.expect_through(["Pay", "Pay later"]).expect_failure("Unreachable").expect_elapsed(20.0);
    assert!(begun.elapsed() < Duration::from_millis(500));
}

#[test]
fn a_clock_in_real_time_is_refused() {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_time().build().expect("it starts");
    let refused = message(|| {
        runtime.block_on(async { dinner(Kitchen::default()).run_on_tokio().await });
    });
    let expected = "the clock of this tokio runtime runs in real time: \
                    write `#[tokio::test(start_paused = true)]`\nthe scenario runs at ";
    assert!(refused.starts_with(expected), "{refused}");
}

#[test]
fn values_that_a_test_finds_are_compared_by_path() {
    let found = json!({"owed": [{"price": 12}]});
    expect_value("the bill", &found, found.clone());
    let text = message(|| expect_value("the bill", &found, json!({"owed": [{"price": 10}]})));
    let head = "the bill is not what was expected:\n  $.owed[0].price: expected 10, found 12\n";
    assert!(text.starts_with(head), "{text}");
    let text = message(|| {
        let scenario = dinner(Kitchen::default());
        scenario
            .task("Pay", returns(1))
            .task("Cook", returns(2))
            .task("Lay table", returns(3))
            .task("Serve", returns(4))
            .run()
            .expect_assigned("Prepare", json!({"owed": 1}));
    });
    let head = "the object of variables that `Prepare` assigned is not what was expected:\n  \
                $.owed: missing, expected 1\n";
    assert!(text.starts_with(head), "{text}");
}
