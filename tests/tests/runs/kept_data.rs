//! Retries and catchers find the data and the variables as they were before the failure, wherever a
//! state moves or writes its data before a stage that can fail.
#![expect(clippy::expect_used, clippy::unwrap_used, reason = "tests")]

use std::sync::{Arc, Mutex};

use asl_runtime::engine::simulation::{Scripted, Simulation, SimulationRun};
use asl_runtime::machine::Machine;
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};

asl_machine! {
    "definitions/regressions/kept_data.asl.json", name = by_specification, profile = spec,
    allow = [warnings]
}
asl_machine! {
    "definitions/regressions/kept_data.asl.json", name = as_recorded, profile = aws, allow = [warnings]
}
asl_machine! {
    "definitions/regressions/kept_variables.asl.json", name = variables, profile = spec,
    limits = aws, allow = [warnings]
}
asl_machine! {
    "definitions/regressions/kept_variables.asl.json", name = variables_as_recorded, limits = aws,
    allow = [warnings]
}
asl_machine! {
    "definitions/regressions/kept_data_jsonata.asl.json", name = jsonata, limits = aws,
    allow = [warnings]
}
asl_machine! {
    "definitions/regressions/kept_data_jsonata.asl.json", name = jsonata_by_specification,
    profile = spec, limits = aws, allow = [warnings]
}
asl_machine! { "definitions/regressions/kept_globals.sm4c.json", allow = [warnings] }

/// States of `kept_data` in which a stage fails that nothing can catch on AWS.
const RUNTIME_FAULTS: [&str; 13] = [
    "Output",
    "OutputOfList",
    "Placed",
    "PlacedDeep",
    "PlacedInItem",
    "Selected",
    "SelectedAndPlaced",
    "SelectorFails",
    "Dropped",
    "OfContext",
    "Assigned",
    "AssignFails",
    "InPlace",
];

fn input(kind: &str) -> Value {
    json!({ "kind": (kind), "a": { "b": {} }, "items": [{ "n": 1 }] })
}

fn answer() -> Value {
    json!({ "answer": 7, "list": [1], "large": ("x".repeat(200_000)) })
}

/// A run, straight through and restored after every step, and the inputs of its tasks.
fn run(machine: &'static Machine, input: &Value) -> (SimulationRun, Vec<Value>) {
    let played = |sim: Simulation| {
        let mut inputs = Vec::new();
        let simulated = sim.run(machine, input.clone(), |call| {
            inputs.push(call.input.clone());
            Scripted::answer(answer())
        });
        (simulated, inputs)
    };
    let straight = played(Simulation::new());
    let restored = played(Simulation::new().crash_every_step());
    assert_eq!((&straight.0.result, &straight.1), (&restored.0.result, &restored.1));
    straight
}

/// Expects two retries with the same input, then the catcher's output: the input with the error.
fn expect_kept(machine: &'static Machine, kind: &str, error: &str) {
    let input = input(kind);
    let (simulated, inputs) = run(machine, &input);
    let mut output = simulated.result.unwrap_or_else(|failure| panic_with(kind, &failure));
    let caught = output.remove("e").expect("it was caught");
    assert_eq!(caught.get("Error"), Some(&json!(error)), "{kind}");
    output.remove("v");
    assert_eq!(output, input, "{kind}");
    assert_eq!(simulated.elapsed, 3_000, "{kind}: two retries");
    for (number, given) in inputs.iter().enumerate() {
        let is_same = *given == input || *given == json!({ "n": 1 });
        assert!(is_same, "{kind}: task {number} got {given}");
    }
}

fn panic_with(kind: &str, failure: &asl_runtime::Failure) -> ! {
    unreachable!("{kind} is caught: {failure}")
}

#[test]
fn the_specification_s_retries_see_the_raw_input() {
    for kind in RUNTIME_FAULTS.into_iter().chain(["Branches", "Iterations"]) {
        expect_kept(&by_specification::MACHINE, kind, "States.Runtime");
    }
    expect_kept(&by_specification::MACHINE, "PathFails", "States.ResultPathMatchFailure");
}

#[test]
fn on_aws_a_failing_result_path_leaves_the_input() {
    expect_kept(&as_recorded::MACHINE, "PathFails", "States.ResultPathMatchFailure");
    for kind in RUNTIME_FAULTS {
        let (simulated, inputs) = run(&as_recorded::MACHINE, &input(kind));
        assert_eq!(simulated.result.unwrap_err().error(), Some("States.Runtime"), "{kind}");
        assert_eq!(inputs.len(), usize::from(kind != "InPlace"), "{kind}: nothing retries it");
    }
}

#[test]
fn variables_that_are_too_large_leave_the_input() {
    for machine in [&variables::MACHINE, &variables_as_recorded::MACHINE] {
        for kind in ["Large", "LargeWhole", "LargeSelected"] {
            expect_kept(machine, kind, "States.DataLimitExceeded");
        }
    }
}

#[test]
fn jsonata_sees_input_and_variables_as_they_were() {
    for machine in [&jsonata::MACHINE, &jsonata_by_specification::MACHINE] {
        for kind in ["Output", "AssignFails", "Branches"] {
            expect_kept(machine, kind, "States.QueryEvaluationError");
        }
        expect_kept(machine, "Large", "States.DataLimitExceeded");
        let (simulated, _) = run(machine, &input("Large"));
        assert_eq!(simulated.result.unwrap().get("v"), Some(&json!("before")));
    }
}

/// Real tasks: the first states of a run have no execution yet, and one that waits is kept in a
/// small form.
#[derive(Clone, Default)]
struct Work {
    inputs: Arc<Mutex<Vec<Value>>>,
    /// True if a task takes its time.
    is_slow: bool,
}

impl by_specification::Tasks for Work {
    async fn work(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        if self.is_slow {
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
        self.inputs.lock().unwrap().push(input);
        Ok(answer())
    }
}

#[tokio::test(start_paused = true)]
async fn runs_ahead_of_an_execution_and_parked_ones_keep_the_input() {
    for is_slow in [false, true] {
        for kind in RUNTIME_FAULTS {
            let work = Work { is_slow, ..Work::default() };
            let machine = by_specification::machine(work.clone());
            let mut output = machine.into_run(input(kind)).await.unwrap();
            assert!(output.remove("e").is_some(), "{kind}");
            assert_eq!(output, input(kind), "{kind}");
            for given in work.inputs.lock().unwrap().iter() {
                assert_eq!(*given, input(kind), "{kind}");
            }
        }
    }
}

#[test]
fn a_failing_error_handler_leaves_the_global_data_to_the_handlers_around() {
    let played = |sim: Simulation| {
        sim.run(&kept_globals::MACHINE, json!({ "n": 1 }), |_| Scripted::fail("No", "no"))
    };
    let simulated = played(Simulation::new());
    let restored = played(Simulation::new().crash_every_step());
    assert_eq!(simulated.result, restored.result);
    let output = simulated.result.unwrap();
    assert_eq!((output.get("n"), output.get("result")), (Some(&json!(1)), Some(&Value::Null)));
    assert_eq!(output.get("lost"), None);
    assert!(output.get("seen").is_some_and(|seen| seen.to_json_string().starts_with("[1,")));
}
