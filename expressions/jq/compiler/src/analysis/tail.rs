//! Definitions that call themselves only as their last step:
//! `def r: if done then . else next | r end`. They are loops.

use super::walk::{all, calls};
use crate::parts::children;
use crate::syntax::{Callee, Definition, DefinitionId, Filter, Kind, Program};

/// Marks the definitions that are loops.
pub(crate) fn loops(program: &Program) -> Vec<bool> {
    let each = program.definitions.iter().zip(0_u32..);
    each.map(|(definition, id)| {
        definition.is_recursive && is_loop(program, definition, DefinitionId(id))
    })
    .collect()
}

fn is_loop(program: &Program, definition: &Definition, id: DefinitionId) -> bool {
    in_tail(&definition.body, definition, id) && !reaches(program, definition, id)
}

/// Returns true if a definition that it calls, other than itself, calls it.
fn reaches(program: &Program, definition: &Definition, id: DefinitionId) -> bool {
    let mut seen = vec![false; program.definitions.len()];
    let mut open = calls(&definition.body);
    open.retain(|callee| *callee != id);
    while let Some(callee) = open.pop() {
        if callee == id {
            return true;
        }
        let at = callee.0 as usize;
        let Some(seen) = seen.get_mut(at).filter(|seen| !**seen) else { continue };
        *seen = true;
        open.extend(
            program.definitions.get(at).into_iter().flat_map(|definition| calls(&definition.body)),
        );
    }
    false
}

/// True if all calls of the definition in this filter come last, and with its own filter parameters
/// as they are.
fn in_tail(filter: &Filter, definition: &Definition, id: DefinitionId) -> bool {
    let is_free = |filter: &Filter| !mentions(filter, id);
    match &filter.kind {
        Kind::Call(Callee::Definition(callee), arguments) if *callee == id => {
            arguments.iter().zip(&definition.parameters).zip(0..).all(
                |((argument, parameter), index)| match &argument.kind {
                    Kind::Call(Callee::Parameter(of, same), _) if parameter.variable.is_none() => {
                        *of == id && *same == index
                    }
                    _ => parameter.variable.is_some() && is_free(argument),
                },
            )
        }
        Kind::Pipe(left, right) | Kind::Comma(left, right) => {
            is_free(left) && in_tail(right, definition, id)
        }
        Kind::If(branches, otherwise) => {
            branches
                .iter()
                .all(|(condition, branch)| is_free(condition) && in_tail(branch, definition, id))
                && otherwise.iter().all(|branch| in_tail(branch, definition, id))
        }
        Kind::Bind { source, patterns, body } if patterns.len() == 1 => {
            let mut in_pattern = true;
            children(filter, &mut |child| {
                if !std::ptr::eq(child, &raw const **body) {
                    in_pattern &= is_free(child);
                }
            });
            is_free(source) && in_pattern && in_tail(body, definition, id)
        }
        _ => is_free(filter),
    }
}

fn mentions(filter: &Filter, id: DefinitionId) -> bool {
    let mut found = false;
    all(filter, &mut |filter| {
        found |= matches!(filter.kind, Kind::Call(Callee::Definition(callee), _) if callee == id);
    });
    found
}

/// Returns true if a filter contains a call of this definition: such branches of a loop continue
/// the loop.
pub(crate) fn goes_on(filter: &Filter, id: DefinitionId) -> bool {
    mentions(filter, id)
}
