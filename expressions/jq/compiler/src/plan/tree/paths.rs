//! Filters in path mode.

use super::{Arguments, Bound, Bounds, Branches, Call, Closure, Node, Patterns, Slot};

/// A filter in path mode: its outputs are values with the paths to them.
#[derive(Debug)]
pub(crate) struct PathNode<'p> {
    pub(crate) op: PathOp<'p>,
}

/// The kinds of code in path mode.
#[derive(Debug)]
pub(crate) enum PathOp<'p> {
    Input,
    Recurse,
    Field(Box<PathNode<'p>>, &'p str),
    Index(Box<PathNode<'p>>, Box<Node<'p>>),
    Slice(Box<PathNode<'p>>, Box<Bounds<'p>>),
    Iterate(Box<PathNode<'p>>),
    Pipe(Box<PathNode<'p>>, Box<PathNode<'p>>),
    Both(Box<PathNode<'p>>, Box<PathNode<'p>>),
    Try(Box<PathNode<'p>>, Option<Box<PathNode<'p>>>),
    Alternative(Box<PathNode<'p>>, Box<PathNode<'p>>),
    Branches(Box<Branches<'p, PathNode<'p>>>),
    /// The update; the extract of a `foreach` is the last one.
    Reduce(Box<PathTurns<'p>>),
    Foreach(Box<PathTurns<'p>>, Option<Box<PathNode<'p>>>),
    /// A source that is no part of the path. Taking it apart is, or it leaves the path as it is.
    Bind {
        bound: Box<Bound<'p>>,
        is_step: bool,
        passes_input: bool,
        body: Box<PathNode<'p>>,
    },
    Label(Slot, Box<PathNode<'p>>),
    Inline(Box<Arguments<'p>>, Box<PathNode<'p>>),
    Call(Box<Call<'p>>),
    Use(Closure),
    GetPath(Box<Node<'p>>),
    First(Box<PathNode<'p>>),
    Limit(Box<Node<'p>>, Box<PathNode<'p>>),
    /// Values at the path of the input; true if they may be the input.
    Made(Box<Node<'p>>, bool),
}

/// `reduce` and `foreach` in path mode.
#[derive(Debug)]
pub(crate) struct PathTurns<'p> {
    pub(crate) init: PathNode<'p>,
    pub(crate) source: PathNode<'p>,
    pub(crate) patterns: Patterns<'p>,
    pub(crate) update: PathNode<'p>,
}
