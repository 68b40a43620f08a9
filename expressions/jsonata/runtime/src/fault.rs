//! The errors of a run: jsonata-js's codes, and the values that its messages contain.

use asl_language::jsonata::picture::Mistake;

use super::Item;
use asl_value::expression::Limit;
use asl_value::value::Text;

/// The result of a part of a program.
pub type Outcome = Result<Item, Fault>;

/// The reason for which a run stopped before its end.
#[derive(Clone, Debug)]
pub enum Fault {
    /// An error with a code.
    Error(Box<Thrown>),
    /// A limit was reached.
    Limit(Limit),
}

/// An error with the values that jsonata-js's message of this code contains.
#[derive(Clone, Debug, Default)]
pub struct Thrown {
    /// The code, as `T2001`.
    pub code: &'static str,
    /// The operator or the name of the function.
    pub token: Option<Text>,
    /// The offending value.
    pub value: Item,
    /// The second value of a pair that does not match.
    pub value2: Item,
    /// The number of an argument, from 1.
    pub index: Option<usize>,
    /// The name of a type, as `numbers`.
    pub kind: Option<Text>,
    /// The words of `$error` and `$assert`, and those of inner errors.
    pub message: Option<Text>,
    /// True for an error that Step Functions reports without its code.
    pub is_internal: bool,
}

impl Fault {
    /// An error with this code.
    #[cold]
    pub fn new(code: &'static str) -> Self {
        Self::Error(Box::new(Thrown { code, ..Thrown::default() }))
    }

    /// The error for a mistake in a picture.
    #[cold]
    pub(super) fn of_picture(mistake: Mistake) -> Self {
        let fault = Self::new(mistake.code);
        match mistake.value {
            Some(value) => fault.value(Item::text(value)),
            None => fault,
        }
    }

    /// The code of an error, if it is one.
    pub fn code(&self) -> Option<&'static str> {
        match self {
            Self::Error(thrown) => Some(thrown.code),
            Self::Limit(_) => None,
        }
    }

    fn with(mut self, change: impl FnOnce(&mut Thrown)) -> Self {
        if let Self::Error(thrown) = &mut self {
            change(thrown);
        }
        self
    }

    /// The same with the offending value.
    #[must_use]
    pub fn value(self, value: impl Into<Item>) -> Self {
        self.with(|thrown| thrown.value = value.into())
    }

    /// The same with the second value of a pair.
    #[must_use]
    pub fn value2(self, value: impl Into<Item>) -> Self {
        self.with(|thrown| thrown.value2 = value.into())
    }

    /// The same with the number of an argument, from 1.
    #[must_use]
    pub fn index(self, index: usize) -> Self {
        self.with(|thrown| thrown.index = Some(index))
    }

    /// The same with the name of a type.
    #[must_use]
    pub fn kind(self, kind: impl Into<Text>) -> Self {
        self.with(|thrown| thrown.kind = Some(kind.into()))
    }

    /// The same with words of the user's own.
    #[must_use]
    pub fn message(self, message: impl Into<Text>) -> Self {
        self.with(|thrown| thrown.message = Some(message.into()))
    }

    /// The same as an error that Step Functions reports without its code.
    #[must_use]
    pub fn internal(self) -> Self {
        self.with(|thrown| thrown.is_internal = true)
    }

    /// The same with the operator or function that failed, unless an inner one is known already.
    #[must_use]
    pub fn token(self, token: &str) -> Self {
        self.with(|thrown| {
            thrown.token.get_or_insert_with(|| Text::new(token));
        })
    }
}
