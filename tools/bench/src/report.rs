//! All that was measured.

use asl_bench::figures::{Contender, Figures, Heap, Time, Waiting};
use asl_bench::job::{Answer, Measured};
use serde::Serialize;

/// All figures; `--json` writes it.
#[derive(Default, Serialize)]
pub(crate) struct Report {
    /// The workloads, per build.
    pub(crate) builds: Vec<Build>,
    /// What compilation costs.
    pub(crate) compile: Option<Compile>,
    /// Other implementations.
    pub(crate) peers: Option<Peers>,
    /// Compiled jq programs.
    pub(crate) expressions: Option<Expressions>,
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

/// The compiled machines, which come first, among other implementations of the language.
#[derive(Default, Serialize)]
pub(crate) struct Peers {
    /// Each one's figures.
    pub(crate) measured: Vec<Peer>,
    /// Which there are no figures of, and why.
    pub(crate) left_out: Vec<(String, String)>,
}

/// One implementation.
#[derive(Serialize)]
pub(crate) struct Peer {
    /// Its name.
    pub(crate) name: String,
    /// Which version.
    pub(crate) version: String,
    /// What was measured.
    pub(crate) workloads: Vec<Measured>,
}

/// What compiled jq programs cost.
#[derive(Serialize)]
pub(crate) struct Expressions {
    /// What the program that measures them printed.
    pub(crate) speed: String,
    /// How many were compiled in one crate.
    pub(crate) count: u32,
    /// CPU milliseconds of `cargo check` for each.
    pub(crate) check_millis: f64,
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
    /// True if with a function per state.
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

/// What a figure is measured against.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Limit {
    AtMost(f64),
    AtLeast(f64),
}

/// A figure that is to be reached.
#[derive(Serialize)]
pub(crate) struct Target {
    /// Which.
    pub(crate) what: String,
    /// How much.
    pub(crate) limit: Limit,
    /// The figures of all builds.
    pub(crate) measured: Vec<f64>,
}

impl Target {
    /// True if the middle one of the figures is within the limit.
    pub(crate) fn is_met(&self) -> bool {
        median(&self.measured).is_some_and(|median| match self.limit {
            Limit::AtMost(limit) => median <= limit,
            Limit::AtLeast(limit) => median >= limit,
        })
    }
}

/// The middle figure; the better of two.
pub(crate) fn median(figures: &[f64]) -> Option<f64> {
    let mut figures = figures.to_vec();
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len().saturating_sub(1) / 2).copied()
}

impl Peers {
    /// Adds the rounds of one turn to those of the turns before.
    pub(crate) fn add(&mut self, name: &str, answer: Answer) {
        let Some(peer) = self.measured.iter_mut().find(|peer| peer.name == name) else {
            let Answer { version, workloads } = answer;
            self.measured.push(Peer { name: name.to_owned(), version, workloads });
            return;
        };
        for (all, more) in peer.workloads.iter_mut().zip(answer.workloads) {
            all.micros.extend(more.micros);
            all.error = all.error.take().or(more.error);
        }
    }

    /// Gives up on a peer.
    pub(crate) fn leave_out(&mut self, name: &str, why: String) {
        self.measured.retain(|peer| peer.name != name);
        self.left_out.push((name.to_owned(), why));
    }

    /// The compiled machines' figures of a workload.
    pub(crate) fn compiled(&self, workload: &str) -> Option<&Measured> {
        self.measured.first()?.workload(workload)
    }

    /// How many times as long as the compiled machine a peer takes for a workload, by their best
    /// rounds.
    pub(crate) fn ratio(&self, peer: &str, workload: &str) -> Option<f64> {
        let peer = self.measured.iter().find(|measured| measured.name == peer)?;
        Some(best(&peer.workload(workload)?.micros)? / best(&self.compiled(workload)?.micros)?)
    }
}

impl Peer {
    /// The figures of a workload, unless it failed.
    fn workload(&self, name: &str) -> Option<&Measured> {
        self.workloads.iter().find(|measured| measured.name == name && measured.error.is_none())
    }
}

/// The smallest figure.
pub(crate) fn best(figures: &[f64]) -> Option<f64> {
    figures.iter().copied().min_by(f64::total_cmp)
}

impl Build {
    pub(crate) fn time(&self, workload: &str, contender: Contender) -> Option<&Time> {
        self.speed
            .times
            .iter()
            .find(|time| time.workload == workload && time.contender == contender)
    }

    pub(crate) fn heap(&self, workload: &str, contender: Contender) -> Option<&Heap> {
        self.heap.heap.iter().find(|heap| heap.workload == workload && heap.contender == contender)
    }

    pub(crate) fn waiting(&self, contender: Contender) -> Option<(&Waiting, &Waiting)> {
        let of = |figures: &'_ Figures| {
            figures.waiting.iter().position(|waiting| waiting.contender == contender)
        };
        let speed = self.speed.waiting.get(of(&self.speed)?)?;
        let heap = self.heap.waiting.get(of(&self.heap)?)?;
        Some((speed, heap))
    }

    /// How much more heap ten times as many rows take.
    #[expect(clippy::cast_precision_loss, reason = "bytes of a few megabytes")]
    pub(crate) fn growth(&self) -> Option<f64> {
        let [few, many] = self.heap.rows.as_slice() else { return None };
        Some(many.bytes as f64 / few.bytes as f64)
    }

    /// Nanoseconds of a transition of the chain, without what starting and ending a run costs.
    pub(crate) fn dispatch(&self) -> Option<f64> {
        let (chain, alone) =
            (self.time("a", Contender::Compiled)?, self.time("a1", Contender::Compiled)?);
        Some((chain.best * 100.0 - alone.best) / 99.0)
    }

    /// How long the machine takes as a part of what `other` takes, by their medians.
    pub(crate) fn ratio(&self, workload: &str, other: Contender) -> Option<f64> {
        Some(self.time(workload, Contender::Compiled)?.median / self.time(workload, other)?.median)
    }
}
