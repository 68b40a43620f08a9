//! Rows of the table in `docs/guide/versions.md` for states around others, and for waits and retries.

use asl_runtime::json;
use asl_runtime::machine::Machine;

use super::moves::{Stop, deploy};
use super::world::{World, options};

macro_rules! versions {
    ($($name:ident $path:literal),* $(,)?) => {$(
        mod $name {
            asl_runtime::asl_machine!(pub(super) $path);
        }
    )*};
}

versions! {
    first "definitions/moves/fan/first/fan.asl.json",
    slower "definitions/moves/fan/slower/fan.asl.json",
    called "definitions/moves/fan/called/fan.asl.json",
    wider "definitions/moves/fan/wider/fan.asl.json",
    asked "definitions/moves/fan/asked/fan.asl.json",
    errors "definitions/moves/fan/errors/fan.asl.json",
    branch "definitions/moves/fan/branch/fan.asl.json",
    typed "definitions/moves/fan/typed/fan.asl.json",
    inside "definitions/moves/fan/inside/fan.asl.json",
    context "definitions/moves/fan/context/fan.asl.json",
}

const FIRST: &Machine = &first::fan::MACHINE;

/// A row, and whether executions move: those that rest and those that are in the branches, both after
/// a clean stop, and after the program was killed.
struct Row {
    change: &'static str,
    machine: &'static Machine,
    resting: [bool; 2],
    busy: [bool; 2],
}

const fn row(change: &'static str, machine: &'static Machine) -> Row {
    Row { change, machine, resting: [true, true], busy: [true, true] }
}

const BOTH: [bool; 2] = [true, true];
const CLOSED: [bool; 2] = [true, false];
const NEVER: [bool; 2] = [false, false];

const TABLE: [Row; 9] = [
    Row { resting: CLOSED, busy: CLOSED, ..row("the time of a Wait", &slower::fan::MACHINE) },
    Row { resting: CLOSED, busy: CLOSED, ..row("the name of a Wait", &called::fan::MACHINE) },
    Row { busy: CLOSED, ..row("`MaxConcurrency`", &wider::fan::MACHINE) },
    Row { busy: CLOSED, ..row("the input between two attempts", &asked::fan::MACHINE) },
    Row { busy: NEVER, ..row("errors that were retried", &errors::fan::MACHINE) },
    Row { busy: NEVER, ..row("number of branches", &branch::fan::MACHINE) },
    Row { busy: NEVER, ..row("the type of a state", &typed::fan::MACHINE) },
    Row { busy: NEVER, ..row("a state around the state", &inside::fan::MACHINE) },
    // One that rested for an hour has a snapshot.
    Row { resting: [false, true], busy: NEVER, ..row("`$$`", &context::fan::MACHINE) },
];

/// A world with an execution that rests, or whose payment waits for its second attempt while the first
/// item is in progress.
fn world(is_busy: bool) -> World {
    let mut world = World::new(&[FIRST], options());
    world.start("fan", "old", json!({"items": [1, 2]}));
    if is_busy {
        world.sleep(3_600_000);
        world.failed("fan:old.Fan#1.0.Pay#0", "Busy");
    }
    world
}

#[test]
fn each_change_of_the_table_is_safe_or_refused_where_an_execution_waits() {
    for (row, is_busy) in TABLE.iter().flat_map(|row| [(row, false), (row, true)]) {
        let expected = if is_busy { row.busy } else { row.resting };
        for (stop, moves) in [Stop::Closed, Stop::Killed].into_iter().zip(expected) {
            let mut world = world(is_busy);
            let what = format!("{}, busy: {is_busy}, {stop:?}", row.change);
            let deployed = deploy(&mut world, stop, row.machine);
            assert_eq!(deployed.is_ok(), moves, "{what}: {deployed:?}");
            if moves {
                let told = world.describe("fan:old");
                assert_eq!(told.summary.version, row.machine.version(), "{what}");
            }
        }
    }
    assert_eq!(TABLE.iter().filter(|row| row.resting == BOTH).count(), 6);
}

#[test]
fn what_changed_applies_after_the_move() {
    // A wait that has begun keeps its time.
    let mut world = world(false);
    deploy(&mut world, Stop::Closed, &slower::fan::MACHINE).expect("it moves");
    world.sleep(3_600_000);
    world.task("fan:old.Fan#1.0.Pay#0");
    // A wider Map starts more.
    let mut world = self::world(true);
    assert!(world.open.iter().all(|begun| !begun.key.contains("List#0.1.")), "{:?}", world.open);
    deploy(&mut world, Stop::Closed, &wider::fan::MACHINE).expect("it moves");
    world.task("fan:old.Fan#1.1.List#0.1.Item#0");
    // The next attempt has the new input; its key is that of the second attempt.
    let mut world = self::world(true);
    deploy(&mut world, Stop::Closed, &asked::fan::MACHINE).expect("it moves");
    world.sleep(60_000);
    world.done("fan:old.Fan#1.0.Pay#0~1", json!("paid"));
    for item in 0..2 {
        world.done(&format!("fan:old.Fan#1.1.List#0.{item}.Item#0"), json!(item));
    }
    assert_eq!(world.result("fan:old"), Ok(json!(["paid", [0, 1]])));
}
