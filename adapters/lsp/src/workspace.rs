//! The state of the server: the open documents, and the machines of the packages around them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use asl_codegen::source::{OpenTexts, is_definition};
use gen_lsp_types as lsp;

use crate::document::Document;
use crate::host::{Host, Machine};
use crate::positions::Encoding;
use crate::uri;

/// Maximum number of bytes of the texts of which trees and graphs are kept, which take about thirty
/// times as much.
const MOST_BYTES: usize = 1 << 20;

/// The open documents and the packages.
#[derive(Debug)]
pub struct Workspace {
    host: Host,
    encoding: Encoding,
    folders: Vec<PathBuf>,
    /// The machines of the packages; `None` until they are needed.
    machines: Option<Packages>,
    documents: BTreeMap<String, Document>,
    /// The documents that were read, the last one last.
    recent: Vec<String>,
    /// True if the client takes snippets.
    pub(crate) has_snippets: bool,
    /// Arguments of the client's for each run, such as the sources of tasks.
    pub(crate) run_arguments: Vec<String>,
}

/// The machines of packages.
#[derive(Debug, Default)]
struct Packages {
    machines: Vec<Machine>,
    /// The folders that were asked.
    asked: BTreeSet<PathBuf>,
}

impl Packages {
    /// Adds the machines of the packages in a folder, if it was not asked before.
    fn ask(&mut self, folder: &Path, host: &Host) {
        if !self.asked.insert(folder.to_owned()) {
            return;
        }
        // Packages of one workspace are found from each of them.
        let known: BTreeSet<PathBuf> =
            self.machines.iter().map(|machine| machine.definition.clone()).collect();
        let found = (host.machines)(folder).into_iter().map(Machine::resolved);
        self.machines.extend(found.filter(|machine| !known.contains(&machine.definition)));
    }

    /// Asks the package around a definition, unless it is known: it may be below the folders that the
    /// client has opened, or outside of them.
    fn ask_around(&mut self, path: &Path, host: &Host) {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_known = self.machines.iter().any(|machine| machine.definition == path);
        if is_known || !is_definition(&name) {
            return;
        }
        let is_package = |folder: &&Path| {
            ["asl.toml", "Cargo.toml"].iter().any(|name| folder.join(name).is_file())
        };
        if let Some(folder) = path.ancestors().skip(1).find(is_package) {
            self.ask(folder, host);
        }
    }
}

impl Workspace {
    /// A state without documents. The packages are those in `folders`.
    pub fn new(host: Host, encoding: Encoding, folders: Vec<PathBuf>) -> Self {
        Self {
            host,
            encoding,
            folders,
            machines: None,
            documents: BTreeMap::new(),
            recent: Vec::new(),
            has_snippets: false,
            run_arguments: Vec::new(),
        }
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

    /// Notes that another text of a file counts now: that of the editor, or the one on disk again.
    /// The documents that name the file.
    pub(crate) fn text_changed(&mut self, uri: &str) -> Vec<String> {
        let naming = self.documents.values_mut().filter(|document| document.names(uri));
        let forgotten = naming.map(|document| {
            document.forget();
            document.uri.clone()
        });
        forgotten.collect()
    }

    /// The texts of other documents that are not saved.
    fn open_texts(&self, uri: &str) -> OpenTexts {
        let others = self.documents.values().filter(|other| other.is_unsaved && other.uri != uri);
        let text = |other: &Document| {
            let path = other.path.as_ref()?.canonicalize().ok()?;
            Some((path, other.text.as_str().to_owned()))
        };
        OpenTexts::new(others.filter_map(text).collect())
    }

    /// A document that is not saved, and whose file an open one names.
    pub(crate) fn unsaved_of(&self, uri: &str) -> Option<&str> {
        let document = self.documents.get(uri)?;
        let mut unsaved = self.documents.values().filter(|other| other.is_unsaved);
        unsaved.find(|other| document.names(&other.uri)).map(|other| other.uri.as_str())
    }

    /// Removes a document.
    pub fn close(&mut self, uri: &str) {
        self.documents.remove(uri);
    }

    /// Notes that the text of a document is that of its file.
    pub(crate) fn saved(&mut self, uri: &str) {
        if let Some(document) = self.documents.get_mut(uri) {
            document.is_unsaved = false;
        }
    }

    /// Notes that files on disk have changed: definitions name files, and packages machines. The
    /// documents that may have other findings now.
    pub fn files_changed(&mut self, uris: &[String]) -> Vec<String> {
        let is_of_package =
            |uri: &String| [".rs", "/Cargo.toml", "/asl.toml"].iter().any(|end| uri.ends_with(end));
        let has_other_options = uris.iter().any(is_of_package);
        if has_other_options {
            self.machines = None;
        }
        let mut concerned = Vec::new();
        for (uri, document) in &mut self.documents {
            if has_other_options || uris.iter().any(|changed| document.depends_on(changed)) {
                document.forget();
                concerned.push(uri.clone());
            }
        }
        concerned
    }

    /// True for files in folders of packages that builds and other programs fill, which change all
    /// the time.
    pub(crate) fn is_made(&self, uri: &str) -> bool {
        let Some(path) = uri::path_of(uri) else { return false };
        let inner = self.folders.iter().find_map(|folder| path.strip_prefix(folder).ok());
        let is_folder_of_builds = |part: std::path::Component<'_>| {
            ["target", "node_modules", ".git"].iter().any(|name| part.as_os_str() == *name)
        };
        inner.is_some_and(|inner| inner.components().any(is_folder_of_builds))
    }

    /// The text of a document, for tests of clients.
    pub fn text(&self, uri: &str) -> Option<&str> {
        self.documents.get(uri).map(|document| document.text.as_str())
    }

    /// An open document.
    pub(crate) fn document(&self, uri: &str) -> Option<&Document> {
        self.documents.get(uri)
    }

    /// An open document that was read.
    pub(crate) fn read(&mut self, uri: &str) -> Option<&Document> {
        self.drop_oldest(uri);
        let is_read = self.documents.get(uri)?.analysis().is_some();
        let open = if is_read { OpenTexts::default() } else { self.open_texts(uri) };
        let document = self.documents.get_mut(uri)?;
        let (host, folders) = (&self.host, &self.folders);
        let packages = self.machines.get_or_insert_with(|| {
            let mut packages = Packages::default();
            for folder in folders {
                packages.ask(folder, host);
            }
            packages
        });
        if let Some(path) = &document.path {
            packages.ask_around(path, host);
        }
        document.read(&packages.machines, host, &open);
        Some(document)
    }

    /// Drops what was read of the documents that were not asked about for longest, as far as all
    /// together are larger than [`MOST_BYTES`]: reading one again takes milliseconds.
    fn drop_oldest(&mut self, next: &str) {
        self.recent.retain(|uri| uri != next);
        self.recent.push(next.to_owned());
        let mut bytes = 0;
        for uri in self.recent.iter().rev() {
            if let Some(document) = self.documents.get_mut(uri) {
                bytes += document.text.as_str().len();
                if bytes > MOST_BYTES && uri != next {
                    document.forget();
                }
            }
        }
        self.recent.retain(|uri| self.documents.contains_key(uri));
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
