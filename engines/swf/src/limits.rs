//! Limits of Amazon SWF on texts and times.

/// Maximum length of names, ids, reasons and tags, in characters.
pub(crate) const LONGEST_NAME: usize = 256;
/// Maximum length of inputs, results, details and other texts, in characters.
pub(crate) const LONGEST_TEXT: usize = 32_768;
/// Maximum time-out in seconds: eight digits.
pub(crate) const LONGEST_TIME: u64 = 99_999_999;

/// True if Amazon SWF forbids a character in ids and names.
pub(crate) fn is_forbidden(letter: char) -> bool {
    matches!(letter, ':' | '/' | '|') || letter.is_control()
}

/// The length of a text as Amazon SWF counts it.
pub(crate) fn units(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.encode_utf16().count() }
}

/// The beginning of a text, within the service's limit.
pub(crate) fn cut(text: &str, limit: usize) -> String {
    let mut left = limit;
    let fits = |letter: &char| {
        let rest = left.checked_sub(letter.len_utf16());
        left = rest.unwrap_or_default();
        rest.is_some()
    };
    text.chars().take_while(fits).collect()
}
