//! The part of a run that the page shows: of a large one the failures, the beginning and the end.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::history::count;
use crate::run::{Attempt, Outcome, Run, TextId, Visit};

/// The most visits.
const MOST_VISITS: usize = 20_000;
/// The most attempts of a visit, half of them the last.
const MOST_ATTEMPTS: usize = 100;
/// The most iterations of a visit.
const MOST_ITERATIONS: usize = 10_000;
/// The most bytes of one text.
const LONGEST_TEXT: usize = 256 * 1024;
/// The most bytes of all texts.
const MOST_BYTES: usize = 16 * 1024 * 1024;
/// The most bytes of an error or a cause.
const LONGEST_CAUSE: usize = 32 * 1024;

/// A run with the texts that it shows.
#[derive(Debug, Serialize)]
pub(super) struct Kept {
    #[serde(flatten)]
    pub(super) run: Run,
    texts: BTreeMap<TextId, String>,
    /// The bytes of texts of which only the beginning is kept.
    cut: BTreeMap<TextId, usize>,
}

/// Bounds a run.
pub(super) fn trim(mut run: Run) -> Kept {
    trim_visits(&mut run);
    let mut left_out = 0_usize;
    for visit in &mut run.visits {
        left_out += trim_visit(visit);
    }
    run.cause = run.cause.take().map(shorten);
    if left_out > 0 {
        run.notes.push(format!(
            "{} of attempts or iterations are left out.",
            count(left_out, "entry").replace("entrys", "entries")
        ));
    }
    let mut kept = Kept { run, texts: BTreeMap::new(), cut: BTreeMap::new() };
    keep_texts(&mut kept);
    kept
}

/// Keeps failures, the beginning and the end, with the visits around each.
fn trim_visits(run: &mut Run) {
    let total = run.visits.len();
    if total <= MOST_VISITS {
        return;
    }
    let failed = |index: &usize| {
        let visit = run.visits.get(*index);
        visit.is_some_and(|visit| !matches!(visit.outcome, Outcome::Succeeded))
    };
    let failed = (0..total).filter(failed).take(MOST_VISITS / 2);
    let (first, last) = (0..total, total - MOST_VISITS / 4..total);
    let mut kept = BTreeSet::new();
    for index in failed.chain(last).chain(first) {
        let mut at = Some(index);
        while let Some(index) = at.filter(|_| kept.len() < MOST_VISITS) {
            if !kept.insert(index) {
                break;
            }
            at = run.visits.get(index).and_then(|visit| visit.parent);
        }
    }
    let mut new_index = BTreeMap::new();
    let old = std::mem::take(&mut run.visits);
    for (index, mut visit) in old.into_iter().enumerate() {
        if kept.contains(&index) {
            new_index.insert(index, run.visits.len());
            visit.parent = visit.parent.and_then(|parent| new_index.get(&parent).copied());
            run.visits.push(visit);
        }
    }
    run.visits_left_out = total - run.visits.len();
    run.notes.push(format!(
        "The page shows {} of {total} visits of states: failures, the first and the last ones. The \
         numbers in the graph are of all visits.",
        run.visits.len()
    ));
}

/// Bounds a visit. Returns the number of entries that are left out.
fn trim_visit(visit: &mut Visit) -> usize {
    visit.cause = visit.cause.take().map(shorten);
    let attempts = visit.attempts.len();
    if attempts > MOST_ATTEMPTS {
        let half = MOST_ATTEMPTS / 2;
        visit.attempts.drain(half..attempts - half);
        visit.attempts_left_out = attempts - MOST_ATTEMPTS;
    }
    for Attempt { cause, .. } in &mut visit.attempts {
        *cause = cause.take().map(shorten);
    }
    let rank = |outcome: Outcome| match outcome {
        Outcome::Failed | Outcome::TimedOut => 0,
        Outcome::Aborted => 1,
        Outcome::Running => 2,
        Outcome::Caught | Outcome::Succeeded => 3,
    };
    visit.iterations.sort_by_key(|iteration| (rank(iteration.outcome), iteration.index));
    visit.iterations_left_out = visit.iterations.len().saturating_sub(MOST_ITERATIONS);
    visit.iterations.truncate(MOST_ITERATIONS);
    visit.attempts_left_out + visit.iterations_left_out
}

fn shorten(text: String) -> String {
    if text.len() <= LONGEST_CAUSE {
        return text;
    }
    format!("{}… ({} bytes)", beginning(&text, LONGEST_CAUSE), text.len())
}

/// The beginning of a text.
fn beginning(text: &str, bytes: usize) -> &str {
    let end = (0..=bytes.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    end.and_then(|end| text.get(..end)).unwrap_or_default()
}

/// Keeps the texts that are shown: those of failures first.
fn keep_texts(kept: &mut Kept) {
    let run = &kept.run;
    let mut ids: Vec<TextId> = run.input.into_iter().chain(run.output).collect();
    let is_failure = |visit: &&Visit| visit.outcome != Outcome::Succeeded;
    for visit in run.visits.iter().filter(is_failure) {
        add_ids(visit, &mut ids);
    }
    for visit in &run.visits {
        add_ids(visit, &mut ids);
    }
    let mut bytes = 0;
    let mut left_out = BTreeSet::new();
    for id in ids {
        if kept.texts.contains_key(&id) || left_out.contains(&id) {
            continue;
        }
        let text = run.texts.text(id);
        let shown = beginning(text, LONGEST_TEXT);
        if bytes + shown.len() > MOST_BYTES {
            left_out.insert(id);
            continue;
        }
        bytes += shown.len();
        if shown.len() < text.len() {
            kept.cut.insert(id, text.len());
        }
        kept.texts.insert(id, shown.to_owned());
    }
    if !left_out.is_empty() {
        kept.run.notes.push(format!(
            "{} of data are left out: a page has at most {} MiB of data.",
            count(left_out.len(), "text"),
            MOST_BYTES / 1024 / 1024
        ));
    }
}

fn add_ids(visit: &Visit, ids: &mut Vec<TextId>) {
    ids.extend(visit.input.into_iter().chain(visit.output));
    ids.extend(visit.variables.values());
    for attempt in &visit.attempts {
        ids.extend([attempt.input, attempt.submitted, attempt.output].into_iter().flatten());
    }
}
