//! Paths that can be updated one after the other, because none leads into another.

use crate::syntax::{Filter, Kind};

/// One step of a path, if it is known.
#[derive(PartialEq, Eq)]
enum Step<'p> {
    Name(&'p str),
    Each,
}

/// True if any two of several paths differ in a name before they differ in anything else.
pub(super) fn are_disjoint(filters: &[&Filter]) -> bool {
    let paths: Option<Vec<Vec<Step<'_>>>> = filters.iter().map(|filter| steps(filter)).collect();
    let Some(paths) = paths else { return false };
    paths
        .iter()
        .enumerate()
        .all(|(at, path)| paths.iter().skip(at + 1).all(|other| part(path, other)))
}

fn part(path: &[Step<'_>], other: &[Step<'_>]) -> bool {
    let ways = path.iter().zip(other).find(|(step, other)| step != other);
    matches!(ways, Some((Step::Name(_), Step::Name(_))))
}

fn steps(filter: &Filter) -> Option<Vec<Step<'_>>> {
    let mut path = Vec::new();
    collect(filter, &mut path).then_some(path)
}

fn collect<'p>(filter: &'p Filter, path: &mut Vec<Step<'p>>) -> bool {
    let (before, step) = match &filter.kind {
        Kind::Identity => return true,
        Kind::Pipe(left, right) => return collect(left, path) && collect(right, path),
        Kind::Field(target, name) => (target, Step::Name(name)),
        Kind::Iterate(target) => (target, Step::Each),
        _ => return false,
    };
    let goes_on = collect(before, path);
    path.push(step);
    goes_on
}
