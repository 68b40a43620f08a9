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
    let function = |(offset, name, text): (usize, &str, &str)| Function {
        place: format!("{}:{}", place.shown, line_at(code, offset)),
        name: name.to_owned(),
        lines: text.lines().filter(|line| !line.trim().is_empty()).count(),
    };
    bodies(code).map(function).collect()
}

/// The functions with a body: the place of `fn`, the name, and the text from `fn` to the end of the
/// body.
pub(super) fn bodies(code: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    code.match_indices("fn ").filter_map(|(offset, _)| {
        let (before, text) = code.split_at_checked(offset)?;
        let name = first_name(text.get(3..)?);
        let is_function = !before.ends_with(is_name) && !name.is_empty();
        Some((offset, name, with_body(text).filter(|_| is_function)?))
    })
}

/// The text from `fn` to the end of the body; nothing where there is no body.
fn with_body(text: &str) -> Option<&str> {
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
