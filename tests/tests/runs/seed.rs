//! Every example of the language's first description that gives an input and an output, compiled by
//! the macro and run in virtual time under its own profile, with and without a crash after every
//! step.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test may")]
#![allow(
    unused_must_use,
    reason = "compiler warnings of the definitions: one leaves a choice open on purpose"
)]

use asl_runtime::engine::simulation::{Scripted, Simulation, SimulationRun, TaskCall};
use asl_runtime::machine::Machine;
use asl_runtime::{Value, asl_machine, json};

asl_machine!("definitions/good/choice.asl.json", profile = spec);
asl_machine!("definitions/good/complex_retry.asl.json", profile = spec);
asl_machine!("definitions/good/customer_info.asl.json", profile = spec);
asl_machine!("definitions/good/error_output.asl.json", profile = spec);
asl_machine!("definitions/good/fail.asl.json", profile = spec);
asl_machine!("definitions/good/fun_with_math.asl.json", profile = spec);
asl_machine!("definitions/good/greeting.asl.json", profile = spec);
asl_machine!("definitions/good/hello_world.asl.json", profile = spec);
asl_machine!("definitions/good/no_default.asl.json", profile = spec);
asl_machine!("definitions/good/no_op.asl.json", profile = spec);
asl_machine!("definitions/good/nothing.asl.json", profile = spec);
asl_machine!("definitions/good/reference_paths.asl.json", profile = spec);
asl_machine!("definitions/good/several_hits.asl.json", profile = spec);
asl_machine!("definitions/good/sum.asl.json", profile = spec);
asl_machine!("definitions/good/task_state.asl.json", profile = spec);
asl_machine!("definitions/good/templates.asl.json", profile = spec);
asl_machine!("definitions/good/timeout_retry.asl.json", profile = spec);
asl_machine!("definitions/good/waits.asl.json", profile = spec);

/// Runs a machine with and without a restore after every step. Both runs must be the same.
fn play(
    machine: &'static Machine,
    input: &Value,
    script: fn(&TaskCall) -> Scripted,
) -> SimulationRun {
    let simulated = Simulation::new().run(machine, input.clone(), script);
    let restored = Simulation::new().crash_every_step().run(machine, input.clone(), script);
    assert_eq!(restored.result, simulated.result);
    assert_eq!(restored.elapsed, simulated.elapsed);
    simulated
}

/// The output of a machine without tasks.
fn output(machine: &'static Machine, input: &Value) -> Value {
    play(machine, input, |call| panic!("{call:?}")).result.expect("it succeeds")
}

/// The Error Name and the cause of a machine without tasks.
fn failure(machine: &'static Machine, input: &Value) -> (String, String) {
    let failure = play(machine, input, |call| panic!("{call:?}")).result.expect_err("it fails");
    (failure.error().unwrap_or_default().to_owned(), failure.cause().unwrap_or_default().to_owned())
}

fn number(call: &TaskCall, path: [&str; 1]) -> i64 {
    call.input.at(path).and_then(Value::as_i64).expect("a number")
}

fn item(call: &TaskCall, index: usize) -> i64 {
    call.input.item(index).and_then(Value::as_i64).expect("a number")
}

#[test]
fn hello_world() {
    let simulated = play(&hello_world::MACHINE, &json!({}), |call| {
        assert_eq!(call.resource, "arn:aws:lambda:us-east-1:123456789012:function:HelloWorld");
        Scripted::answer(json!("Hello!"))
    });
    assert_eq!(simulated.result, Ok(json!("Hello!")));
}

#[test]
fn numbers_to_add() {
    let input = json!({ "title": "Numbers to add", "numbers": { "val1": 3, "val2": 4 } });
    let simulated = play(&sum::MACHINE, &input, |call| {
        Scripted::answer(number(call, ["val1"]) + number(call, ["val2"]))
    });
    let expected =
        json!({ "title": "Numbers to add", "numbers": { "val1": 3, "val2": 4 }, "sum": 7 });
    assert_eq!(simulated.result, Ok(expected));
}

#[test]
fn result_path_makes_levels() {
    let simulated = play(&greeting::MACHINE, &json!({ "a": 1 }), |_| Scripted::answer("Hi!"));
    assert_eq!(simulated.result, Ok(json!({ "a": 1, "b": { "greeting": "Hi!" } })));
}

#[test]
fn result_path_that_does_not_fit() {
    let simulated =
        play(&sum::MACHINE, &json!({ "numbers": { "val1": 1 } }), |_| Scripted::answer(1));
    assert_eq!(simulated.result, Ok(json!({ "numbers": { "val1": 1 }, "sum": 1 })));
    for input in [json!("foo"), json!([1])] {
        let result = play(&greeting::MACHINE, &input, |_| Scripted::answer(1)).result;
        let failure = result.expect_err("the path does not fit");
        assert_eq!(failure.error(), Some("States.ResultPathMatchFailure"));
        let cause = failure.cause().expect("a cause");
        assert!(
            cause
                .ends_with(&format!("Unable to apply ReferencePath $.b.greeting to input {input}")),
            "{cause}"
        );
    }
}

