//! Functions that a built-in applies, in place of their calls.

use asl_language::jsonata::signature::Types;

use crate::parts::is_small;
use crate::plan::block::plan_frame;
use crate::plan::direct;
use crate::plan::function::plan_kept_parameters;
use crate::plan::native::{Native, native_of, plan_as};
use crate::plan::op::{Arguments, Body, Local, Op, Plan, Repr, Statement};
use crate::plan::operator::{is_plain, plan_truth};
use crate::plan::planner::Planner;
use crate::plan::reference::storage;
use crate::plan::value::{plan_operand, plan_result as plan_any_result, plan_value};
use crate::resolve::{Storage, VariableId};
use crate::shape::{Cardinality, plain_lambda};
use crate::tree::{Kind, Lambda, Node};

/// A function that a built-in applies to values, and perhaps their index.
pub(super) struct Applied<'t> {
    function: Function<'t>,
    /// The level of the built-in's call.
    level: u16,
}

enum Function<'t> {
    /// A function that is written as the argument. Its body stands in the loop.
    Written(&'t Node, &'t Lambda),
    /// A variable that is a function of Rust.
    Variable(VariableId),
    /// The same, whose body stands in the loop.
    InPlace(VariableId),
    /// A function as a value, with so many parameters.
    Value(&'t Node, usize),
}

/// A value that a function is applied to: a local.
#[derive(Clone, Copy)]
pub(super) enum Argument {
    View(Local),
    /// An item that is taken out.
    Taken(Local),
    /// A number, for a function that is written as the argument.
    Native(Native, Local),
    /// The index of the item.
    Index,
}

/// The use of a function's result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// An item.
    Value,
    /// A number or undefined, for a function that certainly gives one.
    Number,
    Truth,
    /// The truth that JavaScript sees.
    JsTruth,
}

impl<'t> Applied<'t> {
    /// A function that a built-in applies to so many values. It takes one of them at least, or none
    /// if there is one, and an index at most.
    pub(super) fn new(
        planner: &Planner<'_>,
        node: &'t Node,
        values: usize,
        level: u16,
    ) -> Option<Self> {
        let (function, count) = if let Some(id) = planner.names.direct_function(node) {
            let is_in_place = is_in_place(planner, id);
            let function = if is_in_place { Function::InPlace(id) } else { Function::Variable(id) };
            (function, *planner.names.functions.get(&id)?)
        } else if planner.names.certain_variable(node).is_some() {
            let arity = planner.shapes.arity(node)?;
            (Function::Value(node, arity), arity)
        } else {
            let lambda = plain_lambda(node)?;
            let fits = lambda.signature.is_none() && gives_one(planner, &lambda.body);
            (Function::Written(node, lambda), fits.then_some(lambda.parameters.len())?)
        };
        let fits = (values..=values + 1).contains(&count) || values == 1 && count == 0;
        fits.then_some(Self { function, level })
    }

    /// The function, if it is written as the argument.
    pub(super) fn written(&self) -> Option<(&'t Node, &'t Lambda)> {
        match self.function {
            Function::Written(node, lambda) => Some((node, lambda)),
            Function::Variable(_) | Function::InPlace(_) | Function::Value(..) => None,
        }
    }

    /// True if the result is a number or undefined where the first parameter is a number.
    pub(super) fn keeps_number(&self, planner: &mut Planner<'_>) -> bool {
        let Some((node, lambda)) = self.written() else { return false };
        let ids = planner.names.parameters.get(&node.place.start);
        let Some(first) = ids.and_then(|ids| ids.first()).copied() else { return false };
        storage(planner, first) == Storage::Local
            && planner.with_natives(&[(first, Native::MaybeNumber)], |planner| {
                native_of(planner, &lambda.body).is_some_and(Native::is_number)
            })
    }

    /// The key of an item, a variable or names behind it, in a function that is written as the
    /// argument, and the level that is checked before it.
    pub(super) fn plan_key(&self, planner: &mut Planner<'_>, key: &Node) -> (Option<u16>, Plan) {
        let body = self.written().map(|(_, lambda)| &lambda.body);
        planner.in_place(self.level, |planner| {
            let key = plan_any_result(planner, key);
            (body.and_then(|body| planner.checked_level(body)), key)
        })
    }

    /// True if a function that is written as the argument checks its level.
    pub(super) fn has_level(&self, planner: &mut Planner<'_>) -> bool {
        let Some((_, lambda)) = self.written() else { return false };
        planner.in_place(self.level, |planner| planner.checked_level(&lambda.body).is_some())
    }

    /// Statements, and the result behind them.
    pub(super) fn plan(
        &self,
        planner: &mut Planner<'_>,
        values: &[Argument],
        its_use: Use,
    ) -> Body {
        let values = values.iter().copied().chain([Argument::Index]);
        let result = match self.function {
            Function::Written(node, lambda) => {
                return planner.in_place(self.level, |planner| {
                    plan_body(planner, (node, lambda), values, its_use)
                });
            }
            Function::InPlace(id) => {
                return plan_in_place(planner, id, self.level, |planner, function| {
                    plan_body(planner, function, values, its_use)
                });
            }
            Function::Variable(id) => {
                let arity = planner.names.functions.get(&id).copied().unwrap_or_default();
                let values = values.take(arity).map(|value| value.plan().to(Repr::Item)).collect();
                direct::plan_call(planner, id, values, self.level)
            }
            Function::Value(node, arity) => {
                let function = plan_operand(planner, node);
                let values = values.take(arity.max(1)).map(|value| value.plan().to(Repr::Item));
                let arguments = Arguments { values: values.collect(), at: planner.at(self.level) };
                Plan::new(Repr::Outcome, Op::Applied { function, arguments })
            }
        };
        Body { before: Vec::new(), result: used(result, its_use) }
    }
}

