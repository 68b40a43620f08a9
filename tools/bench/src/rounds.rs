//! Measures contenders in turns, so that a temporary disturbance of the machine affects all of
//! them.

use std::hint::black_box;
use std::time::{Duration, Instant};

use tokio::runtime::Runtime;

use crate::figures::{Contender, Time};

/// A contender of a workload: runs it this many times, and returns the duration.
pub struct Entrant<'r> {
    /// Its name.
    pub contender: Contender,
    /// Runs one round.
    pub round: Box<dyn FnMut() -> Duration + 'r>,
}

impl<'r> Entrant<'r> {
    /// A contender that creates `count` inputs, runs on each, and drops the outputs. Only running
    /// is measured. It first runs on a few of the `small` inputs: creating large inputs evicts the
    /// code of all contenders from the caches, and loading it would dominate the measurement.
    pub fn new<I, O, R>(
        contender: Contender,
        runtime: &'r Runtime,
        count: usize,
        (small, input): (impl Fn() -> I + 'r, impl Fn() -> I + 'r),
        run: impl Fn(I) -> R + 'r,
    ) -> Self
    where
        R: Future<Output = O>,
    {
        Self { contender, round: Box::new(move || round(runtime, count, (&small, &input), &run)) }
    }
}

/// Number of runs on small inputs before each round.
const WARM_UP: usize = 50;

fn round<I, O, R>(
    runtime: &Runtime,
    count: usize,
    (small, input): (&impl Fn() -> I, &impl Fn() -> I),
    run: &impl Fn(I) -> R,
) -> Duration
where
    R: Future<Output = O>,
{
    let inputs: Vec<I> = (0..count).map(|_| input()).collect();
    let mut outputs = Vec::with_capacity(count);
    settle();
    for _ in 0..WARM_UP {
        black_box(runtime.block_on(run(small())));
    }
    let start = Instant::now();
    runtime.block_on(async {
        for input in inputs {
            outputs.push(run(input).await);
        }
    });
    let taken = start.elapsed();
    black_box(&outputs);
    taken
}

/// Freeing a large block makes glibc consolidate its small ones now, and not during the
/// measurement.
fn settle() {
    drop(black_box(Vec::<u8>::with_capacity(100 * 1024)));
}

/// Runs all contenders in turns. Returns nanoseconds per transition, best and median. The first
/// round of each only warms up.
#[expect(clippy::cast_precision_loss, reason = "counts are small")]
pub fn measure(
    workload: &str,
    rounds: usize,
    transitions: usize,
    mut entrants: Vec<Entrant<'_>>,
) -> Vec<Time> {
    let mut taken = vec![Vec::with_capacity(rounds); entrants.len()];
    for entrant in &mut entrants {
        (entrant.round)();
    }
    for _ in 0..rounds {
        for (entrant, taken) in entrants.iter_mut().zip(&mut taken) {
            taken.push((entrant.round)().as_secs_f64() * 1e9 / transitions as f64);
        }
    }
    let time = |(entrant, mut taken): (&Entrant<'_>, Vec<f64>)| {
        taken.sort_by(f64::total_cmp);
        let median = taken.get(taken.len() / 2).copied().unwrap_or_default();
        let best = taken.first().copied().unwrap_or_default();
        Time { workload: workload.to_owned(), contender: entrant.contender, best, median }
    };
    entrants.iter().zip(taken).map(time).collect()
}
