//! The context object, variables and intrinsic functions: machines run, also saved and restored
//! after every step.
#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test may")]
#![allow(
    unused_must_use,
    reason = "compiler warnings of the definitions: they read what only some ways assign"
)]

use asl_runtime::engine::simulation::{Scripted, Simulation, SimulationRun};
use asl_runtime::machine::Machine;
use asl_runtime::{Value, asl_machine, json};

asl_machine!("definitions/good/variables.asl.json");
asl_machine!("definitions/good/intrinsics.asl.json");
asl_machine!("definitions/scopes.asl.json");
asl_machine!("definitions/chances.asl.json");
asl_machine! { "definitions/context.asl.json", name = of_tasks }
asl_machine! { "definitions/failing_calls.asl.json", profile = aws, warn = [certain] }
asl_machine! { "definitions/caught_calls.asl.json", name = caught_as_recorded, profile = aws }
asl_machine! { "definitions/caught_calls.asl.json", name = caught_by_specification, profile = spec }

/// 2026-01-01T00:00:00Z.
const START: u64 = 1_767_225_600_000;

/// Runs a machine twice, the second time with a restore after every step, which must change
/// nothing.
fn run(
    machine: &'static Machine,
    input: &Value,
    mut task: impl FnMut(u32) -> Scripted,
) -> SimulationRun {
    let sim = Simulation::new()
        .seed(7)
        .start(START)
        .id("run-1")
        .name("first")
        .role_arn("role")
        .machine_id("machine-1");
    let simulated = sim.clone().run(machine, input.clone(), |call| task(call.attempt));
    let restored = sim.crash_every_step().run(machine, input.clone(), |call| task(call.attempt));
    assert_eq!(restored.result, simulated.result);
    assert_eq!(restored.events, simulated.events);
    simulated
}

fn assigned(simulated: &SimulationRun) -> Vec<String> {
    let variables =
        simulated.events.iter().filter_map(|event| event.details.assigned_variables.as_ref());
    variables.map(Value::to_string).collect()
}

#[test]
fn variables_are_read_and_assigned_in_all_fields() {
    let input = json!({"order": {"id": "o-1"}});
    let simulated =
        run(&variables::MACHINE, &input, |_| Scripted::answer(json!({"done": true, "more": 1})));
    let state = json!({"Name": "End", "EnteredTime": "2026-01-01T00:00:00.000Z"});
    let expected = json!({"all": [0], "tries": 0, "where": (state), "picked": "o-1"});
    assert_eq!(simulated.result, Ok(expected));
    assert_eq!(
        assigned(&simulated),
        [
            r#"{"order":{"id":"o-1"},"tries":0,"limits":{"most":3,"wait":2},"begun":"2026-01-01T00:00:00.000Z"}"#,
            r#"{"raw":{"done":true,"more":1},"before":0}"#,
            r#"{"inner":0,"one":1}"#,
            r#"{"all":[0]}"#,
        ]
    );
}

