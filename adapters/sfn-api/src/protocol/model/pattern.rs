//! The patterns of texts.

/// A regular expression of the model and a function that does the same.
pub(crate) struct Pattern {
    /// The expression, for messages.
    pub(crate) expression: &'static str,
    pub(crate) matches: fn(&str) -> bool,
}

/// Names that begin like a version number are refused by requiring one character that is no digit.
pub(super) static CHARACTER_RESTRICTED_NAME: Pattern = Pattern {
    expression: r"^(?=.*[a-zA-Z_\-\.])[a-zA-Z0-9_\-\.]+$",
    matches: |text| {
        let punctuation = |byte: u8| matches!(byte, b'_' | b'-' | b'.');
        text.bytes().all(|byte| byte.is_ascii_alphanumeric() || punctuation(byte))
            && text.bytes().any(|byte| byte.is_ascii_alphabetic() || punctuation(byte))
    },
};

pub(super) static CLIENT_TOKEN: Pattern = Pattern {
    expression: "[!-~]+",
    matches: |text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic()),
};

pub(super) static TRACE_HEADER: Pattern =
    Pattern { expression: r"\p{ASCII}*", matches: str::is_ascii };
