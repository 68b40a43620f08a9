//! Reads a definition as text; its faults are findings.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use crate::diagnostics::{Code, Diagnostic, Diagnostics, nearest};
use crate::source::MAX_BYTES;
use crate::span::{FileId, OpenTexts, Source, Sources, Span};

/// The fault of a definition that could not be read, as a finding.
#[derive(Debug)]
pub struct SourceError {
    /// The file, with as much of its text as its finding needs.
    pub sources: Sources,
    /// The fault.
    pub diagnostics: Diagnostics,
}

impl Sources {
    /// Reads a definition. A relative `path` is taken from `base`, a directory.
    ///
    /// A directory, a pipe or device, and a file over the limit are refused before anything is
    /// read.
    pub fn read(path: &Path, base: &Path) -> Result<Self, SourceError> {
        Self::read_open(path, base, &OpenTexts::default())
    }

    /// As [`Sources::read`], with the texts of an editor in place of files.
    pub fn read_open(path: &Path, base: &Path, open: &OpenTexts) -> Result<Self, SourceError> {
        let path = normal(&base.join(path));
        let shown = shown(&path);
        let none = Self { open: OpenTexts::clone(open), ..Self::default() };
        let bytes = match none.bytes_of(&path) {
            Ok(bytes) => bytes,
            Err(fault) => {
                let diagnostic = fault.diagnostic(&shown, &path);
                return Err(error(diagnostic, Source::new(shown, Some(path), String::new())));
            }
        };
        let read = decoded(bytes, |text| Source::new(shown, Some(path), text))?;
        Ok(Self { open: none.open, ..read })
    }

    /// Reads a definition that is no file, such as standard input; `shown` is its name in
    /// messages. It is read as JSON if it begins with `{`, and as YAML otherwise. Files that it
    /// names cannot be read, because there is no directory to which their paths are relative.
    ///
    /// ```
    /// use asl_codegen::source::{Notation, Sources};
    ///
    /// let sources = Sources::from_reader("<stdin>", "StartAt: A\n".as_bytes()).unwrap();
    /// assert_eq!(sources.files[0].notation(), Notation::Yaml);
    /// ```
    pub fn from_reader(shown: &str, reader: impl Read) -> Result<Self, SourceError> {
        let mut bytes = Vec::new();
        let fault = match reader.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes) {
            // The rest is not counted: it may have no end.
            Ok(length) if length > MAX_BYTES => Some(Diagnostic::new(
                Code::TooLarge,
                Span::default(),
                format!("the definition has more than {MAX_BYTES} bytes (1 MiB)"),
            )),
            Ok(_) => None,
            Err(error) => Some(cannot_read(shown, reason(&error))),
        };
        if let Some(diagnostic) = fault {
            return Err(error(diagnostic, Source::without_file(shown, String::new())));
        }
        decoded(bytes, |text| Source::without_file(shown, text))
    }
}

/// The text of a definition, as the only source; or the first byte that is not UTF-8.
fn decoded(bytes: Vec<u8>, source: impl FnOnce(String) -> Source) -> Result<Sources, SourceError> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Sources::of(source(text))),
        Err(fault) => {
            let (diagnostic, text) = not_utf8(fault.as_bytes(), &fault.utf8_error(), FileId(0));
            Err(error(diagnostic, source(text)))
        }
    }
}

/// Largest file of released versions, in bytes.
const MAX_RELEASED: u64 = 16 << 20;

/// Reads a file of released versions, `asl.lock`; `None` if there is none.
pub fn read_released(path: &Path) -> Result<Option<String>, Box<Diagnostic>> {
    let refused = |why: &str| Box::new(cannot_read(&shown(path), why));
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(refused(&reason(&error))),
        Ok(file) if !file.is_file() => return Err(refused("it is not a file")),
        Ok(file) if file.len() > MAX_RELEASED => {
            return Err(refused("it has more than 16 MiB"));
        }
        Ok(_) => {}
    }
    fs::read_to_string(path).map(Some).map_err(|error| refused(&reason(&error)))
}

/// The fault of a file that cannot be read.
pub(super) enum Fault {
    Io(io::Error),
    Directory,
    NoFile,
    TooLarge(u64),
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>, Fault> {
    let metadata = fs::metadata(path).map_err(Fault::Io)?;
    if metadata.is_dir() {
        return Err(Fault::Directory);
    }
    // Opening a pipe without a writer would block.
    if !metadata.is_file() {
        return Err(Fault::NoFile);
    }
    let limit = MAX_BYTES as u64;
    if metadata.len() > limit {
        return Err(Fault::TooLarge(metadata.len()));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or_default());
    // It may have grown meanwhile, and some file systems say 0.
    File::open(path)
        .and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))
        .map_err(Fault::Io)?;
    match bytes.len() as u64 {
        length if length > limit => Err(Fault::TooLarge(length)),
        _ => Ok(bytes),
    }
}

