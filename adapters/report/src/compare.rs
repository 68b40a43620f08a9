//! The differences of two runs, in the order of the first.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use crate::run::{Attempt, Run, TextId, Visit};

/// The most differences that are listed.
const MOST: usize = 1000;

/// A difference: a visit that only one run has, or one that went another way.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Difference {
    /// Path of the state.
    pub(crate) path: String,
    /// The differences: `only in the first run`, `outcome`, `input` and so on.
    pub(crate) what: Vec<&'static str>,
    /// Indices of the visits in both runs.
    pub(crate) visits: [Option<usize>; 2],
}

/// The common visits of two runs, and their differences.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    /// Indices of the visits that correspond.
    pub(crate) pairs: Vec<[usize; 2]>,
    /// The differences, the first one first.
    pub(crate) differences: Vec<Difference>,
}

/// A visit in a run: the groups around it, its path, and the number of the visits like it before.
type Key = (Vec<(u64, usize)>, String, usize);

/// Compares two runs.
pub(crate) fn compare(first: &Run, second: &Run) -> Comparison {
    let keys = [keys(first), keys(second)];
    let [first_keys, second_keys] = &keys;
    let others: HashMap<&Key, usize> =
        second_keys.iter().enumerate().map(|(index, key)| (key, index)).collect();
    let mut matched = vec![false; second_keys.len()];
    let (mut list, mut pairs) = (Vec::new(), Vec::new());
    for (index, key) in first_keys.iter().enumerate() {
        let other = others.get(key).copied();
        let what = match other {
            None => vec!["only in the first run"],
            Some(other) => {
                if let Some(matched) = matched.get_mut(other) {
                    *matched = true;
                }
                pairs.push([index, other]);
                different([first, second], [index, other])
            }
        };
        if !what.is_empty() {
            let start = order(first, index);
            let visits = [Some(index), other];
            list.push((start, Difference { path: key.1.clone(), what, visits }));
        }
    }
    for (index, key) in second_keys.iter().enumerate() {
        if matched.get(index) == Some(&false) {
            let visits = [None, Some(index)];
            let what = vec!["only in the second run"];
            list.push((order(second, index), Difference { path: key.1.clone(), what, visits }));
        }
    }
    list.sort_by_key(|(start, _)| *start);
    let list = list.into_iter().map(|(_, difference)| difference);
    Comparison { pairs, differences: list.take(MOST).collect() }
}

/// Number of the event that begins a visit: both runs count from 1.
fn order(run: &Run, index: usize) -> u64 {
    run.visits.get(index).map_or(0, |visit| visit.id)
}

fn keys(run: &Run) -> Vec<Key> {
    let mut seen: BTreeMap<(Vec<(u64, usize)>, String), usize> = BTreeMap::new();
    let mut keys: Vec<Key> = Vec::new();
    for visit in &run.visits {
        let parent = visit.parent.and_then(|parent| keys.get(parent));
        let mut groups = parent.map_or_else(Vec::new, |parent| parent.0.clone());
        if let (Some(parent), Some(group)) = (parent, visit.group) {
            groups.push((group, parent.2));
        }
        let path = run.states.get(visit.state).map_or_else(String::new, |state| state.path.clone());
        let count = seen.entry((groups.clone(), path.clone())).or_default();
        keys.push((groups, path, *count));
        *count += 1;
    }
    keys
}

fn different(runs: [&Run; 2], visits: [usize; 2]) -> Vec<&'static str> {
    let [Some(first), Some(second)] =
        [runs[0].visits.get(visits[0]), runs[1].visits.get(visits[1])]
    else {
        return Vec::new();
    };
    let text = |run: &'static str, differs: bool| differs.then_some(run);
    let data = |id: fn(&Visit) -> Option<TextId>| {
        let [first, second] = [(runs[0], first), (runs[1], second)]
            .map(|(run, visit)| id(visit).map(|id| run.texts.text(id)));
        first != second
    };
    let calls = |run: &Run, visit: &Visit| -> Vec<_> {
        let text = |id: Option<TextId>| id.map(|id| run.texts.text(id).to_owned());
        let call = |attempt: &Attempt| (attempt.outcome, text(attempt.input), text(attempt.output));
        visit.attempts.iter().map(call).collect()
    };
    let variables = |run: &Run, visit: &Visit| -> Vec<(String, String)> {
        let text = |(name, id): (&String, &TextId)| (name.clone(), run.texts.text(*id).to_owned());
        visit.variables.iter().map(text).collect()
    };
    [
        text("outcome", first.outcome != second.outcome),
        text("error", (&first.error, &first.cause) != (&second.error, &second.cause)),
        text("attempts", first.attempts.len() != second.attempts.len()),
        text("task", calls(runs[0], first) != calls(runs[1], second)),
        text("input", data(|visit| visit.input)),
        text("output", data(|visit| visit.output)),
        text("variables", variables(runs[0], first) != variables(runs[1], second)),
    ]
    .into_iter()
    .flatten()
    .collect()
}
