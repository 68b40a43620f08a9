//! Tests of the answers, without the protocol: documents with a mark `¦` at the cursor.

mod calls;
mod completion;
mod drawing;
mod edits;
mod findings;
mod fixes;
mod hover;
mod inlay;
mod names;
mod packages;
mod random;
mod services;
mod symbols;

use gen_lsp_types as lsp;
use serde_json::{Value, json};

use crate::document::Document;
use crate::host::Host;
use crate::positions::Encoding;
use crate::requests;
use crate::workspace::Workspace;

/// True for the name of a file in JSON or YAML.
pub(super) fn is_text(name: &str) -> bool {
    let extension = std::path::Path::new(name).extension();
    extension.is_some_and(|extension| extension == "json" || extension == "yaml")
}

/// A workspace with one document.
pub(super) struct Editor {
    pub(super) workspace: Workspace,
    pub(super) uri: String,
    /// The place of the mark in the text.
    pub(super) cursor: lsp::Position,
}

impl Editor {
    /// Opens a text; the first `¦` is the cursor, and no part of the text.
    pub(super) fn new(name: &str, marked: &str) -> Self {
        let text = marked.replacen('¦', "", 1);
        let cursor = marked.find('¦').unwrap_or(0);
        let mut editor =
            Self::with(Workspace::new(Host::default(), Encoding::Utf16, vec![]), name, &text);
        let document = editor.workspace.read(&editor.uri).expect("it is open");
        editor.cursor = document.range(cursor..cursor).start;
        editor
    }

    pub(super) fn with(mut workspace: Workspace, name: &str, text: &str) -> Self {
        let uri = format!("file:///nowhere/{name}");
        workspace.open(lsp::TextDocumentItem {
            uri: uri.clone().into(),
            language_id: "json".into(),
            version: 1,
            text: text.to_owned(),
        });
        Self { workspace, uri, cursor: lsp::Position::default() }
    }

    pub(super) fn document(&mut self) -> &Document {
        self.workspace.read(&self.uri).expect("it is open")
    }

    /// The findings of the document itself.
    pub(super) fn diagnostics(&mut self) -> Vec<lsp::Diagnostic> {
        let (uri, encoding) = (self.uri.clone(), self.workspace.encoding());
        crate::findings::diagnostics(self.document(), encoding).remove(&uri).expect("its own")
    }

    /// The answer to a request at the cursor.
    pub(super) fn ask(&mut self, method: &str) -> Value {
        self.ask_with(method, &json!({}))
    }

    pub(super) fn ask_with(&mut self, method: &str, more: &Value) -> Value {
        let mut params = json!({ "textDocument": { "uri": self.uri }, "position": self.cursor });
        let members = params.as_object_mut().expect("an object");
        members.extend(more.as_object().expect("an object").clone());
        requests::answer(&mut self.workspace, method, params).expect("an answer")
    }

    /// The text after edits, which must not overlap.
    pub(super) fn edited(&mut self, edits: Vec<lsp::TextEdit>) -> String {
        let mut text = self.document().text.clone();
        let mut edits = edits;
        edits.sort_by_key(|edit| edit.range.start);
        for edit in edits.into_iter().rev() {
            text.change(Some(edit.range), &edit.new_text);
        }
        text.as_str().to_owned()
    }
}
