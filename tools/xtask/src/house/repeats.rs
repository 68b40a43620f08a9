//! Runs of equal lines in several places.

use std::collections::HashMap;
use std::fmt;

use super::Place;

/// Minimum length of a run.
const RUN: usize = 6;

/// A run of equal lines in two places.
pub(crate) struct Repeat {
    place: String,
    first: String,
    lines: usize,
}

impl fmt::Display for Repeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, first, lines } = self;
        write!(f, "{place}: {lines} lines as at {first}")
    }
}

/// A line with code, outside of imports.
struct Line<'a> {
    place: &'a Place,
    number: usize,
    text: &'a str,
}

/// Finds the runs of six lines or more that already occurred, in this file or an earlier one.
/// Generated files repeat what their model repeats.
pub(crate) fn find(places: &[Place]) -> Vec<Repeat> {
    let by_hand = places.iter().filter(|place| !place.file.is_generated());
    let files: Vec<Vec<Line<'_>>> = by_hand.map(lines).collect();
    let mut seen: HashMap<Vec<&str>, (usize, usize)> = HashMap::new();
    let mut found: Vec<Repeat> = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let mut after = 0;
        for (at, window) in file.windows(RUN).enumerate() {
            let texts = window.iter().map(|line| line.text).collect();
            let (first_file, first_at) = *seen.entry(texts).or_insert((index, at));
            let is_itself = first_file == index && at < first_at + RUN;
            if is_itself || at < after {
                continue;
            }
            let Some(first) = files.get(first_file).and_then(|file| file.get(first_at..)) else {
                continue;
            };
            let equal = file.iter().skip(at).zip(first);
            let lines = equal.take_while(|(one, other)| one.text == other.text).count();
            after = at + lines;
            found.extend(repeat(window, first, lines));
        }
    }
    found
}

fn repeat(run: &[Line<'_>], first: &[Line<'_>], lines: usize) -> Option<Repeat> {
    let shown = |line: &Line<'_>| format!("{}:{}", line.place.shown, line.number);
    Some(Repeat { place: shown(run.first()?), first: shown(first.first()?), lines })
}

fn lines(place: &Place) -> Vec<Line<'_>> {
    let lines = place.file.code.lines().zip(place.file.text.lines()).zip(1..);
    let mut is_import = false;
    lines
        .filter_map(|((code, text), number)| {
            let is_first = code.starts_with("use ") || code.starts_with("pub use ");
            let skipped = is_first || is_import;
            is_import = skipped && !code.contains(';');
            let text = text.trim();
            (!skipped && !code.trim().is_empty()).then_some(Line { place, number, text })
        })
        .collect()
}
