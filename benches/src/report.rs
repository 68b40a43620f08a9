//! All that was measured.

use asl_benches::figures::{Contender, Figures, Heap, Time, Waiting};
use serde::Serialize;

/// All figures; `--json` writes it.
#[derive(Default, Serialize)]
pub(crate) struct Report {
    /// The workloads, per build.
    pub(crate) builds: Vec<Build>,
    /// What compilation costs.
    pub(crate) compile: Option<Compile>,
    /// What was to be reached.
    pub(crate) targets: Vec<Target>,
}

/// One build's figures.
#[derive(Serialize)]
pub(crate) struct Build {
    /// How it was built.
    pub(crate) name: String,
    /// By the process that takes times.
    pub(crate) speed: Figures,
    /// By the process that counts allocations.
    pub(crate) heap: Figures,
}

/// What compiling machines costs.
#[derive(Serialize)]
pub(crate) struct Compile {
    /// CPU seconds to build the macro and all it needs.
    pub(crate) macro_tree: f64,
    /// Milliseconds for the macro to expand a machine of 200 states, itself in a debug build.
    pub(crate) expansion: f64,
    /// Each machine's.
    pub(crate) machines: Vec<Machine>,
}

/// What compiling one machine costs; the crate that it is in, and nothing else.
#[derive(Serialize)]
pub(crate) struct Machine {
    /// How many states it has.
    pub(crate) states: u32,
    /// Whether with a function per state.
    pub(crate) state_functions: bool,
    /// `cargo check`
    pub(crate) check: Cost,
    /// `cargo build`
    pub(crate) debug: Cost,
    /// `cargo build --release`
    pub(crate) release: Cost,
    /// `cargo check` after a literal of the definition was changed.
    pub(crate) touched_check: Cost,
    /// `cargo build` after a literal of the definition was changed.
    pub(crate) touched_debug: Cost,
}

/// What one call of rustc costs.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct Cost {
    /// CPU seconds.
    pub(crate) seconds: f64,
    /// Most memory held, in MiB.
    pub(crate) peak: f64,
}

/// A figure that is to be reached.
#[derive(Serialize)]
pub(crate) struct Target {
    /// Which.
    pub(crate) what: String,
    /// At most so much.
    pub(crate) limit: f64,
    /// The figures of all builds.
    pub(crate) measured: Vec<f64>,
}

impl Target {
    /// Whether the middle one of the figures is within the limit.
    pub(crate) fn is_met(&self) -> bool {
        median(&self.measured).is_some_and(|median| median <= self.limit)
    }
}

/// The middle figure; the better of two.
pub(crate) fn median(figures: &[f64]) -> Option<f64> {
    let mut figures = figures.to_vec();
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len().saturating_sub(1) / 2).copied()
}

impl Build {
    pub(crate) fn time(&self, workload: &str, contender: Contender) -> Option<&Time> {
        self.speed.times.iter().find(|time| time.workload == workload && time.contender == contender)
    }

    pub(crate) fn heap(&self, workload: &str, contender: Contender) -> Option<&Heap> {
        self.heap.heap.iter().find(|heap| heap.workload == workload && heap.contender == contender)
    }

    pub(crate) fn waiting(&self, contender: Contender) -> Option<(&Waiting, &Waiting)> {
        let of = |figures: &'_ Figures| figures.waiting.iter().position(|waiting| waiting.contender == contender);
        let speed = self.speed.waiting.get(of(&self.speed)?)?;
        let heap = self.heap.waiting.get(of(&self.heap)?)?;
        Some((speed, heap))
    }

    /// Nanoseconds of a transition of the chain, without what starting and ending a run costs.
    pub(crate) fn dispatch(&self) -> Option<f64> {
        let (chain, alone) = (self.time("a", Contender::Compiled)?, self.time("a1", Contender::Compiled)?);
        Some((chain.best * 100.0 - alone.best) / 99.0)
    }

    /// How long the machine takes as a part of what `other` takes, by their medians.
    pub(crate) fn ratio(&self, workload: &str, other: Contender) -> Option<f64> {
        Some(self.time(workload, Contender::Compiled)?.median / self.time(workload, other)?.median)
    }
}
