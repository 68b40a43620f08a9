//! The files of a service: the named one and its imports.

use std::collections::HashMap;

use miette::Diagnostic as _;
use protox::Error;
use protox::file::{File, FileResolver, GoogleFileResolver};

use super::nesting;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics, printable};
use asl_source::source::Sources;
use asl_source::span::{FileId, Span, Spanned};

/// Maximum number of parent directories in which imports are searched.
const MOST_ROOTS: usize = 16;

/// Files by the names of their imports.
pub(super) struct Files {
    root: String,
    parsed: HashMap<String, File>,
    places: HashMap<String, FileId>,
}

impl Files {
    /// Reads a file and its imports. They are searched in the file's directory, then in its
    /// parents, in place of the roots that `protoc` takes. Missing files are left to the compiler,
    /// which reports them at the import.
    pub(super) fn read(
        document: &Spanned<String>,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let first = sources.include(&document.value, document.span.file, document.span);
        let first = first.map_err(|fault| diagnostics.push(*fault)).ok()?;
        let path = sources
            .file(first)
            .and_then(|source| source.path.as_deref())
            .and_then(|path| path.file_name());
        let root = path.and_then(|name| name.to_str()).unwrap_or("root.proto").to_owned();
        let mut files = Self { root: root.clone(), parsed: HashMap::new(), places: HashMap::new() };
        let mut open = vec![(root, first)];
        while let Some((name, file)) = open.pop() {
            files.places.insert(name.clone(), file);
            let text = sources.file(file).map(|source| source.text.clone()).unwrap_or_default();
            if let Some(start) = nesting::too_deep(&text) {
                let start = u32::try_from(start).unwrap_or(u32::MAX);
                let span = Span { file, start, end: start.saturating_add(1) };
                let title = format!("the file is nested more than {} deep", nesting::MOST_DEPTH);
                diagnostics.push(Diagnostic::new(Code::ProtoFault, span, title));
                return None;
            }
            let parsed = match File::from_source(&name, &text) {
                Ok(parsed) => parsed,
                Err(error) => {
                    diagnostics.push(fault(&error, &files.places, document));
                    return None;
                }
            };
            for import in &parsed.file_descriptor_proto().dependency {
                if !files.places.contains_key(import)
                    && let Some(other) = found(import, first, document.span, sources)
                {
                    files.places.insert(import.clone(), other);
                    open.push((import.clone(), other));
                }
            }
            files.parsed.insert(name, parsed);
        }
        Some(files)
    }

    /// Name of the first file.
    pub(super) fn root(&self) -> &str {
        &self.root
    }

    /// The file with a name.
    pub(super) fn places(&self) -> HashMap<String, FileId> {
        self.places.clone()
    }
}

/// The file of an import.
fn found(import: &str, first: FileId, place: Span, sources: &mut Sources) -> Option<FileId> {
    let mut reference = import.to_owned();
    for _ in 0..MOST_ROOTS {
        if sources.finds(&reference, first) {
            return sources.include(&reference, first, place).ok();
        }
        reference.insert_str(0, "../");
    }
    None
}

impl FileResolver for Files {
    fn open_file(&self, name: &str) -> Result<File, Error> {
        // protox contains Google's own files; a copy in the package takes precedence.
        self.parsed
            .get(name)
            .map_or_else(|| GoogleFileResolver::new().open_file(name), |file| Ok(file.clone()))
    }
}

/// A fault at a place in a file.
pub(super) fn fault(
    error: &Error,
    places: &HashMap<String, FileId>,
    document: &Spanned<String>,
) -> Diagnostic {
    let file = error.file().and_then(|name| places.get(name)).copied();
    let label = error.labels().and_then(|mut labels| labels.next());
    let title = printable(&error.to_string(), 300);
    match (file, label) {
        (Some(file), Some(label)) => {
            let start = u32::try_from(label.offset()).unwrap_or(u32::MAX);
            let end = start.saturating_add(u32::try_from(label.len().max(1)).unwrap_or(1));
            let diagnostic = Diagnostic::new(Code::ProtoFault, Span { file, start, end }, title);
            label.label().map_or(diagnostic.clone(), |text| diagnostic.label(printable(text, 100)))
        }
        (_, _) => Diagnostic::new(Code::ProtoFault, document.span, title),
    }
}
