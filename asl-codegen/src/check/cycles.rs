//! Cycles in a part of the flow graph.

use crate::ir::{Machine, NodeId};

/// Groups of nodes that lead to each other through nodes of `part` only. A node that leads to
/// itself is a group too. Groups, and the nodes in each, are sorted. O(nodes + transitions).
pub(super) fn cycles(machine: &Machine, part: &[bool]) -> Vec<Vec<NodeId>> {
    let inside = |id: NodeId| part.get(id.index()).copied().unwrap_or_default();
    let edges: Vec<Vec<NodeId>> = (0..)
        .map(NodeId)
        .zip(&machine.nodes)
        .map(|(id, node)| {
            let targets = node.kind.targets().into_iter().filter_map(|target| target.node);
            if inside(id) { targets.filter(|target| inside(*target)).collect() } else { Vec::new() }
        })
        .collect();
    let mut search = Search::new(&edges);
    for id in (0..).map(NodeId).take(edges.len()) {
        search.from(id);
    }
    let mut groups = search.groups;
    groups.retain(|group| match group.as_slice() {
        [only] => edges.get(only.index()).is_some_and(|targets| targets.contains(only)),
        _ => true,
    });
    for group in &mut groups {
        group.sort_unstable();
    }
    groups.sort_unstable();
    groups
}

/// Tarjan's algorithm with an explicit stack, because machines can be long chains.
struct Search<'a> {
    edges: &'a [Vec<NodeId>],
    /// Time of the first visit of each node; 0 before it.
    seen: Vec<u32>,
    /// The earliest node that each node reaches.
    low: Vec<u32>,
    /// Nodes whose group is not complete.
    open: Vec<NodeId>,
    is_open: Vec<bool>,
    clock: u32,
    groups: Vec<Vec<NodeId>>,
}

impl<'a> Search<'a> {
    fn new(edges: &'a [Vec<NodeId>]) -> Self {
        let nodes = edges.len();
        Self {
            edges,
            seen: vec![0; nodes],
            low: vec![0; nodes],
            open: Vec::new(),
            is_open: vec![false; nodes],
            clock: 0,
            groups: Vec::new(),
        }
    }

    fn from(&mut self, start: NodeId) {
        if get(&self.seen, start) > 0 {
            return;
        }
        self.begin(start);
        let mut path = vec![(start, 0)];
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            let target =
                self.edges.get(node.index()).and_then(|targets| targets.get(*next)).copied();
            *next += 1;
            match target {
                Some(target) if get(&self.seen, target) == 0 => {
                    self.begin(target);
                    path.push((target, 0));
                }
                Some(target) if self.is_open.get(target.index()).copied().unwrap_or_default() => {
                    self.lower(node, get(&self.seen, target));
                }
                Some(_) => {}
                None => {
                    path.pop();
                    self.end(node);
                    if let Some((parent, _)) = path.last() {
                        self.lower(*parent, get(&self.low, node));
                    }
                }
            }
        }
    }

    fn begin(&mut self, node: NodeId) {
        self.clock += 1;
        set(&mut self.seen, node, self.clock);
        set(&mut self.low, node, self.clock);
        set(&mut self.is_open, node, true);
        self.open.push(node);
    }

    fn lower(&mut self, node: NodeId, to: u32) {
        let low = get(&self.low, node).min(to);
        set(&mut self.low, node, low);
    }

    /// Ends the visit of a node. If the node reaches no earlier one, its group is complete.
    fn end(&mut self, node: NodeId) {
        if get(&self.low, node) != get(&self.seen, node) {
            return;
        }
        let mut group = Vec::new();
        while let Some(member) = self.open.pop() {
            set(&mut self.is_open, member, false);
            group.push(member);
            if member == node {
                break;
            }
        }
        self.groups.push(group);
    }
}

fn get(list: &[u32], id: NodeId) -> u32 {
    list.get(id.index()).copied().unwrap_or_default()
}

fn set<T>(list: &mut [T], id: NodeId, value: T) {
    if let Some(slot) = list.get_mut(id.index()) {
        *slot = value;
    }
}
