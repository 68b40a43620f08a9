//! Counts allocations; prints the counts as JSON.

use std::alloc::System;
use std::hint::black_box;
use std::process::ExitCode;

use asl_bench::figures::{Contender, Figures, Heap, Rows, Waiting};
use asl_bench::workloads::{
    SMALL, chain, counting, foreign, foreign_small, large, literals, map, order, own, own_small,
    parallel, rows, wait,
};
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
    let Ok(rows) = rows(&runtime) else {
        return ExitCode::FAILURE;
    };
    let figures = Figures {
        heap: workloads(&runtime),
        waiting: waiting(&runtime),
        million: Some(wait::measure(
            &runtime,
            Contender::Compiled,
            wait::MILLION,
            held,
            || Value::Null,
            wait::long,
        )),
        rows,
        ..Figures::default()
    };
    match serde_json::to_writer(std::io::stdout(), &figures) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn workloads(runtime: &Runtime) -> Vec<Heap> {
    let compiled = Contender::Compiled;
    let mut all = vec![
        heap(runtime, ("a", compiled, 100), own_small, chain::compiled),
        heap(runtime, ("a1", compiled, 1), own_small, chain::alone),
    ];
    all.extend(three(
        runtime,
        ("a2", 100),
        SMALL,
        (literals::compiled, literals::foreign, literals::own),
    ));
    let (compiled, transitions) = (counting::compiled, counting::TRANSITIONS);
    all.extend(three(
        runtime,
        ("b", transitions),
        &counting::text(),
        (compiled, counting::foreign, counting::own),
    ));
    let in_jsonata = ("b", Contender::CompiledJsonata, transitions);
    all.push(heap(runtime, in_jsonata, || own(&counting::text()), counting::compiled_jsonata));
    let (compiled, transitions) = (order::compiled, order::TRANSITIONS);
    all.extend(three(
        runtime,
        ("c", transitions),
        &order::text(),
        (compiled, order::foreign, order::own),
    ));
    all.extend(three(
        runtime,
        ("d", 50),
        SMALL,
        (parallel::compiled, parallel::foreign, parallel::own),
    ));
    let (text, transitions) = (map::text(), map::TRANSITIONS);
    all.extend(three(runtime, ("e", transitions), &text, (map::compiled, map::foreign, map::own)));
    all.extend(three(
        runtime,
        ("e0", transitions),
        &text,
        (map::unbounded, map::foreign, map::own),
    ));
    all.extend(three(
        runtime,
        ("f", 20),
        &large::text(),
        (large::compiled, large::foreign, large::own),
    ));
    all
}

/// The machine, and hand-written code on both kinds of values.
fn three<O, A, B, R, S, T>(
    runtime: &Runtime,
    (workload, transitions): (&str, usize),
    text: &str,
    (compiled, by_hand, by_hand_own): (
        impl Fn(Value) -> R,
        impl Fn(Foreign) -> S,
        impl Fn(Value) -> T,
    ),
) -> [Heap; 3]
where
    R: Future<Output = O>,
    S: Future<Output = A>,
    T: Future<Output = B>,
{
    let (own, foreign) = (|| own(text), || foreign(text));
    [
        heap(runtime, (workload, Contender::Compiled, transitions), own, compiled),
        heap(runtime, (workload, Contender::HandForeign, transitions), foreign, by_hand),
        heap(runtime, (workload, Contender::HandOwn, transitions), own, by_hand_own),
    ]
}

/// Counts the allocations of one run, after one that warms up.
#[expect(clippy::cast_precision_loss, reason = "counts are small")]
fn heap<I, O, R: Future<Output = O>>(
    runtime: &Runtime,
    (workload, contender, transitions): (&str, Contender, usize),
    input: impl Fn() -> I,
    run: impl Fn(I) -> R,
) -> Heap {
    black_box(runtime.block_on(run(input())));
    let prepared = input();
    let region = Region::new(ALLOCATOR);
    let output = runtime.block_on(run(prepared));
    let change = region.change();
    black_box(output);
    let per_transition = |count: usize| count as f64 / transitions as f64;
    Heap {
        workload: workload.to_owned(),
        contender,
        allocations: per_transition(change.allocations + change.reallocations),
        bytes: per_transition(change.bytes_allocated),
    }
}

/// Number of bytes held now.
fn held() -> usize {
    let stats = ALLOCATOR.stats();
    stats.bytes_allocated.saturating_sub(stats.bytes_deallocated)
}

fn rows(runtime: &Runtime) -> std::io::Result<Vec<Rows>> {
    let folder = std::env::temp_dir().join(format!("asl-bench-{}", std::process::id()));
    let measure = |rows| rows::measure(runtime, Contender::Compiled, &folder, rows, held);
    rows::ROWS.into_iter().map(measure).collect()
}

fn waiting(runtime: &Runtime) -> Vec<Waiting> {
    let both =
        |bare: Waiting, with_data: Waiting| Waiting { bytes_with_data: with_data.bytes, ..bare };
    vec![
        both(
            wait::measure(
                runtime,
                Contender::Compiled,
                wait::MANY,
                held,
                || Value::Null,
                wait::compiled,
            ),
            wait::measure(
                runtime,
                Contender::Compiled,
                wait::MANY,
                held,
                own_small,
                wait::compiled,
            ),
        ),
        both(
            wait::measure(
                runtime,
                Contender::HandForeign,
                wait::MANY,
                held,
                || Foreign::Null,
                wait::foreign,
            ),
            wait::measure(
                runtime,
                Contender::HandForeign,
                wait::MANY,
                held,
                foreign_small,
                wait::foreign,
            ),
        ),
        both(
            wait::measure(runtime, Contender::HandOwn, wait::MANY, held, || Value::Null, wait::own),
            wait::measure(runtime, Contender::HandOwn, wait::MANY, held, own_small, wait::own),
        ),
    ]
}