impl Argument {
    fn plan(self) -> Plan {
        match self {
            Self::View(local) => Plan::local(Repr::View, local),
            Self::Taken(local) => Plan::item(Op::TakenLocal(local)),
            Self::Native(native, local) => Plan::local(Repr::Native(native), local),
            Self::Index => {
                let index = Plan::local(Repr::Literal, Local::Index);
                Plan::pure(Repr::Item, ("construct", "index"), vec![index])
            }
        }
    }
}

/// The body of a function in place of its call: statements, and the result behind them.
fn plan_body(
    planner: &mut Planner<'_>,
    (node, lambda): (&Node, &Lambda),
    values: impl Iterator<Item = Argument>,
    its_use: Use,
) -> Body {
    let names = planner.names;
    let ids = names.parameters.get(&node.place.start).map_or(&[][..], Vec::as_slice);
    let taken = ids.iter().zip(values).map(|(id, value)| {
        let value = value.plan();
        planner.set_native(*id, value.native());
        let is_kept = value.repr == Repr::View && storage(planner, *id) != Storage::Local;
        Statement::Let(*id, if is_kept { value.to(Repr::Item) } else { value })
    });
    let mut before: Vec<Statement> = taken.collect();
    before.extend(plan_kept_parameters(planner, ids));
    before.extend(plan_frame(planner, node.place.start));
    Body { before, result: plan_result(planner, &lambda.body, its_use) }
}

/// The same of a variable that is a function of Rust.
fn plan_in_place(
    planner: &mut Planner<'_>,
    id: VariableId,
    level: u16,
    make: impl FnOnce(&mut Planner<'_>, (&Node, &Lambda)) -> Body,
) -> Body {
    let made = planner.function(id).and_then(|function| {
        direct::in_place_of(planner, id, level, |planner| make(planner, function))
    });
    let Some((mut before, body)) = made else {
        return Body { before: Vec::new(), result: Plan::item(Op::Undefined) };
    };
    before.extend(body.before);
    Body { before, result: body.result }
}

/// True if the body of a variable that is a function of Rust can stand in place of its call here.
/// Functions around this place would have other locals than those that the body was resolved for.
fn is_in_place(planner: &Planner<'_>, id: VariableId) -> bool {
    let level = planner.names.variable(id).map(|variable| variable.level);
    level == Some(planner.level())
        && planner.numbers(id).is_none()
        && planner.declared(id).is_some()
        && planner
            .function(id)
            .is_some_and(|(_, lambda)| gives_one(planner, &lambda.body) && is_small(&lambda.body))
}

/// The result of a call as it is used.
fn used(result: Plan, its_use: Use) -> Plan {
    let truth = Repr::Native(Native::Boolean);
    let value = Plan::item(Op::Try(result));
    match its_use {
        Use::Value | Use::Number => value,
        Use::Truth => Plan::runtime(truth, ("operators", "is_true"), vec![value.to(Repr::View)]),
        Use::JsTruth => js_truth(value.to(Repr::View)),
    }
}

fn js_truth(value: Plan) -> Plan {
    Plan::pure(Repr::Native(Native::Boolean), ("functions", "js_truth"), vec![value])
}

fn plan_result(planner: &mut Planner<'_>, body: &Node, its_use: Use) -> Plan {
    let truth = Types::BOOLEAN.and(Types::MISSING);
    match its_use {
        Use::Value => plan_value(planner, body),
        Use::Number => plan_as(planner, body, Native::MaybeNumber)
            .unwrap_or(Plan::new(Repr::Native(Native::MaybeNumber), Op::Undefined)),
        Use::JsTruth if !planner.shapes.of(body).is(truth) => js_truth(plan_operand(planner, body)),
        Use::Truth | Use::JsTruth => plan_truth(planner, body),
    }
}

/// False if the end of a function is a call whose sequence must not collapse here.
fn gives_one(planner: &Planner<'_>, body: &Node) -> bool {
    if !is_plain(body) {
        return true;
    }
    let gives_one = |node: &Node| gives_one(planner, node);
    match &body.kind {
        Kind::Call(call) => {
            let is_known = planner.names.built_in(&call.callee).is_some()
                || planner.names.direct_function(&call.callee).is_some();
            is_known && planner.shapes.of(body).cardinality() != Cardinality::Sequence
        }
        Kind::Condition(_, then, otherwise) => {
            gives_one(then) && otherwise.as_deref().is_none_or(gives_one)
        }
        Kind::Coalesce(_, right) | Kind::Default(_, right) => gives_one(right),
        Kind::Block { expressions, .. } => expressions.last().is_none_or(gives_one),
        _ => true,
    }
}
