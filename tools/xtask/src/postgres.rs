//! Tests on a real PostgreSQL server: the system's, or that of Debian's package.

use std::process::ExitStatus;

use asl_conformance::problem::{Problem, Result};
use asl_conformance::process;

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
