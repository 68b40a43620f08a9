//! The nodes of plans: each is an expression, or the value of a list, of one representation.

use asl_language::jsonata::BuiltInId;

use super::captures::{GroupId, Scope};
use super::direct::Counting;
use super::native::Native;
use crate::resolve::{Storage, TupleId, VariableId};
use crate::tree::Regex;

pub(crate) use super::loops::{
    ApplyingPass, Binding, MatchMember, Sink, SortByKey, Source, TupleStage, TupleWalk, Walk,
};
pub(crate) use super::parts::{
    Arguments, Body, Chosen, Depth, FunctionForm, Given, GroupPlan, Key, LambdaPlan, Local,
    MemberValue, NativeCall, NativeForm, Picture, SeenKey, Sort, SortForm, SortKeys, Statement,
    Test, TransformParts, TransformPlan, Unfused,
};

/// A node.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) repr: Repr,
    pub(crate) op: Box<Op>,
}

/// The representation of a value in Rust.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Repr {
    /// `View`: data where it is
    View,
    /// `Item`
    Item,
    /// `Found`: a view, or an item that was made
    Found,
    /// A number or a Boolean value
    Native(Native),
    /// `operators::Finite`: a number that certainly is finite
    Finite,
    /// `functions::Words`: a text that is not copied
    Words,
    /// A reference to such a text
    WordsRef,
    /// A literal of Rust
    Literal,
    /// `Vec<Item>`: the items after a step
    Items,
    /// `Vec<Tuple>`: the tuples after a step
    Tuples,
    /// A `Result` of an item
    Outcome,
    /// `Result<Tail, Fault>`: the end of a function that is a value
    Tail,
}

/// A literal.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Constant {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
}

/// A function of the runtime that is called with values alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Runtime {
    /// Its module and its name.
    pub(crate) path: (&'static str, &'static str),
    pub(crate) takes_cx: bool,
    pub(crate) can_fail: bool,
}

/// The names of a path behind a view.
#[derive(Debug)]
pub(crate) struct NamesPath {
    pub(crate) from: Plan,
    pub(crate) form: NamesForm,
}

/// The forms of such a path.
#[derive(Debug)]
pub(crate) enum NamesForm {
    /// A name that is no path.
    Name(String),
    Names(Vec<String>),
    /// Names, an index, and names behind it.
    At(Vec<String>, f64, Vec<String>),
}

/// The kinds of nodes.
#[derive(Debug)]
pub(crate) enum Op {
    Undefined,
    Constant(Constant),
    Regex(Regex),
    /// `$`; where it may be a sequence, its only item.
    Context {
        is_sequence: bool,
    },
    Input,
    Given(usize),
    /// A variable of a tuple.
    Slot(TupleId, usize),
    Variable(VariableId),
    /// A variable that is not needed any more.
    Taken(VariableId),
    /// A local that is no variable.
    Local(Local),
    /// The same, whose value is taken out.
    TakenLocal(Local),
    /// Variables that may have been bound, the innermost first.
    Maybe(Vec<VariableId>, Option<Plan>),
    BuiltIn(BuiltInId),
    /// A value of another representation.
    Convert(Plan),
    /// A value that certainly is there.
    Certain(Plan),
    /// A value behind a check of the level.
    Checked(u16, Plan),
    Try(Plan),
    Done(Plan),
    Runtime(Runtime, Vec<Plan>),
    Names(NamesPath),
    /// The same as a sequence that has not collapsed.
    WholeNames(Plan, Vec<String>),
    Filter(Plan, Plan),
    At(Plan, f64),
    /// An array constructor that uses its context, which begins a path.
    Cons(Plan, Plan),
    /// A path that begins with an array: that array if it is empty.
    Constructed(Plan, Plan),
    /// The items after a step, or after the last one; the step itself is an outcome.
    Step {
        items: Plan,
        value: Plan,
        is_last: bool,
    },
    /// Steps as statements.
    Steps(Plan, Vec<Plan>),
    IntoItems(Plan),
    NamedItems(Plan, Vec<String>),
    /// A view as the only item.
    OneItem(Plan),
    Sort(Sort),
    Group(GroupPlan),
    Both {
        is_and: bool,
        sides: [Plan; 2],
    },
    Joined(Vec<Plan>),
    Coalesce(Plan, Plan),
    Default(Plan, Plan),
    Condition(Plan, Plan, Plan),
    Array {
        parts: Vec<(bool, Plan)>,
        is_cons: bool,
    },
    Object {
        context: Option<Plan>,
        entries: Vec<(String, Plan)>,
    },
    /// Statements, and the value behind them.
    Block(Vec<Statement>, Plan),
    Bind(VariableId, Storage, Plan),
    Lambda(LambdaPlan),
    FunctionValue {
        arity: usize,
        call: Plan,
        scope: Scope,
    },
    Transform(TransformPlan),
    NativeCall(NativeCall),
    WordsCall {
        id: BuiltInId,
        context: Plan,
        text: Plan,
        rest: Vec<Plan>,
    },
    ValueCall {
        first: Option<Plan>,
        callee: Plan,
        name: String,
        context: Plan,
        arguments: Arguments,
    },
    /// A function as a value that is applied in a loop.
    Applied {
        function: Plan,
        arguments: Arguments,
    },
    Partial {
        callee: Plan,
        name: String,
        arguments: Vec<Option<Plan>>,
    },
    Apply {
        left: Plan,
        right: Plan,
        at: Option<u16>,
    },
    TailCall {
        callee: Plan,
        name: String,
        arguments: Vec<Plan>,
    },
    DirectCall {
        id: VariableId,
        group: Option<GroupId>,
        arity: usize,
        arguments: Arguments,
    },
    NumbersCall {
        id: VariableId,
        group: Option<GroupId>,
        depth: Option<Depth>,
        arguments: Arguments,
    },
    /// The result of such a call; with the name of the function that failed.
    NumbersResult(Native, Plan, Option<String>),
    NextTurn {
        targets: Vec<VariableId>,
        values: Vec<Plan>,
        counting: Counting,
    },
    Chosen(Chosen),
    /// A loop whose results are a sequence; true if it is collapsed.
    Loop(Walk, bool),
    Aggregate {
        id: BuiltInId,
        takes_numbers: bool,
        feed: Walk,
    },
    Applying {
        pass: ApplyingPass,
        is_collapsed: bool,
    },
    Reduce {
        init: Plan,
        body: Body,
        feed: Walk,
    },
    SortWith(Plan, Body),
    SortByKey(SortByKey),
    Join(String, Walk),
    Merge(Sink, Walk),
    /// A path of tuples as loops within each other; true if its results are collapsed.
    TupleLoop {
        id: TupleId,
        inputs: Source,
        counts: usize,
        walk: TupleWalk,
        is_collapsed: bool,
    },
    /// The tuples of items.
    TupleStart(Plan),
    TupleStep {
        id: TupleId,
        tuples: Plan,
        binding: Binding,
        body: Body,
    },
    /// A step that is a path of tuples itself, with the slots that it shares.
    InnerTuples {
        id: TupleId,
        tuples: Plan,
        slots: Vec<usize>,
        body: Body,
    },
    TupleNumber(Plan, usize),
    TupleAt(Plan, f64),
    TupleFilter {
        id: TupleId,
        tuples: Plan,
        body: Body,
    },
    TupleSort {
        id: TupleId,
        tuples: Plan,
        descending: Vec<bool>,
        keys: Vec<Body>,
    },
    TupleGroup {
        id: TupleId,
        tuples: Plan,
        parts: Vec<Body>,
    },
    /// The items of tuples, with the reason for which they are no loop, if they could be one.
    TupleItems(Plan, Option<Unfused>),
}

