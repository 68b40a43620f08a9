//! The variables that are functions of Rust: each is bound once to a function, by a statement of a
//! block, and is only called, or given to a built-in that calls it.
//!
//! Such a variable may also be bound to a function that another of them makes.
//!
//! A call at the end of such a function must not deepen the stack without end. It is the function
//! itself, a built-in, or another function of Rust whose calls at the end do not lead back.

use std::collections::{HashMap, HashSet};

use super::closure::{self, bound_call, made_function};
use super::{Meaning, Names, Reference, Storage, VariableId};
use crate::parts::{is_small, parts};
use crate::tree::{Call, Expression, Kind, Lambda, Name, Node};
use asl_source::sorted::{SortedMap, SortedSet};

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
    let known = Known { names, once: bound_once(names) };
    visit(&known, &expression.body, 0, (&mut candidates, &mut callees));
    let others = names
        .references
        .iter()
        .filter(|(place, reference)| !reference.maybe.is_empty() || !callees.contains(*place));
    let others = others.map(|(_, reference)| reference).chain(names.clones.values());
    let others: HashSet<VariableId> = others.flat_map(meant).collect();
    candidates.retain(&mut |id, _| !others.contains(id));
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
pub(crate) fn bound_lambda(statement: &Node) -> Option<(&Name, &Node)> {
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

/// The names of an expression, and the variables that are bound once.
struct Known<'n> {
    names: &'n Names,
    once: HashSet<VariableId>,
}

fn bound_once(names: &Names) -> HashSet<VariableId> {
    let (mut once, mut bound) = (HashSet::new(), HashSet::new());
    for id in names.binds.values() {
        if bound.insert(*id) {
            once.insert(*id);
        } else {
            once.remove(id);
        }
    }
    once
}

/// Collects the candidates in a node, and the places of the names that are called.
fn visit<'t>(
    known: &Known<'_>,
    node: &'t Node,
    around: u32,
    (candidates, callees): (&mut Candidates<'t>, &mut HashSet<u32>),
) {
    match &node.kind {
        Kind::Block { expressions, .. } if around <= MOST_AROUND => {
            let statements = expressions.split_last().map_or(&[][..], |(_, before)| before);
            for statement in statements {
                let found = candidate(known, statement);
                candidates.extend(found.or_else(|| made_candidate(known, candidates, statement)));
            }
        }
        Kind::Call(call) => note_called(known.names, call, None, callees),
        Kind::Apply(left, right) => {
            if let Kind::Call(call) = &right.kind {
                note_called(known.names, call, Some(left), callees);
            }
        }
        _ => {}
    }
    let around = around + u32::from(matches!(node.kind, Kind::Lambda(_)));
    for (_, part) in parts(node) {
        visit(known, part, around, (&mut *candidates, &mut *callees));
    }
}

fn candidate<'t>(known: &Known<'_>, statement: &'t Node) -> Option<(VariableId, Candidate<'t>)> {
    let names = known.names;
    let (name, value) = bound_lambda(statement)?;
    let id = *names.binds.get(&name.place.start)?;
    let Kind::Lambda(lambda) = &value.kind else { return None };
    let fits = lambda.signature.is_none() && known.once.contains(&id);
    fits.then_some((id, Candidate::new(names, value, lambda, None)?))
}

/// The same of a statement that binds a function which one of the candidates makes.
fn made_candidate<'t>(
    known: &Known<'_>,
    candidates: &Candidates<'t>,
    statement: &Node,
) -> Option<(VariableId, Candidate<'t>)> {
    let names = known.names;
    let (id, call) = bound_call(names, statement)?;
    let maker_id = names.certain_variable(&call.callee)?;
    let maker = candidates.get(&maker_id).filter(|maker| maker.maker.is_none())?;
    let (made, lambda) = made_function(maker.lambda)?;
    let (variable, maker_variable) = (names.variable(id)?, names.variable(maker_id)?);
    let fits = is_small(&lambda.body)
        && known.once.contains(&id)
        && variable.storage == Storage::Local
        && variable.level == maker_variable.level
        && call.arguments.len() <= maker.parameters.len();
    fits.then_some((id, Candidate::new(names, made, lambda, Some(maker_id))?))
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

impl Candidate<'_> {
    /// The functions that must be functions of Rust for this one, which has this name, to be one;
    /// none if it cannot be.
    fn needed(&self, id: VariableId) -> Option<Vec<VariableId>> {
        let mut needed: Vec<VariableId> = self.maker.into_iter().collect();
        for call in &self.tail_calls {
            match call {
                TailCall::Known(called) if *called == id => {}
                TailCall::Known(called) => needed.push(*called),
                TailCall::Unknown => return None,
            }
        }
        Some(needed)
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

/// The candidates whose calls at their ends come to an end. Each waits for those that it calls there,
/// and for its maker.
fn closed(candidates: &Candidates<'_>) -> SortedSet<VariableId> {
    let mut waiting: HashMap<VariableId, Vec<VariableId>> = HashMap::new();
    let mut missing: HashMap<VariableId, usize> = HashMap::new();
    let (mut ready, mut closed) = (Vec::new(), Vec::new());
    for (id, candidate) in candidates {
        let Some(needed) = candidate.needed(*id) else { continue };
        if needed.is_empty() {
            ready.push(*id);
        }
        missing.insert(*id, needed.len());
        for other in needed {
            waiting.entry(other).or_default().push(*id);
        }
    }
    while let Some(id) = ready.pop() {
        closed.push(id);
        for other in waiting.remove(&id).unwrap_or_default() {
            if let Some(missing) = missing.get_mut(&other) {
                *missing -= 1;
                if *missing == 0 {
                    ready.push(other);
                }
            }
        }
    }
    closed.sort_unstable();
    closed.into_iter().collect()
}
