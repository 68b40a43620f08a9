//! What the compiler tells its user: a code, a place, what is wrong and what to do.

mod code;
mod excerpt;
mod render;
mod suggest;
mod text;

#[cfg(test)]
mod tests;

pub use code::{Code, Severity};
pub use render::{Colour, picture, report};
pub use suggest::nearest;
pub(crate) use text::turns_direction;
pub use text::{is_hidden, printable};

use crate::span::Span;

/// One finding. Severity comes from the code's row.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// Which kind of fault.
    pub code: Code,
    /// The smallest wrong thing.
    pub span: Span,
    /// What is wrong, in the user's words, names in backticks.
    pub title: String,
    /// Why here; shown beside the marked text.
    pub label: Option<String>,
    /// Other places that matter ("first used here").
    pub related: Vec<Related>,
    /// What to type.
    pub help: Option<String>,
}

/// A second place of a finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Related {
    /// The place.
    pub span: Span,
    /// What it has to do with the finding.
    pub text: String,
}

impl Diagnostic {
    /// A finding with a title; the rest is added by the methods below.
    pub fn new(code: Code, span: Span, title: impl Into<String>) -> Self {
        Self { code, span, title: title.into(), label: None, related: Vec::new(), help: None }
    }

    /// Adds the text beside the marked place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = Some(text.into());
        self
    }

    /// Adds a second place.
    #[must_use]
    pub fn related(mut self, span: Span, text: impl Into<String>) -> Self {
        self.related.push(Related { span, text: text.into() });
        self
    }

    /// Adds what to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}

/// Findings as they come; sorted when shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Adds a finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Whether any finding is an error: where a gate stops.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|diagnostic| diagnostic.code.severity() == Severity::Error)
    }

    /// More findings are counted, not shown: nobody reads them, and the first ones mend many of the
    /// others.
    pub const MOST_SHOWN: usize = 20;

    /// True if there are so many findings that looking for suggestions for more of them is of no
    /// use.
    pub(crate) fn is_long(&self) -> bool {
        self.list.len() >= 10 * Self::MOST_SHOWN
    }

    /// The findings that are shown, by place, and how many there are beyond. If there are too many,
    /// errors go first.
    pub fn shown(mut self) -> (Vec<Diagnostic>, usize) {
        let more = self.list.len().saturating_sub(Self::MOST_SHOWN);
        if more > 0 {
            self.list.sort_by_key(|diagnostic| {
                (diagnostic.code.severity(), diagnostic.span, diagnostic.code.id())
            });
            self.list.truncate(Self::MOST_SHOWN);
        }
        (self.sorted(), more)
    }

    /// The findings by place, then by code.
    pub fn sorted(mut self) -> Vec<Diagnostic> {
        self.list.sort_by(|a, b| (a.span, a.code.id()).cmp(&(b.span, b.code.id())));
        self.list
    }

    /// The findings in the order they were made.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }
}
