//! Calls of functions with a form for numbers, with arguments whose types are known only at run
//! time.

use super::{named, named_of, plan_call, plan_form_call};
use crate::plan::call::called_name;
use crate::plan::native::{Native, native_of, plan_native};
use crate::plan::op::{Chosen, Given, Local, Op, Plan, Repr, Test};
use crate::plan::planner::Planner;
use crate::plan::value::{plan_operand, plan_value};
use crate::resolve::VariableId;
use crate::shape::Cardinality;
use crate::tree::{Call, Node};

/// A call of the form for numbers if its arguments are numbers, and of the other form if they are
/// not. The result has collapsed.
///
/// The arguments of the first form never become items, and its result does not move as one: the
/// moves took half of the time of a call.
pub(in crate::plan) fn plan_chosen_call(
    planner: &mut Planner<'_>,
    id: VariableId,
    node: &Node,
    call: &Call,
) -> Option<Plan> {
    let numbers = planner.numbers(id)?.clone();
    if call.arguments.len() != numbers.parameters.len() || numbers.fit(planner, &call.arguments) {
        return None;
    }
    let level = node.level.of_calls();
    let pairs = numbers.parameters.iter().zip(&call.arguments);
    let given: Vec<Given> =
        pairs.map(|((_, native), argument)| plan_given(planner, *native, argument)).collect();
    let local = |repr, place| Plan::local(repr, Local::Argument(place));
    let name = called_name(&call.callee);
    let is_sequence = planner.shapes.of(node).cardinality() == Cardinality::Sequence;
    let collapsed = |item: Plan| {
        if is_sequence { Plan::pure(Repr::Item, ("path", "collapse"), vec![item]) } else { item }
    };
    let arguments = given.iter().enumerate().map(|(place, given)| local(given.value.repr, place));
    let arguments = (arguments.collect(), level);
    let of_numbers = plan_form_call(planner, id, &numbers, arguments);
    let of_numbers = named_of(numbers.result, of_numbers, name);
    let of_numbers = match numbers.result {
        Some(_) => of_numbers.to(Repr::Item),
        None => collapsed(of_numbers),
    };
    let items = given.iter().enumerate();
    let items = items.map(|(place, given)| local(given.value.repr, place).to(Repr::Item));
    let of_items = plan_call(planner, id, items.collect(), level);
    let of_items = collapsed(named(of_items, name));
    Some(Plan::item(Op::Chosen(Chosen { given, of_numbers, of_items })))
}

/// An argument whose type is known only at run time. It is evaluated once.
fn plan_given(planner: &mut Planner<'_>, native: Option<Native>, argument: &Node) -> Given {
    let Some(native) = native else {
        return Given { value: plan_value(planner, argument), test: None };
    };
    if native_of(planner, argument).is_some_and(Native::is_number)
        && let Some(value) = plan_native(planner, argument)
        && let Some(found) = value.native()
    {
        let is_certain = found.is_certain_number();
        let test = if found.fits(native) {
            Test::Fits { is_wrapped: is_certain && !native.is_certain_number() }
        } else {
            Test::Native { is_certain, is_finite: native == Native::Finite }
        };
        return Given { value, test: Some(test) };
    }
    Given { value: plan_operand(planner, argument), test: Some(Test::View(native)) }
}
