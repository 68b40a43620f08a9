//! The column of each vertex, after Brandes and Köpf: "Fast and Simple Horizontal Coordinate
//! Assignment". Four layouts, each pressed into one corner, make chains of vertices straight; the
//! result is the mean of the two in the middle. Blocks are placed by a longest path over the graph
//! of blocks, which respects the widths of all vertices.

use std::collections::HashSet;

use super::rows::{Kind, Rows};
use super::{COLUMN_GAP, EDGE_GAP, Graph};

/// A layout in one of the four corners. The rows are given in its direction, so that its corner is
/// always the upper left one.
struct Corner<'r> {
    rows: &'r Rows,
    order: Vec<Vec<usize>>,
    is_upwards: bool,
    is_mirrored: bool,
}

/// The columns of all vertices.
pub(super) fn columns(graph: &Graph, rows: &Rows) -> Vec<f64> {
    let mut conflicts = conflicts(rows);
    prefer_main(graph, rows, &mut conflicts);
    let corners = [(false, false), (false, true), (true, false), (true, true)];
    let layouts = corners.map(|(is_upwards, is_mirrored)| {
        let corner = Corner::new(rows, is_upwards, is_mirrored);
        let columns = corner.columns(&conflicts);
        (corner.is_mirrored, columns)
    });
    middle(rows, layouts)
}

/// Moves the layouts to the sides of the narrowest one, and takes the mean of the middle two.
fn middle(rows: &Rows, layouts: [(bool, Vec<f64>); 4]) -> Vec<f64> {
    let ends = |columns: &Vec<f64>| {
        let sides = rows.vertices.iter().zip(columns.iter());
        sides.fold((f64::MAX, f64::MIN), |(left, right), (vertex, column)| {
            (left.min(column - vertex.extent.left), right.max(column + vertex.extent.right))
        })
    };
    let sides = layouts.each_ref().map(|(_, columns)| ends(columns));
    let narrowest =
        sides.into_iter().min_by(|one, other| (one.1 - one.0).total_cmp(&(other.1 - other.0)));
    let Some((left, right)) = narrowest else { return Vec::new() };
    let mut shifted = layouts.into_iter().zip(sides).map(|((is_mirrored, columns), side)| {
        let shift = if is_mirrored { right - side.1 } else { left - side.0 };
        columns.iter().map(|column| column + shift).collect::<Vec<f64>>()
    });
    let (Some(a), Some(b), Some(c), Some(d)) =
        (shifted.next(), shifted.next(), shifted.next(), shifted.next())
    else {
        return Vec::new();
    };
    (0..rows.vertices.len())
        .map(|vertex| {
            let mut four = [a[vertex], b[vertex], c[vertex], d[vertex]];
            four.sort_by(f64::total_cmp);
            let [_, low, high, _] = four;
            f64::midpoint(low, high)
        })
        .collect()
}

/// Edges between two rows that cross a long edge's straight part: they do not align.
fn conflicts(rows: &Rows) -> HashSet<(usize, usize)> {
    let mut conflicts = HashSet::new();
    let is_passage = |vertex: usize| rows.vertices[vertex].kind != Kind::Box;
    let inner_above = |vertex: usize| {
        let above = rows.above[vertex].first().copied().filter(|&above| is_passage(above));
        above.filter(|_| is_passage(vertex))
    };
    for row in 1..rows.order.len() {
        let (upper, lower) = (&rows.order[row - 1], &rows.order[row]);
        let (mut left, mut from) = (0, 0);
        for (place, &vertex) in lower.iter().enumerate() {
            let inner = inner_above(vertex);
            if inner.is_none() && place + 1 < lower.len() {
                continue;
            }
            let right = inner.map_or(upper.len(), |above| rows.index[above]);
            for &between in lower.iter().take(place + 1).skip(from) {
                for &above in &rows.above[between] {
                    let index = rows.index[above];
                    let is_inner = is_passage(above) && is_passage(between);
                    if (index < left || index > right) && !is_inner {
                        conflicts.insert((above, between));
                    }
                }
            }
            (left, from) = (right, place + 1);
        }
    }
    conflicts
}

/// Prefers edges of the usual way: at their boxes no other edge aligns with the box.
fn prefer_main(graph: &Graph, rows: &Rows, conflicts: &mut HashSet<(usize, usize)>) {
    let mut leaves = vec![false; graph.boxes.len()];
    let mut arrives = vec![false; graph.boxes.len()];
    let ends = |edge: usize| {
        let chain = &rows.chains[edge];
        let (upper, lower) = (chain.first().copied()?, chain.last().copied()?);
        Some((upper, chain.get(1).copied()?, chain.iter().rev().nth(1).copied()?, lower))
    };
    for (edge, _) in graph.edges.iter().enumerate().filter(|(_, edge)| edge.is_main) {
        if let Some((upper, _, _, lower)) = ends(edge) {
            leaves[upper] = true;
            arrives[lower] = true;
        }
    }
    for (edge, _) in graph.edges.iter().enumerate().filter(|(_, edge)| !edge.is_main) {
        let Some((upper, first, last, lower)) = ends(edge) else { continue };
        if leaves[upper] {
            conflicts.insert((upper, first));
        }
        if arrives[lower] {
            conflicts.insert((last, lower));
        }
    }
}

