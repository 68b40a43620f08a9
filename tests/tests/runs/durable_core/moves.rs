//! Executions whose version is no longer registered: they move to the new one, if that is safe.

use std::collections::BTreeSet;
use std::time::{Duration, UNIX_EPOCH};

use asl_durable::testing::{Core, Reply, Request, SimDisk, TaskReport};
use asl_durable::{CallError, OldVersions, Options, State, StoreError};
use asl_runtime::execution::Cancellation;
use asl_runtime::machine::Machine;
use asl_runtime::{Value, json};

use super::world::{World, options};

macro_rules! versions {
    ($($name:ident $path:literal),* $(,)?) => {$(
        pub(super) mod $name {
            asl_runtime::asl_machine!(pub(crate) $path);
        }
    )*};
}

versions! {
    first "definitions/moves/first/order.asl.json",
    cause "definitions/moves/cause/order.asl.json",
    comment "definitions/moves/comment/order.asl.json",
    added "definitions/moves/added/order.asl.json",
    renamed "definitions/moves/renamed/order.asl.json",
    retried "definitions/moves/retried/order.asl.json",
    hurried "definitions/moves/hurried/order.asl.json",
    limited "definitions/moves/limited/order.asl.json",
    earlier "definitions/moves/earlier/order.asl.json",
    asked "definitions/moves/asked/order.asl.json",
    removed "definitions/moves/removed/order.asl.json",
    called "definitions/moves/called/order.asl.json",
    tells "definitions/moves/tells/order.asl.json",
    retold "definitions/moves/retold/order.asl.json",
}

/// The time-out of the approval in `hurried`, in milliseconds.
const HURRIED: u64 = 3_600_000;

pub(super) const FIRST: &Machine = &first::order::MACHINE;

/// The end of the program that had the store open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// It was killed.
    Killed,
    /// It has closed the store.
    Closed,
}

/// A row of the table in `docs/guide/versions.md`, for an order that waits for its approval.
struct Row {
    change: &'static str,
    machine: &'static Machine,
    /// True if it moves after a clean stop.
    closed: bool,
    /// True if it moves after the program was killed.
    killed: bool,
    /// The task after the approval.
    then: &'static str,
}

const fn row(change: &'static str, machine: &'static Machine) -> Row {
    Row { change, machine, closed: true, killed: true, then: "Ship#2" }
}

const TABLE: [Row; 11] = [
    row("words: the cause of a failure", &cause::order::MACHINE),
    row("words: comments", &comment::order::MACHINE),
    Row { then: "Ship#3", ..row("a new state", &added::order::MACHINE) },
    Row {
        then: "Dispatch#2",
        ..row("a new name of a task that was not begun", &renamed::order::MACHINE)
    },
    row("retriers of the state in which it waits", &retried::order::MACHINE),
    Row {
        killed: false,
        ..row("a new name of the state in which it waits", &called::order::MACHINE)
    },
    Row {
        killed: false,
        ..row("the time-out of the state in which it waits", &hurried::order::MACHINE)
    },
    Row { killed: false, ..row("the time-out of the machine", &limited::order::MACHINE) },
    Row {
        killed: false,
        ..row("the result of a state that it has left", &earlier::order::MACHINE)
    },
    Row { closed: false, killed: false, ..row("what it has asked for", &asked::order::MACHINE) },
    Row {
        closed: false,
        killed: false,
        ..row("the state in which it waits", &removed::order::MACHINE)
    },
];

/// An order that waits for its approval. Returns its token.
pub(super) fn waiting(world: &mut World, name: &str) -> String {
    world.start("order", name, json!({"id": 7}));
    world.done(&format!("order:{name}.Reserve#0"), json!("A1"));
    let key = format!("order:{name}.Approve#1");
    let token = world.task(&key).token;
    world.hear(&key, TaskReport::Submitted(json!({})));
    token
}

/// The program stops, and another one opens the store.
pub(super) fn deploy(
    world: &mut World,
    stop: Stop,
    machine: &'static Machine,
) -> Result<(), StoreError> {
    world.now += 1_000;
    if stop == Stop::Closed {
        let left = world.core.leave_snapshots(world.now)?;
        assert_eq!(left.without_snapshot, 0);
        world.step();
    }
    // A version that is refused changes nothing.
    world.reopened(&[machine]).map(drop)?;
    world.machines = vec![machine];
    world.crash();
    Ok(())
}

