use std::path::Path;

use asl_codegen::options::Options;
use gen_lsp_types as lsp;

use super::Editor;
use crate::host::{Host, Machine};
use crate::positions::Encoding;
use crate::workspace::Workspace;

const SLIP: &str = r#"{
  "Comment": "é😀", "StartAt": "Pay", "States": {
    "Pay": { "Comment": "😀", "Type": "Pass", "Next": "Shipp" },
    "Ship": { "Type": "Succeed" }
  }
}"#;

fn codes(diagnostics: &[lsp::Diagnostic]) -> Vec<String> {
    let code = |diagnostic: &lsp::Diagnostic| match &diagnostic.code {
        Some(lsp::Code::String(code)) => code.clone(),
        Some(lsp::Code::Int(_)) | None => String::new(),
    };
    diagnostics.iter().map(code).collect()
}

#[test]
fn a_finding_has_its_place_in_units_of_utf_16_and_its_further_places() {
    let mut editor = Editor::new("order.asl.json", SLIP);
    let found = editor.diagnostics();
    assert_eq!(codes(&found), ["ASL0401"]);
    let finding = &found[0];
    // 😀 has two units.
    let start = SLIP.lines().nth(2).unwrap().split_once("\"Shipp\"").unwrap().0;
    let start = u32::try_from(start.encode_utf16().count()).unwrap();
    assert_eq!(finding.range.start, lsp::Position { line: 2, character: start });
    assert_eq!(finding.range.end, lsp::Position { line: 2, character: start + 7 });
    let related = finding.related_information.as_ref().unwrap();
    assert_eq!(related[0].location.range.start, lsp::Position { line: 3, character: 4 });
}

#[test]
fn positions_are_bytes_if_the_client_asks_for_utf_8() {
    let workspace = Workspace::new(Host::default(), Encoding::Utf8, vec![]);
    let mut editor = Editor::with(workspace, "order.asl.json", SLIP);
    let start = SLIP.lines().nth(2).unwrap().find("\"Shipp\"").unwrap();
    let found = editor.diagnostics();
    assert_eq!(found[0].range.start.character as usize, start);
}

#[test]
fn every_notation_and_language_is_checked() {
    let yaml = "StartAt: Pay\nStates:\n  Pay:\n    Type: Pass\n    Next: Shipp\n  Ship:\n    Type: Succeed\n";
    let sm4c = r#"{"name": "a", "version": "1.0", "states": [
        {"name": "Pay", "start": true, "transitions": [{"nextState": "Shipp"}]}, {"name": "Ship"}]}"#;
    let template = format!(
        r#"{{"Resources": {{"Order": {{"Type": "AWS::Serverless::StateMachine",
            "Properties": {{"Definition": {SLIP}}}}}}}}}"#
    );
    for (name, text, code) in [
        ("order.asl.yaml", yaml, "ASL0401"),
        ("order.sm4c.json", sm4c, "ASL2104"),
        ("template.json", template.as_str(), "ASL0401"),
    ] {
        let found = Editor::new(name, text).diagnostics();
        assert_eq!(codes(&found), [code], "{name}");
    }
}

#[test]
fn other_files_are_left_alone() {
    for (name, text) in [("package.json", "{\"name\": 1,}"), ("values.yaml", "a: [")] {
        assert_eq!(Editor::new(name, text).diagnostics(), [], "{name}");
    }
}

#[test]
fn a_machine_of_a_package_has_its_options() {
    let machine = |_: &Path| {
        let options = Options::default().substitute(vec![("Next".to_owned(), "Ship".to_owned())]);
        let definition = "/nowhere/order.asl.json".into();
        vec![Machine { definition, options, ignores_unused: false }]
    };
    let host = Host { machines: machine, ..Host::default() };
    let workspace = Workspace::new(host, Encoding::Utf16, vec!["/nowhere".into()]);
    let text = SLIP.replace("Shipp", "${Next}");
    assert_eq!(Editor::with(workspace, "order.asl.json", &text).diagnostics(), []);
    let without = Editor::new("order.asl.json", &text).diagnostics();
    assert_eq!(codes(&without), ["ASL0401", "ASL1309"]);
}

#[test]
fn a_byte_order_mark_moves_only_the_first_line() {
    let mut editor = Editor::new("order.asl.json", &format!("\u{feff}{SLIP}"));
    let found = editor.diagnostics();
    assert_eq!(codes(&found), ["ASL0401"]);
    assert_eq!(found[0].range.start.line, 2);
}

/// The definitions that show one code each, opened where they are: those that need no options.
#[test]
fn the_fault_of_each_bad_definition_is_shown() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/definitions/bad");
    let folder = folder.canonicalize().unwrap();
    let mut count = 0;
    for file in asl_codegen::source::files_below(&folder, super::is_text).unwrap() {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let (code, _) = name.split_once('-').unwrap_or_default();
        let needs_options = file.with_extension("options.json").is_file();
        // An editor opens only what it can decode.
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        // The machines of a template are checked one by one, as by `cargo asl check FILE`, and the
        // feature `grpc` is the command line's.
        let is_other = name == "ASL1306-two-machines.json" || text.contains(".proto");
        if !code.starts_with("ASL") || is_other || needs_options || name.ends_with(".options.json")
        {
            continue;
        }
        let mut workspace = Workspace::new(Host::default(), Encoding::Utf16, vec![]);
        let uri = crate::uri::of_path(&file);
        let (version, language_id) = (1, "asl".into());
        let opened = lsp::TextDocumentItem { uri: uri.clone().into(), language_id, version, text };
        workspace.open(opened);
        let document = workspace.read(&uri).unwrap();
        let found = crate::findings::diagnostics(document, Encoding::Utf16);
        let is_it = |finding: &lsp::Diagnostic| finding.code == Some(code.into());
        assert!(found.values().flatten().any(is_it), "{name}: {found:#?}");
        count += 1;
    }
    assert!(count > 170, "{count} definitions");
}
