//! Random edits of real definitions with requests in between: no panic, and no place that is none.

use std::path::Path;

use asl_codegen::diagnostics::Diagnostics;
use asl_codegen::source::{FileId, Sources, parse_definition};
use asl_language::random::SplitMix64;
use gen_lsp_types as lsp;
use serde_json::{Value, json};

use super::Editor;
use crate::{fixes, requests};

const REQUESTS: [&str; 15] = [
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/completion",
    "textDocument/codeAction",
    "textDocument/inlayHint",
    "textDocument/prepareCallHierarchy",
    "textDocument/implementation",
    "textDocument/documentLink",
    "textDocument/codeLens",
    "asl/graph",
];

const PIECES: [&str; 14] = [
    "",
    "\"",
    "{",
    "}",
    "[",
    ",",
    ":",
    "\n",
    "é😀",
    "$",
    "\"Next\": \"Pay\",",
    "{% $",
    "${ .a | ",
    "States.",
];

/// Edits per definition; `ASL_LSP_EDITS` sets another number for long runs.
fn edits() -> usize {
    std::env::var("ASL_LSP_EDITS").ok().and_then(|text| text.parse().ok()).unwrap_or(3)
}

#[test]
fn random_edits_and_requests_never_give_a_wrong_place() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/definitions");
    let files = asl_codegen::source::files_below(&folder, super::is_text).unwrap();
    let mut random = SplitMix64::new(41);
    let (mut count, mut applied) = (0, 0);
    for file in files {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        if text.len() > 20_000 {
            continue;
        }
        let stem = file.file_stem().unwrap().to_string_lossy();
        let extension = file.extension().unwrap().to_string_lossy();
        let (name, text) = embedded(&mut random, text, &format!("{stem}.asl.{extension}"));
        let mut editor = Editor::new(&name, &text);
        for _ in 0..edits() {
            // A broken text has few answers, so every other one is as it was.
            if random.percent(50) {
                editor = Editor::new(&name, &text);
            } else {
                edit(&mut editor, &mut random);
            }
            editor.cursor = position(&mut editor, &mut random);
            let method = *random.pick(&REQUESTS);
            let range = json!({ "start": editor.cursor, "end": editor.cursor });
            let more = json!({ "range": range, "context": { "diagnostics": [] } });
            let answer = editor.ask_with(method, &more);
            assert_places(&mut editor, &answer, method);
            let findings = json!(editor.diagnostics());
            assert_places(&mut editor, &findings, "diagnostics");
            assert_calls(&mut editor);
            let edits = [renamed(&mut editor), fixed(&mut editor)];
            for edits in edits.into_iter().flatten() {
                assert_parses_after(&mut editor, &name, edits);
                applied += 1;
            }
            count += 1;
        }
    }
    assert!(count > 1_000, "{count} requests");
    assert!(applied > 100, "{applied} edits of renames and fixes");
}

/// Now and then a template around a definition of JSON, as an object or as a string.
fn embedded(random: &mut SplitMix64, text: String, name: &str) -> (String, String) {
    let definition = serde_json::from_str::<Value>(&text).ok().filter(|_| random.percent(20));
    let Some(definition) = definition else { return (name.to_owned(), text) };
    let properties = if random.percent(50) {
        json!({ "DefinitionString": text })
    } else {
        json!({ "Definition": definition })
    };
    let machine = json!({ "Type": "AWS::StepFunctions::StateMachine", "Properties": properties });
    let template = json!({ "Resources": { "A": machine, "B": machine } });
    ("template.json".to_owned(), template.to_string())
}

/// The edits of a rename at the cursor, unless it is refused.
fn renamed(editor: &mut Editor) -> Option<Vec<lsp::TextEdit>> {
    let params = json!({
        "textDocument": { "uri": editor.uri }, "position": editor.cursor, "newName": "its_new",
    });
    let answer = requests::answer(&mut editor.workspace, "textDocument/rename", params).ok()?;
    serde_json::from_value(answer["changes"][&editor.uri].clone()).expect("edits")
}

/// The edits of all fixes, if there are some.
fn fixed(editor: &mut Editor) -> Option<Vec<lsp::TextEdit>> {
    let edits: Vec<_> = fixes::fixes(editor.document()).into_iter().map(|fix| fix.edit).collect();
    (!edits.is_empty()).then_some(edits)
}

/// A text that could be read can be read after an edit too.
fn assert_parses_after(editor: &mut Editor, name: &str, edits: Vec<lsp::TextEdit>) {
    let before = editor.document().text.as_str().to_owned();
    let is_read = |text: &str| {
        let sources = Sources::from_text(name, text);
        parse_definition(&sources, FileId(0), &mut Diagnostics::default()).is_some()
    };
    if is_read(&before) {
        let after = editor.edited(edits);
        assert!(is_read(&after), "{name}: {before}\n{after}");
    }
}

fn assert_calls(editor: &mut Editor) {
    let items = editor.ask("textDocument/prepareCallHierarchy");
    for item in items.as_array().into_iter().flatten() {
        for method in ["callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"] {
            let answer = editor.ask_with(method, &json!({ "item": item }));
            assert!(answer.is_array(), "{method} of {item}: {answer}");
            assert_places(editor, &answer, method);
        }
    }
}

fn position(editor: &mut Editor, random: &mut SplitMix64) -> lsp::Position {
    let document = editor.document();
    let length = document.text.as_str().len();
    document.range(random.index(length + 1)..0).start
}

fn edit(editor: &mut Editor, random: &mut SplitMix64) {
    let (start, end) = (position(editor, random), position(editor, random));
    // Small changes, as somebody types them, and now and then a large one.
    let end = if random.percent(95) {
        lsp::Position {
            character: start.character + u32::try_from(random.index(3)).unwrap(),
            ..start
        }
    } else {
        end.max(start)
    };
    let uri: lsp::Uri = editor.uri.clone().into();
    let part = lsp::TextDocumentContentChangePartial {
        range: lsp::Range { start, end },
        text: (*random.pick(&PIECES)).to_owned(),
        ..lsp::TextDocumentContentChangePartial::default()
    };
    editor.workspace.change(lsp::DidChangeTextDocumentParams {
        text_document: lsp::VersionedTextDocumentIdentifier::new(
            2,
            lsp::TextDocumentIdentifier { uri },
        ),
        content_changes: vec![part.into()],
    });
}

/// Every range in an answer is one of the text: between characters, and in order.
fn assert_places(editor: &mut Editor, answer: &Value, method: &str) {
    match answer {
        Value::Array(items) => items.iter().for_each(|item| assert_places(editor, item, method)),
        Value::Object(members) => {
            let is_range = members.contains_key("start") && members.contains_key("end");
            if is_range {
                let range: lsp::Range = serde_json::from_value(answer.clone()).unwrap();
                assert!(range.start <= range.end, "{method}: {range:?}");
                let text = &editor.document().text;
                for place in [range.start, range.end] {
                    assert_eq!(text.position(text.offset(place)), place, "{method}");
                }
                return;
            }
            members.values().for_each(|member| assert_places(editor, member, method));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