#[test]
fn several_hits_are_gathered() {
    let output = output(&several_hits::MACHINE, &json!({ "a": [1, 2, 3, 4] }));
    assert_eq!(output, json!([[1, 2], [1, 2]]));
}

#[test]
fn null_discards() {
    let simulated =
        play(&nothing::MACHINE, &json!({ "a": 1 }), |call| Scripted::answer(call.input.clone()));
    assert_eq!(simulated.result, Ok(json!([{}, { "a": 1 }, {}])));
}

#[test]
fn fixed_data_is_put_in_its_place() {
    let output = output(&no_op::MACHINE, &json!({ "georefOf": "Home" }));
    let expected =
        r#"{"georefOf":"Home","coords":{"x-datum":0.381018,"y-datum":622.2269926397355}}"#;
    assert_eq!(output.to_json_string(), expected);
}

#[test]
fn reference_paths() {
    let input = json!({ "foo": 123, "bar": ["a", "b", "c"], "car": { "cdr": true } });
    let output = output(&reference_paths::MACHINE, &input);
    let expected = json!({
        "foo": 123,
        "bar": ["a", "pretty", "c"],
        "car": { "cdr": true },
        "looked": { "$.foo": 123, "$.bar": ["a", "b", "c"], "$.car.cdr": true },
        "store": { "book": [1, { "deep": [null, true, -2.5e300] }, {}, []] },
        "foo@bar": { "baz[[": { "?pretty": "!" } }
    });
    assert_eq!(output, expected);
}

/// The text says that `private` leads to `ValueInTwenties`, but its first rule matches everything
/// that is not `Private`, with a capital, and comparisons are exact: so that input leads to
/// `Public`. With the rule's spelling it leads there.
#[test]
fn choices() {
    fn visited(input: &Value) -> Vec<String> {
        play(&choice::MACHINE, input, |call| Scripted::answer(call.state)).log
    }
    assert_eq!(visited(&json!({ "type": "private", "value": 22 })), ["0 Public#1"]);
    assert_eq!(visited(&json!({ "type": "Private", "value": 22 })), ["0 ValueInTwenties#1"]);
    let unmatched = json!({ "type": "Private", "value": 30 });
    assert_eq!(failure(&choice::MACHINE, &unmatched), ("NoMatch".into(), "No Matches!".into()));
    // A rule about a missing value does not match.
    assert_eq!(failure(&choice::MACHINE, &json!({ "type": "Private" })).0, "NoMatch");
}

#[test]
fn a_choice_selects_before_and_after() {
    let order = |at: &str, paid: Value| json!({ "order": { "at": at, "paid": paid, "total": "0", "lines": [1] } });
    let run = |input: &Value| output(&no_default::MACHINE, input);
    assert_eq!(run(&order("2016-03-14T02:58:59+01:00", json!(false))), json!("old"));
    assert_eq!(run(&order("2016-03-14T01:59:00Z", json!(true))), json!([1]));
    let (error, cause) =
        failure(&no_default::MACHINE, &order("2017-01-01T00:00:00Z", json!("true")));
    assert_eq!(error, "States.NoChoiceMatched", "{cause}");
}

#[test]
fn complex_retry_scenario() {
    let simulated = play(&complex_retry::MACHINE, &json!({}), |call| {
        let errors = ["ErrorA", "ErrorB", "ErrorC", "ErrorB"];
        Scripted::fail(errors[call.attempt as usize], "as told")
    });
    assert_eq!(simulated.result, Ok(json!({ "Error": "ErrorB", "Cause": "as told" })));
    let log = [
        "0 X#0",
        "0 timer 1000",
        "1000 X#0~1",
        "1000 timer 2000",
        "3000 X#0~2",
        "3000 timer 5000",
        "8000 X#0~3",
    ];
    assert_eq!(simulated.log, log);
    let entered = simulated
        .events
        .iter()
        .filter(|event| event.kind.to_string() == "SucceedStateEntered")
        .count();
    assert_eq!(entered, 1);
}

#[test]
fn retries_after_3_and_4_5_seconds_and_none_for_time_outs() {
    let simulated =
        play(&timeout_retry::MACHINE, &json!({}), |call| match (call.state, call.attempt) {
            ("Never", 0) => Scripted::fail("Anything", "else"),
            _ => Scripted::Hang,
        });
    let failure = simulated.result.expect_err("the time-out is not retried");
    assert_eq!(failure.error(), Some("States.Timeout"));
    let log = [
        "0 Twice#0",
        "60000 timer 3000",
        "63000 Twice#0~1",
        "123000 timer 4500",
        "127500 Twice#0~2",
        "187500 Never#1",
        "187500 timer 1000",
        "188500 Never#1~1",
    ];
    assert_eq!(simulated.log, log);
    assert_eq!(simulated.elapsed, 248_500);
}

