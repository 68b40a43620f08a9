//! Tests and benchmarks on a real Temporal server, which pip installs into `target/`. It is only a tool of these,
//! never a part of what we publish.

use std::process::{Command, ExitCode, ExitStatus};

use asl_conformance::problem::{Problem, Result};
use asl_conformance::{process, workspace};

/// Runs the tests. A fault of the tool is the reason why they cannot be run.
pub(crate) fn tests(is_quick: bool) -> Result<ExitStatus> {
    let program =
        asl_servers::temporal::installed().map_err(|problem| Problem::new(problem.to_string()))?;
    let mut cargo = process::workspace_cargo("test");
    cargo.args(["--test", "temporal"]).env("ASL_TEMPORAL_SERVER", program);
    if is_quick {
        cargo.env("ASL_TEMPORAL_QUICK", "1");
    } else {
        cargo.args(["--test", "replay"]).env("ASL_REPLAY", "1");
    }
    process::announced(&mut cargo)
}

/// Measures machines in comparison with a workflow of Temporal's SDK for Rust.
pub(crate) fn bench(arguments: &[String]) -> Result<ExitCode> {
    let target = workspace::target().join("bench-temporal");
    let mut build = process::cargo(&["build", "--quiet", "--release", "--locked", "--workspace"]);
    build.args(["--manifest-path", "tools/bench/temporal/Cargo.toml", "--target-dir"]).arg(&target);
    if !process::status(&mut build)?.success() {
        return Ok(ExitCode::FAILURE);
    }
    let mut bench = Command::new(target.join("release/asl-bench-temporal"));
    let done = process::status(bench.args(arguments))?;
    Ok(if done.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
