//! Measures contenders in turns, so that a temporary disturbance of the machine affects all of
//! them.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Does the work this many times, and returns the duration; `None` if it cannot.
pub(crate) type Contender<'c> = Box<dyn FnMut(u32) -> Option<Duration> + 'c>;

/// Intended duration of a turn.
const TURN: Duration = Duration::from_millis(4);
/// Number of turns of each contender.
const ROUNDS: usize = 25;
/// Number of runs before the first turn.
const WARM_UP: u32 = 1;
/// Maximum number of runs of a turn.
const MOST: f64 = 20_000.0;

/// A contender with a borrowed input.
pub(crate) fn shared<'c, O>(mut run: impl FnMut() -> O + 'c) -> Contender<'c> {
    Box::new(move |times| {
        let start = Instant::now();
        for _ in 0..times {
            drop(black_box(run()));
        }
        Some(start.elapsed())
    })
}

/// A contender with a new owned input each time. Creating inputs and dropping outputs is not
/// measured.
pub(crate) fn owning<'c, I, O>(
    mut input: impl FnMut() -> I + 'c,
    mut run: impl FnMut(I) -> O + 'c,
) -> Contender<'c> {
    Box::new(move |times| {
        let inputs: Vec<I> = (0..times).map(|_| input()).collect();
        let mut outputs = Vec::with_capacity(inputs.len());
        let start = Instant::now();
        for input in inputs {
            outputs.push(black_box(run(input)));
        }
        let taken = start.elapsed();
        drop(outputs);
        Some(taken)
    })
}

/// Nanoseconds of a run for each contender: the best of its turns, because other processes may be
/// busy. `most` limits the runs of a turn.
pub(crate) fn measure(contenders: &mut [Contender<'_>], most: u32) -> Vec<Option<f64>> {
    let counts: Vec<u32> = contenders.iter_mut().map(|contender| runs(contender, most)).collect();
    let mut best = vec![None; counts.len()];
    for _ in 0..ROUNDS {
        for ((contender, count), best) in contenders.iter_mut().zip(&counts).zip(&mut best) {
            let taken =
                contender(*count).map(|taken| taken.as_secs_f64() * 1e9 / f64::from(*count));
            *best = taken.map(|taken| best.map_or(taken, |best: f64| best.min(taken)));
        }
    }
    best
}

/// The number of runs in a turn.
fn runs(contender: &mut Contender<'_>, most: u32) -> u32 {
    contender(WARM_UP);
    let one = contender(3).unwrap_or_default().as_secs_f64() / 3.0;
    (TURN.as_secs_f64() / one.max(1e-9)).clamp(1.0, MOST.min(f64::from(most))) as u32
}
