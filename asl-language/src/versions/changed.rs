//! The nodes of a machine that are not the same in another version.

use std::collections::BTreeMap;

use super::compare::{Held, Walk};
use super::{Change, NodeOutline, Outline};

/// Nodes of an old machine that are not the same in the new one.
pub struct Changed {
    /// Those that begin in another way, or whose branches or body do.
    pub begin: Vec<u32>,
    /// Those that begin in the same way.
    pub rest: Vec<u32>,
}

/// The nodes of the old machine that are not the same in the new one.
pub fn changed_nodes(old: &Outline, new: &Outline) -> Changed {
    let mut walk = Walk::new(old, new);
    let mut rest: BTreeMap<u32, Vec<(u32, &NodeOutline)>> = BTreeMap::new();
    for (at, node) in (0..).zip(&old.nodes) {
        rest.entry(node.scope).or_default().push((at, node));
    }
    let mut changed = Changed { begin: Vec::new(), rest: Vec::new() };
    while let Some((scope, (at, node))) = walk.next(&mut rest) {
        let to = match walk.scopes.get(&scope) {
            Some(Ok(scope)) => walk.pair.counterpart(at, *scope).ok(),
            Some(Err(_)) | None => None,
        };
        let (_, changes) = walk.node(scope, at, node);
        let starts = |outline: &Outline, node: &NodeOutline| -> Vec<Option<String>> {
            let starts = node.work.starts().iter();
            starts.map(|start| outline.name_of(*start).map(str::to_owned)).collect()
        };
        let after = to.and_then(|to| new.node(to)).map(|to| starts(new, to));
        if after != Some(starts(old, node)) || changes.iter().any(changes_begin) {
            changed.begin.push(at);
        } else if !changes.is_empty() {
            changed.rest.push(at);
        }
    }
    // Nodes that no walk reaches are unknown.
    changed.begin.extend(rest.into_values().flatten().map(|(at, _)| at));
    changed
}

/// Returns true if a change may affect what a state does before it ends, fails or is retried, or
/// what the history has of that: the time-out of a task.
fn changes_begin(change: &Change) -> bool {
    !matches!(
        change,
        Change::Output | Change::Retry | Change::Retriers | Change::Errors | Change::Exit(..)
    )
}

/// The states whose values that are random are the same in two versions.
pub struct SameChance {
    /// The number of the first state where they may differ, if there is one.
    differs_from: Option<usize>,
}

impl SameChance {
    #[inline]
    pub fn of(old: &Outline, new: &Outline) -> Self {
        let is_random = old.uses_random || new.uses_random;
        let is_other = is_random && !old.has_same_expressions(new);
        Self { differs_from: is_other.then(|| old.same_beginning(new)) }
    }

    /// Returns an error if a part of an execution with this wait may get other values in the other
    /// node.
    #[inline]
    pub fn check(&self, from: u32, to: u32, held: Held) -> Result<(), Change> {
        let is_before = |first| {
            held == Held::Task && from == to && usize::try_from(from).is_ok_and(|at| at < first)
        };
        let differs = self.differs_from.is_some_and(|first| !is_before(first));
        if differs && matches!(held, Held::Task | Held::Children) {
            return Err(Change::Chance);
        }
        Ok(())
    }
}

impl Outline {
    /// Name of the state of a node.
    pub fn name_of(&self, node: u32) -> Option<&str> {
        self.node(node).map(|node| node.state.as_str())
    }

    /// Returns true if both have the same states under the same numbers, with the same expressions.
    /// Then values that are random are the same, too.
    pub fn has_same_expressions(&self, other: &Self) -> bool {
        self.nodes.len() == other.nodes.len() && self.same_beginning(other) == self.nodes.len()
    }

    /// The number of states that have the same numbers, names and expressions in both, as all before
    /// them: their values that are random are the same, too.
    pub fn same_beginning(&self, other: &Self) -> usize {
        let is_same = |one: &NodeOutline, other: &NodeOutline| {
            let prints =
                |node: &NodeOutline| [node.print.call, node.print.input, node.print.output];
            one.scope == other.scope && one.state == other.state && prints(one) == prints(other)
        };
        let pairs = self.nodes.iter().zip(&other.nodes);
        pairs.take_while(|(one, other)| is_same(one, other)).count()
    }
}
