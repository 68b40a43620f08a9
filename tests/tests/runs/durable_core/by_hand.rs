//! Executions that are moved by hand to a state.

use asl_durable::testing::{Core, Reply, Request, TaskReport};
use asl_durable::{CallError, State};
use asl_runtime::event::Event;
use asl_runtime::execution::Cancellation;
use asl_runtime::machine::Machine;
use asl_runtime::{Value, json};

use super::moves::{FIRST, Stop, added, asked, deploy, finish, waiting};
use super::notice;
use super::world::{World, options};

fn move_to(world: &mut World, id: &str, state: &str, data: Value) -> Result<Reply, CallError> {
    world.ask(Request::MoveTo { id: id.into(), state: state.into(), data })
}

/// The numbers of the events of a history.
fn assert_numbered(history: &str) {
    let ids = history.split("\"id\":").skip(1);
    let ids: Vec<_> = ids.map(|rest| rest.split(',').next().unwrap_or_default()).collect();
    let numbers: Vec<String> = (1..=ids.len()).map(|number| number.to_string()).collect();
    assert_eq!(ids, numbers, "each event has its number: {history}");
}

#[test]
fn a_running_execution_drops_its_task_and_enters_the_state() {
    for (crashes, every) in [(false, 1_000), (true, 1_000), (true, 1)] {
        let mut world = World::new(&[FIRST], options().snapshot_every(every));
        world.crashes = crashes;
        let token = waiting(&mut world, "old");
        let moved = move_to(&mut world, "order:old", "Ship", json!({"id": 9}));
        assert!(matches!(moved, Ok(Reply::Done)), "{moved:?}");
        let late = world.ask(Request::success(&token, json!("Ada")));
        assert!(late.is_err(), "nothing waits for this: {late:?}");
        assert_eq!(world.describe("order:old").waits[0].operation, "Ship#2");
        assert!(world.open.iter().all(|begun| !begun.key.contains("Approve")));
        world.done("order:old.Ship#2", json!("by mail"));
        let output = world.result("order:old").expect("it succeeds");
        assert_eq!(output, json!({"id": 9, "shipped": "by mail"}));
        let history = world.history("order:old");
        let (_, after) = history.split_once("ExecutionMigrated\"").expect("an event");
        let (_, entered) = after.split_once("\"type\":\"TaskStateEntered\"").expect("an event");
        assert!(entered.contains("\"name\":\"Ship\"") && entered.contains("{\\\"id\\\":9}"));
        assert_numbered(&history);
        world.crash();
        assert_eq!(world.history("order:old"), history);
    }
}

#[test]
fn a_failed_execution_resumes_at_the_state() {
    for crashes in [false, true] {
        let mut world = World::new(&[FIRST], options());
        world.crashes = crashes;
        world.start("order", "old", json!({"id": 7}));
        world.failed("order:old.Reserve#0", "Broken");
        assert_eq!(world.describe("order:old").summary.state, State::Failed);
        move_to(&mut world, "order:old", "Ship", json!({"id": 7})).expect("it resumes");
        world.done("order:old.Ship#2", json!("by mail"));
        let output = world.result("order:old").expect("it succeeds");
        assert_eq!(output, json!({"id": 7, "shipped": "by mail"}));
        let history = world.history("order:old");
        let (_, after) = history.split_once("ExecutionRedriven\"").expect("an event");
        assert!(after.contains("\"type\":\"TaskStateEntered\""), "{history}");
        assert_numbered(&history);
    }
}

#[test]
fn a_failed_execution_of_an_earlier_version_resumes_at_a_state_of_the_next() {
    let mut world = World::new(&[FIRST], options());
    world.start("order", "old", json!({"id": 7}));
    world.failed("order:old.Reserve#0", "Broken");
    deploy(&mut world, Stop::Closed, &added::order::MACHINE).expect("it has ended");
    move_to(&mut world, "order:old", "Ship", json!({"id": 7})).expect("it resumes");
    assert_eq!(world.describe("order:old").summary.version, added::order::MACHINE.version());
    world.done("order:old.Ship#2", json!("by mail"));
    let output = world.result("order:old").expect("it succeeds");
    assert_eq!(output["shipped"], json!("by mail"));
}

