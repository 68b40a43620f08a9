//! Faults of paths.

use std::fmt;
use std::ops::Range;

/// The fault of a text that should be a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathError {
    /// The kind of fault.
    pub kind: PathErrorKind,
    /// The title of the diagnostic.
    pub message: String,
    /// The smallest faulty part, as bytes of the decoded text.
    pub range: Range<usize>,
    /// The remedy.
    pub help: Option<String>,
}

/// The kinds of faults, each with its own diagnostic code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathErrorKind {
    /// A text that is not a path.
    Syntax,
    /// A path that does not name exactly one place.
    NotReference,
    /// A path with a part that this compiler does not support yet.
    Unsupported,
    /// A path with a part of JSONPath that Step Functions does not have.
    RuledOut,
    /// Warning: a path that Step Functions accepts and cannot evaluate.
    Unevaluable,
    /// Warning: a pattern that is not an I-Regexp (RFC 9485) and matches nothing.
    NoPattern,
    /// Warning: a filter that Step Functions may read otherwise.
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

    /// The warning of a part that Step Functions accepts, though it does not have it.
    pub(super) fn into_doubt(self) -> Self {
        Self { kind: PathErrorKind::Unevaluable, ..self }
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
