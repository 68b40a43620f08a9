//! The titles of nodes, and the roles of their parts.

use crate::plan::repr::{List, Repr};
use crate::plan::tree::{ClosureKind, Taker};
use std::fmt::{self, Display, Formatter};

use crate::analysis::Outputs;
use crate::plan::tree::{Call, Mode, Node, Op, Source, Turn, View};
use crate::syntax::{Arithmetic, Assignment, Comparison};

impl Display for Repr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Constant => "constant",
            Self::Borrowed => "reference",
            Self::Place => "place",
            Self::Local { .. } => "local",
            Self::Made => "value",
            Self::Truth | Self::Flag => "truth",
            Self::List(List::Items) => "list of items",
            Self::List(List::Groups) => "list of groups",
            Self::List(List::Members) => "list of members",
            Self::Entry(..) => "key and value",
        })
    }
}

impl Arithmetic {
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Modulo => "%",
            Self::Divide => "/",
            Self::Multiply => "*",
            Self::Subtract => "-",
            Self::Add => "+",
        }
    }
}

impl Comparison {
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }
}

/// A number of outputs.
pub(super) fn outputs_title(outputs: Outputs) -> &'static str {
    match outputs {
        Outputs::One => "one output",
        Outputs::Maybe => "at most one output",
        Outputs::Many => "any number of outputs",
    }
}

/// A kind of closures.
pub(super) fn closure_title(kind: ClosureKind) -> &'static str {
    match kind {
        ClosureKind::One => "a closure that gives its output back",
        ClosureKind::Many => "a closure that hands its outputs over",
        ClosureKind::Paths => "a closure that hands paths over",
    }
}

/// The title of a node.
pub(super) fn title(op: &Op<'_>) -> String {
    match op {
        Op::Aggregate(aggregate) => {
            let taken = match aggregate.taker {
                Taker::Count => "counted",
                Taker::Sum => "added up",
                Taker::Joined(_) => "joined",
                Taker::Entries => "members of one object",
                Taker::Any | Taker::All => "tested",
            };
            format!("no array: its items are {taken}")
        }
        Op::View(view) => view_title(view),
        Op::Keyed(native, keys) => {
            let keys = if keys.is_borrowed { "borrowed" } else { "computed" };
            format!("{} by {keys} keys", native.function)
        }
        Op::Native { native, is_in_place: true, .. } => {
            format!("call {} in place", native.function)
        }
        Op::Native { native, .. } => format!("call {}", native.function),
        Op::Calculate { operator, .. } => operator.sign().to_owned(),
        Op::Compare(comparison, ..) => format!("{} for each pair", comparison.sign()),
        Op::Connect { decides: true, .. } => "or for each pair".to_owned(),
        Op::Update(update) => {
            let assignment = update.assigned.as_ref().map(|assigned| assigned.assignment);
            match assignment {
                None | Some(Assignment::Update) => "|=".to_owned(),
                Some(Assignment::Set) => "=".to_owned(),
                Some(Assignment::Alternative) => "//=".to_owned(),
                Some(Assignment::Arithmetic(operator)) => format!("{}=", operator.sign()),
            }
        }
        Op::Reduce(reduce) if matches!(reduce.turn, Turn::Number(_)) => {
            "reduce of a number of Rust".to_owned()
        }
        Op::Loop(looped) => format!("{} as a loop", looped.name),
        Op::Call(call) => call_title(call),
        op => plain_title(op).to_owned(),
    }
}

fn view_title(view: &View<'_>) -> String {
    match &view.source {
        Source::Members => "no array: a list of members".to_owned(),
        Source::Keyed { native, keys, .. } => {
            let keys = if keys.is_borrowed { "borrowed" } else { "computed" };
            format!("no array: a list of {} by {keys} keys", native.function)
        }
    }
}

/// A call of a definition's function.
pub(super) fn call_title(call: &Call<'_>) -> String {
    let paths = if call.mode == Mode::Paths { " for its paths" } else { "" };
    format!("call the function {}{paths}", call.name)
}

