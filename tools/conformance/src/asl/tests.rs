//! Tests of the comparison: a run as recorded passes, and every change to it is found.

use serde_json::{Value, json};

use super::case::{self, Case};
use super::compare;
use super::observed::Observed;

/// A task that fails, is retried and succeeds, followed by a Pass.
fn recorded() -> Value {
    json!({
        "id": "sample", "definition": {}, "input": { "a": 1 },
        "tasks": { "arn:f": [
            { "state": "T", "input": { "a": 1 }, "error": "Busy", "cause": { "code": 7 } },
            { "state": "T", "input": { "a": 1 }, "return": [1, 2.5, "<uuid:1>"] },
        ] },
        "expected": { "status": "SUCCEEDED", "output": [1, 2.5, "<uuid:1>"], "output_text": "[1,2.5,\"u-1\"]" },
        "expected_attempts": 2, "expected_delays": [3], "expected_duration": 3,
        "expected_event_count": 7,
        "events_include": ["TaskSucceeded"], "events_absent": ["TaskTimedOut"],
        "expected_events": [
            { "id": 1, "prev": 0, "type": "ExecutionStarted", "input": { "a": 1 } },
            { "id": 2, "prev": 0, "type": "TaskStateEntered", "name": "T", "input": { "a": 1 } },
            { "id": 3, "prev": 2, "type": "TaskScheduled", "resource": "f", "parameters": { "a": 1 }, "timeoutInSeconds": 5 },
            { "id": 4, "prev": 3, "type": "TaskFailed", "error": "Busy", "cause": { "code": 7 } },
            { "id": 5, "prev": 4, "type": "TaskSucceeded", "output": [1, 2.5, "<uuid:1>"], "output_text": "[1,2.5,\"u-1\"]" },
            { "id": 6, "prev": 5, "type": "TaskStateExited", "name": "T", "output": [1, 2.5, "<uuid:1>"] },
            { "id": 7, "prev": 6, "type": "ExecutionSucceeded", "output": [1, 2.5, "<uuid:1>"] },
        ],
    })
}

/// A run that equals the recording.
fn as_recorded() -> Value {
    let output = r#"[1,2.5,"u-1"]"#;
    json!({
        "status": "SUCCEEDED", "output": output, "error": null, "cause": null, "restored": null, "duration_ms": 3000,
        "calls": [
            { "resource": "arn:f", "state": "T", "input": "{\"a\":1}", "script": 0, "started_ms": 0, "ended_ms": 0 },
            { "resource": "arn:f", "state": "T", "input": "{\"a\":1}", "script": 1, "started_ms": 3000, "ended_ms": 3000 },
        ],
        "events": [
            { "id": 1, "prev": 0, "type": "ExecutionStarted", "input": "{\"a\":1}" },
            { "id": 2, "prev": 0, "type": "TaskStateEntered", "name": "T", "input": "{\"a\":1}" },
            { "id": 3, "prev": 2, "type": "TaskScheduled", "resource": "f", "parameters": "{\"a\":1}", "timeoutInSeconds": 5 },
            { "id": 4, "prev": 3, "type": "TaskFailed", "error": "Busy", "cause": "{\"code\": 7}" },
            { "id": 5, "prev": 4, "type": "TaskSucceeded", "output": output },
            { "id": 6, "prev": 5, "type": "TaskStateExited", "name": "T", "output": output },
            { "id": 7, "prev": 6, "type": "ExecutionSucceeded", "output": output },
        ],
    })
}

fn case(recorded: &Value) -> Case {
    case::read(&recorded.to_string()).unwrap()
}

fn differences(recorded: &Value, observed: &Value) -> Vec<String> {
    let observed: Observed = serde_json::from_value(observed.clone()).unwrap();
    compare::differences(&case(recorded), &observed)
        .into_iter()
        .map(|difference| difference.what)
        .collect()
}

/// The run with one value changed.
fn changed(pointer: &str, value: Value) -> Value {
    let mut observed = as_recorded();
    *observed.pointer_mut(pointer).unwrap() = value;
    observed
}

/// Pointers to all values that are neither array nor object.
fn leaves(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(key, value)| leaves(value, &format!("{at}/{key}"), found));
        }
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(n, value)| leaves(value, &format!("{at}/{n}"), found));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            found.push(at.to_owned());
        }
    }
}

