//! Tests of the Step Functions API with real clients, which pip and npm install into `target/`.

use std::process::ExitStatus;

use asl_conformance::problem::{Problem, Result};
use asl_conformance::{print, process};
use asl_servers::clients;

/// Runs the tests. A fault of the tools is the reason why they cannot be run.
pub(crate) fn tests() -> Result<ExitStatus> {
    let python = clients::python().map_err(|problem| Problem::new(problem.to_string()))?;
    let mut cargo = process::cargo(&["test", "-p", "asl-sfn-api", "--test", "clients"]);
    cargo.args(["--no-fail-fast", "--", "--nocapture"]);
    cargo.env("ASL_SFN_PYTHON", python.folder());
    match clients::node() {
        Ok(modules) => {
            cargo.env("ASL_SFN_NODE", modules);
        }
        Err(problem) => print::error(&format!("without the SDK for JavaScript: {problem}")),
    }
    process::announced(&mut cargo)
}