fn plain_title(op: &Op<'_>) -> &'static str {
    match op {
        Op::Interpolated { .. } => "text",
        Op::Field(..) | Op::Part(..) => "member",
        Op::Item(..) | Op::ListItem(..) | Op::Index { .. } => "item",
        Op::Slice { .. } => "slice",
        Op::Iterate(_) | Op::IterateList(..) => "each item",
        Op::AttemptValue(_) => "caught, if one",
        Op::AttemptMany(_) => "caught, in a closure",
        Op::Caught { .. } => "try",
        Op::Each(..) => "a loop around the rest",
        Op::Both(..) => "both",
        Op::Negate(_) => "negative",
        Op::Numbers(_) => "numbers of Rust",
        Op::Condition(_) => "condition",
        Op::Connect { .. } => "and for each pair",
        Op::FirstTrue(..) | Op::FirstTrueIfAny(..) => "the first that is true",
        Op::Alternative(..) => "all that are true, or else the others",
        Op::ChangedEntry { .. } => "an entry with another part",
        Op::Delete(_) => "del",
        Op::Choose(..) => "one of",
        Op::Branches(branches) if branches.is_shared => "one way, a closure takes its outputs",
        Op::Branches(_) => "one way",
        Op::Reduce(_) => "reduce",
        Op::Foreach(_) => "foreach",
        Op::Bind(_) => "bind",
        Op::Label(..) => "label",
        Op::Range(_) => "range",
        Op::First(_) => "the first",
        Op::Last(_) => "the last",
        Op::Limit(..) => "limit",
        Op::IsEmpty(_) => "isempty",
        Op::Paths(_) => "paths",
        Op::Object { .. } => "object",
        Op::Array(_) => "array at once",
        Op::Growing(_) => "array that grows",
        _ => "",
    }
}

impl Op<'_> {
    /// Visits the nodes right within this one, with their roles, of kinds that have no other parts.
    pub(super) fn nodes<'n>(&'n self, visit: &mut dyn FnMut(&'static str, &'n Node<'n>)) {
        match self {
            Op::Interpolated { filters: parts, .. }
            | Op::Native { arguments: parts, .. }
            | Op::Object { parts, .. }
            | Op::Array(parts) => parts.iter().for_each(|part| visit("", part)),
            Op::Field(part, _)
            | Op::Part(part, _)
            | Op::Item(part, _)
            | Op::ListItem(part, _)
            | Op::Iterate(part)
            | Op::IterateList(part, _)
            | Op::AttemptValue(part)
            | Op::AttemptMany(part)
            | Op::Negate(part)
            | Op::ChangedEntry { value: part, .. }
            | Op::Label(_, part)
            | Op::First(part)
            | Op::Last(part)
            | Op::IsEmpty(part)
            | Op::Growing(part) => visit("", part),
            Op::Slice { target, bounds } => {
                bounds.iter().flatten().for_each(|bound| visit("bound ", bound));
                visit("of ", target);
            }
            Op::Index { target: right, index: left } => {
                visit("index ", left);
                visit("of ", right);
            }
            Op::Caught { body, handler, .. } => {
                visit("", body);
                visit("catch ", handler);
            }
            Op::Each(left, right) => {
                visit("each ", left);
                visit("", right);
            }
            Op::Both(left, right)
            | Op::Calculate { left, right, .. }
            | Op::Compare(_, left, right)
            | Op::Connect { left, right, .. }
            | Op::Limit(left, right) => {
                visit("", left);
                visit("", right);
            }
            Op::FirstTrue(left, right)
            | Op::FirstTrueIfAny(left, right)
            | Op::Alternative(left, right) => {
                visit("", left);
                visit("or ", right);
            }
            Op::Range(bounds) => bounds.iter().for_each(|bound| visit("", bound)),
            _ => {}
        }
    }
}
