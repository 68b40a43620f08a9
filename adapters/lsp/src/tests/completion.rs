use gen_lsp_types as lsp;
use serde_json::Value;

use super::Editor;

/// The labels at the cursor, and the text after the choice of one of them.
pub(super) fn complete(name: &str, marked: &str, chosen: &str) -> (Vec<String>, String) {
    let mut editor = Editor::new(name, marked);
    let answer = editor.ask("textDocument/completion");
    let items = answer["items"].as_array().cloned().unwrap_or_default();
    let labels = items.iter().map(|item| item["label"].as_str().expect("a label").to_owned());
    let labels: Vec<String> = labels.collect();
    let found: Option<&Value> = items.iter().find(|item| item["label"] == chosen);
    let found = found.unwrap_or_else(|| panic!("{chosen}: {labels:?} in {marked}"));
    let edit: lsp::TextEdit = serde_json::from_value(found["textEdit"].clone()).expect("an edit");
    (labels, editor.edited(vec![edit]))
}

const BEFORE: &str = r#"{"StartAt": "Pay", "States": {"Ship": {"Type": "Succeed"}, "Pay": "#;

fn asl(rest: &str) -> String {
    format!("{BEFORE}{rest}")
}

#[test]
fn states_are_suggested_wherever_a_name_is_typed() {
    for (rest, expected) in [
        (r#"{"Type": "Pass", "Next": "¦"}}}"#, r#"{"Type": "Pass", "Next": "Ship"}}}"#),
        (r#"{"Type": "Pass", "Next": "Sh¦xx"}}}"#, r#"{"Type": "Pass", "Next": "Ship"}}}"#),
        (r#"{"Type": "Pass", "Next": ¦}}}"#, r#"{"Type": "Pass", "Next": "Ship"}}}"#),
        // The string or the brackets are not closed.
        (r#"{"Type": "Pass", "Next": "Sh¦}}}"#, r#"{"Type": "Pass", "Next": "Ship"}}}"#),
        (r#"{"Type": "Pass", "Next": "¦"#, r#"{"Type": "Pass", "Next": "Ship""#),
        (r#"{"Next": "¦" "Type": "Pass"}}}"#, r#"{"Next": "Ship" "Type": "Pass"}}}"#),
    ] {
        let (labels, after) = complete("a.asl.json", &asl(rest), "Ship");
        assert_eq!(after, asl(expected));
        // A state hardly leads to itself.
        assert_eq!(labels, ["Ship"], "{rest}");
    }
    let yaml = "StartAt: A\nStates:\n  A:\n    Type: Pass\n    Next: ¦\n  B:\n    Type: Succeed\n";
    let (labels, after) = complete("a.asl.yaml", yaml, "B");
    assert_eq!((labels.len(), after), (1, yaml.replace('¦', "B")));
}

#[test]
fn fields_fit_the_type_and_the_query_language() {
    let (labels, after) = complete("a.asl.json", &asl(r#"{"Type": "Wait", ¦}}}"#), "SecondsPath");
    assert_eq!(after, asl(r#"{"Type": "Wait", "SecondsPath": }}}"#));
    assert!(!labels.iter().any(|label| matches!(label.as_str(), "Type" | "Resource" | "Output")));
    let (_, after) = complete("a.asl.json", &asl(r#"{"Type": "Wait", "Sec¦"}}}"#), "Seconds");
    assert_eq!(after, asl(r#"{"Type": "Wait", "Seconds": }}}"#));
    let (_, after) =
        complete("a.asl.json", &asl(r#"{"Type": "Wait", "Sec¦onds": 1}}}"#), "Seconds");
    assert_eq!(after, asl(r#"{"Type": "Wait", "Seconds": 1}}}"#));
    let jsonata = asl(r#"{"QueryLanguage": "JSONata", "Type": "Wait", ¦}}}"#);
    let (labels, _) = complete("a.asl.json", &jsonata, "Output");
    assert!(!labels.contains(&"SecondsPath".to_owned()));
    let rule = asl(r#"{"Type": "Choice", "Choices": [{"Variable": "$.a", ¦}]}}}"#);
    let (labels, _) = complete("a.asl.json", &rule, "NumericEquals");
    assert!(labels.contains(&"Next".to_owned()) && !labels.contains(&"Variable".to_owned()));
    let yaml = "StartAt: A\nStates:\n  A:\n    Type: Task\n    Re¦\n    End: true\n";
    let (_, after) = complete("a.asl.yaml", yaml, "Resource");
    assert_eq!(after, yaml.replace("Re¦", "Resource: "));
    let sm4c = r#"{"version": "1.0", "states": [{"name": "A", "start": true, ¦}]}"#;
    let (labels, _) = complete("a.sm4c.json", sm4c, "enterAction");
    assert!(!labels.contains(&"start".to_owned()));
}

#[test]
fn words_of_a_field_are_suggested() {
    complete("a.asl.json", &asl(r#"{"Type": "¦"}}}"#), "Parallel");
    let retry = asl(r#"{"Type": "Task", "Retry": [{"ErrorEquals": ["¦"]}]}}}"#);
    complete("a.asl.json", &retry, "States.Timeout");
    let sm4c = "name: a\nversion: '1'\nfunctions:\n- {name: pay, operation: b.p}\nstates:\n- name: A\n  start: true\n  enterAction:\n    type: invokeFunction\n    functionName: ¦\n";
    let (labels, after) = complete("a.sm4c.yaml", sm4c, "pay");
    assert_eq!((labels.len(), after), (1, sm4c.replace('¦', "pay")));
}

#[test]
fn functions_variables_and_members_are_suggested_within_expressions() {
    let text = |value: &str| {
        asl(&format!(
            r#"{{"Type": "Pass", "Parameters": {{"a": 1, "order": {{"id": 7}}}}, "Assign": {{"total": 1}}, "ResultPath": "$", "Next": "Use"}},
            "Use": {{"Type": "Pass", "Parameters": {{"x.$": "{value}"}}, "Next": "Ship"}}}}}}"#
        ))
    };
    let (_, after) = complete("a.asl.json", &text("States.For¦"), "States.Format");
    assert_eq!(after, text("States.Format"));
    let (labels, after) = complete("a.asl.json", &text("$to¦"), "$total");
    assert!(!labels.contains(&"$states".to_owned()));
    assert_eq!(after, text("$total"));
    let (labels, after) = complete("a.asl.json", &text("$.order.¦"), "id");
    assert_eq!((labels.len(), after), (1, text("$.order.id")));
    let jsonata = r#"{"QueryLanguage": "JSONata", "StartAt": "A", "States": {
        "A": {"Type": "Pass", "Output": "{% 1 + $upp¦ %}", "End": true}}}"#;
    let (_, after) = complete("a.asl.json", jsonata, "$uppercase");
    assert_eq!(after, jsonata.replace("$upp¦", "$uppercase"));
    let sm4c = r#"{"name": "a", "version": "1.0", "states": [{"name": "A", "start": true, "inputFilter": "${ .a | to_e¦ }"}]}"#;
    let (_, after) = complete("a.sm4c.json", sm4c, "to_entries");
    assert_eq!(after, sm4c.replace("to_e¦", "to_entries"));
}

#[test]
fn whole_states_are_snippets() {
    let text = r#"{"StartAt": "A", "States": { ¦ }}"#;
    let mut editor = Editor::new("a.asl.json", text);
    editor.workspace.has_snippets = true;
    let answer = editor.ask("textDocument/completion");
    let items = answer["items"].as_array().expect("items");
    let labels: Vec<&str> = items.iter().filter_map(|item| item["label"].as_str()).collect();
    assert!(labels.contains(&"Task state") && labels.len() == 8, "{labels:?}");
    let edit = items[1]["textEdit"]["newText"].as_str().expect("a text");
    assert!(edit.starts_with("\"${1:Task}\": { \"Type\": \"Task\""), "{edit}");
}

#[test]
fn data_and_other_files_have_no_suggestions() {
    for (name, text) in [
        ("a.asl.json", asl(r#"{"Type": "Pass", "Comment": "¦"}}}"#)),
        // The beginning of a substitution.
        ("a.asl.json", asl(r#"{"Type": "Task", "Resource": "${Pay¦"}}}"#)),
        ("package.json", "{\"name\": \"¦\"}".to_owned()),
    ] {
        let mut editor = Editor::new(name, &text);
        assert_eq!(editor.ask("textDocument/completion"), Value::Null, "{name}");
    }
}

#[test]
fn a_suggestion_in_yaml_replaces_the_whole_string_in_its_form() {
    let text = |next: &str| {
        format!(
            "StartAt: A\nStates:\n  A:\n    Type: Pass\n    Next: {next}\n  Pay Order:\n    Type: Succeed\n  charge-card:\n    Type: Succeed\n  It's:\n    Type: Succeed\n"
        )
    };
    for (next, chosen, expected) in [
        ("Pay Or¦", "Pay Order", "Pay Order"),
        ("Pay¦ Or", "Pay Order", "Pay Order"),
        ("charge-ca¦", "charge-card", "charge-card"),
        ("charge-¦ca # soon", "charge-card", "charge-card # soon"),
        ("\"Pay Or¦\"", "Pay Order", "\"Pay Order\""),
        ("'Pay ¦'", "It's", "'It''s'"),
        ("\"Pay Or¦", "Pay Order", "\"Pay Order\""),
    ] {
        let (_, after) = complete("a.asl.yaml", &text(next), chosen);
        assert_eq!(after, text(expected), "{next}");
    }
    let text = |resource: &str| {
        format!(
            "StartAt: A\nStates:\n  A:\n    Type: Task\n    Resource: {resource}\n    End: true\n"
        )
    };
    let lambda = "arn:aws:states:::lambda:invoke";
    let (_, after) = complete("a.asl.yaml", &text("\"arn:aws:¦\""), lambda);
    assert_eq!(after, text(&format!("\"{lambda}\"")));
}

#[test]
fn a_new_key_takes_the_rest_of_its_string_with_escapes() {
    let (_, after) = complete("a.asl.json", &asl(r#"{"Type": "Wait", "Sec¦\\"}}}"#), "Seconds");
    assert_eq!(after, asl(r#"{"Type": "Wait", "Seconds": }}}"#));
}
