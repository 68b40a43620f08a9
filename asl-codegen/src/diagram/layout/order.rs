//! Sorts the rows so that few edges cross: each vertex goes to the mean of its neighbours' places,
//! in turn seen from above and from below.

use super::rows::Rows;

/// Sweeps without a better order before the search ends.
const PATIENCE: usize = 4;
/// Most sweeps.
const SWEEPS: usize = 24;

/// The side on which the fixed row is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Above,
    Below,
}

/// Sorts all rows.
pub(super) fn order(rows: &mut Rows) {
    let mut best = rows.order.clone();
    let mut fewest = crossings(rows);
    let mut since = 0;
    for sweep in 0..SWEEPS {
        if fewest == 0 || since == PATIENCE {
            break;
        }
        // Two sweeps of four prefer the right where means are equal.
        let is_right = sweep % 4 >= 2;
        if sweep % 2 == 0 {
            (1..rows.order.len()).for_each(|row| sort(rows, row, Side::Above, is_right));
        } else {
            (0..rows.order.len()).rev().for_each(|row| sort(rows, row, Side::Below, is_right));
        }
        let count = crossings(rows);
        since += 1;
        if count < fewest {
            (fewest, since) = (count, 0);
            best.clone_from(&rows.order);
        }
    }
    rows.order = best;
    (0..rows.order.len()).for_each(|row| rows.number(row));
}

/// Sorts a row. Vertices without neighbours on the side stay where they are.
fn sort(rows: &mut Rows, row: usize, side: Side, is_right: bool) {
    let neighbours = if side == Side::Above { &rows.above } else { &rows.below };
    let mut means = Vec::new();
    let mut places = Vec::new();
    for (place, &vertex) in rows.order[row].iter().enumerate() {
        let near = &neighbours[vertex];
        if !near.is_empty() {
            let sum: usize = near.iter().map(|&other| rows.index[other]).sum();
            // Rows are far shorter than 2^20, so the quotient is exact enough and its order fixed.
            means.push((((sum << 20) / near.len()), vertex));
            places.push(place);
        }
    }
    if is_right {
        means.reverse();
    }
    means.sort_by_key(|(mean, _)| *mean);
    for (place, (_, vertex)) in places.into_iter().zip(means) {
        rows.order[row][place] = vertex;
    }
    rows.number(row);
}

/// The number of crossings between all neighbouring rows.
fn crossings(rows: &Rows) -> usize {
    (0..rows.order.len()).map(|row| crossings_below(rows, row)).sum()
}

/// Counts pairs in the wrong order by a tree of sums over the lower row: O(edges * log(row)).
fn crossings_below(rows: &Rows, row: usize) -> usize {
    let Some(lower) = rows.order.get(row + 1) else { return 0 };
    let mut leaves = 1;
    while leaves < lower.len() {
        leaves *= 2;
    }
    let mut sums = vec![0usize; leaves * 2];
    let mut count = 0;
    for &vertex in &rows.order[row] {
        let mut ends: Vec<usize> = rows.below[vertex].iter().map(|&to| rows.index[to]).collect();
        ends.sort_unstable();
        for end in ends {
            let mut at = end + leaves;
            sums[at] += 1;
            while at > 1 {
                if at % 2 == 0 {
                    count += sums[at + 1];
                }
                at /= 2;
                sums[at] += 1;
            }
        }
    }
    count
}