#[test]
fn an_execution_in_sm4c_enters_the_state_with_these_data() {
    for crashes in [false, true] {
        let mut world = World::new(&[&notice::MACHINE], options());
        world.crashes = crashes;
        let id = world.start(notice::MACHINE.name, "n", json!({}));
        let unknown = move_to(&mut world, &id, "Paid", json!({})).unwrap_err().to_string();
        assert!(unknown.contains("no state `Paid`; it has `Waiting`, `Done`"), "{unknown}");
        // Its state again: its action is called again, under another name.
        let begun = world.open[0].key.clone();
        move_to(&mut world, &id, "Waiting", json!({"moved": 1})).expect("it moves");
        let again = world.open.iter().map(|begun| begun.key.clone()).find(|key| *key != begun);
        assert!(again.is_some(), "{:?}", world.open);
        assert_eq!(world.describe(&id).waits[0].state, "Waiting");
        // One that was aborted resumes.
        let cancelled = world.ask(Request::Cancel(id.as_str().into(), Cancellation::default()));
        assert!(matches!(cancelled, Ok(Reply::Done)), "{cancelled:?}");
        assert_eq!(world.describe(&id).summary.state, State::Aborted);
        move_to(&mut world, &id, "Waiting", json!({"moved": 2})).expect("it resumes");
        let event = Event::named("paid").with_type("shop.paid").with_data(json!({"amount": 3}));
        let sent = world.ask(Request::Send(id.as_str().into(), Box::new(event)));
        assert!(matches!(sent, Ok(Reply::Done)), "{sent:?}");
        assert_eq!(world.result(&id), Ok(json!({"moved": 2, "amount": 3})));
        let history = world.history(&id);
        let entered = history.matches("EnterState\"").count();
        assert_eq!(entered, 4, "Waiting three times, and Done: {history}");
        world.crash();
        assert_eq!(world.history(&id), history);
    }
}

#[test]
fn a_move_that_is_not_possible_says_why_and_changes_nothing() {
    let mut world = World::new(&[FIRST], options());
    let token = waiting(&mut world, "old");
    world.machines.push(&super::order::MACHINE);
    world.crash();
    let error = |world: &mut World, id: &str, state: &str| {
        move_to(world, id, state, json!({})).expect_err("it is refused").to_string()
    };
    let unknown = error(&mut world, "order:old", "Shop");
    assert!(unknown.contains("no state `Shop`; it has `Charge`"), "{unknown}");
    let inner = error(&mut world, "order:old", "Pack");
    assert!(inner.contains("`Pack` is inside of another one"), "{inner}");
    assert!(error(&mut world, "order:new", "Ship").contains("no execution has the id"));
    world.machines = vec![FIRST];
    world.crash();
    finish(&mut world, &token, "old", "Ship#2");
    let ended = move_to(&mut world, "order:old", "Ship", json!({})).unwrap_err();
    assert!(matches!(ended, CallError::Ended { state: State::Succeeded, .. }), "{ended:?}");
}

#[test]
fn an_execution_that_cannot_move_by_itself_is_moved_by_hand_without_its_old_version() {
    let machine: &'static Machine = &asked::order::MACHINE;
    for stop in [Stop::Killed, Stop::Closed] {
        let mut world = World::new(&[FIRST], options());
        waiting(&mut world, "old");
        world.options.allow_unknown = true;
        deploy(&mut world, stop, machine).expect("it waits for its version");
        assert_eq!(world.describe("order:old").summary.state, State::WaitsForMachine);
        let moved = move_to(&mut world, "order:old", "Approve", json!({"id": 7}));
        if stop == Stop::Killed {
            let error = moved.unwrap_err().to_string();
            assert!(error.contains("inputs since its last snapshot"), "{error}");
            continue;
        }
        moved.expect("its snapshot has all that is needed");
        assert_eq!(world.describe("order:old").summary.version, machine.version());
        let token = world.task("order:old.Approve#2").token;
        world.crash();
        assert_eq!(world.begun["order:old.Approve#2"], 2, "once for each process");
        world.hear("order:old.Approve#2", TaskReport::Submitted(json!({})));
        finish(&mut world, &token, "old", "Ship#3");
    }
}

#[test]
fn a_crash_at_any_change_of_the_disk_is_before_or_after_the_move() {
    let mut world = World::new(&[FIRST], options());
    let token = waiting(&mut world, "old");
    let before = world.disk.kill();
    let (mut stayed, mut moved) = (0, 0);
    for change in 0..50 {
        let disk = before.kill();
        let (mut core, _) =
            Core::open(disk.clone(), &[FIRST], &options(), world.now).expect("it opens");
        disk.stop_at(change);
        let (id, state) = ("order:old".into(), "Ship".into());
        let asked =
            core.request(1, Request::MoveTo { id, state, data: json!({"id": 9}) }, world.now);
        let is_over = asked.is_ok() && core.commit().is_ok();
        for seed in [1, 2] {
            let mut again = World::on(disk.crash(seed), &[FIRST], options(), world.now + 1_000)
                .expect("it opens");
            let operation = again.describe("order:old").waits[0].operation.clone();
            if operation == "Approve#1" {
                stayed += 1;
                finish(&mut again, &token, "old", "Ship#2");
            } else {
                moved += 1;
                again.done("order:old.Ship#2", json!("by mail"));
                assert!(again.result("order:old").is_ok());
            }
        }
        if is_over {
            assert!(stayed > 0 && moved > 0, "{stayed} {moved}");
            return;
        }
    }
    panic!("a move takes fewer changes");
}
