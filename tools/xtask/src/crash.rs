//! `cargo xtask crash`: the fault tests of the durable engine, and kills of a server with the API of
//! Step Functions.

use std::process::ExitCode;

use asl_conformance::problem::Result;
use asl_conformance::process;

/// What the fault tests are asked.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A million crash points, a million damaged journals, 2,000 kills, 100 kills of the API's
    /// server: some ten minutes
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
    /// All parts: ten minutes if they are full, otherwise one.
    pub(crate) fn new(full: bool, seed: u64) -> Self {
        Self { full, seed, only: None }
    }
}

/// The part in which clients of the API start executions while its server is killed.
const API: &str = "api";
/// Number of its kills in the quick and in the full run.
const KILLS: (u32, u32) = (5, 100);

/// Runs them.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let seed = arguments.seed.to_string();
    let only = arguments.only.as_deref();
    let mut succeeded = true;
    if only != Some(API) {
        // Most of it is computing: a debug build takes ten times as long, and the profile `faults`
        // (`Cargo.toml`) pays for itself.
        let mut cargo = process::cargo(&["run", "--quiet", "--profile=faults"]);
        cargo.args(["-p", "asl-faults", "--"]);
        cargo.args(["--seed", &seed]);
        if arguments.full {
            cargo.arg("--full");
        }
        cargo.args(only.map(|only| ["--only", only]).into_iter().flatten());
        succeeded &= process::announced(&mut cargo)?.success();
    }
    if only.is_none_or(|only| API.contains(only)) {
        let kills = if arguments.full { KILLS.1 } else { KILLS.0 };
        let mut program = process::workspace_program("asl-load")?;
        program.args(["kill", "--kills", &kills.to_string(), "--seed", &seed]);
        succeeded &= process::announced(&mut program)?.success();
    }
    Ok(if succeeded { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
