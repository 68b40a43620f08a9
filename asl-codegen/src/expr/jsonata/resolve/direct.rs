//! The variables that are functions of Rust: each is bound once to a function, by a statement of a
//! block, and is only called, or given to a built-in that calls it.
//!
//! Such a variable may also be bound to a function that another of them makes.
//!
//! A call at the end of such a function must not deepen the stack without end. It is the function
//! itself, a built-in, or another function of Rust whose calls at the end do not lead back.

use std::collections::HashSet;

use super::closure::{self, bound_call, made_function};
use super::{Meaning, Names, Reference, Storage, VariableId};
use crate::expr::jsonata::parts::{is_small, parts};
use crate::expr::jsonata::tree::{Call, Expression, Kind, Lambda, Name, Node};
use crate::sorted::{SortedMap, SortedSet};

/// Maximum number of functions around a function of Rust: its code is made twice in each of them.
const MOST_AROUND: u32 = 3;

/// A call at the end of a function that is no call of a built-in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum TailCall {
    Known(VariableId),
    Unknown,
}

/// Variables that may be functions of Rust, with the calls at their ends.
type Candidates<'t> = SortedMap<VariableId, Candidate<'t>>;

struct Candidate<'t> {
    lambda: &'t Lambda,
    parameters: Vec<VariableId>,
    tail_calls: SortedSet<TailCall>,
    /// The function that makes this one.
    maker: Option<VariableId>,
}

/// Finds these variables, and notes them in their storage.
pub(super) fn find(expression: &Expression, names: &mut Names) {
    let (mut candidates, mut callees) = (Candidates::new(), HashSet::new());
    visit(names, &expression.body, 0, (&mut candidates, &mut callees));
    let others = names
        .references
        .iter()
        .filter(|(place, reference)| !reference.maybe.is_empty() || !callees.contains(*place));
    for reference in others.map(|(_, reference)| reference).chain(names.clones.values()) {
        for id in meant(reference) {
            candidates.remove(&id);
        }
    }
    let closed = closed(&candidates);
    for (id, candidate) in candidates.iter().filter(|(id, _)| closed.contains(id)) {
        names.functions.insert(*id, candidate.parameters.len());
        if let Some(maker) = candidate.maker
            && let Some(parameters) = candidates.get(&maker).map(|maker| &maker.parameters)
        {
            closure::note(names, *id, maker, parameters);
        }
        if let Some(variable) = names.variables.get_mut(id.0 as usize) {
            variable.storage = Storage::Function;
        }
    }
}

/// The statement `$name := function(..) {..}`.
pub(in crate::expr::jsonata) fn bound_lambda(statement: &Node) -> Option<(&Name, &Node)> {
    match &statement.kind {
        Kind::Bind(name, value) if is_alone(statement) => {
            let is_lambda = matches!(value.kind, Kind::Lambda(_)) && is_alone(value);
            is_lambda.then_some((name, value))
        }
        _ => None,
    }
}

pub(super) fn is_alone(node: &Node) -> bool {
    node.predicates.is_empty() && node.group.is_none() && !node.keeps_array
}

/// The variables that a name may mean.
fn meant(reference: &Reference) -> impl Iterator<Item = VariableId> {
    let end = match reference.end {
        Meaning::Variable(id) => Some(id),
        _ => None,
    };
    reference.maybe.iter().copied().chain(end)
}

/// Collects the candidates in a node, and the places of the names that are called.
fn visit<'t>(
    names: &Names,
    node: &'t Node,
    around: u32,
    (candidates, callees): (&mut Candidates<'t>, &mut HashSet<u32>),
) {
    match &node.kind {
        Kind::Block { expressions, .. } if around <= MOST_AROUND => {
            let statements = expressions.split_last().map_or(&[][..], |(_, before)| before);
            for statement in statements {
                let found = candidate(names, statement);
                candidates.extend(found.or_else(|| made_candidate(names, candidates, statement)));
            }
        }
        Kind::Call(call) => note_called(names, call, None, callees),
        Kind::Apply(left, right) => {
            if let Kind::Call(call) = &right.kind {
                note_called(names, call, Some(left), callees);
            }
        }
        _ => {}
    }
    let around = around + u32::from(matches!(node.kind, Kind::Lambda(_)));
    for (_, part) in parts(node) {
        visit(names, part, around, (&mut *candidates, &mut *callees));
    }
}

