//! Findings as commands of GitHub Actions, which shows them beside the lines of a change.

use std::fmt::Write as _;

use crate::finding::Finding;

/// One line for each finding.
pub(crate) fn commands(findings: &[Finding]) -> String {
    let mut commands = String::new();
    for finding in findings {
        let place = &finding.place;
        let mut properties = format!("file={}", property(&place.file));
        if let (Some(start), Some(end)) = (&place.start, &place.end) {
            // Writing to a String cannot fail.
            let _ = write!(properties, ",line={},endLine={}", start.line, end.line);
            // Columns are only meant for places within one line.
            if start.line == end.line {
                let (start, end) = (start.column.characters, end.column.characters);
                let _ = write!(properties, ",col={start},endColumn={end}");
            }
        }
        let (severity, code) = (finding.severity, finding.code);
        let message = data(&finding.message());
        let _ = writeln!(commands, "::{severity} {properties},title={code}::{message}");
    }
    commands
}

/// A message, with the characters escaped that end a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
