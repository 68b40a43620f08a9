//! Diagnostics: a code, a place, the fault and its remedy.

mod code;
mod excerpt;
mod levels;
mod render;
mod text;

#[cfg(test)]
mod tests;

use std::collections::HashSet;

pub use asl_language::suggest::nearest;
pub use code::{Code, Severity};
pub use levels::{Level, Levels};
#[doc(hidden)]
pub use render::message_of_entry;
pub use render::{Colour, headline, message, picture, report};
#[doc(hidden)]
pub use text::turns_direction;
pub use text::{is_hidden, printable};

use crate::span::{Sources, Span};

/// The beginning of labels that suggest a name.
const DID_YOU_MEAN: &str = "did you mean";

/// One finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// The kind of fault.
    pub code: Code,
    /// The severity: that of the code, unless [`Levels`] deny the warning.
    pub severity: Severity,
    /// True if a run certainly fails there: see [`Levels::CERTAIN`].
    pub is_certain: bool,
    /// The smallest faulty text.
    pub span: Span,
    /// Description of the fault in the user's words, with names in backticks.
    pub title: String,
    /// The reason, shown beside the marked text.
    pub label: Option<String>,
    /// Other relevant places ("first used here").
    pub related: Vec<Related>,
    /// The remedy.
    pub help: Option<String>,
    /// The name or path in an option of the compilation that the finding is about.
    pub entry: Option<String>,
    /// The sentence in which AWS says it.
    pub said_by_aws: Option<String>,
}

/// A further place of a finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Related {
    /// The place.
    pub span: Span,
    /// Its relation to the finding.
    pub text: String,
}

impl Diagnostic {
    /// A finding with a title. The other methods add the rest.
    pub fn new(code: Code, span: Span, title: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(),
            is_certain: code.is_certain(),
            span,
            title: title.into(),
            label: None,
            related: Vec::new(),
            help: None,
            entry: None,
            said_by_aws: None,
        }
    }

    /// Sets the sentence in which AWS says it.
    #[must_use]
    pub fn said_by_aws(mut self, sentence: impl Into<String>) -> Self {
        self.said_by_aws = Some(sentence.into());
        self
    }

    /// Names the entry of an option that the finding is about: the macro reports it there.
    #[must_use]
    pub fn of_entry(mut self, entry: impl Into<String>) -> Self {
        self.entry = Some(entry.into());
        self
    }

    /// Sets if a run certainly fails there.
    #[must_use]
    pub fn certain(mut self, is_certain: bool) -> Self {
        self.is_certain = is_certain;
        self
    }

    /// Adds the text beside the marked place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = Some(text.into());
        self
    }

    /// Adds a further place.
    #[must_use]
    pub fn related(mut self, span: Span, text: impl Into<String>) -> Self {
        self.related.push(Related { span, text: text.into() });
        self
    }

    /// Adds the remedy.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// The name that the label or the help suggests in place of the marked text.
    ///
    /// ```
    /// use asl_codegen::diagnostics::{Code, Diagnostic};
    /// use asl_codegen::source::Span;
    ///
    /// let finding = Diagnostic::new(Code::UnknownTarget, Span::default(), "no state is called `B`");
    /// assert_eq!(finding.clone().did_you_mean(Some("Bill"), "").suggestion(), Some("Bill"));
    /// assert_eq!(finding.suggestion(), None);
    /// ```
    pub fn suggestion(&self) -> Option<&str> {
        let question = self.question()?;
        // The name is between the first and the last backtick: it may contain some itself.
        let (start, end) = (question.find('`')? + 1, question.rfind('`')?);
        question.get(start..end)
    }

    /// The text that suggests a name.
    fn question(&self) -> Option<&str> {
        let texts = [self.label.as_deref(), self.help.as_deref()];
        texts.into_iter().flatten().find(|text| text.starts_with(DID_YOU_MEAN))
    }

    /// Adds the label "did you mean …?", or another one if there is no name to suggest.
    #[must_use]
    pub fn did_you_mean(self, nearest: Option<&str>, otherwise: impl Into<String>) -> Self {
        match nearest {
            Some(nearest) => self.label(format!("{DID_YOU_MEAN} `{nearest}`?")),
            None => self.label(otherwise),
        }
    }
}

