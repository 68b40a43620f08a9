//! Measures contenders in turns, so that a temporary disturbance of the machine affects all of
//! them.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Does the work this many times, and returns the duration.
pub(crate) type Contender<'c> = Box<dyn FnMut(u32) -> Duration + 'c>;

/// Intended duration of a turn.
const TURN: Duration = Duration::from_millis(4);
/// Number of turns of each contender.
const ROUNDS: usize = 25;
/// Maximum number of runs of a turn.
const MOST: f64 = 20_000.0;

/// A contender with a borrowed input.
pub(crate) fn shared<'c, O>(mut run: impl FnMut() -> O + 'c) -> Contender<'c> {
    Box::new(move |times| {
        let start = Instant::now();
        for _ in 0..times {
            drop(black_box(run()));
        }
        start.elapsed()
    })
}

/// A contender with a new owned input each time. Creating inputs and dropping outputs is not
/// measured.
pub(crate) fn owning<'c, I, O>(mut input: impl FnMut() -> I + 'c, mut run: impl FnMut(I) -> O + 'c) -> Contender<'c> {
    Box::new(move |times| {
        let inputs: Vec<I> = (0..times).map(|_| input()).collect();
        let mut outputs = Vec::with_capacity(inputs.len());
        let start = Instant::now();
        for input in inputs {
            outputs.push(black_box(run(input)));
        }
        let taken = start.elapsed();
        drop(outputs);
        taken
    })
}

/// Nanoseconds of a run for each contender: the best of its turns, because other processes may be
/// busy. `most` limits the runs of a turn.
pub(crate) fn measure<const N: usize>(mut contenders: [Contender<'_>; N], most: u32) -> [f64; N] {
    let counts = contenders.each_mut().map(|contender| {
        contender(1);
        let one = contender(3).as_secs_f64() / 3.0;
        let fits = (TURN.as_secs_f64() / one.max(1e-9)).clamp(1.0, MOST.min(f64::from(most)));
        fits as u32
    });
    let mut best = [f64::INFINITY; N];
    for _ in 0..ROUNDS {
        for ((contender, count), best) in contenders.iter_mut().zip(counts).zip(&mut best) {
            *best = best.min(contender(count).as_secs_f64() * 1e9 / f64::from(count));
        }
    }
    best
}
