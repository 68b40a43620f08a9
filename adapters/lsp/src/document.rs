//! An open document: its text with a version, and what was read of it.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::PathBuf;

use asl_codegen::diagnostics::Code;
use asl_codegen::source::{OpenTexts, Span};
use gen_lsp_types as lsp;

use crate::analysis::{Analysis, Input, is_test_file};
use crate::host::{Host, Machine};
use crate::positions::{Encoding, Text};
use crate::uri;

/// The byte order mark, which the compiler leaves out of a text.
const MARK: char = '\u{feff}';

/// A document that is open in a client.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) uri: String,
    pub(crate) path: Option<PathBuf>,
    pub(crate) version: i32,
    pub(crate) text: Text,
    language: String,
    /// True if the file has another text, as far as is known.
    pub(crate) is_unsaved: bool,
    analysis: Option<Analysis>,
    /// The other files that the text names, by URI, as it was last read.
    named: BTreeSet<String>,
}

impl Document {
    pub(crate) fn new(item: lsp::TextDocumentItem, encoding: Encoding) -> Self {
        let language: String = serde_json::to_value(&item.language_id)
            .ok()
            .and_then(|name| name.as_str().map(str::to_owned))
            .unwrap_or_default();
        let path = uri::path_of(&item.uri.0);
        // An editor may open a text that it has kept from its last run.
        let saved = path.as_deref().and_then(|path| std::fs::read_to_string(path).ok());
        Self {
            is_unsaved: saved.is_some_and(|saved| saved != item.text),
            path,
            uri: item.uri.0,
            version: item.version,
            text: Text::new(item.text, encoding),
            language,
            analysis: None,
            named: BTreeSet::new(),
        }
    }

    /// Changes the text in the order of the changes.
    pub(crate) fn change(
        &mut self,
        version: i32,
        changes: Vec<lsp::TextDocumentContentChangeEvent>,
    ) {
        use lsp::TextDocumentContentChangeEvent::{
            TextDocumentContentChangePartial as Part,
            TextDocumentContentChangeWholeDocument as Whole,
        };
        for change in changes {
            match change {
                Part(part) => self.text.change(Some(part.range), &part.text),
                Whole(whole) => self.text.change(None, &whole.text),
            }
        }
        self.version = version;
        self.is_unsaved = true;
        self.forget();
    }

    /// Drops what was read of the text: it, or a file beside it, has changed.
    pub(crate) fn forget(&mut self) {
        self.analysis = None;
    }

    /// True if another file that has changed may be one that this text names, or a file that could
    /// not be read.
    pub(crate) fn depends_on(&self, changed: &str) -> bool {
        if self.names(changed) {
            return true;
        }
        let Some(analysis) = self.analysis.as_ref().filter(|_| changed != self.uri) else {
            return false;
        };
        // A definition or a mock file may be there now.
        if !analysis.tests.is_empty() || self.path.as_deref().is_some_and(is_test_file) {
            return true;
        }
        analysis.machines.iter().any(|checked| {
            let options = &checked.options;
            let is_unread = |code: Code| matches!(code, Code::CannotRead | Code::CannotInclude);
            options.schemas.is_some()
                || options.substitute_file.is_some()
                || checked.diagnostics.iter().any(|finding| is_unread(finding.code))
        })
    }

    /// True if this text names another file, and was read with it.
    pub(crate) fn names(&self, file: &str) -> bool {
        self.named.contains(file)
    }

    /// The result of reading the text; `None` before [`Document::read`].
    pub(crate) fn analysis(&self) -> Option<&Analysis> {
        self.analysis.as_ref()
    }

    /// Reads the text if it has changed.
    pub(crate) fn read(&mut self, machines: &[Machine], host: &Host, open: &OpenTexts) {
        if self.analysis.is_some() {
            return;
        }
        let shown = self.shown();
        let input = Input {
            shown: &shown,
            path: self.path.as_deref(),
            language: &self.language,
            text: self.text.as_str(),
            open,
        };
        let analysis = Analysis::new(&input, machines, host);
        self.named = analysis.files().map(uri::of_path).filter(|file| *file != self.uri).collect();
        self.analysis = Some(analysis);
    }

    /// Its name for the compiler. Of a document without a file, the language of the client tells
    /// the notation.
    fn shown(&self) -> String {
        match &self.path {
            Some(path) => path.display().to_string(),
            None if self.language.contains("yaml") => format!("{}.yaml", self.uri),
            None => self.uri.clone(),
        }
    }

    /// Bytes at the beginning of the text that the compiler does not see.
    fn skipped(&self) -> usize {
        if self.text.as_str().starts_with(MARK) { MARK.len_utf8() } else { 0 }
    }

    /// The offset of a position in the text that the compiler sees.
    pub(crate) fn offset(&self, position: lsp::Position) -> usize {
        self.text.offset(position).saturating_sub(self.skipped())
    }

    /// The range of bytes of the text that the compiler sees.
    pub(crate) fn range(&self, bytes: Range<usize>) -> lsp::Range {
        let skipped = self.skipped();
        self.text.range(bytes.start + skipped..bytes.end + skipped)
    }

    /// The range of a span of the first file of a compilation.
    pub(crate) fn range_of(&self, span: Span) -> lsp::Range {
        self.range(span.start as usize..span.end as usize)
    }
}
