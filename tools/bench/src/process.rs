//! Cargo as a child process, and its target folders.

use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

use crate::problem::{Problem, Result};

/// The workspace's folder.
pub(crate) fn workspace() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package).to_owned()
}

/// The folder below `target` in which this program builds.
pub(crate) fn scratch() -> Result<PathBuf> {
    let program =
        env::current_exe().map_err(|error| Problem::new("this program's own place", error))?;
    let target = program
        .ancestors()
        .nth(2)
        .ok_or_else(|| Problem::new(program.display(), "not in a target folder"))?;
    Ok(target.join("bench"))
}

/// The cargo that started us, with the profiles as they are: those of the environment, which a
/// script may set to save space, would change the cost of builds.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    cargo.args(arguments).env_remove("CARGO_INCREMENTAL").env_remove("CARGO_PROFILE_DEV_DEBUG");
    cargo
}

/// Runs a command to its end. Its output is only shown if it fails.
pub(crate) fn run(command: &mut Command) -> Result<Vec<u8>> {
    let name = format!("{command:?}");
    let output =
        command.stdin(Stdio::null()).output().map_err(|error| Problem::new(&name, error))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(Problem::new(
        &name,
        format!("{}\n{}", output.status, String::from_utf8_lossy(&output.stderr)),
    ))
}

/// Passes a text to a command, and returns its output.
pub(crate) fn feed(command: &mut Command, text: &str) -> Result<String> {
    let name = format!("{command:?}");
    let problem = |error| Problem::new(&name, error);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(problem)?;
    if let Some(mut stdin) = child.stdin.take() {
        // If it does not read everything, its exit code says why.
        let _ = stdin.write_all(text.as_bytes());
    }
    let output = child.wait_with_output().map_err(problem)?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(Problem::new(
        &name,
        format!("{}\n{}", output.status, String::from_utf8_lossy(&output.stderr)),
    ))
}

/// CPU seconds of a command and its children.
#[expect(clippy::cast_precision_loss, reason = "microseconds of minutes")]
pub(crate) fn cpu_seconds(command: &mut Command) -> Result<f64> {
    let used = || -> Result<i64> {
        let usage = getrusage(UsageWho::RUSAGE_CHILDREN)
            .map_err(|error| Problem::new("getrusage", error))?;
        Ok(usage.user_time().num_microseconds() + usage.system_time().num_microseconds())
    };
    let before = used()?;
    run(command)?;
    Ok((used()? - before) as f64 / 1e6)
}
