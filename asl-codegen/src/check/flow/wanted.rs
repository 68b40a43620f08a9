//! The types that fields, functions and comparisons take.

use super::shape::Kinds;
use asl_language::jsonata::signature::Types;
use asl_language::shape::{self, Message};

/// A type that a value must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// A string.
    Text,
    /// A string that is a timestamp.
    Timestamp,
    /// A number.
    Number,
    /// A string or a number.
    TextOrNumber,
    /// `true` or `false`.
    Boolean,
    /// An array.
    Array,
    /// An object.
    Object,
    /// An object that gets a member, or nothing: then it is made.
    Place,
    /// Of one of these kinds, as jq's operators and built-ins take them.
    Of(shape::Kinds),
}

impl Wanted {
    /// Its name in messages.
    pub fn noun(self) -> String {
        let noun = match self {
            // What takes null, or no value, does something else with it.
            Self::Of(kinds) if kinds != shape::Kinds::NULL => {
                let kinds = kinds.and(shape::Kinds::NULL.or(shape::Kinds::ABSENT).others());
                return Message::EMPTY.with_kinds(kinds).text().to_owned();
            }
            Self::Of(_) => "null",
            Self::Text => "a string",
            Self::Timestamp => "a timestamp",
            Self::Number => "a number",
            Self::TextOrNumber => "a string or a number",
            Self::Boolean => "`true` or `false`",
            Self::Array => "an array",
            Self::Object | Self::Place => "an object",
        };
        noun.to_owned()
    }

    /// The kinds of the values that have it.
    pub fn kinds(self) -> shape::Kinds {
        match self {
            Self::Text | Self::Timestamp => shape::Kinds::TEXT,
            Self::Number => shape::Kinds::NUMBER,
            Self::TextOrNumber => shape::Kinds::TEXT.or(shape::Kinds::NUMBER),
            Self::Boolean => shape::Kinds::BOOLEAN,
            Self::Array => shape::Kinds::LIST,
            Self::Object => shape::Kinds::OBJECT,
            Self::Place => shape::Kinds::OBJECT.or(shape::Kinds::ABSENT),
            Self::Of(kinds) => kinds,
        }
    }

    /// The type that a place in an expression of JSONata takes, if it is one of these.
    pub(super) fn of_types(types: Types) -> Option<Self> {
        let types = types.without(Types::MISSING);
        let number = Types::NUMBER;
        match types {
            Types::STRING => Some(Self::Text),
            Types::NUMBER => Some(Self::Number),
            Types::BOOLEAN => Some(Self::Boolean),
            Types::OBJECT => Some(Self::Object),
            _ => (types == number.and(Types::STRING)).then_some(Self::TextOrNumber),
        }
    }

    /// True if a value of some of the kinds can have it.
    pub(super) fn is_in(self, kinds: &Kinds) -> bool {
        match self {
            Self::Text | Self::Timestamp => kinds.string,
            Self::Number => kinds.number,
            Self::TextOrNumber => kinds.string || kinds.number,
            Self::Boolean => kinds.boolean,
            Self::Array => kinds.array.is_some(),
            Self::Object | Self::Place => kinds.object.is_some(),
            Self::Of(of) => kinds.known().may_be(of),
        }
    }
}

impl Kinds {
    /// Those that are possible.
    pub(super) fn known(&self) -> shape::Kinds {
        let all = [
            (self.null, shape::Kinds::NULL),
            (self.boolean, shape::Kinds::BOOLEAN),
            (self.number, shape::Kinds::NUMBER),
            (self.string, shape::Kinds::TEXT),
            (self.array.is_some(), shape::Kinds::LIST),
            (self.object.is_some(), shape::Kinds::OBJECT),
        ];
        let own = all.into_iter().filter(|(is_possible, _)| *is_possible).map(|(_, kind)| kind);
        own.fold(shape::Kinds::NONE, shape::Kinds::or)
    }
}
