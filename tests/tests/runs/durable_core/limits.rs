//! Executions that would need too much disk, memory or time.

use std::time::Instant;

use asl_durable::testing::{Reply, Request};
use asl_durable::{CallError, Options, Start, State, WaitsFor};
use asl_runtime::engine::simulation::{Scripted, Simulation, SimulationRun};
use asl_runtime::{Value, asl_machine, json};

use super::world::{World, options};
use super::{callback, order};

asl_machine!("definitions/limits/backoff.asl.json");
asl_machine!("definitions/limits/policy.sm4c.json");
asl_machine!("definitions/limits/doubled.asl.json");

const TOO_LARGE: &str = "the data would be more than 16 MiB as JSON text";

fn bytes(world: &World) -> u64 {
    world.core.journal().stats().size
}

#[test]
fn data_whose_text_would_be_large_end_an_execution_alone() {
    let mut world = World::new(&[&doubled::MACHINE, &order::MACHINE], options());
    for n in [20, 24, 200] {
        let id = world.start("doubled", &n.to_string(), json!({"n": n}));
        let failure = world.result(&id).expect_err("too much data");
        assert_eq!(failure.error(), Some("States.Runtime"));
        assert!(failure.cause().is_some_and(|cause| cause.ends_with(TOO_LARGE)), "{failure:?}");
    }
    assert!(bytes(&world) < 100_000, "{} bytes", bytes(&world));
    let other = world.start("order", "7", json!({"id": 7}));
    world.crash();
    assert_eq!(world.describe(&other).waits[0].what, WaitsFor::Task);
}

#[test]
fn data_whose_text_would_be_large_end_an_execution_in_process() {
    let simulated: SimulationRun =
        Simulation::new().run(&doubled::MACHINE, json!({"n": 24}), |_| Scripted::Hang);
    assert!(
        simulated
            .result
            .expect_err("too much data")
            .cause()
            .is_some_and(|cause| cause.ends_with(TOO_LARGE))
    );
}

/// The data of `doubled`, built by the test.
fn doubled_by(times: u32, data: Value) -> Value {
    (0..times).fold(data, |data, _| json!({"a": &data, "b": data}))
}

#[test]
fn an_execution_of_large_data_stays_in_memory_and_is_restored_from_its_inputs() {
    let parked = options().park_after(std::time::Duration::from_millis(100)).snapshot_every(1);
    let mut world = World::new(&[&doubled::MACHINE], parked);
    let small = world.start("doubled", "small", json!({"n": 10}));
    let large = world.start("doubled", "large", json!({"n": 18}));
    world.sleep(1_000);
    assert!(world.describe(&small).is_parked);
    assert!(!world.describe(&large).is_parked);
    assert!(bytes(&world) < 1 << 20, "{} bytes", bytes(&world));
    let started = Instant::now();
    world.crash();
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
    assert_eq!(world.describe(&large).waits[0].what, WaitsFor::Time);
    world.sleep(3_000);
    assert_eq!(world.result(&large), Ok(doubled_by(18, json!({"n": 18}))));
    assert_eq!(world.result(&small), Ok(doubled_by(10, json!({"n": 10}))));
}

