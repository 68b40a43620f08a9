//! Tests of the checks, on the smallest definitions that show each finding.

use crate::compile;
use crate::tests::with;
use asl_source::diagnostics::{Code, Diagnostic};
use asl_source::options::{Limits, Options, Profile};
use asl_source::source::Sources;

fn findings(text: &str, profile: Profile) -> Vec<Diagnostic> {
    let options = with(Options::default(), |options| options.profile = profile);
    compile::check(&mut Sources::from_text("test.asl.json", text), &options).diagnostics.sorted()
}

/// The parts of a text that findings point at, with their codes.
fn marked(text: &str) -> Vec<(Code, &str)> {
    let part = |found: &Diagnostic| &text[found.span.start as usize..found.span.end as usize];
    findings(text, Profile::Aws).iter().map(|found| (found.code, part(found))).collect()
}

fn codes(text: &str, profile: Profile) -> Vec<Code> {
    findings(text, profile).into_iter().map(|found| found.code).collect()
}

/// A machine of these states that starts at `A`.
fn machine(states: &str) -> String {
    format!(r#"{{"StartAt": "A", "States": {{{states}}}}}"#)
}

/// A Task `A` with these lists, and a `B` that its catchers lead to.
fn task(lists: &str) -> String {
    machine(&format!(
        r#""A": {{"Type": "Task", "Resource": "task:a", "Next": "B", {lists}}}, "B": {{"Type": "Succeed"}}"#
    ))
}

fn retry(entries: &str) -> String {
    task(&format!(r#""Retry": [{entries}]"#))
}

#[test]
fn a_state_that_nothing_leads_to_is_unreachable() {
    let text = machine(r#""A": {"Type": "Succeed"}, "B": {"Type": "Pass", "Next": "A"}"#);
    assert_eq!(marked(&text), [(Code::Unreachable, r#""B""#)]);
}

#[test]
fn a_cycle_that_nobody_enters_is_never_reached_but_accepted() {
    let text = machine(
        r#""A": {"Type": "Succeed"}, "B": {"Type": "Pass", "Next": "C"}, "C": {"Type": "Pass", "Next": "B"}"#,
    );
    assert_eq!(marked(&text), [(Code::NeverEntered, r#""B""#), (Code::NeverEntered, r#""C""#)]);
    let found = findings(&text, Profile::Aws);
    assert_eq!(
        found[0].help.as_deref(),
        Some("only states that cannot be reached themselves lead here: `C`")
    );
}

#[test]
fn a_state_that_leads_only_to_itself_is_never_reached_but_accepted() {
    let rule = r#"{"Variable": "$.x", "BooleanEquals": true, "Next": "B"}"#;
    let text = machine(&format!(
        r#""A": {{"Type": "Succeed"}}, "B": {{"Type": "Choice", "Choices": [{rule}], "Default": "B"}}"#
    ));
    assert_eq!(marked(&text), [(Code::NeverEntered, r#""B""#)]);
    // What leads there is named by nothing.
    let text = machine(
        r#""A": {"Type": "Succeed"}, "B": {"Type": "Pass", "Next": "C"}, "C": {"Type": "Pass", "Next": "C"}"#,
    );
    assert_eq!(marked(&text), [(Code::Unreachable, r#""B""#), (Code::NeverEntered, r#""C""#)]);
}

#[test]
fn catchers_defaults_and_rules_reach_states() {
    let text = machine(
        r#""A": {"Type": "Task", "Resource": "t:a", "Next": "C", "Catch": [{"ErrorEquals": ["E"], "Next": "B"}]},
           "B": {"Type": "Succeed"},
           "C": {"Type": "Choice", "Choices": [{"Variable": "$", "BooleanEquals": true, "Next": "D"}], "Default": "E"},
           "D": {"Type": "Succeed"}, "E": {"Type": "Succeed"}"#,
    );
    assert_eq!(marked(&text), []);
}

#[test]
fn a_transition_that_leads_nowhere_hides_what_it_may_have_meant_to_reach() {
    let text = machine(r#""A": {"Type": "Pass", "Next": "Nowhere"}, "B": {"Type": "Succeed"}"#);
    assert_eq!(marked(&text), [(Code::UnknownTarget, r#""Nowhere""#)]);
    let start = r#"{"StartAt": "Nowhere", "States": {"B": {"Type": "Succeed"}}}"#;
    assert_eq!(marked(start), [(Code::UnknownStart, r#""Nowhere""#)]);
}

#[test]
fn a_broken_state_that_is_not_reached_hides_nothing() {
    let text = machine(r#""A": {"Type": "Succeed"}, "B": {"Type": "Pass", "Next": "Nowhere"}"#);
    assert_eq!(
        marked(&text),
        [(Code::Unreachable, r#""B""#), (Code::UnknownTarget, r#""Nowhere""#)]
    );
}

#[test]
fn a_machine_needs_an_end_in_one_of_its_scopes() {
    let cycle =
        machine(r#""A": {"Type": "Pass", "Next": "B"}, "B": {"Type": "Pass", "Next": "A"}"#);
    assert_eq!(marked(&cycle), [(Code::NoTerminalState, r#""A""#)]);
    let parallel = |way: &str, state: &str| {
        machine(&format!(
            r#""A": {{"Type": "Parallel", {way}, "Branches": [{{"StartAt": "X", "States": {{"X": {state}}}}}]}}"#
        ))
    };
    let (ends, goes_on) = (r#""End": true"#, r#""Next": "A""#);
    let (endless, fails) = (r#"{"Type": "Pass", "Next": "X"}"#, r#"{"Type": "Fail"}"#);
    assert_eq!(marked(&parallel(ends, endless)), [(Code::CannotEnd, r#""X""#)]);
    assert_eq!(marked(&parallel(goes_on, fails)), [(Code::CannotEnd, r#""A""#)]);
    // AWS reports nothing else then, so a state that nothing names is not reported.
    assert_eq!(marked(&parallel(goes_on, endless)), [(Code::NoTerminalState, r#""A""#)]);
    let lost = r#""A": {"Type": "Pass", "Next": "A"}, "B": {"Type": "Pass", "Next": "A"}"#;
    assert_eq!(marked(&machine(lost)), [(Code::NoTerminalState, r#""A""#)]);
}

#[test]
fn a_state_that_cannot_reach_an_end_is_pointed_out() {
    let text = machine(
        r#""A": {"Type": "Choice", "Choices": [{"Variable": "$", "BooleanEquals": true, "Next": "B"}], "Default": "C"},
           "B": {"Type": "Pass", "Next": "B"},
           "C": {"Type": "Succeed"}"#,
    );
    assert_eq!(marked(&text), [(Code::CannotEnd, r#""B""#)]);
}

#[test]
fn state_names_are_unique_in_the_whole_machine() {
    let branch = |inner: &str| {
        format!(r#"{{"StartAt": "{inner}", "States": {{"{inner}": {{"Type": "Succeed"}}}}}}"#)
    };
    let text = machine(&format!(
        r#""A": {{"Type": "Parallel", "Branches": [{}, {}], "End": true}}"#,
        branch("X"),
        branch("X")
    ));
    let found = findings(&text, Profile::Aws);
    assert_eq!(
        found.iter().map(|found| found.code).collect::<Vec<_>>(),
        [Code::DuplicateStateName]
    );
    assert_eq!(found[0].related.len(), 1);
    let outer = machine(&format!(
        r#""A": {{"Type": "Parallel", "Branches": [{}], "End": true}}"#,
        branch("A")
    ));
    assert_eq!(codes(&outer, Profile::Aws), [Code::DuplicateStateName]);
}

#[test]
fn a_name_twice_in_one_object_is_reported_once() {
    let text = machine(r#""A": {"Type": "Succeed"}, "A": {"Type": "Succeed"}"#);
    assert_eq!(codes(&text, Profile::Aws), [Code::DuplicateKey]);
}

#[test]
fn state_names_have_a_length_in_characters() {
    let named = |length: usize, profile: Profile| {
        let name = "Ж".repeat(length);
        let text =
            format!(r#"{{"StartAt": "{name}", "States": {{"{name}": {{"Type": "Succeed"}}}}}}"#);
        codes(&text, profile)
    };
    assert_eq!(named(80, Profile::Spec), []);
    assert_eq!(named(81, Profile::Spec), [Code::StateNameLongForAws]);
    assert_eq!(named(128, Profile::Spec), [Code::StateNameLongForAws]);
    assert_eq!(named(129, Profile::Spec), [Code::StateNameTooLong]);
    assert_eq!(named(80, Profile::Aws), []);
    assert_eq!(named(81, Profile::Aws), [Code::StateNameTooLong]);
    assert_eq!(named(0, Profile::Spec), [Code::EmptyStateName]);
}

#[test]
fn a_resource_is_a_uri() {
    let resource = |text: &str| {
        codes(
            &machine(&format!(r#""A": {{"Type": "Task", "Resource": "{text}", "End": true}}"#)),
            Profile::Spec,
        )
    };
    let good = ["foo:bar", "arn:aws:swf:::task:Add", "https://example.com/a?b#c", "urn:größe"];
    for good in good.into_iter().chain(["${Name}", "arn:${Region}:x"]) {
        assert_eq!(resource(good), [], "{good}");
    }
    for bad in ["", "foo", ":bar", "foo:", "1a:b", "a b:c", "a:b c", "a_b:c", "a:<b>"] {
        assert_eq!(resource(bad), [Code::NotAUri], "{bad}");
    }
}

#[test]
fn all_errors_stand_alone_and_last() {
    assert_eq!(
        marked(&retry(r#"{"ErrorEquals": ["A", "States.ALL"]}"#)),
        [(Code::AllNotAlone, r#""States.ALL""#)]
    );
    assert_eq!(
        marked(&retry(r#"{"ErrorEquals": ["States.ALL"]}, {"ErrorEquals": ["A"]}"#)),
        [(Code::AllNotLast, r#""States.ALL""#)]
    );
    assert_eq!(marked(&retry(r#"{"ErrorEquals": ["A"]}, {"ErrorEquals": ["States.ALL"]}"#)), []);
    let catch = r#""Catch": [{"ErrorEquals": ["States.ALL"], "Next": "B"}, {"ErrorEquals": ["A"], "Next": "B"}]"#;
    assert_eq!(marked(&task(catch)), [(Code::AllNotLast, r#""States.ALL""#)]);
}

#[test]
fn error_names_that_the_language_does_not_have_are_pointed_out() {
    let text = retry(r#"{"ErrorEquals": ["States.TimeOut"]}"#);
    let found = findings(&text, Profile::Aws);
    assert_eq!(found[0].code, Code::UnknownStatesError);
    assert_eq!(found[0].label.as_deref(), Some("did you mean `States.Timeout`?"));
    assert_eq!(
        codes(&retry(r#"{"ErrorEquals": ["State.ALL"]}"#), Profile::Aws),
        [Code::SimilarErrors]
    );
    for free in
        ["java.lang.Exception", "States", "States.Http.StatusCode.404", "States.Permissions"]
    {
        assert_eq!(
            codes(&retry(&format!(r#"{{"ErrorEquals": ["{free}"]}}"#)), Profile::Aws),
            [],
            "{free}"
        );
    }
    assert_eq!(
        codes(&retry(r#"{"ErrorEquals": ["States.OutputMatchFailure"]}"#), Profile::Aws),
        [Code::UnknownStatesError]
    );
}

#[test]
fn an_error_that_the_machine_itself_fails_with_is_known() {
    let branch = r#"{"StartAt": "X", "States": {"X": {"Type": "Fail", "Error": "States.Quorum", "Cause": "c"}}}"#;
    let text = machine(&format!(
        r#""A": {{"Type": "Parallel", "Branches": [{branch}], "End": true,
            "Catch": [{{"ErrorEquals": ["States.Quorum"], "Next": "B"}}]}}, "B": {{"Type": "Succeed"}}"#
    ));
    assert_eq!(codes(&text, Profile::Aws), [Code::ReservedErrorName]);
}

#[test]
fn entries_that_an_earlier_one_covers_are_pointed_out() {
    let second = |first: &str, second: &str| {
        let text =
            retry(&format!(r#"{{"ErrorEquals": [{first}]}}, {{"ErrorEquals": [{second}]}}"#));
        let found = findings(&text, Profile::Aws);
        assert!(found.iter().all(|found| found.code == Code::NeverMatches));
        found.into_iter().map(|found| found.title).collect::<Vec<_>>()
    };
    assert_eq!(second(r#""A""#, r#""B""#), [""; 0]);
    assert_eq!(second(r#""A""#, r#""A""#), ["this retrier can never match"]);
    assert_eq!(second(r#""A", "B""#, r#""A", "C""#), ["this retrier never sees `A`"]);
    assert_eq!(second(r#""States.TaskFailed""#, r#""A""#), ["this retrier can never match"]);
    assert_eq!(second(r#""States.TaskFailed""#, r#""States.Timeout""#), [""; 0]);
    assert_eq!(
        second(r#""States.Timeout""#, r#""States.HeartbeatTimeout""#),
        ["this retrier can never match"]
    );
}

#[test]
fn the_errors_of_branches_are_not_those_of_a_task() {
    let branch =
        r#"{"StartAt": "X", "States": {"X": {"Type": "Fail", "Error": "E", "Cause": "c"}}}"#;
    let text = machine(&format!(
        r#""A": {{"Type": "Parallel", "Branches": [{branch}], "End": true,
            "Retry": [{{"ErrorEquals": ["States.TaskFailed"]}}, {{"ErrorEquals": ["E"]}}]}}"#
    ));
    assert_eq!(codes(&text, Profile::Aws), []);
}

#[test]
fn a_runtime_error_is_caught_by_nothing() {
    assert_eq!(
        marked(&retry(r#"{"ErrorEquals": ["States.Runtime"]}"#)),
        [(Code::NeverMatches, r#""States.Runtime""#)]
    );
}

#[test]
fn errors_that_a_state_cannot_have_are_pointed_out() {
    for name in [
        "States.NoChoiceMatched",
        "States.BranchFailed",
        "States.ItemReaderFailed",
        "States.HeartbeatTimeout",
    ] {
        let text = retry(&format!(r#"{{"ErrorEquals": ["{name}"]}}"#));
        assert_eq!(codes(&text, Profile::Aws), [Code::NeverMatches], "{name}");
    }
    let text =
        task(r#""HeartbeatSeconds": 5, "Retry": [{"ErrorEquals": ["States.HeartbeatTimeout"]}]"#);
    assert_eq!(codes(&text, Profile::Aws), []);
}

#[test]
fn only_a_task_in_jsonata_can_have_an_error_of_an_expression() {
    let of = |language: &str| {
        let retry = r#""Retry": [{"ErrorEquals": ["States.QueryEvaluationError"]}]"#;
        codes(&task(&format!(r#"{retry}, "QueryLanguage": "{language}""#)), Profile::Aws)
    };
    assert_eq!(of("JSONata"), []);
    assert_eq!(of("JSONPath"), [Code::NeverMatches]);
}

#[test]
fn a_parallel_without_tasks_cannot_time_out() {
    let parallel = |inner: &str| {
        let text = machine(&format!(
            r#""A": {{"Type": "Parallel", "End": true, "Retry": [{{"ErrorEquals": ["States.Timeout"]}}],
                "Branches": [{{"StartAt": "X", "States": {{{inner}}}}}]}}"#
        ));
        codes(&text, Profile::Aws)
    };
    assert_eq!(parallel(r#""X": {"Type": "Succeed"}"#), [Code::NeverMatches]);
    assert_eq!(parallel(r#""X": {"Type": "Task", "Resource": "task:x", "End": true}"#), []);
    let deep =
        r#"{"StartAt": "Y", "States": {"Y": {"Type": "Task", "Resource": "task:y", "End": true}}}"#;
    assert_eq!(
        parallel(&format!(r#""X": {{"Type": "Parallel", "Branches": [{deep}], "End": true}}"#)),
        []
    );
    assert_eq!(parallel(r#""X": {"Type": "Fail", "Error": "States.Timeout", "Cause": "c"}"#), []);
}

#[test]
fn errors_that_nothing_inside_a_parallel_can_have_are_pointed_out() {
    let parallel = |inner: &str, error: &str| {
        codes(
            &machine(&format!(
                r#""A": {{"Type": "Parallel", "End": true, "Retry": [{{"ErrorEquals": ["{error}"]}}],
                    "Branches": [{{"StartAt": "X", "States": {{{inner}}}}}]}}"#
            )),
            Profile::Aws,
        )
    };
    let pass = r#""X": {"Type": "Pass", "End": true}"#;
    assert_eq!(parallel(pass, "Busy"), [Code::NeverMatches]);
    assert_eq!(parallel(r#""X": {"Type": "Fail", "Error": "Busy"}"#, "Busy"), []);
    assert_eq!(parallel(r#""X": {"Type": "Task", "Resource": "task:x", "End": true}"#, "Busy"), []);
    assert_eq!(parallel(pass, "States.ALL"), []);
    assert_eq!(parallel(pass, "States.BranchFailed"), [Code::NeverMatches]);
    let own = r#""X": {"Type": "Fail", "Error": "States.BranchFailed"}"#;
    assert_eq!(parallel(own, "States.BranchFailed"), []);
}

#[test]
fn a_last_retrier_without_attempts_is_pointed_out() {
    let never = r#"{"ErrorEquals": ["E"], "MaxAttempts": 0}"#;
    assert_eq!(marked(&retry(never)), [(Code::RetriesNothing, r#""E""#)]);
    assert_eq!(marked(&retry(&format!(r#"{never}, {{"ErrorEquals": ["States.ALL"]}}"#))), []);
}

/// A Pass `A`, a Choice `B` that goes back to it, and an end.
fn round(pass: &str, more: &str) -> Vec<(Code, String)> {
    let text = machine(&format!(
        r#""A": {{"Type": "Pass", "Next": "B"{pass}}},
           "B": {{"Type": "Choice", "Choices": [{{"Variable": "$.done", "BooleanEquals": true, "Next": "C"}}], "Default": "A"}},
           "C": {{"Type": "Succeed"}}{more}"#
    ));
    // Whether `done` is there is not the question.
    let found = marked(&text).into_iter().filter(|(code, _)| *code != Code::NeverFound);
    found.map(|(code, text)| (code, text.to_owned())).collect()
}

/// True if a loop is reported that makes this output until a condition in JSONata is true.
fn loop_in_jsonata(output: &str, condition: &str) -> bool {
    let text = format!(
        r#""A": {{"Type": "Pass", "Output": {output}, "Next": "B"}},
           "B": {{"Type": "Choice", "Choices": [{{"Condition": "{{% {condition} %}}", "Next": "C"}}], "Default": "A"}},
           "C": {{"Type": "Succeed"}}"#
    );
    let machine = machine(&text).replacen('{', r#"{"QueryLanguage": "JSONata", "#, 1);
    codes(&machine, Profile::Aws).contains(&Code::IdleLoop)
}

#[test]
fn a_loop_without_wait_or_task_is_pointed_out() {
    let idle = [(Code::IdleLoop, r#""A""#.to_owned())];
    assert_eq!(round("", ""), idle);
    assert_eq!(round(r#", "Result": 1, "ResultPath": "$.x""#, ""), idle);
    assert_eq!(round(r#", "ResultPath": null"#, ""), idle);
    // What is computed can end it.
    assert_eq!(round(r#", "Parameters": {"done.$": "$.done.next"}"#, ""), []);
    assert_eq!(round(r#", "OutputPath": "$.next""#, ""), []);
    let made = |output: &str| loop_in_jsonata(output, "$states.input.done");
    assert!(made(r#"{"done": true}"#));
    assert!(!made(r#""{% $states.input.next %}""#));
    // The time, chance and the context object differ in each round.
    let until = |condition: &str| loop_in_jsonata(r#"{"done": true}"#, condition);
    assert!(until("$states.input.done and 1 < 2"));
    assert!(!until("$millis() > $states.input.end"));
    assert!(!until("$now() > $states.input.end"));
    assert!(!until("$random() < 0.1"));
    assert!(!until("$uuid() = $states.input.id"));
    assert!(!until("$states.context.State.EnteredTime > $states.input.end"));
    assert!(!until("$string($states) = $states.input.text"));
    let rule = r#"{"Variable": "$.x", "BooleanEquals": true, "Next": "B"}"#;
    let waits = format!(
        r#""A": {{"Type": "Wait", "Seconds": 1, "Next": "B"}},
           "B": {{"Type": "Choice", "Choices": [{rule}, {{"Variable": "$.y", "BooleanEquals": true, "Next": "A"}}], "Default": "C"}},
           "C": {{"Type": "Succeed"}}"#
    );
    let text = machine(&waits);
    // `B` itself is a loop: what made it go to itself is still so.
    assert_eq!(marked(&text), [(Code::IdleLoop, r#""B""#)]);
    let without = machine(&waits.replace(&format!("{rule}, "), ""));
    assert_eq!(marked(&without), []);
}

#[test]
fn a_loop_that_puts_the_data_into_themselves_is_pointed_out() {
    let grows = |place: &str| [(Code::GrowingLoop, place.to_owned())];
    assert_eq!(round(r#", "Parameters": {"p.$": "$", "done": true}"#, ""), grows(r#""$""#));
    assert_eq!(round(r#", "Parameters": {"p": {"q.$": "$"}, "done": true}"#, ""), grows(r#""$""#));
    assert_eq!(round(r#", "ResultPath": "$.copy""#, ""), grows(r#""$.copy""#));
    assert_eq!(round(r#", "Parameters": {"q.$": "$"}, "ResultPath": "$.p""#, ""), grows(r#""$""#));
    for near_miss in [
        r#", "Parameters": {"p.$": "$.p"}"#,
        r#", "Parameters": {"p.$": "$"}, "OutputPath": "$.p""#,
        r#", "InputPath": "$.p", "ResultPath": "$.q""#,
        r#", "Parameters": {"p.$": "$"}, "ResultPath": null"#,
    ] {
        let found = round(near_miss, "");
        assert!(found.iter().all(|(code, _)| *code != Code::GrowingLoop), "{near_miss}");
    }
    // Without a way back it happens once.
    let once = machine(
        r#""A": {"Type": "Pass", "ResultPath": "$.copy", "Next": "B"}, "B": {"Type": "Succeed"}"#,
    );
    assert_eq!(marked(&once), []);
    // What was put there is replaced in each round.
    let replaced = machine(
        r#""A": {"Type": "Pass", "ResultPath": "$.copy", "Next": "D"},
           "D": {"Type": "Task", "Resource": "task:d", "ResultPath": "$.copy", "Next": "B"},
           "B": {"Type": "Choice", "Choices": [{"Variable": "$.done", "BooleanEquals": true, "Next": "C"}], "Default": "A"},
           "C": {"Type": "Succeed"}"#,
    );
    assert_eq!(marked(&replaced), []);
}

#[test]
fn retries_that_outlast_the_machine_are_pointed_out() {
    let with = |timeout: u32, retrier: &str| {
        let text = retry(&format!(r#"{{"ErrorEquals": ["E"]{retrier}}}"#));
        codes(&text.replacen('{', &format!(r#"{{"TimeoutSeconds": {timeout}, "#), 1), Profile::Aws)
    };
    // 1 + 2 + 4 seconds are the default.
    assert_eq!(with(6, ""), [Code::RetriesOutlast]);
    assert_eq!(with(7, ""), []);
    assert_eq!(
        with(600, r#", "IntervalSeconds": 60, "BackoffRate": 1.0, "MaxAttempts": 11"#),
        [Code::RetriesOutlast]
    );
    assert_eq!(with(600, r#", "IntervalSeconds": 60, "BackoffRate": 1.0, "MaxAttempts": 10"#), []);
    assert_eq!(with(99_999_999, r#", "MaxAttempts": 99999999"#), [Code::RetriesOutlast]);
    // 1 + 2 + 4 + 5 + 5 seconds.
    assert_eq!(with(16, r#", "MaxAttempts": 5, "MaxDelaySeconds": 5"#), [Code::RetriesOutlast]);
    assert_eq!(with(17, r#", "MaxAttempts": 5, "MaxDelaySeconds": 5"#), []);
    assert_eq!(with(6, r#", "JitterStrategy": "FULL""#), []);
}

#[test]
fn constants_larger_than_aws_allows_are_pointed_out() {
    let pass = |length: usize, more: &str, limits: Limits| {
        let text = "x".repeat(length);
        let text =
            machine(&format!(r#""A": {{"Type": "Pass", "Result": "{text}", "End": true{more}}}"#));
        let options = with(Options::default(), |options| options.limits = limits);
        let found = compile::check(&mut Sources::from_text("test.asl.json", text), &options)
            .diagnostics
            .sorted();
        found.into_iter().map(|found| found.code).collect::<Vec<_>>()
    };
    assert_eq!(pass(262_142, "", Limits::Aws), []);
    assert_eq!(pass(262_143, "", Limits::Aws), [Code::LargeDataForAws]);
    assert_eq!(pass(262_143, "", Limits::None), []);
    assert_eq!(pass(262_143, r#", "ResultPath": null"#, Limits::Aws), []);
}
