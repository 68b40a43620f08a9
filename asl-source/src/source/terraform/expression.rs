//! Expressions of HCL, as far as definitions need them.

use crate::source::{Json, Spanned, Text};
use crate::span::Span;

/// An expression and its place.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    pub(super) span: Span,
    pub(super) kind: Kind,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// A text, in which `${name}` stands for what is known later.
    Text(Text),
    /// A number, a Boolean or `null`.
    Literal(Json),
    Array(Vec<Expression>),
    Object(Vec<(Spanned<String>, Expression)>),
    /// `aws_lambda_function.ship.arn`, with a `.` before an index.
    Reference(String),
    /// A function and its arguments.
    Call(String, Vec<Expression>),
    /// Anything else, as it is written.
    Other(String),
}

impl Kind {
    /// The value within a text: a text itself, `${name}` for a value that is known later.
    pub(super) fn in_text(&self) -> String {
        if let Self::Text(text) = self {
            return text.value.clone();
        }
        format!("${{{}}}", self.placeholder())
    }

    /// The name of the placeholder for a value that is known later. `jsonencode(name)` gives the value
    /// of `name`.
    pub(super) fn placeholder(&self) -> String {
        match self {
            Self::Reference(name) => name.clone(),
            Self::Call(function, arguments) => match arguments.as_slice() {
                [Expression { kind: Self::Reference(name), .. }] if function == "jsonencode" => {
                    format!("jsonencode({name})")
                }
                arguments => {
                    let parts: Vec<String> =
                        arguments.iter().take(3).map(|part| part.kind.placeholder()).collect();
                    legal(&format!("{function}.{}", parts.join(".")))
                }
            },
            Self::Other(text) => legal(text),
            Self::Text(text) => legal(&text.value),
            Self::Literal(_) | Self::Array(_) | Self::Object(_) => "value".to_owned(),
        }
    }
}

/// A name of a placeholder: letters, digits and `_.-`.
fn legal(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut name = String::new();
    for letter in text.chars().take(LONGEST) {
        if letter.is_ascii_alphanumeric() || letter == '_' || letter == '-' {
            name.push(letter);
        } else if !name.is_empty() && !name.ends_with('.') {
            name.push('.');
        }
    }
    let name = name.trim_end_matches('.');
    if name.is_empty() { "value".to_owned() } else { name.to_owned() }
}
