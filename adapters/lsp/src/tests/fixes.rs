use std::path::Path;

use gen_lsp_types as lsp;
use serde_json::json;

use super::Editor;
use crate::fixes;

#[test]
fn a_quick_fix_puts_the_suggested_name_in_place() {
    for (name, text, fixed) in [
        (
            "a.asl.json",
            r#"{"StartAt": "Pay", "States": {"Pay": {"Type": "Pass", "Next": "Shi¦pp"}, "Ship": {"Type": "Succeed"}}}"#,
            r#""Next": "Ship""#,
        ),
        (
            "a.asl.yaml",
            "StartAt: Pay\nStates:\n  Pay: {Type: Pass, Next: Shi¦pp}\n  Ship: {Type: Succeed}\n",
            "Next: Ship}",
        ),
        (
            "a.asl.yaml",
            "StartAt: Pay\nStates:\n  Pay: {Type: Pass, Next: 'It''s shi¦pp'}\n  \"It's ship\": {Type: Succeed}\n",
            "Next: 'It''s ship'}",
        ),
        (
            "a.asl.json",
            r#"{"StartAt": "A", "States": {"A": {"Type": "Pass", "Re¦sultPth": "$.a", "End": true}}}"#,
            r#""ResultPath": "$.a""#,
        ),
    ] {
        let mut editor = Editor::new(name, text);
        let range = lsp::Range { start: editor.cursor, end: editor.cursor };
        let context = json!({ "range": range, "context": { "diagnostics": [] } });
        let actions = editor.ask_with("textDocument/codeAction", &context);
        assert_eq!(actions.as_array().map(Vec::len), Some(2), "{actions:#}");
        assert_eq!(actions[0]["kind"], "quickfix");
        let edits = actions[0]["edit"]["changes"][&editor.uri].clone();
        let edits: Vec<lsp::TextEdit> = serde_json::from_value(edits).unwrap();
        let after = editor.edited(edits);
        assert!(after.contains(fixed), "{after}");
        assert_eq!(Editor::new(name, &after).diagnostics(), []);
    }
}

/// The definitions that show one fault each.
#[test]
fn each_fix_removes_its_finding() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/definitions/bad");
    let files = asl_codegen::source::files_below(&folder, super::is_text).unwrap();
    let mut count = 0;
    for file in files {
        // One of them is no UTF-8.
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let (stem, extension) = (file.file_stem().unwrap(), file.extension().unwrap());
        let name = format!("{}.asl.{}", stem.to_string_lossy(), extension.to_string_lossy());
        let mut editor = Editor::new(&name, &text);
        let before = editor.diagnostics().len();
        for fix in fixes::fixes(editor.document()) {
            let after = editor.edited(vec![fix.edit.clone()]);
            let left = Editor::new(&name, &after).diagnostics();
            let is_there = |finding: &lsp::Diagnostic| {
                finding.range.start == fix.edit.range.start && finding.code == Some(fix.code.into())
            };
            assert!(!left.iter().any(is_there), "{name}: {} {}: {left:#?}", fix.code, fix.name);
            assert!(left.len() <= before + 3, "{name}: {} {}: {left:#?}", fix.code, fix.name);
            count += 1;
        }
        let all: Vec<_> = fixes::fixes(editor.document()).into_iter().map(|fix| fix.edit).collect();
        let before = all.len();
        let mut fixed = Editor::new(&name, &editor.edited(all));
        let left = fixes::fixes(fixed.document()).len();
        assert!(left < before || before == 0, "{name}: {left} of {before} are left");
    }
    assert!(count > 30, "{count} fixes");
}

#[test]
fn a_fix_of_a_variable_keeps_the_rest_of_its_path() {
    let text = r#"{"StartAt": "A", "States": {
        "A": {"Type": "Pass", "Assign": {"order": {"id": 1}}, "Next": "B"},
        "B": {"Type": "Pass", "Parameters": {"x.$": "$Order.id"}, "End": true}}}"#;
    let mut editor = Editor::new("a.asl.json", text);
    let fixes = fixes::fixes(editor.document());
    assert_eq!(fixes.len(), 1);
    let after = editor.edited(fixes.into_iter().map(|fix| fix.edit).collect());
    assert_eq!(after, text.replace("$Order.id", "$order.id"));
}

#[test]
fn a_definition_string_has_no_fixes_that_break_its_template() {
    let definition = r#"{"StartAt": "Pay", "States": {"Pay": {"Type": "Succed"}}}"#;
    let template = json!({ "Resources": { "A": {
        "Type": "AWS::StepFunctions::StateMachine",
        "Properties": { "DefinitionString": definition },
    } } });
    let mut editor = Editor::new("template.json", &template.to_string());
    assert!(!editor.diagnostics().is_empty());
    assert_eq!(fixes::fixes(editor.document()).len(), 0);
}
