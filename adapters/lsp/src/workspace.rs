//! The state of the server: the open documents, and the machines of the packages around them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use gen_lsp_types as lsp;

use crate::document::Document;
use crate::host::{Host, Machine};
use crate::positions::Encoding;

/// The open documents and the packages.
#[derive(Debug)]
pub struct Workspace {
    host: Host,
    encoding: Encoding,
    folders: Vec<PathBuf>,
    /// The machines of the packages; `None` until they are needed.
    machines: Option<Vec<Machine>>,
    documents: BTreeMap<String, Document>,
    /// True if the client takes snippets.
    pub(crate) has_snippets: bool,
}

impl Workspace {
    /// A state without documents. The packages are those in `folders`.
    pub fn new(host: Host, encoding: Encoding, folders: Vec<PathBuf>) -> Self {
        let documents = BTreeMap::new();
        Self { host, encoding, folders, machines: None, documents, has_snippets: false }
    }

    pub(crate) fn host(&self) -> &Host {
        &self.host
    }

    pub(crate) fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Adds a document, or replaces the one with its URI.
    pub fn open(&mut self, item: lsp::TextDocumentItem) {
        let document = Document::new(item, self.encoding);
        self.documents.insert(document.uri.clone(), document);
    }

    /// Changes the text of a document.
    pub fn change(&mut self, params: lsp::DidChangeTextDocumentParams) {
        let identifier = params.text_document;
        if let Some(document) = self.documents.get_mut(&identifier.text_document_identifier.uri.0) {
            document.change(identifier.version, params.content_changes);
        }
    }

    /// Removes a document.
    pub fn close(&mut self, uri: &str) {
        self.documents.remove(uri);
    }

    /// Notes that files on disk have changed: definitions name files, and packages machines.
    pub fn files_changed<'u>(&mut self, uris: impl IntoIterator<Item = &'u str>) {
        let is_of_package =
            |uri: &str| [".rs", "/Cargo.toml", "/asl.toml"].iter().any(|end| uri.ends_with(end));
        if uris.into_iter().any(is_of_package) {
            self.machines = None;
        }
        self.documents.values_mut().for_each(Document::forget);
    }

    /// The text of a document, for tests of clients.
    pub fn text(&self, uri: &str) -> Option<&str> {
        self.documents.get(uri).map(|document| document.text.as_str())
    }

    /// The documents whose text has changed since it was read.
    pub(crate) fn unread(&self) -> Vec<String> {
        let unread = self.documents.values().filter(|document| document.is_unread());
        unread.map(|document| document.uri.clone()).collect()
    }

    /// An open document.
    pub(crate) fn document(&self, uri: &str) -> Option<&Document> {
        self.documents.get(uri)
    }

    /// An open document that was read.
    pub(crate) fn read(&mut self, uri: &str) -> Option<&Document> {
        let document = self.documents.get_mut(uri)?;
        let (host, folders) = (&self.host, &self.folders);
        let machines = self.machines.get_or_insert_with(|| {
            let found = folders.iter().flat_map(|folder| (host.machines)(folder));
            found.map(Machine::resolved).collect()
        });
        document.read(machines, host);
        Some(document)
    }
}

impl Machine {
    /// The same with the canonical path of the definition.
    fn resolved(mut self) -> Self {
        if let Ok(path) = self.definition.canonicalize() {
            self.definition = path;
        }
        self
    }
}
