//! Random edits in units of UTF-16, compared with the same edits of the text itself.

use asl_language::random::SplitMix64;
use gen_lsp_types as lsp;

use super::Editor;
use crate::positions::{Encoding, Text};

/// Pieces with characters of one to four bytes and every end of a line.
const PIECES: [&str; 12] =
    ["", "a", "é", "😀", "\n", "\r\n", "\r", "\"", "{", "}", "\"Next\": \"Pay\",", "| \u{2028}"];

#[test]
fn random_edits_give_the_text_that_they_give_directly() {
    let mut random = SplitMix64::new(41);
    for encoding in [Encoding::Utf16, Encoding::Utf8] {
        for _ in 0..60 {
            let mut text = Text::new(String::new(), encoding);
            let mut direct = String::new();
            for _ in 0..60 {
                let (start, end) = (boundary(&direct, &mut random), boundary(&direct, &mut random));
                let (start, end) = (start.min(end), start.max(end));
                let piece = PIECES[random.index(PIECES.len())];
                // A position between `\r` and `\n` is none.
                let is_split =
                    |at: usize| direct[..at].ends_with('\r') && direct[at..].starts_with('\n');
                if is_split(start) || is_split(end) {
                    continue;
                }
                let range = lsp::Range {
                    start: position(&direct, start, encoding),
                    end: position(&direct, end, encoding),
                };
                assert_eq!(range, text.range(start..end));
                assert_eq!((text.offset(range.start), text.offset(range.end)), (start, end));
                text.change(Some(range), piece);
                direct.replace_range(start..end, piece);
                assert_eq!(text.as_str(), direct);
            }
        }
    }
}

/// The position of an offset, counted in the plainest way.
fn position(text: &str, offset: usize, encoding: Encoding) -> lsp::Position {
    let before = text[..offset].replace("\r\n", "\n").replace('\r', "\n");
    let line = before.matches('\n').count();
    let last = before.rsplit('\n').next().unwrap();
    let character = match encoding {
        Encoding::Utf16 => last.encode_utf16().count(),
        Encoding::Utf8 => last.len(),
    };
    lsp::Position {
        line: u32::try_from(line).unwrap(),
        character: u32::try_from(character).unwrap(),
    }
}

fn boundary(text: &str, random: &mut SplitMix64) -> usize {
    let mut at = random.index(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[test]
fn places_outside_of_the_text_are_its_ends() {
    let text = Text::new("a😀\r\nb".to_owned(), Encoding::Utf16);
    let at = |line, character| text.offset(lsp::Position { line, character });
    assert_eq!((at(0, 2), at(0, 3), at(0, 9), at(1, 9), at(7, 0)), (1, 5, 5, 8, 8));
    assert_eq!(text.position(3), lsp::Position { line: 0, character: 1 });
}

#[test]
fn a_change_of_an_unopened_document_is_ignored() {
    let mut editor = Editor::new("a.asl.json", "{}");
    editor.workspace.close(&editor.uri);
    let identifier = lsp::TextDocumentIdentifier { uri: editor.uri.clone().into() };
    editor.workspace.change(lsp::DidChangeTextDocumentParams {
        text_document: lsp::VersionedTextDocumentIdentifier::new(2, identifier),
        content_changes: Vec::new(),
    });
    assert_eq!(editor.workspace.text(&editor.uri), None);
}
