//! The durable engine on a simulated disk and a virtual clock.
#![expect(
    clippy::expect_used,
    clippy::panic,
    unused_must_use,
    reason = "tests, of a function whose document is not there"
)]

mod by_hand;
mod fan;
mod histories;
mod limits;
mod list;
mod moves;
mod types_changed;
mod world;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use asl_durable::testing::{DiskFault, Parent, Reply, Request, TaskReport};
use asl_durable::{CallError, List, OldVersions, Start, State, StoreError, WaitsFor};
use asl_runtime::execution::{Cancellation, TokenError};
use asl_runtime::{Event, TaskError, asl_machine, json};

use world::{World, options};

asl_machine!("definitions/durable/notice.sm4c.json");
asl_machine!("definitions/durable/order.asl.json");
asl_machine!("definitions/services/callback.asl.json");
asl_machine!("definitions/services/child.asl.json");
asl_machine!("definitions/services/parent.asl.json");

mod next {
    asl_runtime::asl_machine!(pub(crate) "definitions/durable/next/order.asl.json");
}

/// The time of these milliseconds since 1970.
fn at(millis: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_millis(millis)
}

/// Runs an order from its start to its end. Returns the data to compare.
fn whole_order(world: &mut World) -> (String, String) {
    let id = world.start("order", "7", json!({"id": 7}));
    world.failed("order:7.Charge#0", "Busy");
    world.sleep(10_000);
    world.done("order:7.Charge#0~1", json!("ok"));
    world.done("order:7.Both#1.1.Print#0", json!("label"));
    world.done("order:7.Both#1.0.Pack#0", json!("box"));
    world.sleep(3_600_000);
    world.done("order:7.Ship#3", json!("gone"));
    let result = world.result(&id).expect("it succeeds");
    (result.to_json_string(), world.history(&id))
}

#[test]
fn a_crash_after_every_step_changes_nothing() {
    let mut plain = World::new(&[&order::MACHINE], options());
    let expected = whole_order(&mut plain);
    assert!(expected.0.contains("gone"), "{}", expected.0);
    for options in [options(), options().snapshot_every(1), options().fuel(1)] {
        let mut world = World::new(&[&order::MACHINE], options);
        world.crashes = true;
        assert_eq!(whole_order(&mut world), expected);
        let mut twice = World::new(&[&order::MACHINE], world.options.clone());
        twice.crashes = true;
        assert_eq!(whole_order(&mut twice), expected);
        assert_eq!(world.begun, twice.begun);
        // Compaction loses nothing either.
        assert!(matches!(world.ask(Request::Compact), Ok(Reply::Compacted(_))));
        assert_eq!(world.history("order:7"), expected.1);
        world.crash();
        assert_eq!(world.history("order:7"), expected.1);
        assert_eq!(world.describe("order:7").summary.state, State::Succeeded);
    }
}

#[test]
fn compacting_at_every_step_changes_nothing() {
    let mut plain = World::new(&[&order::MACHINE], options());
    let expected = whole_order(&mut plain);
    let mut world = World::new(&[&order::MACHINE], options().snapshot_every(2));
    let id = world.start("order", "7", json!({"id": 7}));
    let compact = |world: &mut World| {
        assert!(matches!(world.ask(Request::Compact), Ok(Reply::Compacted(_))));
        world.crash();
        assert!(matches!(world.ask(Request::Compact), Ok(Reply::Compacted(_))));
    };
    compact(&mut world);
    world.failed("order:7.Charge#0", "Busy");
    compact(&mut world);
    world.sleep(10_000);
    world.done("order:7.Charge#0~1", json!("ok"));
    compact(&mut world);
    world.done("order:7.Both#1.1.Print#0", json!("label"));
    world.done("order:7.Both#1.0.Pack#0", json!("box"));
    compact(&mut world);
    world.sleep(3_600_000);
    compact(&mut world);
    world.done("order:7.Ship#3", json!("gone"));
    compact(&mut world);
    assert_eq!(
        (world.result(&id).expect("it succeeds").to_json_string(), world.history(&id)),
        expected
    );
}

