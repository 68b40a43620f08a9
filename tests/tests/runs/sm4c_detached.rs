//! Detached calls of SM4C machines: none is lost, and tests see them.
#![expect(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use asl_runtime::engine::in_process::{Detached, DetachedCalls, RunOptions};
use asl_runtime::engine::simulation::{Scripted, Simulation, TaskCall};
use asl_runtime::execution::SendError;
use asl_runtime::services::Services;
use asl_runtime::{Event, TaskContext, TaskError, Value, asl_machine, json};
use asl_testing::{DetachedCall, Scenario, hangs, returns, throws};
use tokio::time::{Instant, sleep, timeout};

asl_machine!("definitions/sm4c/shop.sm4c.json");
asl_machine!("definitions/sm4c/mall.sm4c.json");

/// Takes some time for the call to the stock, and leaves a note when it has ended.
#[derive(Clone, Default)]
struct Shop {
    told: Arc<Mutex<Vec<Value>>>,
    telling: Duration,
    /// Never answers.
    charged: Option<Result<Value, TaskError>>,
}

impl Shop {
    fn telling(telling: Duration) -> Self {
        Self { telling, charged: Some(Ok(json!("20 EUR"))), ..Self::default() }
    }

    fn told(&self) -> usize {
        self.told.lock().unwrap().len()
    }
}

impl shop::Functions for Shop {
    async fn tell_stock(&self, _: &TaskContext, arguments: Value) -> Result<Value, TaskError> {
        if !self.telling.is_zero() {
            sleep(self.telling).await;
        }
        self.told.lock().unwrap().push(arguments);
        Ok(json!("told"))
    }

    async fn charge(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        match &self.charged {
            Some(result) => result.clone(),
            None => std::future::pending().await,
        }
    }

    async fn send_event(&self, _: &TaskContext, _: Event) -> Result<(), TaskError> {
        Ok(())
    }
}

struct Mall;

impl mall::Functions for Mall {}

fn order() -> Value {
    json!({"id": 7})
}

fn done() -> Value {
    json!({"id": 7, "charged": "20 EUR", "sent": [null]})
}

#[test]
fn a_program_that_ends_after_its_run_has_made_every_call() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let shop = Shop::telling(Duration::from_millis(20));
    assert_eq!(runtime.block_on(shop::run(shop.clone(), order())), Ok(done()));
    drop(runtime);
    assert_eq!(*shop.told.lock().unwrap(), [json!({"id": 7})]);
}

#[tokio::test(start_paused = true)]
async fn a_run_that_fails_waits_for_its_calls_too() {
    let refused = Err(TaskError::new("Refused", "no money"));
    let shop = Shop { charged: Some(refused), ..Shop::telling(Duration::from_secs(3)) };
    let start = Instant::now();
    let failure = shop::run(shop.clone(), order()).await.unwrap_err();
    assert_eq!((failure.error(), shop.told(), start.elapsed().as_secs()), (Some("Refused"), 1, 3));
}

#[tokio::test(start_paused = true)]
async fn the_machines_time_out_leaves_its_calls_alone() {
    let shop = Shop { charged: None, ..Shop::telling(Duration::from_secs(2 * 3_600)) };
    let start = Instant::now();
    assert_eq!(shop::run(shop.clone(), order()).await, Ok(json!(null)));
    assert_eq!((shop.told(), start.elapsed().as_secs()), (1, 2 * 3_600));
}

#[tokio::test(start_paused = true)]
async fn calls_are_handed_over_if_the_result_is_needed_at_once() {
    let (calls, shop) = (DetachedCalls::new(), Shop::telling(Duration::from_secs(3)));
    let options = RunOptions::default().detached(Detached::HandOver(calls.clone()));
    let start = Instant::now();
    for _ in 0..3 {
        assert_eq!(shop::run_with(shop.clone(), order(), options.clone()).await, Ok(done()));
    }
    assert_eq!((calls.open(), shop.told(), start.elapsed().as_secs()), (3, 0, 0));
    // Any number of tasks may wait.
    let waiting = tokio::spawn({
        let calls = calls.clone();
        async move { calls.ended().await }
    });
    calls.ended().await;
    waiting.await.unwrap();
    assert_eq!((calls.open(), shop.told(), start.elapsed().as_secs()), (0, 3, 3));
    // Without a waiting task they end all the same, unless they are cancelled.
    assert_eq!(shop::run_with(shop.clone(), order(), options.clone()).await, Ok(done()));
    sleep(Duration::from_secs(4)).await;
    assert_eq!((calls.open(), shop.told()), (0, 4));
    assert_eq!(shop::run_with(shop.clone(), order(), options).await, Ok(done()));
    calls.cancel();
    calls.ended().await;
    drop(calls);
    sleep(Duration::from_secs(4)).await;
    assert_eq!(shop.told(), 4);
}

