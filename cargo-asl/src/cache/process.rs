//! Runs the tools of Rust.

use std::io;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::Problem;
use crate::process::{end, read_all};

/// Time between two looks at the flag that ends a tool.
const PAUSE: Duration = Duration::from_millis(20);

/// The standard output of a tool.
pub(super) fn output(command: &mut Command, tool: &str) -> Result<String, Problem> {
    output_until(command, tool, None)
}

/// The standard output of a tool, which is ended when the flag is set.
pub(super) fn output_until(
    command: &mut Command,
    tool: &str,
    stop: Option<&AtomicBool>,
) -> Result<String, Problem> {
    let output = match stop {
        Some(stop) => run_until(command, stop),
        None => command.output(),
    };
    let output = output.map_err(|error| missing(tool, &error))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        return Err(Problem::new(format!("`{tool}` failed: {}", text.trim())));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn run_until(command: &mut Command, stop: &AtomicBool) -> io::Result<Output> {
    // A compiler starts other processes, such as a linker.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let stdout = thread::spawn(move || read_all(stdout));
    let stderr = thread::spawn(move || read_all(stderr));
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if stop.load(Ordering::Acquire) {
            end(&mut child);
            break child.wait()?;
        }
        thread::sleep(PAUSE);
    };
    // Threads of ours do not panic.
    let (stdout, stderr) = (stdout.join().unwrap_or_default(), stderr.join().unwrap_or_default());
    Ok(Output { status, stdout, stderr })
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
