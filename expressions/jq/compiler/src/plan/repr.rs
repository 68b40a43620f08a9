//! The representation of a value in the code, as far as decisions depend on it. `emit` has an
//! operand of each kind.

use crate::analysis::Outputs;

/// A list in place of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum List {
    /// Items by reference: of `sort_by(f)`, `unique_by(f)`, or one group.
    Items,
    /// Groups of such items.
    Groups,
    /// The members of an object or array, for `to_entries`.
    Members,
}

/// A part of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Key,
    Value,
}

/// The input of a filter, as far as it decides on code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// A value that is needed elsewhere, or may be.
    Shared,
    /// A value that nothing else needs.
    Owned,
    /// The state of a `reduce`, which may be a number of Rust.
    State,
    /// A list in place of an array.
    List(List),
    /// A key and a value in place of an object.
    Entry,
}

/// A representation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Repr {
    /// A constant that costs nothing to make.
    Constant,
    /// A reference to a value that something else has.
    Borrowed,
    /// A part of a value, looked at once.
    Place,
    /// A local; whether this is its last use.
    Local { is_last: bool },
    /// A value that is made once, in place.
    Made,
    /// A truth that is computed once, in place.
    Truth,
    /// A local truth.
    Flag,
    /// A list in place of an array.
    List(List),
    /// A key and a value in place of an object.
    Entry(Box<Self>, Box<Self>),
}

impl Repr {
    /// A local that nothing else uses.
    pub(crate) const LOCAL: Self = Self::Local { is_last: true };

    /// The item of a list.
    pub(super) fn item_of(list: List) -> Self {
        match list {
            List::Items => Self::Borrowed,
            List::Groups => Self::List(List::Items),
            List::Members => Self::Entry(Box::new(Self::LOCAL), Box::new(Self::Borrowed)),
        }
    }

    /// The form for decisions.
    pub(super) fn form(&self) -> Form {
        match self {
            Self::List(list) => Form::List(*list),
            Self::Entry(..) => Form::Entry,
            _ if self.is_owned() => Form::Owned,
            _ => Form::Shared,
        }
    }

    /// True if it is a value that nothing else needs.
    pub(crate) fn is_owned(&self) -> bool {
        matches!(self, Self::Made | Self::Truth | Self::Local { is_last: true })
    }

    /// True if a statement makes it usable more than once.
    pub(super) fn is_named(&self) -> bool {
        matches!(self, Self::Place | Self::Made | Self::Truth)
    }

    /// True if a statement makes it a local that borrows from nothing.
    pub(super) fn is_owned_by_name(&self) -> bool {
        !matches!(self, Self::Constant | Self::Local { is_last: true } | Self::Flag)
    }

    /// True if a statement makes it a value that can be looked into.
    pub(super) fn is_placed(&self) -> bool {
        !matches!(self, Self::Constant | Self::Borrowed | Self::Place | Self::Local { .. })
    }

    /// The form that can be used more than once.
    pub(super) fn stable(&self) -> Self {
        match self {
            Self::Place => Self::Borrowed,
            Self::Made => Self::LOCAL,
            Self::Truth => Self::Flag,
            _ => self.clone(),
        }
    }

    /// The form of a local that borrows from nothing.
    pub(super) fn own(&self) -> Self {
        match self {
            Self::Constant | Self::Local { is_last: true } | Self::Truth | Self::Flag => {
                self.stable()
            }
            _ => Self::LOCAL,
        }
    }

    /// The same, lent if it is used once for each output of something else.
    pub(super) fn lent_if(&self, lends: bool) -> Self {
        if lends { self.lent() } else { self.clone() }
    }

    /// The same for a use that is not the last one.
    pub(super) fn lent(&self) -> Self {
        match self {
            Self::Local { .. } => Self::Local { is_last: false },
            Self::Entry(key, value) => Self::Entry(Box::new(key.lent()), Box::new(value.lent())),
            _ => self.clone(),
        }
    }
}

/// True if something that is used once for each of so many outputs is lent.
pub(super) fn lends(outputs: Outputs) -> bool {
    outputs != Outputs::One
}