impl<'r> Corner<'r> {
    fn new(rows: &'r Rows, is_upwards: bool, is_mirrored: bool) -> Self {
        let mut order: Vec<Vec<usize>> = rows.order.clone();
        if is_upwards {
            order.reverse();
        }
        if is_mirrored {
            for row in &mut order {
                row.reverse();
            }
        }
        Self { rows, order, is_upwards, is_mirrored }
    }

    fn columns(&self, conflicts: &HashSet<(usize, usize)>) -> Vec<f64> {
        let roots = self.align(conflicts);
        let columns = self.compact(&roots);
        let sign = if self.is_mirrored { -1.0 } else { 1.0 };
        (0..self.rows.vertices.len()).map(|vertex| sign * columns[roots[vertex]]).collect()
    }

    /// The place of a vertex in its row, from this corner.
    fn place(&self, vertex: usize) -> usize {
        let index = self.rows.index[vertex];
        if !self.is_mirrored {
            return index;
        }
        self.rows.order[self.rows.vertices[vertex].row].len() - 1 - index
    }

    /// The first vertex of each vertex's block: vertices with the same column. A vertex joins that
    /// of its middle neighbour in the row before, unless another edge is in the way.
    fn align(&self, conflicts: &HashSet<(usize, usize)>) -> Vec<usize> {
        let mut roots: Vec<usize> = (0..self.rows.vertices.len()).collect();
        let mut is_taken = vec![false; self.rows.vertices.len()];
        for row in &self.order {
            let mut next = 0;
            for &vertex in row {
                let near = if self.is_upwards { &self.rows.below } else { &self.rows.above };
                let mut near = near[vertex].clone();
                near.sort_by_key(|&other| self.place(other));
                let middle = near.len() / 2;
                let lower =
                    if near.len().is_multiple_of(2) { middle.saturating_sub(1) } else { middle };
                for &other in near.iter().take(middle + 1).skip(lower) {
                    let edge = if self.is_upwards { (vertex, other) } else { (other, vertex) };
                    let place = self.place(other);
                    if place < next || is_taken[other] || conflicts.contains(&edge) {
                        continue;
                    }
                    is_taken[other] = true;
                    roots[vertex] = roots[other];
                    next = place + 1;
                    break;
                }
            }
        }
        roots
    }

    /// The distance of two neighbours in a row.
    fn distance(&self, one: usize, other: usize) -> f64 {
        let (one, other) = (&self.rows.vertices[one], &self.rows.vertices[other]);
        let gap = |kind: Kind| if kind == Kind::Passage { EDGE_GAP } else { COLUMN_GAP };
        let gap = f64::midpoint(gap(one.kind), gap(other.kind));
        if self.is_mirrored {
            one.extent.left + gap + other.extent.right
        } else {
            one.extent.right + gap + other.extent.left
        }
    }

    /// The columns of blocks, by their roots: first as far to the left as possible, then as near to
    /// the right neighbours as these allow.
    fn compact(&self, roots: &[usize]) -> Vec<f64> {
        let count = self.rows.vertices.len();
        let mut after: Vec<Vec<(usize, f64)>> = vec![Vec::new(); count];
        let mut before = vec![0usize; count];
        for row in &self.order {
            for (&one, &other) in row.iter().zip(row.iter().skip(1)) {
                after[roots[one]].push((roots[other], self.distance(one, other)));
                before[roots[other]] += 1;
            }
        }
        let mut columns = vec![0.0_f64; count];
        let mut ready: Vec<usize> =
            (0..count).rev().filter(|&root| roots[root] == root && before[root] == 0).collect();
        let mut sorted = Vec::new();
        while let Some(block) = ready.pop() {
            sorted.push(block);
            for &(other, distance) in &after[block] {
                columns[other] = columns[other].max(columns[block] + distance);
                before[other] -= 1;
                if before[other] == 0 {
                    ready.push(other);
                }
            }
        }
        for &block in sorted.iter().rev() {
            let limits = after[block].iter().map(|&(other, distance)| columns[other] - distance);
            let limit = limits.fold(f64::MAX, f64::min);
            if limit < f64::MAX {
                columns[block] = columns[block].max(limit);
            }
        }
        columns
    }
}
