//! The patterns of texts, by the names of their shapes: functions that match as the model's
//! expressions do.

/// A regular expression of the model and a function that does the same.
#[derive(Clone, Copy)]
pub(crate) struct Pattern {
    /// The expression, for messages.
    pub(crate) expression: &'static str,
    pub(crate) matches: fn(&str) -> bool,
}

/// Names that begin like a version number are refused by requiring one character that is no digit.
pub(super) fn character_restricted_name(text: &str) -> bool {
    let punctuation = |byte: u8| matches!(byte, b'_' | b'-' | b'.');
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || punctuation(byte))
        && text.bytes().any(|byte| byte.is_ascii_alphabetic() || punctuation(byte))
}

pub(super) fn client_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}

pub(super) fn trace_header(text: &str) -> bool {
    text.is_ascii()
}