#[tokio::test(start_paused = true)]
async fn dropping_the_future_drops_its_calls_but_none_that_is_handed_over() {
    let shop = Shop::telling(Duration::from_secs(3));
    assert!(timeout(Duration::from_secs(1), shop::run(shop.clone(), order())).await.is_err());
    sleep(Duration::from_secs(9)).await;
    assert_eq!(shop.told(), 0);
    let shop = Shop { charged: None, ..shop };
    let options = RunOptions::default().detached(Detached::HandOver(DetachedCalls::new()));
    let run = shop::run_with(shop.clone(), order(), options);
    assert!(timeout(Duration::from_secs(1), run).await.is_err());
    sleep(Duration::from_secs(9)).await;
    assert_eq!(shop.told(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_run_whose_result_is_decided_takes_no_events() {
    let shop = Shop::telling(Duration::from_secs(3));
    let (handle, run) = shop::start(shop.clone(), order(), RunOptions::default());
    let running = tokio::spawn(run);
    sleep(Duration::from_secs(1)).await;
    assert!(!running.is_finished());
    assert_eq!(handle.send(Event::named("late")).await, Err(SendError::Ended));
    assert_eq!(running.await.unwrap(), Ok(done()));
}

#[tokio::test(start_paused = true)]
async fn the_calls_of_a_subflow_delay_its_callers_end_and_no_result() {
    let shop = Shop::telling(Duration::from_secs(3));
    let services = Services::new();
    services.register("shop", shop::machine(shop.clone()));
    let (calls, start) = (DetachedCalls::new(), Instant::now());
    let options = RunOptions::default().services(services);
    let handing_over = options.clone().detached(Detached::HandOver(calls.clone()));
    let output = Ok(json!({"id": 7, "shop": "20 EUR"}));
    assert_eq!(mall::run_with(Mall, order(), handing_over).await, output);
    assert_eq!(start.elapsed().as_secs(), 0);
    calls.ended().await;
    assert_eq!((shop.told(), start.elapsed().as_secs()), (2, 3));
    assert_eq!(mall::run_with(Mall, order(), options.clone()).await, output);
    assert_eq!((shop.told(), start.elapsed().as_secs()), (4, 6));
    let run = mall::run_with(Mall, order(), options);
    assert!(timeout(Duration::from_secs(1), run).await.is_err());
    sleep(Duration::from_secs(9)).await;
    assert_eq!(shop.told(), 4);
}

/// The input of the only detached call of a simulation, the time of its end, and whether it
/// outlived the machine.
fn of_one(calls: &[DetachedCall]) -> (Value, Option<u64>, bool) {
    let [DetachedCall { call, end, outlived, .. }] = calls else {
        panic!("one call, not {calls:?}")
    };
    assert_eq!((call.name, call.state, call.is_awaited), ("tell stock", "Ship", false));
    (call.input.clone(), end.as_ref().map(|(at, _)| *at), *outlived)
}

#[test]
fn simulations_show_calls_that_outlive_the_execution() {
    for sim in [Simulation::new(), Simulation::new().crash_every_step()] {
        let tell = |answer: Scripted| {
            sim.run(&shop::MACHINE, order(), |call: &TaskCall| match call.name {
                "tell stock" => answer.clone(),
                "charge" => Scripted::answer("20 EUR").after(100),
                _ => Scripted::answer(json!({"id": "message-1"})),
            })
        };
        let outlived = tell(Scripted::answer("told").after(500));
        assert_eq!((&outlived.result, outlived.elapsed), (&Ok(done()), 100));
        assert_eq!(of_one(&outlived.detached), (order(), Some(500), true));
        assert_eq!(outlived.detached[0].end, Some((500, Ok(json!("told")))));
        assert_eq!(
            of_one(&tell(Scripted::answer("told").after(50)).detached),
            (order(), Some(50), false)
        );
        for never in [Scripted::Hang, Scripted::TimeOut] {
            assert_eq!(of_one(&tell(never).detached), (order(), None, true));
        }
    }
}

#[test]
fn simulations_run_real_detached_calls_to_their_end() {
    let shop = Shop { charged: Some(Ok(json!("20 EUR"))), ..Shop::default() };
    let script = |call: &TaskCall| {
        (call.name == "tell stock").then(|| Scripted::fail("Deaf", "nobody listens"))
    };
    let simulated = Simulation::new().run_with_mocks(&shop::machine(shop.clone()), order(), script);
    assert_eq!(simulated.result, Ok(done()));
    assert_eq!(simulated.detached[0].end, Some((0, Err(TaskError::new("Deaf", "nobody listens")))));
    let simulated = Simulation::new().run_tasks(&shop::machine(shop.clone()), order());
    assert_eq!(
        (of_one(&simulated.detached), shop.told()),
        ((order(), Some(0), simulated.detached[0].outlived), 1)
    );
}

#[test]
fn scenarios_show_detached_calls() {
    let scenario = || {
        Scenario::new(&shop::MACHINE)
            .input(order())
            .task("charge", returns("20 EUR"))
            // Whatever a script answers, the result of sendEvent is null.
            .task("shipped", returns(json!({"sns": "message-1"})))
    };
    let run = scenario().task("tell stock", throws("Deaf", "nobody listens").after(700)).run();
    run.expect_output(done()).expect_calls("tell stock", 1).expect_elapsed(0.0);
    assert_eq!(of_one(run.detached()), (order(), Some(700), true));
    let awaited: Vec<bool> = run.calls().iter().map(|call| call.is_awaited).collect();
    assert_eq!(awaited, [false, true, true]);
    let open = scenario().task("tell stock", hangs()).run();
    assert_eq!(of_one(open.detached()), (order(), None, true));
}
