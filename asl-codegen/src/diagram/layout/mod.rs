//! Places boxes and the edges between them in rows from top to bottom, in the steps of Sugiyama:
//! `ranks` reverses edges that close circles and gives each vertex a row; `rows` adds a vertex
//! wherever an edge passes a row; `order` sorts the rows so that few edges cross; `columns` (Brandes
//! and Köpf) gives each vertex its place in its row; `routes` draws the edges.
//!
//! All of it is deterministic, and its memory is in proportion to the rows that edges pass.

#![expect(
    clippy::indexing_slicing,
    reason = "numbers of boxes, edges and vertices, which this folder gives out itself, index its lists"
)]

mod columns;
mod order;
mod ranks;
mod routes;
mod rows;

#[cfg(test)]
mod tests;

pub(super) use routes::Route;

/// Space between neighbours in a row.
const COLUMN_GAP: f64 = 28.0;
/// Space between edges that pass a row beside each other.
const EDGE_GAP: f64 = 14.0;
/// Space between two rows.
const ROW_GAP: f64 = 20.0;

/// Boxes and edges, by number.
#[derive(Debug, Default)]
pub(super) struct Graph {
    pub(super) boxes: Vec<Extent>,
    pub(super) edges: Vec<Edge>,
}

/// The size of a box or label: what is left and right of the column of its edges.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extent {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) height: f64,
}

/// An edge between different boxes.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) label: Option<Extent>,
    /// True for an edge of the usual way, which is as straight as possible.
    pub(super) is_main: bool,
}

/// The places of everything; the upper left corner is (0, 0).
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) width: f64,
    pub(super) height: f64,
    /// The column and the upper end of each box.
    pub(super) boxes: Vec<(f64, f64)>,
    /// A route for each edge.
    pub(super) routes: Vec<Route>,
}

/// The distance in rows of boxes that each edge would bridge: 1 if it leads to the next row.
pub(super) fn spans(graph: &Graph) -> Vec<usize> {
    let ranks = ranks::ranks(graph);
    graph.edges.iter().map(|edge| ranks.rank[edge.from].abs_diff(ranks.rank[edge.to]) / 2).collect()
}

/// Places the boxes of a graph; the first box is the start.
pub(super) fn layout(graph: &Graph) -> Layout {
    let ranks = ranks::ranks(graph);
    let mut rows = rows::rows(graph, &ranks);
    order::order(&mut rows);
    let columns = columns::columns(graph, &rows);
    routes::routes(graph, &rows, &columns)
}
