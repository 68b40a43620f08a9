//! Random edits of real definitions with requests in between: no panic, and no place that is none.

use std::path::Path;

use asl_language::random::SplitMix64;
use gen_lsp_types as lsp;
use serde_json::{Value, json};

use super::Editor;

const REQUESTS: [&str; 11] = [
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
    let mut count = 0;
    for file in files {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        if text.len() > 20_000 {
            continue;
        }
        let stem = file.file_stem().unwrap().to_string_lossy();
        let name = format!("{stem}.asl.{}", file.extension().unwrap().to_string_lossy());
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
            count += 1;
        }
    }
    assert!(count > 1_000, "{count} requests");
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
