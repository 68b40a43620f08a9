//! Numbers: the grammar, and the range of binary64.

use super::reader::{Read, Reader, Stop};
use crate::diagnostics::{Code, Diagnostic};

impl Reader<'_> {
    /// A number, from its first byte on; gives its exact text.
    pub(super) fn number(&mut self) -> Read<String> {
        let start = self.at;
        // Everything that could have been meant as part of the number, so that a fault is shown as
        // a whole.
        let text = self.take_while(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.' | b'_')
        });
        if let Some(problem) = problem(text) {
            return Err(self.bad_number(start, text, problem));
        }
        if !text.parse::<f64>().is_ok_and(f64::is_finite) {
            let title = "a number is too large".to_owned();
            let diagnostic = Diagnostic::new(Code::JsonSyntax, self.span(start, self.at), title)
                .label("numbers go up to about 1.8e308")
                .help("write a smaller number, or a string");
            return Err(self.stop(diagnostic));
        }
        Ok(text.to_owned())
    }

    fn bad_number(&mut self, start: usize, text: &str, problem: &str) -> Stop {
        let shown: String = text.chars().take(40).collect();
        let diagnostic = Diagnostic::new(
            Code::JsonSyntax,
            self.span(start, self.at),
            format!("`{shown}` is not a number"),
        )
        .label(problem)
        .help("a number looks like `12`, `-0.5` or `1e3`");
        self.stop(diagnostic)
    }
}

/// The fault of a number by the grammar of RFC 8259, section 6.
fn problem(text: &str) -> Option<&'static str> {
    let rest = text.strip_prefix('-').unwrap_or(text);
    let (integer, rest) = digits(rest);
    if integer.is_empty() {
        return Some("a digit is missing");
    }
    if integer.len() > 1 && integer.starts_with('0') {
        return Some("a number has no leading zeros");
    }
    let rest = match rest.strip_prefix('.') {
        None => rest,
        Some(fraction) => match digits(fraction) {
            ("", _) => return Some("a digit is missing after the point"),
            (_, rest) => rest,
        },
    };
    let Some(exponent) = rest.strip_prefix(['e', 'E']) else { return trailing(rest) };
    match digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)) {
        ("", _) => Some("a digit is missing in the exponent"),
        (_, rest) => trailing(rest),
    }
}

fn trailing(rest: &str) -> Option<&'static str> {
    (!rest.is_empty()).then_some("a number is written in decimal digits")
}

/// The leading digits, and the rest.
fn digits(text: &str) -> (&str, &str) {
    let length = text.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    text.split_at_checked(length).unwrap_or((text, ""))
}
