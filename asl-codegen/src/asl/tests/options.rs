//! Tests of the options.

use super::*;
use crate::ir::Effect;
use crate::tests::with;

fn substitute(values: &[(&str, &str)]) -> Options {
    let substitute =
        values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    with(Options::default(), |options| options.substitute = substitute)
}

fn codes_with(text: &str, options: &Options) -> Vec<Code> {
    findings_with(text, options).into_iter().map(|diagnostic| diagnostic.code).collect()
}

fn default_timeout(options: &Options) -> u32 {
    let machine = machine_with(&task(""), options);
    let NodeKind::Invoke(invoke) = first(&machine) else { panic!("a Task invokes") };
    let Effect::Task(call) = &invoke.effect else { panic!("a Task") };
    call.timeout_seconds
}

#[test]
fn the_default_time_out_comes_from_the_option_or_the_profile() {
    assert_eq!(default_timeout(&Options::default()), 99_999_999);
    assert_eq!(default_timeout(&spec()), 60);
    for profile in [Profile::Spec, Profile::Aws] {
        assert_eq!(
            default_timeout(&with(Options::default(), |options| {
                options.profile = profile;
                options.default_task_timeout = Some(5);
            })),
            5
        );
    }
}

#[test]
fn a_fail_without_error_or_cause_is_a_warning_of_the_specification() {
    let text = r#"{"StartAt": "A", "States": {"A": {"Type": "Fail", "Cause": "No Matches!"}}}"#;
    assert_eq!(codes_with(text, &spec()), [Code::FailWithoutError]);
    assert_eq!(codes(text), []);
}

#[test]
fn placeholders_are_replaced_in_values_and_keys() {
    let text = r#"{"StartAt": "${First}", "States": {"${First}": {
        "Type": "Task", "Resource": "arn:aws:lambda:${AWS::Region}:1:function:${First}", "End": true}}}"#;
    let machine =
        machine_with(text, &substitute(&[("First", "Pay"), ("AWS::Region", "eu-west-1")]));
    assert_eq!(machine.states[0].name.value, "Pay");
    assert_eq!(machine.tasks[0].resource.value, "arn:aws:lambda:eu-west-1:1:function:Pay");
}

#[test]
fn a_placeholder_without_a_value_and_a_value_without_a_placeholder_are_errors() {
    let text = pass(r#", "Result": "${Table} ${Tabel} ${} $${ ${!x}""#);
    let found = findings_with(&text, &substitute(&[("Table", "orders"), ("Unused", "x")]));
    let parts: Vec<_> = found
        .iter()
        .map(|finding| {
            (finding.code, &text[finding.span.start as usize..finding.span.end as usize])
        })
        .collect();
    assert_eq!(parts, [(Code::UnusedSubstitution, "{"), (Code::UnknownSubstitution, "${Tabel}")]);
}

#[test]
fn without_substitutions_a_placeholder_is_a_text_with_a_warning() {
    let text = pass(r#", "Result": ["${Table}", "${Queue} ${Table}", "${!x}"]"#);
    let found = findings(&text);
    let [warning] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!(
        (warning.code, warning.title.as_str(), warning.related.len()),
        (Code::OpenPlaceholder, "`${Table}`, `${Queue}` have no values", 2)
    );
}

#[test]
fn a_placeholder_names_what_a_task_calls() {
    let called = |resource: &str, parameters: &str| {
        codes(&with_state(&format!(
            r#""Type": "Task", "Resource": "{resource}", "Parameters": {parameters}, "Next": "B""#
        )))
    };
    assert_eq!(called("${Lambda}", "{}"), []);
    let invoke = "arn:aws:states:::lambda:invoke";
    assert_eq!(called(invoke, r#"{"FunctionName": "${Lambda}"}"#), []);
    assert_eq!(
        called(invoke, r#"{"FunctionName": "f", "Payload": "${X}"}"#),
        [Code::OpenPlaceholder]
    );
}

#[test]
fn a_placeholder_takes_the_place_of_a_value_of_any_type() {
    let text = with_state(r#""Type": "Wait", "Seconds": ${Wait}, "Next": "B""#);
    assert_eq!(codes(&text), [Code::UnknownSubstitution]);
    machine_with(&text, &substitute(&[("Wait", "30")]));
    assert_eq!(codes_with(&text, &substitute(&[("Wait", "soon")])), [Code::WrongType]);
    let text = with_state(r#""Type": "Pass", "Result": ${Result}, "Next": "B""#);
    let machine = machine_with(&text, &substitute(&[("Result", r#"{"a": [1, "${b}"]}"#)]));
    assert_eq!(machine.states.len(), 2);
    assert_eq!(codes(r#"{"StartAt": "A", "States": ${States} ${More}}"#), [Code::JsonSyntax]);
}

#[test]
fn findings_behind_a_placeholder_still_point_at_their_place() {
    let text = pass(r#", "InputPath": "$.${Member}.\u0062[""#);
    let found = findings_with(&text, &substitute(&[("Member", "a.long.way.down")]));
    assert_eq!(&text[found[0].span.start as usize..found[0].span.end as usize], "[");
}

#[test]
fn keys_that_become_equal_are_reported() {
    let text =
        r#"{"StartAt": "a", "States": {"a": {"Type": "Succeed"}, "${X}": {"Type": "Succeed"}}}"#;
    assert_eq!(codes_with(text, &substitute(&[("X", "a")])), [Code::DuplicateKey]);
}
