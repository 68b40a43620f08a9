//! The parts of the nodes of plans: arguments, keys, statements and functions.

use std::fmt;

use asl_language::jsonata::BuiltInId;

use super::captures::{GroupId, Scope};
use super::direct::{Counting, Numbers};
use super::native::Native;
use super::op::{NamesPath, Plan};
use crate::resolve::{Storage, VariableId};

/// A local that is no variable of the expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Local {
    /// An argument of a call, by its place.
    Argument(usize),
    /// A value that is needed again, or one of two that are compared.
    First,
    Second,
    /// The items after a step.
    Items,
    /// The item that a function is applied to, its index, and what came of those before.
    Item,
    Index,
    Result,
}

impl fmt::Display for Local {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Argument(place) => return write!(f, "argument_{place}"),
            Self::First => "first",
            Self::Second => "second",
            Self::Items => "items",
            Self::Item => "item",
            Self::Index => "index",
            Self::Result => "result",
        })
    }
}

/// Arguments, and the level that is noted for the call.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub(crate) values: Vec<Plan>,
    pub(crate) at: Option<u16>,
}

/// Items in the order of keys.
#[derive(Debug)]
pub(crate) struct Sort {
    pub(crate) form: SortForm,
    pub(crate) items: Plan,
    pub(crate) descending: Vec<bool>,
    pub(crate) keys: SortKeys,
}

/// The functions that sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SortForm {
    /// Before another step.
    Sorted,
    /// At the end of a path.
    SortStep,
}

#[derive(Debug)]
pub(crate) enum SortKeys {
    Names(Vec<Vec<String>>),
    Values(Vec<Key>),
}

/// A key of an item.
#[derive(Debug)]
pub(crate) enum Key {
    Names(NamesPath),
    Made(Plan),
}

/// `input{key: value}`
#[derive(Debug)]
pub(crate) struct GroupPlan {
    pub(crate) input: Plan,
    /// The keys that are data where they are.
    pub(crate) seen: Vec<(usize, SeenKey)>,
    pub(crate) entries: Vec<(Plan, MemberValue)>,
}

#[derive(Debug)]
pub(crate) enum SeenKey {
    Names(Vec<String>),
    Literal(Plan),
}

/// The value of a group.
#[derive(Debug)]
pub(crate) struct MemberValue {
    pub(crate) value: Plan,
    /// True if it needs an array of all members.
    pub(crate) is_joined: bool,
    /// True if it is a loop, which has a value.
    pub(crate) is_names: bool,
}

/// A statement.
#[derive(Debug)]
pub(crate) enum Statement {
    Declare(VariableId, Storage),
    /// Keeps a parameter that is no plain local.
    Keep(VariableId, Storage),
    Let(VariableId, Plan),
    Set(VariableId, Storage, Plan),
    Discard(Plan),
    Check(u16),
    /// The context, for functions that are declared here.
    ContextOf(GroupId),
    /// The context of such functions.
    OwnContext(GroupId),
    Function(Box<FunctionForm>),
}

/// Statements, and the result behind them.
#[derive(Debug)]
pub(crate) struct Body {
    pub(crate) before: Vec<Statement>,
    pub(crate) result: Plan,
}

/// A function as a value.
#[derive(Debug)]
pub(crate) struct LambdaPlan {
    pub(crate) parameters: Vec<VariableId>,
    pub(crate) signature: Option<String>,
    pub(crate) before: Vec<Statement>,
    pub(crate) body: Plan,
    pub(crate) scope: Scope,
}

/// `|pattern|update, delete|`
#[derive(Debug)]
pub(crate) struct TransformPlan {
    pub(crate) clone: Option<Plan>,
    pub(crate) scope: Scope,
    pub(crate) parts: TransformParts,
}

#[derive(Debug)]
pub(crate) enum TransformParts {
    Parts {
        before: Vec<Statement>,
        pattern: (Plan, Scope),
        update: (Plan, Scope),
        delete: Option<Plan>,
    },
    /// Members that change in place.
    Members {
        level: u16,
        pattern: Vec<String>,
        keys: Vec<String>,
        removed: Vec<String>,
        checks: [Option<u16>; 2],
        values: (Vec<Plan>, Scope),
    },
}

/// A call of a built-in with its arguments as views.
#[derive(Debug)]
pub(crate) struct NativeCall {
    pub(crate) id: BuiltInId,
    pub(crate) form: NativeForm,
    pub(crate) context: Plan,
    pub(crate) arguments: Arguments,
    /// The reason for which it is no loop, if it could be one.
    pub(crate) unfused: Option<Unfused>,
}

/// A reason for which a call of a built-in or a path is no loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unfused {
    /// Its array comes from no loop.
    Array,
    /// Its function is not known, or cannot stand in a loop.
    Function,
    /// Its first value may fail, and is evaluated after the items.
    Init,
    /// Its separator is no literal.
    Separator,
    Arguments,
    /// A sort needs all items.
    Sort,
    /// Two parts may fail: a part is evaluated for all items before the next one.
    Faults,
    /// A filter may be an index.
    Filter,
    /// A step is a path that gives its tuples to this one.
    Inner,
    /// The items come before the first step with a variable or a parent.
    Before,
}

impl fmt::Display for Unfused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Array => "the array comes from no loop",
            Self::Function => "the function is not known, or has other parameters",
            Self::Init => "the first value may fail",
            Self::Separator => "the separator is no literal",
            Self::Arguments => "it has other arguments",
            Self::Sort => "a sort needs all items",
            Self::Faults => "two parts may fail, and each is evaluated for all items first",
            Self::Filter => "a filter may be an index",
            Self::Inner => "a step is a path that gives its tuples to this one",
            Self::Before => "it comes before the first variable or parent",
        })
    }
}

#[derive(Debug)]
pub(crate) enum NativeForm {
    Value,
    Number,
    Truth,
    Contains,
    Picture(Picture, String),
}

/// The type of a picture that is read once.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Picture {
    Date,
    Whole,
    Number,
}

/// The depth of calls that a function is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Depth {
    Parameter,
    OfRun,
}

/// A function of Rust in one of its forms.
#[derive(Debug)]
pub(crate) struct FunctionForm {
    pub(crate) id: VariableId,
    pub(crate) group: GroupId,
    /// With the types of those that are numbers.
    pub(crate) parameters: Vec<(VariableId, Option<Native>)>,
    pub(crate) is_of_numbers: bool,
    pub(crate) result: Option<Native>,
    pub(crate) counting: Counting,
    pub(crate) counts_levels: bool,
    /// The other form, to which a call with numbers changes.
    pub(crate) entry: Option<Numbers>,
    pub(crate) kept: Vec<Statement>,
    pub(crate) before: Vec<Statement>,
    pub(crate) body: Plan,
    pub(crate) is_loop: bool,
}

/// A call whose form the run chooses.
#[derive(Debug)]
pub(crate) struct Chosen {
    pub(crate) given: Vec<Given>,
    pub(crate) of_numbers: Plan,
    pub(crate) of_items: Plan,
}

/// An argument of such a call.
#[derive(Debug)]
pub(crate) struct Given {
    pub(crate) value: Plan,
    pub(crate) test: Option<Test>,
}

/// The test if an argument is a number of the parameter's type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    /// A native value that always fits; true if it becomes an `Option`.
    Fits { is_wrapped: bool },
    /// A native number; true if it is certain.
    Native { is_certain: bool, is_finite: bool },
    /// A view.
    View(Native),
}
