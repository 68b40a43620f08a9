//! The rows from top to bottom, and the ways of edges: straight down through the rows, curved only
//! between them, so that no edge crosses a box.

use super::rows::{Kind, Rows};
use super::{Graph, Layout, ROW_GAP};

/// Distance of an edge's end from the sides of its box.
const PORT_MARGIN: f64 = 10.0;
/// Distance of ends of edges at a box.
const PORT_GAP: f64 = 12.0;

/// The way of an edge.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Route {
    /// From the box that it comes from to the one that it leads to. Two points with the same column
    /// are joined by a line, others by a curve that begins and ends vertically.
    pub(in super::super) points: Vec<(f64, f64)>,
    /// The column and the upper end of its label.
    pub(in super::super) label: Option<(f64, f64)>,
}

/// The upper and the lower end of a row.
#[derive(Clone, Copy, Default)]
struct Band {
    top: f64,
    bottom: f64,
}

/// Routes all edges, and moves everything to the upper left corner.
pub(super) fn routes(graph: &Graph, rows: &Rows, columns: &[f64]) -> Layout {
    let bands = bands(rows);
    let ports = Ports::new(rows, columns);
    let boxes = (0..graph.boxes.len())
        .map(|number| (columns[number], bands[rows.vertices[number].row].top));
    let mut layout = Layout { width: 0.0, height: 0.0, boxes: boxes.collect(), routes: Vec::new() };
    for (number, edge) in graph.edges.iter().enumerate() {
        let mut route = route(rows, &bands, columns, &ports, number);
        if rows.chains[number].first() != Some(&edge.from) {
            route.points.reverse();
        }
        layout.routes.push(route);
    }
    let ends = rows
        .vertices
        .iter()
        .zip(columns.iter())
        .map(|(vertex, column)| (column - vertex.extent.left, column + vertex.extent.right));
    let (left, right) = ends
        .fold((f64::MAX, f64::MIN), |(left, right), ends| (left.min(ends.0), right.max(ends.1)));
    layout.width = (right - left).max(0.0);
    layout.height = bands.iter().map(|band| band.bottom).fold(0.0, f64::max);
    for column in &mut layout.boxes {
        column.0 -= left;
    }
    for route in &mut layout.routes {
        route.points.iter_mut().chain(&mut route.label).for_each(|point| point.0 -= left);
    }
    layout
}

/// A row without labels is a line in the middle of the space between its neighbours.
fn bands(rows: &Rows) -> Vec<Band> {
    let mut bands = Vec::new();
    let mut y = 0.0;
    for row in &rows.order {
        let heights = row.iter().map(|&vertex| rows.vertices[vertex].extent.height);
        let height = heights.fold(0.0, f64::max);
        bands.push(Band { top: y, bottom: y + height });
        y += height + ROW_GAP;
    }
    bands
}

fn route(rows: &Rows, bands: &[Band], columns: &[f64], ports: &Ports, edge: usize) -> Route {
    let chain = &rows.chains[edge];
    let mut route = Route::default();
    for (place, &vertex) in chain.iter().enumerate() {
        let (band, column) = (bands[rows.vertices[vertex].row], columns[vertex]);
        if place == 0 {
            let height = rows.vertices[vertex].extent.height;
            let port = ports.lower[edge];
            route.points.extend([(port, band.top + height), (port, band.bottom)]);
        } else if place + 1 == chain.len() {
            route.points.push((ports.upper[edge], band.top));
        } else if rows.vertices[vertex].kind == Kind::Label {
            route.label = Some((column, band.top));
            route.points.extend([(column, band.top), (column, band.bottom)]);
        } else if band.bottom > band.top {
            route.points.extend([(column, band.top), (column, band.bottom)]);
        }
    }
    route
        .points
        .dedup_by(|one, other| (one.0 - other.0).abs() < 0.01 && (one.1 - other.1).abs() < 0.01);
    route
}

/// The ends of edges at their boxes.
struct Ports {
    /// By edge: the column where it leaves its upper box.
    lower: Vec<f64>,
    /// By edge: the column where it reaches its lower box.
    upper: Vec<f64>,
}

impl Ports {
    fn new(rows: &Rows, columns: &[f64]) -> Self {
        let count = rows.chains.len();
        let mut ports = Self { lower: vec![0.0; count], upper: vec![0.0; count] };
        let mut leaving = vec![Vec::new(); rows.vertices.len()];
        let mut arriving = vec![Vec::new(); rows.vertices.len()];
        for (edge, chain) in rows.chains.iter().enumerate() {
            let (first, last) = (chain.first().copied(), chain.last().copied());
            let (second, before) = (chain.get(1).copied(), chain.iter().rev().nth(1).copied());
            if let (Some(first), Some(second)) = (first, second) {
                leaving[first].push((columns[second], edge));
            }
            if let (Some(last), Some(before)) = (last, before) {
                arriving[last].push((columns[before], edge));
            }
        }
        for vertex in 0..rows.vertices.len() {
            for (wanted, ends) in [(&leaving, &mut ports.lower), (&arriving, &mut ports.upper)] {
                for (column, edge) in spread(rows, columns[vertex], vertex, &wanted[vertex]) {
                    ends[edge] = column;
                }
            }
        }
        ports
    }
}

/// Puts ends side by side, each as near as possible to the column that it wants.
fn spread(rows: &Rows, column: f64, vertex: usize, wanted: &[(f64, usize)]) -> Vec<(f64, usize)> {
    let extent = rows.vertices[vertex].extent;
    // Both sides alike: the box of a state with an edge to itself is wider to the right.
    let half = (extent.left.min(extent.right) - PORT_MARGIN).max(0.0);
    let mut ends: Vec<(f64, usize)> = wanted.to_vec();
    ends.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let spaces = ends.len().saturating_sub(1);
    let gap = if spaces == 0 { 0.0 } else { PORT_GAP.min(2.0 * half / count(spaces)) };
    let mut last = f64::MIN;
    for (place, end) in ends.iter_mut().enumerate() {
        let rest = count(spaces - place) * gap;
        let wanted = end.0.clamp(column - half, column + half);
        end.0 = wanted.max(last + gap).min(column + half - rest);
        last = end.0;
    }
    ends
}

/// A number of ends.
fn count(ends: usize) -> f64 {
    u32::try_from(ends).map_or(f64::MAX, f64::from)
}