#[test]
fn a_name_always_refers_to_the_same_execution() {
    let mut world = World::new(&[&order::MACHINE, &child::MACHINE], options());
    let id = world.start("order", "7", json!({"a": 1, "b": 2}));
    let again = |world: &mut World, machine: &str, name: &str, input| {
        world.ask(Request::Start {
            start: Box::new(Start::new(machine, input).name(name)),
            seed: 9,
            parent: None,
        })
    };
    for _ in 0..2 {
        let same = again(&mut world, "order", "7", json!({"b": 2, "a": 1}));
        assert!(matches!(same, Ok(Reply::Started(started)) if started.id == id && !started.is_new));
        let other =
            again(&mut world, "order", "7", json!({"a": 1, "b": 3})).expect_err("another input");
        assert_eq!(
            other.to_string(),
            "the execution `order:7` exists with another input or of another machine; choose another name"
        );
        world.crash();
    }
    assert!(
        matches!(again(&mut world, "child", "7", json!({})), Ok(Reply::Started(started)) if started.is_new)
    );
    let unknown = again(&mut world, "odrer", "8", json!({})).expect_err("no such machine");
    assert_eq!(unknown.to_string(), "no machine `odrer` is registered; there is `order`, `child`");
    let bad = again(&mut world, "order", "a\nb", json!({})).expect_err("no name");
    assert_eq!(bad.to_string(), "the name is not allowed: it contains control characters");
    assert_eq!(world.begun["order:7.Charge#0"], 3, "the first time and after two crashes");
}

#[test]
fn nothing_happens_before_it_is_on_disk() {
    let mut world = World::new(&[&order::MACHINE], options());
    world.start("order", "7", json!({}));
    let begun = world.task("order:7.Charge#0");
    world.disk.fail_at(world.disk.calls(), DiskFault::Failed);
    world
        .core
        .task_reported(
            &begun.place,
            TaskReport::Ended(asl_runtime::execution::Outcome::Done(json!(1))),
            world.now,
        )
        .expect("kept");
    let error = world.core.commit().expect_err("the disk has failed");
    assert!(matches!(&error, StoreError::Journal(_)), "{error}");
    // From now on all clients are informed, and nothing else happens.
    assert!(world.core.request(99, Request::List(Box::default()), world.now).is_err());
    assert!(world.core.perform_due(world.now).is_err());
    assert!(world.core.commit().is_err());
    world.crash();
    assert_eq!(world.begun["order:7.Charge#0"], 2, "what was not written down is done again");
    world.done("order:7.Charge#0", json!("ok"));
    assert_eq!(world.open.len(), 2);
}

#[test]
fn a_full_disk_is_reported_and_loses_nothing() {
    let mut world = World::new(&[&order::MACHINE], options());
    world.start("order", "7", json!({}));
    world.disk.limit_space(Some(0));
    let start = Start::new("order", json!({})).name("8");
    world
        .core
        .request(50, Request::Start { start: Box::new(start), seed: 1, parent: None }, world.now)
        .expect("kept");
    let error = world.core.commit().expect_err("no space").to_string();
    assert!(error.contains("no space left to write `") && error.contains("make room"), "{error}");
    // It continues by itself when there is room.
    assert!(world.core.broken().is_none());
    world.disk.limit_space(None);
    let actions = world.core.commit().expect("there is room");
    assert!(!actions.is_empty());
    world.crash();
    assert_eq!(world.describe("order:7").waits[0].operation, "Charge#0");
    assert_eq!(world.describe("order:8").waits[0].operation, "Charge#0");
}

#[test]
fn a_start_without_space_is_lost_with_the_process_if_it_was_never_answered() {
    let mut world = World::new(&[&order::MACHINE], options());
    world.start("order", "7", json!({}));
    world.disk.limit_space(Some(0));
    let start = Start::new("order", json!({})).name("8");
    world
        .core
        .request(50, Request::Start { start: Box::new(start), seed: 1, parent: None }, world.now)
        .expect("kept");
    world.core.commit().expect_err("no space");
    world.disk.limit_space(None);
    world.crash();
    assert_eq!(world.describe("order:7").waits[0].operation, "Charge#0");
    let unknown =
        world.ask(Request::Describe("order:8".into())).expect_err("it was never answered");
    assert_eq!(unknown.to_string(), "no execution has the id `order:8`");
}

#[test]
fn executions_that_wait_long_are_parked_and_woken() {
    let mut world = World::new(&[&child::MACHINE], options().park_after(Duration::from_secs(1)));
    for number in 0..300 {
        world.start("child", &format!("{number:03}"), json!({"number": number}));
    }
    world.sleep(2_000);
    let told = world.describe("child:007");
    assert!(told.is_parked);
    assert_eq!((told.waits[0].what, told.waits[0].until), (WaitsFor::Time, Some(at(1_030_000))));
    world.crash();
    assert!(world.describe("child:007").is_parked, "and it stays where it is");
    let list = List::default().state(State::Running).limit(200);
    let Ok(Reply::Page(page)) = world.ask(Request::List(Box::new(list.clone()))) else {
        panic!("a page")
    };
    assert_eq!((page.executions.len(), page.next.as_deref()), (200, Some("child:199")));
    let Ok(Reply::Page(page)) = world.ask(Request::List(Box::new(list.after("child:199")))) else {
        panic!("a page")
    };
    assert_eq!((page.executions.len(), page.next), (100, None));
    world.sleep(30_000);
    assert_eq!(world.open.len(), 300);
    for begun in world.open.clone() {
        world.done(&begun.key, json!("done"));
    }
    assert_eq!(world.result("child:299"), Ok(json!("done")));
}

