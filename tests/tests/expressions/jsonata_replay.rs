//! Machines in JSONata: what expressions read, their failures, and the same run after restores.
#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test may")]
#![allow(
    unused_must_use,
    reason = "compiler warnings of the definition: it reads what has no value yet"
)]

use std::cell::RefCell;

use asl_runtime::engine::simulation::{Scripted, Simulation, SimulationRun};
use asl_runtime::{Value, asl_machine, json};

asl_machine!("definitions/jsonata_replay.asl.json");
asl_machine!("definitions/jsonata/context.asl.json", name = of_states);
asl_machine!("definitions/jsonata/context.asl.json", name = of_tested_states, inspect = true);

/// 2026-01-01T00:00:00Z.
const START: u64 = 1_767_225_600_000;

/// Runs the machine twice, the second time with a restore after every step, which must change
/// nothing. Returns the inputs of its task as well.
fn run(input: &Value, answers: &[Scripted]) -> (SimulationRun, Vec<Value>) {
    let sim = Simulation::new().seed(7).start(START);
    let once = |sim: Simulation| {
        let inputs = RefCell::new(Vec::new());
        let run = sim.run(&jsonata_replay::MACHINE, input.clone(), |call| {
            inputs.borrow_mut().push(call.input.clone());
            answers[usize::try_from(call.attempt).expect("it is small")].clone()
        });
        (run, inputs.into_inner())
    };
    let simulated = once(sim.clone());
    let restored = once(sim.crash_every_step());
    assert_eq!(restored.0.result, simulated.0.result);
    assert_eq!(restored.0.events, simulated.0.events);
    for input in &restored.1 {
        assert!(simulated.1.contains(input), "{input} was not made without restores");
    }
    simulated
}

#[test]
fn random_numbers_and_times_are_the_same_after_a_restore_and_differ_between_attempts() {
    let answers = [Scripted::fail("Busy", ""), Scripted::answer(json!({"receipt": 9}))];
    let (run, inputs) = run(&json!({"items": [{"price": 2}, {"price": 3}]}), &answers);
    let output = run.result.expect("it succeeds");
    assert_eq!(output.get("receipt"), Some(&json!(9)));
    assert_eq!(output.get("before"), Some(&json!(false)), "`Output` sees the old variables");
    let drawn = output.get("drawn").and_then(Value::as_array).expect("two numbers");
    let drawn: Vec<&Value> = drawn.iter().collect();
    assert_ne!(drawn[0], drawn[1], "each expression draws its own");
    assert_eq!(inputs.len(), 2);
    assert!(inputs.iter().all(|input| input.get("total") == Some(&json!(5))));
    assert_ne!(inputs[0].get("token"), inputs[1].get("token"));
    let times = inputs.iter().map(|input| input.get("at").cloned().expect("a time"));
    let start = i64::try_from(START).expect("it fits");
    assert_eq!(times.collect::<Vec<_>>(), [json!((start)), json!((start + 5000))]);
}

#[test]
fn failed_expressions_are_in_the_history_and_can_be_caught() {
    let answers = [Scripted::answer(json!({"other": 1}))];
    let (run, _) = run(&json!({"items": [{"price": 2}]}), &answers);
    let cause = "An error occurred while executing the state 'Charge' (entered at the event id #4). \
                 The JSONata expression '$states.result.receipt' specified for the field \
                 'Output/receipt' returned nothing (undefined).";
    let expected = json!({"Error": "States.QueryEvaluationError", "Cause": (cause)});
    assert_eq!(run.result, Ok(expected));
    let failed: Vec<_> = run
        .events
        .iter()
        .filter(|event| event.kind.to_string() == "EvaluationFailed")
        .map(asl_runtime::HistoryEvent::to_json)
        .collect();
    assert_eq!(failed.len(), 1);
    let details = failed[0].get("evaluationFailedEventDetails").expect("its details");
    assert_eq!(details.get("state"), Some(&json!("Charge")));
    assert_eq!(details.get("location"), Some(&json!("Output/receipt")));
}

#[test]
fn a_member_of_the_context_object_is_that_of_the_whole_object() {
    let input = json!({"orders": [{"lines": [{"count": 1}, {"count": 2}]}, {"lines": []}]});
    for machine in [&of_states::MACHINE, &of_tested_states::MACHINE] {
        let sim = Simulation::new().seed(7).start(START).id("run-1").name("first").role_arn("role");
        let inputs = RefCell::new(Vec::new());
        let run =
            sim.machine_id("machine-1").crash_every_step().run(machine, input.clone(), |call| {
                inputs.borrow_mut().push(call.input.clone());
                if call.attempt == 0 {
                    Scripted::fail("Busy", "")
                } else {
                    Scripted::answer(json!(1))
                }
            });
        let after = |tries: i64| json!({"token": false, "tries": (tries), "result": 1});
        let each = json!({"sent": (after(1)), "missing": [false, false, true]});
        assert_eq!(run.result, Ok(json!([(each.clone()), (each)])));
        let inputs = inputs.into_inner();
        assert_eq!(inputs.len(), 4);
        for input in &inputs {
            let alone = input.get("alone").and_then(Value::as_array).expect("members");
            assert_eq!(input.get("parts"), input.get("alone"));
            assert_eq!(
                alone.len(),
                11,
                "only the token, which a call has not, is missing: {input}"
            );
            let item = input.get("item").expect("an item");
            assert_eq!(item.get("alone"), item.get("parts"));
            assert!(item.get("alone").is_some());
        }
    }
}
