//! The parts of the timeline in which nothing happens, and which are long beside the rest. The page
//! folds them, so that a wait of a day does not hide the seconds around it.

use crate::run::Run;

/// The shortest part that is folded, in milliseconds.
const SHORTEST: u64 = 10_000;

/// The folded parts, in order.
pub(super) fn gaps(run: &Run) -> Vec<[u64; 2]> {
    let times = times(run);
    let working = working(run);
    let mut parts: Vec<([u64; 2], bool)> = Vec::new();
    for pair in times.windows(2) {
        let [from, to] = *pair else { continue };
        let is_working = working.iter().any(|[start, end]| *start <= from && to <= *end);
        parts.push(([from, to], is_working));
    }
    parts.sort_by_key(|([from, to], _)| to - from);
    let mut shown = 0_u64;
    let mut folded = Vec::new();
    for ([from, to], is_working) in parts {
        let length = to - from;
        // Work may be the longest part by far, a wait may not.
        let most = shown.saturating_mul(if is_working { 8 } else { 2 });
        if length >= SHORTEST && shown > 0 && length > most {
            folded.push([from, to]);
        } else {
            shown = shown.saturating_add(length);
        }
    }
    folded.sort_unstable();
    folded
}

/// The distinct times at which anything begins or ends.
fn times(run: &Run) -> Vec<u64> {
    let mut times: Vec<u64> = [run.start, run.end, run.last].into_iter().flatten().collect();
    for visit in &run.visits {
        times.extend(visit.start.into_iter().chain(visit.end));
        let attempts = visit.attempts.iter();
        times.extend(attempts.flat_map(|attempt| [attempt.start, attempt.end]).flatten());
    }
    times.extend(run.redrives.iter().flatten());
    times.sort_unstable();
    times.dedup();
    times
}

/// The times in which tasks run, merged where they overlap.
fn working(run: &Run) -> Vec<[u64; 2]> {
    let attempts = run.visits.iter().flat_map(|visit| &visit.attempts);
    let mut parts: Vec<[u64; 2]> =
        attempts.filter_map(|attempt| Some([attempt.start?, attempt.end?])).collect();
    parts.sort_unstable();
    let mut merged: Vec<[u64; 2]> = Vec::new();
    for [start, end] in parts {
        match merged.last_mut() {
            Some(last) if start <= last[1] => last[1] = last[1].max(end),
            Some(_) | None => merged.push([start, end]),
        }
    }
    merged
}
