//! Functions that another function makes, and functions of Rust in place of their calls in a loop.

use super::{Declaration, plan_form};
use crate::plan::block::plan_bound;
use crate::plan::op::{Op, Plan, Repr, Statement};
use crate::plan::planner::{Around, Planner};
use crate::plan::reference::variable;
use crate::resolve::VariableId;
use crate::tree::{Call, Kind, Node};

/// `$three := $add(3)`: the locals that keep the arguments of the call. The call itself makes
/// nothing.
pub(in crate::plan) fn plan_kept_arguments(
    planner: &mut Planner<'_>,
    id: VariableId,
    statement: &Node,
    call: &Call,
) -> Vec<Statement> {
    let names = planner.names;
    let Some(closure) = names.closures.get(&id) else { return Vec::new() };
    let value = match &statement.kind {
        Kind::Bind(_, value) => value,
        _ => statement,
    };
    let check = planner.checked_level(value).map(Statement::Check);
    let mut statements: Vec<Statement> = check.into_iter().collect();
    let mut arguments = call.arguments.iter();
    statements.extend(closure.kept.iter().map(|(_, kept)| match arguments.next() {
        Some(argument) => plan_bound(planner, *kept, argument),
        None => Statement::Let(*kept, Plan::item(Op::Undefined)),
    }));
    let body_check = planner.function(closure.maker).and_then(|(_, maker)| {
        planner.in_place(value.level.of_calls(), |planner| planner.checked_level(&maker.body))
    });
    statements.extend(body_check.map(Statement::Check));
    statements
}

/// Statements in the body of a function that another one made: the parameters of that function.
pub(in crate::plan) fn plan_kept_values(
    planner: &mut Planner<'_>,
    id: VariableId,
) -> Vec<Statement> {
    let names = planner.names;
    let Some(closure) = names.closures.get(&id) else { return Vec::new() };
    let values = closure.kept.iter().map(|(parameter, kept)| {
        let native = planner.native(*kept);
        planner.set_native(*parameter, native);
        let repr = native.map_or(Repr::View, Repr::Native);
        Statement::Let(*parameter, variable(planner, *kept, repr))
    });
    values.collect()
}

/// The function that another one made, for calls of it.
pub(in crate::plan) fn plan_closure(
    planner: &mut Planner<'_>,
    id: VariableId,
) -> Option<Statement> {
    let names = planner.names;
    let closure = names.closures.get(&id)?;
    let (node, lambda) = planner.function(id)?;
    let maker = planner.declared(closure.maker)?;
    let declaration = Declaration { id, node, lambda };
    let parameters = closure.kept.iter().map(|(parameter, _)| *parameter).collect();
    // Its body is inside of the function that made it.
    let (function, _) = planner.in_function(Around::Loop, |planner| {
        planner.in_context_of(maker, |planner| {
            planner.declare(&[id], Some((parameters, maker.group)));
            planner.forget_calls(id);
            plan_form(planner, &declaration, None)
        })
    });
    function
}

/// Plans the body of a function of Rust in place of its call at a level; gives also the statements
/// that come before it.
pub(in crate::plan) fn in_place_of<T>(
    planner: &mut Planner<'_>,
    id: VariableId,
    level: u16,
    make: impl FnOnce(&mut Planner<'_>) -> T,
) -> Option<(Vec<Statement>, T)> {
    let declared = planner.declared(id)?;
    let inside = |planner: &mut Planner<'_>| {
        // The types of a maker's parameters are those of this function only.
        planner.with_natives(&[], |planner| {
            planner.in_place(level, |planner| {
                let mut before = vec![Statement::OwnContext(declared.group)];
                before.extend(plan_kept_values(planner, id));
                let (made, _) = planner.in_context(|planner| planner.in_context_of(declared, make));
                (before, made)
            })
        })
    };
    let is_made = planner.names.closures.contains_key(&id);
    Some(if is_made { planner.in_function(Around::Loop, inside).0 } else { inside(planner) })
}
