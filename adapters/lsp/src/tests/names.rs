use gen_lsp_types as lsp;
use serde_json::{Value, json};

use super::Editor;

const ORDER: &str = r#"{"Comment": "😀", "StartAt": "Pay", "States": {
  "Pay": {"Type": "Choice", "Choices": [{"Variable": "$.a", "IsNull": true, "Next": "Ship"}], "Default": "All"},
  "All": {"Type": "Parallel", "Assign": {"n": 1}, "Next": "Ship", "Branches": [
    {"StartAt": "Ship 2", "States": {"Ship 2": {"Type": "Succeed"}}}]},
  "Ship": {"Type": "Pass", "Parameters": {"😀.$": "$n", "b.$": "States.Format('{}', $n)"}, "End": true}
}}"#;

const SM4C: &str = "name: Shop
version: '1.0'
functions:
- {name: charge, operation: bank.charge}
states:
- name: Pay
  start: true
  enterAction: {type: invokeFunction, functionName: charge, arguments: {}}
  transitions: [{nextState: Ship}]
- name: Ship
";

fn at<'a>(name: &str, text: &'a str, place: &str) -> (Editor, &'a str) {
    let marked = text.replacen(place, &format!("¦{place}"), 1);
    (Editor::new(name, &marked), text)
}

fn lines(answer: &Value) -> Vec<u64> {
    let locations = answer.as_array().expect("locations");
    locations.iter().map(|one| one["range"]["start"]["line"].as_u64().expect("a line")).collect()
}

#[test]
fn a_state_is_found_from_its_transitions_and_they_from_it() {
    let (mut editor, _) = at("o.asl.json", ORDER, "Ship\"}], ");
    assert_eq!(lines(&editor.ask("textDocument/definition")), [4]);
    let all = json!({ "context": { "includeDeclaration": true } });
    assert_eq!(lines(&editor.ask_with("textDocument/references", &all)), [1, 2, 4]);
    let used = json!({ "context": { "includeDeclaration": false } });
    assert_eq!(lines(&editor.ask_with("textDocument/references", &used)), [1, 2]);
    let (mut editor, _) = at("o.asl.json", ORDER, "Ship 2\", \"States");
    assert_eq!(lines(&editor.ask("textDocument/definition")), [3]);
}

#[test]
fn a_variable_is_found_in_paths_and_intrinsic_functions() {
    let (mut editor, _) = at("o.asl.json", ORDER, "n)");
    assert_eq!(lines(&editor.ask("textDocument/definition")), [2]);
    assert_eq!(editor.ask("textDocument/documentHighlight").as_array().map(Vec::len), Some(3));
}

fn renamed(name: &str, text: &str, place: &str, to: &str) -> String {
    let (mut editor, _) = at(name, text, place);
    let answer = editor.ask_with("textDocument/rename", &json!({ "newName": to }));
    let edits = answer["changes"][&editor.uri].clone();
    let edits: Vec<lsp::TextEdit> = serde_json::from_value(edits).expect("edits");
    let before = editor.diagnostics();
    let after = editor.edited(edits);
    // The definition means the same as before.
    assert_eq!(Editor::new(name, &after).diagnostics().len(), before.len(), "{after}");
    after
}

#[test]
fn rename_changes_every_place_in_its_notation() {
    let after = renamed("o.asl.json", ORDER, "Ship\"}], ", "Send \"é\"");
    assert_eq!(after, ORDER.replace("\"Ship\"", r#""Send \"é\"""#));
    let after = renamed("o.asl.json", ORDER, "$n\"", "count");
    let expected = ORDER.replace("$n", "$count").replace("\"n\": 1", "\"count\": 1");
    assert_eq!(after, expected);
    let after = renamed("s.sm4c.yaml", SM4C, "Ship}", "Send: now");
    assert_eq!(after, SM4C.replace("Ship", "\"Send: now\""));
    let after = renamed("s.sm4c.yaml", SM4C, "charge, arg", "bill");
    let expected = SM4C.replace("name: charge", "name: bill").replace("Name: charge", "Name: bill");
    assert_eq!(after, expected);
}

#[test]
fn jsonata_variables_are_renamed_too() {
    let text = r#"{"QueryLanguage": "JSONata", "StartAt": "A", "States": {
        "A": {"Type": "Pass", "Assign": {"name": "{% 1 %}"}, "Next": "B"},
        "B": {"Type": "Pass", "Output": "{% \"\n$name\" & $name & $names %}", "End": true}}}"#
        .replace("\n$", "\\n$");
    let after = renamed("a.asl.json", &text, "name & ", "title");
    let expected = text.replace("\"name\"", "\"title\"").replace("& $name ", "& $title ");
    assert_eq!(after, expected);
}

#[test]
fn names_that_cannot_be_are_refused() {
    for (place, to) in
        [("Ship\"}], ", "All"), ("Ship\"}], ", ""), ("n)", "two words"), ("Type", "x")]
    {
        let (mut editor, _) = at("o.asl.json", ORDER, place);
        let params = json!({
            "textDocument": { "uri": editor.uri }, "position": editor.cursor, "newName": to,
        });
        let answer = crate::requests::answer(&mut editor.workspace, "textDocument/rename", params);
        assert!(answer.is_err(), "{place} {to}");
    }
    let (mut editor, _) = at("o.asl.json", ORDER, "Ship\"}], ");
    let answer = editor.ask("textDocument/prepareRename");
    assert_eq!(answer["placeholder"], "Ship");
}