/// Approves the order, and ships it. Returns its output.
pub(super) fn finish(world: &mut World, token: &str, name: &str, then: &str) -> Value {
    let approved = world.ask(Request::success(token, json!("Ada")));
    assert!(matches!(approved, Ok(Reply::Done)), "{approved:?}");
    world.done(&format!("order:{name}.{then}"), json!("by mail"));
    world.result(&format!("order:{name}")).expect("it succeeds")
}

#[test]
fn each_change_of_the_table_is_safe_or_refused_as_it_says() {
    for (row, stop) in TABLE.iter().flat_map(|row| [(row, Stop::Killed), (row, Stop::Closed)]) {
        let Row { change, machine, closed, killed, then } = *row;
        let moves = if stop == Stop::Closed { closed } else { killed };
        let mut world = World::new(&[FIRST], options());
        let token = waiting(&mut world, "old");
        let keys = world.begun.clone();
        let deployed = deploy(&mut world, stop, machine);
        assert_eq!(deployed.is_ok(), moves, "{change}, {stop:?}: {deployed:?}");
        if !moves {
            // The program before still can.
            deploy(&mut world, Stop::Killed, FIRST).expect("nothing has moved");
            finish(&mut world, &token, "old", "Ship#2");
            continue;
        }
        assert_eq!(world.describe("order:old").summary.version, machine.version(), "{change}");
        assert_eq!(world.begun, keys, "{change}: nothing is asked for again");
        let output = finish(&mut world, &token, "old", then);
        // As an execution of the new version from its start, if that has done the same before.
        if change == "a new name of the state in which it waits" {
            continue;
        }
        let token = waiting(&mut world, "new");
        let new = finish(&mut world, &token, "new", then);
        if change != "the result of a state that it has left" {
            assert_eq!(output, new, "{change}, {stop:?}");
        }
    }
}

#[test]
fn a_task_that_is_running_keeps_its_key_when_its_state_is_renamed() {
    let mut world = World::new(&[FIRST], options());
    world.start("order", "old", json!({"id": 7}));
    deploy(&mut world, Stop::Closed, &called::order::MACHINE).expect("it moves");
    world.crash();
    assert_eq!(world.begun["order:old.Reserve#0"], 3, "once for each process");
    world.done("order:old.Reserve#0", json!("A1"));
    assert_eq!(world.describe("order:old").waits[0].state, "Ask");
    let key = "order:old.Ask#1";
    let token = world.task(key).token;
    world.hear(key, TaskReport::Submitted(json!({})));
    // Back again: the name with which the task has begun stays.
    deploy(&mut world, Stop::Closed, FIRST).expect("it moves back");
    assert_eq!(world.describe("order:old").waits[0].operation, "Ask#1");
    finish(&mut world, &token, "old", "Ship#2");
}

#[test]
fn a_move_is_an_event_and_the_history_before_it_is_kept_where_nothing_changed() {
    for stop in [Stop::Killed, Stop::Closed] {
        let mut world = World::new(&[FIRST], options());
        let token = waiting(&mut world, "old");
        let before = world.history("order:old");
        deploy(&mut world, stop, &added::order::MACHINE).expect("it moves");
        let after = world.history("order:old");
        let begin = before.strip_suffix("]}").expect("a list of events");
        assert!(after.starts_with(begin), "{stop:?}\n{before}\n{after}");
        let moved = "\"executionMigratedEventDetails\":{\"previousVersion\":";
        assert_eq!(after.matches(moved).count(), 1, "{after}");
        // It moves back as well, and again.
        deploy(&mut world, stop, FIRST).expect("it moves back");
        deploy(&mut world, stop, &added::order::MACHINE).expect("it moves again");
        assert_eq!(world.history("order:old").matches("ExecutionMigrated\"").count(), 3);
        finish(&mut world, &token, "old", "Ship#3");
        let ids: Vec<String> = world
            .history("order:old")
            .split("\"id\":")
            .skip(1)
            .map(|rest| rest.split(',').next().unwrap_or_default().to_owned())
            .collect();
        let numbers: Vec<String> = (1..=ids.len()).map(|number| number.to_string()).collect();
        assert_eq!(ids, numbers, "each event has its number");
    }
}