#[test]
fn tokens_reach_parked_and_active_executions() {
    let mut world = World::new(&[&callback::MACHINE], options().park_after(Duration::from_secs(1)));
    let id = world.start("callback", "a", json!({}));
    let token = world.task("callback:a.Send#0").token;
    world.hear("callback:a.Send#0", TaskReport::Submitted(json!({"MessageId": "1"})));
    for _ in 0..4 {
        world.sleep(8_000);
        assert_eq!(world.open.len(), 0, "its call is not made again");
        assert!(matches!(world.ask(Request::heartbeat(&token)), Ok(Reply::Done)));
        world.crash();
    }
    assert_eq!(world.describe(&id).waits[0].what, WaitsFor::Report);
    let wrong = world.ask(Request::success(&format!("{token}0"), json!(1)));
    assert!(matches!(wrong, Err(CallError::Token(TokenError::Unknown))), "{wrong:?}");
    assert!(matches!(world.ask(Request::success(&token, json!("ok"))), Ok(Reply::Done)));
    assert!(matches!(
        world.ask(Request::success(&token, json!(1))),
        Err(CallError::Token(TokenError::Closed))
    ));
    assert_eq!(world.result(&id), Ok(json!("ok")));
    // Without a heartbeat it ends, whether or not the store was open meanwhile.
    let silent = world.start("callback", "b", json!({}));
    world.hear("callback:b.Send#0", TaskReport::Submitted(json!({})));
    world.sleep(5_000);
    world.crash();
    world.sleep(4_999);
    assert_eq!(world.describe(&silent).summary.state, State::Running);
    world.sleep(1);
    assert_eq!(world.error(&silent).as_deref(), Some("States.Timeout"));
    // The place and the limit are persisted with the end.
    world.crash();
    let failure = world.describe(&silent).failure.expect("it timed out");
    assert_eq!(
        failure.to_string(),
        "States.Timeout in Send (tests/definitions/services/callback.asl.json:4:5): \
         HeartbeatSeconds exceeded (10 s)"
    );
}

#[test]
fn a_report_before_the_answer_is_kept() {
    let mut world = World::new(&[&callback::MACHINE], options());
    let id = world.start("callback", "a", json!({}));
    let token = world.task("callback:a.Send#0").token;
    let failed = Request::failure(&token, TaskError::new("No", "not today"));
    assert!(matches!(world.ask(failed), Ok(Reply::Done)));
    world.crash();
    assert_eq!(world.begun["callback:a.Send#0"], 2);
    world.hear("callback:a.Send#0", TaskReport::Submitted(json!({})));
    assert_eq!(world.error(&id).as_deref(), Some("No"));
}

/// A parent and its child, as the engine starts it.
fn family() -> (World, String, String) {
    let mut world = World::new(&[&parent::MACHINE, &child::MACHINE], options());
    let id = world.start("parent", "p", json!({"machine": "child", "input": {}}));
    let parent = Some(Parent { id: id.as_str().into(), serial: 1, is_elsewhere: false });
    let start = Start::new("child", json!({})).name("c");
    assert!(world.ask(Request::Start { start: Box::new(start), seed: 1, parent }).is_ok());
    (world, id, "child:c".to_owned())
}

#[test]
fn the_reason_of_a_cancellation_is_persisted() {
    let (mut world, id, child) = family();
    let reason = Cancellation::new("Operator.Stop", "maintenance");
    let cancel = Request::Cancel(id.as_str().into(), reason);
    assert!(matches!(world.ask(cancel), Ok(Reply::Done)));
    world.crash();
    let failure = world.describe(&id).failure.expect("it was cancelled");
    assert_eq!(
        failure.to_string(),
        "aborted with Operator.Stop in Child (tests/definitions/services/parent.asl.json:4:5): \
         maintenance"
    );
    assert_eq!(world.describe(&child).summary.state, State::Aborted);
    let Ok(Reply::History(history)) = world.ask(Request::History(id.as_str().into())) else {
        panic!("it has a history")
    };
    let text = history.to_json_string();
    let details =
        r#""executionAbortedEventDetails":{"error":"Operator.Stop","cause":"maintenance"}"#;
    assert!(text.contains(details), "{text}");
}

#[test]
fn a_child_ends_with_the_operation_that_waits_for_it() {
    let (mut world, id, child) = family();
    world.crash();
    assert_eq!(world.describe(&child).summary.state, State::Running, "a crash cancels nothing");
    assert!(matches!(
        world.ask(Request::Cancel(id.as_str().into(), Cancellation::default())),
        Ok(Reply::Done)
    ));
    assert_eq!(world.describe(&child).summary.state, State::Aborted);
    let (mut world, _, child) = family();
    world.hear("parent:p.Child#0", TaskReport::Ended(asl_runtime::execution::Outcome::TimedOut));
    assert_eq!(world.describe(&child).summary.state, State::Aborted);
    let (mut world, id, child) = family();
    world.sleep(30_000);
    world.done("child:c.Work#1", json!("worked"));
    assert_eq!(world.result(&child), Ok(json!("worked")));
    world.done("parent:p.Child#0", json!("all"));
    assert_eq!(world.result(&id), Ok(json!("all")));
    assert_eq!(world.describe(&child).summary.state, State::Succeeded);
}

