//! The project's own Rust code as text, for the checks on its structure and its language.

mod package;
mod scan;
mod unit_tests;

use std::path::{Path, PathBuf};

pub(crate) use self::package::{Package, packages};
pub(crate) use self::scan::{Comment, CommentKind};
use asl_conformance::problem::Result;
use asl_conformance::workspace;

/// A file of a package's `src` folder that is not a test.
pub(crate) struct SourceFile {
    /// The path below `src`.
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    /// The code, with blanks for comments, literals and unit tests; line numbers are unchanged.
    pub(crate) code: String,
    pub(crate) comments: Vec<Comment>,
    /// The number of lines without unit tests.
    pub(crate) lines: usize,
}

impl SourceFile {
    fn read(source: &Path, path: PathBuf) -> Result<Self> {
        let text = workspace::read(&source.join(&path))?;
        let (code, comments) = scan::separate(&text);
        let (code, tests) = unit_tests::blank(&code);
        let comments = comments
            .into_iter()
            .filter(|comment| !tests.iter().any(|lines| lines.contains(&comment.line)))
            .collect();
        let of_tests: usize = tests.into_iter().map(Iterator::count).sum();
        Ok(Self { path, code, comments, lines: text.lines().count() - of_tests, text })
    }

    /// The names of the modules from the crate's root to this file.
    pub(crate) fn module(&self) -> Vec<String> {
        let path = self.path.with_extension("");
        let mut names: Vec<_> =
            path.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
        names.pop_if(|last| matches!(last.as_str(), "mod" | "lib" | "main"));
        names
    }
}

/// The number of the line that holds the byte at `offset`, counted from 1.
pub(crate) fn line_at(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|byte| *byte == b'\n').count()
}

/// Returns true if a character can be part of a name.
pub(crate) fn is_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// The name at the beginning of a text; empty if there is none.
pub(crate) fn first_name(text: &str) -> &str {
    let end = text.find(|character| !is_name(character)).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}
