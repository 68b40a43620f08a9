//! Functions that call themselves with numbers: they have a second form, whose parameters are
//! numbers of Rust.

use super::counting::{self, Counting};
use crate::parts::parts;
use crate::plan::native::{Native, native_of, plan_as};
use crate::plan::op::{Op, Plan, Repr};
use crate::plan::planner::Planner;
use crate::plan::reference::storage;
use crate::plan::value::plan_value;
use crate::resolve::{Storage, VariableId};
use crate::tree::{Kind, Lambda, Node};

/// The second form of a function.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    /// The parameters, and the types of those that are numbers.
    pub(crate) parameters: Vec<(VariableId, Option<Native>)>,
    /// The type of the result; none if it is an item.
    pub(crate) result: Option<Native>,
    pub(crate) counting: Counting,
}

impl Numbers {
    /// The parameters that are numbers, with their types.
    pub(crate) fn natives(&self) -> Vec<(VariableId, Native)> {
        self.parameters.iter().filter_map(|(id, native)| Some((*id, (*native)?))).collect()
    }

    /// True if a call has numbers for these parameters.
    pub(super) fn fit(&self, planner: &Planner<'_>, arguments: &[Node]) -> bool {
        let fits = |(place, (_, native)): (usize, &(VariableId, Option<Native>))| {
            native.is_none_or(|native| is_number(planner, arguments.get(place), native))
        };
        arguments.len() <= self.parameters.len() && self.parameters.iter().enumerate().all(fits)
    }

    /// The arguments of a call that [fits](Self::fit).
    pub(super) fn plan_arguments(
        &self,
        planner: &mut Planner<'_>,
        arguments: &[Node],
    ) -> Vec<Plan> {
        let mut arguments = arguments.iter();
        let undefined = |repr| Plan::new(repr, Op::Undefined);
        let places = self.parameters.iter();
        places
            .map(|(_, native)| match (native, arguments.next()) {
                (Some(native), None) => undefined(Repr::Native(*native)),
                (None, None) => undefined(Repr::Item),
                (None, Some(argument)) => plan_value(planner, argument),
                (Some(native), Some(argument)) => plan_as(planner, argument, *native)
                    .unwrap_or_else(|| undefined(Repr::Native(*native))),
            })
            .collect()
    }
}

/// True if an argument is a number of this type.
fn is_number(planner: &Planner<'_>, argument: Option<&Node>, native: Native) -> bool {
    let found = argument.map_or(Some(Native::MaybeNumber), |argument| native_of(planner, argument));
    found.is_some_and(|found| found.fits(native))
}

/// The second form of a function, if it calls itself with numbers. Functions around others have
/// none: these would be made twice.
pub(super) fn of(
    planner: &mut Planner<'_>,
    id: VariableId,
    node: &Node,
    lambda: &Lambda,
) -> Option<Numbers> {
    let mut calls = Vec::new();
    if !collect_calls(planner, id, &lambda.body, &mut calls) || calls.is_empty() {
        return None;
    }
    let ids = planner.names.parameters.get(&node.place.start)?;
    let parameters = ids.iter().map(|id| {
        let is_local = storage(planner, *id) == Storage::Local;
        (*id, is_local.then_some(Native::Finite))
    });
    let parameters: Vec<(VariableId, Option<Native>)> = parameters.collect();
    let results =
        [Some(Native::Number), Some(Native::MaybeNumber), Some(Native::MaybeBoolean), None];
    results.into_iter().find_map(|result| {
        let parameters = parameters.clone();
        let numbers = Numbers { parameters, result, counting: Counting::InRun };
        confirmed(planner, id, &lambda.body, &calls, numbers)
    })
}

/// The form after all parameters that are not always numbers have become items, computed as a
/// fixpoint; none if its result has another type.
fn confirmed(
    planner: &mut Planner<'_>,
    id: VariableId,
    body: &Node,
    calls: &[&[Node]],
    mut numbers: Numbers,
) -> Option<Numbers> {
    loop {
        let natives = numbers.natives();
        if natives.is_empty() {
            return None;
        }
        planner.set_numbers(id, Some(numbers.clone()));
        let (found, result, counting) = planner.with_natives(&natives, |planner| {
            let found = numbers.parameters.iter().enumerate().map(|(place, (id, native))| {
                let native = native.and_then(|native| weakest(planner, calls, place, native));
                (*id, native)
            });
            let counting = counting::of(planner, id, body);
            (found.collect::<Vec<_>>(), native_of(planner, body), counting)
        });
        planner.set_numbers(id, None);
        if found == numbers.parameters {
            let is_right = numbers
                .result
                .is_none_or(|wanted| result.is_some_and(|result| result.fits(wanted)));
            let counting = numbers.result.map_or(Counting::InRun, |_| counting);
            return is_right.then_some(Numbers { counting, ..numbers });
        }
        numbers.parameters = found;
    }
}

/// The type of a parameter for the arguments of all calls; none if one of them is no number.
fn weakest(
    planner: &Planner<'_>,
    calls: &[&[Node]],
    place: usize,
    native: Native,
) -> Option<Native> {
    let fits = |native: &Native| {
        calls.iter().all(|arguments| is_number(planner, arguments.get(place), *native))
    };
    let weaker = [Native::Number, Native::MaybeNumber].into_iter();
    std::iter::once(native).chain(weaker.filter(|weaker| native.fits(*weaker))).find(fits)
}

/// Collects the arguments of a function's calls of itself; false if it has functions in it, or calls
/// itself with too many arguments.
fn collect_calls<'t>(
    planner: &Planner<'_>,
    id: VariableId,
    node: &'t Node,
    calls: &mut Vec<&'t [Node]>,
) -> bool {
    if let Kind::Call(call) = &node.kind
        && planner.names.direct_function(&call.callee) == Some(id)
    {
        let arity = planner.names.functions.get(&id).copied().unwrap_or_default();
        if call.arguments.len() > arity {
            return false;
        }
        calls.push(&call.arguments);
    }
    !matches!(node.kind, Kind::Lambda(_))
        && parts(node).into_iter().all(|(_, part)| collect_calls(planner, id, part, calls))
}