#[test]
fn the_time_out_of_a_machine_applies_while_the_store_is_closed() {
    let mut world = World::new(&[&order::MACHINE], options().park_after(Duration::from_secs(1)));
    let id = world.start("order", "7", json!({}));
    world.sleep(50_000_000);
    world.crash();
    assert_eq!(world.describe(&id).summary.state, State::Running);
    world.sleep(50_000_000 - 1);
    assert_eq!(world.describe(&id).summary.state, State::Running);
    world.now += 100_000;
    world.crash();
    assert_eq!(world.describe(&id).summary.state, State::TimedOut);
    assert!(world.history(&id).contains("ExecutionTimedOut"));
}

#[test]
fn executions_stay_in_their_version() {
    let mut world = World::new(&[&order::MACHINE], options());
    let old = world.start("order", "old", json!({}));
    world.machines = vec![&order::MACHINE, &next::order::MACHINE];
    world.crash();
    let new = world.start("order", "new", json!({}));
    let (old_version, new_version) =
        (world.describe(&old).summary.version, world.describe(&new).summary.version);
    assert_eq!(
        (old_version, new_version),
        (order::MACHINE.version(), next::order::MACHINE.version())
    );
    // The old version is removed too early.
    world.options.versions = OldVersions::Refuse;
    let error = world
        .reopened(&[&next::order::MACHINE])
        .err()
        .expect("an unfinished execution needs it")
        .to_string();
    let names = format!("`order` in version {old_version} (1: `order:old`)");
    assert!(error.contains(&names) && error.contains("allow_unknown"), "{error}");
    world.options.versions = OldVersions::Keep;
    world.machines = vec![&next::order::MACHINE];
    world.crash();
    assert_eq!(world.describe(&old).summary.state, State::WaitsForMachine);
    let refused =
        world.ask(Request::Redrive(old.as_str().into(), "".into())).expect_err("it has not ended");
    assert!(matches!(&refused, CallError::Redrive { .. }), "{refused}");
    let refused = world.ask(Request::History(old.as_str().into())).expect_err("without its code");
    assert!(
        matches!(&refused, CallError::WaitsForMachine { machine, .. } if machine == "order"),
        "{refused}"
    );
    assert!(matches!(world.ask(Request::Compact), Ok(Reply::Compacted(_))));
    world.options.allow_unknown = false;
    world.machines = vec![&order::MACHINE];
    world.options.allow_unknown = true;
    world.crash();
    assert_eq!(world.open.len(), 1, "and it goes on when its machine is back");
    world.done("order:old.Charge#0", json!(1));
}

#[test]
fn an_execution_is_cancelled_and_purged_without_its_machine() {
    let reason = || Cancellation::new("Operator.Stop", "it has no machine any more");
    let cancel = |world: &mut World, id: &str| {
        assert!(matches!(world.ask(Request::Cancel(id.into(), reason())), Ok(Reply::Done)));
    };
    let mut plain = World::new(&[&order::MACHINE], options());
    let id = plain.start("order", "7", json!({}));
    plain.sleep(500);
    cancel(&mut plain, &id);
    let expected = (plain.describe(&id).failure, plain.history(&id));

    let mut world = World::new(&[&order::MACHINE], options().allow_unknown(true));
    let id = world.start("order", "7", json!({}));
    let parked = world.start("order", "8", json!({}));
    world.sleep(500);
    world.machines.clear();
    world.crash();
    cancel(&mut world, &id);
    world.crash();
    let told = world.describe(&id);
    assert_eq!(
        (told.summary.state, told.summary.error.as_deref()),
        (State::Aborted, Some("Operator.Stop"))
    );
    let ended = world.ask(Request::Cancel(id.as_str().into(), reason())).expect_err("it ended");
    assert!(matches!(ended, CallError::Ended { .. }), "{ended}");
    cancel(&mut world, &parked);
    assert!(matches!(world.ask(Request::Purge(parked.as_str().into())), Ok(Reply::Done)));

    // Its history and a redrive are those of an execution that was cancelled with its machine.
    world.options.allow_unknown = false;
    world.crash();
    world.machines = vec![&order::MACHINE];
    world.crash();
    assert_eq!((world.describe(&id).failure, world.history(&id)), expected);
    assert!(matches!(
        world.ask(Request::Redrive(id.as_str().into(), "".into())),
        Ok(Reply::Redriven(_))
    ));
    assert_eq!(world.describe(&id).waits[0].state, "Charge");
}