#[test]
fn error_output_goes_to_its_place() {
    fn caught(error: &'static str) -> Value {
        let script = move |_: &TaskCall| Scripted::fail(error, "why");
        Simulation::new()
            .run(&error_output::MACHINE, json!({ "a": 1 }), script)
            .result
            .expect("it is caught")
    }
    let error = json!({ "Error": "java.lang.Exception", "Cause": "why" });
    assert_eq!(caught("java.lang.Exception"), json!({ "a": 1, "error-info": error }));
    assert_eq!(caught("java.lang.Error"), json!({ "Error": "java.lang.Error", "Cause": "why" }));
}

#[test]
fn time_outs_and_heartbeats() {
    let run = |script: fn(&TaskCall) -> Scripted| play(&task_state::MACHINE, &json!({}), script);
    assert_eq!(
        run(|_| Scripted::answer(1).after(5_000).with_heartbeats(59_000, 5)).result,
        Ok(json!(1))
    );
    let silent = run(|_| Scripted::answer(1).after(61_000));
    assert_eq!(silent.result.expect_err("no heartbeat").error(), Some("States.Timeout"));
    assert_eq!(silent.elapsed, 60_000);
    let slow = run(|_| Scripted::answer(1).after(59_000).with_heartbeats(59_000, 5));
    assert_eq!(slow.result.expect_err("too slow").error(), Some("States.Timeout"));
    assert_eq!(slow.elapsed, 300_000);
}

#[test]
fn the_four_forms_of_wait() {
    let start = 1_457_920_739_000 - 10_000; // a second before the Timestamp, and ten more
    let input = json!({ "expirydate": "2016-03-14T01:59:01.5Z", "told": { "seconds": 7 } });
    let simulated =
        Simulation::new().start(start).run(&waits::MACHINE, input, |call| panic!("{call:?}"));
    assert_eq!(simulated.result, Ok(json!({ "seconds": 7 })));
    assert_eq!(
        simulated.log,
        ["0 timer 10000", "10000 timer 1000", "11000 timer 1500", "12500 timer 7000"]
    );
    let (error, cause) = failure(&waits::MACHINE, &json!({ "expirydate": "2016-03-14 01:59:00Z" }));
    assert_eq!(error, "States.Runtime");
    assert!(
        cause.contains("does not reference a valid ISO-8601 extended offset date-time"),
        "{cause}"
    );
}

#[test]
fn a_fail_state_fails_with_its_error_and_cause() {
    assert_eq!(failure(&fail::MACHINE, &json!({})), ("ErrorA".into(), "Kaiju attack".into()));
}

#[test]
fn branches_look_up_customers() {
    let simulated = play(&customer_info::MACHINE, &json!({ "id": 7 }), |call| {
        Scripted::answer(json!({ "from": call.method, "of": number(call, ["id"]) }))
    });
    let found = json!([{ "from": "address_finder", "of": 7 }, { "from": "phone_finder", "of": 7 }]);
    assert_eq!(simulated.result, Ok(json!({ "id": 7, "found": found })));
    let simulated = play(&customer_info::MACHINE, &json!({ "id": 7 }), |call| match call.method {
        "phone_finder" => Scripted::fail("NoPhone", "none").after(10),
        _ => Scripted::answer(1).after(20),
    });
    let error = json!({ "Error": "NoPhone", "Cause": "none" });
    assert_eq!(simulated.result, Ok(json!({ "id": 7, "error": error })));
    assert_eq!(simulated.elapsed, 10);
}

#[test]
fn fun_with_math() {
    let simulated = play(&fun_with_math::MACHINE, &json!([3, 2]), |call| match call.method {
        "add" => Scripted::answer(item(call, 0) + item(call, 1)),
        _ => Scripted::answer(item(call, 0) - item(call, 1)),
    });
    assert_eq!(simulated.result, Ok(json!([5, 1])));
}

#[test]
fn templates_shape_inputs_and_results() {
    let input =
        json!({ "work": { "who": "me", "lines": [{ "sku": "tea" }, { "sku": "ink" }, {}] } });
    let simulated = play(&templates::MACHINE, &input, |call| {
        let expected = json!({
            "lines": [{ "sku": "tea" }, { "sku": "ink" }, {}],
            "first": { "sku": "tea", "all": ["tea", "ink"] },
            "fixed": { "warehouse": "eu-1", "shelves": [1, 2] },
            "pair": [{ "who": "me" }, "just me"]
        });
        assert_eq!(call.input, expected);
        Scripted::answer(json!({ "id": 12, "noise": true }))
    });
    assert_eq!(simulated.result, Ok(json!({ "id": 12, "kind": "reservation" })));
    let (error, cause) = failure(&templates::MACHINE, &json!({ "work": { "lines": [] } }));
    assert_eq!(error, "States.Runtime");
    let told = "The JSONPath '$.lines[0].sku' specified for the field 'sku.$' could not be found in the input '{\"lines\":[]}'";
    assert!(cause.ends_with(told), "{cause}");
}