#[test]
fn a_run_as_recorded_passes() {
    assert_eq!(differences(&recorded(), &as_recorded()), [""; 0]);
}

#[test]
fn every_changed_value_of_a_run_is_found() {
    let mut pointers = Vec::new();
    leaves(&as_recorded(), "", &mut pointers);
    // Only the time between two calls is known.
    pointers.retain(|pointer| pointer != "/calls/0/started_ms" && pointer != "/calls/1/ended_ms");
    assert!(pointers.len() > 40);
    for pointer in pointers {
        let other = match as_recorded().pointer(&pointer).unwrap() {
            Value::Number(number) => json!(number.as_u64().unwrap() + 1),
            Value::String(text) => json!(format!("{text}1")),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => json!("something"),
        };
        assert_ne!(
            differences(&recorded(), &changed(&pointer, other)),
            [""; 0],
            "a change at {pointer} is not found"
        );
    }
}

#[test]
fn every_missing_and_every_additional_detail_of_an_event_is_found() {
    for index in 0..7 {
        let event = as_recorded()["events"][index].as_object().unwrap().clone();
        for key in event.keys() {
            let mut observed = as_recorded();
            observed["events"][index].as_object_mut().unwrap().remove(key);
            assert_ne!(differences(&recorded(), &observed), [""; 0], "event {index} without {key}");
        }
        let mut observed = as_recorded();
        observed["events"][index]["timeoutInMinutes"] = json!(1);
        assert_eq!(
            differences(&recorded(), &observed),
            [format!("event {}: timeoutInMinutes", index + 1)]
        );
    }
}

#[test]
fn missing_additional_and_exchanged_events_are_found() {
    for change in [
        |events: &mut Vec<Value>| drop(events.pop()),
        |events: &mut Vec<Value>| drop(events.remove(3)),
        |events: &mut Vec<Value>| {
            events.push(json!({ "id": 8, "prev": 7, "type": "ExecutionSucceeded" }));
        },
        |events: &mut Vec<Value>| events.swap(3, 4),
    ] {
        let mut observed = as_recorded();
        change(observed["events"].as_array_mut().unwrap());
        assert_ne!(differences(&recorded(), &observed), [""; 0]);
    }
}

#[test]
fn an_error_or_cause_that_was_absent_at_aws_must_be_absent() {
    assert_eq!(differences(&recorded(), &changed("/error", json!("E"))), ["error"]);
    assert_eq!(differences(&recorded(), &changed("/cause", json!(""))), ["cause"]);
    let mut partial = recorded();
    partial["expected"]["partial"] = json!(true);
    assert_eq!(differences(&partial, &changed("/error", json!("E"))), [""; 0]);
}

