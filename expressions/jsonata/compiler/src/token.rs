//! The tokens of an expression.

use super::tree::{Place, Regex};

/// A token and its place.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) place: Place,
}

/// The kinds of tokens.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum TokenKind {
    /// An operator, a bracket or a separator.
    Sign(Sign),
    /// `name`, or any text between backquotes.
    Name(String),
    /// `$name`, without the first `$`.
    Variable(String),
    /// A string, decoded.
    String(String),
    Number(f64),
    Null,
    Bool(bool),
    Regex(Regex),
    /// The end of the expression.
    End,
}

impl TokenKind {
    /// The sign that it is, if it is one.
    pub(super) fn sign(&self) -> Option<Sign> {
        match self {
            Self::Sign(sign) => Some(*sign),
            Self::Name(_)
            | Self::Variable(_)
            | Self::String(_)
            | Self::Number(_)
            | Self::Null
            | Self::Bool(_)
            | Self::Regex(_)
            | Self::End => None,
        }
    }
}

/// Declares the signs: the text and the binding power on the left of each, as in jsonata-js.
macro_rules! signs {
    ($($sign:ident = $text:literal $power:literal,)*) => {
        /// Operators, brackets and separators.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Sign { $($sign,)* }

        impl Sign {
            /// Every one, longer texts before their own beginnings.
            pub(super) const ALL: &'static [Self] = &[$(Self::$sign,)*];

            /// As it is written.
            pub(super) fn text(self) -> &'static str {
                match self { $(Self::$sign => $text,)* }
            }

            /// The strength with which it binds the expression before it; 0 if it cannot follow
            /// one.
            pub(super) fn binding_power(self) -> u8 {
                match self { $(Self::$sign => $power,)* }
            }
        }
    };
}

signs! {
    Range = ".." 0,
    Bind = ":=" 10,
    NotEqual = "!=" 40,
    GreaterOrEqual = ">=" 40,
    LessOrEqual = "<=" 40,
    Descendants = "**" 0,
    Apply = "~>" 40,
    Default = "?:" 40,
    Coalesce = "??" 40,
    And = "and" 30,
    Or = "or" 25,
    In = "in" 40,
    Dot = "." 75,
    OpenSquare = "[" 80,
    CloseSquare = "]" 0,
    OpenCurly = "{" 70,
    CloseCurly = "}" 0,
    OpenRound = "(" 80,
    CloseRound = ")" 0,
    Comma = "," 0,
    Focus = "@" 80,
    Index = "#" 80,
    Semicolon = ";" 0,
    Colon = ":" 0,
    Question = "?" 20,
    Plus = "+" 50,
    Minus = "-" 50,
    Times = "*" 60,
    Divide = "/" 60,
    Percent = "%" 60,
    Bar = "|" 0,
    Equal = "=" 40,
    Less = "<" 40,
    Greater = ">" 40,
    Sort = "^" 40,
    Concatenate = "&" 50,
    Not = "!" 0,
    Tilde = "~" 0,
}