impl Plan {
    pub(crate) fn new(repr: Repr, op: Op) -> Self {
        Self { repr, op: Box::new(op) }
    }

    pub(crate) fn item(op: Op) -> Self {
        Self::new(Repr::Item, op)
    }

    pub(crate) fn view(op: Op) -> Self {
        Self::new(Repr::View, op)
    }

    /// The same value in another representation.
    pub(crate) fn to(self, repr: Repr) -> Self {
        if self.repr == repr { self } else { Self::new(repr, Op::Convert(self)) }
    }

    /// The type of a number or a Boolean value.
    pub(crate) fn native(&self) -> Option<Native> {
        match self.repr {
            Repr::Native(native) => Some(native),
            _ => None,
        }
    }

    /// The same behind a check of a level.
    pub(crate) fn checked(self, level: Option<u16>) -> Self {
        match level {
            Some(level) => Self::new(self.repr, Op::Checked(level, self)),
            None => self,
        }
    }

    /// A literal of Rust.
    pub(crate) fn literal(constant: Constant) -> Self {
        Self::new(Repr::Literal, Op::Constant(constant))
    }

    pub(crate) fn text(text: &str) -> Self {
        Self::literal(Constant::Text(text.to_owned()))
    }

    pub(crate) fn local(repr: Repr, local: Local) -> Self {
        Self::new(repr, Op::Local(local))
    }

    /// A call of the runtime that fails, and is given the run.
    pub(crate) fn runtime(
        repr: Repr,
        path: (&'static str, &'static str),
        arguments: Vec<Self>,
    ) -> Self {
        let runtime = Runtime { path, takes_cx: true, can_fail: true };
        Self::new(repr, Op::Runtime(runtime, arguments))
    }

    /// A call of the runtime that fails.
    pub(crate) fn fallible(
        repr: Repr,
        path: (&'static str, &'static str),
        arguments: Vec<Self>,
    ) -> Self {
        let runtime = Runtime { path, takes_cx: false, can_fail: true };
        Self::new(repr, Op::Runtime(runtime, arguments))
    }

    /// A call of the runtime that always gives a value.
    pub(crate) fn pure(
        repr: Repr,
        path: (&'static str, &'static str),
        arguments: Vec<Self>,
    ) -> Self {
        let runtime = Runtime { path, takes_cx: false, can_fail: false };
        Self::new(repr, Op::Runtime(runtime, arguments))
    }
}
