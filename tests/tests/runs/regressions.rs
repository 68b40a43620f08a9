//! Faults that `cargo xtask differ` and `sweep` found, each by the smallest machine that shows it.
#![expect(clippy::expect_used, clippy::panic, reason = "tests")]

use asl_runtime::engine::simulation::{Scripted, Simulation, SimulationRun};
use asl_runtime::{Value, asl_machine, jq, json};

asl_machine! { "definitions/regressions/branch_failed.asl.json", profile = spec }
asl_machine!("definitions/regressions/wait_input.asl.json");
asl_machine!("definitions/regressions/discarded.asl.json");
asl_machine!("definitions/regressions/index_of_root.asl.json", allow = [warnings]);
asl_machine! {
    "definitions/regressions/index_of_root.asl.json", name = index_of_root_spec, profile = spec,
    allow = [warnings]
}

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
fn templates_take_items_of_the_root_more_than_once() {
    let run = |machine| {
        let input = json!([[[1, 2], [3, 4]], 5]);
        Simulation::new().run(machine, input, |call| panic!("{call:?}")).result
    };
    let expected = json!({
        "a": [[1, 2], [3, 4]],
        "b": { "c": null, "d": [[1, 2], [3, 4]] },
        "each": [{ "x": 1, "y": 2 }, { "x": 3, "y": 4 }],
    });
    assert_eq!(run(&index_of_root::MACHINE), Ok(expected));
    // In the specification there is no null past the end of an array.
    let failure = run(&index_of_root_spec::MACHINE).expect_err("`$[5]` finds nothing");
    assert_eq!(failure.error(), Some("States.Runtime"));
}

/// jq programs in path mode on inputs that are no locals of the program.
#[test]
fn folds_and_updates_in_path_mode_take_any_input() {
    let input = json!({ "a": [1, { "b": 2 }] });
    let all = |program: jq::Program| program.all(&input).expect("it runs");
    let one = |value: Value| vec![value];
    // As in jq, a state must be the value that the latest item's path leads to.
    assert_eq!(all(jq!("[1, 2] | path(reduce . as $x (.; .))")), one(json!([])));
    assert_eq!(all(jq!("{a: 1} | (reduce . as $x (.; .)) |= [.]")), one(json!([{ "a": 1 }])));
    assert_eq!(all(jq!("[., 1] | (foreach . as $x (.; .)) = 7")), one(json!(7)));
    assert_eq!(all(jq!(". as $v | $v | del(reduce . as $x (.; .) | .a)")), one(json!({})));
    assert_eq!(all(jq!("[3, 4] | path(label $l | reduce . as $x (.; .))")), one(json!([])));
    assert_eq!(all(jq!("[3] | pick(reduce . as $x (.; .) | .[0])")), one(json!([3])));
    assert_eq!(
        all(jq!("[1, [2]] | path(if (map_values(1) | length) == 2 then .[1] else . end)")),
        one(json!([1]))
    );
    assert_eq!(all(jq!("[[1]] | path(select((.[0] |= [.]) == [[[1]]]) | .[0])")), one(json!([0])));
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
