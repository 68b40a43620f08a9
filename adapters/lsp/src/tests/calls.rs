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
