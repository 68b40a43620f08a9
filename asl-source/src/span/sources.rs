//! The files of one compilation, as text.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{FileId, LineIndex, Position, Span};

/// The files of one compilation; `FileId(n)` is the n-th.
#[derive(Debug, Default)]
pub struct Sources {
    /// In the order they were read; the definition is the first.
    pub files: Vec<Source>,
    /// Texts that are read in place of files that the definition names.
    pub open: OpenTexts,
}

/// Texts of files that an editor has open and has not saved, by their canonical paths.
pub type OpenTexts = Arc<BTreeMap<PathBuf, String>>;

/// One file, read whole.
#[derive(Debug)]
pub struct Source {
    /// As shown to people: relative to the working directory where possible.
    pub shown: String,
    /// The path that it was read from; `None` for text that was given directly.
    pub path: Option<PathBuf>,
    /// Its text; empty if it could not be read.
    pub text: String,
    notation: Notation,
    lines: LineIndex,
}

/// The notation of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// RFC 8259.
    Json,
    /// YAML 1.2.
    Yaml,
    /// HCL, in a file of Terraform.
    Terraform,
}

/// The ends of names of templates of Terraform: the part before tells the notation.
const TEMPLATES: [&str; 3] = [".tftpl", ".tmpl", ".tpl"];

impl Notation {
    fn of_name(shown: &str) -> Self {
        let of_template = TEMPLATES.iter().find_map(|end| shown.strip_suffix(end));
        let extension = Path::new(of_template.unwrap_or(shown))
            .extension()
            .and_then(|extension| extension.to_str())
            .unwrap_or_default();
        let is_yaml = ["yaml", "yml"].iter().any(|yaml| extension.eq_ignore_ascii_case(yaml));
        match extension {
            _ if is_yaml => Self::Yaml,
            "tf" => Self::Terraform,
            _ => Self::Json,
        }
    }

    /// Definitions are objects, which hardly anyone writes in braces in YAML.
    fn of_text(text: &str) -> Self {
        let text = text.trim_start();
        if text.is_empty() || text.starts_with(['{', '[', '"']) { Self::Json } else { Self::Yaml }
    }
}

impl Sources {
    /// Adds a definition that was already read; `shown` is the name of its file in messages.
    pub fn from_text(shown: impl Into<String>, text: impl Into<String>) -> Self {
        Self::of(Source::new(shown.into(), None, text.into()))
    }

    /// The files of a definition that names none yet.
    pub fn of(definition: Source) -> Self {
        Self { files: vec![definition], open: OpenTexts::default() }
    }

    /// The file of an id.
    pub fn file(&self, file: FileId) -> Option<&Source> {
        self.files.get(usize::from(file.0))
    }

    /// Line and column where a span begins.
    pub fn position(&self, span: Span) -> Position {
        self.file(span.file).map_or_else(Position::default, |source| source.position(span.start))
    }
}

impl Source {
    /// A file's name, path and text. A byte order mark at the beginning of the text is left out.
    pub fn new(shown: String, path: Option<PathBuf>, mut text: String) -> Self {
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        let lines = LineIndex::new(&text);
        Self { notation: Notation::of_name(&shown), shown, path, text, lines }
    }

    /// A text without a file. Its notation follows from its first character, because its name
    /// does not tell it.
    pub(crate) fn without_file(shown: &str, text: String) -> Self {
        let source = Self::new(shown.to_owned(), None, text);
        Self { notation: Notation::of_text(&source.text), ..source }
    }

    /// The notation by the file's name: `.yaml` and `.yml` are YAML, `.tf` is Terraform's. That of a
    /// text without a file follows from its first character.
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// Line and column of a byte offset.
    pub fn position(&self, offset: u32) -> Position {
        self.lines.position(&self.text, offset)
    }

    /// The lines of the text.
    pub fn lines(&self) -> &LineIndex {
        &self.lines
    }
}
