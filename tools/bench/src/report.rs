//! All measurements.

use asl_bench::figures::{Contender, Figures, Heap, Time, Waiting};
use asl_bench::job::{Answer, Measured};
use serde::{Deserialize, Serialize};

/// All figures; `--json` writes it.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Report {
    /// The workloads of each build.
    pub(crate) builds: Vec<Build>,
    /// The cost of compilation.
    pub(crate) compile: Option<Compile>,
    /// Other implementations.
    pub(crate) peers: Option<Peers>,
    /// Compiled programs in jq and JSONata.
    pub(crate) expressions: Option<Expressions>,
    /// The targets.
    pub(crate) targets: Vec<Target>,
}

/// One build's figures.
#[derive(Serialize, Deserialize)]
pub(crate) struct Build {
    /// The build's options.
    pub(crate) name: String,
    /// From the process that measures times.
    pub(crate) speed: Figures,
    /// From the process that counts allocations.
    pub(crate) heap: Figures,
}

/// Other implementations of the language, with the compiled machines first.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Peers {
    /// The figures of each.
    pub(crate) measured: Vec<Peer>,
    /// Implementations without figures, with the reasons.
    pub(crate) left_out: Vec<(String, String)>,
}

/// An implementation.
#[derive(Serialize, Deserialize)]
pub(crate) struct Peer {
    /// Its name.
    pub(crate) name: String,
    /// Its version.
    pub(crate) version: String,
    /// Its measurements.
    pub(crate) workloads: Vec<Measured>,
}

/// The cost of compiled programs in jq and JSONata.
#[derive(Serialize, Deserialize)]
pub(crate) struct Expressions {
    /// The output of the measuring program.
    pub(crate) speed: String,
    /// The time of each compiled program as a multiple of the one by hand.
    #[serde(default)]
    pub(crate) rows: Vec<Ratio>,
    /// Implementations without figures, with the reasons.
    pub(crate) left_out: Vec<(String, String)>,
    /// Number of programs compiled in one crate.
    pub(crate) count: u32,
    /// The cost of compiling them.
    pub(crate) check: Vec<CheckCost>,
}

/// The time of a compiled program as a multiple of the one by hand.
#[derive(Serialize, Deserialize)]
pub(crate) struct Ratio {
    /// Language, program and document.
    pub(crate) name: String,
    /// The multiple.
    pub(crate) ratio: f64,
}

/// The cost of compiling programs in a language.
#[derive(Serialize, Deserialize)]
pub(crate) struct CheckCost {
    pub(crate) language: String,
    /// CPU milliseconds of `cargo check` for each program.
    pub(crate) millis: f64,
}

/// The cost of compiling machines.
#[derive(Serialize, Deserialize)]
pub(crate) struct Compile {
    /// CPU seconds to build the macro and all it needs.
    pub(crate) macro_tree: f64,
    /// CPU seconds of the first build of a small application.
    #[serde(default)]
    pub(crate) application: f64,
    /// The same without the runtime and a machine.
    #[serde(default)]
    pub(crate) alone: f64,
    /// Bytes of machine code for each state in a release build.
    #[serde(default)]
    pub(crate) text_per_state: f64,
    /// Milliseconds of the macro, in a debug build, to expand a machine of 200 states.
    pub(crate) expansion: f64,
    /// The cost of each machine.
    pub(crate) machines: Vec<Machine>,
    /// The cost of machines of 1,000 states with types at all borders.
    #[serde(default)]
    pub(crate) types: Vec<Typed>,
}

/// The cost of `cargo check` of one machine with types.
#[derive(Serialize, Deserialize)]
pub(crate) struct Typed {
    /// True if with a function per state.
    pub(crate) state_functions: bool,
    /// The cost with `#[derive(Shape)]` for all types.
    pub(crate) shapes: Cost,
    /// The cost without.
    pub(crate) types: Cost,
}

/// The cost of compiling one machine, without its dependencies.
#[derive(Serialize, Deserialize)]
pub(crate) struct Machine {
    /// Number of states.
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

/// The cost of one call of rustc.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Cost {
    /// CPU seconds.
    pub(crate) seconds: f64,
    /// Maximum memory in MiB.
    pub(crate) peak: f64,
}

/// The limit for a figure.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Limit {
    AtMost(f64),
    AtLeast(f64),
}

/// A target.
#[derive(Serialize, Deserialize)]
pub(crate) struct Target {
    /// Its name.
    pub(crate) what: String,
    /// Its limit.
    pub(crate) limit: Limit,
    /// The figures of all builds.
    pub(crate) measured: Vec<f64>,
}

impl Target {
    /// Returns true if the median of the figures is within the limit.
    pub(crate) fn is_met(&self) -> bool {
        median(&self.measured).is_some_and(|median| match self.limit {
            Limit::AtMost(limit) => median <= limit,
            Limit::AtLeast(limit) => median >= limit,
        })
    }
}

/// The median; the better of two.
pub(crate) fn median(figures: &[f64]) -> Option<f64> {
    let mut figures = figures.to_vec();
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len().saturating_sub(1) / 2).copied()
}

impl Peers {
    /// Adds the rounds of a turn to those of earlier turns.
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

    /// Removes a peer.
    pub(crate) fn leave_out(&mut self, name: &str, why: String) {
        self.measured.retain(|peer| peer.name != name);
        self.left_out.push((name.to_owned(), why));
    }

    /// The compiled machines' figures of a workload.
    pub(crate) fn compiled(&self, workload: &str) -> Option<&Measured> {
        self.measured.first()?.workload(workload)
    }

    /// Time of a peer for a workload, as a multiple of the compiled machine's, by their best
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

    /// Additional heap for ten times as many rows.
    #[expect(clippy::cast_precision_loss, reason = "bytes of a few megabytes")]
    pub(crate) fn growth(&self) -> Option<f64> {
        let [few, many] = self.heap.rows.as_slice() else { return None };
        Some(many.bytes as f64 / few.bytes as f64)
    }

    /// CPU time of the distributed Map as a fraction of that of code by hand.
    pub(crate) fn rows_ratio(&self) -> Option<f64> {
        let [compiled, by_hand] = self.speed.rows.as_slice() else { return None };
        Some(compiled.seconds / by_hand.seconds)
    }

    /// Nanoseconds of a transition of the chain, without the start and end of a run.
    pub(crate) fn dispatch(&self) -> Option<f64> {
        let (chain, alone) =
            (self.time("a", Contender::Compiled)?, self.time("a1", Contender::Compiled)?);
        Some((chain.best * 100.0 - alone.best) / 99.0)
    }

    /// Time of the machine as a fraction of that of `other`, by their medians.
    pub(crate) fn ratio(&self, workload: &str, other: Contender) -> Option<f64> {
        Some(self.time(workload, Contender::Compiled)?.median / self.time(workload, other)?.median)
    }
}