#[test]
fn a_partial_expectation_still_compares_what_it_lists() {
    let mut partial = recorded();
    partial["expected"] =
        json!({ "status": "SUCCEEDED", "partial": true, "output_contains": { "Error": "E" } });
    assert_eq!(
        differences(&partial, &changed("/output", json!(r#"{"Error":"E","Cause":"c"}"#))),
        [""; 0]
    );
    assert_eq!(
        differences(&partial, &changed("/output", json!(r#"{"Error":"F"}"#))),
        ["output.Error"]
    );
    partial["expected"] =
        json!({ "status": "FAILED", "cause_contains": ["no", "such"], "partial": true });
    let mut observed = as_recorded();
    observed["cause"] = json!("no such thing");
    assert_eq!(differences(&partial, &observed), ["status"]);
    observed["cause"] = json!("no thing");
    assert_eq!(differences(&partial, &observed), ["status", "cause_contains"]);
}

#[test]
fn partial_events_compare_ids_types_and_the_listed_details() {
    let mut partial = recorded();
    partial["events_partial"] = json!(true);
    partial["expected_events"][2] = json!({ "id": 3, "prev": 2, "type": "TaskScheduled" });
    assert_eq!(differences(&partial, &as_recorded()), [""; 0]);
    assert_eq!(differences(&partial, &changed("/events/2/prev", json!(1))), ["event 3: prev"]);
    assert_eq!(differences(&partial, &changed("/events/1/name", json!("U"))), ["event 2: name"]);
}

#[test]
fn events_that_must_or_must_not_be_there_are_looked_for() {
    let mut asked = recorded();
    asked["events_include"] = json!(["TaskTimedOut", { "type": "TaskFailed", "error": "Busy" }, { "type": "TaskFailed", "error": "Idle" }]);
    asked["events_absent"] = json!(["TaskFailed"]);
    assert_eq!(
        differences(&asked, &as_recorded()),
        ["events_include", "events_include", "events_absent"]
    );
}

#[test]
fn the_last_events_are_compared_with_the_end_of_the_history() {
    let mut asked = recorded();
    let last = asked["expected_events"][6].take();
    asked.as_object_mut().unwrap().remove("expected_events");
    asked["last_events"] = json!([last]);
    assert_eq!(differences(&asked, &as_recorded()), [""; 0]);
    assert_eq!(differences(&asked, &changed("/events/6/prev", json!(5))), ["event 7: prev"]);
}

#[test]
fn calls_are_compared_with_the_recorded_ones() {
    assert_eq!(
        differences(&recorded(), &changed("/calls/1/state", json!("U"))),
        ["task call 2: state"]
    );
    assert_eq!(
        differences(&recorded(), &changed("/calls/1/input", json!("{\"a\":2}"))),
        ["task call 2: input.a"]
    );
    assert_eq!(differences(&recorded(), &changed("/calls/1/script", Value::Null)), ["task call 2"]);
    assert_eq!(
        differences(&recorded(), &changed("/calls/1/started_ms", json!(4000))),
        ["expected_delays"]
    );
}

#[test]
fn composed_texts_may_differ_in_punctuation_only() {
    let mut composed = recorded();
    composed["expected"]["cause"] = json!("It failed. Badly");
    let observed = changed("/cause", json!("It failed: Badly!"));
    assert_eq!(differences(&composed, &observed), ["cause"]);
    composed["composed"] = json!(true);
    assert_eq!(differences(&composed, &observed), [""; 0]);
    assert_eq!(differences(&composed, &changed("/cause", json!("It failed: Sadly!"))), ["cause"]);
}

#[test]
fn a_comparison_that_the_runner_does_not_know_fails_the_case() {
    let mut asked = recorded();
    asked["expected_colour"] = json!("blue");
    assert_eq!(differences(&asked, &as_recorded()), ["expected_colour"]);
}

/// A Parallel whose inner events the source sorted; the id of `ParallelStateSucceeded` is a gap.
fn sorted_parallel() -> Value {
    json!({
        "id": "sorted", "definition": {}, "input": {}, "expected": { "status": "SUCCEEDED" }, "events_order": "sorted",
        "expected_events": [
            { "id": 1, "prev": 0, "type": "ExecutionStarted" },
            { "id": 0, "prev": 0, "type": "PassStateEntered", "name": "A" },
            { "id": 0, "prev": 0, "type": "PassStateEntered", "name": "B" },
            { "id": 5, "prev": 3, "type": "ParallelStateExited" },
        ],
    })
}

fn parallel_run() -> Value {
    json!({
        "status": "SUCCEEDED", "duration_ms": 0, "calls": [],
        "events": [
            { "id": 1, "prev": 0, "type": "ExecutionStarted" },
            { "id": 2, "prev": 1, "type": "PassStateEntered", "name": "B" },
            { "id": 3, "prev": 1, "type": "PassStateEntered", "name": "A" },
            { "id": 4, "prev": 3, "type": "ParallelStateSucceeded" },
            { "id": 5, "prev": 3, "type": "ParallelStateExited" },
        ],
    })
}

#[test]
fn events_inside_a_sorted_parallel_compare_as_a_multiset() {
    assert_eq!(differences(&sorted_parallel(), &parallel_run()), [""; 0]);
    let inside = "an event inside a Parallel";
    let mut twice = parallel_run();
    twice["events"][1]["name"] = json!("A");
    assert_eq!(differences(&sorted_parallel(), &twice), [inside, inside]);
    let mut other = parallel_run();
    other["events"][3]["type"] = json!("PassStateExited");
    assert_eq!(differences(&sorted_parallel(), &other), [inside]);
    let mut linked = parallel_run();
    linked["events"][4]["prev"] = json!(4);
    assert_eq!(differences(&sorted_parallel(), &linked), ["event 5: prev"]);
}
