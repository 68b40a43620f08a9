//! Runs the tools of Rust.

use std::io;
use std::process::Command;

use super::Problem;

/// The standard output of a tool.
pub(super) fn output(command: &mut Command, tool: &str) -> Result<String, Problem> {
    let output = command.output().map_err(|error| missing(tool, &error))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        return Err(Problem::new(format!("`{tool}` failed: {}", text.trim())));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The problem of a tool that cannot be started.
pub(super) fn missing(tool: &str, error: &io::Error) -> Problem {
    let reason = if error.kind() == io::ErrorKind::NotFound {
        "it was not found; install Rust, or add it to PATH".to_owned()
    } else {
        error.to_string()
    };
    Problem::new(format!("definitions are compiled by `{tool}`, which cannot be started: {reason}"))
}
