//! The rows of vertices: boxes, and a vertex for each row that an edge passes.

use super::ranks::Ranks;
use super::{Extent, Graph};

/// All vertices in rows, with the edges between neighbouring rows.
pub(super) struct Rows {
    /// The boxes, with their numbers in the graph, then what edges add.
    pub(super) vertices: Vec<Vertex>,
    /// The vertices of each row from left to right. Rows of boxes and rows of labels alternate.
    pub(super) order: Vec<Vec<usize>>,
    /// The index of each vertex in its row.
    pub(super) index: Vec<usize>,
    /// Neighbours in the row above.
    pub(super) above: Vec<Vec<usize>>,
    /// Neighbours in the row below.
    pub(super) below: Vec<Vec<usize>>,
    /// By edge: its vertices from the upper box to the lower one.
    pub(super) chains: Vec<Vec<usize>>,
}

/// A vertex.
#[derive(Clone, Debug)]
pub(super) struct Vertex {
    pub(super) extent: Extent,
    pub(super) row: usize,
    pub(super) kind: Kind,
}

/// The kind of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A box of the graph.
    Box,
    /// The label of an edge.
    Label,
    /// A row that an edge passes.
    Passage,
}

/// Adds the passages and labels of edges, in the order of a search from the first box.
pub(super) fn rows(graph: &Graph, ranks: &Ranks) -> Rows {
    let count = ranks.rank.iter().max().map_or(0, |last| last + 1);
    let boxes = graph.boxes.iter().zip(ranks.rank.iter());
    let vertices =
        boxes.map(|(&extent, &row)| Vertex { extent, row, kind: Kind::Box }).collect::<Vec<_>>();
    let mut rows = Rows {
        above: vec![Vec::new(); vertices.len()],
        below: vec![Vec::new(); vertices.len()],
        index: Vec::new(),
        order: vec![Vec::new(); count],
        chains: Vec::new(),
        vertices,
    };
    for (edge, &is_reversed) in graph.edges.iter().zip(ranks.is_reversed.iter()) {
        let (upper, lower) = if is_reversed { (edge.to, edge.from) } else { (edge.from, edge.to) };
        let (first, last) = (ranks.rank[upper], ranks.rank[lower]);
        // A label is beside the box that its edge comes from.
        let label_row = if is_reversed { last.saturating_sub(1) } else { first + 1 };
        let mut chain = vec![upper];
        for row in first + 1..last {
            let vertex = match edge.label.filter(|_| row == label_row) {
                Some(extent) => Vertex { extent, row, kind: Kind::Label },
                None => Vertex { extent: Extent::default(), row, kind: Kind::Passage },
            };
            let number = rows.vertices.len();
            rows.vertices.push(vertex);
            rows.above.push(Vec::new());
            rows.below.push(Vec::new());
            rows.connect(&chain, number);
            chain.push(number);
        }
        rows.connect(&chain, lower);
        chain.push(lower);
        rows.chains.push(chain);
    }
    rows.index = vec![0; rows.vertices.len()];
    rows.search();
    rows
}

impl Rows {
    fn connect(&mut self, chain: &[usize], lower: usize) {
        if let Some(&upper) = chain.last() {
            self.below[upper].push(lower);
            self.above[lower].push(upper);
        }
    }

    /// Fills the rows in the order in which a search in depth finds the vertices.
    fn search(&mut self) {
        let mut is_found = vec![false; self.vertices.len()];
        for first in 0..self.vertices.len() {
            let mut open = vec![first];
            while let Some(vertex) = open.pop() {
                if std::mem::replace(&mut is_found[vertex], true) {
                    continue;
                }
                let row = self.vertices[vertex].row;
                self.order[row].push(vertex);
                open.extend(self.below[vertex].iter().rev());
            }
        }
        for row in 0..self.order.len() {
            self.number(row);
        }
    }

    /// Numbers the vertices of a row after it was changed.
    pub(super) fn number(&mut self, row: usize) {
        for (index, &vertex) in self.order[row].iter().enumerate() {
            self.index[vertex] = index;
        }
    }
}