#[test]
fn purged_executions_are_gone() {
    let mut world = World::new(&[&order::MACHINE], options());
    whole_order(&mut world);
    world.start("order", "8", json!({}));
    let running = world.ask(Request::Purge("order:8".into())).expect_err("it goes on");
    assert_eq!(
        running.to_string(),
        "the execution `order:8` has not ended: cancel it first, or wait for it"
    );
    let ended = world.now;
    assert!(matches!(world.ask(Request::PurgeBefore(ended)), Ok(Reply::Purged(0))));
    assert!(matches!(world.ask(Request::PurgeBefore(ended + 1)), Ok(Reply::Purged(1))));
    for _ in 0..2 {
        assert!(matches!(
            world.ask(Request::History("order:7".into())),
            Err(CallError::UnknownExecution { .. })
        ));
        world.crash();
    }
    // What remains is the definition of the version, and an execution that has begun.
    let before = world.core.journal().stats().size;
    let compacted = world.ask(Request::Compact);
    assert!(
        matches!(&compacted, Ok(Reply::Compacted(done)) if done.after + 1_000 < before),
        "{before} {compacted:?}"
    );
    world.start("order", "7", json!({"other": true}));
    world.crash();
    assert_eq!(world.describe("order:7").input, json!({"other": true}));
}

#[test]
fn without_history_only_results_are_kept() {
    let mut world = World::new(&[&order::MACHINE], options().keep_history(false));
    whole_order(&mut world);
    let id = world.start("order", "8", json!({"id": 8}));
    world.done("order:8.Charge#0", json!("ok"));
    assert!(matches!(world.ask(Request::Compact), Ok(Reply::Compacted(_))));
    for _ in 0..2 {
        assert!(matches!(
            world.ask(Request::History("order:7".into())),
            Err(CallError::NoHistory { .. })
        ));
        assert!(world.result("order:7").is_ok());
        assert_eq!(world.describe("order:7").input, json!({"id": 7}));
        world.crash();
    }
    world.done("order:8.Both#1.1.Print#0", json!(1));
    world.done("order:8.Both#1.0.Pack#0", json!(2));
    assert_eq!(world.describe(&id).waits[0].what, WaitsFor::Time);
}

#[test]
fn the_store_is_compacted_when_half_of_it_is_garbage() {
    let mut world = World::new(&[&order::MACHINE], options());
    let big = json!(("x".repeat(10_000)));
    for number in 0..200 {
        let id = world.start("order", &format!("{number}"), big.clone());
        assert!(matches!(
            world.ask(Request::Cancel(id.as_str().into(), Cancellation::default())),
            Ok(Reply::Done)
        ));
    }
    assert!(!world.core.wants_rewrite());
    assert!(matches!(world.ask(Request::PurgeBefore(u64::MAX)), Ok(Reply::Purged(200))));
    assert!(world.core.wants_rewrite());
    world.start("order", "one", json!({}));
    let rewrite = world.core.begin_rewrite().expect("it can begin");
    assert!(!world.core.wants_rewrite(), "one at a time");
    // Other work continues meanwhile.
    world.done("order:one.Charge#0", json!("ok"));
    world.start("order", "two", json!({}));
    let done = world.core.finish_rewrite(rewrite.run()).expect("it can end");
    assert!(done.after < done.before / 10, "{done:?}");
    world.done("order:one.Both#1.0.Pack#0", json!(1));
    world.crash();
    assert_eq!(world.describe("order:one").waits[0].operation, "Both#1.1.Print#0");
    assert_eq!(world.describe("order:two").waits[0].operation, "Charge#0");
    assert!(!world.core.wants_rewrite());
}

#[test]
fn a_compaction_without_space_changes_nothing() {
    let mut world = World::new(&[&order::MACHINE], options());
    world.start("order", "7", json!({}));
    let used: usize =
        world.disk.files().iter().filter_map(|file| Some(world.disk.contents(file)?.len())).sum();
    for spare in [0, 10, 50, 100] {
        world.disk.limit_space(Some(used + spare));
        let refused = world.ask(Request::Compact);
        assert!(
            matches!(&refused, Err(CallError::Store(StoreError::Journal(_)))),
            "{spare}: {refused:?}"
        );
        world.disk.limit_space(None);
        if world.core.broken().is_some() {
            // The segment itself could not be ended.
            world.crash();
        }
        assert_eq!(world.describe("order:7").waits[0].operation, "Charge#0");
    }
    assert!(matches!(world.ask(Request::Compact), Ok(Reply::Compacted(_))));
    world.done("order:7.Charge#0", json!("ok"));
}

