//! What a definition needs of a type: the faults, as text, that rustc finds while it compiles.

use super::at::{Missing, missing};
use super::fit::{Fit, Misfit};
use super::kinds::Kinds;
use super::message::Message;
use super::values::{Step, Values};

/// A value that a definition reads.
#[derive(Clone, Copy, Debug)]
pub struct Read<'a> {
    /// Its path within the values of the type.
    pub path: &'a [Step<'a>],
    /// The kinds that it must have; [`Kinds::NONE`]: any.
    pub wanted: Kinds,
    /// The place in the definition, and what must be true there.
    pub text: &'a str,
    /// What follows otherwise.
    pub weight: Weight,
}

/// What follows if a value is not there, or of another kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// An error, or a warning if some values have it.
    Fault,
    /// An error if no values have it.
    OfItems,
    /// A warning if no values have it.
    Doubt,
}

impl<'a> Read<'a> {
    /// If it is there and of the right kind.
    pub const fn fit(&self, values: &'a Values<'a>) -> Fit {
        let kinds = Kinds::at(values, self.path);
        if kinds.is_within(Kinds::NONE) {
            return Fit::Always;
        }
        let is_any = self.wanted.is_within(Kinds::NONE);
        let wanted = if is_any { Kinds::ABSENT.others() } else { self.wanted };
        if !kinds.may_be(wanted) {
            Fit::Never
        } else if kinds.is_within(wanted) {
            Fit::Always
        } else {
            Fit::Sometimes
        }
    }

    /// If an error or a warning follows.
    const fn found(&self, values: &'a Values<'a>) -> Found {
        match (self.weight, self.fit(values)) {
            (Weight::Fault | Weight::OfItems, Fit::Never) => Found::Error,
            (Weight::Fault, Fit::Sometimes) | (Weight::Doubt, Fit::Never) => Found::Warning,
            (_, Fit::Always) | (Weight::OfItems | Weight::Doubt, Fit::Sometimes) => Found::Nothing,
        }
    }

    /// The fault of a read that does not fit.
    pub const fn message(&self, values: &'a Values<'a>, name: &str) -> Message {
        let message = Message::EMPTY.with(self.text).with(": ");
        let kinds = Kinds::at(values, self.path);
        if !kinds.is_within(Kinds::ABSENT) {
            return message.with("it is ").with_kinds(kinds).with(" in `").with(name).with("`");
        }
        let Some(Missing { object, of, member }) = missing(values, self.path) else {
            return message.with("`").with(name).with("` has no such member");
        };
        let name = match of {
            Some(of) => of,
            None => name,
        };
        let message = message.with("`").with(name).with("` has no member `").with(member);
        message.with("`; ").with_names(object, member)
    }
}

/// The faults of the values of a type that a definition reads, one in each line.
pub const fn reads<'a>(name: &str, values: &'a Values<'a>, reads: &'a [Read<'a>]) -> Message {
    faults(name, values, reads, false)
}

/// As [`reads`], with the faults of what only some values have.
pub const fn reads_always<'a>(
    name: &str,
    values: &'a Values<'a>,
    reads: &'a [Read<'a>],
) -> Message {
    faults(name, values, reads, true)
}

const fn faults<'a>(
    name: &str,
    values: &'a Values<'a>,
    reads: &'a [Read<'a>],
    with_likely: bool,
) -> Message {
    let (mut message, mut reads) = (Message::EMPTY, reads);
    while let [read, others @ ..] = reads {
        if read.found(values).is_error(with_likely) {
            message = message.and_line(&read.message(values, name));
        }
        reads = others;
    }
    message
}

/// Values that a definition gives to a type.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// The values.
    pub values: &'a Values<'a>,
    /// The place in the definition, and the type.
    pub text: &'a str,
}

/// The faults of values that a definition gives to a type, one in each line.
pub const fn gives<'a>(wanted: &'a Values<'a>, given: &'a [Given<'a>]) -> Message {
    misfits(wanted, given, false)
}

/// As [`gives`], with the faults of what only some values have.
pub const fn gives_always<'a>(wanted: &'a Values<'a>, given: &'a [Given<'a>]) -> Message {
    misfits(wanted, given, true)
}

const fn misfits<'a>(wanted: &'a Values<'a>, given: &'a [Given<'a>], with_likely: bool) -> Message {
    let (mut message, mut given) = (Message::EMPTY, given);
    while let [one, others @ ..] = given {
        let misfit = Misfit::of(one.values, wanted);
        if found(misfit.fit).is_error(with_likely) {
            let fault = Message::EMPTY.with(one.text).with(" ").and(&misfit.message());
            message = message.and_line(&fault);
        }
        given = others;
    }
    message
}

/// What follows from a comparison.
#[derive(Clone, Copy)]
enum Found {
    Nothing,
    Warning,
    Error,
}

impl Found {
    const fn is_error(self, with_warnings: bool) -> bool {
        match self {
            Self::Nothing => false,
            Self::Warning => with_warnings,
            Self::Error => true,
        }
    }

    /// 1 for a warning: the length of an array of warnings.
    const fn warnings(self) -> usize {
        matches!(self, Self::Warning) as usize
    }
}

/// What follows for values that a definition gives to a type.
const fn found(fit: Fit) -> Found {
    match fit {
        Fit::Always => Found::Nothing,
        Fit::Sometimes => Found::Warning,
        Fit::Never => Found::Error,
    }
}

/// The number of warnings, 1 or 0, of a value that a definition reads: the length of an array.
pub const fn may_lack<'a>(values: &'a Values<'a>, read: &Read<'a>) -> usize {
    read.found(values).warnings()
}

/// The number of warnings, 1 or 0, of values that a definition gives to a type.
pub const fn may_misfit<'a>(given: &Given<'a>, wanted: &'a Values<'a>) -> usize {
    found(Misfit::of(given.values, wanted).fit).warnings()
}

/// Fails the build with a message, if there is one.
///
/// # Panics
/// If there is one: a panic in a constant is an error of rustc with this text.
#[track_caller]
pub const fn demand(message: &Message) {
    assert!(message.is_empty(), "{}", message.text());
}
