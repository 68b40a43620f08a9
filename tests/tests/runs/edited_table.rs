//! An emitted table routes: edited by hand, the same functions run to other states.

use asl_runtime::json;
use asl_testing::{Run, Scenario, returns};

/// The golden of `choice` as it is.
mod emitted {
    include!("../../definitions/good/choice.rs");
}

/// The same with other targets in its table; `build.rs` has the edits.
mod edited {
    include!(concat!(env!("OUT_DIR"), "/edited_choice.rs"));
}

fn run(machine: &'static asl_runtime::machine::Machine, value: u32) -> Run {
    let scenario = Scenario::new(machine).input(json!({"type": "Private", "value": value}));
    scenario.task("foo", returns(json!({}))).task("bar", returns(json!({}))).run()
}

#[test]
fn a_changed_table_changes_the_run() {
    let (emitted, edited) = (&emitted::choice::MACHINE, &edited::choice::MACHINE);
    run(emitted, 25).expect_path(["ChoiceStateX", "ValueInTwenties", "NextState"]);
    run(emitted, 1).expect_path(["ChoiceStateX", "DefaultState"]);
    // The second rule leads to the Fail state, the default to a task that ends the machine.
    run(edited, 25).expect_path(["ChoiceStateX", "DefaultState"]);
    run(edited, 1).expect_path(["ChoiceStateX", "Public"]).expect_success();
}
