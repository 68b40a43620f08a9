//! What a definition needs of a type: the faults, as text, that rustc finds while it compiles.

use super::at::{Missing, is_item, missing, owner};
use super::kinds::Kinds;
use super::message::Message;
use super::misfit::{Fit, Misfit};
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

    /// What follows.
    pub const fn found(&self, values: &'a Values<'a>) -> Found {
        match (self.weight, self.fit(values)) {
            (Weight::Fault | Weight::OfItems, Fit::Never) => Found::Error,
            (Weight::Fault, Fit::Sometimes) | (Weight::Doubt, Fit::Never) => Found::Warning,
            (_, Fit::Always) | (Weight::OfItems | Weight::Doubt, Fit::Sometimes) => Found::Nothing,
        }
    }

    /// The fault of a read that does not fit, after a text that says so.
    pub const fn message(&self, text: &str, values: &'a Values<'a>, name: &str) -> Message {
        let message = Message::EMPTY.with(text).with(": ");
        let kinds = Kinds::at(values, self.path);
        if !kinds.is_within(Kinds::ABSENT) {
            let of = match owner(values, self.path) {
                Some((Some(of), _)) => of,
                Some((None, _)) | None => name,
            };
            return message.with("it is ").with_kinds(kinds).with(" in `").with(of).with("`");
        }
        match missing(values, self.path) {
            Some(Missing::Member(object, of, member)) => {
                let of = match of {
                    Some(of) => of,
                    None => name,
                };
                let message = message.with("`").with(of).with("` has no member `").with(member);
                message.with("`; ").with_names("it has", &object).with_meant(&object, member)
            }
            Some(Missing::Part(path)) => without_parts(message, values, path, name),
            None => message.with("it is nowhere in `").with(name).with("`"),
        }
    }
}

/// The message with what is at a path, which has no members, or no items.
const fn without_parts<'a>(
    message: Message,
    values: &'a Values<'a>,
    path: &'a [Step<'a>],
    name: &str,
) -> Message {
    let kinds = Kinds::at(values, path);
    let of_item = message.with(if is_item(path) { "an item of `" } else { "`" });
    match owner(values, path) {
        Some((of, member)) => {
            let of = match of {
                Some(of) => of,
                None => name,
            };
            let message = of_item.with(member).with("` is ").with_kinds(kinds);
            message.with(" in `").with(of).with("`")
        }
        None => of_item.with(name).with("` is ").with_kinds(kinds),
    }
}

/// Values that a definition gives to a type.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// The values.
    pub values: &'a Values<'a>,
    /// The place in the definition, and the type.
    pub text: &'a str,
}

impl<'a> Given<'a> {
    /// What follows from the values that the type takes.
    pub const fn found(&self, wanted: &'a Values<'a>) -> Found {
        match Misfit::of(self.values, wanted).fit {
            Fit::Always => Found::Nothing,
            Fit::Sometimes => Found::Warning,
            Fit::Never => Found::Error,
        }
    }

    /// The fault of values that do not fit, after a text that says so.
    pub const fn message(&self, text: &str, wanted: &'a Values<'a>) -> Message {
        let misfit = Misfit::of(self.values, wanted);
        let then = if matches!(misfit.fit, Fit::Sometimes) { ": it " } else { " " };
        Message::EMPTY.with(text).with(then).and(&misfit.message())
    }
}

/// A need of a definition.
#[derive(Clone, Copy, Debug)]
pub enum Need<'a> {
    /// Some value of the type.
    Read(Read<'a>),
    /// The type takes these values.
    Given(Given<'a>),
}

/// The needs of a definition in regard to the values of a type.
#[derive(Clone, Copy, Debug)]
pub struct Needs<'a, const N: usize> {
    values: &'a Values<'a>,
    all: &'a [Need<'a>; N],
    /// The outcome of each.
    pub found: [Found; N],
}

impl<'a, const N: usize> Needs<'a, N> {
    /// Compares them with the values.
    pub const fn of(values: &'a Values<'a>, all: &'a [Need<'a>; N]) -> Self {
        let mut found = [Found::Nothing; N];
        // Calls are most of what rustc does for shapes: a type without one needs none.
        if !matches!(values, Values::Any) {
            let (mut needs, mut rest) = (all.as_slice(), found.as_mut_slice());
            while let ([need, needs_after @ ..], [one, after @ ..]) = (needs, rest) {
                *one = match need {
                    Need::Read(read) => read.found(values),
                    Need::Given(given) => given.found(values),
                };
                (needs, rest) = (needs_after, after);
            }
        }
        Self { values, all, found }
    }

    /// The faults among them, one in each line, for a type of this name. `likely` has a text for each
    /// that is one of some values only, if such faults are errors as well.
    pub const fn errors(&self, name: &str, likely: &[&str]) -> Message {
        let (mut message, mut likely) = (Message::EMPTY, likely);
        let (mut needs, mut found) = (self.all.as_slice(), self.found.as_slice());
        while let ([need, needs_after @ ..], [one, after @ ..]) = (needs, found) {
            let (Need::Read(Read { text: certain, .. }) | Need::Given(Given { text: certain, .. })) =
                need;
            let (text, likely_after) = one.text(certain, likely);
            if !text.is_empty() {
                message = message.and_line(&match need {
                    Need::Read(read) => read.message(text, self.values, name),
                    Need::Given(given) => given.message(text, self.values),
                });
            }
            (needs, found, likely) = (needs_after, after, likely_after);
        }
        message
    }
}

/// What follows from a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Nothing.
    Nothing,
    /// A warning.
    Warning,
    /// An error.
    Error,
}

impl Found {
    /// The text of the error, empty if it is none, and the texts for the next ones.
    const fn text<'t>(self, certain: &'t str, likely: &'t [&'t str]) -> (&'t str, &'t [&'t str]) {
        let (first, others) = match likely {
            [first, others @ ..] => (*first, others),
            [] => ("", likely),
        };
        let text = match self {
            Self::Nothing => "",
            Self::Warning => first,
            Self::Error => certain,
        };
        (text, others)
    }

    /// The number of warnings: the length of an array of something that must be used.
    pub const fn warnings(self) -> usize {
        matches!(self, Self::Warning) as usize
    }
}

/// Fails the build with a message, if there is one.
///
/// # Panics
/// If there is one: a panic in a constant is an error of rustc with this text.
#[track_caller]
pub const fn demand(message: &Message) {
    assert!(message.is_empty(), "{}", message.text());
}