#[test]
fn damage_is_reported_with_its_place() {
    let mut world = World::new(&[&order::MACHINE], options());
    whole_order(&mut world);
    let file =
        world.disk.files().into_iter().find(|file| file.contains("journal")).expect("a journal");
    let mut bytes = world.disk.contents(&file).expect("it is there");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    world.disk.set_contents(&file, Some(bytes));
    let error = world.reopened(&[&order::MACHINE]).err().expect("it is damaged").to_string();
    assert!(error.contains(&file) && error.contains("damaged at byte"), "{error}");
}

#[test]
fn messages_do_not_show_the_data_of_executions() {
    let mut world = World::new(&[&order::MACHINE], options());
    let id = world.start("order", "7", json!({"card": "4929-canary"}));
    let start = Start::new("order", json!({"card": "canary"})).name("7");
    let request = Request::Start { start: Box::new(start), seed: 1, parent: None };
    let event = Request::Send(id.as_str().into(), Box::new(Event::named("canary")));
    let report = Request::success("canary", json!("canary"));
    let ended = TaskReport::Ended(asl_runtime::execution::Outcome::Done(json!("canary")));
    let mut shown = vec![format!("{request:?} {event:?} {report:?} {ended:?}")];
    shown.push(format!("{:?} {:?}", TaskReport::Submitted(json!("canary")), world.ask(request)));
    shown.push(format!(
        "{:?} {:?}",
        world.ask(Request::Describe(id.as_str().into())),
        world.describe(&id)
    ));
    shown.push(format!(
        "{:?} {:?}",
        world.ask(Request::History(id.as_str().into())),
        world.ask(report)
    ));
    let shown = shown.concat();
    assert!(!shown.contains("canary"), "{shown}");
}

#[test]
fn failed_executions_resume_where_they_failed() {
    for crashes in [false, true] {
        let mut world = World::new(&[&order::MACHINE], options());
        world.crashes = crashes;
        let id = world.start("order", "7", json!({}));
        let running =
            world.ask(Request::Redrive(id.as_str().into(), "".into())).expect_err("it goes on");
        assert_eq!(
            running.to_string(),
            "the execution `order:7` cannot be resumed: the execution has not ended"
        );
        world.done("order:7.Charge#0", json!("ok"));
        world.done("order:7.Both#1.0.Pack#0", json!("box"));
        world.failed("order:7.Both#1.1.Print#0", "NoPaper");
        assert_eq!(world.error(&id).as_deref(), Some("NoPaper"));
        assert!(matches!(world.ask(Request::Compact), Ok(Reply::Compacted(_))));
        assert!(matches!(
            world.ask(Request::Redrive(id.as_str().into(), "".into())),
            Ok(Reply::Redriven(_))
        ));
        assert_eq!(world.describe(&id).summary.state, State::Running);
        let open: Vec<_> = world.open.iter().map(|begun| begun.key.clone()).collect();
        assert_eq!(open.len(), 1, "what had succeeded is not done again: {open:?}");
        world.done(&open[0], json!("label"));
        world.sleep(3_600_000);
        assert!(matches!(
            world.ask(Request::Cancel(id.as_str().into(), Cancellation::default())),
            Ok(Reply::Done)
        ));
        assert!(matches!(
            world.ask(Request::Redrive(id.as_str().into(), "".into())),
            Ok(Reply::Redriven(_))
        ));
        let ship = world.open[0].key.clone();
        assert!(ship.starts_with("order:7.Ship#"), "{ship}");
        world.done(&ship, json!("gone"));
        assert_eq!(
            world.result(&id).expect("at last").at(["both"]),
            Some(&json!(["box", "label"]))
        );
        let history = world.history(&id);
        assert_eq!(history.matches("\"ExecutionRedriven\"").count(), 2, "{history}");
        assert!(matches!(
            world.ask(Request::Redrive(id.as_str().into(), "".into())),
            Err(CallError::Redrive { .. })
        ));
    }
}

#[test]
fn detached_calls_are_repeated_until_they_have_ended() {
    let mut world = World::new(&[&notice::MACHINE], options().park_after(Duration::from_secs(1)));
    let id = world.start(notice::MACHINE.name, "n", json!({}));
    let begun = world.open[0].key.clone();
    world.crash();
    assert_eq!(world.begun[&begun], 2, "it was not over");
    world.hear(&begun, TaskReport::Acknowledged);
    world.sleep(2_000);
    assert!(world.describe(&id).is_parked);
    world.crash();
    assert_eq!(world.open.len(), 0, "it was over");
    let event = Event::named("paid").with_type("shop.paid").with_data(json!({"amount": 3}));
    assert!(matches!(
        world.ask(Request::Send(id.as_str().into(), Box::new(event.clone()))),
        Ok(Reply::Done)
    ));
    assert_eq!(world.result(&id), Ok(json!({"amount": 3})));
    assert!(matches!(
        world.ask(Request::Send(id.as_str().into(), Box::new(event))),
        Err(CallError::Ended { .. })
    ));
    // It has ended, and a detached call is still to be made.
    let done = world.open[0].key.clone();
    assert!(matches!(
        world.ask(Request::Purge(id.as_str().into())),
        Err(CallError::Running { .. })
    ));
    assert!(matches!(world.ask(Request::Compact), Ok(Reply::Compacted(_))));
    world.crash();
    assert_eq!(world.begun[&done], 2);
    world.hear(&done, TaskReport::Acknowledged);
    world.crash();
    assert_eq!(world.open.len(), 0);
    assert!(matches!(world.ask(Request::Purge(id.as_str().into())), Ok(Reply::Done)));
}

