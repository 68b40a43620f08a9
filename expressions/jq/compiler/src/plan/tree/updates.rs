//! Updates of the input.

use super::{Condition, Node, PathNode};
use crate::syntax::Assignment;

/// An update of the input.
#[derive(Debug)]
pub(crate) struct Update<'p> {
    /// The value that is computed beforehand: the outer loop.
    pub(crate) assigned: Option<Assigned<'p>>,
    /// True if the input is needed for other outputs of the value.
    pub(crate) lends: bool,
    pub(crate) way: Way<'p>,
}

/// The value of `path = value`, `path += value` and `path //= value`.
#[derive(Debug)]
pub(crate) struct Assigned<'p> {
    pub(crate) assignment: Assignment,
    pub(crate) value: Node<'p>,
    /// True if it must not borrow from the input.
    pub(crate) owns: bool,
}

/// The way to what is changed, and the change.
#[derive(Debug)]
pub(crate) enum Way<'p> {
    /// The document is changed while the code descends into it.
    InPlace(Place<'p>, Change<'p>),
    /// Paths are found in the original and followed in what is made of it.
    Found(PathNode<'p>, Change<'p>),
}

/// The change of a value.
#[derive(Debug)]
pub(crate) enum Change<'p> {
    /// It becomes the first output of a filter, or is removed where there is none.
    Filter(Node<'p>),
    /// The assignment of the update.
    Assigned,
    /// It is removed.
    Delete,
}

/// The way to the values that are changed in place.
#[derive(Debug)]
pub(crate) enum Place<'p> {
    Here,
    Field(Box<Self>, &'p str),
    Each(Box<Self>),
    Index(Box<Self>, Key<'p>),
    Slice(Box<Self>, Box<[Option<Key<'p>>; 2]>),
    Pipe(Box<Self>, Box<Self>),
    /// Several places that are apart.
    Parts(Vec<Self>),
    /// Steps that cannot be taken are not.
    Optional(Box<Self>),
    Ways {
        ways: Vec<(Condition<'p>, Self)>,
        otherwise: Box<Self>,
        is_shared: bool,
    },
    Nowhere,
}

/// A key, computed before the document is changed.
#[derive(Debug)]
pub(crate) struct Key<'p> {
    pub(crate) node: Node<'p>,
    /// True for a constant or a variable.
    pub(crate) is_known: bool,
}