/// Findings in the order of their discovery, sorted when shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    /// Searches for a suggestion.
    suggestions: usize,
}

impl Diagnostics {
    /// Adds a finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Replaces each finding by the result of a function; `None` removes it.
    pub fn update(&mut self, change: impl FnMut(Diagnostic) -> Option<Diagnostic>) {
        self.list = self.list.drain(..).filter_map(change).collect();
    }

    /// Removes other findings at the places of those with a code: they follow from it.
    pub fn keep_first_cause(&mut self, code: Code) {
        let causes = self.list.iter().filter(|diagnostic| diagnostic.code == code);
        let places: HashSet<Span> = causes.map(|diagnostic| diagnostic.span).collect();
        self.list.retain(|other| other.code == code || !places.contains(&other.span));
    }

    /// Removes warnings that are allowed, and makes errors of those that are denied.
    pub fn apply(&mut self, levels: &Levels) {
        self.list.retain_mut(|diagnostic| {
            if diagnostic.severity == Severity::Error {
                return true;
            }
            match levels.of_finding(diagnostic) {
                Level::Allow => return false,
                Level::Warn => {}
                Level::Deny => diagnostic.severity = Severity::Error,
            }
            true
        });
    }

    /// Widens places to whole characters: the first byte of a mapping of YAML, which has no brace,
    /// may be a part of a character.
    #[doc(hidden)]
    pub fn widen(&mut self, sources: &Sources) {
        for diagnostic in &mut self.list {
            let related = diagnostic.related.iter_mut().map(|related| &mut related.span);
            for span in related.chain([&mut diagnostic.span]) {
                let text = sources.file(span.file).map_or("", |source| source.text.as_str());
                while (span.end as usize) < text.len() && !text.is_char_boundary(span.end as usize)
                {
                    span.end += 1;
                }
            }
        }
    }

    /// True if any finding is an error, so that the next gate stops.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// True if there is a finding with a code.
    pub fn has(&self, code: Code) -> bool {
        self.list.iter().any(|diagnostic| diagnostic.code == code)
    }

    /// Maximum number of findings shown; further ones are only counted. Mending the first ones
    /// often removes many others.
    pub const MOST_SHOWN: usize = 20;

    /// True if there are too many findings for further suggestions to be useful.
    #[cfg(feature = "sm4c")]
    pub fn is_long(&self) -> bool {
        self.list.len() >= 10 * Self::MOST_SHOWN
    }

    /// Returns the candidate closest to a word. The number of searches is limited, because each of
    /// them looks at every candidate, and few findings are shown.
    pub fn nearest<'c>(
        &mut self,
        word: &str,
        candidates: impl IntoIterator<Item = &'c str>,
    ) -> Option<&'c str> {
        const MOST_SUGGESTIONS: usize = 50;
        self.suggestions += 1;
        if self.suggestions > MOST_SUGGESTIONS { None } else { nearest(word, candidates) }
    }

    /// The findings to show, by place, and the number of others. If there are too many, errors come
    /// first.
    pub fn shown(mut self) -> (Vec<Diagnostic>, usize) {
        let more = self.list.len().saturating_sub(Self::MOST_SHOWN);
        if more > 0 {
            sort(&mut self.list, true);
            self.list.truncate(Self::MOST_SHOWN);
        }
        (self.sorted(), more)
    }

    /// The findings by place, then by code.
    pub fn sorted(mut self) -> Vec<Diagnostic> {
        sort(&mut self.list, false);
        self.list
    }

    /// The findings in the order of their discovery.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }
}

/// Sorts findings by place, then by code; if asked, by severity first.
fn sort(list: &mut [Diagnostic], by_severity: bool) {
    list.sort_by_key(|finding| {
        (by_severity.then_some(finding.severity), finding.span, finding.code.id())
    });
}
