//! The targets, with their measurements.

use crate::contest::Results;
use crate::filters::Family;
use crate::table::Row;

/// A target.
pub(crate) struct Target {
    pub(crate) what: String,
    pub(crate) limit: f64,
    /// The median or the worst row.
    pub(crate) measured: f64,
    /// The rows that miss it; empty if it is met.
    pub(crate) misses: Vec<String>,
}

/// Targets for jq.
pub(crate) fn jq(results: &Results) -> Vec<Target> {
    let mut targets = Vec::new();
    targets.extend(median(results, "jaq", 15.0, ("small documents", is_small)));
    targets.extend(each(results, "jaq", 1.0, ("rows", |_| true)));
    targets.extend(by_hand(results));
    targets
}

/// Targets for JSONata.
pub(crate) fn jsonata(results: &Results) -> Vec<Target> {
    let costly =
        |row: &Row| matches!(row.filter.family, Family::Aggregate | Family::Lambda | Family::Regex);
    let all = |row: &Row| matches!(row.filter.family, Family::Aggregate | Family::Sort);
    let targets = [
        median(results, "jsonata-core", 5.0, ("small documents", is_small)),
        each(results, "jsonata-core", 2.5, ("rows", |_| true)),
        each(results, "jsonata-core", 10.0, ("aggregates, lambdas, regular expressions", costly)),
        median(results, "jsonata-js", 50.0, ("rows", |_| true)),
        each(results, "jsonata-js", 100.0, ("aggregates, sorts", all)),
        each(results, "jsonata2py", 5.0, ("rows", |_| true)),
        by_hand(results),
    ];
    targets.into_iter().flatten().collect()
}

/// A name for some rows, and which they are.
type Rows<'w> = (&'w str, fn(&Row) -> bool);

fn is_small(row: &Row) -> bool {
    row.size.name == "small" && row.is_typical()
}

/// The rows with the ratios of a peer; `None` if the peer was left out.
fn ratios<'r>(
    results: &'r Results,
    peer: &str,
    wanted: fn(&Row) -> bool,
) -> Option<Vec<(&'r Row, f64)>> {
    let peer = results.peers.iter().position(|name| name == peer)?;
    let rows = results.rows.iter().filter(|row| wanted(row));
    Some(rows.filter_map(|row| Some((row, row.against(peer)?))).collect())
}

/// The ratio to a peer in the median.
fn median(results: &Results, peer: &str, limit: f64, (which, wanted): Rows<'_>) -> Option<Target> {
    let measured = middle(ratios(results, peer, wanted)?.into_iter().map(|(_, ratio)| ratio));
    let misses = if measured >= limit { Vec::new() } else { vec!["the median".to_owned()] };
    Some(Target { what: format!("{peer} / compiled, median of {which}"), limit, measured, misses })
}

/// The ratio to a peer in each row.
fn each(results: &Results, peer: &str, limit: f64, (which, wanted): Rows<'_>) -> Option<Target> {
    let ratios = ratios(results, peer, wanted)?;
    let measured = ratios.iter().map(|(_, ratio)| *ratio).fold(f64::INFINITY, f64::min);
    let misses = named(ratios.into_iter().filter(|(_, ratio)| *ratio < limit));
    Some(Target { what: format!("{peer} / compiled, worst of {which}"), limit, measured, misses })
}

/// The ratio to hand-written code in each row without fusion.
fn by_hand(results: &Results) -> Option<Target> {
    const LIMIT: f64 = 1.8;
    let rows = results.rows.iter().filter(|row| !row.filter.is_fused);
    let ratios: Vec<(&Row, f64)> = rows.map(|row| (row, row.against_hand())).collect();
    let typical = middle(ratios.iter().map(|(_, ratio)| *ratio));
    let measured = ratios.iter().map(|(_, ratio)| *ratio).fold(0.0, f64::max);
    let what = format!("compiled / by hand, worst row without fusion (median {typical:.2})");
    let misses = named(ratios.into_iter().filter(|(_, ratio)| *ratio > LIMIT));
    Some(Target { what, limit: LIMIT, measured, misses })
}

fn named<'r>(rows: impl Iterator<Item = (&'r Row, f64)>) -> Vec<String> {
    rows.map(|(row, ratio)| format!("{} {ratio:.1}", row.name())).collect()
}

fn middle(figures: impl Iterator<Item = f64>) -> f64 {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or_default()
}
