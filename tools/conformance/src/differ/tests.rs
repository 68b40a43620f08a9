//! Tests of the comparison: the reference follows the specification's own examples, and differences
//! are found.

use std::collections::BTreeMap;

use asl_codegen::options::Profile;

use super::choice::{self, Missing};
use super::compare::difference;
use super::flow::Claims;
use super::generate::{Generator, START};
use super::job::Job;
use super::json::Json;
use super::reference;

fn json(text: &str) -> Json {
    serde_json::from_str(text).unwrap()
}

fn job(input: &str, acts: &[&str]) -> Job {
    Job {
        start: START,
        seed: 1,
        input: json(input),
        acts: acts.iter().map(|act| json(act)).collect(),
        acts_of: BTreeMap::new(),
    }
}

/// A task that fails until its time-out, with a retrier and a catcher.
const RETRIED: &str = r#"{"StartAt": "X", "States": {
    "X": {"Type": "Task", "Resource": "task:x", "Next": "Y",
        "Retry": [{"ErrorEquals": ["ErrorA"], "IntervalSeconds": 3, "MaxAttempts": 2, "BackoffRate": 1.5}],
        "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.e", "Next": "Y"}]},
    "Y": {"Type": "Succeed"}}}"#;
const FAILS: &str = r#"{"every": 0, "times": 0, "after": 10, "does": {"fail": ["ErrorA", "no"]}}"#;

#[test]
fn the_reference_retries_after_waits_of_3_and_4_and_a_half_seconds() {
    let (end, trace) =
        reference::run(&json(RETRIED), &job(r#"{"a": 1}"#, &[FAILS]), Profile::Spec).unwrap();
    let (output, at) = end.unwrap();
    assert_eq!(output, json(r#"{"a": 1, "e": {"Error": "ErrorA", "Cause": "no"}}"#));
    assert_eq!(at, 7_530);
    let started: Vec<_> = trace.started.iter().map(|event| event.at).collect();
    assert_eq!(started, [0, 3_010, 7_520]);
}

#[test]
fn events_of_a_branch_after_the_failure_of_another_are_discarded() {
    let machine = json(
        r#"{"StartAt": "P", "States": {"P": {"Type": "Parallel", "End": true, "Branches": [
            {"StartAt": "A", "States": {"A": {"Type": "Wait", "Seconds": 1, "Next": "B"}, "B": {"Type": "Fail", "Error": "E", "Cause": "c"}}},
            {"StartAt": "C", "States": {"C": {"Type": "Wait", "Seconds": 1, "Next": "D"}, "D": {"Type": "Wait", "Seconds": 1, "Next": "F"},
                "F": {"Type": "Succeed"}}}]}}}"#,
    );
    let (end, trace) = reference::run(&machine, &job("{}", &[]), Profile::Spec).unwrap();
    assert_eq!(end.map_err(|fault| (fault.error, fault.at)).unwrap_err(), ("E".to_owned(), 1_000));
    let entered: Vec<_> =
        trace.entered.iter().map(|event| (event.state.as_str(), event.optional)).collect();
    assert_eq!(entered, [("P", false), ("A", false), ("B", false), ("C", false), ("D", true)]);
}

#[test]
fn a_different_end_time_state_or_input_is_found() {
    let machine = json(RETRIED);
    let (end, trace) = reference::run(&machine, &job("{}", &[FAILS]), Profile::Spec).unwrap();
    let told = r#"{"failed": false, "output": {"e": {"Error": "ErrorA", "Cause": "no"}}, "error": null, "cause": null,
        "elapsed": 7530, "entered": [["X", 0, {}], ["Y", 7530, {"e": {"Error": "ErrorA", "Cause": "no"}}]],
        "started": [["X", 0, {}], ["X", 3010, {}], ["X", 7520, {}]]}"#;
    let found = |told: &str| difference(&machine, &end, &trace, &json(told));
    assert_eq!(found(told), None);
    let changes = [
        ("\"elapsed\": 7530", "\"elapsed\": 7531"),
        ("\"output\": {", "\"output\": {\"more\": 1, "),
        ("[\"Y\", 7530,", "[\"X\", 7530,"),
        ("[\"X\", 3010, {}]", "[\"X\", 3010, []]"),
        (", [\"X\", 7520, {}]", ""),
    ];
    for (from, to) in changes {
        assert!(found(&told.replace(from, to)).is_some(), "{to}");
    }
}

#[test]
fn a_seed_always_makes_the_same_machines_and_most_end_on_their_own() {
    let make = |seed| {
        let mut generator = Generator::new(seed);
        (0..50).map(|_| (generator.machine(), generator.job())).collect::<Vec<_>>()
    };
    let (first, again) = (make(3), make(3));
    assert!(
        first
            .iter()
            .zip(&again)
            .all(|(a, b)| a.0.to_string() == b.0.to_string() && a.1.input == b.1.input)
    );
    let ended = first
        .iter()
        .filter(|(machine, job)| reference::run(machine, job, Profile::Spec).is_some())
        .count();
    assert!(ended > 40, "{ended}");
}

#[test]
fn claims_of_the_compiler_about_data_hold() {
    let (mut runs, mut failing, mut lacking) = (0, 0, 0);
    // In machines of the second seed, an exit of a Choice would fail that is never taken.
    let mut generator = Generator::new(11);
    for number in 0..800 {
        let inputs = if number < 400 { 6 } else { 30 };
        if number == 400 {
            generator = Generator::new(5);
        }
        let definition = generator.machine();
        let claims = Claims::of(&definition.to_string(), Profile::Spec).expect("a machine");
        failing += claims.failing();
        for _ in 0..inputs {
            let job = generator.job();
            let Some((end, trace)) = reference::run(&definition, &job, Profile::Spec) else {
                continue;
            };
            lacking += usize::from(claims.lacks(&job));
            assert_eq!(
                claims.untrue(&job, &end, &trace),
                None,
                "{definition}\ninput {}",
                job.input
            );
            runs += 1;
        }
    }
    assert!(runs > 1_500 && failing > 20, "{runs} runs, {failing} states fail");
    assert!(lacking > 20, "{lacking} inputs lack what is required");
}

#[test]
fn a_choice_of_a_slice_of_an_object_fails_at_aws_only() {
    let input = json(r#"{"a": {"b": 1}}"#);
    let rules = [
        r#"{"Variable": "$.a[0:1]", "IsPresent": true}"#,
        r#"{"Variable": "$.a.b", "NumericEqualsPath": "$.a[0:1]"}"#,
    ];
    for (rule, of_specification) in rules.map(json).iter().zip([true, false]) {
        assert_eq!(choice::matches(rule, &input, Profile::Spec), Ok(of_specification));
        assert_eq!(choice::matches(rule, &input, Profile::Aws), Err(Missing));
    }
}
