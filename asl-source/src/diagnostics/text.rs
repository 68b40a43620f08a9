//! Printable forms of text from definitions: a message is one short line for any name.

use std::borrow::Cow;

/// Escapes characters that break a line, hide text or move the cursor, and drops the middle of a
/// text of more than `longest` characters.
pub fn printable(text: &str, longest: usize) -> String {
    let mut printable = String::with_capacity(text.len().min(longest * 4));
    match cut(text, longest) {
        None => push(&mut printable, text),
        Some((head, tail)) => {
            push(&mut printable, head);
            printable.push('…');
            push(&mut printable, tail);
        }
    }
    printable
}

/// The beginning (three quarters) and the end (one quarter) of a text that is too long.
fn cut(text: &str, longest: usize) -> Option<(&str, &str)> {
    if text.len() <= longest || text.chars().nth(longest).is_none() {
        return None;
    }
    let kept = longest.saturating_sub(1);
    let tail_length = kept / 4;
    let head_end = text.char_indices().nth(kept - tail_length).map(|(at, _)| at)?;
    let tail_start =
        text.char_indices().rev().take(tail_length).last().map_or(text.len(), |(at, _)| at);
    Some((text.get(..head_end)?, text.get(tail_start..)?))
}

fn push(printable: &mut String, text: &str) {
    for character in text.chars() {
        if is_safe(character) {
            printable.push(character);
        } else {
            printable.extend(character.escape_default());
        }
    }
}

/// Escapes characters in the text of a file that hide text, change its direction or move the
/// cursor. ASCII control characters are left to the renderer, which shows a sign for each.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    let is_shown = |character: char| character.is_ascii() || is_safe(character);
    if text.chars().all(is_shown) {
        return Cow::Borrowed(text);
    }
    let mut visible = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_shown(character) {
            visible.push(character);
        } else {
            visible.extend(character.escape_default());
        }
    }
    Cow::Owned(visible)
}

/// True if a character hides text or changes its direction: Unicode's marks, overrides and
/// isolates, and control characters.
pub fn is_hidden(character: char) -> bool {
    !is_safe(character)
}

/// True if a character changes the direction of the text after it, which then is shown otherwise
/// than written.
pub fn turns_direction(character: char) -> bool {
    matches!(
        character,
        '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
    )
}

/// True for characters that are neither controls nor hide or redirect text.
fn is_safe(character: char) -> bool {
    !character.is_control()
        && !matches!(
            character,
            '\u{200B}'..='\u{200F}'
                | '\u{061C}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{FEFF}'
                | '\u{FFF9}'..='\u{FFFB}'
        )
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn characters_that_would_spoil_a_message_are_escaped() {
        assert_eq!(printable("a\nb\u{1b}[31m\u{202e}é😀", 40), "a\\nb\\u{1b}[31m\\u{202e}é😀");
    }

    #[test]
    fn long_text_loses_its_middle() {
        assert_eq!(printable(&"é".repeat(10), 10), "é".repeat(10));
        let text: String = ('a'..='z').collect();
        assert_eq!(printable(&text, 9), "abcdef…yz");
        assert_eq!(printable(&"x".repeat(1 << 20), 400).chars().count(), 400);
    }
}
