//! `cargo xtask bench`: a release build of the benches.

use std::process::ExitCode;

use crate::problem::Result;
use crate::process;

/// What the benches are asked.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Handed on to the benches, such as `--json FILE`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Builds and runs them.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut cargo = process::cargo(&["run", "--quiet", "--release", "-p", "asl-benches", "--"]);
    cargo.args(&arguments.arguments);
    let done = process::status(&mut cargo)?;
    Ok(if done.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
