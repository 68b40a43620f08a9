//! Findings as JSON, for editors and scripts.

use std::fmt::Write as _;

use asl_codegen::diagnostics::{Code, Diagnostic, Severity, is_hidden, printable};
use asl_codegen::source::Sources;
use serde::Serialize;

/// One finding; the field names are the interface.
#[derive(Debug, Serialize)]
pub(crate) struct Finding {
    code: &'static str,
    severity: &'static str,
    title: String,
    file: String,
    /// From 1; null if the file cannot be read.
    line: Option<u32>,
    /// From 1, in characters.
    column: Option<u32>,
    /// Advice, or else the label at this place.
    help: Option<String>,
}

impl Finding {
    /// Converts a finding of the compiler, and looks up its place.
    pub(crate) fn new(diagnostic: &Diagnostic, sources: &Sources) -> Self {
        /// Long enough for any message; a definition may have a name of a million characters.
        const LONGEST: usize = 1_000;
        let position =
            (diagnostic.code != Code::CannotRead).then(|| sources.position(diagnostic.span));
        Self {
            code: diagnostic.code.id(),
            severity: match diagnostic.code.severity() {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            title: printable(&diagnostic.title, LONGEST),
            file: sources
                .file(diagnostic.span.file)
                .map(|source| source.shown.clone())
                .unwrap_or_default(),
            line: position.map(|position| position.line),
            column: position.map(|position| position.column),
            // In a picture, "did you mean …?" is beside the place; in JSON it belongs here.
            help: diagnostic
                .help
                .as_ref()
                .or(diagnostic.label.as_ref())
                .map(|help| printable(help, LONGEST)),
        }
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

/// The findings as one array.
pub(crate) fn json(findings: &[Finding]) -> String {
    match serde_json::to_string_pretty(findings) {
        Ok(json) => escaped(&json) + "\n",
        // Strings and numbers always have a JSON form.
        Err(error) => unreachable!("findings cannot be written as JSON: {error}"),
    }
}
