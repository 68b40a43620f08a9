//! Texts of servers and of the system, for causes of errors.

/// Maximum number of characters of another side's text in a cause.
const LONGEST_EXCERPT: usize = 500;

/// A text in one line, without characters that control a terminal, hide text or change its
/// direction. Line breaks and tabs become spaces, so that JSON remains valid; the others become
/// U+FFFD.
///
/// ```
/// assert_eq!(asl_http::printable("no\r\n\u{1b}[31msuch\u{202e} order"), "no  \u{fffd}[31msuch\u{fffd} order");
/// ```
pub fn printable(text: &str) -> String {
    text.chars().map(replaced).collect()
}

/// The beginning of another side's text, as a printable text in one line.
pub fn excerpt(text: &str) -> String {
    let mut excerpt: String = text.chars().take(LONGEST_EXCERPT).collect();
    if excerpt.len() < text.len() {
        excerpt.push('…');
    }
    printable(&excerpt)
}

fn replaced(character: char) -> char {
    match character {
        '\t' | '\n' | '\r' | '\u{2028}' | '\u{2029}' => ' ',
        '\u{061C}'
        | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FEFF}'
        | '\u{FFF9}'..='\u{FFFB}' => char::REPLACEMENT_CHARACTER,
        other if other.is_control() => char::REPLACEMENT_CHARACTER,
        other => other,
    }
}
