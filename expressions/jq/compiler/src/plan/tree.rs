//! The plan of a program: a tree of what its code is made of, before there is any. Names have been
//! resolved: what is bound has a slot, and the bodies of definitions and arguments stand where their
//! code does.

mod calls;
mod nothing;
mod paths;
mod statements;
mod taken;
mod updates;

use asl_language::jq::Native;

use super::repr::{List, Part, Repr};
use super::unfused::Unfused;
use crate::analysis::Outputs;
use crate::syntax::{Arithmetic, Assignment, Comparison, Format, Literal};

pub(crate) use calls::{
    Arguments, Body, Call, Closure, ClosureKind, Function, FunctionBody, Handed, Loop, MadeClosure,
    Mode, Parameter, Tail, ValueArgument, Values,
};
pub(crate) use paths::{PathNode, PathOp, PathTurns};
pub(crate) use taken::{Search, Taker, Wanted};
pub(crate) use updates::{Assigned, Change, Key, Place, Update, Way};

/// Something that is bound: a variable, a closure, or the number of a label.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Slot(pub(super) usize);

/// The value of a variable: in a slot, or null, until an alternative of a pattern binds it.
pub(crate) type Variable = Option<Slot>;

/// A filter whose outputs are values.
#[derive(Debug)]
pub(crate) struct Node<'p> {
    /// The number of outputs.
    pub(crate) outputs: Outputs,
    /// True if its input is needed after it.
    pub(crate) lends: bool,
    pub(crate) input: Repr,
    /// The representation of its outputs; of what has none, that of a constant.
    pub(crate) output: Repr,
    /// The reason for which it is not made in a faster way, if there is one.
    pub(crate) unfused: Option<Unfused>,
    pub(crate) op: Op<'p>,
}

