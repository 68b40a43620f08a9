//! Why values cannot be read.

use super::message::Message;
use super::values::{Object, Values, is_same};

/// If values can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// All can, as far as they are known.
    Always,
    /// Some can, some cannot.
    Sometimes,
    /// None can.
    Never,
}

/// Why values cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason<'v> {
    /// They can.
    Nothing,
    /// There are no such values.
    NoValue,
    /// There is no member of this name, which must be there, among those of the object.
    Missing(&'v str, &'v Object<'v>),
    /// The type has no member of the first name, but an optional one of the second, which is not
    /// given: serde would leave it out silently.
    Unread(&'v str, &'v str),
    /// The member of this name is not allowed.
    Denied(&'v str),
    /// A value of the second kind is wanted, and there is one of the first.
    Kind(&'static str, &'static str),
    /// The text is none of those that are allowed.
    Text(&'v str),
    /// The number is not in the range of the type.
    Range,
    /// The list does not have the right number of items.
    Length,
}

/// The outcome of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misfit<'v> {
    /// If the values can be read.
    pub fit: Fit,
    /// Why not, if not all of them can be.
    pub reason: Reason<'v>,
    /// The names of the members around the place; none if it is the whole. That is most of the
    /// outcomes, and rustc copies each of them some times.
    path: Option<Path<'v>>,
}

/// The names of the members around a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Path<'v> {
    /// The outermost first; `[]` is an item of a list.
    names: [&'v str; PATH],
    length: usize,
}

/// Maximum number of names in the path of a misfit; inner ones are left out.
const PATH: usize = 8;
/// The step to an item in the path of a misfit.
pub(super) const ITEM: &str = "[]";

impl<'v> Misfit<'v> {
    pub(super) const NO_VALUE: Self = Self { reason: Reason::NoValue, ..Self::NOTHING };
    pub(super) const NOTHING: Self = Self { fit: Fit::Always, reason: Reason::Nothing, path: None };

    pub(super) const fn never(reason: Reason<'v>) -> Self {
        Self { fit: Fit::Never, reason, ..Self::NOTHING }
    }

    pub(super) const fn sometimes(reason: Reason<'v>) -> Self {
        Self { fit: Fit::Sometimes, reason, ..Self::NOTHING }
    }

    /// The same outcome for values that need not be there.
    pub(super) const fn at_most_sometimes(mut self) -> Self {
        if matches!(self.fit, Fit::Never) {
            self.fit = Fit::Sometimes;
        }
        self
    }

    /// The same outcome within a member.
    pub(super) const fn within(mut self, name: &'v str) -> Self {
        if matches!(self.reason, Reason::Nothing | Reason::NoValue) {
            return self;
        }
        let mut names = [""; PATH];
        let (inner, length) = match &self.path {
            Some(path) => (path.names.as_slice(), path.length),
            None => ([].as_slice(), 0),
        };
        let (mut from, mut to) = (inner, names.as_mut_slice());
        if let [first, after @ ..] = to {
            *first = name;
            to = after;
        }
        while let ([name, names @ ..], [place, places @ ..]) = (from, to) {
            *place = *name;
            (from, to) = (names, places);
        }
        self.path = Some(Path { names, length: length + 1 });
        self
    }

    /// The outcome for values of which all parts must fit.
    pub(super) const fn and(self, other: Self) -> Self {
        match (self.fit, other.fit) {
            (Fit::Never, _) | (_, Fit::Always) | (Fit::Sometimes, Fit::Sometimes) => self,
            (Fit::Always | Fit::Sometimes, Fit::Never | Fit::Sometimes) => other,
        }
    }

    /// The outcome for values that are of one or of the other set.
    pub(super) const fn either(self, other: Self) -> Self {
        match (self.fit, other.fit) {
            _ if matches!(self.reason, Reason::NoValue) => other,
            _ if matches!(other.reason, Reason::NoValue) => self,
            (Fit::Always, Fit::Always) | (Fit::Never, Fit::Never) => self,
            (Fit::Always, _) => other.at_most_sometimes(),
            _ => self.at_most_sometimes(),
        }
    }

    /// The outcome for values that may be read as one or as the other.
    pub(super) const fn best(self, other: Self) -> Self {
        match (self.fit, other.fit) {
            (Fit::Always, _) => self,
            (_, Fit::Always) | (Fit::Never, Fit::Sometimes) => other,
            // What differs in more than its kind was meant.
            (Fit::Never, Fit::Never) if matches!(self.reason, Reason::Kind(..)) => other,
            _ => self,
        }
    }

    /// The names of the members around the place, the outermost first; `[]` is an item of a list.
    pub const fn names(&self) -> &[&'v str] {
        let Some(Path { names, length }) = &self.path else { return &[] };
        names.split_at(if *length > PATH { PATH } else { *length }).0
    }

    /// The message, such as ``needs the member `id` in `lines[]` ``.
    pub const fn message(&self) -> Message {
        let is_likely = matches!(self.fit, Fit::Sometimes);
        let message = match self.reason {
            Reason::Nothing | Reason::NoValue => Message::EMPTY,
            Reason::Missing(name, object) => {
                let message = Message::EMPTY.with("needs the member `").with(name).with("`");
                let message = self.place(message);
                if is_likely {
                    return message.with(", which need not be there");
                }
                return message
                    .with("; ")
                    .with_names("it gets", object)
                    .with_misnamed(object, name);
            }
            Reason::Unread(name, meant) => Message::EMPTY
                .with("has no member `")
                .with(name)
                .with("`; did you mean `")
                .with(meant)
                .with("`?"),
            Reason::Denied(name) => {
                Message::EMPTY.with("does not allow the member `").with(name).with("`")
            }
            Reason::Kind(given, wanted) => {
                let is = if is_likely { "may be " } else { "is " };
                Message::EMPTY.with("needs ").with(wanted).with(", and there ").with(is).with(given)
            }
            Reason::Text(text) => {
                Message::EMPTY.with("has no variant with the name `").with(text).with("`")
            }
            Reason::Range => {
                let message = Message::EMPTY.with(if is_likely { "may" } else { "does" });
                message.with(" not take a number as large or as small as the one")
            }
            Reason::Length => Message::EMPTY.with("needs an array of another length"),
        };
        self.place(message)
    }

    /// A message with the place of the misfit.
    const fn place(&self, message: Message) -> Message {
        let (mut names, mut index) = (self.names(), 0);
        if names.is_empty() {
            return message;
        }
        let mut message = message.with(" at `");
        while let [name, after @ ..] = names {
            if index > 0 && !is_same(name, ITEM) {
                message = message.with(".");
            }
            message = message.with(name);
            (names, index) = (after, index + 1);
        }
        message.with("`")
    }
}

/// A kind of values in words.
pub const fn kind(values: &Values<'_>) -> &'static str {
    match values {
        Values::Null => "`null`",
        Values::Boolean => "a boolean",
        Values::Integer(..) => "a whole number",
        Values::Number => "a number",
        Values::Text | Values::Constant(_) => "a string",
        Values::List(_) | Values::Tuple(_) => "an array",
        Values::Map(_) | Values::Object(_) => "an object",
        Values::Never => "another value",
        Values::Any
        | Values::OneOf(_)
        | Values::Named(..)
        | Values::Own(_)
        | Values::Among(..)
        | Values::At(..) => "a value",
    }
}