#[test]
fn a_history_begins_with_the_move_if_the_new_version_would_make_another_one() {
    let mut world = World::new(&[FIRST], options());
    waiting(&mut world, "old");
    deploy(&mut world, Stop::Closed, &earlier::order::MACHINE).expect("it moves");
    let history = world.history("order:old");
    assert!(history.starts_with("{\"events\":[{\"timestamp\""), "{history}");
    assert!(
        history.contains("ExecutionMigrated") && !history.contains("ExecutionStarted"),
        "{history}"
    );
}

#[test]
fn the_error_says_which_execution_cannot_move_and_why() {
    let mut world = World::new(&[FIRST], options());
    waiting(&mut world, "old");
    let error = deploy(&mut world, Stop::Closed, &asked::order::MACHINE).unwrap_err().to_string();
    let why = "`order:old`: the execution cannot move from `Approve#1`: the input of its task, \
               which may be running, changed";
    assert!(error.contains(why) && error.contains("cargo asl store"), "{error}");
    let error = deploy(&mut world, Stop::Killed, &removed::order::MACHINE).unwrap_err().to_string();
    assert!(error.contains("from `Approve#1`: the state was removed"), "{error}");
}

#[test]
fn a_redriven_execution_moves_with_its_redrive() {
    for stop in [Stop::Killed, Stop::Closed] {
        let mut world = World::new(&[FIRST], options());
        world.start("order", "old", json!({"id": 7}));
        world.failed("order:old.Reserve#0", "Broken");
        let redriven = world.ask(Request::Redrive("order:old".into(), "".into()));
        assert!(redriven.is_ok(), "{redriven:?}");
        if stop == Stop::Killed {
            let error = deploy(&mut world, stop, &earlier::order::MACHINE).unwrap_err().to_string();
            assert!(error.contains("it was in `Reserve`, which changed"), "{error}");
        }
        // The redrive names the state by its number, and the new version has other numbers.
        deploy(&mut world, stop, &added::order::MACHINE).expect("it moves");
        world.done("order:old.Reserve#1", json!("A1"));
        assert_eq!(world.describe("order:old").waits[0].state, "Approve");
    }
}

#[test]
fn a_failed_execution_is_redriven_in_the_version_after_it() {
    for crashes in [false, true] {
        let mut world = World::new(&[FIRST], options());
        world.crashes = crashes;
        world.start("order", "old", json!({"id": 7}));
        world.failed("order:old.Reserve#0", "Broken");
        // Its state changed, and then only the numbers of states did.
        let redrive =
            |world: &mut World| world.ask(Request::Redrive("order:old".into(), "".into()));
        deploy(&mut world, Stop::Closed, &earlier::order::MACHINE).expect("it has ended");
        let refused = redrive(&mut world).unwrap_err().to_string();
        assert!(
            refused.contains("cannot continue in another version: it was in `Reserve`"),
            "{refused}"
        );
        let machine = &added::order::MACHINE;
        deploy(&mut world, Stop::Closed, machine).expect("it has ended");
        for operation in ["order:old.Reserve#1", "order:old.Reserve#2"] {
            redrive(&mut world).expect("it resumes");
            assert_eq!(world.describe("order:old").summary.version, machine.version());
            world.failed(operation, "Broken");
            assert_eq!(world.describe("order:old").summary.state, State::Failed);
        }
        // The redrives have the numbers of that version.
        let machine = &cause::order::MACHINE;
        deploy(&mut world, Stop::Closed, machine).expect("it has ended");
        redrive(&mut world).expect("it resumes");
        assert_eq!(world.describe("order:old").summary.version, machine.version());
        world.done("order:old.Reserve#3", json!("A1"));
        assert_eq!(world.describe("order:old").waits[0].state, "Approve");
        // What was redriven in another version is not shown by this one.
        let history = world.history("order:old");
        assert!(!history.contains("ExecutionStarted"), "{history}");
        assert_eq!(history.matches("ExecutionRedriven\"").count(), 1, "{history}");
    }
}

