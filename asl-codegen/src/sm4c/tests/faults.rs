//! Tests of faulty definitions: all faults in one run, each at the smallest faulty part.

use super::*;

#[test]
fn all_faults_come_out_at_once() {
    let text = definition(
        r#""description": null, "retries": [{"name": "r", "maxAttempts": -1, "delay": "soon"}]"#,
        r#"{"name": "A", "start": true, "enterAction": {"type": "delay"}, "enterResultHandler": "${ .a = }",
            "transitions": [{"condition": "true", "nextState": "C"}, {"timeout": 5}]}, {"name": "a"}, 7"#,
    );
    let mut found = marked(&text);
    found.sort_unstable();
    let mut expected = vec![
        (Code::NullAttribute, "null"),
        (Code::OutOfRange, "-1"),
        (Code::BadTimespan, r#""soon""#),
        (Code::MissingField, "{"),
        (Code::JqSyntax, "="),
        (Code::NotAnExpression, r#""true""#),
        (Code::UnknownState, r#""C""#),
        (Code::BadTimespan, "5"),
        (Code::DuplicateName, r#""a""#),
        (Code::WrongType, "7"),
    ];
    expected.sort_unstable();
    let codes = |list: &[(Code, &str)]| list.iter().map(|(code, _)| *code).collect::<Vec<_>>();
    assert_eq!(codes(&found), codes(&expected), "{found:#?}");
    for (code, text) in expected.iter().filter(|(code, _)| *code != Code::JqSyntax) {
        assert!(found.contains(&(*code, text)), "{code:?} {text}: {found:#?}");
    }
}

#[test]
fn faults_of_jq_are_shown_in_the_string() {
    let text = with_action(
        r#"{"type": "injectData", "expression": "${ .a | lenght | \"\u00e9\" + $x }"}"#,
    );
    assert_eq!(
        marked(&text),
        [(Code::JqUnknownFunction, "lenght"), (Code::JqUnknownVariable, "$x")]
    );
}

#[test]
fn the_value_is_there_in_handlers_only() {
    let text = |handler: &str, expression: &str| {
        definition(
            r#""events": [{"name": "E"}], "functions": [{"name": "f", "type": "expression", "operation": ". + $value"}]"#,
            &format!(
                r#"{{"name": "A", "start": true, "enterAction": {{"type": "injectData", "expression": "{expression}"}},
                    "enterResultHandler": "{handler}", "transitions": [
                    {{"eventGroups": [{{"events": ["E"], "condition": "${{ $value.x }}", "resultHandler": "${{ . + $value }}"}}], "nextState": "B"}}]}},
                    {{"name": "B"}}"#
            ),
        )
    };
    let found = text("${ .a = $value }", "${ $value }");
    assert_eq!(marked(&found), [(Code::JqUnknownVariable, "$value"); 2]);
    for finding in findings(&found) {
        let help = finding.help.unwrap_or_default();
        assert!(help.contains("result handlers"), "{help}");
    }
}

#[test]
fn actions_need_what_they_work_with() {
    for (action, code) in [
        (r#"{"type": "delay"}"#, Code::MissingField),
        (r#"{"type": "injectData"}"#, Code::MissingField),
        (r#"{"type": "forEach", "input": "${ . }"}"#, Code::MissingField),
        (
            r#"{"type": "forEach", "action": {"type": "delay", "timeout": "PT1S"}}"#,
            Code::MissingField,
        ),
        (
            r#"{"type": "forEach", "input": "${ . }", "maxParallel": 0, "action": {"type": "delay", "timeout": "PT1S"}}"#,
            Code::OutOfRange,
        ),
        (
            r#"{"type": "forEach", "input": "${ . }", "maxParallel": "6", "action": {"type": "delay", "timeout": "PT1S"}}"#,
            Code::WrongType,
        ),
        (
            r#"{"type": "forEach", "input": "${ . }", "maxParallel": 1.5, "action": {"type": "delay", "timeout": "PT1S"}}"#,
            Code::NotAnInteger,
        ),
        (r#"{"type": "invokeFunction"}"#, Code::MissingField),
        (r#"{"type": "invokeFunction", "functionName": "f", "arguments": []}"#, Code::WrongType),
        (
            r#"{"type": "invokeFunction", "functionName": "f", "waitForCompletion": "true"}"#,
            Code::WrongType,
        ),
        (r#"{"type": "invokeSubflow"}"#, Code::MissingField),
        (r#"{"type": "invokeSubflow", "subflowName": ""}"#, Code::EmptyName),
        (r#"{"type": "parallel"}"#, Code::MissingField),
        (r#"{"type": "parallel", "actions": {}}"#, Code::WrongType),
        (r#"{"type": "parallel", "actions": [1]}"#, Code::WrongType),
        (
            r#"{"type": "parallel", "actions": [{"type": "delay", "timeout": "PT1S"}], "completionType": "any"}"#,
            Code::UnknownWord,
        ),
        (
            r#"{"type": "parallel", "actions": [{"type": "delay", "timeout": "PT1S"}], "completionType": "n_of_m", "n": "1"}"#,
            Code::WrongType,
        ),
        (r#"{"type": "sendEvent"}"#, Code::MissingField),
        (r#"{"type": "sendEvent", "event": "E", "contextAttributes": {"a": 1}}"#, Code::WrongType),
        (r#"{"type": 1}"#, Code::WrongType),
        ("{}", Code::MissingField),
        ("[]", Code::WrongType),
        (r#"{"type": "delay", "timeout": "PT1S", "errorHandlers": {}}"#, Code::WrongType),
        (
            r#"{"type": "delay", "timeout": "PT1S", "errorHandlers": [{"retryPolicy": 1}]}"#,
            Code::WrongType,
        ),
    ] {
        assert_eq!(codes(&with_action(action)), [code], "{action}");
    }
}

#[test]
fn transitions_that_are_names_are_resolved() {
    let text = definition("", r#"{"name": "A", "start": true, "transitions": ["B"]}"#);
    assert_eq!(marked(&text), [(Code::UnknownState, r#""B""#)]);
    let text = definition("", r#"{"name": "A", "start": true, "transitions": ["A", ""]}"#);
    assert_eq!(marked(&text), [(Code::UnknownState, r#""""#), (Code::SeveralImplicit, r#""""#)]);
}

#[test]
fn an_empty_list_of_groups_is_none() {
    let text = definition(
        "",
        r#"{"name": "A", "start": true, "transitions": [{"eventGroups": [], "nextState": "B"}]}, {"name": "B"}"#,
    );
    assert_eq!(codes(&text), []);
    let text = definition(
        "",
        r#"{"name": "A", "start": true, "transitions": [{"eventGroups": [{"events": []}, {}], "nextState": "B"}]}, {"name": "B"}"#,
    );
    assert_eq!(codes(&text), [Code::EmptyList, Code::MissingField]);
}

#[test]
fn what_is_never_taken_is_read_for_its_faults() {
    let text = definition(
        "",
        r#"{"name": "A", "start": true, "transitions": ["B", {"condition": "${ .a. }", "action": {"type": "delay", "timeout": "x"}, "nextState": "B"}]}, {"name": "B"}"#,
    );
    let codes = codes(&text);
    assert!(
        codes.contains(&Code::JqSyntax)
            && codes.contains(&Code::BadTimespan)
            && codes.contains(&Code::NeverTaken),
        "{codes:?}"
    );
}

#[test]
fn attributes_of_serverless_workflow_have_hints() {
    let text = definition(
        r#""expressionLang": "jq", "keepActive": true, "metadata": {}"#,
        r#"{"name": "A", "start": true, "end": true, "onErrors": [], "enterAction": {"type": "injectData", "expression": "${ 1 }", "functionRef": {}, "retryRef": "r"}}"#,
    );
    for finding in findings(&text) {
        assert_eq!(finding.code, Code::ForeignAttribute);
        assert!(finding.help.is_some(), "{}", finding.title);
    }
    assert_eq!(findings(&text).len(), 7);
}

#[test]
fn notes_of_authors_are_ignored_in_silence() {
    let text = definition(
        r#""id": "m", "$schema": "x", "x-owner": 1, "comment": """#,
        r#"{"name": "A", "start": true, "description": "d", "enterAction": {"type": "delay", "timeout": "PT1S", "comment": "c", "id": 1}}"#,
    );
    assert_eq!(codes(&text), []);
}

#[test]
fn unknown_attributes_are_warnings_wherever_they_are() {
    let text = definition(
        r#""owner": "m""#,
        r#"{"name": "A", "start": true, "zzz": 1, "enterAction": {"type": "delay", "timeout": "PT1S", "colour": 1}}"#,
    );
    assert_eq!(codes(&text), [Code::IgnoredAttribute; 3]);
}

#[test]
fn deep_actions_and_long_chains_of_functions_are_read() {
    let inner = r#"{"type": "delay", "timeout": "PT1S"}"#.to_owned();
    let each = r#"{"type": "forEach", "input": "${ . }", "action": "#;
    // As deep as the reader of the text allows.
    let nested = (0..248).fold(inner, |inner, _| format!("{each}{inner}}}"));
    let machine = machine(&with_action(&nested));
    assert_eq!(machine.scopes.len(), 249);
    #[cfg(feature = "diagram")]
    assert!(crate::diagram::mermaid(&machine).contains("forEach"));
    let functions: Vec<String> = (0..5_000)
        .map(|n| {
            format!(r#"{{"name": "f{n}", "type": "expression", "operation": "fn:f{}"}}"#, n + 1)
        })
        .chain([r#"{"name": "f5000", "type": "expression", "operation": ".a"}"#.to_owned()])
        .collect();
    let text = definition(
        &format!(r#""functions": [{}]"#, functions.join(",")),
        r#"{"name": "A", "start": true, "inputFilter": "${ fn:f0 }"}"#,
    );
    assert_eq!(codes(&text), []);
}
