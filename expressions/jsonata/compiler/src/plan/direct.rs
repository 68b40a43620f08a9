//! Functions of the expression that are functions of Rust.
//!
//! The locals around a function are its first parameters, as views and references.

mod chosen;
mod closure;
mod counting;
mod numbers;

use super::block::plan_frame;
use super::call::{End, plan_end};
use super::captures::{GroupId, Scope};
use super::native::Native;
use super::op::{Arguments, Depth, FunctionForm, Local, Op, Plan, Repr, Statement};
use super::planner::{Around, Planner};
use super::reference::storage;
use super::value::plan_value;
use crate::resolve::{Storage, VariableId, bound_lambda};
use crate::tree::{Call, Kind, Lambda, Node};
pub(super) use chosen::plan_chosen_call;
pub(super) use closure::{in_place_of, plan_closure, plan_kept_arguments, plan_kept_values};
pub(crate) use counting::Counting;
pub(crate) use numbers::Numbers;

/// A function of Rust while its body is made.
pub(super) struct Own<'t> {
    pub(super) id: VariableId,
    /// Its parameters.
    parameters: &'t [VariableId],
    /// The form whose parameters are numbers, if it is that.
    numbers: Option<&'t Numbers>,
}

impl Own<'_> {
    /// The type of the result; none if it is an item.
    pub(super) fn result(&self) -> Option<Native> {
        self.numbers.and_then(|numbers| numbers.result)
    }

    /// The place where the calls and turns of this form are counted.
    fn counting(&self) -> Counting {
        self.numbers.map_or(Counting::InRun, |numbers| numbers.counting)
    }

    /// True if a call of the function has the parameters of this form.
    pub(super) fn is_called(&self, planner: &Planner<'_>, arguments: &[Node]) -> bool {
        numbers_of_call(planner, self.id, arguments).is_some() == self.numbers.is_some()
    }
}

/// The form of a function for a call with numbers.
fn numbers_of_call(planner: &Planner<'_>, id: VariableId, arguments: &[Node]) -> Option<Numbers> {
    planner.numbers(id).filter(|numbers| numbers.fit(planner, arguments)).cloned()
}

/// A statement that declares a function.
struct Declaration<'t> {
    id: VariableId,
    node: &'t Node,
    lambda: &'t Lambda,
}

/// Prepares the functions that are declared by these statements one after the other: they may call
/// each other. Gives the statement that keeps their context.
pub(super) fn declare(planner: &mut Planner<'_>, statements: &[Node]) -> Option<Statement> {
    let declarations: Vec<Declaration<'_>> = statements
        .iter()
        .map_while(bound_lambda)
        .filter_map(|(name, node)| {
            let id = *planner.names.binds.get(&name.place.start)?;
            let Kind::Lambda(lambda) = &node.kind else { return None };
            let is_direct = storage(planner, id) == Storage::Function;
            is_direct.then_some(Declaration { id, node, lambda })
        })
        .collect();
    if declarations.is_empty() {
        return None;
    }
    for Declaration { id, node, lambda } in &declarations {
        let numbers = numbers::of(planner, *id, node, lambda);
        planner.set_numbers(*id, numbers);
        planner.forget_calls(*id);
    }
    let ids: Vec<VariableId> = declarations.iter().map(|declaration| declaration.id).collect();
    Some(Statement::ContextOf(planner.declare(&ids, None)))
}

/// The function that a statement declares, for arguments of any type.
pub(super) fn plan_function(
    planner: &mut Planner<'_>,
    id: VariableId,
    node: &Node,
    lambda: &Lambda,
) -> Option<Statement> {
    let has_calls = planner.has_calls(id);
    let function = plan_form(planner, &Declaration { id, node, lambda }, None);
    if !has_calls {
        // Only the function itself does.
        planner.forget_calls(id);
    }
    function
}

/// The same for numbers, if there is such a form.
pub(super) fn plan_function_of_numbers(
    planner: &mut Planner<'_>,
    id: VariableId,
    node: &Node,
    lambda: &Lambda,
) -> Option<Statement> {
    let numbers = planner.numbers(id).cloned()?;
    plan_form(planner, &Declaration { id, node, lambda }, Some(&numbers))
}

fn plan_form(
    planner: &mut Planner<'_>,
    declaration: &Declaration<'_>,
    numbers: Option<&Numbers>,
) -> Option<Statement> {
    let Declaration { id, node, lambda } = declaration;
    let group = planner.declared(*id)?.group;
    let parameters = planner.names.parameters.get(&node.place.start);
    let parameters = parameters.map_or(&[][..], Vec::as_slice);
    let own = Own { id: *id, parameters, numbers };
    let (form, scope) = planner
        .in_function(Around::Direct, |planner| plan_own_form(planner, (node, lambda), &own, group));
    if numbers.is_none() {
        planner.add_captures(group, scope);
    }
    Some(Statement::Function(Box::new(form)))
}

