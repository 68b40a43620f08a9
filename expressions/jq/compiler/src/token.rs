//! The tokens of a jq program.

use std::fmt;

use super::syntax::Place;

/// A token and its place.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind<'t>,
    pub(super) place: Place,
    /// For what opens something: the index of the token that closes it. There always is one, see
    /// [`super::lexer`].
    pub(super) partner: usize,
}

/// The kinds of tokens.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum TokenKind<'t> {
    /// An operator or a separator.
    Sign(Sign),
    /// A reserved word.
    Keyword(Keyword),
    /// `name`, `module::name`
    Name(&'t str),
    /// `.name`, without the dot.
    Field(&'t str),
    /// `$name`, without `$`.
    Variable(&'t str),
    /// `$__loc__`
    Location,
    /// `@name`, without `@`.
    Format(&'t str),
    /// A number as written; signs are operators.
    Number(&'t str),
    /// The opening of a bracket, a string, or an interpolation in one.
    Open(Bracket),
    /// The closing mark.
    Close(Bracket),
    /// A part of a string, decoded.
    Text(String),
    /// A character that begins no token; a fault has been reported.
    Unknown,
    /// The end of the program.
    End,
}

/// Marks that are opened and closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bracket {
    /// `(` `)`
    Round,
    /// `[` `]`
    Square,
    /// `{` `}`
    Curly,
    /// `"` `"`
    Quote,
    /// `\(` `)` in a string.
    Interpolation,
}

impl Bracket {
    /// The opening mark.
    pub(super) fn opening(self) -> &'static str {
        match self {
            Self::Round => "(",
            Self::Square => "[",
            Self::Curly => "{",
            Self::Quote => "\"",
            Self::Interpolation => "\\(",
        }
    }

    /// The closing mark.
    pub(super) fn closing(self) -> &'static str {
        match self {
            Self::Round | Self::Interpolation => ")",
            Self::Square => "]",
            Self::Curly => "}",
            Self::Quote => "\"",
        }
    }
}

/// Declares words of the language: an enum, the text of each, and finding one by it.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($word:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum $name { $($word,)* }

        impl $name {
            /// Every one, longer texts before their own beginnings.
            pub(super) const ALL: &'static [Self] = &[$(Self::$word,)*];

            /// As it is written.
            pub(super) fn text(self) -> &'static str {
                match self { $(Self::$word => $text,)* }
            }
        }
    };
}

words! {
    /// Operators and separators.
    Sign {
        Alternatives = "?//",
        SetAlternative = "//=",
        Alternative = "//",
        Recurse = "..",
        Update = "|=",
        SetPlus = "+=",
        SetMinus = "-=",
        SetTimes = "*=",
        SetDivide = "/=",
        SetModulo = "%=",
        Equal = "==",
        NotEqual = "!=",
        LessOrEqual = "<=",
        GreaterOrEqual = ">=",
        Less = "<",
        Greater = ">",
        Set = "=",
        Pipe = "|",
        Comma = ",",
        Semicolon = ";",
        Colon = ":",
        Dot = ".",
        Question = "?",
        Plus = "+",
        Minus = "-",
        Times = "*",
        Divide = "/",
        Modulo = "%",
    }
}

words! {
    /// Reserved words.
    Keyword {
        Module = "module",
        Import = "import",
        Include = "include",
        Define = "def",
        If = "if",
        Then = "then",
        Elif = "elif",
        Else = "else",
        End = "end",
        As = "as",
        Reduce = "reduce",
        Foreach = "foreach",
        Try = "try",
        Catch = "catch",
        Label = "label",
        Break = "break",
        And = "and",
        Or = "or",
        Location = "__loc__",
    }
}

impl fmt::Display for TokenKind<'_> {
    /// As messages name it: "`)`", "the number `3`", "the end of the program".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sign(sign) => write!(f, "`{}`", sign.text()),
            Self::Keyword(word) => write!(f, "`{}`", word.text()),
            Self::Name(name) => write!(f, "the name `{name}`"),
            Self::Field(name) => write!(f, "`.{name}`"),
            Self::Variable(name) => write!(f, "`${name}`"),
            Self::Location => f.write_str("`$__loc__`"),
            Self::Format(name) => write!(f, "`@{name}`"),
            Self::Number(text) => write!(f, "the number `{text}`"),
            Self::Open(Bracket::Quote) | Self::Close(Bracket::Quote) | Self::Text(_) => {
                f.write_str("a string")
            }
            Self::Open(bracket) => write!(f, "`{}`", bracket.opening()),
            Self::Close(bracket) => write!(f, "`{}`", bracket.closing()),
            Self::Unknown => f.write_str("this character"),
            Self::End => f.write_str("the end of the program"),
        }
    }
}
