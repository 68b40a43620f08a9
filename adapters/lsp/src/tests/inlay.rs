use serde_json::{Value, json};

use super::Editor;

#[test]
fn hints_show_members_and_the_default_of_a_choice() {
    let text = r#"{"StartAt": "Pay", "States": {
  "Pay": {"Type": "Pass", "Result": 1, "ResultPath": "$.paid", "Next": "Which"},
  "Which": {"Type": "Choice", "Choices": [{"Variable": "$.paid", "NumericEquals": 1, "Next": "End"}]},
  "End": {"Type": "Choice", "Default": "Done", "Choices": [{"Variable": "$.a", "IsNull": true, "Next": "Done"}]},
  "Done": {"Type": "Succeed"}
}}"#;
    let mut editor = Editor::new("a.asl.json", text);
    let range = |first, last| {
        let place = |line| json!({ "line": line, "character": 0 });
        json!({ "range": { "start": place(first), "end": place(last) } })
    };
    let mut shown = |range: Value| {
        let hints = editor.ask_with("textDocument/inlayHint", &range);
        let hints = hints.as_array().cloned().unwrap_or_default().into_iter();
        let pair = |hint: Value| {
            (
                hint["position"]["line"].as_u64(),
                hint["label"].as_str().unwrap_or_default().to_owned(),
            )
        };
        hints.map(pair).collect::<Vec<_>>()
    };
    let expected = [
        (Some(1), "→ {paid, …}".to_owned()),
        (Some(2), "else States.NoChoiceMatched".to_owned()),
        (Some(3), "else → Done".to_owned()),
    ];
    assert_eq!(shown(range(0, 9)), expected);
    assert_eq!(shown(range(3, 4)), expected[2..]);
}
