//! Where the specification, its first edition and AWS differ: what each profile does.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, deprecated, reason = "a test may")]

use asl_codegen::compile;
use asl_codegen::options::{Options, Profile};
use asl_codegen::source::Sources;
use asl_runtime::engine::sim::{Scripted, Sim, Story};
use asl_runtime::{Failure, Value, asl_machine, json};

// The definition goes astray on purpose, and is warned of it.
asl_machine! { "definitions/profiles.asl.json", name = by_specification, profile = spec }
asl_machine! { "definitions/profiles.asl.json", name = as_recorded, profile = aws }
asl_machine! { "definitions/profiles.asl.json", name = within_quotas, limits = aws }

/// The stories of both profiles, the specification's first; their tasks do this.
fn both(input: &Value, does: &Scripted) -> [Story; 2] {
    [&by_specification::MACHINE, &as_recorded::MACHINE]
        .map(|machine| Sim::new().run(machine, input.clone(), |_| does.clone()))
}

/// How both fail, with the same failure.
fn failure(input: &Value) -> Failure {
    let [spec, aws] = both(input, &Scripted::Hang).map(|story| story.result.expect_err("it fails"));
    assert_eq!(spec, aws);
    spec
}

/// What a profile says of a definition: the codes.
fn codes(text: &str, profile: Profile) -> Vec<&'static str> {
    let options = Options { profile, ..Options::default() };
    let checked = compile::check(&mut Sources::from_text("machine.asl.json", text), &options);
    checked.diagnostics.sorted().iter().map(|found| found.code.id()).collect()
}

#[test]
fn names_may_have_128_characters_and_at_aws_80() {
    let named = |length: usize, profile| {
        let name = "x".repeat(length);
        codes(&format!(r#"{{"StartAt": "{name}", "States": {{"{name}": {{"Type": "Succeed"}}}}}}"#), profile)
    };
    assert_eq!([80, 81, 128, 129].map(|length| named(length, Profile::Spec)).concat(), ["W0303", "W0303", "E0302"]);
    assert_eq!([80, 81].map(|length| named(length, Profile::Aws)).concat(), ["E0302"]);
}

#[test]
fn a_task_has_a_minute_and_at_aws_three_years() {
    let [spec, aws] = both(&json!({"way": "default"}), &Scripted::Hang);
    assert_eq!((spec.elapsed, aws.elapsed), (60_000, 99_999_999_000));
    assert_eq!(spec.result, aws.result);
}

#[test]
fn a_fail_wants_its_words_and_at_aws_does_not() {
    let text = r#"{"StartAt": "A", "States": {"A": {"Type": "Fail"}}}"#;
    assert_eq!((codes(text, Profile::Spec), codes(text, Profile::Aws)), (vec!["W0507"], vec![]));
}

#[test]
fn a_choice_without_a_match_has_a_name_of_its_own_and_at_aws_has_not() {
    let [spec, aws] = both(&json!({"way": "none"}), &Scripted::Hang).map(|story| story.result.expect_err("no way"));
    assert_eq!(spec.error(), Some("States.NoChoiceMatched"));
    assert_eq!(aws.error(), Some("States.Runtime"));
    let cause = "An error occurred while executing the state 'Pick' (entered at the event id #2). Failed to transition out of \
                 the state. The state does not point to a next state.";
    assert_eq!(aws.cause(), Some(cause));
}

#[test]
fn a_missed_heartbeat_answers_to_both_names_and_is_a_timeout() {
    for story in both(&json!({"way": "heartbeat"}), &Scripted::Hang) {
        // Retried by the one name, caught by the other.
        assert_eq!(story.result, Ok(json!({"Error": "States.Timeout", "Cause": ""})));
        assert_eq!(story.elapsed, 5_000 + 1_000 + 5_000);
    }
}

#[test]
fn states_task_failed_is_any_error_of_a_task_but_its_timeout() {
    let input = json!({"way": "task failed"});
    for story in both(&input, &Scripted::fail("Busy", "b")) {
        assert_eq!(story.result, Ok(json!({"Error": "Busy", "Cause": "b"})));
    }
    assert_eq!(failure(&input).error(), Some("States.Timeout"));
}

#[test]
fn data_and_histories_are_unlimited_but_by_the_quotas_of_aws() {
    let large = json!({"way": "large", "data": "x".repeat(256 * 1024)});
    for story in both(&large, &Scripted::Hang) {
        assert!(story.result.is_ok());
    }
    let story = Sim::new().run(&within_quotas::MACHINE, large, |_| Scripted::Hang);
    assert_eq!(story.result.expect_err("too large").error(), Some("States.DataLimitExceeded"));
    let endless =
        |machine| Sim::new().unwatched().most_steps(10).run(machine, json!({"way": "round"}), |_| Scripted::Hang);
    for machine in [&by_specification::MACHINE, &as_recorded::MACHINE] {
        let stopped = endless(machine).result.expect_err("it goes round for ever");
        assert_eq!(stopped.cause(), Some("the simulation ended after its number of steps"));
    }
    let full = endless(&within_quotas::MACHINE).result.expect_err("its history is full");
    assert_eq!(full.cause(), Some("The execution reached the maximum number of history events (25000)."));
}

#[test]
fn a_path_that_finds_nothing_is_a_fault_of_the_machine() {
    assert_eq!(failure(&json!({"way": "path"})).error(), Some("States.Runtime"));
}

#[test]
fn timestamps_have_upper_case_letters() {
    let timed = |time: &str| json!({"way": "clock", "time": time});
    assert_eq!(failure(&timed("1970-01-01t00:00:00Z")).error(), Some("States.Runtime"));
    assert_eq!(failure(&timed("1970-01-01T00:00:00z")).error(), Some("States.Runtime"));
    assert!(both(&timed("1970-01-01T00:00:00Z"), &Scripted::Hang).iter().all(|story| story.result.is_ok()));
    let literal =
        r#"{"StartAt": "A", "States": {"A": {"Type": "Wait", "Timestamp": "2016-03-14t01:59:00Z", "End": true}}}"#;
    assert_eq!([Profile::Spec, Profile::Aws].map(|profile| codes(literal, profile)).concat(), ["E1101", "E1101"]);
}

#[test]
fn a_result_path_that_does_not_fit_is_called_as_today() {
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
        assert_eq!((codes(&states, profile), codes(keys, profile)), (vec!["E0301"], vec!["E0102"]));
    }
}
