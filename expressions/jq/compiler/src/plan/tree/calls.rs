//! Calls, the arguments of definitions, and the functions and loops that they become.

use super::{Condition, Node, PathNode, Slot, Variable};
use crate::analysis::Outputs;
use crate::plan::repr::Repr;
use crate::syntax::DefinitionId;

/// The kind of a closure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClosureKind {
    /// `|&Value| -> Result<Value, Exit>`
    One,
    /// It hands its outputs over.
    Many,
    /// It hands them over with their paths.
    Paths,
}

impl ClosureKind {
    /// The representation of its outputs.
    pub(in crate::plan) fn output(self) -> Repr {
        match self {
            Self::One => Repr::Made,
            Self::Many => Repr::LOCAL,
            Self::Paths => Repr::Borrowed,
        }
    }
}

/// A closure that is called with an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Closure {
    pub(crate) kind: ClosureKind,
    pub(crate) slot: Slot,
    /// False for a parameter of a function.
    pub(crate) is_local: bool,
}

/// The arguments of a definition that becomes part of its caller.
#[derive(Debug)]
pub(crate) struct Arguments<'p> {
    pub(crate) values: Values<'p>,
    pub(crate) closures: Vec<MadeClosure<'p>>,
}

/// The values of the `$` parameters of a definition.
#[derive(Debug)]
pub(crate) struct Values<'p> {
    pub(crate) parts: Vec<ValueArgument<'p>>,
    /// True if they must not borrow from the input.
    pub(crate) owns: bool,
}

/// The value of one `$` parameter.
#[derive(Debug)]
pub(crate) struct ValueArgument<'p> {
    pub(crate) name: &'p str,
    pub(crate) node: Node<'p>,
    pub(crate) slot: Slot,
}

/// A large argument that is used in several places, as a local closure.
#[derive(Debug)]
pub(crate) struct MadeClosure<'p> {
    pub(crate) name: &'p str,
    pub(crate) slot: Slot,
    pub(crate) kind: ClosureKind,
    pub(crate) body: Body<'p>,
}

/// The body of a closure.
#[derive(Debug)]
pub(crate) enum Body<'p> {
    Values(Node<'p>),
    Paths(PathNode<'p>),
}

/// A definition that calls itself last, as a loop: its input is the state.
#[derive(Debug)]
pub(crate) struct Loop<'p> {
    pub(crate) name: &'p str,
    /// The locals of `$` parameters: names, first values, and the slots within the loop.
    pub(crate) variables: Vec<(&'p str, Variable, Slot)>,
    /// True if it has one output, with which it ends.
    pub(crate) has_one: bool,
    pub(crate) tail: Tail<'p>,
}

/// The part of a loop's turn that comes last.
#[derive(Debug)]
pub(crate) enum Tail<'p> {
    /// The loop ends after it.
    End(Node<'p>),
    /// `left | right`, of one output.
    Pipe(Node<'p>, Box<Self>),
    /// `left | right`, of at most one output.
    PipeOfMaybe(Node<'p>, Box<Self>),
    Comma(Node<'p>, Box<Self>),
    If(Vec<(Condition<'p>, Self)>, Box<Self>),
    Bind(Node<'p>, Slot, Box<Self>),
    /// The next turn, with these values of `$` parameters.
    Again(Vec<Node<'p>>),
}

/// The purpose of a call of a definition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub(crate) enum Mode {
    /// Its values.
    Value,
    /// Its values and the paths to them.
    Paths,
}

/// A call of a function that a definition becomes.
#[derive(Debug)]
pub(crate) struct Call<'p> {
    pub(crate) definition: DefinitionId,
    pub(crate) mode: Mode,
    pub(crate) name: &'p str,
    /// Of a call, but for one that a function's own arguments are passed on in.
    pub(crate) values: Values<'p>,
    pub(crate) handed: Vec<Handed<'p>>,
    /// The number of outputs of the function.
    pub(crate) outputs: Outputs,
    /// True if it takes its input.
    pub(crate) consumes: bool,
}

/// An argument of a function.
#[derive(Debug)]
pub(crate) enum Handed<'p> {
    /// One of the values of the call.
    Value(usize),
    Variable(Variable),
    Closure(Closure),
    Body(Body<'p>),
    Label(Slot),
}

/// A definition as a function.
#[derive(Debug)]
pub(crate) struct Function<'p> {
    pub(crate) name: &'p str,
    pub(crate) parameters: Vec<(&'p str, Parameter, Slot)>,
    /// True if it runs one call deeper.
    pub(crate) is_deeper: bool,
    pub(crate) body: FunctionBody<'p>,
}

/// The type of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Parameter {
    Value,
    Filter,
    PathFilter,
    Label,
}

/// The body of a function.
#[derive(Debug)]
pub(crate) enum FunctionBody<'p> {
    Values { outputs: Outputs, consumes: bool, body: Node<'p> },
    Paths(PathNode<'p>),
}
