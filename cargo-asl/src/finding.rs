//! Findings with their places, as the formats for machines need them, and their JSON form.

use std::fmt::Write as _;

use asl_codegen::diagnostics::{Code, Diagnostic, Severity, is_hidden, printable};
use asl_codegen::source::{Source, Sources, Span};
use serde::Serialize;

/// One finding; the field names are the interface.
#[derive(Debug, Serialize)]
pub(crate) struct Finding {
    pub(crate) code: &'static str,
    pub(crate) severity: &'static str,
    pub(crate) title: String,
    #[serde(flatten)]
    pub(crate) place: Place,
    /// The remedy.
    pub(crate) help: Option<String>,
    /// Other places that matter.
    pub(crate) related: Vec<Place>,
}

/// A place in a file, and what is to be seen there.
#[derive(Debug, Serialize)]
pub(crate) struct Place {
    pub(crate) file: String,
    /// That of `start`; null if the file cannot be read.
    pub(crate) line: Option<u32>,
    /// That of `start` in characters.
    pub(crate) column: Option<u32>,
    pub(crate) start: Option<Point>,
    /// The first point behind the place.
    pub(crate) end: Option<Point>,
    pub(crate) label: Option<String>,
}

/// A point between two characters. Lines and columns count from 1.
#[derive(Debug, Serialize)]
pub(crate) struct Point {
    pub(crate) line: u32,
    pub(crate) column: Column,
}

/// A column in three units.
#[derive(Debug, Serialize)]
pub(crate) struct Column {
    pub(crate) bytes: u32,
    pub(crate) characters: u32,
    pub(crate) utf16: u32,
}

/// Longest text, in characters; a definition may have a name of a million.
const LONGEST: usize = 1_000;

impl Finding {
    /// Converts a finding of the compiler, and looks up its places.
    pub(crate) fn new(diagnostic: &Diagnostic, sources: &Sources) -> Self {
        let is_read = diagnostic.code != Code::CannotRead;
        let text = |text: &String| printable(text, LONGEST);
        let place = Place::new(sources, diagnostic.span, diagnostic.label.as_deref(), is_read);
        let related = |other: &asl_codegen::diagnostics::Related| {
            Place::new(sources, other.span, Some(&other.text), true)
        };
        Self {
            code: diagnostic.code.id(),
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            title: printable(&diagnostic.title, LONGEST),
            place,
            help: diagnostic.help.as_ref().map(text),
            related: diagnostic.related.iter().map(related).collect(),
        }
    }

    /// Title, label and help as one text.
    pub(crate) fn message(&self) -> String {
        let parts = [Some(&self.title), self.place.label.as_ref(), self.help.as_ref()];
        let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
        parts.join("; ")
    }
}

impl Place {
    fn new(sources: &Sources, span: Span, label: Option<&str>, is_read: bool) -> Self {
        let source = sources.file(span.file);
        let point = |offset: u32| source.filter(|_| is_read).map(|source| point(source, offset));
        let (start, end) = (point(span.start), point(span.end));
        Self {
            file: source.map(|source| source.shown.clone()).unwrap_or_default(),
            line: start.as_ref().map(|start| start.line),
            column: start.as_ref().map(|start| start.column.characters),
            start,
            end,
            label: label.filter(|label| !label.is_empty()).map(|label| printable(label, LONGEST)),
        }
    }
}

fn point(source: &Source, offset: u32) -> Point {
    let position = source.position(offset);
    let line = source.lines().line(&source.text, position.line);
    let before = source.text.get(line.start..offset as usize).unwrap_or_default();
    let column = |units: usize| u32::try_from(units + 1).unwrap_or(u32::MAX);
    Point {
        line: position.line,
        column: Column {
            bytes: column(before.len()),
            characters: position.column,
            utf16: column(before.encode_utf16().count()),
        },
    }
}

/// JSON text in which characters that would corrupt a terminal are escaped. They can only be in
/// strings.
fn escaped(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for character in json.chars() {
        if character == '\n' || !is_hidden(character) {
            escaped.push(character);
            continue;
        }
        let mut units = [0; 2];
        for unit in character.encode_utf16(&mut units) {
            // Writing to a String cannot fail.
            let _ = write!(escaped, "\\u{unit:04x}");
        }
    }
    escaped
}

/// A document as JSON text.
pub(crate) fn json(document: &impl Serialize) -> String {
    match serde_json::to_string_pretty(document) {
        Ok(json) => escaped(&json) + "\n",
        // Strings and numbers always have a JSON form.
        Err(error) => unreachable!("findings cannot be written as JSON: {error}"),
    }
}