#[test]
fn a_record_that_is_too_large_stops_only_its_own_execution() {
    let machines = [&callback::MACHINE, &order::MACHINE, &doubled::MACHINE];
    let mut world = World::new(&machines, options());
    let at_work = world.start("order", "at-work", json!({"text": "x".repeat(2 << 20)}));
    let parked = world.start("doubled", "parked", json!({"n": 1, "text": "x".repeat(1 << 20)}));
    let other = world.start("order", "other", json!({"id": 7}));
    // As if the limit had been higher when they were written.
    world.options.largest_record = 1 << 20;
    world.crash();
    world.sleep(10_000);
    for (id, larger) in [(&at_work, 2 << 20), (&parked, 1 << 20)] {
        let requests = [
            Request::Describe(id.as_str().into()),
            Request::History(id.as_str().into()),
            Request::Migrate(id.as_str().into(), None),
        ];
        for request in requests.into_iter().take(2) {
            match world.ask(request) {
                Err(CallError::TooLarge { bytes, limit, .. }) => {
                    assert!(bytes > larger && limit == 1 << 20);
                }
                told => panic!("it is too large: {told:?}"),
            }
        }
    }
    let task = world
        .open
        .iter()
        .find(|begun| begun.key.starts_with("order:other."))
        .expect("its task goes on")
        .key
        .clone();
    world.done(&task, json!("ok"));
    assert!(world.describe(&other).waits.iter().all(|waits| waits.what == WaitsFor::Task));
    let list = |world: &mut World, state| match world
        .ask(Request::List(Box::new(asl_durable::List::default().state(state))))
    {
        Ok(Reply::Page(page)) => {
            page.executions.into_iter().map(|summary| summary.id.to_string()).collect::<Vec<_>>()
        }
        told => panic!("a list: {told:?}"),
    };
    assert_eq!(list(&mut world, State::Running).len(), 3);
    // They can be cancelled and purged.
    for id in [&at_work, &parked] {
        assert!(matches!(
            world.ask(Request::Cancel(
                id.as_str().into(),
                asl_runtime::execution::Cancellation::default()
            )),
            Ok(Reply::Done)
        ));
        assert!(world.result(id).is_err_and(|failure| failure.error().is_none()));
    }
    world.crash();
    assert_eq!(list(&mut world, State::Aborted).len(), 2);
    for id in [&at_work, &parked] {
        assert!(matches!(world.ask(Request::Purge(id.as_str().into())), Ok(Reply::Done)));
    }
    world.crash();
    assert_eq!(list(&mut world, State::Running), [other]);
}

#[test]
fn a_large_execution_can_be_read_when_the_limit_is_raised() {
    let mut world = World::new(&[&order::MACHINE], options());
    let id = world.start("order", "7", json!({"text": "x".repeat(2 << 20)}));
    world.options.largest_record = 1 << 20;
    world.crash();
    assert!(matches!(
        world.ask(Request::Describe(id.as_str().into())),
        Err(CallError::TooLarge { .. })
    ));
    world.options.largest_record = 4 << 20;
    world.crash();
    assert_eq!(world.describe(&id).waits[0].what, WaitsFor::Task);
}

#[test]
fn a_back_off_without_end_is_an_error_by_name() {
    let simulated =
        Simulation::new().run(&backoff::MACHINE, json!(1), |_| Scripted::fail("Busy", "no"));
    let failure = simulated.result.expect_err("the second delay has no end");
    let cause = "the delay before retry 2 would be longer than 30,000 years: set a longest delay for the retries";
    assert_eq!(failure.error(), Some("States.Runtime"));
    assert!(failure.cause().is_some_and(|found| found.ends_with(cause)), "{failure:?}");
    assert_eq!(simulated.elapsed, 1_000);
    let mut world = World::new(&[&backoff::MACHINE], options());
    let id = world.start("backoff", "1", json!(1));
    world.failed("backoff:1.Work#0", "Busy");
    world.sleep(1_000);
    world.failed("backoff:1.Work#0~1", "Busy");
    assert_eq!(world.result(&id), Err(failure));
    let simulated =
        Simulation::new().run(&policy::MACHINE, json!({}), |_| Scripted::fail("Busy", "no"));
    assert_eq!(simulated.result, Err(asl_runtime::Failure::new("RetryDelay", cause)));
    assert_eq!(simulated.elapsed, 1_000);
}

#[test]
fn a_generated_name_does_not_derive_from_the_seed_of_tokens() {
    let mut world = World::new(&[&callback::MACHINE], Options::default());
    let start = |world: &mut World, seed| {
        let request = Request::Start {
            start: Box::new(Start::new("callback", json!({}))),
            seed,
            parent: None,
        };
        match world.ask(request) {
            Ok(Reply::Started(started)) => started.id.to_string(),
            told => panic!("it starts: {told:?}"),
        }
    };
    let (first, second) = (start(&mut world, 1), start(&mut world, 2));
    let token = |id: &str| {
        let begun = world
            .open
            .iter()
            .find(|begun| begun.key.starts_with(id))
            .expect("its task is under way");
        begun.token.rsplit('.').next().expect("its secret").to_owned()
    };
    assert_ne!(token(&first), token(&second));
    for (id, seed) in [(&first, 1_u64), (&second, 2)] {
        for public in
            [format!("{seed:016x}"), format!("{:016x}", !seed), token(id)[..16].to_owned()]
        {
            assert!(!id.contains(&public), "{id} has {public}");
        }
    }
}
