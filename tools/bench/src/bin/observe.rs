//! Measures what observing costs, and prints a row for each workload: nanoseconds for a transition
//! without an observer, nanoseconds for an event that an observer counts, and the number of events.
//! With the feature `tracing`, the first figure includes spans that no subscriber wants.

use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use asl_bench::workloads::{counting, order, own};
use asl_runtime::history::{HistoryEvent, Observer, Subject};
use asl_runtime::{Compiled, RunOptions, Value};
use tokio::runtime::{Builder, Runtime};

/// Rounds, of which the fastest counts.
const ROUNDS: usize = 60;

/// Counts events.
#[derive(Default)]
struct Count(AtomicU64);

impl Observer for Count {
    fn event(&self, _: &Subject, _: &HistoryEvent) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn main() -> ExitCode {
    let Ok(runtime) = Builder::new_current_thread().enable_time().build() else {
        return ExitCode::FAILURE;
    };
    let (count, order_text) = (own(&counting::text()), own(&order::text()));
    show("b", &measure(&runtime, &counting::machine(), &count, 2), counting::TRANSITIONS);
    show("c", &measure(&runtime, &order::machine(), &order_text, 500), order::TRANSITIONS);
    ExitCode::SUCCESS
}

/// The fastest run without and with an observer, and the number of events.
struct Measured {
    off: Duration,
    observed: Duration,
    events: u64,
}

fn measure(runtime: &Runtime, machine: &Compiled, input: &Value, runs: u32) -> Measured {
    let count = Arc::new(Count::default());
    let round = |is_observed: bool| {
        let start = Instant::now();
        for _ in 0..runs {
            let options = RunOptions::default().id("bench");
            let options = if is_observed { options.observer(count.clone()) } else { options };
            // The result is checked elsewhere.
            drop(black_box(runtime.block_on(machine.run_with(input.clone(), options))));
        }
        start.elapsed() / runs
    };
    let (mut off, mut observed) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        (off, observed) = (off.min(round(false)), observed.min(round(true)));
    }
    let rounds = u64::from(runs) * ROUNDS as u64;
    Measured { off, observed, events: count.0.load(Ordering::Relaxed) / rounds }
}

#[expect(clippy::print_stdout, reason = "this is the program's output")]
#[expect(clippy::cast_precision_loss, reason = "figures of at most nine digits")]
fn show(name: &str, measured: &Measured, transitions: usize) {
    let Measured { off, observed, events } = measured;
    let nanoseconds = |time: Duration| time.as_nanos() as f64;
    let transition = nanoseconds(*off) / transitions as f64;
    let event = nanoseconds(observed.saturating_sub(*off)) / *events as f64;
    println!("{name} {transition:.1} {event:.1} {events}");
}