impl Fault {
    fn diagnostic(self, shown: &str, path: &Path) -> Diagnostic {
        let place = Span::default();
        let help = self.help(path);
        let diagnostic = match self {
            Self::TooLarge(length) => return too_large(length, place),
            Self::Directory | Self::NoFile | Self::Io(_) => cannot_read(shown, self.reason()),
        };
        match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }

    /// The reason, in the same words on each system.
    pub(super) fn reason(&self) -> String {
        match self {
            Self::TooLarge(length) => {
                format!("it has {length} bytes, and {MAX_BYTES} (1 MiB) are allowed")
            }
            Self::Directory => "it is a directory".to_owned(),
            Self::NoFile => "it is a pipe or a device".to_owned(),
            Self::Io(error) => reason(error),
        }
    }

    pub(super) fn help(&self, path: &Path) -> Option<String> {
        match self {
            Self::Directory => Some("name the definition in it".to_owned()),
            Self::NoFile => Some("save the definition as a file".to_owned()),
            Self::Io(error) if error.kind() == io::ErrorKind::NotFound => {
                sibling(path).map(|name| format!("did you mean `{name}`?"))
            }
            Self::Io(_) | Self::TooLarge(_) => None,
        }
    }
}

/// The finding for a definition over the limit, of a file or of a text.
pub fn too_large(length: u64, place: Span) -> Diagnostic {
    Diagnostic::new(
        Code::TooLarge,
        place,
        format!("the definition has {length} bytes; {MAX_BYTES} (1 MiB) are allowed"),
    )
    .help("split the machine, or move data out of the definition")
}

/// The finding for a language that a feature of the compiler has switched off.
pub fn built_without(shown: &str, language: &str, feature: &str) -> Diagnostic {
    cannot_read(shown, format_args!("this compiler was built without {language}")).help(format!(
        "turn on the feature `{feature}` of `asl-runtime` (for the macro) or of `asl-codegen` (for build scripts)"
    ))
}

/// The finding for a file that cannot be read.
pub fn cannot_read(shown: &str, reason: impl Display) -> Diagnostic {
    Diagnostic::new(
        Code::CannotRead,
        Span::default(),
        format!("`{shown}` cannot be read: {reason}"),
    )
}

/// An error of the system in words that are the same on each of them.
fn reason(error: &io::Error) -> String {
    const WORDS: [(io::ErrorKind, &str); 3] = [
        (io::ErrorKind::NotFound, "there is no such file"),
        (io::ErrorKind::PermissionDenied, "permission denied"),
        (io::ErrorKind::NotADirectory, "a part of its path is not a directory"),
    ];
    let words = WORDS.iter().find(|(kind, _)| *kind == error.kind());
    words.map_or_else(|| error.kind().to_string(), |(_, words)| (*words).to_owned())
}

/// The file that is probably meant by a path to a file that does not exist.
pub fn meant_file(path: &Path, base: &Path) -> Option<PathBuf> {
    let path = normal(&base.join(path));
    if path.exists() {
        return None;
    }
    sibling(&path).map(|name| path.with_file_name(name))
}

/// A file in the same directory whose name is close to one that does not exist.
fn sibling(path: &Path) -> Option<String> {
    /// Enough for any directory of definitions.
    const MOST_ENTRIES: usize = 2_000;
    let wanted = path.file_name()?.to_str()?;
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let entries = fs::read_dir(directory.unwrap_or(Path::new("."))).ok()?.take(MOST_ENTRIES);
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort_unstable();
    nearest(wanted, names.iter().map(String::as_str)).map(str::to_owned)
}

/// The first bad byte, and the text as far as it can be decoded.
pub(super) fn not_utf8(
    bytes: &[u8],
    fault: &std::str::Utf8Error,
    file: FileId,
) -> (Diagnostic, String) {
    let at = fault.valid_up_to();
    let text = String::from_utf8_lossy(bytes).into_owned();
    let bad = bytes.get(at).copied().unwrap_or_default();
    let start = u32::try_from(at).unwrap_or(u32::MAX);
    // In the decoded text U+FFFD replaces the bad bytes; everything before them is unchanged.
    let width = text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    let place = Span { file, start, end: start.saturating_add(u32::try_from(width).unwrap_or(0)) };
    let help = match bytes {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => "the file looks like UTF-16: save it as UTF-8",
        _ => "save the file as UTF-8",
    };
    let diagnostic = Diagnostic::new(Code::NotUtf8, place, "the file is not UTF-8 text")
        .label(format!("the byte 0x{bad:02X} is not UTF-8 here"))
        .help(help);
    (diagnostic, text)
}

fn error(diagnostic: Diagnostic, source: Source) -> SourceError {
    let mut diagnostics = Diagnostics::default();
    diagnostics.push(diagnostic);
    SourceError { sources: Sources::of(source), diagnostics }
}

/// Without `.`, which people do not want to read.
pub(super) fn normal(path: &Path) -> PathBuf {
    path.components().filter(|component| !matches!(component, Component::CurDir)).collect()
}

/// Relative to the working directory where possible.
pub(super) fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&here).unwrap_or(path).display().to_string()
}
