use serde_json::{Value, json};

use super::Editor;

#[test]
fn transitions_are_calls_of_states() {
    let text = r#"{"StartAt": "Pay", "States": {
  "Pay": {"Type": "Choice", "Choices": [{"Variable": "$.a", "IsNull": true, "Next": "Ship"}], "Default": "Ship"},
  "¦Ship": {"Type": "Pass", "Next": "Done"},
  "Done": {"Type": "Succeed"}
}}"#;
    let mut editor = Editor::new("a.asl.json", text);
    let item = editor.ask("textDocument/prepareCallHierarchy")[0].clone();
    assert_eq!((&item["name"], &item["detail"]), (&json!("Ship"), &json!("Pass")));
    let params = json!({ "item": item });
    let incoming = editor.ask_with("callHierarchy/incomingCalls", &params);
    assert_eq!(incoming[0]["from"]["name"], "Pay");
    assert_eq!(incoming[0]["fromRanges"].as_array().map(Vec::len), Some(2));
    let outgoing = editor.ask_with("callHierarchy/outgoingCalls", &params);
    assert_eq!(outgoing[0]["to"]["name"], "Done");
    editor.cursor.line = 0;
    assert_eq!(editor.ask("textDocument/prepareCallHierarchy"), Value::Null);
}

#[test]
fn the_second_machine_of_a_template_answers_for_itself() {
    let machine = |first: &str, other: &str| {
        format!(
            r#"{{"Type": "AWS::StepFunctions::StateMachine", "Properties": {{"Definition": {{"StartAt": "{first}",
            "States": {{"{first}": {{"Type": "Choice", "Choices": [{{"Variable": "$.a", "IsNull": true, "Next": "{other}"}}], "Default": "{other}"}},
            "{other}": {{"Type": "Succeed"}}}}}}}}}}"#
        )
    };
    let template = format!(
        r#"{{"Resources": {{"A": {}, "B": {}}}}}"#,
        machine("One", "Two"),
        machine("Three", "Four")
    );
    let marked = template.replacen("Three", "¦Three", 1);
    let mut editor = Editor::new("template.json", &marked);
    let hover = editor.ask("textDocument/hover")["contents"].to_string();
    assert!(hover.contains("Three") && !hover.contains("One"), "{hover}");
    let item = editor.ask("textDocument/prepareCallHierarchy")[0].clone();
    assert_eq!(item["name"], "Three");
    let calls = editor.ask_with("callHierarchy/outgoingCalls", &json!({ "item": item }));
    assert_eq!(calls[0]["to"]["name"], "Four");
    // An item of an older text is no other state.
    let mut old = item;
    old["name"] = "Pay".into();
    let calls = editor.ask_with("callHierarchy/outgoingCalls", &json!({ "item": old }));
    assert_eq!(calls, Value::Null);
    let end = json!({ "line": 99, "character": 0 });
    let range = json!({ "range": { "start": { "line": 0, "character": 0 }, "end": end } });
    let hints = editor.ask_with("textDocument/inlayHint", &range);
    assert_eq!(hints.as_array().map(Vec::len), Some(2), "{hints}");
}
