//! The loops of plans: where items come from, and what takes them.

use asl_language::jsonata::BuiltInId;

use super::op::{Arguments, Body, Plan, Unfused};
use crate::resolve::VariableId;
use crate::tree::Operator;

/// The local that takes the results of a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sink {
    Results,
    /// Objects with one member, which are not made.
    Objects,
    /// Numbers of Rust.
    Numbers,
    /// The items that a function is applied to, whose results another one takes.
    Of(Box<Sink>, BuiltInId),
}

/// The statements of a loop.
#[derive(Debug)]
pub(crate) enum Walk {
    Nothing,
    Each { source: Source, test: Option<Plan>, body: Box<Walk> },
    Add(Sink, Plan),
    AddAt(Sink, Plan, f64),
    AddNumber(Sink, Plan),
    AddMember { context: Plan, object: Plan, key: Plan, value: Plan },
    Push(Sink),
    TakeAll(Sink, Plan),
    Set(Sink, Plan),
    Matches { sink: Sink, member: MatchMember, context: Plan, arguments: Arguments },
    Applying(Box<ApplyingPass>),
}

/// The items of a loop.
#[derive(Debug)]
pub(crate) enum Source {
    /// Those of a view.
    View(Plan),
    /// The same, where a test follows.
    Tested(Plan),
    /// The item at an index.
    At(Plan, f64),
    Inputs(Plan),
    /// A list, with the reason for which it is made first.
    Items(Plan, Unfused),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MatchMember {
    Match,
    Index,
    Groups,
}

impl MatchMember {
    /// The member of a match that has this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "match" => Some(Self::Match),
            "index" => Some(Self::Index),
            "groups" => Some(Self::Groups),
            _ => None,
        }
    }
}

/// `$map` or `$filter` in a loop.
#[derive(Debug)]
pub(crate) struct ApplyingPass {
    pub(crate) id: BuiltInId,
    pub(crate) sink: Sink,
    pub(crate) body: Body,
    pub(crate) feed: Walk,
}

/// `$sort` by a key that both items have.
#[derive(Debug)]
pub(crate) struct SortByKey {
    pub(crate) array: Plan,
    pub(crate) operator: Operator,
    pub(crate) is_turned: bool,
    pub(crate) parameter: VariableId,
    pub(crate) seen: Option<Vec<String>>,
    /// The key of an item, with the level that is checked before it.
    pub(crate) key: (Option<u16>, Plan),
}

/// The slots that a step of tuples sets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding {
    pub(crate) focus: Option<usize>,
    pub(crate) index: Option<usize>,
    pub(crate) parent: Option<usize>,
}

/// The steps of tuples as loops.
#[derive(Debug)]
pub(crate) enum TupleWalk {
    /// The context is a result.
    End,
    /// The results of the last step.
    Last(Body),
    Step {
        found: Body,
        binding: Binding,
        stages: Vec<TupleStage>,
        rest: Box<TupleWalk>,
    },
}

/// A stage of such a step.
#[derive(Debug)]
pub(crate) enum TupleStage {
    /// A slot, and the number of the counter that it takes.
    Number(usize, usize),
    Test(Body),
}