#[test]
fn catchers_and_rules_assign_too() {
    let mut calls = 0;
    let input = json!({"order": {"id": "o-2"}});
    let simulated = run(&variables::MACHINE, &input, |_| {
        calls += 1;
        if calls % 2 == 1 {
            Scripted::fail("Busy", "later")
        } else {
            Scripted::answer(json!({"done": true}))
        }
    });
    let result = simulated.result.as_ref().expect("it succeeds");
    assert_eq!(result.get("tries"), Some(&json!(7)), "the second rule of Pick assigns it");
    let assigned = assigned(&simulated);
    assert_eq!(assigned[1], r#"{"error":"Busy","tries":1}"#);
    assert_eq!(assigned[2], r#"{"cooled":true}"#);
    assert_eq!(assigned[4], r#"{"picked":"o-2","tries":7}"#);
    assert_eq!(simulated.elapsed, 2_000, "SecondsPath is a variable's");
    // The OutputPath of the Choice sees the variable before its rule assigned it.
    let fan = simulated
        .events
        .iter()
        .find(|event| event.details.name.as_deref() == Some("Fan"))
        .expect("it is entered");
    assert_eq!(fan.details.input, Some(json!(1)));
}

#[test]
fn inner_scopes_read_outer_variables_and_keep_their_own() {
    let simulated = run(&scopes::MACHINE, &json!([1, 2, 3]), |_| Scripted::Hang);
    let expected = json!({"left": {"outer": "out", "own": "left"}, "right": {"outer": "out", "own": "right"}, "after": "out"});
    let result = simulated.result.expect("it succeeds");
    assert_eq!(result.get("fan"), Some(&expected));
    assert_eq!(result.get("map"), Some(&json!(["0 1 out", "1 2 out", "2 3 out"])));
}

#[test]
fn a_variable_that_no_path_has_assigned_fails_when_it_is_read() {
    let failure = run(&scopes::MACHINE, &json!([]), |_| Scripted::Hang)
        .result
        .expect_err("nothing is assigned");
    assert_eq!(failure.error(), Some("States.Runtime"));
    let cause = "An error occurred while executing the state 'Late' (entered at the event id #6). The variable '$late' is read \
                 before it is assigned.";
    assert_eq!(failure.cause(), Some(cause));
}

#[test]
fn functions_are_called() {
    let input = json!({"n": 1, "limit": 4, "template": "<{}>"});
    let simulated = run(&intrinsics::MACHINE, &input, |_| Scripted::Hang);
    let mut result = simulated.result.expect("it succeeds");
    let chance = result.remove("chance").expect("it is there");
    let same = result.remove("same").and_then(|same| same.as_i64()).expect("a number");
    assert!((0..1000).contains(&same));
    let text = r#"{"n":4,"limit":4}"#;
    assert_eq!(
        result,
        json!({
            "items": [(text), 1, null, ["a", "b", "c"]],
            "deep": [{"x": 3}],
            "parts": [["a", "b"], ["c"]],
            "has": true,
            "range": [1, 3, 5, 7, 9],
            "last": "ic",
            "unique": [["a", "b", "c"], 1, "a"],
        })
    );
    assert_ne!(chance.get("id"), chance.pointer("/other/0"));
    let texts = simulated
        .events
        .iter()
        .find(|event| event.details.name.as_deref() == Some("Arrays"))
        .expect("it is entered");
    let texts = texts.details.input.as_ref().expect("it has an input");
    assert_eq!(texts.get("format"), Some(&json!("4 of 4: it's {}")));
    assert_eq!(texts.get("template"), Some(&json!("<4>")));
    assert_eq!(texts.get("hash"), Some(&json!("aaff4a450a104cd177d28d18d74485e8cae074b7")));
    assert_eq!(texts.get("merged").and_then(|merged| merged.get("b")), Some(&json!([1])));
}

/// All strings in a value.
fn strings(value: &Value, found: &mut Vec<String>) {
    found.extend(value.as_str().map(str::to_owned));
    value
        .as_array()
        .into_iter()
        .flat_map(|items| items.iter())
        .for_each(|item| strings(item, found));
    value
        .as_object()
        .into_iter()
        .flat_map(asl_runtime::value::Object::values)
        .for_each(|value| strings(value, found));
}

/// Everything that derives from a seed: three visits, two attempts of a task, two iterations with
/// their inputs, two branches.
fn ids(seed: u64) -> Vec<String> {
    let sim = Simulation::new().seed(seed);
    let play = |sim: &Simulation, seen: &mut Vec<String>| {
        sim.run(&chances::MACHINE, json!({"round": 0, "ids": []}), |call| {
            strings(&call.input, seen);
            if call.attempt == 0 {
                Scripted::fail("Again", "")
            } else {
                Scripted::answer(json!(null))
            }
        })
    };
    let (mut seen, mut seen_again) = (Vec::new(), Vec::new());
    let simulated = play(&sim, &mut seen);
    let again = play(&sim.crash_every_step(), &mut seen_again);
    assert_eq!(again.result, simulated.result);
    // A restored execution starts open operations again.
    seen_again.dedup();
    assert_eq!(seen_again, seen);
    strings(&simulated.result.expect("it succeeds"), &mut seen);
    seen
}

#[test]
fn random_values_differ_and_are_repeated_by_a_restore() {
    let (first, second) = (ids(1), ids(2));
    let all: std::collections::BTreeSet<&String> = first.iter().chain(&second).collect();
    assert_eq!((first.len(), all.len()), (11, 22), "{all:#?}");
}

/// As recorded: the parameters of every Task have `$$.Task`, the output of a plain one has not.
#[test]
fn the_parameters_of_every_task_have_its_token() {
    let mut inputs = Vec::new();
    let express = "arn:aws:states:us-east-1:123456789012:express:m:n:1";
    let simulated =
        Simulation::new().start(START).id(express).run(&of_tasks::MACHINE, json!({}), |call| {
            inputs.push(call.input.clone());
            Scripted::answer(json!(1))
        });
    let result = simulated.result.expect("it succeeds");
    let [plain, waiting] = inputs.as_slice() else { panic!("{inputs:?}") };
    let token = plain.get("token").and_then(Value::as_str).expect("a token");
    assert_eq!(plain.at(["context", "Task", "Token"]).and_then(Value::as_str), Some(token));
    let waiting = waiting.get("MessageBody").and_then(Value::as_str).expect("a token");
    assert!(!token.is_empty() && !waiting.is_empty() && token != waiting);
    let state =
        json!({"Name": "Plain", "EnteredTime": "2026-01-01T00:00:00.000Z", "RetryCount": 0});
    assert_eq!(result.get("plain"), Some(&json!({"members": (state), "tasks": []})));
    assert_eq!(result.get("tasks"), Some(&json!([])));
    assert_eq!(result.at(["execution", "RedriveCount"]), None, "it is an Express execution");
}

/// The output of a machine for `{"call": .., "a": 1}`, or error and cause without the state's
/// place.
fn of_call(machine: &'static Machine, call: &str) -> (String, String) {
    match run(machine, &json!({"call": (call), "a": 1}), |_| Scripted::Hang).result {
        Ok(output) => (String::new(), output.to_json_string()),
        Err(failure) => {
            let cause = failure.cause().unwrap_or_default();
            let cause =
                cause.split_once("(entered at the event id #4). ").map_or(cause, |(_, rest)| rest);
            (failure.error().unwrap_or_default().to_owned(), cause.to_owned())
        }
    }
}

/// As recorded, and the consequences for similar calls.
#[expect(clippy::too_many_lines, reason = "a table of calls")]
#[test]
fn calls_that_the_compiler_sees_fail_are_created_and_fail_when_they_run() {
    let input = |call: &str| json!({"call": (call), "a": 1}).to_json_string();
    let invalid = |call: &str, cause: &str| {
        format!("There was an error while evaluating the intrinsic function: {call}. {cause}")
    };
    let missing = |call: &str, name: &str| {
        let input = input(name);
        format!(
            "The function '{call}' had the following error: The JsonPath argument for the field '$.none' could not be found in \
             the input '{input}'"
        )
    };
    for (name, cause) in [
        ("Arity", invalid("States.MathAdd($.a)", "Invalid arguments in States.MathAdd")),
        (
            "TooMany",
            invalid(
                "States.JsonToString($.a, $.a)",
                "Invalid arguments in States.JsonToString: only a single argument is allowed.",
            ),
        ),
        ("Kind", invalid("States.ArrayLength($.a)", "Invalid arguments in States.ArrayLength")),
        ("Literal", invalid("States.MathAdd(true, 1)", "Invalid arguments in States.MathAdd")),
        ("Overflow", invalid("States.MathAdd(1e309, 1)", "Invalid arguments in States.MathAdd")),
        (
            "Opening",
            invalid(
                "States.Format('Hello {', $.a)",
                "Invalid template in States.Format: matching '}' not found for '{'.",
            ),
        ),
        (
            "Closing",
            invalid(
                "States.Format('}')",
                "Invalid template in States.Format: matching '{' not found for '}'.",
            ),
        ),
        (
            "Placeholders",
            invalid("States.Format('{}{}', $.a)", "Invalid arguments in States.Format"),
        ),
        ("Missing", missing("States.MathAdd($.none)", "Missing")),
        ("MissingFirst", missing("States.Format($.none, States.Hash(1, 2))", "MissingFirst")),
        (
            "Nested",
            invalid(
                "States.Format('{}', States.Hash($.a, 'MD5'))",
                "Invalid arguments in States.Hash",
            ),
        ),
        ("IgnoredMissing", missing("States.UUID($.none)", "IgnoredMissing")),
    ] {
        assert_eq!(of_call(&failing_calls::MACHINE, name), ("States.Runtime".to_owned(), cause));
    }
    let (error, cause) = of_call(&failing_calls::MACHINE, "Parser");
    let parser = invalid(
        "States.StringToJson('{')",
        "Cannot convert String to Json in States.StringToJson, caused by: ",
    );
    assert!(error == "States.Runtime" && cause.starts_with(&parser), "{error}: {cause}");
    assert_eq!(
        of_call(&failing_calls::MACHINE, "Ignored"),
        (String::new(), r#"{"v":5}"#.to_owned())
    );
}

#[test]
fn the_specification_lets_a_call_that_fails_be_caught() {
    for (name, aws_error) in
        [("Kind", "States.Runtime"), ("Parser", "States.Runtime"), ("Missing", "States.Runtime")]
    {
        assert_eq!(of_call(&caught_as_recorded::MACHINE, name).0, aws_error, "{name}");
    }
    let (error, output) = of_call(&caught_by_specification::MACHINE, "Kind");
    assert!(error.is_empty(), "{output}");
    assert!(
        output.contains(
            "The function 'States.ArrayLength($.a)' had the following error: Invalid arguments"
        ),
        "{output}"
    );
    assert_eq!(of_call(&caught_by_specification::MACHINE, "Parser").0, "");
    assert_eq!(of_call(&caught_by_specification::MACHINE, "Missing").0, "States.Runtime");
}
