//! Tests of faulty definitions: all faults are reported with their places in one run.

use super::*;
use asl_source::source::MAX_DEPTH;

#[test]
fn the_definition_must_be_an_object_with_a_start_and_states() {
    assert_eq!(marked("[]"), [(Code::NotAnObject, "[]")]);
    assert_eq!(marked("{}"), [(Code::MissingField, "{"), (Code::MissingField, "{")]);
    assert_eq!(marked(r#"{"StartAt": "A", "States": {}}"#), [(Code::NoStates, "{}")]);
    assert_eq!(marked(r#"{"StartAt": "A", "States": []}"#), [(Code::WrongType, "[]")]);
    assert_eq!(
        marked(r#"{"StartAt": 1, "States": {"A": {"Type": "Succeed"}}}"#),
        [(Code::WrongType, "1")]
    );
    assert_eq!(
        marked(r#"{"StartAt": "B", "States": {"A": {"Type": "Succeed"}}}"#),
        [(Code::UnknownStart, r#""B""#)]
    );
}

#[test]
#[cfg(feature = "yaml")]
fn the_place_of_a_mapping_without_a_brace_is_a_whole_character() {
    let text = "é: 1";
    let checked = compile::check(&mut Sources::from_text("m.asl.yaml", text), &Options::default());
    let parts: Vec<_> = checked
        .diagnostics
        .iter()
        .map(|found| (found.code, text.get(found.span.start as usize..found.span.end as usize)))
        .collect();
    assert!(parts.contains(&(Code::MissingField, Some("é"))), "{parts:?}");
}

#[test]
fn fields_around_the_states_are_checked() {
    let top = |fields: &str| {
        format!(r#"{{{fields}, "StartAt": "A", "States": {{"A": {{"Type": "Succeed"}}}}}}"#)
    };
    let code = |fields: &str| codes(&top(fields));
    assert_eq!(code(r#""Version": "1.0""#), []);
    assert_eq!(code(r#""QueryLanguage": "JSONPath""#), []);
    assert_eq!(code(r#""Version": "2.0""#), [Code::UnknownVersion]);
    assert_eq!(code(r#""Version": 1.0"#), [Code::WrongType]);
    assert_eq!(code(r#""Comment": 1"#), [Code::WrongType]);
    assert_eq!(code(r#""$schema": "https://example.com/asl.schema.json""#), []);
    assert_eq!(code(r#""$schema": 1"#), [Code::WrongType]);
    assert_eq!(code(r#""$schem": "x""#), [Code::UnknownField]);
    let in_state = codes(&with_state(r#""$schema": "x", "Type": "Succeed""#));
    assert_eq!(in_state, [Code::FieldNotAllowed, Code::Unreachable]);
    assert_eq!(code(r#""TimeoutSeconds": 0"#), [Code::OutOfRange]);
    assert_eq!(code(r#""TimeoutSeconds": 100000000"#), [Code::OutOfRange]);
    assert_eq!(code(r#""TimeoutSeconds": 1.5"#), [Code::NotAnInteger]);
    assert_eq!(code(r#""TimeoutSeconds": 99999999999999999999"#), [Code::OutOfRange]);
    assert_eq!(code(r#""QueryLanguage": "JSONata""#), []);
    assert_eq!(code(r#""QueryLanguage": "jq""#), [Code::UnknownQueryLanguage]);
    assert_eq!(code(r#""Next": "A""#), [Code::FieldNotAllowed]);
    assert_eq!(code(r#""TimeoutSecond": 1"#), [Code::UnknownField]);
}

#[test]
fn a_state_needs_a_type_that_exists() {
    assert_eq!(marked(&with_state(r#""Next": "B""#)), [(Code::MissingField, r#""A""#)]);
    assert_eq!(marked(&with_state(r#""Type": 1"#)), [(Code::WrongType, "1")]);
    assert_eq!(marked(r#"{"StartAt": "A", "States": {"A": 7}}"#), [(Code::WrongType, "7")]);
    let found = findings(&with_state(r#""Type": "task""#));
    assert_eq!(found[0].code, Code::UnknownStateType);
    assert_eq!(found[0].label.as_deref(), Some("did you mean `Task`?"));
}

#[test]
fn transitions_are_checked() {
    assert_eq!(codes(&with_state(r#""Type": "Pass""#)), [Code::NoTransition]);
    assert_eq!(codes(&with_state(r#""Type": "Pass", "End": false"#)), [Code::NoTransition]);
    assert_eq!(marked(&pass(r#", "End": true"#)), [(Code::NextAndEnd, r#""Next""#)]);
    assert_eq!(marked(&with_state(r#""Type": "Pass", "Next": 1"#)), [(Code::WrongType, "1")]);
    assert_eq!(
        marked(&with_state(r#""Type": "Pass", "End": "true""#)),
        [(Code::WrongType, r#""true""#)]
    );
    let succeed = r#"{"StartAt": "A", "States": {"A": {"Type": "Succeed", "End": true}}}"#;
    assert_eq!(marked(succeed), [(Code::TransitionForbidden, r#""End""#)]);
    let on_choice = r#""Type": "Choice", "Next": "B", "Default": "B", "Choices": [{"Variable": "$", "BooleanEquals": true, "Next": "B"}]"#;
    assert_eq!(marked(&with_state(on_choice)), [(Code::TransitionForbidden, r#""Next""#)]);
}

#[test]
fn a_target_that_does_not_exist_brings_a_suggestion() {
    let text = r#"{"StartAt": "First", "States": {"First": {"Type": "Pass", "Next": "Finsh"}, "Finish": {"Type": "Succeed"}}}"#;
    let found = findings(text);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].code, Code::UnknownTarget);
    assert_eq!(found[0].label.as_deref(), Some("did you mean `Finish`?"));
    assert_eq!(found[0].related.len(), 1);
}

#[test]
fn transitions_do_not_leave_their_scope() {
    let text = format!(
        r#"{{"StartAt": "P", "States": {{
            "P": {{"Type": "Parallel", "Branches": [
                {{"StartAt": "X", "States": {{"X": {{"Type": "Pass", "Next": "Z"}}}}}}, {}
            ], "Next": "Y"}},
            "Z": {{"Type": "Succeed"}}
        }}}}"#,
        branch("Y")
    );
    assert_eq!(
        marked(&text),
        [(Code::TargetInOtherScope, r#""Z""#), (Code::TargetInOtherScope, r#""Y""#)]
    );
}

#[test]
fn fields_that_do_not_belong_to_a_state_are_told_apart() {
    assert_eq!(
        marked(&pass(r#", "TimeoutSeconds": 5"#)),
        [(Code::FieldNotAllowed, r#""TimeoutSeconds""#)]
    );
    assert_eq!(marked(&pass(r#", "Assign": []"#)), [(Code::WrongType, "[]")]);
    assert_eq!(marked(&pass(r#", "Output": {}"#)), [(Code::FieldNotAllowed, r#""Output""#)]);
    let found = findings(&pass(r#", "ResultPth": "$.x""#));
    assert_eq!(found[0].code, Code::UnknownField);
    assert_eq!(found[0].label.as_deref(), Some("did you mean `ResultPath`?"));
}

#[test]
fn numbers_are_checked() {
    assert_eq!(marked(&task(r#", "TimeoutSeconds": 0"#)), [(Code::OutOfRange, "0")]);
    assert_eq!(marked(&task(r#", "TimeoutSeconds": "60""#)), [(Code::WrongType, r#""60""#)]);
    assert_eq!(marked(&task(r#", "TimeoutSeconds": 60.5"#)), [(Code::NotAnInteger, "60.5")]);
    assert_eq!(marked(&task(r#", "HeartbeatSeconds": -1"#)), [(Code::OutOfRange, "-1")]);
    assert_eq!(
        marked(&task(r#", "TimeoutSeconds": 60, "HeartbeatSeconds": 60"#)),
        [(Code::HeartbeatNotSmaller, "60")]
    );
    assert_eq!(marked(&task(r#", "HeartbeatSeconds": 60"#)), []);
    assert_eq!(
        marked(&task(r#", "HeartbeatSeconds": 99999999"#)),
        [(Code::IdleHeartbeat, "99999999")]
    );
    assert_eq!(marked(&wait(r#""Seconds": -1"#)), [(Code::WaitOutOfRange, "-1")]);
    assert_eq!(marked(&wait(r#""Seconds": 100000000"#)), [(Code::WaitOutOfRange, "100000000")]);
    let retry =
        |fields: &str| codes(&task(&format!(r#", "Retry": [{{"ErrorEquals": ["E"], {fields}}}]"#)));
    assert_eq!(retry(r#""IntervalSeconds": 0"#), [Code::OutOfRange]);
    assert_eq!(retry(r#""MaxAttempts": -1"#), [Code::OutOfRange]);
    assert_eq!(retry(r#""MaxAttempts": 0"#), [Code::RetriesNothing]);
    assert_eq!(retry(r#""BackoffRate": 0.99"#), [Code::OutOfRange]);
    assert_eq!(retry(r#""BackoffRate": 1"#), []);
    assert_eq!(retry(r#""BackoffRate": "2""#), [Code::WrongType]);
}

#[test]
fn a_wait_has_exactly_one_form() {
    assert_eq!(codes(&with_state(r#""Type": "Wait", "Next": "B""#)), [Code::MissingOneOf]);
    assert_eq!(
        marked(&wait(r#""Seconds": 1, "TimestampPath": "$.a""#)),
        [(Code::ExclusiveFields, r#""TimestampPath""#)]
    );
    assert_eq!(codes(&wait(r#""Timestamp": "2016-13-05T21:29:29Z""#)), [Code::BadTimestamp]);
    assert_eq!(codes(&wait(r#""Timestamp": "2016-12-05 21:29:29Z""#)), [Code::BadTimestamp]);
    assert_eq!(codes(&wait(r#""Timestamp": 7"#)), [Code::WrongType]);
}

#[test]
fn choice_rules_are_well_formed() {
    assert_eq!(
        marked(&with_state(r#""Type": "Choice", "Choices": [], "Default": "B""#)),
        [(Code::EmptyChoices, "[]")]
    );
    assert_eq!(codes(&with_state(r#""Type": "Choice", "Default": "B""#)), [Code::MissingField]);
    assert_eq!(codes(&choice(r#""Variable": "$.a""#)), [Code::NoOperator]);
    assert_eq!(codes(&choice(r#""StringEquals": "a""#)), [Code::MissingField]);
    assert_eq!(
        marked(&choice(r#""Variable": "$.a", "StringEquals": "a", "NumericEquals": 1"#)),
        [(Code::SeveralOperators, r#""NumericEquals""#)]
    );
    assert_eq!(
        marked(&choice(r#""Variable": "$.a", "StringEquals": 1"#)),
        [(Code::OperandType, "1")]
    );
    assert_eq!(
        marked(&choice(r#""Variable": "$.a", "NumericEquals": "1""#)),
        [(Code::OperandType, r#""1""#)]
    );
    assert_eq!(
        marked(&choice(r#""Variable": "$.a", "BooleanEquals": null"#)),
        [(Code::OperandType, "null")]
    );
    assert_eq!(
        codes(&choice(r#""Variable": "$.a", "TimestampEquals": "now""#)),
        [Code::BadTimestamp]
    );
    assert_eq!(
        marked(&choice(r#""Not": {"Variable": "$.a", "StringEquals": "a", "Next": "B"}"#)),
        [(Code::NestedNext, r#""Next""#)]
    );
    assert_eq!(marked(&choice(r#""And": []"#)), [(Code::EmptyRuleList, "[]")]);
    assert_eq!(marked(&choice(r#""Not": {"Or": []}"#)), [(Code::EmptyRuleList, "[]")]);
    assert_eq!(codes(&choice(r#""Not": []"#)), [Code::WrongType]);
    assert_eq!(
        codes(&choice(r#""Or": {"Variable": "$.a", "StringEquals": "a"}"#)),
        [Code::WrongType]
    );
    assert_eq!(
        codes(&choice(r#""Variable": "$.a", "Not": {"Variable": "$.a", "StringEquals": "a"}"#)),
        [Code::FieldNotAllowed]
    );
    assert_eq!(codes(&choice(r#""Condition": "{% true %}""#)), [Code::FieldNotAllowed]);
    let found = findings(&choice(r#""Variable": "$.a", "StringEqual": "a""#));
    assert_eq!(found[0].code, Code::UnknownOperator);
    assert_eq!(found[0].label.as_deref(), Some("did you mean `StringEquals`?"));
}

#[test]
fn retriers_and_catchers_are_well_formed() {
    assert_eq!(marked(&task(r#", "Retry": {}"#)), [(Code::WrongType, "{}")]);
    assert_eq!(marked(&task(r#", "Retry": [1]"#)), [(Code::WrongType, "1")]);
    assert_eq!(marked(&task(r#", "Retry": [{}]"#)), [(Code::MissingField, "{")]);
    assert_eq!(
        marked(&task(r#", "Retry": [{"ErrorEquals": []}]"#)),
        [(Code::EmptyErrorEquals, "[]")]
    );
    assert_eq!(marked(&task(r#", "Retry": [{"ErrorEquals": [1]}]"#)), [(Code::WrongType, "1")]);
    assert_eq!(
        marked(&task(r#", "Catch": [{"ErrorEquals": ["E"]}]"#)),
        [(Code::MissingField, "{")]
    );
    assert_eq!(
        codes(&task(r#", "Catch": [{"ErrorEquals": ["E"], "Next": "C"}]"#)),
        [Code::UnknownTarget]
    );
    assert_eq!(
        codes(&task(r#", "Catch": [{"ErrorEquals": ["E"], "Next": "B", "ResultPath": "$[*]"}]"#)),
        [Code::NotAReferencePath]
    );
}

#[test]
fn branches_are_well_formed() {
    assert_eq!(codes(&with_state(r#""Type": "Parallel", "Next": "B""#)), [Code::MissingField]);
    assert_eq!(marked(&parallel(r#""Branches": []"#)), [(Code::EmptyBranches, "[]")]);
    assert_eq!(marked(&parallel(r#""Branches": [1]"#)), [(Code::WrongType, "1")]);
    assert_eq!(codes(&parallel(r#""Branches": [{}]"#)), [Code::MissingField, Code::MissingField]);
    let versioned = branch("X").replacen('{', r#"{"Version": "1.0", "#, 1);
    assert_eq!(
        marked(&parallel(&format!(r#""Branches": [{versioned}]"#))),
        [(Code::FieldNotAllowed, r#""Version""#)]
    );
}

#[test]
fn reserved_error_names_are_pointed_out() {
    let text = r#"{"StartAt": "A", "States": {"A": {"Type": "Fail", "Error": "States.Mine", "Cause": "c"}}}"#;
    assert_eq!(marked(text), [(Code::ReservedErrorName, r#""States.Mine""#)]);
    assert_eq!(codes(&text.replace("States.Mine", "States.Timeout")), []);
}

#[test]
fn all_faults_come_out_of_one_run() {
    let text = r#"{"StartAt": "A", "States": {
        "A": {"Type": "Task", "Resource": "no uri", "Next": "Bee", "TimeoutSeconds": "1"},
        "B": {"Type": "Choice", "Choices": [{"Variable": ".x", "StringEquals": 1, "Next": "A"}]},
        "C": {"Type": "Wait", "Seconds": 1, "Timestamp": "x", "End": true}
    }}"#;
    assert_eq!(
        codes(text),
        [
            Code::NotAUri,
            Code::UnknownTarget,
            Code::WrongType,
            Code::PathSyntax,
            Code::OperandType,
            Code::ExclusiveFields,
            Code::BadTimestamp,
        ]
    );
}

#[test]
fn parallels_nest_up_to_a_limit() {
    let nested = |levels: usize| {
        let mut inner =
            r#"{"StartAt": "S", "States": {"S": {"Type": "Pass", "End": true}}}"#.to_owned();
        for level in 0..levels {
            inner = format!(
                r#"{{"StartAt": "P{level}", "States": {{"P{level}": {{"Type": "Parallel", "End": true, "Branches": [{inner}]}}}}}}"#
            );
        }
        codes(&inner)
    };
    assert_eq!(nested(60), []);
    assert_eq!(nested(65), [Code::TooDeep]);
    assert_eq!(nested(200), [Code::TooDeep]);
}

#[test]
fn very_many_states_are_refused_and_many_are_read_in_time() {
    let chain = |count: usize| {
        let states: Vec<_> = (0..count)
            .map(|n| format!(r#""S{n}":{{"Type":"Pass","Next":"S{}"}}"#, n + 1))
            .collect();
        format!(
            r#"{{"StartAt":"S0","States":{{{},"S{count}":{{"Type":"Succeed"}}}}}}"#,
            states.join(",")
        )
    };
    assert_eq!(codes(&chain(9_999)), []);
    assert_eq!(codes(&chain(10_000)), [Code::TooManyStates]);
}

#[test]
fn many_faults_are_found_in_time() {
    let states: Vec<_> = (0..10_000)
        .map(|n| format!(r#""State {n}":{{"Type":"Pass","Nxt":1,"Next":"Stat {n}"}}"#))
        .collect();
    let text = format!(r#"{{"StartAt":"State 0","States":{{{}}}}}"#, states.join(","));
    assert_eq!(codes(&text).len(), 20_000);
    let fields: Vec<_> = (0..60_000).map(|n| format!(r#""F{n}":1"#)).collect();
    assert_eq!(codes(&pass(&format!(", {}", fields.join(",")))).len(), 60_000);
}

#[test]
fn what_is_nested_as_deep_as_texts_may_be_is_read() {
    let depth = MAX_DEPTH - 10;
    let nested =
        |open: &str, inner: &str, close: &str| open.repeat(depth) + inner + &close.repeat(depth);
    let rule = nested(r#"{"Not": "#, r#"{"Variable": "$.a", "BooleanEquals": true}"#, "}");
    assert_eq!(codes(&choice(&format!(r#""Not": {rule}"#))), []);
    assert_eq!(
        codes(&pass(&format!(
            r#", "Parameters": {}"#,
            nested(r#"{"a":"#, r#"{"b.$": "$.b"}"#, "}")
        ))),
        []
    );
    assert_eq!(codes(&pass(&format!(r#", "Result": {}"#, nested("[", "1", "]")))), []);
}

#[test]
fn a_very_long_string_is_like_any_other() {
    let long = "x".repeat(900_000);
    assert_eq!(codes(&pass(&format!(r#", "Result": "{long}", "ResultPath": null"#))), []);
    assert_eq!(codes(&pass(&format!(r#", "InputPath": "$.{long}""#))), []);
    assert_eq!(codes(&pass(&format!(r#", "{long}": 1"#))), [Code::UnknownField]);
    assert_eq!(
        codes(&with_state(&format!(r#""Type": "Pass", "Next": "{long}""#))),
        [Code::UnknownTarget]
    );
}

#[test]
fn the_graph_around_faulty_states_is_checked() {
    let jsonata = r#"{"QueryLanguage": "JSONata", "StartAt": "A", "States": {
        "A": {"Type": "Task", "Resource": "task:a", "Arguments": "{% 1 %}", "TimeoutSeconds": "{% 2 %}", "Next": "C",
            "Catch": [{"ErrorEquals": ["E"], "Output": "{% 3 %}", "Next": "Dee"}]},
        "C": {"Type": "Choice", "Choices": [{"Condition": "{% true %}", "Next": "D"}], "Default": "D"},
        "D": {"Type": "Succeed", "Output": "{% 4 %}"}
    }}"#;
    assert_eq!(marked(jsonata), [(Code::UnknownTarget, r#""Dee""#)]);
    let map = with_state(
        r#""Type": "Map", "Next": "B", "ItemsPath": "$.items", "MaxConcurrency": 2, "Nxt": 1,
            "ItemProcessor": {"ProcessorConfig": {}, "StartAt": "X", "States": {
                "X": {"Type": "Succeed"}, "Y": {"Type": "Succeed"}}}"#,
    );
    assert_eq!(marked(&map), [(Code::UnknownField, r#""Nxt""#), (Code::Unreachable, r#""Y""#)]);
}

#[test]
fn every_type_of_state_may_be_in_another_query_language() {
    let text = r#"{"QueryLanguage": "JSONata", "StartAt": "P", "States": {
        "P": {"Type": "Pass", "Output": 1, "Next": "W"},
        "W": {"Type": "Wait", "Seconds": "{% 1 %}", "Next": "L"},
        "L": {"Type": "Parallel", "Arguments": {}, "Next": "M",
            "Branches": [{"StartAt": "X", "States": {"X": {"Type": "Pass", "End": true}}}]},
        "M": {"Type": "Map", "Items": [1], "Next": "F",
            "ItemProcessor": {"StartAt": "Y", "States": {"Y": {"Type": "Pass", "End": true}}}},
        "F": {"Type": "Fail", "Error": "{% 'E' %}"}
    }}"#;
    assert_eq!(marked(text), []);
}
