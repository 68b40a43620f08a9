//! Counts allocations; prints the counts as JSON.

use std::alloc::System;
use std::hint::black_box;
use std::process::ExitCode;

use asl_benches::figures::{Contender, Figures, Heap, Waiting};
use asl_benches::workloads::{chain, foreign_small, large, literals, own_small, parallel, wait};
use asl_runtime::Value;
use serde_json::Value as Foreign;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use tokio::runtime::{Builder, Runtime};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() -> ExitCode {
    let Ok(runtime) = Builder::new_current_thread().enable_time().build() else {
        return ExitCode::FAILURE;
    };
    let figures = Figures { heap: workloads(&runtime), waiting: waiting(&runtime), ..Figures::default() };
    match serde_json::to_writer(std::io::stdout(), &figures) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn workloads(runtime: &Runtime) -> Vec<Heap> {
    let text = large::text();
    let own = || Value::from_json_str(&text).unwrap_or_default();
    let foreign = || serde_json::from_str(&text).unwrap_or_default();
    let (compiled, by_hand, by_hand_own) = (Contender::Compiled, Contender::HandForeign, Contender::HandOwn);
    vec![
        heap(runtime, ("a", compiled, 100), own_small, chain::compiled),
        heap(runtime, ("a1", compiled, 1), own_small, chain::alone),
        heap(runtime, ("a2", compiled, 100), own_small, literals::compiled),
        heap(runtime, ("a2", by_hand, 100), foreign_small, literals::foreign),
        heap(runtime, ("a2", by_hand_own, 100), own_small, literals::own),
        heap(runtime, ("d", compiled, 50), own_small, parallel::compiled),
        heap(runtime, ("d", by_hand, 50), foreign_small, parallel::foreign),
        heap(runtime, ("d", by_hand_own, 50), own_small, parallel::own),
        heap(runtime, ("f", compiled, 20), own, large::compiled),
        heap(runtime, ("f", by_hand, 20), foreign, large::foreign),
        heap(runtime, ("f", by_hand_own, 20), own, large::own),
    ]
}

/// Counts what one run allocates, after one that warms up.
#[expect(clippy::cast_precision_loss, reason = "counts are small")]
fn heap<I, O, R: Future<Output = O>>(
    runtime: &Runtime,
    (workload, contender, transitions): (&str, Contender, u32),
    input: impl Fn() -> I,
    run: impl Fn(I) -> R,
) -> Heap {
    black_box(runtime.block_on(run(input())));
    let prepared = input();
    let region = Region::new(ALLOCATOR);
    let output = runtime.block_on(run(prepared));
    let change = region.change();
    black_box(output);
    let per_transition = |count: usize| count as f64 / f64::from(transitions);
    Heap {
        workload: workload.to_owned(),
        contender,
        allocations: per_transition(change.allocations + change.reallocations),
        bytes: per_transition(change.bytes_allocated),
    }
}

fn waiting(runtime: &Runtime) -> Vec<Waiting> {
    let held = || {
        let stats = ALLOCATOR.stats();
        stats.bytes_allocated.saturating_sub(stats.bytes_deallocated)
    };
    let both = |bare: Waiting, with_data: Waiting| Waiting { bytes_with_data: with_data.bytes, ..bare };
    vec![
        both(
            wait::measure(runtime, Contender::Compiled, held, || Value::Null, wait::compiled),
            wait::measure(runtime, Contender::Compiled, held, own_small, wait::compiled),
        ),
        both(
            wait::measure(runtime, Contender::HandForeign, held, || Foreign::Null, wait::foreign),
            wait::measure(runtime, Contender::HandForeign, held, foreign_small, wait::foreign),
        ),
        both(
            wait::measure(runtime, Contender::HandOwn, held, || Value::Null, wait::own),
            wait::measure(runtime, Contender::HandOwn, held, own_small, wait::own),
        ),
    ]
}
