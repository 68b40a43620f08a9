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

/// The reason why a rename is refused.
fn refused(mut editor: Editor, to: &str) -> String {
    let params = json!({
        "textDocument": { "uri": editor.uri }, "position": editor.cursor, "newName": to,
    });
    let answer = crate::requests::answer(&mut editor.workspace, "textDocument/rename", params);
    answer.expect_err("a refusal").1
}

const FLOW: &str = r#"{"StartAt": "Pay", "States": {"Pay": {"Type": "Pass", "Next": "Ship"}, "Ship": {"Type": "Succeed"}}}"#;

fn resource(definition: &str) -> String {
    format!(r#"{{"Type": "AWS::StepFunctions::StateMachine", "Properties": {{{definition}}}}}"#)
}

#[test]
fn a_name_in_a_definition_string_is_not_renamed() {
    let text = json!(FLOW).to_string();
    let resource = resource(&format!("\"DefinitionString\": {text}"));
    let template = format!(r#"{{"Resources": {{"A": {resource}}}}}"#);
    for place in ["Pay", "Ship"] {
        let (editor, _) = at("template.json", &template, place);
        refused(editor, "Send");
    }
}

#[test]
fn a_rename_in_one_of_two_machines_leaves_the_other() {
    let machines = [FLOW.replace("Pay", "One"), FLOW.to_owned()];
    let [one, two] = machines.map(|text| resource(&format!("\"Definition\": {text}")));
    let template = format!(r#"{{"Resources": {{"A": {one}, "B": {two}}}}}"#);
    let after = renamed("template.json", &template, "Pay", "Check");
    assert_eq!(after, template.replace("\"Pay\"", "\"Check\""));
    let (last, first) = (template.rfind("\"Ship\": ").unwrap(), &template);
    let marked = format!("{}¦{}", &first[..=last], &first[last + 1..]);
    assert!(refused(Editor::new("template.json", &marked), "Pay").contains("already"));
}

/// The machine of the folder, with a substitution.
fn machines(folder: &std::path::Path) -> Vec<crate::Machine> {
    vec![crate::Machine {
        definition: folder.join("asl-lsp-names.asl.json"),
        options: asl_codegen::options::Options::default()
            .substitute(vec![("Next".to_owned(), "Ship".to_owned())]),
        ignores_unused: true,
    }]
}

#[test]
fn a_name_that_a_substitution_makes_is_not_renamed() {
    let path = std::env::temp_dir().join("asl-lsp-names.asl.json");
    let host = crate::Host { machines, ..crate::Host::default() };
    let folders = vec![path.parent().expect("a folder").to_owned()];
    let text = FLOW.replace(r#""Next": "Ship""#, r#""Next": "${Next}""#);
    for place in ["Ship", "Pay"] {
        let workspace = crate::Workspace::new(host, crate::Encoding::Utf16, folders.clone());
        let mut editor = Editor::with(workspace, "x", "");
        editor.uri = crate::uri::of_path(&path);
        editor.workspace.open(lsp::TextDocumentItem {
            uri: editor.uri.clone().into(),
            language_id: "json".into(),
            version: 1,
            text: text.clone(),
        });
        let offset = text.rfind(place).unwrap();
        editor.cursor = editor.document().range(offset..offset).start;
        assert_eq!(editor.diagnostics(), []);
        if place == "Ship" {
            assert!(refused(editor, "Send").contains("substitution"));
        } else {
            let answer = editor.ask_with("textDocument/rename", &json!({ "newName": "Check" }));
            assert_eq!(answer["changes"][&editor.uri].as_array().map(Vec::len), Some(2));
        }
    }
}

#[test]
fn a_rename_in_a_definition_with_errors_is_refused() {
    // The state without a type is not read, so its transition is not known.
    let text = FLOW.replace(r#""Type": "Pass", "#, "");
    let (editor, _) = at("a.asl.json", &text, "Ship\": {");
    assert!(refused(editor, "Send").contains("errors"));
}

#[test]
fn two_variables_or_entries_never_become_one() {
    let text = FLOW.replace("\"Pass\"", r#""Pass", "Assign": {"a": 1, "b": 2}"#);
    let text = text
        .replace("\"Succeed\"", r#""Pass", "Parameters": {"x.$": "$a", "y.$": "$b"}, "End": true"#);
    let (editor, _) = at("a.asl.json", &text, "a\", \"y");
    assert!(refused(editor, "b").contains("already"));
    let sm4c = SM4C.replace("states:", "- {name: bill, operation: bank.bill}\nstates:");
    let (editor, _) = at("s.sm4c.yaml", &sm4c, "charge, arg");
    assert!(refused(editor, "bill").contains("already"));
}

#[test]
fn data_of_sm4c_keeps_its_words() {
    let text = SM4C.replace("arguments: {}", "arguments: {functionName: charge}");
    let after = renamed("s.sm4c.yaml", &text, "charge, arg", "bill");
    assert!(after.contains("functionName: bill, arguments: {functionName: charge}"), "{after}");
}
