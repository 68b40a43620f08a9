//! The command line.

use std::path::PathBuf;

use crate::saved;

/// Measures compiled machines: speed and size in comparison with hand-written Rust, and the cost of
/// compiling them.
#[derive(clap::Parser)]
pub(crate) struct Arguments {
    /// Writes all figures to a file; without a name, or with `commit`, to one named after the
    /// commit, in `bench/figures` below the target folder
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = saved::COMMIT)]
    pub(crate) json: Option<PathBuf>,

    /// Prints which figures differ from those in this file by more than noise
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Option<PathBuf>,

    /// Number of builds for the workloads: the layout of the code alone changes figures
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=3))]
    pub(crate) builds: u8,

    /// Measures other implementations of the language on the same workloads, fetched by npm and
    /// pip. Nothing else is measured then, unless `--only` names it
    #[arg(long)]
    pub(crate) peers: bool,

    /// Measures compiled programs in jq and JSONata in comparison with other implementations and
    /// hand-written code, and the cost of compiling them. Nothing else is measured then
    #[arg(long)]
    pub(crate) expressions: bool,

    /// Measures the cost of an observer, and of the feature `tracing` without a subscriber. Nothing
    /// else is measured then
    #[arg(long)]
    pub(crate) observing: bool,

    /// Measures one part only
    #[arg(long, value_enum)]
    pub(crate) only: Option<Part>,

    /// Number of states of the machines whose compilation is measured
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_values_t = [10, 100, 1_000, 10_000])]
    pub(crate) states: Vec<u32>,
}

impl Arguments {
    /// Returns true if this part is wanted.
    pub(crate) fn measures(&self, part: Part) -> bool {
        let is_other = self.peers || self.expressions || self.observing;
        self.only.map_or(!is_other, |only| only == part)
    }
}

/// Parts of the measurement.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Part {
    /// Speed and size of running machines
    Run,
    /// Cost of compiling them
    Compile,
}
