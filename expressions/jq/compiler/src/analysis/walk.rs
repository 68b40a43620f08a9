//! Visits of all filters in a definition, and of all definitions that reach one.

use crate::parts::children;
use crate::syntax::{Assignment, Callee, DefinitionId, Filter, Kind, Literal, Program};
use asl_language::jq::Special;

/// Visits a filter and all within, parents first. The tree's depth is bounded by the parser.
pub(super) fn all<'p>(filter: &'p Filter, visit: &mut dyn FnMut(&'p Filter)) {
    visit(filter);
    children(filter, &mut |child| all(child, visit));
}

/// The number of filters.
pub(crate) fn size(filter: &Filter) -> usize {
    let mut count = 0;
    all(filter, &mut |_| count += 1);
    count
}

/// The definitions that are called in a filter, as often as they are.
pub(crate) fn calls(filter: &Filter) -> Vec<DefinitionId> {
    let mut calls = Vec::new();
    all(filter, &mut |filter| {
        if let Kind::Call(Callee::Definition(definition), _) = filter.kind {
            calls.push(definition);
        }
    });
    calls
}

/// True if a filter runs another one in path mode.
pub(super) fn looks_for_paths(filter: &Filter) -> bool {
    match &filter.kind {
        Kind::Assign(..) => true,
        Kind::Call(Callee::Special(special), _) => {
            matches!(special, Special::Path | Special::Delete)
        }
        _ => false,
    }
}

/// True if a filter may make NaN or an infinity.
fn computes(filter: &Filter) -> bool {
    match &filter.kind {
        Kind::Arithmetic(..) | Kind::Negate(_) | Kind::Assign(Assignment::Arithmetic(_), ..) => {
            true
        }
        Kind::Literal(literal) => !is_finite(literal),
        Kind::Call(Callee::Native(native), _) => native.computes,
        _ => false,
    }
}

fn is_finite(literal: &Literal) -> bool {
    match literal {
        Literal::Null | Literal::Bool(_) | Literal::Int(_) | Literal::String(_) => true,
        Literal::Float(float, _) => float.is_finite(),
        Literal::Array(items) => items.iter().all(is_finite),
        Literal::Object(entries) => entries.iter().all(|(_, value)| is_finite(value)),
    }
}

/// True if a program may make NaN or an infinity.
pub(crate) fn may_compute(program: &Program) -> bool {
    let definitions = program.definitions.iter().map(|definition| &definition.body);
    definitions.chain([&program.body]).any(|body| {
        let mut found = false;
        all(body, &mut |filter| found |= computes(filter));
        found
    })
}

/// Marks the definitions that contain something, or call one that does.
pub(super) fn reaching(program: &Program, has: impl Fn(&Filter) -> bool) -> Vec<bool> {
    let mut reaching: Vec<bool> = Vec::with_capacity(program.definitions.len());
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); program.definitions.len()];
    for (at, definition) in program.definitions.iter().enumerate() {
        let mut found = false;
        all(&definition.body, &mut |filter| found |= has(filter));
        reaching.push(found);
        for callee in calls(&definition.body) {
            if let Some(callers) = callers.get_mut(callee.0 as usize) {
                callers.push(at);
            }
        }
    }
    let mut open: Vec<usize> =
        (0..reaching.len()).filter(|at| reaching.get(*at) == Some(&true)).collect();
    while let Some(at) = open.pop() {
        for caller in callers.get(at).into_iter().flatten() {
            if let Some(reached) = reaching.get_mut(*caller)
                && !*reached
            {
                *reached = true;
                open.push(*caller);
            }
        }
    }
    reaching
}

/// A fact about each definition, computed as a fixpoint: `find` gets what is known of all of
/// them so far, and the body of one.
pub(super) fn fixpoint<T: Clone + PartialEq>(
    program: &Program,
    start: &T,
    find: &dyn Fn(&[T], &Filter) -> T,
) -> Vec<T> {
    let mut found = vec![start.clone(); program.definitions.len()];
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for (at, definition) in program.definitions.iter().enumerate().rev() {
            let new = find(&found, &definition.body);
            if let Some(old) = found.get_mut(at)
                && *old != new
            {
                *old = new;
                has_changed = true;
            }
        }
    }
    found
}
