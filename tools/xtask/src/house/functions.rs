//! The lengths of functions.

use super::Place;
use crate::source::{first_name, is_name, line_at};

/// A function with a body.
pub(crate) struct Function {
    /// `file:line`
    pub(crate) place: String,
    pub(crate) name: String,
    /// Lines with code from `fn` to the closing brace.
    pub(crate) lines: usize,
}

/// The functions of a file.
pub(crate) fn of_file(place: &Place) -> Vec<Function> {
    let code = &place.file.code;
    let mut found = Vec::new();
    for (offset, _) in code.match_indices("fn ") {
        let (before, text) = code.split_at_checked(offset).unwrap_or_default();
        let name = first_name(text.get(3..).unwrap_or_default());
        if before.ends_with(is_name) || name.is_empty() {
            continue;
        }
        if let Some(text) = with_body(text) {
            found.push(Function {
                place: format!("{}:{}", place.shown, line_at(code, offset)),
                name: name.to_owned(),
                lines: text.lines().filter(|line| !line.trim().is_empty()).count(),
            });
        }
    }
    found
}

/// The text from `fn` to the end of the body; nothing where there is no body.
pub(super) fn with_body(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            '}' if depth <= 1 => return text.get(..=at),
            '}' => depth -= 1,
            ';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}
