//! `cargo xtask crash`: a release build of the fault tests of the durable engine.

use std::process::ExitCode;

use asl_conformance::problem::Result;
use asl_conformance::process;

/// What the fault tests are asked.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A million crash points, a million damaged journals, 2,000 kills: some ten minutes
    #[arg(long)]
    full: bool,
    /// What is random is made from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only the parts whose names contain this
    #[arg(long, value_name = "PART")]
    only: Option<String>,
}

impl Arguments {
    /// What CI runs: a minute.
    pub(crate) fn quick() -> Self {
        Self { full: false, seed: 1, only: None }
    }
}

/// Runs them.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    // Most of it is computing: a debug build takes ten times as long, and the release build pays
    // for itself.
    let mut cargo = process::cargo(&["run", "--quiet", "--release", "-p", "asl-faults", "--"]);
    cargo.args(["--seed", &arguments.seed.to_string()]);
    if arguments.full {
        cargo.arg("--full");
    }
    if let Some(only) = &arguments.only {
        cargo.args(["--only", only]);
    }
    let done = process::announced(&mut cargo)?;
    Ok(if done.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
