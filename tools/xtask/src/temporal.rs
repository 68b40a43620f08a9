//! Tests on a real Temporal server, which pip installs into `target/`. It is only a tool of these,
//! never a part of what we publish.

use std::process::ExitStatus;

use asl_conformance::problem::{Problem, Result};
use asl_conformance::process;

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