#[test]
fn a_state_whose_task_gets_its_name_is_not_renamed_while_the_task_runs() {
    let mut world = World::new(&[&tells::order::MACHINE], options());
    waiting(&mut world, "old");
    let error = deploy(&mut world, Stop::Closed, &retold::order::MACHINE).unwrap_err();
    assert!(error.to_string().contains("from `Approve#1`: the state was removed"), "{error}");
}

#[test]
fn the_options_keep_executions_in_their_version_or_refuse_them() {
    let mut world = World::new(&[FIRST], options());
    waiting(&mut world, "old");
    world.options.versions = OldVersions::Refuse;
    for allow_unknown in [false, true] {
        world.options.allow_unknown = allow_unknown;
        let error = deploy(&mut world, Stop::Closed, &cause::order::MACHINE).unwrap_err();
        assert!(error.to_string().contains("refuses to"), "{error}");
    }
    world.options.versions = OldVersions::Keep;
    world.options.allow_unknown = false;
    deploy(&mut world, Stop::Closed, &cause::order::MACHINE).expect("it waits");
    assert_eq!(world.describe("order:old").summary.state, State::WaitsForMachine);
    let refused = world.ask(Request::History("order:old".into()));
    assert!(matches!(refused, Err(CallError::WaitsForMachine { .. })), "{refused:?}");
}

#[test]
fn all_move_or_none_does() {
    let mut world = World::new(&[FIRST], options());
    waiting(&mut world, "asked");
    world.start("order", "begun", json!({"id": 8}));
    deploy(&mut world, Stop::Closed, &asked::order::MACHINE).expect_err("one cannot move");
    deploy(&mut world, Stop::Killed, FIRST).expect("all are as they were");
    for name in ["order:asked", "order:begun"] {
        assert_eq!(world.describe(name).summary.version, FIRST.version());
        assert!(!world.history(name).contains("ExecutionMigrated"));
    }
    world.options.allow_unknown = true;
    deploy(&mut world, Stop::Closed, &asked::order::MACHINE).expect("the other one moves");
    assert_eq!(world.describe("order:asked").summary.state, State::WaitsForMachine);
    assert_eq!(world.describe("order:begun").summary.version, asked::order::MACHINE.version());
}

#[test]
fn a_changed_time_out_wakes_what_is_parked_at_its_time() {
    let mut world = World::new(&[FIRST], options());
    let begun = world.now;
    waiting(&mut world, "old");
    world.sleep(120_000);
    assert!(world.describe("order:old").is_parked);
    deploy(&mut world, Stop::Closed, &hurried::order::MACHINE).expect("it moves");
    for _ in 0..2 {
        let told = world.describe("order:old");
        assert!(told.is_parked, "it is not loaded");
        let wakes = told.wakes.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        assert_eq!(wakes, Some(Duration::from_millis(begun + HURRIED)));
        world.crash();
    }
    world.sleep(HURRIED);
    assert_eq!(world.error("order:old").as_deref(), Some("States.Timeout"));
}

