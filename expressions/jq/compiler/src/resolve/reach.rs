//! The end of resolution: unreachable definitions are dropped, and those that can call themselves
//! are marked.

use std::collections::HashMap;

use super::{References, index, number};
use crate::parts::parts_mut;
use crate::syntax::{Callee, DefinitionId, Filter, Kind, Program};

/// Drops what is not reached, gives the rest new ids in the same order, and marks what is
/// recursive.
pub(super) fn finish(program: &mut Program, references: &References) {
    let reached = reached(references);
    let recursive = recursive(references, &reached);
    let mut ids = HashMap::new();
    let mut kept = Vec::new();
    for (at, mut definition) in std::mem::take(&mut program.definitions).into_iter().enumerate() {
        if reached.get(at).copied().unwrap_or_default() {
            ids.insert(DefinitionId(number(at)), DefinitionId(number(kept.len())));
            definition.is_recursive = recursive.get(at).copied().unwrap_or_default();
            kept.push(definition);
        }
    }
    for definition in &mut kept {
        // What is nested is reached through what it is nested in.
        definition.parent = definition.parent.and_then(|parent| ids.get(&parent).copied());
        renumber(&mut definition.body, &ids);
    }
    renumber(&mut program.body, &ids);
    program.definitions = kept;
}

fn reached(references: &References) -> Vec<bool> {
    let mut reached = vec![false; references.by_definition.len()];
    let mut open: Vec<DefinitionId> = references.by_program.iter().copied().collect();
    while let Some(id) = open.pop() {
        let Some(is_reached) = reached.get_mut(index(id.0)) else { continue };
        if !std::mem::replace(is_reached, true) {
            open.extend(references.by_definition.get(index(id.0)).into_iter().flatten());
        }
    }
    reached
}

/// Finds the recursive definitions: those in a strongly connected part of the calls
/// with a call inside. Tarjan's algorithm, with a stack of its own because calls may be chained as
/// long as the program is.
fn recursive(references: &References, reached: &[bool]) -> Vec<bool> {
    let count = references.by_definition.len();
    let calls: Vec<Vec<usize>> = references
        .by_definition
        .iter()
        .map(|calls| calls.iter().map(|id| index(id.0)).collect())
        .collect();
    let mut search = Search {
        order: vec![None; count],
        lowest: vec![0; count],
        is_open: vec![false; count],
        open: Vec::new(),
        recursive: vec![false; count],
        next: 0,
    };
    for start in (0..count).filter(|at| reached.get(*at).copied().unwrap_or_default()) {
        search.from(start, &calls);
    }
    search.recursive
}

struct Search {
    /// The order in which they were first seen.
    order: Vec<Option<usize>>,
    /// The earliest open definition that each can return to.
    lowest: Vec<usize>,
    is_open: Vec<bool>,
    open: Vec<usize>,
    recursive: Vec<bool>,
    next: usize,
}

impl Search {
    fn from(&mut self, start: usize, calls: &[Vec<usize>]) {
        if self.order.get(start).copied().flatten().is_some() {
            return;
        }
        let mut path = vec![(start, 0)];
        self.enter(start);
        while let Some((at, next)) = path.pop() {
            let Some(callee) = calls.get(at).and_then(|callees| callees.get(next)).copied() else {
                self.leave(at, calls);
                if let Some((caller, _)) = path.last() {
                    self.lower(*caller, self.lowest.get(at).copied().unwrap_or_default());
                }
                continue;
            };
            path.push((at, next + 1));
            match self.order.get(callee).copied().flatten() {
                None => {
                    self.enter(callee);
                    path.push((callee, 0));
                }
                Some(order) if self.is_open.get(callee).copied().unwrap_or_default() => {
                    self.lower(at, order);
                }
                Some(_) => {}
            }
        }
    }

    fn enter(&mut self, at: usize) {
        let order = self.next;
        self.next += 1;
        set(&mut self.order, at, Some(order));
        set(&mut self.lowest, at, order);
        set(&mut self.is_open, at, true);
        self.open.push(at);
    }

    fn lower(&mut self, at: usize, order: usize) {
        if let Some(lowest) = self.lowest.get_mut(at) {
            *lowest = (*lowest).min(order);
        }
    }

    /// All calls of one were followed: if it is the first of its part, the part is complete.
    fn leave(&mut self, at: usize, calls: &[Vec<usize>]) {
        if self.order.get(at).copied().flatten() != self.lowest.get(at).copied() {
            return;
        }
        let from = self.open.iter().rposition(|open| *open == at).unwrap_or_default();
        let part = self.open.split_off(from);
        let calls_itself = calls.get(at).is_some_and(|callees| callees.contains(&at));
        for member in &part {
            set(&mut self.is_open, *member, false);
            set(&mut self.recursive, *member, part.len() > 1 || calls_itself);
        }
    }
}

fn set<T>(values: &mut [T], at: usize, value: T) {
    if let Some(slot) = values.get_mut(at) {
        *slot = value;
    }
}

/// Gives every definition that is called its new id.
fn renumber(filter: &mut Filter, ids: &HashMap<DefinitionId, DefinitionId>) {
    if let Kind::Call(Callee::Definition(id) | Callee::Parameter(id, _), _) = &mut filter.kind
        && let Some(new) = ids.get(id)
    {
        *id = *new;
    }
    parts_mut(&mut filter.kind, &mut |_, part| renumber(part, ids));
}