#[test]
fn an_event_without_a_receiver_is_refused() {
    let mut world = World::new(&[&notice::MACHINE, &order::MACHINE], options());
    let id = world.start("order", "7", json!({}));
    let refused = world
        .ask(Request::Send(id.as_str().into(), Box::new(Event::named("paid"))))
        .expect_err("ASL has no events");
    assert_eq!(refused.to_string(), "the machine is in a language without events");
    let refused = world
        .ask(Request::Send("order:8".into(), Box::new(Event::named("paid"))))
        .expect_err("nobody");
    assert_eq!(refused.to_string(), "no execution has the id `order:8`");
}

#[test]
fn executions_move_to_a_version_with_their_open_operations() {
    let mut world = World::new(&[&order::MACHINE], options().park_after(Duration::from_secs(1)));
    let (early, parked) =
        (world.start("order", "early", json!({})), world.start("order", "parked", json!({})));
    world.done("order:parked.Charge#0", json!("ok"));
    world.done("order:parked.Both#1.0.Pack#0", json!("box"));
    world.done("order:parked.Both#1.1.Print#0", json!("label"));
    world.sleep(5_000);
    assert!(world.describe(&parked).is_parked);
    world.machines = vec![&order::MACHINE, &next::order::MACHINE];
    world.crash();
    let migrate = Request::MigrateAll {
        machine: "order".into(),
        from: Some(order::MACHINE.version()),
        to: None,
    };
    match world.ask(migrate) {
        Ok(Reply::Migrated(migrated)) => {
            assert_eq!((migrated.moved, migrated.stayed), (2, Vec::new()));
        }
        other => panic!("they move: {other:?}"),
    }
    assert_eq!(
        world.begun["order:early.Charge#0"], 2,
        "once, and after the crash; not because it has moved"
    );
    for _ in 0..2 {
        assert_eq!(world.describe(&early).summary.version, next::order::MACHINE.version());
        assert!(world.describe(&parked).is_parked);
        world.crash();
        assert!(matches!(world.ask(Request::Compact), Ok(Reply::Compacted(_))));
    }
    world.done("order:early.Charge#0", json!("ok"));
    world.sleep(3_600_000);
    let ship = world
        .open
        .iter()
        .find(|begun| begun.key.starts_with("order:parked.Ship#"))
        .expect("it goes on")
        .key
        .clone();
    world.done(&ship, json!("gone"));
    assert_eq!(
        world.result(&parked).expect("it succeeds").at(["told"]),
        Some(&json!("soon")),
        "as the new version has it"
    );
    let history = world.history(&parked);
    assert!(history.contains("PassStateEntered") && history.contains("Pack"), "{history}");
    // The old version is not needed, and not even for the history: it was only in states that are
    // the same.
    world.machines = vec![&next::order::MACHINE];
    world.crash();
    assert_eq!(world.history(&parked), history);
    world.done("order:early.Both#1.0.Pack#0", json!("box"));
    assert!(matches!(
        world.ask(Request::Migrate(parked.as_str().into(), None)),
        Err(CallError::Ended { .. })
    ));
}

#[test]
fn a_purged_child_is_not_mistaken_for_another_execution() {
    let (mut world, _, child) = family();
    world.sleep(30_000);
    world.done("child:c.Work#1", json!("worked"));
    // The operation that waits for it has not received its end yet.
    assert!(matches!(world.ask(Request::Purge(child.as_str().into())), Ok(Reply::Done)));
    let other = world.start("child", "other", json!({}));
    world.done("parent:p.Child#0", json!("all"));
    assert_eq!(
        world.describe(&other).summary.state,
        State::Running,
        "it has its place and nothing else of it"
    );
}

