//! Choices that follow from the numbers of outputs, and from what else needs the input.

use super::aggregate::{Aggregate, aggregate, taker_of};
use super::facts::Site;
use super::facts::is_empty;
use super::lists::{View, gives_list, view};
use super::numbers::{Numbers, may_borrow, numbers};
use super::repr::Form;
use super::unfused::Unfused;
use crate::analysis::Outputs;
use crate::parts::commas;
use crate::syntax::{Arithmetic, Callee, Filter, Kind, Pattern};

/// The code of `left | right`.
#[derive(Clone, Debug)]
pub(super) enum Stage<'p> {
    /// The outputs of an array's generator are taken one by one.
    Aggregate(Aggregate<'p>),
    /// A list takes the place of an array.
    View(View<'p>),
    /// Statements one after the other.
    One,
    /// The right side is within the loop of the left one.
    Loop,
}

/// The code of `left | right`.
pub(super) fn stage<'p>(site: &Site<'p>, left: &'p Filter, right: &'p Filter) -> Stage<'p> {
    if let Some(aggregate) = aggregate(site, left, right) {
        return Stage::Aggregate(aggregate);
    }
    if let Some(view) = view(site, left, right) {
        return Stage::View(view);
    }
    if site.has_one(left) { Stage::One } else { Stage::Loop }
}

/// The reason for which `left | right` makes an array, if the left side is one.
pub(super) fn unfused(
    site: &Site<'_>,
    stage: &Stage<'_>,
    left: &Filter,
    right: &Filter,
) -> Option<Unfused> {
    if matches!(stage, Stage::Aggregate(_) | Stage::View(_)) {
        return None;
    }
    if gives_list(site, left) {
        return Some(Unfused::WholeList);
    }
    let Kind::Array(Some(items)) = &site.facts.body_of(left).kind else { return None };
    let _ = items;
    Some(if taker_of(right).is_some() { Unfused::KnownItems } else { Unfused::WholeArray })
}

/// The code of `if`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ways {
    /// An expression.
    Value,
    /// At most one way has outputs.
    Single,
    /// A closure takes the outputs of all ways.
    Shared,
}

/// The code of `if`.
pub(super) fn ways(
    site: &Site<'_>,
    branches: &[(Filter, Filter)],
    otherwise: Option<&Filter>,
) -> Ways {
    let has_one_condition = branches.iter().all(|(condition, _)| site.has_one(condition));
    let ways = || branches.iter().map(|(_, way)| way).chain(otherwise);
    if has_one_condition && ways().all(|way| site.has_one(way)) {
        return Ways::Value;
    }
    let is_single = branches.len() <= ways().filter(|way| is_empty(way)).count();
    if is_single && has_one_condition { Ways::Single } else { Ways::Shared }
}

/// The code of `left // right`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Alternative {
    /// An expression; the left side has one output.
    Value,
    /// An expression; the left side may have no output.
    MaybeValue,
    /// A closure takes the outputs of both sides.
    Shared,
}

/// The code of `left // right`.
pub(super) fn alternative(site: &Site<'_>, left: &Filter, right: &Filter) -> Alternative {
    match site.outputs(left) {
        Outputs::One if site.has_one(right) => Alternative::Value,
        Outputs::Maybe if site.has_one(right) => Alternative::MaybeValue,
        Outputs::One | Outputs::Maybe | Outputs::Many => Alternative::Shared,
    }
}

/// The code of `body?`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Attempt<'p> {
    /// `.name?`: no error is made to be thrown away.
    Field(&'p str),
    /// `.[]?`, likewise.
    Items,
    /// At most one output.
    Value,
    /// A closure hands the outputs over.
    Closure,
}

/// The code of `body?`.
pub(super) fn attempt<'p>(site: &Site<'_>, body: &'p Filter) -> Attempt<'p> {
    let is_input = |filter: &Filter| matches!(filter.kind, Kind::Identity);
    match &body.kind {
        Kind::Field(target, name) if is_input(target) => Attempt::Field(name),
        Kind::Iterate(target) if is_input(target) => Attempt::Items,
        _ if site.outputs(body) == Outputs::Many => Attempt::Closure,
        _ => Attempt::Value,
    }
}

/// The code of `try body catch handler`: exactly one value, at most one of the body, or a closure.
pub(super) fn caught(site: &Site<'_>, body: &Filter, handler: &Filter) -> Outputs {
    match site.outputs(body) {
        Outputs::One if !site.has_one(handler) => Outputs::Maybe,
        outputs => outputs,
    }
}

/// The code of arithmetic.
#[derive(Clone, Copy, Debug)]
pub(super) enum Calculation {
    /// Numbers of Rust; true if the input is moved.
    Numbers { moves: bool },
    /// A function of the runtime.
    Values {
        /// True if the left side gets the input to grow in place.
        moves: bool,
        /// True if the right side must not borrow from the input then.
        owns: bool,
        /// The reason against numbers of Rust.
        unfused: Option<Unfused>,
    },
}

/// The code of `left operator right`.
pub(super) fn calculation(
    site: &Site<'_>,
    (operator, left, right): (Arithmetic, &Filter, &Filter),
    input: Form,
) -> Calculation {
    let unfused = match numbers(site, (operator, left, right), input) {
        Numbers::Rust { moves } => return Calculation::Numbers { moves },
        Numbers::Values(unfused) => unfused,
    };
    let grows = operator == Arithmetic::Add && matches!(left.kind, Kind::Identity)
        || site.facts.consumes(left);
    let moves = grows && input == Form::Owned;
    Calculation::Values { moves, owns: moves && may_borrow(right), unfused }
}

/// The items of an array.
#[derive(Clone, Debug)]
pub(super) enum Items<'p> {
    /// Known in number.
    Known(Vec<&'p Filter>),
    /// A list that grows.
    Growing,
}

/// The items of an array.
pub(super) fn items<'p>(site: &Site<'p>, items: &'p Filter) -> Items<'p> {
    let each = commas(items);
    if each.iter().all(|item| site.has_one(item)) { Items::Known(each) } else { Items::Growing }
}

/// The only pattern of `source as pattern | body` whose body writes to its input in place: nothing
/// may borrow from it any more.
pub(super) fn moved_pattern<'p>(
    site: &Site<'_>,
    (source, patterns, body): (&Filter, &'p [Pattern], &Filter),
    input: Form,
) -> Option<&'p Pattern> {
    let [pattern] = patterns else { return None };
    let moves = input == Form::Owned && site.facts.consumes(body) && site.has_one(source);
    moves.then_some(pattern)
}

/// True if a number or text that a filter gives may be its input.
pub(super) fn passes_input(filter: &Filter) -> bool {
    match &filter.kind {
        Kind::Call(Callee::Native(native), _) => native.passes_input,
        Kind::Format(format) => format.passes_text,
        Kind::Variable(_) | Kind::Call(..) | Kind::Arithmetic(Arithmetic::Add, ..) => true,
        _ => false,
    }
}
