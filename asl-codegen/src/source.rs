//! The only file that reads files: definitions and what they refer to.

use std::path::PathBuf;

/// The files of one compilation; `FileId(n)` is the n-th.
#[derive(Debug, Default)]
pub struct Sources {
    /// In the order they were read; the definition is the first.
    pub files: Vec<Source>,
}

/// One file, read whole.
#[derive(Debug)]
pub struct Source {
    /// As shown to people: relative to the working directory where possible.
    pub shown: String,
    /// Where it was read from; `None` for text that was given directly.
    pub path: Option<PathBuf>,
    /// Its text.
    pub text: String,
}