fn candidate<'t>(names: &Names, statement: &'t Node) -> Option<(VariableId, Candidate<'t>)> {
    let (name, value) = bound_lambda(statement)?;
    let id = *names.binds.get(&name.place.start)?;
    let Kind::Lambda(lambda) = &value.kind else { return None };
    let fits = lambda.signature.is_none() && is_bound_once(names, id);
    fits.then_some((id, Candidate::new(names, value, lambda, None)?))
}

/// The same of a statement that binds a function which one of the candidates makes.
fn made_candidate<'t>(
    names: &Names,
    candidates: &Candidates<'t>,
    statement: &Node,
) -> Option<(VariableId, Candidate<'t>)> {
    let (id, call) = bound_call(names, statement)?;
    let maker_id = names.certain_variable(&call.callee)?;
    let maker = candidates.get(&maker_id).filter(|maker| maker.maker.is_none())?;
    let (made, lambda) = made_function(maker.lambda)?;
    let (variable, maker_variable) = (names.variable(id)?, names.variable(maker_id)?);
    let fits = is_small(&lambda.body)
        && is_bound_once(names, id)
        && variable.storage == Storage::Local
        && variable.level == maker_variable.level
        && call.arguments.len() <= maker.parameters.len();
    fits.then_some((id, Candidate::new(names, made, lambda, Some(maker_id))?))
}

fn is_bound_once(names: &Names, id: VariableId) -> bool {
    names.binds.values().filter(|bound| **bound == id).count() == 1
}

impl<'t> Candidate<'t> {
    /// A function whose parameters are locals.
    fn new(
        names: &Names,
        node: &Node,
        lambda: &'t Lambda,
        maker: Option<VariableId>,
    ) -> Option<Self> {
        let parameters = names.parameters.get(&node.place.start)?.clone();
        let is_local = |id: &VariableId| {
            names.variable(*id).is_some_and(|variable| variable.storage == Storage::Local)
        };
        let tail_calls = tail_calls(names, lambda);
        let are_local = parameters.iter().all(is_local);
        are_local.then_some(Self { lambda, parameters, tail_calls, maker })
    }
}

/// Notes the callee of a call, and the function that a built-in is given.
fn note_called(names: &Names, call: &Call, first: Option<&Node>, callees: &mut HashSet<u32>) {
    let called = if let Some(built_in) = names.built_in(&call.callee) {
        let mut arguments = first.into_iter().chain(&call.arguments);
        arguments.nth(1).filter(|_| built_in.takes_functions())
    } else {
        Some(&call.callee)
    };
    if let Some(called) = called.filter(|called| names.certain_variable(called).is_some()) {
        callees.insert(called.place.start);
    }
}

/// The calls at the end of a function.
fn tail_calls(names: &Names, lambda: &Lambda) -> SortedSet<TailCall> {
    let (mut found, mut ends) = (SortedSet::new(), vec![&lambda.body]);
    while let Some(end) = ends.pop() {
        if !is_alone(end) {
            continue;
        }
        match &end.kind {
            Kind::Call(call) if call.is_tail && names.built_in(&call.callee).is_none() => {
                let known = names.certain_variable(&call.callee).map(TailCall::Known);
                found.insert(known.unwrap_or(TailCall::Unknown));
            }
            Kind::Condition(_, then, otherwise) => {
                ends.extend(
                    [Some(then), otherwise.as_ref()].into_iter().flatten().map(AsRef::as_ref),
                );
            }
            Kind::Block { expressions, .. } => ends.extend(expressions.last()),
            _ => {}
        }
    }
    found
}

/// The candidates whose calls at their ends come to an end, computed as a fixpoint.
fn closed(candidates: &Candidates<'_>) -> SortedSet<VariableId> {
    let mut closed = SortedSet::new();
    loop {
        let is_closed = |id: &VariableId, candidate: &Candidate<'_>| {
            let has_maker = candidate.maker.is_none_or(|maker| closed.contains(&maker));
            has_maker
                && candidate.tail_calls.iter().all(|call| match call {
                    TailCall::Known(called) => called == id || closed.contains(called),
                    TailCall::Unknown => false,
                })
        };
        let found: SortedSet<VariableId> = candidates
            .iter()
            .filter(|(id, candidate)| is_closed(id, candidate))
            .map(|(id, _)| *id)
            .collect();
        if found.len() == closed.len() {
            return closed;
        }
        closed = found;
    }
}
