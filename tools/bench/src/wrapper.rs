//! This program as `RUSTC_WRAPPER`: it runs rustc for cargo and records the cost of each call, one
//! line of JSON per crate.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::OpenOptions;
use std::io::Write;
use std::process::{Command, ExitCode};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use serde_json::json;

/// Variable with the name of the file. If it is set, this program is the wrapper.
pub(crate) const FILE: &str = "ASL_RUSTC_COST";

/// Variable with the name of a crate for which rustc reports the times of its passes. Cargo does
/// not know it, because it would rebuild all crates.
pub(crate) const PASSES_OF: &str = "ASL_RUSTC_PASSES";

/// Runs rustc with these arguments.
pub(crate) fn run(file: &OsStr) -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let Some((rustc, arguments)) = arguments.split_first() else { return ExitCode::FAILURE };
    let name = arguments.iter().skip_while(|argument| *argument != "--crate-name").nth(1);
    let mut command = Command::new(rustc);
    command.args(arguments).env_remove(FILE);
    if name.is_some() && name == env::var_os(PASSES_OF).as_ref() {
        // Only a nightly compiler allows this, or one that pretends to be.
        command.arg("-Ztime-passes").env("RUSTC_BOOTSTRAP", "1");
    }
    let Ok(status) = command.status() else { return ExitCode::FAILURE };
    // Cargo's queries to rustc are not about a crate.
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
        // One write per line, because several processes append concurrently. A missing line is
        // detected by the reader.
        let _ = file.write_all(format!("{line}\n").as_bytes());
    }
}