/// The kinds of code.
#[derive(Debug)]
pub(crate) enum Op<'p> {
    Input,
    Recurse,
    Constant(&'p Literal),
    EmptyArray,
    EmptyObject,
    /// The last filter is the outermost loop, and the first one here.
    Interpolated {
        format: Option<Format>,
        pieces: &'p [String],
        filters: Vec<Node<'p>>,
    },
    Format(Format),
    Field(Box<Node<'p>>, &'p str),
    /// A part of an entry.
    Part(Box<Node<'p>>, Part),
    Item(Box<Node<'p>>, i64),
    ListItem(Box<Node<'p>>, i64),
    /// The index is the outer loop.
    Index {
        target: Box<Node<'p>>,
        index: Box<Node<'p>>,
    },
    /// The lower bound is the outermost loop, the target the innermost.
    Slice {
        target: Box<Node<'p>>,
        bounds: Box<Bounds<'p>>,
    },
    Iterate(Box<Node<'p>>),
    IterateList(Box<Node<'p>>, List),
    /// `.name?`: no error is made to be thrown away.
    AttemptField(&'p str),
    /// `.[]?`, likewise.
    AttemptItems,
    /// `body?` with at most one output.
    AttemptValue(Box<Node<'p>>),
    /// `body?`, whose outputs a closure hands over.
    AttemptMany(Box<Node<'p>>),
    /// Exactly one value, at most one of the body, or a closure.
    Caught {
        result: Outputs,
        body: Box<Node<'p>>,
        handler: Box<Node<'p>>,
    },
    /// Statements one after the other.
    Stages(Vec<Node<'p>>, Box<Node<'p>>),
    /// The right side is within the loop of the left one.
    Each(Box<Node<'p>>, Box<Node<'p>>),
    Aggregate(Box<Aggregate<'p>>),
    View(Box<View<'p>>),
    Both(Box<Node<'p>>, Box<Node<'p>>),
    Negate(Box<Node<'p>>),
    /// Arithmetic in numbers of Rust.
    Numbers(Box<Term<'p>>),
    /// `owns`: the right side must not borrow from the input.
    Calculate {
        operator: Arithmetic,
        left: Box<Node<'p>>,
        right: Box<Node<'p>>,
        owns: bool,
    },
    Condition(Box<Condition<'p>>),
    /// A comparison for each pair of outputs; the right side is the outer loop.
    Compare(Comparison, Box<Node<'p>>, Box<Node<'p>>),
    /// `and`, `or`: the truth that decides without the right side.
    Connect {
        left: Box<Node<'p>>,
        right: Box<Node<'p>>,
        decides: bool,
    },
    /// An expression; the left side has one output.
    FirstTrue(Box<Node<'p>>, Box<Node<'p>>),
    /// An expression; the left side may have no output.
    FirstTrueIfAny(Box<Node<'p>>, Box<Node<'p>>),
    /// A closure takes the outputs of both sides.
    Alternative(Box<Node<'p>>, Box<Node<'p>>),
    /// `.key |= f` and its like, of an entry.
    ChangedEntry {
        part: Part,
        assignment: Assignment,
        value: Box<Node<'p>>,
    },
    Update(Box<Update<'p>>),
    Delete(Box<Way<'p>>),
    /// An expression.
    Choose(Vec<(Condition<'p>, Node<'p>)>, Box<Node<'p>>),
    /// At most one way has outputs, unless a closure takes those of all.
    Branches(Box<Branches<'p, Node<'p>>>),
    Reduce(Box<Reduce<'p>>),
    Foreach(Box<Foreach<'p>>),
    Bind(Box<Bind<'p>>),
    Label(Slot, Box<Node<'p>>),
    Break(Slot),
    Variable(Variable),
    /// A function of the runtime. The last argument is the outermost loop, and the first one here.
    /// The input is changed in place, or it is looked at.
    Native {
        native: Native,
        arguments: Vec<Node<'p>>,
        is_in_place: bool,
    },
    /// A built-in with keys, one of each item.
    Keyed(Native, Box<Keys<'p>>),
    Search(Search<'p>),
    ListLength,
    Empty,
    Error,
    Not,
    /// The lower bound is the outer loop.
    Range(Box<[Node<'p>; 2]>),
    /// The first of many outputs.
    First(Box<Node<'p>>),
    /// The last of many outputs.
    Last(Box<Node<'p>>),
    Limit(Box<Node<'p>>, Box<Node<'p>>),
    IsEmpty(Box<Node<'p>>),
    Paths(Box<PathNode<'p>>),
    ToStream,
    /// A closure, called with the input.
    Use(Closure),
    /// A definition in place of its call.
    Inline(Box<Arguments<'p>>, Box<Node<'p>>),
    Loop(Box<Loop<'p>>),
    Call(Box<Call<'p>>),
    Object {
        keys: Vec<Option<&'p str>>,
        parts: Vec<Node<'p>>,
    },
    /// An array of items known in number.
    Array(Vec<Node<'p>>),
    /// A list that grows.
    Growing(Box<Node<'p>>),
}

/// The bounds of a slice, from and to.
pub(crate) type Bounds<'p> = [Option<Node<'p>>; 2];

/// `[items] | taker | rest`, without the array.
#[derive(Debug)]
pub(crate) struct Aggregate<'p> {
    pub(crate) taker: Taker<'p>,
    /// Those of the call whose body the array is.
    pub(crate) arguments: Option<Arguments<'p>>,
    pub(crate) items: Node<'p>,
    pub(crate) rest: Option<Node<'p>>,
}

/// `array | rest` and `array[] | rest` where the rest reads a list item by item.
#[derive(Debug)]
pub(crate) struct View<'p> {
    pub(crate) source: Source<'p>,
    pub(crate) list: List,
    pub(crate) is_iterated: bool,
    /// True if the outputs of the rest are entries, which their user may read more than once.
    pub(crate) gives_entries: bool,
    pub(crate) rest: Node<'p>,
}

/// The source of a list.
#[derive(Debug)]
pub(crate) enum Source<'p> {
    Members,
    /// The arguments of a definition that calls a built-in with keys.
    Keyed {
        arguments: Box<Arguments<'p>>,
        native: Native,
        keys: Box<Keys<'p>>,
    },
}

/// The keys of a built-in that sorts by keys.
#[derive(Debug)]
pub(crate) struct Keys<'p> {
    pub(crate) items: Node<'p>,
    pub(crate) key: Node<'p>,
    /// True if keys are parts of the items.
    pub(crate) is_borrowed: bool,
}

/// An operand, or an operator on two.
#[derive(Debug)]
pub(crate) enum Term<'p> {
    /// The number is known, or the value is the input, or neither.
    Operand {
        node: Node<'p>,
        constant: Option<f64>,
        is_input: bool,
    },
    Operator(Arithmetic, Box<Self>, Box<Self>),
}

/// The truth of the only output of a filter.
#[derive(Debug)]
pub(crate) enum Condition<'p> {
    Known(bool),
    And(Box<Self>, Box<Self>),
    Or(Box<Self>, Box<Self>),
    Not(Box<Self>),
    /// `type == "kind"`
    Kind(&'p str),
    /// The right side is computed first.
    Compare(Comparison, Node<'p>, Node<'p>),
    /// That of a value.
    Truth(Node<'p>),
}

/// The condition of a branch.
#[derive(Debug)]
pub(crate) enum Test<'p> {
    One(Condition<'p>),
    /// The branch runs for each output.
    Each(Node<'p>),
}

/// Conditions and ways; the last way has none.
#[derive(Debug)]
pub(crate) struct Branches<'p, N> {
    /// True if a closure takes the outputs of all ways.
    pub(crate) is_shared: bool,
    pub(crate) ways: Vec<(Test<'p>, N)>,
    pub(crate) otherwise: N,
}

/// `reduce`
#[derive(Debug)]
pub(crate) struct Reduce<'p> {
    pub(crate) init: Node<'p>,
    pub(crate) bound: Bound<'p>,
    pub(crate) turn: Turn<'p>,
}

/// A turn of a `reduce`.
#[derive(Debug)]
pub(crate) enum Turn<'p> {
    /// The state is a number of Rust.
    Number(Box<Term<'p>>),
    Value(Box<Node<'p>>),
}

/// `foreach`
#[derive(Debug)]
pub(crate) struct Foreach<'p> {
    pub(crate) init: Node<'p>,
    pub(crate) bound: Bound<'p>,
    pub(crate) update: Node<'p>,
    pub(crate) extract: Option<Node<'p>>,
}

/// `source as patterns | body`
#[derive(Debug)]
pub(crate) struct Bind<'p> {
    /// True if the body writes to its input in place: nothing may borrow from it any more.
    pub(crate) is_owned: bool,
    pub(crate) bound: Bound<'p>,
    pub(crate) body: Node<'p>,
}

/// A source, whose outputs are bound.
#[derive(Debug)]
pub(crate) struct Bound<'p> {
    pub(crate) source: Node<'p>,
    /// A name for the outputs.
    pub(crate) word: &'p str,
    pub(crate) patterns: Patterns<'p>,
}

/// The patterns of a binding.
#[derive(Debug)]
pub(crate) enum Patterns<'p> {
    One(Pattern<'p>),
    /// Each is tried if the one before fails, or the code after it.
    Several {
        /// The variables of all patterns, with their names.
        variables: Vec<(&'p str, Slot)>,
        patterns: Vec<(Pattern<'p>, Vec<(usize, Slot)>)>,
    },
}

/// A pattern.
#[derive(Debug)]
pub(crate) enum Pattern<'p> {
    /// The slot; none if the variable has a value from the same pattern.
    Variable(Option<Slot>),
    /// The last item first, with their places and names.
    Items(Vec<(usize, &'p str, Self)>),
    Members(Vec<Member<'p>>),
}

/// A member in a pattern.
#[derive(Debug)]
pub(crate) struct Member<'p> {
    pub(crate) key: MemberKey<'p>,
    /// A name for its value.
    pub(crate) word: &'p str,
    /// The variable of the whole member.
    pub(crate) variable: Option<Slot>,
    pub(crate) pattern: Option<Pattern<'p>>,
}

/// The key of a member.
#[derive(Debug)]
pub(crate) enum MemberKey<'p> {
    Name(&'p str),
    Computed(Node<'p>),
}
