//! The differences between the specification and AWS, in both profiles. `docs/guide/profiles.md`
//! names a test in each of its rows.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    unused_must_use,
    reason = "a test may"
)]

use std::collections::BTreeSet;
use std::time::Duration;

use asl_codegen::compile;
use asl_codegen::options::{Options, Profile};
use asl_codegen::source::Sources;
use asl_runtime::engine::simulation::{Scripted, Simulation, SimulationRun};
use asl_runtime::{Failure, TaskContext, TaskError, Value, asl_machine, json};

// The definition is faulty on purpose, which causes a warning.
asl_machine! { "definitions/profiles.asl.json", name = by_specification, profile = spec }
asl_machine! { "definitions/profiles.asl.json", name = as_recorded, profile = aws }
asl_machine! { "definitions/profiles.asl.json", name = within_quotas, limits = aws }
asl_machine! { "definitions/limits/variables.asl.json", name = variables }
asl_machine! { "definitions/limits/variables.asl.json", name = variables_within_quotas, limits = aws }
asl_machine! { "definitions/profiles_late.asl.json", name = late_by_specification, profile = spec }
asl_machine! { "definitions/profiles_late.asl.json", name = late_as_recorded }
asl_machine! { "definitions/profiles_endless.asl.json", name = endless, profile = spec }

/// The runs of both profiles, the specification's first, with these tasks.
fn both(input: &Value, does: &Scripted) -> [SimulationRun; 2] {
    [&by_specification::MACHINE, &as_recorded::MACHINE]
        .map(|machine| Simulation::new().run(machine, input.clone(), |_| does.clone()))
}

/// The failure, which is the same in both.
fn failure(input: &Value) -> Failure {
    let [spec, aws] =
        both(input, &Scripted::Hang).map(|simulated| simulated.result.expect_err("it fails"));
    assert_eq!(spec, aws);
    spec
}

/// The codes of a profile's findings.
fn codes(text: &str, profile: Profile) -> Vec<&'static str> {
    codes_with(text, &Options::default().profile(profile))
}

fn codes_with(text: &str, options: &Options) -> Vec<&'static str> {
    let checked = compile::check(&mut Sources::from_text("machine.asl.json", text), options);
    checked.diagnostics.sorted().iter().map(|found| found.code.id()).collect()
}

/// The codes of both profiles, the specification's first.
fn both_codes(text: &str) -> [Vec<&'static str>; 2] {
    [Profile::Spec, Profile::Aws].map(|profile| codes(text, profile))
}

/// Expects no findings under either profile.
const NOTHING: [Vec<&str>; 2] = [Vec::new(), Vec::new()];

