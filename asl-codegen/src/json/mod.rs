//! Strict JSON (RFC 8259) with byte spans: every key is kept, duplicates included, and numbers keep their text.

use crate::span::{Span, Spanned};

/// A JSON value and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// From the first byte of the value to behind its last.
    pub span: Span,
    /// The value.
    pub value: Json,
}

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// The exact text of the number.
    Number(String),
    /// A string, decoded.
    String(Text),
    /// Items in order.
    Array(Vec<Node>),
    /// Members in order; keys may repeat.
    Object(Vec<Member>),
}

/// A decoded string that still knows where its characters stood.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The decoded text.
    pub value: String,
    /// After each escape: (offset in the decoded text, offset in the file). Empty when the string has no escapes.
    pub escapes: Vec<(u32, u32)>,
}

/// One member of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The key; its span includes the quotes.
    pub key: Spanned<String>,
    /// The value.
    pub value: Node,
}

/// Reads a text. `None`: there is no value at all; faults that leave a tree behind (duplicate keys) give both.
pub fn parse(
    _text: &str,
    _file: crate::span::FileId,
    _diagnostics: &mut crate::diagnostics::Diagnostics,
) -> Option<Node> {
    None
}
