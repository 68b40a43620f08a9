//! Faults that `cargo xtask differ` found, each by the smallest machine that shows it.
#![expect(clippy::expect_used, clippy::panic, reason = "tests")]

use asl_runtime::engine::simulation::{Scripted, Simulation, SimulationRun};
use asl_runtime::{Value, asl_machine, json};

asl_machine!("definitions/regressions/branch_failed.asl.json");
asl_machine!("definitions/regressions/wait_input.asl.json");
asl_machine!("definitions/regressions/discarded.asl.json");

fn discarded(input: Value) -> SimulationRun {
    Simulation::new().run(&discarded::MACHINE, input, |call| panic!("{call:?}"))
}

fn cause(simulated: &SimulationRun) -> &str {
    simulated.result.as_ref().expect_err("it fails").cause().expect("with a cause")
}

#[test]
fn discarded_input_of_a_pass_state_must_exist_all_the_same() {
    let both = json!({ "path": 1, "template": 2 });
    assert_eq!(discarded(both.clone()).result, Ok(both));
    assert!(cause(&discarded(json!({ "template": 2 }))).contains("Invalid path '$.path'"));
    assert!(cause(&discarded(json!({ "path": 1 }))).contains("The JSONPath '$.template'"));
}

#[test]
fn the_error_of_a_branch_matches_branch_failed_and_keeps_its_name() {
    let simulated = Simulation::new()
        .run(&branch_failed::MACHINE, json!({ "list": {} }), |_| Scripted::fail("ErrorA", "no"));
    assert_eq!(simulated.result, Ok(json!({ "Error": "ErrorA", "Cause": "no" })));
    assert_eq!(simulated.elapsed, 1_000, "it is retried once");
}

#[test]
fn the_error_of_a_parallel_itself_is_not_that_of_a_branch() {
    let simulated = Simulation::new()
        .run(&branch_failed::MACHINE, json!({ "list": 1 }), |_| Scripted::answer(json!(1)));
    let failure = simulated.result.expect_err("nothing catches it");
    assert_eq!(failure.error(), Some("States.ResultPathMatchFailure"));
}

#[test]
fn a_wait_with_missing_input_fails_before_it_waits() {
    let simulated =
        Simulation::new().run(&wait_input::MACHINE, json!({}), |call| panic!("{call:?}"));
    assert!(cause(&simulated).contains("Invalid path '$.a'"));
    assert_eq!(simulated.elapsed, 0);
}
