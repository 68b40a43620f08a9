//! This program as `RUSTC_WRAPPER`: stands between cargo and rustc and notes what each call costs,
//! a line of JSON per crate.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::OpenOptions;
use std::io::Write;
use std::process::{Command, ExitCode};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use serde_json::json;

/// Names the file; where it is set, this program is the wrapper.
pub(crate) const FILE: &str = "ASL_RUSTC_COST";

/// Names a crate of which rustc is to tell what its passes take. Not by cargo: it would build all
/// crates anew for that.
pub(crate) const PASSES_OF: &str = "ASL_RUSTC_PASSES";

/// Runs the rustc that the arguments give.
pub(crate) fn run(file: &OsStr) -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let Some((rustc, arguments)) = arguments.split_first() else { return ExitCode::FAILURE };
    let name = arguments.iter().skip_while(|argument| *argument != "--crate-name").nth(1);
    let mut command = Command::new(rustc);
    command.args(arguments).env_remove(FILE);
    if name.is_some() && name == env::var_os(PASSES_OF).as_ref() {
        // Only a nightly may, or one that takes itself for one.
        command.arg("-Ztime-passes").env("RUSTC_BOOTSTRAP", "1");
    }
    let Ok(status) = command.status() else { return ExitCode::FAILURE };
    // Cargo's questions to rustc are about no crate.
    if let Some(name) = name.and_then(|name| name.to_str()).filter(|name| *name != "___") {
        note(name, file);
    }
    if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn note(name: &str, file: &OsStr) {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return };
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    let line = json!({"name": name, "cpu_micros": micros, "peak_kib": usage.max_rss()});
    if let Ok(mut file) = OpenOptions::new().create(true).append(true).open(file) {
        // One write per line: several of us append at once. A line that is missing is noticed where
        // it is looked for.
        let _ = file.write_all(format!("{line}\n").as_bytes());
    }
}
