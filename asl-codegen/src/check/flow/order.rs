//! The order in which data reach the nodes.

use crate::ir::{Machine, NodeId, NodeKind, ScopeId};

/// A visit: of a node, or of a Parallel or Map whose scopes have ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Visit {
    Enter(NodeId),
    Join(NodeId),
}

/// The order of visits: a node after those that lead to it, a join after the nodes of its scopes.
pub(super) fn ranks(machine: &Machine) -> Vec<(u32, u32)> {
    let nodes = machine.nodes.len();
    let mut order: Vec<Visit> = Vec::with_capacity(nodes * 2);
    let mut seen = vec![(false, false); nodes];
    let Some(start) = machine.scopes.first().and_then(|scope| scope.start.node) else {
        return Vec::new();
    };
    let mut path = vec![(Visit::Enter(start), None::<std::vec::IntoIter<Visit>>)];
    while let Some((visit, next)) = path.last_mut() {
        let visit = *visit;
        let (Visit::Enter(id) | Visit::Join(id)) = visit;
        if next.is_none() {
            let slot = seen.get_mut(id.index()).map(|(enter, join)| match visit {
                Visit::Enter(_) => enter,
                Visit::Join(_) => join,
            });
            if slot.is_none_or(|seen| std::mem::replace(seen, true)) {
                path.pop();
                continue;
            }
        }
        match next.get_or_insert_with(|| followers(machine, visit).into_iter()).next() {
            Some(follower) => path.push((follower, None)),
            None => {
                order.push(visit);
                path.pop();
            }
        }
    }
    let mut ranks = vec![(0, 0); nodes];
    for (rank, visit) in (0..).zip(order.into_iter().rev()) {
        let (Visit::Enter(id) | Visit::Join(id)) = visit;
        if let Some((enter, join)) = ranks.get_mut(id.index()) {
            *(if matches!(visit, Visit::Enter(_)) { enter } else { join }) = rank;
        }
    }
    ranks
}

/// The visits that follow a visit, in reverse order of preference.
fn followers(machine: &Machine, visit: Visit) -> Vec<Visit> {
    let (Visit::Enter(id) | Visit::Join(id)) = visit;
    let Some(node) = machine.nodes.get(id.index()) else { return Vec::new() };
    let targets =
        || node.kind.targets().into_iter().filter_map(|target| target.node).map(Visit::Enter);
    let starts = |scopes: &[ScopeId]| {
        let starts =
            scopes.iter().filter_map(|scope| machine.scopes.get(scope.index())?.start.node);
        starts.map(Visit::Enter).collect::<Vec<_>>()
    };
    match (visit, &node.kind) {
        (Visit::Join(_), _) => targets().collect(),
        (_, NodeKind::Fork(fork)) => {
            std::iter::once(Visit::Join(id)).chain(starts(&fork.branches)).collect()
        }
        (_, NodeKind::ForEach(each)) => {
            std::iter::once(Visit::Join(id)).chain(starts(&[each.body])).collect()
        }
        _ => targets().collect(),
    }
}
