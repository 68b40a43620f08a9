//! Independent executions of c on two threads, each with a tokio runtime of its own.

use std::hint::black_box;
use std::sync::Barrier;
use std::time::{Duration, Instant};

use tokio::runtime::Builder;

use super::{order, own};

/// Executions of each thread in a round, which takes a few milliseconds: short enough to fit
/// between the turns of other processes.
const RUNS: usize = 500;

/// Rounds, of which the fastest counts.
const ROUNDS: usize = 400;

/// Executions that two threads run in the time in which one thread runs one; `None` if no runtime
/// can be built.
pub fn speedup() -> Option<f64> {
    // In turns, so that a temporary disturbance of the machine affects both.
    let (mut one, mut two) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        one = one.min(round(1)?);
        two = two.min(round(2)?);
    }
    Some(2.0 * one.as_secs_f64() / two.as_secs_f64())
}

/// The time of the slowest of some threads.
fn round(threads: usize) -> Option<Duration> {
    let (text, start) = (order::text(), Barrier::new(threads));
    std::thread::scope(|scope| {
        let spawned: Vec<_> =
            (0..threads).map(|_| scope.spawn(|| executions(&text, &start))).collect();
        let times = spawned.into_iter().map(|thread| thread.join().ok().flatten());
        times.collect::<Option<Vec<Duration>>>()?.into_iter().max()
    })
}

/// The time of one thread's executions, after some that warm up.
fn executions(text: &str, start: &Barrier) -> Option<Duration> {
    let runtime = Builder::new_current_thread().enable_time().build().ok()?;
    let (machine, input) = (order::machine(), own(text));
    let run = |count: usize| {
        for _ in 0..count {
            // The result is checked elsewhere.
            drop(black_box(runtime.block_on(machine.run(input.clone()))));
        }
    };
    run(RUNS / 10);
    start.wait();
    let begin = Instant::now();
    run(RUNS);
    Some(begin.elapsed())
}
