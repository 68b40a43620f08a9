//! Constants of a definition.

/// A constant of the definition.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the kinds of JSON")]
pub enum Literal {
    Null,
    Bool(bool),
    /// An integer in the range of `i64`.
    Int(i64),
    /// Another finite number.
    Float(f64),
    String(String),
    Array(Vec<Literal>),
    Object(Vec<(String, Literal)>),
}
