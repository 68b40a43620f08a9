//! Tests and benchmarks on a real Restate server, which npm installs into `target/`. It is only a
//! tool of these, never a part of what we publish.

use std::process::{ExitCode, ExitStatus};

use asl_conformance::problem::{Problem, Result};
use asl_conformance::process;

/// Runs the tests. A fault of the tool is the reason why they cannot be run.
pub(crate) fn tests(is_quick: bool) -> Result<ExitStatus> {
    let program =
        asl_servers::restate::installed().map_err(|problem| Problem::new(problem.to_string()))?;
    let mut cargo = process::workspace_cargo("test");
    cargo.args(["--test", "server"]);
    cargo.env("ASL_RESTATE_SERVER", &program);
    if is_quick {
        cargo.env("ASL_RESTATE_QUICK", "1");
    }
    let done = process::announced(&mut cargo)?;
    if !done.success() {
        return Ok(done);
    }
    let mut api = process::workspace_cargo("test");
    api.args(["--test", "restate"]);
    process::announced(api.env("ASL_RESTATE_SERVER", program))
}

/// Measures machines in comparison with plain handlers.
pub(crate) fn bench(arguments: &[String]) -> Result<ExitCode> {
    let program =
        asl_servers::restate::installed().map_err(|problem| Problem::new(problem.to_string()))?;
    let mut cargo =
        process::cargo(&["bench", "--quiet", "-p", "asl-restate", "--bench", "throughput", "--"]);
    cargo.args(arguments).env("ASL_RESTATE_SERVER", program);
    let done = process::status(&mut cargo)?;
    Ok(if done.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
