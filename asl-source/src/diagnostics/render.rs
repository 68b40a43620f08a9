//! Messages drawn like those of rustc: the same in the macro, in build scripts and on the command
//! line.

use std::fmt::Write as _;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::excerpt::{self, Excerpt, Mark};
use super::text::printable;
use super::{Code, DID_YOU_MEAN, Diagnostic, Diagnostics, Severity};
use crate::span::Sources;

/// Use of a terminal's escape sequences.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Colour {
    /// Plain text: compiler messages, files, pipes.
    #[default]
    Never,
    /// For a terminal.
    Always,
}

/// Maximum length of a title, label or help text in characters; names in a definition can be
/// longer.
const LONGEST_TEXT: usize = 400;

/// One finding as text, without a final line break.
///
/// ```
/// use asl_codegen::diagnostics::{Code, Colour, Diagnostic, picture};
/// use asl_codegen::source::{FileId, Sources, Span};
///
/// let sources = Sources::from_text("order.asl.json", "{ \"StartAt\": \"Pay\" }");
/// let span = Span { file: FileId(0), start: 13, end: 18 };
/// let finding = Diagnostic::new(Code::UnknownStart, span, "no state is called `Pay`");
/// let expected = concat!(
///     "error[ASL0204]: no state is called `Pay`\n",
///     " --> order.asl.json:1:14\n",
///     "  |\n",
///     "1 | { \"StartAt\": \"Pay\" }\n",
///     "  |              ^^^^^",
/// );
/// assert_eq!(picture(&finding, &sources, Colour::Never), expected);
/// ```
pub fn picture(diagnostic: &Diagnostic, sources: &Sources, colour: Colour) -> String {
    let excerpts = excerpt::excerpts(&marks(diagnostic), sources);
    let mut group = level(diagnostic.severity)
        .primary_title(printable(&diagnostic.title, LONGEST_TEXT))
        .id(diagnostic.code.id())
        .elements(excerpts.iter().map(snippet));
    if excerpts.is_empty() {
        group = without_text(group, diagnostic, sources);
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(printable(help, LONGEST_TEXT)));
    }
    let renderer = if colour == Colour::Always { Renderer::styled() } else { Renderer::plain() };
    let mut picture = renderer.decor_style(DecorStyle::Ascii).render(&[group]);
    for excerpt in &excerpts {
        picture = excerpt.with_true_column(&picture);
    }
    picture
}

/// One finding as text whose first line is complete by itself: place, code and fault. The picture
/// without its own title follows. Compilers show this text behind the word `error` or `warning`.
///
/// ```
/// use asl_codegen::diagnostics::{Code, Diagnostic, message};
/// use asl_codegen::source::{FileId, Sources, Span};
///
/// let sources = Sources::from_text("order.asl.json", "{ \"StartAt\": \"Pay\" }");
/// let span = Span { file: FileId(0), start: 13, end: 18 };
/// let finding = Diagnostic::new(Code::UnknownStart, span, "no state is called `Pay`");
/// let message = message(&finding, &sources);
/// let first = message.lines().next();
/// assert_eq!(first, Some("order.asl.json:1:14: ASL0204: no state is called `Pay`"));
/// ```
pub fn message(diagnostic: &Diagnostic, sources: &Sources) -> String {
    if sources.file(diagnostic.span.file).is_none_or(|source| source.text.is_empty()) {
        return headline(diagnostic, sources) + &remarks(diagnostic);
    }
    let picture = picture(diagnostic, sources, Colour::Never);
    let below = picture.split_once('\n').map_or("", |(_, below)| below);
    format!("{}\n{below}", headline(diagnostic, sources))
}

/// One finding about an entry of an option, whose place the reader sees beside it: code, fault and
/// remedy.
pub fn message_of_entry(diagnostic: &Diagnostic) -> String {
    fault(diagnostic) + &remarks(diagnostic)
}

/// The label and the help of a finding without a picture, but for a suggestion, which is behind
/// the title.
fn remarks(diagnostic: &Diagnostic) -> String {
    let mut remarks = String::new();
    for (word, text) in [("note", &diagnostic.label), ("help", &diagnostic.help)] {
        if let Some(text) = text.as_deref().filter(|text| !text.starts_with(DID_YOU_MEAN)) {
            // Writing to a String cannot fail.
            let _ = write!(remarks, "\n{word}: {}", printable(text, LONGEST_TEXT));
        }
    }
    remarks
}

/// Place, code, title, and the suggestion if there is one.
pub fn headline(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let mut line = String::new();
    if let Some(source) = sources.file(diagnostic.span.file) {
        line.push_str(&printable(&source.shown, LONGEST_TEXT));
        if !source.text.is_empty() {
            // Writing to a String cannot fail.
            let _ = write!(line, ":{}", source.position(diagnostic.span.start));
        }
        line.push_str(": ");
    }
    line + &fault(diagnostic)
}

/// Code, title, and the suggestion if there is one.
fn fault(diagnostic: &Diagnostic) -> String {
    let title = printable(&diagnostic.title, LONGEST_TEXT);
    let mut line = format!("{}: {title}", diagnostic.code.id());
    if let Some(suggestion) = diagnostic.question().filter(|question| !title.ends_with(*question)) {
        line.push_str(", ");
        line.push_str(&printable(suggestion, LONGEST_TEXT));
    }
    line
}

/// All findings as text, sorted, at most [`Diagnostics::MOST_SHOWN`], each with a final line break.
pub fn report(diagnostics: Diagnostics, sources: &Sources, colour: Colour) -> String {
    let (shown, more) = diagnostics.shown();
    let mut report = String::new();
    for diagnostic in &shown {
        report.push_str(&picture(diagnostic, sources, colour));
        report.push_str("\n\n");
    }
    if more > 0 {
        // Writing to a String cannot fail.
        let _ = writeln!(report, "... and {more} more\n");
    }
    report
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    }
}

/// The spans of the finding and its further places.
fn marks(diagnostic: &Diagnostic) -> Vec<Mark> {
    /// Maximum number of further places: a name may occur a thousand times.
    const MOST_RELATED: usize = 5;
    let text = |text: &str| Some(printable(text, LONGEST_TEXT)).filter(|text| !text.is_empty());
    let primary = Mark {
        span: diagnostic.span,
        label: diagnostic.label.as_deref().and_then(text),
        is_primary: true,
    };
    let related = diagnostic.related.iter().take(MOST_RELATED);
    let related =
        related.map(|other| Mark { span: other.span, label: text(&other.text), is_primary: false });
    std::iter::once(primary).chain(related).collect()
}

fn snippet(excerpt: &Excerpt) -> Snippet<'_, Annotation<'_>> {
    let annotations = excerpt.marks.iter().map(|mark| {
        let kind = if mark.is_primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        kind.span(mark.range.clone()).label(mark.label.as_deref())
    });
    Snippet::source(excerpt.text.as_str())
        .path(excerpt.path.as_str())
        .line_start(excerpt.first_line as usize)
        .annotations(annotations)
}

/// A file without text. Only its name is shown; for an empty file, also its beginning.
fn without_text<'g>(group: Group<'g>, diagnostic: &'g Diagnostic, sources: &Sources) -> Group<'g> {
    let Some(source) = sources.file(diagnostic.span.file) else { return group };
    let origin = Origin::path(printable(&source.shown, LONGEST_TEXT));
    let is_read = diagnostic.code == Code::JsonSyntax;
    let group = group.element(if is_read { origin.line(1).char_column(1) } else { origin });
    match &diagnostic.label {
        Some(label) => group.element(Level::NOTE.message(printable(label, LONGEST_TEXT))),
        None => group,
    }
}