/// A machine of one state `A`, which ends it.
fn only(fields: &str) -> String {
    format!(r#"{{"StartAt": "A", "States": {{"A": {{{fields}}}}}}}"#)
}

/// The results of both profiles.
fn results(input: &Value, does: &Scripted) -> [Result<Value, Failure>; 2] {
    both(input, does).map(|simulated| simulated.result)
}

#[test]
fn names_may_have_128_characters_but_80_at_aws() {
    let named = |length: usize, profile| {
        let name = "x".repeat(length);
        codes(
            &format!(r#"{{"StartAt": "{name}", "States": {{"{name}": {{"Type": "Succeed"}}}}}}"#),
            profile,
        )
    };
    assert_eq!(
        [80, 81, 128, 129].map(|length| named(length, Profile::Spec)).concat(),
        ["ASL0303", "ASL0303", "ASL0302"]
    );
    assert_eq!([80, 81].map(|length| named(length, Profile::Aws)).concat(), ["ASL0302"]);
}

#[test]
fn a_task_has_a_minute_but_three_years_at_aws() {
    let [spec, aws] = both(&json!({"way": "default"}), &Scripted::Hang);
    assert_eq!((spec.elapsed, aws.elapsed), (60_000, 99_999_999_000));
    assert_eq!(spec.result, aws.result);
}

#[test]
fn a_task_that_ends_by_a_report_causes_a_warning_about_the_minute() {
    for resource in [
        "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
        "arn:aws:states:::glue:startJobRun.sync",
        "arn:aws:states:::states:startExecution.sync:2",
        "arn:aws:states:us-east-1:123456789012:activity:Sign",
    ] {
        // A token that is never sent is another warning.
        let sent = if resource.ends_with("Token") {
            r#", "Parameters": {"QueueUrl": "q", "MessageBody.$": "$$.Task.Token"}"#
        } else {
            ""
        };
        let task = |more: &str| {
            only(&format!(r#""Type": "Task", "Resource": "{resource}", "End": true{sent}{more}"#))
        };
        assert_eq!(both_codes(&task("")), [vec!["ASL0514"], vec![]], "{resource}");
        assert_eq!(both_codes(&task(r#", "TimeoutSeconds": 60"#)), NOTHING);
        assert_eq!(both_codes(&task(r#", "TimeoutSecondsPath": "$.t""#)), NOTHING);
        let options = Options::default().profile(Profile::Spec).default_task_timeout(60);
        assert_eq!(codes_with(&task(""), &options), [""; 0]);
    }
    assert_eq!(both_codes(&only(r#""Type": "Task", "Resource": "task:a", "End": true"#)), NOTHING);
}

#[test]
fn a_heartbeat_is_shorter_than_the_default_time_out() {
    let task = |beat: u32| {
        only(&format!(
            r#""Type": "Task", "Resource": "task:a", "HeartbeatSeconds": {beat}, "End": true"#
        ))
    };
    assert_eq!(
        [59, 60, 100].map(|beat| codes(&task(beat), Profile::Spec)).concat(),
        ["ASL0505", "ASL0505"]
    );
    assert_eq!([59, 60, 100].map(|beat| codes(&task(beat), Profile::Aws)).concat(), [""; 0]);
    let longer = Options::default().profile(Profile::Spec).default_task_timeout(101);
    assert_eq!([100, 101].map(|beat| codes_with(&task(beat), &longer)).concat(), ["ASL0505"]);
}

#[test]
fn a_fail_requires_its_fields_but_not_at_aws() {
    for (fields, code) in [
        ("", "ASL0513"),
        (r#", "Error": "E""#, "ASL0513"),
        (r#", "ErrorPath": "$.e""#, "ASL0513"),
        // The form of the 2016 text's own example.
        (r#", "Cause": "No Matches!""#, "ASL0507"),
    ] {
        let fail = only(&format!(r#""Type": "Fail"{fields}"#));
        assert_eq!(both_codes(&fail), [vec![code], vec![]], "{fields}");
    }
    let complete = only(r#""Type": "Fail", "Error": "E", "Cause": "c""#);
    assert_eq!(both_codes(&complete), NOTHING);
}

#[test]
fn names_of_own_errors_must_not_begin_like_those_of_the_language() {
    let fail = only(r#""Type": "Fail", "Error": "States.Mine", "Cause": "c""#);
    assert_eq!(both_codes(&fail), [vec!["ASL0908"], vec!["ASL0906"]]);
    let [spec, aws] = both(&json!({"way": "own name"}), &Scripted::fail("States.Mine", "why"));
    let warnings = |simulated: &SimulationRun| {
        let events = simulated.events.iter().filter(|event| event.kind.to_string() == "Warning");
        events
            .map(|event| (event.details.name.clone(), event.details.error.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(warnings(&spec), [(Some("Own name".into()), Some("States.Mine".into()))]);
    assert_eq!(warnings(&aws), []);
    for simulated in [spec, aws] {
        assert_eq!(simulated.result, Ok(json!({"Error": "States.Mine", "Cause": "why"})));
    }
    // A name of the language is not a name of one's own. Under AWS's profile nothing catches it,
    // whoever reports it.
    let [spec, aws] = both(&json!({"way": "own name"}), &Scripted::fail("States.Runtime", "why"));
    assert_eq!(warnings(&spec), []);
    assert_eq!(spec.result, Ok(json!({"Error": "States.Runtime", "Cause": "why"})));
    assert_eq!(aws.result.expect_err("it ends the execution").error(), Some("States.Runtime"));
}

#[test]
fn states_all_matches_any_error_but_not_states_runtime_at_aws() {
    let [spec, aws] = both(&json!({"way": "any error"}), &Scripted::Hang);
    let output = spec.result.expect("it is caught");
    assert_eq!((output.get("Error"), spec.elapsed), (Some(&json!("States.Runtime")), 3_000));
    assert_eq!(
        (aws.result.expect_err("nothing catches it").error(), aws.elapsed),
        (Some("States.Runtime"), 0)
    );
    let [spec, aws] = results(&json!({"way": "in a branch"}), &Scripted::Hang);
    assert_eq!(spec.expect("it is caught").get("Error"), Some(&json!("States.Runtime")));
    assert_eq!(aws.expect_err("nothing catches it").error(), Some("States.Runtime"));
    let catcher = |name: &str| {
        only(&format!(
            r#""Type": "Task", "Resource": "task:a", "Catch": [{{"ErrorEquals": ["{name}"], "Next": "A"}}], "End": true"#
        ))
    };
    assert_eq!(both_codes(&catcher("States.Runtime")), [vec![], vec!["ASL0905"]]);
}

#[test]
fn a_missing_variable_does_not_match_but_is_a_failure_at_aws() {
    let absent =
        |or: bool| results(&json!({"way": "absent", "flag": true, "or": or}), &Scripted::Hang);
    for (or, expected) in [(true, "by or"), (false, "by not")] {
        let [spec, aws] = absent(or);
        assert_eq!(spec, Ok(json!(expected)));
        assert_eq!(aws.expect_err("the path finds nothing").error(), Some("States.Runtime"));
    }
    let rules = r#"{"Variable": "$.x", "BooleanEquals": true, "Next": "B"},
                   {"Variable": "$.x", "BooleanEquals": false, "Next": "B"}"#;
    let choice = |more: &str| {
        format!(
            r#"{{"StartAt": "A", "States": {{"A": {{"Type": "Choice", "Choices": [{rules}]{more}}},
                "B": {{"Type": "Succeed"}}}}}}"#
        )
    };
    // The remaining case is a missing value: a failure at AWS, but not for a Default.
    assert_eq!(both_codes(&choice("")), [vec!["ASL0814"], vec![]]);
}

#[test]
fn a_choice_without_a_match_has_an_error_name_of_its_own_but_not_at_aws() {
    let [spec, aws] = both(&json!({"way": "none"}), &Scripted::Hang)
        .map(|simulated| simulated.result.expect_err("no way"));
    assert_eq!(spec.error(), Some("States.NoChoiceMatched"));
    assert_eq!(aws.error(), Some("States.Runtime"));
    let cause = "An error occurred while executing the state 'Pick' (entered at the event id #2). Failed to transition out of \
                 the state. The state does not point to a next state.";
    assert_eq!(aws.cause(), Some(cause));
}

#[test]
fn a_branch_that_failed_has_two_names_but_its_own_only_at_aws() {
    let [spec, aws] = results(&json!({"way": "branch"}), &Scripted::Hang);
    assert_eq!(spec, Ok(json!({"Error": "Boom", "Cause": "it went off"})));
    assert_eq!(aws.expect_err("nothing names it").error(), Some("Boom"));
    for result in results(&json!({"way": "branch task"}), &Scripted::Hang) {
        assert_eq!(result, Ok(json!({"Error": "Boom", "Cause": "it went off"})));
    }
}

/// Seconds of a hundred years.
const CENTURY: u64 = 3_155_760_000;

#[test]
fn a_wait_has_no_upper_limit_but_has_one_at_aws() {
    let seconds =
        |seconds: u64| both(&json!({"way": "seconds", "seconds": seconds}), &Scripted::Hang);
    let [spec, aws] = seconds(CENTURY);
    assert_eq!((spec.result.is_ok(), spec.elapsed), (true, CENTURY * 1000));
    assert!(
        aws.result
            .expect_err("too long")
            .cause()
            .unwrap()
            .ends_with("Wait state delay is too long.")
    );
    assert!(seconds(0x7FFF_FFFF).iter().all(|simulated| simulated.result.is_ok()));
    let [spec, aws] =
        results(&json!({"way": "clock", "time": "2200-01-01T00:00:00Z"}), &Scripted::Hang);
    assert!(spec.is_ok() && aws.is_err());
    // No clock can represent this, so the wait is as long as possible.
    assert!(seconds(i64::MAX as u64)[0].result.is_ok());

    let wait =
        |fields: &str| both_codes(&only(&format!(r#""Type": "Wait", {fields}, "End": true"#)));
    assert_eq!(wait(r#""Seconds": 99999999"#), NOTHING);
    assert_eq!(wait(r#""Seconds": 100000000"#), [vec![], vec!["ASL1102"]]);
    assert_eq!(wait(r#""Seconds": 1e40"#), [vec![], vec!["ASL1102"]]);
    assert_eq!(wait(r#""Seconds": -1"#), [vec!["ASL1102"], vec!["ASL1102"]]);
    assert_eq!(wait(r#""Timestamp": "2094-01-01T00:00:00Z""#), NOTHING);
    assert_eq!(wait(r#""Timestamp": "2100-01-01T00:00:00Z""#), [vec![], vec!["ASL1103"]]);
}

#[tokio::test(start_paused = true)]
async fn a_century_passes_in_process_too() {
    struct Nothing;
    impl by_specification::Tasks for Nothing {
        async fn long(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
            Ok(Value::Null)
        }
        async fn beating(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
            Ok(Value::Null)
        }
        async fn failing(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
            Ok(Value::Null)
        }
        async fn any(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
            Ok(Value::Null)
        }
        async fn own(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
            Ok(Value::Null)
        }
    }
    let start = tokio::time::Instant::now();
    let input = json!({"way": "seconds", "seconds": CENTURY});
    assert!(by_specification::run(Nothing, input).await.is_ok());
    assert!(start.elapsed() >= Duration::from_secs(CENTURY));
}

#[test]
fn states_that_nothing_reaches_and_machines_without_an_end_are_allowed() {
    let text = fs_definition("profiles_endless.asl.json");
    let [spec, aws] = both_codes(&text);
    assert_eq!(spec, ["ASL0408", "ASL0409"]);
    assert!(aws.contains(&"ASL0407") && !aws.contains(&"ASL0406"), "{aws:?}");
    let lost =
        r#"{"StartAt": "A", "States": {"A": {"Type": "Succeed"}, "B": {"Type": "Succeed"}}}"#;
    assert_eq!(both_codes(lost), [vec!["ASL0409"], vec!["ASL0406"]]);
    let mut calls = 0;
    let simulated = Simulation::new().run(&endless::MACHINE, json!({}), |_| {
        calls += 1;
        if calls < 3 {
            Scripted::answer(json!({}))
        } else {
            Scripted::fail("Enough", "that is all")
        }
    });
    assert_eq!(simulated.result.expect_err("its task ends it").error(), Some("Enough"));
    assert_eq!(simulated.elapsed, 3 * 10_000_000_000_000);
}

#[test]
fn several_names_give_an_array_but_an_object_at_aws() {
    let [spec, aws] = results(&json!({"way": "names", "a": 1, "b": 2}), &Scripted::Hang);
    assert_eq!(spec, Ok(json!(["names", [1, 2]])));
    assert_eq!(aws, Ok(json!({"way": "names", "found": {"a": 1, "b": 2}})));
}

#[test]
fn an_item_past_the_end_fails_a_template_but_is_null_at_aws() {
    let [spec, aws] = results(&json!({"way": "items", "items": [1]}), &Scripted::Hang);
    assert_eq!(spec.expect_err("no such item").error(), Some("States.Runtime"));
    assert_eq!(aws, Ok(json!({"item": null})));
}

#[test]
fn a_machine_that_times_out_has_an_error_name_but_none_at_aws() {
    let [spec, aws] =
        [&late_by_specification::MACHINE, &late_as_recorded::MACHINE].map(|machine| {
            Simulation::new().run(machine, json!({}), |_| Scripted::Hang).result.expect_err("late")
        });
    assert_eq!((spec.error(), aws.error()), (Some("States.Timeout"), None));
}

#[test]
fn a_state_that_always_fails_is_an_error_but_a_warning_at_aws() {
    let text = r#"{"StartAt": "A", "States": {
        "A": {"Type": "Pass", "Result": {"a": 1}, "Next": "B"},
        "B": {"Type": "Pass", "InputPath": "$.b", "End": true}}}"#;
    assert_eq!(both_codes(text), [vec!["ASL1801"], vec!["ASL1806"]]);
}

#[test]
fn constructs_that_step_functions_refuses_are_refused_only_at_aws() {
    let task = |resource: &str, more: &str| {
        both_codes(&only(&format!(
            r#""Type": "Task", "Resource": "{resource}", "End": true{more}"#
        )))
    };
    assert_eq!(task("arn:aws:states:::sqs:receiveMessage", ""), [vec![], vec!["ASL1003"]]);
    assert_eq!(task("task:a", r#", "Credentials": {"Key": "x"}"#), [vec![], vec!["ASL0202"]]);
    let retry = |most: u32| {
        let retrier = r#""ErrorEquals": ["E"], "IntervalSeconds": 5, "MaxDelaySeconds""#;
        task("task:a", &format!(r#", "Retry": [{{{retrier}: {most}}}]"#))
    };
    assert_eq!((retry(5), retry(6)), ([vec![], vec!["ASL0602"]], NOTHING));
}

#[test]
fn distributed_maps_that_step_functions_refuses_are_refused_only_at_aws() {
    let map = |name: &str, fields: &str, config: &str, way: &str| {
        format!(
            r#""{name}": {{"Type": "Map", {fields} "ItemProcessor": {{
                "ProcessorConfig": {{"Mode": "DISTRIBUTED"{config}}}, "StartAt": "In {name}",
                "States": {{"In {name}": {{"Type": "Succeed"}}}}}}, {way}}}"#
        )
    };
    let machine = |states: &str| format!(r#"{{"StartAt": "A", "States": {{{states}}}}}"#);
    let (standard, end) = (r#", "ExecutionType": "STANDARD""#, r#""End": true"#);
    let one = |fields: &str, config: &str| both_codes(&machine(&map("A", fields, config, end)));
    assert_eq!((one("", ""), one("", standard)), ([vec![], vec!["ASL0202"]], NOTHING));
    let put = r#""Resource": "arn:aws:states:::s3:putObject", "Parameters": {"Bucket": "b"}"#;
    assert_eq!(one(&format!(r#""ResultWriter": {{{put}}},"#), standard), [vec![], vec!["ASL0202"]]);
    let reader = r#""ItemReader": {"Resource": "arn:aws:states:::dynamodb:scan"},"#;
    assert_eq!(one(reader, standard), [vec![], vec!["ASL1003"]]);
    let label = r#""Label": "same","#;
    let two = [map("A", label, standard, r#""Next": "B""#), map("B", label, standard, end)];
    assert_eq!(both_codes(&machine(&two.join(", "))), [vec![], vec!["ASL0306"]]);
}

#[test]
fn a_state_in_jsonpath_in_a_machine_in_jsonata_is_refused_only_at_aws() {
    let text = only(r#""Type": "Pass", "QueryLanguage": "JSONPath", "End": true"#).replacen(
        '{',
        r#"{"QueryLanguage": "JSONata", "#,
        1,
    );
    assert_eq!(both_codes(&text), [vec![], vec!["ASL0208"]]);
}

#[test]
fn fields_of_distributed_maps_have_no_effect_in_inline_ones_at_aws() {
    let text = only(
        r#""Type": "Map", "ItemBatcher": {"MaxItemsPerBatch": 2}, "End": true, "ItemProcessor": {
           "StartAt": "B", "States": {"B": {"Type": "Succeed"}}}"#,
    );
    assert_eq!(both_codes(&text), [["ASL0501"], ["ASL0512"]]);
}

#[test]
fn numbers_that_are_integers_may_be_written_with_a_point() {
    let texts = [
        r#"{"StartAt": "A", "TimeoutSeconds": 10.0, "States": {"A": {"Type": "Wait", "Seconds": 1e1, "End": true}}}"#
            .to_owned(),
        only(
            r#""Type": "Task", "Resource": "task:a", "TimeoutSeconds": 10.0, "HeartbeatSeconds": 5.0, "End": true,
               "Retry": [{"ErrorEquals": ["E"], "IntervalSeconds": 2.0, "MaxAttempts": 3.0, "MaxDelaySeconds": 1e2}]"#,
        ),
        only(
            r#""Type": "Map", "MaxConcurrency": 2.0, "End": true, "ItemProcessor": {
               "StartAt": "B", "States": {"B": {"Type": "Succeed"}}}"#,
        ),
    ];
    for text in &texts {
        assert_eq!(both_codes(text), NOTHING, "{text}");
    }
    let fraction = only(r#""Type": "Wait", "Seconds": 1.5, "End": true"#);
    assert_eq!(both_codes(&fraction), [vec!["ASL0601"], vec!["ASL0601"]]);
}

#[test]
fn a_missed_heartbeat_matches_both_names_and_is_a_timeout() {
    for simulated in both(&json!({"way": "heartbeat"}), &Scripted::Hang) {
        // It is retried by one name, and caught by the other.
        assert_eq!(simulated.result, Ok(json!({"Error": "States.Timeout", "Cause": ""})));
        assert_eq!(simulated.elapsed, 5_000 + 1_000 + 5_000);
    }
}

#[test]
fn states_task_failed_is_any_error_of_a_task_but_its_timeout() {
    let input = json!({"way": "task failed"});
    for simulated in both(&input, &Scripted::fail("Busy", "b")) {
        assert_eq!(simulated.result, Ok(json!({"Error": "Busy", "Cause": "b"})));
    }
    assert_eq!(failure(&input).error(), Some("States.Timeout"));
}

#[test]
fn states_task_failed_takes_failing_expressions_but_not_at_aws() {
    let [spec, aws] = results(&json!({"way": "expression"}), &Scripted::answer(json!(1)));
    assert_eq!(spec.expect("caught")["Error"], "States.QueryEvaluationError");
    assert_eq!(aws.expect_err("not caught").error(), Some("States.QueryEvaluationError"));
}

#[test]
fn a_slice_of_an_object_is_empty_but_fails_at_aws() {
    let input = json!({"way": "slice", "list": [1, 2, 3]});
    let [spec, aws] = results(&input, &Scripted::Hang);
    assert_eq!(spec, Ok(json!({"root": [], "list": [2, 3], "none": []})));
    let failure = aws.expect_err("the data is no list");
    assert_eq!(failure.error(), Some("States.Runtime"));
    assert!(failure.cause().expect("a cause").contains("can only be applied to arrays"));
}

#[test]
fn data_and_histories_are_limited_only_by_the_quotas_of_aws() {
    let large = json!({"way": "large", "data": "x".repeat(256 * 1024)});
    for simulated in both(&large, &Scripted::Hang) {
        assert!(simulated.result.is_ok());
    }
    let simulated = Simulation::new().run(&within_quotas::MACHINE, large, |_| Scripted::Hang);
    assert_eq!(simulated.result.expect_err("too large").error(), Some("States.DataLimitExceeded"));
    let endless = |machine| {
        Simulation::new().without_history().max_steps(10).run(
            machine,
            json!({"way": "round"}),
            |_| Scripted::Hang,
        )
    };
    for machine in [&by_specification::MACHINE, &as_recorded::MACHINE] {
        let stopped = endless(machine).result.expect_err("it goes round for ever");
        assert_eq!(stopped.cause(), Some("the simulation reached its maximum number of steps"));
    }
    let full = endless(&within_quotas::MACHINE).result.expect_err("its history is full");
    assert_eq!(
        full.cause(),
        Some("The execution reached the maximum number of history events (25000).")
    );
}

#[test]
fn variables_are_limited_only_by_the_quotas_of_aws() {
    for (language, copies) in [("JSONPath", 1), ("JSONata", 2)] {
        let input = json!({"language": (language)});
        // `{"kept":""}` around the copies.
        let largest = (256 * 1024 - 11) / copies;
        let run = |machine, length: usize| {
            let answer = Scripted::answer(Value::text("x".repeat(length)));
            Simulation::new().run(machine, input.clone(), |_| answer.clone())
        };
        assert_eq!(run(&variables_within_quotas::MACHINE, largest).result, Ok(input.clone()));
        let too_large = run(&variables_within_quotas::MACHINE, largest + 1);
        let output = too_large.result.expect("a catcher takes it");
        let error = output.get("error").expect("an Error Output");
        assert_eq!(error.get("Error"), Some(&json!("States.DataLimitExceeded")), "{language}");
        let cause = error.get("Cause").and_then(Value::as_str).expect("a cause");
        let ending = "The variables exceed the maximum size of 262144 bytes.";
        assert!(cause.ends_with(ending), "{cause}");
        assert_eq!(run(&variables::MACHINE, largest + 1).result, Ok(input.clone()));
    }
}

#[test]
fn a_path_without_a_value_is_a_fault_of_the_machine() {
    assert_eq!(failure(&json!({"way": "path"})).error(), Some("States.Runtime"));
}

#[test]
fn timestamps_have_upper_case_letters() {
    let timed = |time: &str| json!({"way": "clock", "time": time});
    assert_eq!(failure(&timed("1970-01-01t00:00:00Z")).error(), Some("States.Runtime"));
    assert_eq!(failure(&timed("1970-01-01T00:00:00z")).error(), Some("States.Runtime"));
    assert!(
        both(&timed("1970-01-01T00:00:00Z"), &Scripted::Hang)
            .iter()
            .all(|simulated| simulated.result.is_ok())
    );
    let literal = r#"{"StartAt": "A", "States": {"A": {"Type": "Wait", "Timestamp": "2016-03-14t01:59:00Z", "End": true}}}"#;
    assert_eq!(
        [Profile::Spec, Profile::Aws].map(|profile| codes(literal, profile)).concat(),
        ["ASL1101", "ASL1101"]
    );
}

#[test]
fn a_result_path_that_does_not_fit_has_the_current_error_name() {
    assert_eq!(failure(&json!({"way": "place"})).error(), Some("States.ResultPathMatchFailure"));
}

#[test]
fn names_of_states_and_keys_are_unique() {
    let inner = r#"{"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}"#;
    let states = format!(
        r#"{{"StartAt": "P", "States": {{"P": {{"Type": "Parallel", "Branches": [{inner}, {inner}], "End": true}}}}}}"#
    );
    let keys = r#"{"StartAt": "A", "StartAt": "A", "States": {"A": {"Type": "Succeed"}}}"#;
    for profile in [Profile::Spec, Profile::Aws] {
        assert_eq!(
            (codes(&states, profile), codes(keys, profile)),
            (vec!["ASL0301"], vec!["ASL0102"])
        );
    }
}

fn fs_definition(name: &str) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/definitions/").to_owned() + name;
    std::fs::read_to_string(path).expect("a definition")
}

/// Each row of the page ends with the name of its test, and each test has a row.
#[test]
fn the_page_has_a_row_for_each_test() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/guide/profiles.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let rows = page.lines().filter(|line| {
        line.starts_with("| ")
            && !line.starts_with("| Point")
            && !line.starts_with("| Option")
            && !line.starts_with("| `profile")
            && !line.starts_with("| `limits")
    });
    let named: BTreeSet<&str> = rows
        .map(|row| {
            let name = row.trim_end_matches(" |").rsplit("| ").next().expect("a last cell");
            name.strip_prefix('`')
                .and_then(|name| name.strip_suffix('`'))
                .unwrap_or_else(|| panic!("no test: {row}"))
        })
        .collect();
    let source = include_str!("profiles.rs");
    let tests = source
        .split("test]\n")
        .skip(1)
        .chain(source.split("start_paused = true)]\nasync ").skip(1));
    let tests: BTreeSet<&str> = tests
        .filter_map(|test| test.strip_prefix("fn ")?.split('(').next())
        .filter(|name| *name != "the_page_has_a_row_for_each_test")
        .collect();
    assert_eq!(named, tests);
}

#[test]
fn requests_that_services_refuse_are_refused_only_at_aws() {
    let task = |action: &str, request: &str| {
        both_codes(&only(&format!(
            r#""Type": "Task", "Resource": "arn:aws:states:::{action}", "End": true,
               "Parameters": {{{request}}}"#
        )))
    };
    let function = r#""FunctionName": "f""#;
    assert_eq!(task("lambda:invoke", function), NOTHING);
    assert_eq!(task("lambda:invoke", ""), [vec![], vec!["ASL1005"]]);
    let number = format!(r#"{function}, "Payload": 1"#);
    assert_eq!(task("lambda:invoke", &number), [vec![], vec!["ASL1006"]]);
    let computed = r#""FunctionName.$": "$.f", "Payload.$": "$.n""#;
    assert_eq!(task("lambda:invoke", computed), NOTHING);
    assert_eq!(task("aws-sdk:sns:publish", r#""Message": "m""#), NOTHING);
    assert_eq!(task("aws-sdk:sns:publish", r#""message": "m""#), [vec![], vec!["ASL1005"]]);
}