fn plan_own_form(
    planner: &mut Planner<'_>,
    (node, lambda): (&Node, &Lambda),
    own: &Own<'_>,
    group: GroupId,
) -> FunctionForm {
    let natives = own.numbers.map(Numbers::natives).unwrap_or_default();
    let native = |id| natives.iter().find(|(native, _)| *native == id).map(|(_, native)| *native);
    let parameters = own.parameters.iter().map(|id| (*id, native(*id))).collect();
    let depth_of = (own.counting() == Counting::Depth).then_some(own.id);
    let entry = planner.numbers(own.id).filter(|_| own.numbers.is_none()).cloned();
    planner.with_natives(&natives, |planner| {
        planner.with_depth_of(depth_of, |planner| FunctionForm {
            id: own.id,
            group,
            parameters,
            is_of_numbers: own.numbers.is_some(),
            result: own.result(),
            counting: own.counting(),
            counts_levels: planner.counts_levels(),
            entry,
            kept: plan_kept_values(planner, own.id),
            before: plan_frame(planner, node.place.start),
            is_loop: calls_itself_at_its_end(planner, own, &lambda.body),
            body: plan_end(planner, &lambda.body, End::Value(own)),
        })
    })
}

fn calls_itself_at_its_end(planner: &Planner<'_>, own: &Own<'_>, body: &Node) -> bool {
    if !super::operator::is_plain(body) {
        return false;
    }
    let calls_itself = |node: &Node| calls_itself_at_its_end(planner, own, node);
    match &body.kind {
        Kind::Call(call) => {
            call.is_tail
                && planner.names.direct_function(&call.callee) == Some(own.id)
                && own.is_called(planner, &call.arguments)
        }
        Kind::Condition(_, then, otherwise) => {
            calls_itself(then) || otherwise.as_deref().is_some_and(calls_itself)
        }
        Kind::Block { expressions, .. } => expressions.last().is_some_and(calls_itself),
        _ => false,
    }
}

/// The call of a function by itself at its end: the next turn of its loop.
pub(super) fn plan_next_turn(planner: &mut Planner<'_>, own: &Own<'_>, arguments: &[Node]) -> Plan {
    let values = match own.numbers {
        Some(numbers) => numbers.plan_arguments(planner, arguments),
        None => arguments.iter().map(|argument| plan_value(planner, argument)).collect(),
    };
    let (targets, counting) = (own.parameters.to_vec(), own.counting());
    Plan::item(Op::NextTurn { targets, values, counting })
}

/// A parameter at the end of its function, which gives it away.
pub(super) fn plan_last_parameter(
    planner: &Planner<'_>,
    own: &Own<'_>,
    node: &Node,
) -> Option<Plan> {
    let id = planner.names.certain_variable(node)?;
    let is_item = own.parameters.contains(&id) && planner.native(id).is_none();
    is_item.then(|| Plan::item(Op::Taken(id)))
}

/// The type of a call's result, if it is a value of Rust.
pub(super) fn native_of_call(planner: &Planner<'_>, call: &Call) -> Option<Native> {
    let id = planner.names.direct_function(&call.callee)?;
    numbers_of_call(planner, id, &call.arguments)?.result
}

/// A call with numbers: the type of its result, none for an item, and the call.
pub(super) fn plan_call_of_numbers(
    planner: &mut Planner<'_>,
    id: VariableId,
    arguments: &[Node],
    level: u16,
) -> Option<(Option<Native>, Plan)> {
    let numbers = numbers_of_call(planner, id, arguments)?;
    let arguments = numbers.plan_arguments(planner, arguments);
    Some((numbers.result, plan_form_call(planner, id, &numbers, (arguments, level))))
}

/// A call of the form of a function for numbers.
fn plan_form_call(
    planner: &mut Planner<'_>,
    id: VariableId,
    numbers: &Numbers,
    (values, level): (Vec<Plan>, u16),
) -> Plan {
    let depth = (numbers.counting == Counting::Depth)
        .then(|| if planner.has_depth_of(id) { Depth::Parameter } else { Depth::OfRun });
    let group = capture_group(planner, id);
    let arguments = Arguments { values, at: planner.at(level) };
    Plan::new(Repr::Outcome, Op::NumbersCall { id, group, depth, arguments })
}

/// The call of a function with items.
pub(super) fn plan_call(
    planner: &mut Planner<'_>,
    id: VariableId,
    values: Vec<Plan>,
    level: u16,
) -> Plan {
    planner.note_call(id);
    let group = capture_group(planner, id);
    let arity = planner.names.functions.get(&id).copied().unwrap_or_default();
    let arguments = Arguments { values, at: planner.at(level) };
    Plan::new(Repr::Outcome, Op::DirectCall { id, group, arity, arguments })
}

fn capture_group(planner: &mut Planner<'_>, id: VariableId) -> Option<GroupId> {
    let group = planner.declared(id)?.group;
    planner.capture_group(id, group);
    Some(group)
}

/// The result of a call, whose fault has the name of the function.
pub(super) fn named(call: Plan, name: &str) -> Plan {
    Plan::fallible(Repr::Item, ("call", "named"), vec![call, Plan::text(name)])
}

/// The same of a call with numbers: a value of this type, or an item.
pub(super) fn named_of(native: Option<Native>, call: Plan, name: &str) -> Plan {
    match native {
        Some(native) => {
            let op = Op::NumbersResult(native, call, Some(name.to_owned()));
            Plan::new(Repr::Native(native), op)
        }
        None => named(call, name),
    }
}

/// A function as a value, for a built-in that calls it.
pub(super) fn plan_function_value(planner: &mut Planner<'_>, id: VariableId) -> Plan {
    let arity = planner.names.functions.get(&id).copied().unwrap_or_default();
    let arguments = (0..arity).map(|place| Plan::local(Repr::Item, Local::Argument(place)));
    let arguments = arguments.collect();
    let (call, scope): (Plan, Scope) =
        planner.in_function(Around::Value, |planner| plan_call(planner, id, arguments, 0));
    Plan::item(Op::FunctionValue { arity, call, scope })
}
