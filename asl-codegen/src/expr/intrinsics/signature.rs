//! The functions as a table: what they are called, what they take and what they make.

use std::ops::RangeInclusive;

use super::Function;

/// What an argument must be, or what a function makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Any,
    Text,
    Number,
    Boolean,
    Array,
    Object,
}

impl Kind {
    /// In words, with an article.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Any => "anything",
            Self::Text => "a string",
            Self::Number => "a number",
            Self::Boolean => "`true` or `false`",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }
}

/// A function.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    pub(super) function: Function,
    /// As definitions write it.
    pub name: &'static str,
    /// The first arguments; one that takes more takes anything behind them.
    pub(super) takes: &'static [Kind],
    /// How many of them must be there.
    least: usize,
    /// Whether there may be any number of further ones.
    more: bool,
    pub(super) makes: Kind,
}

impl Signature {
    /// The function of a name.
    pub fn of(name: &str) -> Option<&'static Self> {
        FUNCTIONS.iter().find(|signature| signature.name == name)
    }

    /// That of a function.
    pub(super) fn by(function: Function) -> &'static Self {
        let found = FUNCTIONS.iter().find(|signature| signature.function == function);
        found.unwrap_or_else(|| unreachable!("the table has all functions"))
    }

    /// How many arguments it takes.
    pub(super) fn arity(&self) -> RangeInclusive<usize> {
        self.least..=if self.more { usize::MAX } else { self.takes.len() }
    }

    /// The same in words.
    pub(super) fn arity_text(&self) -> String {
        let plural = |count: usize| {
            if count == 1 { "1 argument".to_owned() } else { format!("{count} arguments") }
        };
        match (self.least, self.takes.len()) {
            (least, _) if self.more => format!("at least {}", plural(least)),
            (0, 0) => "no arguments".to_owned(),
            (least, most) if least == most => plural(least),
            (least, most) => format!("{least} or {}", plural(most)),
        }
    }

    /// What the argument at an index must be.
    pub(super) fn kind_of(&self, index: usize) -> Kind {
        self.takes.get(index).copied().unwrap_or(Kind::Any)
    }
}

const fn function(
    function: Function,
    name: &'static str,
    takes: &'static [Kind],
    makes: Kind,
) -> Signature {
    Signature { function, name, takes, least: takes.len(), more: false, makes }
}

#[rustfmt::skip]
const FUNCTIONS: &[Signature] = &[
    Signature { more: true, ..function(Function::Format, "States.Format", &[Kind::Text], Kind::Text) },
    function(Function::StringToJson, "States.StringToJson", &[Kind::Text], Kind::Any),
    function(Function::JsonToString, "States.JsonToString", &[Kind::Any], Kind::Text),
    Signature { more: true, ..function(Function::Array, "States.Array", &[], Kind::Array) },
    function(Function::ArrayPartition, "States.ArrayPartition", &[Kind::Array, Kind::Number], Kind::Array),
    function(Function::ArrayContains, "States.ArrayContains", &[Kind::Array, Kind::Any], Kind::Boolean),
    function(Function::ArrayRange, "States.ArrayRange", &[Kind::Number, Kind::Number, Kind::Number], Kind::Array),
    function(Function::ArrayGetItem, "States.ArrayGetItem", &[Kind::Array, Kind::Number], Kind::Any),
    function(Function::ArrayLength, "States.ArrayLength", &[Kind::Array], Kind::Number),
    function(Function::ArrayUnique, "States.ArrayUnique", &[Kind::Array], Kind::Array),
    function(Function::Base64Encode, "States.Base64Encode", &[Kind::Text], Kind::Text),
    function(Function::Base64Decode, "States.Base64Decode", &[Kind::Text], Kind::Text),
    function(Function::Hash, "States.Hash", &[Kind::Text, Kind::Text], Kind::Text),
    function(Function::JsonMerge, "States.JsonMerge", &[Kind::Object, Kind::Object, Kind::Boolean], Kind::Object),
    Signature { least: 2, ..function(Function::MathRandom, "States.MathRandom", &[Kind::Number, Kind::Number, Kind::Number], Kind::Number) },
    function(Function::MathAdd, "States.MathAdd", &[Kind::Number, Kind::Number], Kind::Number),
    function(Function::StringSplit, "States.StringSplit", &[Kind::Text, Kind::Text], Kind::Array),
    function(Function::Uuid, "States.UUID", &[], Kind::Text),
];

/// The names of all functions.
pub fn names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(|signature| signature.name)
}
