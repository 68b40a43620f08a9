//! Tests and benchmarks on a real PostgreSQL server: the system's, or that of Debian's package.

use std::process::{Command, ExitCode, ExitStatus};

use asl_conformance::problem::{Problem, Result};
use asl_conformance::{print, process, workspace};

/// Runs the tests. A fault of the tool is the reason why they cannot be run.
pub(crate) fn tests(is_quick: bool) -> Result<ExitStatus> {
    let programs =
        asl_servers::postgres::installed().map_err(|problem| Problem::new(problem.to_string()))?;
    let mut cargo = process::workspace_cargo("test");
    cargo.args(["--test", "postgres"]).env("ASL_POSTGRES", programs);
    if !is_quick {
        cargo.env("ASL_POSTGRES_LONG", "1");
    }
    process::announced(&mut cargo)
}

/// Measures executions beside other crates, in a package outside of the workspace. A crate that cannot
/// be built is left out, with the reason.
pub(crate) fn bench(arguments: &[String]) -> Result<ExitCode> {
    let target = workspace::target().join("release/bench/stores");
    // All of them in one build, if possible: with other features most of it is built again.
    for features in ["dbos,duroxide", "dbos", "duroxide", ""] {
        let mut build = process::cargo(&["build", "--quiet", "--release", "--bins", "--features"]);
        build.args([features, "--manifest-path", "tools/bench/stores/Cargo.toml", "--target-dir"]);
        let Err(errors) = process::quiet(build.arg(&target))? else { break };
        let reason = errors.lines().find(|line| line.starts_with("error")).unwrap_or(&errors);
        if features.is_empty() {
            return Err(Problem::new(format!("cannot build the bench: {reason}")));
        }
        print::error(&format!("cannot build `{features}`: {reason}"));
    }
    let program = target.join("release/asl-bench-stores");
    let done = process::status(Command::new(program).args(arguments))?;
    Ok(if done.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
