//! Variables that are functions which another function makes: `$three := $add(3)`, where `$add` is
//! `function($x) { function($y) { $x + $y } }`.

use std::collections::HashMap;

use super::direct::{bound_lambda, is_alone};
use super::{Names, Storage, Variable, VariableId};
use crate::parts::parts;
use crate::tree::{Call, Expression, Kind, Lambda, Node};

/// A function that another one made.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Closure {
    /// The function that made it.
    pub(crate) maker: VariableId,
    /// The parameters of the maker, and the locals that keep the arguments of its call.
    pub(crate) kept: Vec<(VariableId, VariableId)>,
}

/// The variable and the call of a statement `$three := $add(3)`.
pub(crate) fn bound_call<'t>(names: &Names, statement: &'t Node) -> Option<(VariableId, &'t Call)> {
    let Kind::Bind(name, value) = &statement.kind else { return None };
    let Kind::Call(call) = &value.kind else { return None };
    let id = *names.binds.get(&name.place.start)?;
    (is_alone(statement) && is_alone(value)).then_some((id, call))
}

/// The function that a function makes.
pub(super) fn made_function(maker: &Lambda) -> Option<(&Node, &Lambda)> {
    let Kind::Lambda(made) = &maker.body.kind else { return None };
    (is_alone(&maker.body) && made.signature.is_none()).then_some((&maker.body, made))
}

/// Notes a function that another one makes.
pub(super) fn note(
    names: &mut Names,
    id: VariableId,
    maker: VariableId,
    parameters: &[VariableId],
) {
    let level = names.variable(id).map_or(0, |variable| variable.level);
    let kept = parameters.iter().map(|parameter| {
        let name = names.variable(*parameter).map(|variable| variable.name.clone());
        let kept = VariableId(u32::try_from(names.variables.len()).unwrap_or(u32::MAX));
        let name = name.unwrap_or_default();
        names.variables.push(Variable { name, storage: Storage::Local, level });
        (*parameter, kept)
    });
    let kept = kept.collect();
    names.closures.insert(id, Closure { maker, kept });
}

/// The functions that the variables are which are functions of Rust.
pub(crate) fn bodies<'t>(
    expression: &'t Expression,
    names: &Names,
) -> HashMap<VariableId, &'t Node> {
    let mut bodies = HashMap::new();
    if !names.functions.is_empty() {
        collect(names, &expression.body, &mut bodies);
    }
    bodies
}

fn collect<'t>(names: &Names, node: &'t Node, bodies: &mut HashMap<VariableId, &'t Node>) {
    let made = |closure: &Closure, bodies: &HashMap<VariableId, &'t Node>| {
        let Kind::Lambda(maker) = &bodies.get(&closure.maker)?.kind else { return None };
        made_function(maker).map(|(made, _)| made)
    };
    if let Some((name, lambda)) = bound_lambda(node)
        && let Some(id) = names.binds.get(&name.place.start)
        && names.functions.contains_key(id)
    {
        bodies.insert(*id, lambda);
    } else if let Some((id, _)) = bound_call(names, node)
        && let Some(closure) = names.closures.get(&id)
        && let Some(made) = made(closure, bodies)
    {
        bodies.insert(id, made);
    }
    for (_, part) in parts(node) {
        collect(names, part, bodies);
    }
}