#[test]
fn a_compaction_drops_the_definitions_of_versions_that_no_execution_names() {
    let mut world = World::new(&[FIRST], options());
    let token = waiting(&mut world, "old");
    deploy(&mut world, Stop::Killed, &cause::order::MACHINE).expect("it moves");
    for (is_left, expected) in [(true, [true, true]), (false, [false, true])] {
        if !is_left {
            finish(&mut world, &token, "old", "Ship#2");
            assert!(world.ask(Request::Purge("order:old".into())).is_ok());
        }
        assert!(matches!(world.ask(Request::Compact), Ok(Reply::Compacted(_))));
        for _ in 0..2 {
            let Ok(Reply::Versions(versions)) = world.ask(Request::Versions) else {
                panic!("it is answered")
            };
            let known = versions.iter().map(|stored| !stored.definition.is_empty());
            assert_eq!(known.collect::<Vec<_>>(), expected);
            world.crash();
        }
    }
    // A version that comes during a compaction is kept.
    world.machines.push(&called::order::MACHINE);
    world.crash();
    let rewritten = world.core.begin_rewrite().expect("the disk works").run();
    world.start("order", "other", json!({"id": 8}));
    world.core.finish_rewrite(rewritten).expect("the disk works");
    assert!(world.ask(Request::Purge("order:other".into())).is_err(), "it is running");
    let Ok(Reply::Versions(versions)) = world.ask(Request::Versions) else {
        panic!("it is answered")
    };
    assert!(versions.last().is_some_and(|stored| !stored.definition.is_empty()), "{versions:?}");
    let cancelled = world.ask(Request::Cancel("order:other".into(), Cancellation::default()));
    assert!(matches!(cancelled, Ok(Reply::Done)), "{cancelled:?}");
    // The first version comes back.
    deploy(&mut world, Stop::Killed, FIRST).expect("nothing is unfinished");
    waiting(&mut world, "new");
    deploy(&mut world, Stop::Killed, &comment::order::MACHINE).expect("its outline is there");
}

#[test]
fn versions_outlive_a_compaction() {
    let mut world = World::new(&[FIRST], options());
    waiting(&mut world, "old");
    assert!(matches!(world.ask(Request::Compact), Ok(Reply::Compacted(_))));
    deploy(&mut world, Stop::Killed, &cause::order::MACHINE).expect("the outline is kept");
    assert!(matches!(world.ask(Request::Compact), Ok(Reply::Compacted(_))));
    deploy(&mut world, Stop::Killed, &comment::order::MACHINE).expect("it moves again");
}

#[test]
fn a_crash_at_any_change_of_the_disk_loses_no_execution() {
    // In one batch, and in one for each move.
    for batch_bytes in [64 << 20, 1] {
        crash_at_any_change(&|| options().segment_bytes(2_000).batch_bytes(batch_bytes));
    }
}

fn crash_at_any_change(options: &dyn Fn() -> Options) {
    let mut world = World::new(&[FIRST], options());
    let mut versions = BTreeSet::new();
    let tokens: Vec<String> = (0..4).map(|name| waiting(&mut world, &name.to_string())).collect();
    world.core.leave_snapshots(world.now).expect("the disk works");
    world.step();
    let machine: &'static Machine = &added::order::MACHINE;
    let before = world.disk.kill();
    for change in 0..200 {
        let disk = before.kill();
        disk.stop_at(change);
        let now = world.now + 1_000;
        let opened = Core::open(disk.clone(), &[machine], &options(), now);
        let is_over = opened.is_ok_and(|(mut core, _)| core.commit().is_ok());
        versions.insert(versions_on(&disk, options(), now));
        // Whatever is on the disk, both programs open it, and each execution ends as in one version.
        for (next, seed) in [machine, FIRST].into_iter().flat_map(|next| [(next, 1), (next, 2)]) {
            let again = World::on(disk.crash(seed), &[next], options(), now + 1_000);
            let mut again = again.unwrap_or_else(|error| panic!("change {change}: {error}"));
            for (name, token) in tokens.iter().enumerate() {
                let id = format!("order:{name}");
                assert_eq!(again.describe(&id).summary.version, next.version());
                let then = if next.hash == FIRST.hash { "Ship#2" } else { "Ship#3" };
                finish(&mut again, token, &name.to_string(), then);
            }
        }
        if is_over {
            let batches = if options().batch_bytes == 1 { tokens.len() } else { 1 };
            assert_eq!(
                versions.len(),
                batches + 1,
                "each number of moved executions: {versions:?}"
            );
            return;
        }
    }
    panic!("opening takes fewer changes");
}

/// Number of the executions that are in the first version on this disk.
fn versions_on(disk: &SimDisk, options: Options, now: u64) -> usize {
    let options = options.allow_unknown(true).versions(OldVersions::Keep);
    let world = World::on(disk.crash(1), &[FIRST], options, now);
    let mut world = world.unwrap_or_else(|error| panic!("it opens: {error}"));
    (0..4)
        .filter(|name| {
            let told = world.describe(&format!("order:{name}"));
            told.summary.version == FIRST.version()
        })
        .count()
}
