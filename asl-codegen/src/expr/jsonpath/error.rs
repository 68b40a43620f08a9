//! What is wrong with a path.

use std::fmt;
use std::ops::Range;

/// Why a text is not the path that is wanted here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathError {
    /// Which kind of fault.
    pub kind: PathErrorKind,
    /// What is wrong, in the words of a diagnostic's title.
    pub message: String,
    /// The smallest wrong part, in bytes of the decoded text.
    pub range: Range<usize>,
    /// What to type instead.
    pub help: Option<String>,
}

/// The kinds of faults; each has a diagnostic code of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathErrorKind {
    /// It cannot be read.
    Syntax,
    /// It is a path, but not one that names exactly one place.
    NotReference,
    /// It is a path, with something in it that this compiler does not know yet.
    Unsupported,
    /// It is JSONPath, with something in it that the JSONPath of Step Functions has not.
    RuledOut,
    /// A doubt: a pattern that is no I-Regexp (RFC 9485), and matches nothing.
    NoPattern,
    /// A doubt: a filter that Step Functions may read otherwise.
    Doubtful,
}

impl PathError {
    pub(super) fn new(
        kind: PathErrorKind,
        range: Range<usize>,
        message: impl Into<String>,
    ) -> Self {
        Self { kind, message: message.into(), range, help: None }
    }

    pub(super) fn syntax(range: Range<usize>, message: impl Into<String>) -> Self {
        Self::new(PathErrorKind::Syntax, range, message)
    }

    /// `what` is the subject of "… not supported yet", with its verb.
    pub(super) fn unsupported(range: Range<usize>, what: &str) -> Self {
        Self::new(PathErrorKind::Unsupported, range, format!("{what} not supported yet"))
    }

    /// `what` is the subject of "… no part of Step Functions' JSONPath", with its verb.
    pub(super) fn ruled_out(range: Range<usize>, what: &str) -> Self {
        Self::new(
            PathErrorKind::RuledOut,
            range,
            format!("{what} no part of Step Functions' JSONPath"),
        )
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PathError {}