#[test]
fn a_parent_and_its_child_are_parked_and_end() {
    let options = options().park_after(Duration::from_secs(1));
    let mut world = World::new(&[&parent::MACHINE, &child::MACHINE], options);
    let id = world.start("parent", "p", json!({"machine": "child", "input": {}}));
    world.sleep(2_000);
    assert!(world.describe(&id).is_parked, "its task has not started the child yet");
    let parent = Some(Parent { id: id.as_str().into(), serial: 1, is_elsewhere: false });
    let start = Start::new("child", json!({})).name("c");
    assert!(world.ask(Request::Start { start: Box::new(start), seed: 1, parent }).is_ok());
    world.sleep(2_000);
    assert!(world.describe(&id).is_parked && world.describe("child:c").is_parked);
    world.crash();
    world.sleep(30_000);
    assert!(world.describe(&id).is_parked);
    world.done("child:c.Work#1", json!("worked"));
    world.done("parent:p.Child#0", json!("all"));
    assert_eq!(world.result(&id), Ok(json!("all")));
    assert_eq!(world.begun["parent:p.Child#0"], 2, "the crash has started it again");
}

#[test]
fn a_child_without_a_waiting_parent_does_not_start() {
    let start = |name: &str, serial| Request::Start {
        start: Box::new(Start::new("child", json!({})).name(name)),
        seed: 1,
        parent: Some(Parent { id: "parent:p".into(), serial, is_elsewhere: false }),
    };
    let (mut world, id, _) = family();
    let late = world.ask(start("late", 2));
    assert!(matches!(late, Err(CallError::Token(TokenError::Closed))), "{late:?}");
    assert!(matches!(
        world.ask(Request::Cancel(id.as_str().into(), Cancellation::default())),
        Ok(Reply::Done)
    ));
    let late = world.ask(start("late", 1));
    assert!(matches!(late, Err(CallError::Token(TokenError::Closed))), "{late:?}");
    assert_eq!(world.core.executions(), 2);
    // A started one is reported all the same: it has been cancelled.
    assert!(matches!(world.ask(start("c", 1)), Ok(Reply::Started(started)) if !started.is_new));
    assert!(matches!(world.ask(Request::Purge(id.as_str().into())), Ok(Reply::Done)));
    assert!(world.ask(start("late", 1)).is_err());
}

#[test]
fn an_execution_without_a_parent_is_not_cancelled() {
    let mut world = World::new(&[&notice::MACHINE, &child::MACHINE], options());
    let id = world.start(notice::MACHINE.name, "n", json!({}));
    let parent = Some(Parent { id: id.as_str().into(), serial: 1, is_elsewhere: false });
    let start = Start::new("child", json!({})).name("c");
    assert!(world.ask(Request::Start { start: Box::new(start), seed: 1, parent }).is_ok());
    world.crash();
    assert_eq!(world.describe("child:c").summary.state, State::Running);
    let event = Event::named("paid").with_type("shop.paid").with_data(json!({"amount": 3}));
    assert!(matches!(
        world.ask(Request::Send(id.as_str().into(), Box::new(event))),
        Ok(Reply::Done)
    ));
    assert_eq!(world.result(&id), Ok(json!({"amount": 3})));
    world.crash();
    assert_eq!(world.describe("child:c").summary.state, State::Running);
}

#[test]
fn detached_calls_of_an_ended_execution_are_kept_without_its_history() {
    let mut world = World::new(&[&notice::MACHINE], options().keep_history(false));
    let id = world.start(notice::MACHINE.name, "n", json!({}));
    let first = world.open[0].key.clone();
    world.hear(&first, TaskReport::Acknowledged);
    let event = Event::named("paid").with_type("shop.paid").with_data(json!({"amount": 3}));
    assert!(matches!(
        world.ask(Request::Send(id.as_str().into(), Box::new(event))),
        Ok(Reply::Done)
    ));
    let last = world.open[0].key.clone();
    assert!(matches!(world.ask(Request::Compact), Ok(Reply::Compacted(_))));
    world.crash();
    let open: Vec<_> = world.open.iter().map(|begun| begun.key.clone()).collect();
    assert_eq!(open, std::slice::from_ref(&last), "it goes on where it was");
    world.hear(&last, TaskReport::Acknowledged);
    assert!(matches!(world.ask(Request::Compact), Ok(Reply::Compacted(_))));
    world.crash();
    assert_eq!((world.open.len(), world.result(&id)), (0, Ok(json!({"amount": 3}))));
    assert!(matches!(world.ask(Request::Purge(id.as_str().into())), Ok(Reply::Done)));
}

#[test]
fn abandoned_waiters_are_dropped() {
    let mut world = World::new(&[&child::MACHINE], options());
    let id = world.start("child", "c", json!({}));
    let tickets: Vec<u64> =
        (0..3).map(|_| world.post(Request::Wait(id.as_str().into(), None))).collect();
    world.core.retain_waiters(|ticket| ticket == tickets[1]);
    world.sleep(30_000);
    world.done("child:c.Work#1", json!("worked"));
    let answered: Vec<u64> =
        world.answers.into_keys().filter(|ticket| tickets.contains(ticket)).collect();
    assert_eq!(answered, [tickets[1]]);
}
